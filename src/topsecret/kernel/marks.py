"""Remembered positions of a match, so that looking back does not fold the whole log."""

from __future__ import annotations

from .fields import Position

FAR_BACK = 128  # entries between positions that are kept for good


class Marks:
    """The positions before some entries: the last action of each seat, which an undo asks for, and one in many."""

    def __init__(self, begin: Position) -> None:
        self._kept = [(0, begin)]
        self._last: dict[int, tuple[int, Position]] = {}

    def set(self, number: int, seat: int, before: Position) -> None:
        """An action of this seat is about to be entered under this number."""
        copy = before.copy()
        self._last[seat] = (number, copy)
        if number - self._kept[-1][0] >= FAR_BACK:
            self._kept.append((number, copy))

    def forget_after(self, number: int) -> None:
        """What came after this entry is no longer as it was."""
        self._kept = [mark for mark in self._kept if mark[0] <= number]
        self._last = {seat: mark for seat, mark in self._last.items() if mark[0] <= number}

    def before(self, number: int) -> Position | None:
        """The position before this entry, if it is remembered: to be looked at, not to be changed."""
        return next((position for mark, position in self._last.values() if mark == number), None)

    def nearest(self, number: int) -> tuple[int, Position]:
        """The latest remembered position that is not after this entry, as a copy to go on with."""
        marks = [*self._kept, *self._last.values()]
        found, position = max((mark for mark in marks if mark[0] <= number), key=lambda mark: mark[0])
        return found, position.copy()
