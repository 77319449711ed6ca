"""Remembered positions of a match, so that looking back does not fold the whole log."""

from __future__ import annotations

from typing import NamedTuple

from .fields import Position
from .visibility import VisibleCells

FAR_BACK = 128  # entries between positions that are kept for good


class Mark(NamedTuple):
    """The position before an entry, packed, and how much everybody saw of it."""

    number: int
    packed: bytes
    visible_cells: VisibleCells | None  # not of the beginning


class Marks:
    """The positions before some entries: the last action of each seat, which an undo asks for, and one in many."""

    def __init__(self, begin: Position, like: Marks | None = None) -> None:
        """The beginning alone; or what is remembered by others of the same match."""
        self._begin = begin
        self._kept: list[Mark] = [Mark(0, begin.packed(), None)] if like is None else like._kept.copy()
        self._last: dict[int, Mark] = {} if like is None else like._last.copy()

    def fork(self) -> Marks:
        """The same, to go on from here on their own."""
        return Marks(self._begin, like=self)

    def set(self, number: int, seat: int, before: bytes, visible_cells: VisibleCells) -> None:
        """An action of this seat is about to be entered under this number."""
        mark = self._last[seat] = Mark(number, before, visible_cells)
        if number - self._kept[-1].number >= FAR_BACK:
            self._kept.append(mark)

    def keep(self, number: int, before: bytes) -> None:
        """The position before this entry is kept for good."""
        self._kept.append(Mark(number, before, None))

    def forget_after(self, number: int) -> None:
        """What came after this entry is no longer as it was."""
        self._kept = [mark for mark in self._kept if mark.number <= number]
        self._last = {seat: mark for seat, mark in self._last.items() if mark.number <= number}

    def before(self, number: int) -> Mark | None:
        """The position before this entry, if it is remembered."""
        return next((mark for mark in self._last.values() if mark.number == number), None)

    def nearest(self, number: int) -> tuple[int, Position]:
        """The latest remembered position that is not after this entry, to go on with."""
        found = max((mark for mark in (*self._kept, *self._last.values()) if mark.number <= number), key=number_of)
        return found.number, self._begin.unpacked(found.packed)


def number_of(mark: Mark) -> int:
    return mark.number
