"""Tells the disk how far a table's time may go, while anything is due: after a restart it goes on from there, and nobody sees it go
back."""

from __future__ import annotations

import asyncio
import logging

from .agenda import Agenda, Item, nothing
from .errors import NotSaved
from .log import TableLog

log = logging.getLogger("topsecret.table")

TICK_MS = 2000  # so often
AHEAD_MS = 2 * TICK_MS  # so far
KEY = "time"  # of the kept value


def kept_time(kept: dict[str, bytes]) -> int:
    return int(kept.get(KEY, b"0"))


class Ticks:
    def __init__(self, code: str, log: TableLog, agenda: Agenda) -> None:
        self.code = code
        self.log = log
        self.agenda = agenda
        self._item: Item | None = None
        self._writing: asyncio.Task[None] | None = None
        agenda.changed = self._plan

    def _plan(self) -> None:
        timeline = self.agenda.timeline
        if timeline.runs and self._writing is None and (self._item is None or self._item.gone):
            if not self.agenda.is_empty:
                self._item = self.agenda.at(max(timeline.now(), timeline.promised - TICK_MS), self._tick, is_tick=True)

    def _tick(self) -> None:
        if not self.agenda.is_empty:
            self._writing = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        timeline = self.agenda.timeline
        until = timeline.now() + AHEAD_MS
        try:
            await self.log.keep(self.code, KEY, str(until).encode())
            timeline.written(until)
        except NotSaved as problem:
            log.warning("the time of a table was not saved: %s", problem)
            await timeline.clock.sleep(TICK_MS / 1000)
        finally:
            self._writing = None
        self._plan()

    def stop(self) -> None:
        self.agenda.changed = nothing
        if self._writing is not None:
            self._writing.cancel()
