"""Looks after what changes by itself when somebody has been gone for the grace time: the next person is host, and a proposal need not wait
for them any longer."""

from __future__ import annotations

import asyncio
import logging

from . import leavers, proposals
from .errors import TableError
from .live import LiveTable

log = logging.getLogger("topsecret.table")

LEAST_LOOK_MS = 1000


class Watch:
    """Over one table; it sleeps while nobody has gone for whom anybody waits."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    def look(self) -> None:
        """Somebody has come or gone, or something was proposed."""
        left = None if self._stopped else self._left()
        if left is not None and self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._wait())
        elif left is None and self._task not in (None, asyncio.current_task()):
            assert self._task is not None
            self._task.cancel()
            self._task = None

    def stop(self) -> None:
        """The table leaves memory, or the server stops: whoever has gone may come back to it as it is."""
        self._stopped = True
        self.look()

    def _left(self) -> int | None:
        """Milliseconds until the grace of somebody who matters is over; None if there is no such person."""
        table = self.table
        if table.state.status == "over":
            return None
        seats = {table.state.host, *(table.presence.sitting() if table.proposals else ())}
        gone = [since for seat in seats if (since := table.presence.gone_for(seat)) is not None]
        return table.state.terms.grace_s * 1000 - max(gone) if gone else None

    async def _wait(self) -> None:
        table = self.table
        try:
            while not self._stopped and (left := self._left()) is not None:
                if left > 0:
                    await table.clock.sleep(max(left, LEAST_LOOK_MS) / 1000)
                await self._see_to_it()
                if left <= 0:
                    return  # nobody is here: whoever comes makes this look again
        except TableError as problem:
            log.warning("what was to change when somebody had gone has not: %s", problem)
        finally:
            if self._task is asyncio.current_task():
                self._task = None

    async def _see_to_it(self) -> None:
        table = self.table
        if any(table.presence.is_here(seat) for seat in table.state.persons):
            await leavers.find_host(table)
            if table.proposals:
                await proposals.settle(table)
