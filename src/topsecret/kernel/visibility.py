"""Which cells each viewer sees, remembered.

Judging every rule of audience on every cell is what makes a view costly. A rule depends on nothing but the cells that it reads, so
its answers are remembered by the values of those cells: a position that agrees in them has the same answers. The answers come
from `view.sees` and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from operator import attrgetter, is_not
from threading import RLock
from typing import Any

from .audience import SPECTATOR, Audience, everyone, fixed, nobody
from .fields import Position, cells, spell_none, speller
from .generated import run
from .names import Names, Seats, texts
from .seers import Cell, EverybodySees, Reading, Visible
from .view import Tell, hears, sees

MOST_REMEMBERED = 1024  # answers of one question
MOST_ALIKE = 8192
MOST_QUESTIONS = 2048
EVERYBODY = -1  # all bits


VisibleCells = tuple[EverybodySees, ...]  # of each private field


class Memory:
    """Answers of one question about positions, by the values of the cells that it depends on."""

    def __init__(self, lock: RLock) -> None:
        self._lock = lock
        self._known: tuple[tuple[Cell, ...], Callable[[Position], Any], dict[Any, Any]] = ((), key_of(()), {})
        self._sources: list[tuple[Cell, ...]] = []

    @property
    def depends(self) -> tuple[Cell, ...]:
        return self._known[0]

    def recall(self, state: Position) -> Any:
        """The answer, if it is known."""
        _, key, answers = self._known
        return answers.get(key(state))

    def ask(self, state: Position, work_out: Callable[[dict[Cell, None]], Any]) -> Any:
        found = self.recall(state)
        if found is None:
            with self._lock:
                found = self._learn(state, work_out)
        return found

    def remember(self, state: Position, found: Any, sources: list[tuple[Cell, ...]]) -> None:
        """An answer that was put together from others, which depend on these."""
        if len(sources) != len(self._sources) or any(map(is_not, sources, self._sources)):
            with self._lock:
                depends = tuple(dict.fromkeys(cell for source in sources for cell in source))
                self._known, self._sources = (depends, key_of(depends), {}), sources
        _, key, answers = self._known
        if len(answers) >= MOST_REMEMBERED:
            answers.clear()
        answers[key(state)] = found

    def _learn(self, state: Position, work_out: Callable[[dict[Cell, None]], Any]) -> Any:
        read: dict[Cell, None] = {}
        found = work_out(read)
        depends, key, answers = self._known
        if not read.keys() <= set(depends):  # these values led the rules to other cells: what was known is not enough
            depends, answers = tuple(dict.fromkeys((*depends, *read))), {}
            key = key_of(depends)
        if len(answers) >= MOST_REMEMBERED:
            answers = {}
        answers[key(state)] = found
        self._known = depends, key, answers
        return found


@lru_cache(maxsize=4096)
def key_of(depends: tuple[Cell, ...]) -> Callable[[Position], Any]:
    """What gives the values of these cells."""
    if depends and not any(index for _, index in depends):
        return attrgetter(*(name for name, _ in depends))
    values = "".join(f"state.{name}{''.join(f'[{i}]' for i in index)}, " for name, index in depends)
    space: dict[str, Any] = {}
    run(f"def key(state):\n    return ({values})\n", "cells", space)
    key: Callable[[Position], Any] = space["key"]
    return key


class Visibility:
    """What each viewer sees of the positions of one game with so many seats."""

    def __init__(self, state: type[Position], seats: int) -> None:
        self.seats = seats
        self.fields = state.fields
        self.viewers = range(SPECTATOR, seats)
        self.public = {name: field for name, field in state.fields.items() if field.to is everyone}
        self.private = {name: field for name, field in state.fields.items() if field.to not in (everyone, nobody)}
        self.ruled = {name: field for name, field in self.private.items() if field.to.predicate is not None}
        self._reader = type(
            "Reading", (Reading,), {"fields": state.fields}
        )  # rules of audience look their fields up there
        self.put = {name: speller(field, seats) for name, field in self.public.items()}
        lock = RLock()  # several threads may look at matches
        self._glances = Memory(lock)
        self._all = {name: Memory(lock) for name in self.ruled}
        self._by_viewer = {name: [Memory(lock) for _ in self.viewers] for name in self.ruled}
        self._heard: dict[tuple[Audience, int, tuple[int, ...]], Memory] = {}  # who is told what, by what it says
        self._lock = lock
        self._same: dict[Any, Any] = {}  # equal answers are one object
        self._rows = {
            name: EverybodySees(
                self._shape([fixed(field.to, viewer, seat) for seat in range(seats)]) for viewer in self.viewers
            )
            for name, field in self.private.items()
            if name not in self.ruled
        }

    def of(self, state: Position, name: str) -> EverybodySees:
        """What everybody sees of a private field; the same object as long as nothing has changed."""
        if name in self._rows:
            return self._rows[name]
        memory = self._all[name]
        known = memory.recall(state)
        if known is not None:
            return known  # type: ignore[no-any-return]

        found, ones = [], self._by_viewer[name]
        for viewer, one in zip(self.viewers, ones):
            answer = one.recall(state)
            if answer is None:
                answer = one.ask(state, partial(self._judge, state, viewer, name))
            found.append(answer)
        visible: EverybodySees = self._kept(EverybodySees(found))
        memory.remember(state, visible, [one.depends for one in ones])
        return visible

    def view(self, state: Position, viewer: int) -> dict[str, Any]:
        """The same as `view.view`, and much quicker."""
        shown: dict[str, Any] = {"seats": state.seats}
        for name, field in self.fields.items():
            if name in self.private:
                shown[name] = self.spell(name, getattr(state, name), self.of(state, name)[viewer + 1])
            elif name in self.public:
                shown[name] = self.put[name](getattr(state, name))
            else:
                shown[name] = spell_none(field, self.seats)
        return shown

    def visible_cells(self, state: Position) -> VisibleCells:
        """The same for all private fields, in their order; one object as long as nothing has changed in any."""
        known = self._glances.recall(state)
        if known is not None:
            return known  # type: ignore[no-any-return]

        visible_cells: VisibleCells = self._kept(tuple([self.of(state, name) for name in self.private]))
        self._glances.remember(state, visible_cells, [memory.depends for memory in self._all.values()])
        return visible_cells

    def judge(self, tell: Tell, state: Position) -> None:
        """The same as `tell.judge` for all who are told it, and much quicker."""
        named, (first, *parts) = tell.named, tell.family.audiences
        told = None if first is None else self._listeners(tell, first, named, state, EVERYBODY)
        among = EVERYBODY if told is None else told
        tell.heard = [told, *(None if to is None else self._listeners(tell, to, named, state, among) for to in parts)]

    def _listeners(self, tell: Tell, to: Audience, named: tuple[int, ...], state: Position, among: int) -> int:
        bits = 0
        for viewer in self.viewers:
            if not among >> (viewer + 1) & 1:
                continue
            is_told: bool | None
            if to.predicate is None:
                is_told = fixed(to, viewer, tell.seat)
            else:
                memory = self._heard.get((to, viewer, named))
                if memory is None:
                    if len(self._heard) >= MOST_QUESTIONS:  # only speed depends on it
                        self._heard = {}
                    memory = self._heard[to, viewer, named] = Memory(self._lock)
                is_told = memory.recall(state)
                if is_told is None:
                    is_told = memory.ask(state, partial(self._hears, state, to, viewer, named))
            if is_told:
                bits |= 1 << (viewer + 1)
        return bits

    def _hears(
        self, state: Position, to: Audience, viewer: int, named: tuple[int, ...], read: dict[Cell, None]
    ) -> bool:
        reading: Any = self._reader(state, self.fields, read)
        return hears(reading, to, viewer, named)

    def _judge(self, state: Position, viewer: int, name: str, read: dict[Cell, None]) -> Visible:
        field = self.fields[name]
        reading: Any = self._reader(state, self.fields, read)
        seen = [sees(reading, viewer, field, index) for index in cells(field, self.seats)]
        if len(field.per) < 2:
            return self._shape(seen) if field.per else seen[0]
        width = field.shape[1] if field.per[1] is not Seats else self.seats
        return self._shape([self._shape(seen[at : at + width]) for at in range(0, len(seen), width)])

    def _shape(self, row: list[Any]) -> Visible:
        return all(row) if all(one is row[0] for one in row) and isinstance(row[0], bool) else self._kept(tuple(row))

    def _kept(self, answer: tuple[Any, ...]) -> Any:
        if len(self._same) >= MOST_ALIKE:  # only speed depends on it
            self._same = {}
        return self._same.setdefault(answer, answer)

    def spell(self, name: str, value: Any, visible: Visible, depth: int = 0) -> Any:
        """A private field (from an axis on) as JSON, for a viewer who sees this much of it."""
        field = self.fields[name]
        if visible is True:
            return speller(field, self.seats, depth)(value)
        if visible is False:
            return spell_none(field, self.seats, depth)
        axis = field.per[depth]
        if depth == len(field.per) - 1:
            json = field.kind.json
            row = [json(part) if seen else None for part, seen in zip(value, visible, strict=False)]
        else:
            row = [self.spell(name, part, seen, depth + 1) for part, seen in zip(value, visible, strict=False)]
        return dict(zip(texts(axis), row, strict=True)) if isinstance(axis, type) and issubclass(axis, Names) else row


def shows_more(before: VisibleCells, after: VisibleCells) -> bool:
    """Whether some viewer sees a cell that it did not see before."""
    return before is not after and any(
        now is not then and any(map(uncovers, then, now)) for then, now in zip(before, after)
    )


def uncovers(then: Visible, now: Visible) -> bool:
    """Whether something is visible now that was not."""
    if then is True or now is False or then is now:
        return False
    if then is False or now is True:
        return True
    return any(map(uncovers, then, now))


@lru_cache(maxsize=256)
def visibility(state: type[Position], seats: int) -> Visibility:
    """Shared by all matches of a game with so many seats."""
    return Visibility(state, seats)
