"""What a bot of intel says about a decision after the match: how it stood. All is public, so there is nothing to believe but that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move

from .box import A_SIDE, CARRIED, OFF, VALUE
from .judge import known

Sentence = tuple[str, dict[str, Any]]
KEYS = {"stood": {"points", "load", "their_points", "their_load"}}


def about(
    game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], move: Move, worlds: Any = None
) -> list[Sentence]:
    state, me = known(view), int(view["viewer"])
    loads = [
        sum(
            VALUE[kind] * state.carries[agent][kind]
            for agent in range(seat * A_SIDE, (seat + 1) * A_SIDE)
            if state.place[agent] != OFF
            for kind in range(CARRIED)
        )
        for seat in range(2)
    ]
    mine = {"points": state.points[me], "load": loads[me]}
    return [("stood", mine | {"their_points": state.points[1 - me], "their_load": loads[1 - me]})]
