"""What a bot of briefcase says about a decision after the match: what it took the announced spy for, and how likely a yes was;
and why it waits with the briefcase, where it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move
from topsecret.kernel.names import find

from .box import FIRST_LINE, LINE_FAR, LINE_FROM, LINE_TO, LINE_WAY, ROOM, STEP, WAYS, Line, Push
from .estimate import Board, both_sides, ranks_to_go
from .judge import Judge
from .notebook import PIECE_NAMES, SPY_NAMES

Sentence = tuple[str, dict[str, Any]]
KEYS: dict[str, set[str]] = {
    "piece": {"spy", "piece", "percent"},
    "yes": {"percent"},
    "mislead": set(),
    "waits": {"percent"},
    "stuck": {"percent"},
}
HARDLY = 0.25  # a yes that is no likelier is not asked for
FEARED = 0.1


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
    said: list[Sentence] = [("piece", took), ("yes", {"percent": round(100 * min(1.0, yes))})]
    return said if move.family == "carry" else [*said, *why_it_waits(view, seen)]


def why_it_waits(view: dict[str, Any], seen: Sequence[dict[str, Any]]) -> list[Sentence]:
    """Whoever holds the briefcase and does not carry it on says why: the carrier can hardly go forward, or would be caught there."""
    judge = Judge(view, seen)
    board, me = judge.board, judge.me
    if board.holder() != me:
        return []
    square = board.briefcase
    hopes, safest = [0.0], 0.0
    for way in range(WAYS):
        at = square
        for far in range(1, ROOM[square * WAYS + way] + 1):
            at += STEP[way]
            if ranks_to_go(me, at) >= ranks_to_go(me, square) or board.side_at(at) == me:
                break
            hope = judge.sides[me].belief[board.spy_at(square)][way][far]
            hopes.append(hope)
            if hope > HARDLY:
                safest = max(
                    safest, 1 - judge.threat(board.after(FIRST_LINE[square * WAYS + way] + far - 1, "carry"), at)
                )
            if board.squares[at]:
                break
    if max(hopes) <= HARDLY:
        return [("stuck", {"percent": round(100 * max(hopes))})]
    return [("waits", {"percent": round(100 * (1 - safest))})] if safest < 1 - FEARED else []
