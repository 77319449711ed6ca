"""The entries of a match, and what follows from them: the position, its fingerprints, and everything that was told.

To be read by whoever shows, repeats or analyses a match; only `Match.enter` adds to it. Nothing in it is ever changed, only added to
(`position` apart), so that a fork shares what it holds with the match that it comes from.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import overload

from .fields import Position
from .game import Game
from .log import Entry, Moment, Undone, carry_out
from .marks import Marks
from .view import Tell
from .visibility import VisibleCells, visibility


class Entries(Sequence[Entry]):
    """All entries in order. What was taken back stays in the log and no longer counts: it is not in `standing`."""

    def __init__(
        self,
        game: Game,
        begin: Position,
        position: Position | None = None,
        packed: bytes = b"",
        marks: Marks | None = None,
    ) -> None:
        """None yet; or, for those who go on from a later position: theirs, the same packed, and what is remembered."""
        self.game = game
        self.begin = begin  # the position before the first entry
        self.position = begin.copy() if position is None else position  # and after the last: to be read only
        self.packed = packed or begin.packed()  # the same, small
        self.before = begin  # and before the last
        self.changed: list[str] = []  # the fields that the last has changed
        self.standing: list[int] = []  # the numbers of the actions, outcomes and moments that count
        self.hashes: list[str] = []  # the fingerprints of the positions after each entry
        self.told: list[Tell | Undone] = []  # to anybody, in order; what it is for a viewer is in its SeenLog
        self._all: list[Entry] = []
        self._pieces: list[bytes] = []  # what is packed, field by field; none as long as nothing is added
        self._marks = Marks(begin) if marks is None else marks
        self._who: int | None = None  # once they were asked
        self._visible_cells: VisibleCells | None = None

    def fork(self) -> Entries:
        """The same entries, to go on from here on their own."""
        fork = Entries(self.game, self.begin, self.position.copy(), self.packed, self._marks.fork())
        fork.standing, fork.hashes, fork.told = self.standing.copy(), self.hashes.copy(), self.told.copy()
        fork._all, fork._who, fork._visible_cells = self._all.copy(), self._who, self._visible_cells
        return fork

    def moment(self) -> Moment:
        """The place that was reached by now."""
        return Moment(len(self._all), len(self.told), self.packed)

    def as_of(self, moment: Moment) -> Entries:
        """The entries up to then, as they stood, to be read."""
        position = self.begin.unpacked(moment.packed)
        then = Entries(self.game, self.begin, position, moment.packed, self._marks.fork())
        since = {gone.number for tell in self.told[moment.told :] if isinstance(tell, Undone) for gone in tell.tells}
        then.standing = self.standing[: bisect_left(self.standing, moment.entries)]
        then.standing = sorted([*then.standing, *(number for number in since if number < moment.entries)])
        then.hashes, then.told = self.hashes[: moment.entries], self.told[: moment.told]
        then._all = self._all[: moment.entries]
        return then

    # reading

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        return self._all[index]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._all)

    def stands(self, number: int) -> bool:
        """Whether an entry counts; an undo never does."""
        at = bisect_left(self.standing, number)
        return at < len(self.standing) and self.standing[at] == number

    def who(self) -> int:
        """Whose turn it is, as the rules say it; asked once for each position of a game without time."""
        if self._who is None or self.game.State.timed:
            self._who = int(self.game.interpreted.actors(self.position))
        return self._who

    def position_after(self, length: int) -> Position:
        """The position after the first entries, as they stand now; a copy."""
        near, state = self._marks.nearest(length)
        standing = self.standing
        for number in standing[bisect_left(standing, near) : bisect_left(standing, length)]:
            carry_out(self.game, state, self._all[number], None)
        return state

    def told_by(self, number: int) -> Iterator[Tell]:
        """What an entry told, looked for from the end: late entries are asked about most."""
        for tell in reversed(self.told):
            if tell.number < number:
                return
            if tell.number == number and isinstance(tell, Tell):
                yield tell

    def visible_cells(self) -> VisibleCells:
        """How much everybody sees of the fields that have rules; asked once for each position of a game without time."""
        if self._visible_cells is None or self.game.State.timed:
            self._visible_cells = self._visibility(self.position)
        return self._visible_cells

    def visible_before(self, number: int) -> VisibleCells:
        """The same before an entry."""
        mark = self._marks.before(number)
        if mark is None:
            return self._visibility(self.position_after(number))
        return mark.visible_cells or self._visibility(self.begin.unpacked(mark.packed))

    def visible_after(self, number: int) -> VisibleCells:
        """The same after an entry and before anything that came after it."""
        if number == len(self._all) - 1:
            return self.visible_cells()
        state = self.position_after(number)
        carry_out(self.game, state, self._all[number], None)
        return self._visibility(state)

    def _visibility(self, state: Position) -> VisibleCells:
        return visibility(self.game.State, state.seats).visible_cells(state)

    # adding

    def carry_out(self, entry: Entry) -> None:
        """Adds an action, an outcome or a moment, and what it does."""
        number = len(self._all)
        self._remember()
        if entry.sort == "action" and not self.game.State.timed:  # what is done in time is never taken back
            self._marks.set(number, entry.seat, self.packed, self.visible_cells())
        heard: list[Tell] = []
        carry_out(self.game, self.position, entry, heard)
        for tell in heard:
            tell.number = number
        self.told += heard
        self.standing.append(number)
        self._add(entry)

    def take_back(self, entry: Entry, gone: Sequence[int]) -> None:
        """Adds an undo, by which these entries no longer count."""
        self._remember()
        self._strike(gone)
        self.position = self.position_after(len(self._all))
        struck = [tell for number in gone for tell in self.told_by(number)]
        self.told.append(Undone(len(self._all), entry.seat, struck))
        self._add(entry)

    def take_up(
        self,
        entries: Sequence[Entry],
        struck: Mapping[int, Sequence[int]],
        told: Sequence[Tell | Undone],
        hashes: Sequence[str],
        position: Position,
    ) -> None:
        """Adds entries that were carried out before, with all that came of them; `struck`: what each undo took back."""
        for number, entry in enumerate(entries, len(self._all)):
            if entry.sort == "undo":
                self._strike(struck[number])
            else:
                self.standing.append(number)
        self._all += entries
        self.told += told
        self.hashes += hashes
        self.position, self.packed, self.changed, self._pieces = position, position.packed(), [], []
        self._who = self._visible_cells = None
        self._marks.keep(len(self._all), self.packed)

    def _strike(self, gone: Sequence[int]) -> None:
        for number in gone:
            del self.standing[bisect_left(self.standing, number)]  # near the end
        self._marks.forget_after(min(gone))

    def _remember(self) -> None:
        """The position is about to change. Nearly all of it stays the same, so only what differs is copied, and packed, each time."""
        if not self._pieces:
            self.before, self._pieces = self.position.copy(), self.position.pieces()
            return
        before, position, copy_of = self.before, self.position, self.position.copy_of
        for name in self.changed:
            setattr(before, name, copy_of[name](getattr(position, name)))

    def _add(self, entry: Entry) -> None:
        self._all.append(entry)
        self._who = self._visible_cells = None
        position, pieces, piece_of = self.position, self._pieces, self.position.piece_of
        self.changed = position.differences(self.before)
        for name in (*self.changed, "now") if position.timed else self.changed:  # time also passes between entries
            at, pack = piece_of[name]
            pieces[at] = pack(position)
        self.packed = b"".join(pieces)
        self.hashes.append(self.position.fingerprint_of(self.packed))
