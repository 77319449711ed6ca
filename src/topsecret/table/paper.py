"""How long the log of a table may become. However much somebody writes into it, every match can be played to its end: what the match
waits for is always taken, and time passes always."""

from __future__ import annotations

from typing import Any

from topsecret.kernel.match import Match
from topsecret.kernel.moves import Move

from .errors import TableError
from .state import TableState

MOST_RECORDS = 20_000  # of one table, but for what a match waits for


def need_paper(state: TableState) -> None:
    """For whatever is no action: half of the log."""
    if state.records >= MOST_RECORDS // 2:
        raise TableError("too_many", "the log of this table is too long for that")


def need_paper_for_act(state: TableState, match: Match, seat: int, action: Any) -> None:
    """An action that the match waits for is always taken: it brings the end nearer. Of all others (drafts, standing orders, everything in
    a game with time, which ends by time alone) each seat has its own share, so that nobody uses up that of others; twice that where a
    draft must be made before anything else can be done."""
    share = MOST_RECORDS // len(state.seats)
    if state.acts[seat] < share or is_needed(match, match.read(seat, action), seat):
        return
    has_other = any(is_needed(match, move, seat) for move in match.legal(seat))
    if match.game.State.timed or has_other or state.acts[seat] >= 2 * share:
        raise TableError("too_many", "this seat has done too much already at this table")


def is_needed(match: Match, move: Move, seat: int) -> bool:
    """Whether this is something that the match waits for."""
    family = match.game.actions.family(move.code)
    aside = family.draft or family.aside or family.apart
    return not match.game.State.timed and seat in match.actors and not aside
