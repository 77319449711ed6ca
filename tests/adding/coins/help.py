"""What a player could work out: how likely each claim is true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Game, Topic

from .box import COINS, Coin


def odds(game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], about: str) -> dict[str, Any]:
    """By number of heads: in how many of `of` equally likely cases there are so many."""
    mine = view["coin"][view["viewer"]]
    heads = int(mine == Coin.HEADS.text)
    return {"of": len(Coin), "heads": [int(count in (heads, heads + 1)) for count in range(COINS + 1)]}


def once_tossed(view: dict[str, Any]) -> tuple[str, ...]:
    return ("",) if view["tossed"] == COINS else ()


TOPICS = {"odds": Topic(odds, once_tossed)}
