"""Who sees what of a field, and which cells that depends on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .audience import SPECTATOR
from .fields import Field, Position

Cell = tuple[str, tuple[int, ...]]
Visible = Any  # True: all of it, False: nothing; else a tuple with one of these for each row or cell


class Reading:
    """Stands in for a position while a rule is judged, and notes which cells are read."""

    def __init__(self, state: Position, fields: dict[str, Field], read: dict[Cell, None]) -> None:
        self._state = state
        self._fields = fields
        self._read = read

    def __getattr__(self, name: str) -> Any:
        if name == "seats":
            return self._state.seats
        value = getattr(self._state, name)
        if self._fields[name].per:
            return ReadingRow(self, name, value, ())
        self._read[name, ()] = None
        return value


class ReadingRow:
    def __init__(self, reading: Reading, name: str, row: Any, index: tuple[int, ...]) -> None:
        self._reading = reading
        self._name = name
        self._row = row
        self._index = index

    def __getitem__(self, position: int) -> Any:
        index, value = (*self._index, position), self._row[position]
        if len(index) < len(self._reading._fields[self._name].per):
            return ReadingRow(self._reading, self._name, value, index)
        self._reading._read[self._name, index] = None
        return value


class EverybodySees(tuple[Visible, ...]):
    """What the spectator, seat 0, seat 1 … see of one field."""

    def __init__(self, _: Iterable[Visible]) -> None:
        self._seers: dict[tuple[int, ...], tuple[int, ...]] = {}  # by rows, as far as somebody asked

    def seers(self, rows: tuple[int, ...]) -> tuple[int, ...]:
        """The viewers who see anything of these rows, or of a field without rows."""
        if rows not in self._seers:
            self._seers[rows] = tuple(viewer for viewer, seen in enumerate(self, SPECTATOR) if sees_any(seen, rows))
        return self._seers[rows]


def sees_any(visible: Visible, rows: tuple[int, ...]) -> bool:
    if isinstance(visible, bool):
        return visible
    return any(visible[row] is not False for row in rows if row < len(visible))
