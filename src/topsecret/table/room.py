"""A table that is being played at: one thing after the other, and on the disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from topsecret.kernel.errors import CannotUndo, NotYourTurn
from topsecret.kernel.lens import Lens
from topsecret.kernel.match import CHANCE, Match

from . import records as r
from . import seating
from .acts import Act, Acts, Confirm
from .crowd import Crowd, Nobody
from .errors import NotSaved, TableError
from .journal import Clock, Journal
from .names import clean
from .papers import NOTHING, Papers
from .table import Seat, Table

log = logging.getLogger("topsecret.table")

MOST_RECORDS = 20_000  # of one table


class Turn:
    """The room is one's own for a while. What may be ahead of the disk is read anew first."""

    def __init__(self, room: Room) -> None:
        self.room = room

    async def __aenter__(self) -> None:
        room = self.room
        await room.lock.acquire()
        try:
            if room.closed:
                raise NotSaved("the table has left memory; try again")
            if room.stale:
                await room.read_anew()
            room.used = room.clock.now()
        except BaseException:
            room.lock.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.room.lock.release()


class Room:
    """One table in memory. Whoever reads or changes it does so in its `turn`; so nobody ever sees what is not on the disk yet."""

    def __init__(self, table: Table, kept: dict[str, bytes], journal: Journal, clock: Clock) -> None:
        self.table = table
        self.journal = journal
        self.clock = clock
        self.lock = asyncio.Lock()
        self._turn = Turn(self)
        self.crowd: Crowd = Nobody()
        self.rng = random.Random(secrets.token_bytes(16))
        self.papers = Papers(table.code, kept, journal)
        self.moved: Callable[[], None] = lambda: None  # called when somebody else's turn may have come
        self.used = clock.now()
        self.closed = False  # it has left memory: whoever still has it must find it again
        self.stale = False  # memory may be ahead of the disk
        self.version = 0  # grows with every change of the match
        self.viewers: list[int | None] = []  # who is followed
        self.lens: Lens | None = None
        self._legal: dict[int, list[dict[str, Any]]] = {}
        self._undoable: dict[int, bool] = {}
        self._acts = Acts(self)
        self._look()

    def _look(self) -> None:
        self.lens = Lens(self.table.match, self.viewers) if self.table.match is not None else None
        self._played(None)

    def watch(self, viewer: int | None) -> None:
        """In a turn: from now on the crowd is told what this viewer may know."""
        if viewer not in self.viewers:
            self.viewers.append(viewer)
            self.viewers.sort(key=lambda one: -1 if one is None else one)
            if self.lens is not None:
                self.lens.follow(viewer)

    def unwatch(self, viewer: int | None) -> None:
        if viewer in self.viewers:
            self.viewers.remove(viewer)
            if self.lens is not None:
                self.lens.forget(viewer)

    @property
    def code(self) -> str:
        return self.table.code

    # writing

    def turn(self) -> Turn:
        """One thing after the other: `async with room.turn()`."""
        return self._turn

    async def _commit(self, *records: r.Record) -> None:
        """Writes records and folds them in; raises NotSaved, and then nothing has changed."""
        if not isinstance(records[-1], r.Acted | r.Undone):  # these were asked before they were played
            self._need_paper()
        try:
            await self.journal.append(self.code, [r.written(record) for record in records])
        except NotSaved:
            raise
        except BaseException:  # whether it was written is not known
            self.stale = True
            raise
        for record in records:
            self.table.fold(record)

    def _need_paper(self, most: int = MOST_RECORDS // 2) -> None:
        """No log grows without end; the second half of it is for actions alone, so that every match can come to its end."""
        if self.table.records >= most:
            raise TableError("too_many", "the log of this table is too long for that")

    async def read_anew(self) -> None:
        """Throws away what is in memory and folds the log again. Should more be on the disk than was told, everybody gets all of it."""
        told = self.table.records
        entries, _ = await self.journal.read(self.code)
        self.table = await asyncio.to_thread(Table.of, entries)
        self.stale = False
        self._look()
        if self.table.records != told:
            self.crowd.table_changed()
            self.crowd.begins()
            self.moved()

    async def give_up(self) -> None:
        """After a failure in the middle of an action."""
        self.stale = True
        try:
            await self.read_anew()
        except TableError as problem:
            log.warning("a table cannot be read anew yet: %s", problem)

    # sitting down and arranging

    async def join(self, name: str, seat: int | None, key: str) -> int:
        async with self.turn():
            record = seating.sit(self.table, name, seat, key)
            records: list[r.Record] = [record]
            if not self.table.persons and record.seat != self.table.host:
                records.append(r.Left(self.table.host, record.seat))  # whoever comes into an empty room is host
            await self._commit(*records)
            self.crowd.table_changed()
            return record.seat

    async def hold(self, seat: int, key: str, may: Callable[[Seat], bool]) -> bool:
        """One more device holds this seat, if whoever sits there now is the one for whom that was asked."""
        async with self.turn():
            sitting = self.table.seats[seat : seat + 1]
            if not sitting or sitting[0].kind != "person" or not may(sitting[0]):
                return False
            await self._commit(r.Held(seat, key))
            return True

    async def rename(self, seat: int, name: str) -> None:
        async with self.turn():
            seating.need_person(self.table, seat)
            record = seating.rename(self.table, seat, name)
            if record is not None:
                await self._commit(record)
                self.crowd.table_changed()

    async def arrange(self, seat: int, seats: int | None, options: dict[str, Any] | None) -> None:
        async with self.turn():
            await self._commit(seating.arrange(self.table, seat, seats, options))
            self.crowd.table_changed()

    async def set_bot(self, host: int, seat: int, bot: str) -> None:
        async with self.turn():
            await self._commit(seating.set_bot(self.table, host, seat, bot, self.rng))
            self.crowd.table_changed()

    async def remove(self, host: int, seat: int) -> None:
        async with self.turn():
            await self._vacate(seating.remove(self.table, host, seat))

    async def leave(self, seat: int) -> None:
        async with self.turn():
            await self._vacate(seating.leave(self.table, seat))

    async def _vacate(self, left: r.Left) -> None:
        await self.papers.burn(left.seat)
        await self._commit(left)
        self.crowd.gone(left.seat)
        self.crowd.table_changed()

    async def start(self, host: int) -> None:
        async with self.turn():
            filled = seating.fill(self.table, host, self.rng)
            secret = secrets.token_hex(32)
            match = self.table.new_match(secret, [])
            match.settle()
            lines, hashes = match.recorded(0)
            await self._commit(*filled, r.Started(secret, [], match.game.version, lines, hashes, self.clock.wall()))
            self.table.match = match
            self._look()
            self.crowd.table_changed()
            self.crowd.begins()
            self.moved()

    # playing

    def act(self, seat: int, client: str, id: int, action: Any, confirm: Confirm) -> Coroutine[Any, Any, None]:
        """Plays an action. Once it is on the disk everybody hears of it, and then `confirm` is called: who is confirmed knows
        already what came of it. Raises, and then nothing has happened. What has counted before is confirmed again, and not played."""
        return self._acts.play(Act(seat, client, id, action, confirm))

    def need_paper_for_an_act(self, waiting: int) -> None:
        self._need_paper(MOST_RECORDS - waiting)

    async def commit_acts(self, records: list[r.Acted], seats: set[int]) -> None:
        """A draft is gone once its seat has acted, and only then. Both go to the disk together."""
        drafts = {seat: self.papers.drafts[seat] for seat in sorted(seats & self.papers.drafts.keys())}
        if not drafts:
            await self._commit(*records)
            return
        acted, *dropped = await asyncio.gather(
            self._commit(*records), *(self.papers.draft(seat, NOTHING) for seat in drafts), return_exceptions=True
        )
        if isinstance(acted, BaseException):
            self.papers.drafts.update(drafts)
            raise acted
        for seat, problem in zip(drafts, dropped):
            if isinstance(problem, BaseException):
                log.warning("a draft that was played could not be erased: %s", problem)
                self.papers.drafts.pop(seat, None)
            self.crowd.drafted(seat, NOTHING, None)

    def has_played(self, seats: Iterable[int]) -> None:
        """In a turn, once it is on the disk: everybody hears of it."""
        for seat in seats:
            self._played(seat)
        self._spread()

    async def undo(self, seat: int, client: str, id: int, confirm: Confirm) -> None:
        async with self.turn():
            match = self.playing()
            if self.table.has_counted(seat, client, id):
                confirm()
                return
            self._need_paper()
            if self.table.state == "over":  # by now everybody may have seen everything
                raise CannotUndo("expected a match that goes on, but it is over")
            match.undo(seat)  # raises if it cannot be, and then the match has not changed
            try:
                await self._commit(r.Undone(seat, client, id, *match.recorded(self.table.lines)))
            except BaseException:
                await asyncio.shield(self.give_up())
                raise
            self._played(None)
            self._spread()
            confirm()

    def _spread(self) -> None:
        """Tells every viewer what it may know of what happened."""
        assert self.lens is not None and self.table.match is not None
        for news in self.lens.news():
            self.crowd.steps(news, self.can_undo(news.viewer))
        if self.table.match.over:
            self.crowd.table_changed()
        self.moved()

    def can_undo(self, viewer: int | None) -> bool:
        """Whether a person on a seat could take something back now. Worked out anew only where it may be different."""
        match = self.table.match
        if viewer is None or match is None or self.table.seats[viewer].kind != "person" or self.table.state == "over":
            return False
        if viewer not in self._undoable:
            self._undoable[viewer] = match.can_undo(viewer)
        return self._undoable[viewer]

    def _played(self, seat: int | None) -> None:
        """What was worked out before no longer holds. A seat that could not take anything back before can do so only by an action
        of its own (None: an undo, which may give it back to anybody)."""
        self.version += 1
        self._legal.clear()
        if seat is None:
            self._undoable.clear()
        else:
            self._undoable = {other: False for other, can in self._undoable.items() if not can and other != seat}

    def playing(self) -> Match:
        if self.table.match is None:
            raise TableError("not_started", "the match has not started")
        return self.table.match

    # asking

    async def ask(self, seat: int, action: Any) -> None:
        """Raises what playing this would raise."""
        async with self.turn():
            match = self.playing()
            move = match.game.actions.read(action)
            aside = match.game.actions.family(move.code).aside and not match.over and match.actors != (CHANCE,)
            if seat not in match.actors and not aside:
                raise NotYourTurn(f"seat {seat}", match.actors)
            problem = match.why_not(seat, move)
            if problem is not None:
                raise problem

    async def legal(self, seat: int) -> list[dict[str, Any]]:
        """All actions of a seat now."""
        async with self.turn():
            match = self.playing()
            if seat not in self._legal:
                self._legal[seat] = [move.json for move in match.legal(seat)]
            return self._legal[seat]

    # talking and writing down

    async def say(self, seat: int, client: str, id: int, text: str, confirm: Confirm) -> None:
        async with self.turn():
            if self.table.has_counted(seat, client, id):
                confirm()
                return
            seating.need_person(self.table, seat)
            text = clean(text, keep="\n\u200d").strip()
            if not text:
                raise TableError("empty", "expected something to say")
            name = self.table.seats[seat].name
            await self._commit(r.Spoken(seat, name, text, self.clock.wall(), client, id))
            self.crowd.said(self.table.chat[-1])
            confirm()

    async def note(self, seat: int, notes: str, by: object) -> None:
        async with self.turn():
            seating.need_person(self.table, seat)
            await self.papers.note(seat, notes)
            self.crowd.noted(seat, notes, by)

    async def draft(self, seat: int, draft: bytes, by: object) -> None:
        async with self.turn():
            seating.need_person(self.table, seat)
            await self.papers.draft(seat, draft)
            self.crowd.drafted(seat, draft, by)

    async def succeed(self, code: str) -> None:
        """Names the rematch; in the caller's turn."""
        await self._commit(r.Succeeded(code))
        self.crowd.table_changed()
