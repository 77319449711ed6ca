"""All tables of one server: made, found in memory or on the disk, and sent out of memory when nobody is there."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from topsecret.bots.registry import usual
from topsecret.kernel.exercise import UnknownExercise, exercise

from . import lobby, seating
from . import records as r
from .driver import Driver
from .errors import NotSaved, SetAside, TableError
from .folding import Folding
from .live import LiveTable
from .log import TOUCHED, Clock, TableLog
from .names import cover, new_code, short_of
from .standstill import NO_WAITS, Waits
from .state import TableState
from .terms import Terms
from .thinking import Thinker

CLOSED = "closed"  # the key under which it is kept that nobody comes in
DAY_MS = 24 * 3600 * 1000
MOST_LEFT = 10_000  # tables that have left memory and whose time is remembered


class House:
    """Tables by code. `opened` hears of every one that comes into memory; `is_empty` says whether anybody is connected to it."""

    def __init__(self, log: TableLog, clock: Clock, thinker: Thinker, pace: float, waits: Waits = NO_WAITS) -> None:
        self.log = log
        self.clock = clock
        self.thinker = thinker
        self.pace = pace
        self.waits = waits
        self.tables: dict[str, LiveTable] = {}
        self.drivers: dict[str, Driver] = {}
        self.opened: Callable[[LiveTable], None] = lambda table: None
        self.is_empty: Callable[[LiveTable], bool] = lambda table: True
        self.folding = Folding(log)
        self.decided: Callable[[float], None] = lambda seconds: None  # hears how long each decision of a bot took
        self.rng: random.Random = random.SystemRandom()
        self._left: dict[str, tuple[int, float]] = {}  # the time of tables that left while it ran, and when they did
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._touched: dict[str, int] = {}  # when the disk was last told that a table in memory is used
        self._promised: set[str] = set()  # codes of tables that are being made

    def _enter(self, state: TableState, kept: dict[str, bytes]) -> LiveTable:
        table = LiveTable(state, kept, self.log, self.clock, self.waits)
        self.tables[table.code] = table
        self._touched[table.code] = int(kept.get(TOUCHED, b"0"))
        if table.code in self._left:
            at, left = self._left.pop(table.code)
            table.timeline.reach(at + round((self.clock.now() - left) * 1000))
        self.drivers[table.code] = Driver(table, self.thinker, self.pace)
        table.wait_for_people()
        self.drivers[table.code].decided = self.decided
        self.opened(table)
        table.moved()
        return table

    async def find(self, code: str) -> LiveTable:
        """The table of a code, or of a short code while that table waits for players; raises TableError."""
        if code == short_of(code) and code not in self.tables:
            code = await self._whole_code(code)
        table = self.tables.get(code)
        if table is not None:
            table.used = self.clock.now()
            return table
        loading = self._loading.get(code)
        if loading is None:
            loading = self._loading[code] = asyncio.get_running_loop().create_task(self._load(code))
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _whole_code(self, short: str) -> str:
        """A short code is only good for a table that waits; whoever guesses one finds no match that is being played."""
        for code in await self.log.named(short):
            table = self.tables.get(code)
            if code == short:  # made when all codes were short
                return code
            if table is not None:
                waits = table.state.status == "waiting"
            else:
                waits = all(kind != "started" for kind, _ in (await self.log.read(code))[0])
            if waits:
                return code
        return short

    async def _load(self, code: str) -> LiveTable:
        entries, kept = await self.log.read(code)
        if not entries:
            raise TableError("no_such_table", "there is no table with this code")
        if kept.get(CLOSED):
            raise TableError("table_closed", "whoever runs this server has closed this table")
        kept = await self.folding.prepared(code, entries, kept)
        state = await asyncio.to_thread(TableState.of, entries, kept)  # a long match takes a while
        return self.tables.get(code) or self._enter(state, kept)

    async def make(
        self,
        game: str,
        name: str,
        key: str,
        seats: int | None,
        options: dict[str, Any],
        bots: list[str],
        terms: Terms | None = None,
    ) -> LiveTable:
        """A new table; whoever makes it sits on seat 0."""
        found = seating.game_of(game)
        if seats is None:
            seats = 1 + len(bots) if bots and 1 + len(bots) in found.seats else found.usual_seats
        if len(bots) >= seats:
            raise TableError("bad_options", f"expected at most {seats - 1} bots")
        chosen = seating.checked_options(found, seats, options)
        name = seating.checked_name(name)
        records: list[r.Record] = [r.SatDown(0, name, key)]
        taken = [name]
        for seat, bot in enumerate(bots, 1):
            if bot:
                taken.append(cover(taken, self.rng))
                records.append(r.Botted(seat, seating.checked_bot(found, bot), taken[-1]))
        return await self._found(game, chosen, seats, 0, [*seating.agreed(found, terms), *records])

    async def pose(self, game: str, id: str, name: str, key: str) -> LiveTable:
        """A private table for one person, made from the id of an exercise and begun at once; raises TableError."""
        found = seating.game_of(game)
        try:
            one = exercise(found, id)
        except UnknownExercise as problem:
            raise TableError("unknown_exercise", str(problem)) from None
        taken = [seating.checked_name(name)]
        known = random.Random(game)  # one exercise after the other, the same people sit on the same seats
        records: list[r.Record] = [r.SatDown(one.seat, taken[0], key)]
        others = [seat for seat in range(one.seats) if seat != one.seat]
        for seat in others:
            taken.append(cover(taken, known))
            records.append(r.Botted(seat, one.bots.get(seat) or usual(found), taken[-1]))
        silent = [seat for seat in others if seat not in one.bots]
        posed = r.Posed(one.id, one.version, one.start, list(one.chance), list(one.cues), silent)
        table = await self._found(game, found.options | one.options, one.seats, one.seat, records, posed)
        await table.start(one.seat)
        return table

    async def rematch(
        self,
        table: LiveTable,
        seat: int,
        holds: seating.Holds = seating.always,
        changed: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """A new table with the same seats; the people of this one can follow. Whoever asks first is its host, and says which options
        are changed."""
        async with table.lock:
            state = table.state
            seating.need_holder(state, seat, holds)
            if state.status != "over":
                raise TableError("not_over", "the match is not over")
            if state.exercise is not None:
                raise TableError("no_rematch", "an exercise is made anew from its id")
            if state.rematch:
                table.listeners.table_changed()
                return
            options = state.options
            if changed:
                options = seating.checked_options(state.game, len(state.seats), {**options, **changed})
            records: list[r.Record] = [*seating.agreed(state.game, state.terms)]
            for number, one in enumerate(state.seats):
                if one.kind == "person":
                    records.append(r.SatDown(number, one.name, follows=state.code))
                elif one.kind == "bot":
                    records.append(r.Botted(number, one.bot, one.name))
            new = await self._found(state.game.id, options, len(state.seats), seat, records)
            await table.succeed(new.code)

    async def follow(self, table: LiveTable, seat: int, key: str) -> LiveTable:
        """Whoever holds a seat at a table gets it at the rematch, and so says yes to it. It starts when all people have."""
        if not table.state.rematch:
            raise TableError("no_rematch", "there is no rematch of this table")
        new = await self.find(table.state.rematch)
        if not await lobby.hold(new, seat, key, lambda one: one.follows == table.code):
            raise TableError("seat_taken", "this seat at the rematch is somebody else's now")
        people = {number: one for number, one in enumerate(new.state.seats) if one.kind == "person"}
        table.followed = sorted(number for number, one in people.items() if one.keys)
        table.listeners.table_changed()
        if len(table.followed) == len(people) and new.state.status == "waiting":
            try:
                await new.start(new.state.host)
            except TableError as problem:
                if problem.code != "started":  # somebody else was the last one at the same moment
                    raise
        return new

    async def _found(
        self,
        game: str,
        options: dict[str, Any],
        seats: int,
        host: int,
        records: list[r.Record],
        posed: r.Posed | None = None,
    ) -> LiveTable:
        """A table with a code of its own, and these records."""
        code = await self._promise_code()
        try:
            made = r.Made(code, game, options, seats, self.clock.wall(), host, posed)
            entries = [r.written(record) for record in (made, *records)]
            await self.log.append(code, -1, entries)
            return self._enter(TableState.of(entries), {})
        finally:
            self._promised.discard(code)

    async def _promise_code(self) -> str:
        """A code whose short part no table has, and that nobody else is given meanwhile."""
        for _ in range(1000):
            code = new_code(self.rng)
            if short_of(code) in map(short_of, self._promised):
                continue
            self._promised.add(code)
            try:
                if not await self.log.named(short_of(code)) and not (await self.log.read(code))[0]:
                    return code
            except SetAside:
                pass  # there is one, though it is damaged
            except BaseException:
                self._promised.discard(code)
                raise
            self._promised.discard(code)
        raise TableError("no_code", "no code is free")

    async def sweep(self, idle: float) -> None:
        """Tables that nobody has used for so many seconds leave memory; the disk has them. While their time stands still nothing there
        goes on by itself, and bots only wait for it to run."""
        for code, table in list(self.tables.items()):
            goes_on = table.timeline.runs and (self.drivers[code].busy or not table.agenda.is_empty)
            if self.is_empty(table) and not (goes_on or table.lock.locked()):
                if self.clock.now() - table.used >= idle:
                    if table.timeline.runs:
                        self._remember_time(code, table.timeline.now())
                    self._drop(code)
                    await self._touch(code)

    def _remember_time(self, code: str, at: int) -> None:
        """Of so many tables that have left; the time of those before them goes on from what is on the disk, as after a restart."""
        if len(self._left) >= MOST_LEFT:
            del self._left[next(iter(self._left))]
        self._left[code] = at, self.clock.now()

    def _drop(self, code: str) -> None:
        self.drivers.pop(code).let_go()
        self.tables.pop(code).let_go()

    async def _touch(self, code: str) -> None:
        """The disk knows to the day when a table was last used; nothing hangs on it but when it is archived."""
        now = self.clock.wall()
        if now - self._touched.pop(code, 0) >= DAY_MS:
            try:
                await self.log.keep(code, TOUCHED, str(now).encode())
            except NotSaved:
                pass

    async def let_go(self, code: str) -> None:
        """A table leaves memory now, once what is under way there is done."""
        if (table := self.tables.get(code)) is not None:
            async with table.lock:
                self._touched.pop(code, None)
                self._drop(code)

    def is_open(self, code: str) -> bool:
        """Whether it is in memory, or about to be."""
        return code in self.tables or code in self._loading or code in self._promised

    async def close(self) -> None:
        """Lets what is under way come to its end."""
        for driver in list(self.drivers.values()):
            await driver.stop()
        for table in list(self.tables.values()):
            await table.finish()
        await self.thinker.close()
