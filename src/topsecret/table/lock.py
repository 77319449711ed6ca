"""Whoever changes a table has it for a while."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .live import LiveTable


class TableLock:
    """The table is one's own for a while: `async with table.lock`. Memory that may be ahead of the disk is read again first."""

    def __init__(self, table: LiveTable, lock: asyncio.Lock) -> None:
        self._table = table
        self._lock = lock

    def locked(self) -> bool:
        return self._lock.locked()

    async def released(self) -> None:
        """Until nobody has it."""
        async with self._lock:
            pass

    async def __aenter__(self) -> None:
        table = self._table
        await self._lock.acquire()
        try:
            table.need_memory()
            if table.stale:
                await table.read_anew()
            table.used = table.clock.now()
        except BaseException:
            self._lock.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
