"""The lines of a log, and what carrying one out does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .audience import SPECTATOR
from .engine import NEVER
from .fields import Position
from .game import Game
from .moves import Family, Move
from .view import Tell
from .visibility import visibility


class Entry:
    """One line of a log. It never changes; whether it still counts is known by `Entries.standing`."""

    __slots__ = ("at", "code", "seat", "sort")

    def __init__(self, sort: str, seat: int = SPECTATOR, code: int = -1, at: int = 0) -> None:
        self.sort = sort  # "action", "chance", "undo" or "time"
        self.seat = seat
        self.code = code
        self.at = at


class Moment(NamedTuple):
    """A place in the log of a match, and the position there."""

    entries: int
    told: int
    packed: bytes


class Undone:
    """Tells whoever had heard of an action that it was taken back, and the numbers of the events that are struck by it."""

    def __init__(self, number: int, seat: int, tells: list[Tell]) -> None:
        self.number = number  # of the entry
        self.seat = seat
        self.tells = tells

    def json(self, numbers: Mapping[Any, int]) -> dict[str, Any] | None:
        """As a viewer is told it, who knows these events by these numbers."""
        struck = sorted(numbers[tell] for tell in self.tells if tell in numbers)
        return {"event": "undone", "seat": self.seat, "events": struck} if struck else None


def move_of(game: Game, entry: Entry) -> Move:
    """The action or outcome of an entry."""
    return (game.actions if entry.sort == "action" else game.chance).move(entry.code)


def line(game: Game, entry: Entry) -> list[Any]:
    """An entry as a saved match has it: who and what."""
    if entry.sort == "undo":
        return ["undo", entry.seat]
    if entry.sort == "time":
        return ["time", entry.at]
    who: Any = "chance" if entry.sort == "chance" else entry.seat
    said = [who, str(move_of(game, entry))]
    return [*said, entry.at] if game.State.timed and entry.sort == "action" else said


class Listener:
    """Collects what is told while an entry is carried out; rule audiences are settled at that moment."""

    def __init__(self, game: Game, state: Position, heard: list[Tell]) -> None:
        self.timed = game.State.timed
        self.state = state
        self.heard = heard

    def tell(self, family: Family, seat: int, values: tuple[int, ...]) -> None:
        tell = Tell(family, seat, values, self.state.now if self.timed else None)
        if family.is_ruled:
            visibility(type(self.state), self.state.seats).judge(tell, self.state)
        self.heard.append(tell)

    def __call__(self, told: tuple[Family, tuple[int, ...]]) -> None:
        """What `emit` calls."""
        family, params = told
        seat = params[0] if family.names_seat else SPECTATOR
        self.tell(family, seat, tuple(map(int, params)))


def carry_out(game: Game, state: Position, entry: Entry, heard: list[Tell] | None) -> None:
    """Changes a state as an entry says; what is told by it goes to `heard`."""
    rules = game.interpreted
    if game.State.timed:
        state.now = entry.at
    if heard is not None:
        listener = Listener(game, state, heard)
        if entry.sort != "time":
            family = (game.actions if entry.sort == "action" else game.chance).family(entry.code)
            seat = entry.seat if entry.sort == "action" else getattr(state, family.whose) if family.whose else SPECTATOR
            listener.tell(family, seat, family.values(entry.code))
        state._told = listener
    try:
        if entry.sort == "action":
            rules.apply(state, entry.seat, entry.code)
        elif entry.sort == "chance":
            rules.happen(state, entry.code)
        elif rules.due(state) != NEVER and rules.due(state) <= state.now:
            rules.elapse(state)
    finally:
        state._told = None
