"""The one projection. Whatever a viewer gets (view, events) is built here, cell by cell, from what the declarations allow.

A rule audience is judged on the viewer's own projection, in a fixed order: first the viewer's own rows, where a rule may look
only at fields without rules; then all other cells, where a rule may also look at the viewer's own rows. A rule that touches
anything unseen says no by that. So no rule can leak: its answer depends on nothing that the viewer does not see. The rule of
something told (an action, an outcome, an event) is judged last, and may look at all that the viewer sees at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import Any

from .audience import SPECTATOR, Audience, everyone, fixed, nobody
from .fields import Field, Position, cells, get_cell, spell, spell_all, spell_none
from .moves import Family

NOBODY: dict[int, dict[str, Any] | None] = {}
NOT_ASKED: Any = object()
OWN_ROWS, OTHER_CELLS, EVERYTHING = 0, 1, 2


class Unseen(Exception):
    """A rule touched something that its viewer cannot see."""


def sees(state: Position, viewer: int, field: Field, index: tuple[int, ...], stage: int = EVERYTHING) -> bool:
    """Whether a viewer may know this cell."""
    predicate = field.to.predicate
    if predicate is None:
        return fixed(field.to, viewer, index[0] if index else SPECTATOR)
    is_own = bool(index) and index[0] == viewer
    if stage == OWN_ROWS or (stage == OTHER_CELLS and not is_own):
        return False
    try:
        return bool(predicate(Projection(state, viewer, OWN_ROWS if is_own else OTHER_CELLS), viewer, *index))
    except Unseen:
        return False


class Projection:
    """What one viewer sees of a state, as rules of audience see it: reading anything else raises Unseen."""

    __slots__ = ("_stage", "_state", "_viewer")

    def __init__(self, state: Position, viewer: int, stage: int) -> None:
        self._state = state
        self._viewer = viewer
        self._stage = stage

    def __getattr__(self, name: str) -> Any:
        if name == "seats":
            return self._state.seats
        field = type(self._state).fields.get(name)
        if field is None:
            raise AttributeError(f"the state has no field {name}")
        return Row(self, field, ()) if field.per else self._cell(field, ())

    def _cell(self, field: Field, index: tuple[int, ...]) -> int:
        if not sees(self._state, self._viewer, field, index, self._stage):
            raise Unseen
        return int(get_cell(self._state, field.name, index))


class Row:
    """An axis of a field in a projection."""

    __slots__ = ("_field", "_index", "_projection")

    def __init__(self, projection: Projection, field: Field, index: tuple[int, ...]) -> None:
        self._projection = projection
        self._field = field
        self._index = index

    def __len__(self) -> int:
        return self._field.shape[len(self._index)]

    def __getitem__(self, position: Any) -> Any:
        if not isinstance(position, int) or not 0 <= position < len(self):
            raise Unseen  # a spectator has no row of its own
        index = (*self._index, position)
        if len(index) < len(self._field.per):
            return Row(self._projection, self._field, index)
        return self._projection._cell(self._field, index)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))


def view(state: Position, viewer: int) -> dict[str, Any]:
    """What a viewer may know of a state, as JSON; null is what is hidden from this viewer."""
    return {"seats": state.seats} | {name: shown(state, viewer, name) for name in type(state).fields}


def shown(state: Position, viewer: int, name: str) -> Any:
    """The same of one field."""
    field = type(state).fields[name]
    if field.to is everyone:
        return spell_all(field, state.seats, getattr(state, name))
    if field.to is nobody:
        return spell_none(field, state.seats)
    if field.to.predicate is None:  # by row: the owner's or the opposite one
        return [
            spell_all(field, state.seats, row, 1)
            if fixed(field.to, viewer, seat)
            else spell_none(field, state.seats, 1)
            for seat, row in enumerate(getattr(state, name)[: state.seats])
        ]
    return spell(field, state.seats, _shower(state, viewer, name, field))


def _shower(state: Position, viewer: int, name: str, field: Field) -> Callable[[tuple[int, ...]], Any]:
    kind = field.kind

    def cell(index: tuple[int, ...]) -> Any:
        return kind.json(get_cell(state, name, index)) if sees(state, viewer, field, index) else None

    return cell


def visible_cells(state: Position, viewer: int) -> set[tuple[str, tuple[int, ...]]]:
    """Which cells a viewer sees now."""
    return {
        (name, index)
        for name, field in type(state).fields.items()
        for index in cells(field, state.seats)
        if sees(state, viewer, field, index)
    }


def hears(state: Position, to: Audience, viewer: int, named: tuple[int, ...]) -> bool:
    """Whether a rule says that a viewer is told something that names these."""
    assert to.predicate is not None
    try:
        return bool(to.predicate(Projection(state, viewer, EVERYTHING), viewer, *named))
    except Unseen:
        return False


class Tell:
    """Something that happened, with the viewers it is told to. `seat` is whose it is (SPECTATOR: nobody's)."""

    __slots__ = ("_common", "_whole", "at", "family", "heard", "number", "seat", "values")

    def __init__(self, family: Family, seat: int, values: tuple[Any, ...], at: int | None) -> None:
        self.family = family
        self.seat = seat
        self.values = values  # numbers; in a preview some may be hidden
        self.at = at  # None in a game without time
        self.number = -1  # of the entry that told it
        self._whole: dict[str, Any] | None = None  # once it was asked for: all who are told everything share it
        self._common: Any = NOT_ASKED  # once it was asked for, without rules: as all are told it who have no part in it
        self.heard: list[int | None] | None = None  # with rules: bits of viewers for the family and for each parameter

    def judge(self, state: Position, viewers: Collection[int] | None = None) -> None:
        """Settles audiences that are rules, on the state as it is now; for all viewers, or for those who matter."""
        if not self.family.is_ruled:
            return
        if viewers is None:
            viewers = range(SPECTATOR, state.seats)
        audiences, named = self.family.audiences, self.named
        self.heard = [None if to is None else self._listeners(state, to, named, viewers) for to in audiences]

    @property
    def named(self) -> tuple[int, ...]:
        """What rules of audience are asked about."""
        return self.values if self.family.sort == "event" else (self.seat, *self.values)

    def _listeners(self, state: Position, to: Audience, named: tuple[int, ...], viewers: Collection[int]) -> int:
        bits = 0
        for viewer in viewers:
            is_told = fixed(to, viewer, self.seat) if to.predicate is None else hears(state, to, viewer, named)
            bits |= int(is_told) << (viewer + 1)
        return bits

    def _hears(self, which: int, to: Audience | None, viewer: int) -> bool:
        if to is None:
            return True
        if self.heard is not None:
            return bool((self.heard[which] or 0) >> (viewer + 1) & 1)
        return fixed(to, viewer, self.seat)

    def told_to(self, viewer: int) -> bool:
        return self._hears(0, self.family.to, viewer)

    def versions(self, viewers: Collection[int]) -> tuple[dict[str, Any] | None, dict[int, dict[str, Any] | None]]:
        """As it is told to most, and to those of these viewers who are told something else."""
        if self.family.is_open:
            return self.whole(), NOBODY
        if self.heard is not None:
            bits = self.heard[0] or 0
            return None, {
                viewer: self._json(viewer) for viewer in viewers if bits >> (viewer + 1) & 1
            } if bits else NOBODY
        more = (self.seat, 1 - self.seat) if self.family.is_duel else (self.seat,)  # the owner and the opposite
        return self.json(SPECTATOR), {seat: self._json(seat) for seat in more if seat >= 0 and seat in viewers}

    def json(self, viewer: int) -> dict[str, Any] | None:
        """As a viewer is told it, or None if it is not told at all; null is a parameter hidden from this viewer. To be read, not to be
        changed: all who are told the same share it."""
        family = self.family
        if family.is_open:
            return self.whole()
        if self.heard is not None or viewer == self.seat or (family.is_duel and viewer == 1 - self.seat):
            return self._json(viewer)
        if self._common is NOT_ASKED:
            self._common = self._json(SPECTATOR)
        told: dict[str, Any] | None = self._common
        return told

    def _json(self, viewer: int) -> dict[str, Any] | None:
        if not self.told_to(viewer):
            return None
        if self.family.is_whole:
            return self.whole()
        told = front(self.family, self.seat, self.at)
        for which, (part, value) in enumerate(zip(self.family.parts, self.values, strict=True), 1):
            told[part.name] = part.json(value) if part.to is None or self._hears(which, part.to, viewer) else None
        return told

    def whole(self) -> dict[str, Any]:
        """With all its parameters; to be read, not to be changed."""
        if self._whole is None:
            told_whole = whole_lately if self.at is None else whole  # what comes with a time comes once
            self._whole = told_whole(self.family, self.seat, self.values, self.at)
        return self._whole


def front(family: Family, seat: int, at: int | None) -> dict[str, Any]:
    """How it begins, whoever is told it."""
    told: dict[str, Any] = {"event": family.name}
    if at is not None:
        told["at"] = at
    if family.sort != "event" and seat != SPECTATOR:
        told["seat"] = seat
    return told


def whole(family: Family, seat: int, values: tuple[Any, ...], at: int | None) -> dict[str, Any]:
    """Something that happened, with all its parameters; to be read, not to be changed."""
    told = front(family, seat, at)
    for part, value in zip(family.parts, values):
        told[part.name] = part.json(value)
    return told


whole_lately = lru_cache(maxsize=4096)(whole)  # the same happens again and again, at one table and at others
