"""What the other seats of an exercise do: their cues, at the same paces as bots. Where a seat has none left, its bot goes on, or nobody."""

from __future__ import annotations

from collections.abc import Callable

from topsecret.kernel.exercise import Cue
from topsecret.kernel.log import move_of
from topsecret.kernel.match import Match
from topsecret.kernel.moves import Move

from .state import TableState


class Prompter:
    """The cues of one table; at a table that is no exercise there are none."""

    def __init__(self, state: Callable[[], TableState]) -> None:
        self._state = state
        self._heard = -1  # entries of the match that were looked at; -1: it has not begun

    def is_silent(self, seat: int) -> bool:
        """Whether this seat does only what its cues say."""
        posed = self._state().exercise
        return posed is not None and seat in posed.silent

    def next(self, match: Match, seat: int) -> Move | None:
        """Without time: what this seat does now, if its cue fits what was played."""
        state = self._state()
        cues = [] if state.exercise is None else [cue for cue in state.exercise.cues if cue.seat == seat]
        if state.acts[seat] >= len(cues):
            return None
        move = match.game.actions.read(cues[state.acts[seat]].action)
        return move if match.why_not(seat, move) is None else None

    def due(self, match: Match, now: int) -> list[tuple[int, Cue]]:
        """With time: what has been cued since this was last asked, and when it is to be done."""
        posed, found = self._state().exercise, list[tuple[int, Cue]]()
        if posed is None:
            return found
        if self._heard < 0:
            found += [(cue.after, cue) for cue in posed.cues if not cue.when and cue.after >= now]
            self._heard = len(match.entries) if now else 0
        people = self._state().persons
        for entry in match.entries[self._heard :]:
            if entry.sort == "action" and entry.seat in people:
                text = str(move_of(match.game, entry))
                found += [(entry.at + cue.after, cue) for cue in posed.cues if cue.when == text]
        self._heard = len(match.entries)
        return found
