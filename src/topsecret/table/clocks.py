"""The clocks of a table: they tick by its time, and when a person's is over a bot makes this one decision (in a duel the rules' resign, if
that was agreed). Everything about them follows from who was asked when, which everybody sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from topsecret.kernel.match import CHANCE, Match

from . import faces
from .agenda import Agenda, Item
from .faces import NOT_ASKED, Face
from .state import TableState


class Shown(NamedTuple):
    """The clock of a seat, as everybody sees it when it is told."""

    left_ms: int  # of this move
    bank_ms: int
    runs: bool
    drains: bool  # the bank, when nothing is left of the move


def asked(match: Match) -> list[int]:
    return [seat for seat in match.actors if seat is not CHANCE]


def is_decision(match: Match, code: int, face: Face) -> bool:
    """Whether an action is something that others wait for: where several are asked together that is any answer, else one that others hear
    of."""
    family = match.game.actions.family(code)
    return not (family.draft or family.aside or (family.apart and not face.together))


class Clocks:
    def __init__(self, state: TableState, agenda: Agenda) -> None:
        self.state = state  # the table sets it anew when it has read its log again
        self._agenda = agenda
        self._item: Item | None = None
        self.over: Callable[[int], None] = lambda seat: None  # called when a seat's time is
        self.overdue: set[int] = set()  # the seats for which a bot makes a decision now

    @property
    def on(self) -> bool:
        return self.state.terms.move_s > 0

    # what goes into the records

    def first(self, match: Match) -> Face | None:
        return faces.first(match.seats, self.state.terms, asked(match), 0) if self.on else None

    def after(self, face: Face | None, match: Match, seat: int, code: int, by: str, at: int) -> Face | None:
        """After an action; a draft, an action that waits for nobody, and one that nobody hears of change nothing."""
        if face is None or not is_decision(match, code, face):
            return face
        return faces.after(face, self.state.terms, seat, by == "clock", asked(match), at)

    def taken_back(self, match: Match, seat: int, code: int, at: int) -> Face | None:
        """After an undo of this action."""
        face = self.state.face
        if face is None or not is_decision(match, code, face):
            return face
        return faces.taken_back(face, seat, asked(match), at)

    # what falls due

    def plan(self) -> None:
        """After something happened: the next time that is over. Bots have their own pace."""
        self._agenda.call_off(self._item)
        self._item = None
        state = self.state
        face = state.face
        if face is None or state.status != "playing":
            self.overdue.clear()
            return
        people = [seat for seat in state.persons if not state.seats[seat].stand_in]
        limits = {seat: when for seat in people if (when := face.limit(seat, state.terms)) is not None}
        self.overdue &= {seat for seat, when in limits.items() if when <= self._agenda.timeline.now()}
        due = min(((when, seat) for seat, when in limits.items() if seat not in self.overdue), default=None)
        if due is not None:
            self._item = self._agenda.at(due[0], lambda: self._over(due[1]))

    def _over(self, seat: int) -> None:
        self.overdue.add(seat)
        self.plan()
        self.over(seat)

    # what everybody sees

    def shown(self, seat: int, now: int) -> Shown | None:
        state = self.state
        face, terms = state.face, state.terms
        if face is None:
            return None
        runs = face.since[seat] != NOT_ASKED and state.status == "playing"
        used = max(0, now - face.since[seat]) if runs else 0
        if face.together and runs:
            return Shown(max(0, terms.answer_s * 1000 - used), face.bank[seat], not state.paused, False)
        free = terms.move_s * 1000
        return Shown(
            max(0, free - used), max(0, face.bank[seat] - max(0, used - free)), runs and not state.paused, True
        )
