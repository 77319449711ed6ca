"""What an action is worth to a seat: how likely it wins, if the other side of the table replies at random and claims the truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel.moves import Move

from .box import Coin

NEARLY_EQUAL = 0.1


def weigh(view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[Move]) -> list[float]:
    heads = int(view["coin"][view["viewer"]] == Coin.HEADS.text)
    return [worth(move, heads, view["claimed"]) for move in legal]


def worth(move: Move, heads: int, claimed: int) -> float:
    if move.family == "claim":
        return 0.5  # what is replied is not known
    possible = claimed in (heads, heads + 1)
    return float((move.params["reply"] == "believe") == possible)


def haze(view: dict[str, Any]) -> float:
    return NEARLY_EQUAL
