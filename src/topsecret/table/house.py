"""All tables of one server: made, found in memory or on the disk, and sent out of memory when nobody is there."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from . import records as r
from . import seating
from .driver import Driver
from .errors import SetAside, TableError
from .journal import Clock, Journal
from .names import cover, new_code
from .room import Room
from .table import Table
from .thinking import Thinker


class House:
    """Rooms by code. `opened` hears of every room that comes into memory; `is_empty` says whether anybody is connected to it."""

    def __init__(self, journal: Journal, clock: Clock, thinker: Thinker, pace: float) -> None:
        self.journal = journal
        self.clock = clock
        self.thinker = thinker
        self.pace = pace
        self.rooms: dict[str, Room] = {}
        self.drivers: dict[str, Driver] = {}
        self.opened: Callable[[Room], None] = lambda room: None
        self.is_empty: Callable[[Room], bool] = lambda room: True
        self.rng: random.Random = random.SystemRandom()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._promised: set[str] = set()  # codes of tables that are being made

    def _enter(self, table: Table, kept: dict[str, bytes]) -> Room:
        room = Room(table, kept, self.journal, self.clock)
        self.rooms[room.code] = room
        self.drivers[room.code] = Driver(room, self.thinker, self.pace)
        self.opened(room)
        room.moved()
        return room

    async def find(self, code: str) -> Room:
        """The room of a code; raises TableError."""
        room = self.rooms.get(code)
        if room is not None:
            room.used = self.clock.now()
            return room
        loading = self._loading.get(code)
        if loading is None:
            loading = self._loading[code] = asyncio.get_running_loop().create_task(self._load(code))
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load(self, code: str) -> Room:
        entries, kept = await self.journal.read(code)
        if not entries:
            raise TableError("no_such_table", "there is no table with this code")
        table = await asyncio.to_thread(Table.of, entries)  # a long match takes a while
        return self.rooms.get(code) or self._enter(table, kept)

    async def make(
        self, game: str, name: str, key: str, seats: int | None, options: dict[str, Any], bots: list[str]
    ) -> Room:
        """A new table; whoever makes it sits on seat 0."""
        found = seating.game_of(game)
        if seats is None:
            seats = 1 + len(bots) if bots and 1 + len(bots) in found.seats else found.usual_seats
        if len(bots) >= seats:
            raise TableError("bad_options", f"expected at most {seats - 1} bots")
        chosen = seating.checked_options(found, seats, options)
        name = seating.checked_name(name)
        records: list[r.Record] = [r.Seated(0, name, key)]
        taken = [name]
        for seat, bot in enumerate(bots, 1):
            if bot:
                taken.append(cover(taken, self.rng))
                records.append(r.Botted(seat, seating.checked_bot(found, bot), taken[-1]))
        return await self._found(game, chosen, seats, 0, records)

    async def rematch(self, room: Room, seat: int) -> None:
        """A new table with the same seats; the people of this one can follow. Whoever asks first is its host."""
        async with room.turn():
            table = room.table
            if table.state != "over":
                raise TableError("not_over", "the match is not over")
            if table.rematch:
                room.crowd.table_changed()
                return
            records: list[r.Record] = []
            for number, one in enumerate(table.seats):
                if one.kind == "person":
                    records.append(r.Seated(number, one.name, follows=table.code))
                elif one.kind == "bot":
                    records.append(r.Botted(number, one.bot, one.name))
            new = await self._found(table.game.id, table.options, len(table.seats), seat, records)
            await room.succeed(new.code)

    async def follow(self, room: Room, seat: int, key: str) -> Room:
        """Whoever holds a seat at a table gets it at the rematch."""
        if not room.table.rematch:
            raise TableError("no_rematch", "there is no rematch of this table")
        new = await self.find(room.table.rematch)
        if not await new.hold(seat, key, lambda one: one.follows == room.code):
            raise TableError("seat_taken", "this seat at the rematch is somebody else's now")
        return new

    async def _found(self, game: str, options: dict[str, Any], seats: int, host: int, records: list[r.Record]) -> Room:
        """A table with a code of its own, and these records."""
        code = await self._promise_code()
        try:
            made = r.Made(code, game, options, seats, self.clock.wall(), host)
            entries = [r.written(record) for record in (made, *records)]
            await self.journal.append(code, entries)
            return self._enter(Table.of(entries), {})
        finally:
            self._promised.discard(code)

    async def _promise_code(self) -> str:
        """A code that no table has, and that nobody else is given meanwhile."""
        for _ in range(1000):
            code = new_code(self.rng)
            if code in self.rooms or code in self._promised:
                continue
            self._promised.add(code)
            try:
                if not (await self.journal.read(code))[0]:
                    return code
            except SetAside:
                pass  # there is one, though it is damaged
            except BaseException:
                self._promised.discard(code)
                raise
            self._promised.discard(code)
        raise TableError("no_code", "no code is free")

    async def sweep(self, idle: float) -> None:
        """Rooms that nobody has used for so many seconds leave memory; the disk has them."""
        for code, room in list(self.rooms.items()):
            if self.is_empty(room) and not self.drivers[code].busy and not room.lock.locked():
                if self.clock.now() - room.used >= idle:
                    self.drivers.pop(code).stopped = True
                    room.closed = True
                    del self.rooms[code]

    async def close(self) -> None:
        """Lets what is under way come to its end."""
        for driver in list(self.drivers.values()):
            await driver.stop()
        for room in list(self.rooms.values()):
            async with room.lock:
                pass
        await self.thinker.close()
