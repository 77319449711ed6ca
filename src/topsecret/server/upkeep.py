"""What a server does from time to time for its tables: those that nobody has touched for long are put into files of their own."""

from __future__ import annotations

import logging
from typing import Protocol

from topsecret.table.errors import TableError
from topsecret.table.house import House
from topsecret.table.log import TOUCHED

log = logging.getLogger("topsecret.server")

DAY_MS = 24 * 3600 * 1000
EVERY_SECONDS = 6 * 3600.0
MOST_AT_ONCE = 200  # tables of one round


class Archive(Protocol):
    """What a store must be able to do for this."""

    async def archive(self, table: str) -> None: ...

    async def untouched(self, before: int) -> tuple[list[str], list[str]]: ...


class Upkeep:
    """`days`: tables that nobody has opened for so long are archived; 0: none ever."""

    def __init__(self, house: House, store: Archive, days: int) -> None:
        self.house = house
        self.store = store
        self.days = days
        self._next = 0.0

    async def sweep(self) -> None:
        """Does something now and then only."""
        now = self.house.clock.now()
        if self.days and now >= self._next:
            self._next = now + EVERY_SECONDS
            await self.archive_old()

    async def archive_old(self) -> int:
        """How many tables were put away. Those of an earlier version begin to count today."""
        wall = self.house.clock.wall()
        old, unknown = await self.store.untouched(wall - self.days * DAY_MS)
        for name in unknown[:MOST_AT_ONCE]:
            if name not in self.house.tables:
                await self.house.log.keep(name, TOUCHED, str(wall).encode())
        count = 0
        for name in old[:MOST_AT_ONCE]:
            if self.house.is_open(name):
                continue
            try:
                await self.store.archive(name)
                count += 1
            except TableError as problem:
                log.warning("a table was not archived: %s", problem)
        if count:
            log.info("tables were archived", extra={"about": {"tables": count}})
        return count
