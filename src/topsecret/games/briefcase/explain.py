"""What a bot of briefcase says about a decision after the match: what it took the announced spy for, and how likely a yes was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move
from topsecret.kernel.names import find

from .box import LINE_FAR, LINE_FROM, LINE_TO, LINE_WAY, Line, Push
from .estimate import Board, both_sides
from .notebook import PIECE_NAMES, SPY_NAMES

Sentence = tuple[str, dict[str, Any]]
KEYS: dict[str, set[str]] = {"piece": {"spy", "piece", "percent"}, "yes": {"percent"}, "mislead": set()}


def about(
    game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], move: Move, worlds: Any = None
) -> list[Sentence]:
    if move.family in ("order", "reorder"):
        return [("mislead", {})]
    if move.family not in ("move", "carry", "push"):
        return []
    line = find(Push if move.family == "push" else Line, move.params["line"])
    assert line is not None
    board, own = Board.of(view), both_sides(view, seen)[view["viewer"]]
    spy, target = board.spy_at(LINE_FROM[line]), LINE_TO[line]
    piece = max(own.odds[spy], key=own.odds[spy].__getitem__)
    harms = move.family != "move" or board.squares[target] or target == board.briefcase
    way, far = LINE_WAY[line], LINE_FAR[line]
    yes = own.belief[spy][way][far] if harms else own.may_go(spy, way, far)
    took = {"spy": SPY_NAMES[spy], "piece": PIECE_NAMES[piece], "percent": round(100 * own.odds[spy][piece])}
    return [("piece", took), ("yes", {"percent": round(100 * min(1.0, yes))})]
