"""The server as one application: HTTP, sockets and the browser client on one port."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from topsecret.table.house import House
from topsecret.table.live import LiveTable
from topsecret.table.log import Clock, RealClock, TableLog
from topsecret.table.thinking import Thinker, Workers

from . import files, guard
from .api import Api
from .broadcast import Broadcast
from .connection import GOING_AWAY, Connection
from .door import Door
from .garbage import QuietCollector
from .keys import Transfers
from .metrics import Metrics
from .owner import Owner
from .proxy import Proxies
from .rates import Buckets
from .settings import Settings
from .side_process import SideProcess
from .side_thread import SideThread
from .upkeep import Upkeep

log = logging.getLogger("topsecret.server")

QUIET_SECONDS = 1.0
MOST_LOOKING = 64  # replays that wait to be worked out
MOST_FILES = 4
MOST_FOLDING, FOLDING_SECONDS = 64, 60.0  # tables with long logs and no snapshots


class Server:
    """Everything that one server process has."""

    def __init__(
        self,
        store: TableLog,
        settings: Settings | None = None,
        clock: Clock | None = None,
        thinker: Thinker | None = None,
        client: Path = files.FOLDER,
    ) -> None:
        self.store = store
        self.settings = settings or Settings()
        self.clock = clock or RealClock()
        limits = self.settings.limits
        self.metrics = Metrics()
        self.proxies = Proxies(self.settings.proxies)
        self.draining = False  # no new tables, and the end when nobody is left
        self.drained: Callable[[], None] = lambda: None
        self.house = House(store, self.clock, thinker or Workers(), self.settings.bot_pace, self.settings.waits)
        self.house.opened = self._opened
        self.house.decided = self.metrics.bots.observe
        self.house.is_empty = lambda table: not len(self.broadcasts[table.code])
        self.broadcasts: dict[str, Broadcast] = {}
        self.connections: dict[str, set[Connection]] = {}  # by address
        self.transfers = Transfers(self.clock)
        self.owner = Owner(self.clock)
        self.door = Door(self)
        self.client = files.Client(client)
        self.stopping = False
        self.upkeep: Upkeep | None = None  # where the store can archive
        self.garbage: QuietCollector | None = None  # where the process is ours
        self.messages = Buckets(limits.messages_of_address, self.clock)
        self.requests = Buckets(limits.requests, self.clock)
        self.client_files = Buckets(limits.client_files, self.clock)
        self.tables = Buckets(limits.tables, self.clock)
        self.wrong_codes = Buckets(limits.wrong_codes, self.clock)
        self.uploads = Buckets(limits.uploads, self.clock)
        self.looks = Buckets(limits.looks, self.clock)
        self.looking = SideThread("looking back", MOST_LOOKING)
        self.reading_files = SideProcess(MOST_FILES, limits.file_seconds)
        self.folding_logs = SideProcess(MOST_FOLDING, FOLDING_SECONDS)
        self.house.folding.aside = self.folding_logs.work_out

    def _opened(self, table: LiveTable) -> None:
        self.broadcasts[table.code] = Broadcast(table, self.settings.quiet)

    def _asked(self, request: web.Request) -> bool:
        """Whether this address may ask for something more."""
        buckets = self.client_files if files.is_kept_for_good(request.path) else self.requests
        return buckets.take(request.remote or "")

    def names(self) -> frozenset[str]:
        """Under which this server may be called now."""
        return self.settings.hosts | self.door.hosts

    def app(self) -> web.Application:
        app = web.Application(
            middlewares=[guard.middleware(self.names, self._asked, self.proxies, self.refused)],
            client_max_size=self.settings.limits.file_bytes,
        )
        logging.getLogger("aiohttp.server").addFilter(guard.readable_requests_only)
        app.on_response_prepare.append(guard.add_headers)
        Api(self).add_to(app.router)
        app.router.add_get("/{path:.*}", self._page)
        app.on_startup.append(self._start)
        app.on_shutdown.append(self._stop)
        app.on_cleanup.append(self._close)
        return app

    async def _page(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/api" or request.path.startswith("/api/"):
            raise web.HTTPNotFound
        return self.client.answer(request)

    # from time to time

    async def _start(self, app: web.Application) -> None:
        loop = asyncio.get_running_loop()
        self._sweeper = loop.create_task(self._sweep_for_ever())
        self._warming = loop.create_task(self.house.thinker.ready())  # before a bot has to decide anything
        self._folding = loop.create_task(self._fold_long_logs())

    async def _fold_long_logs(self) -> None:
        """Once: after an upgrade long tables have no snapshots of this code."""
        try:
            await self.house.folding.prepare_all()
        except Exception:
            log.exception("long tables could not be prepared")
        self.folding_logs.rest()

    async def _sweep_for_ever(self) -> None:
        while (rest := self.settings.limits.sweep_seconds) is not None:
            await asyncio.sleep(rest)
            try:
                await self.sweep()
            except Exception:
                log.exception("sweeping failed")

    async def sweep(self) -> None:
        """Closes silent connections, lets idle tables leave memory, forgets who was fast long ago."""
        now, limits = self.clock.now(), self.settings.limits
        latest = 0.0
        for connection in [one for some in self.connections.values() for one in some]:
            silent = now - connection.heard
            latest = max(latest, connection.heard)
            if silent >= limits.silent_seconds or (not connection.client and silent >= limits.hello_seconds):
                connection.bye("idle")
        await self.house.sweep(limits.idle_table_seconds)
        for code in [code for code in self.broadcasts if code not in self.house.tables]:
            del self.broadcasts[code]
        for buckets in (
            self.messages,
            self.requests,
            self.client_files,
            self.tables,
            self.wrong_codes,
            self.uploads,
            self.looks,
        ):
            buckets.sweep()
        self.transfers.sweep()
        if self.upkeep is not None:
            await self.upkeep.sweep()
        if self.draining and not self.connections:
            self.drained()
        if self.garbage is not None:
            self.garbage.sweep(now, quiet=now - latest >= QUIET_SECONDS)

    def refused(self, code: str) -> None:
        self.metrics.refusals[code] += 1

    async def let_go(self, code: str) -> int:
        """A table leaves memory at once, and everybody at it is sent away; how many that were."""
        broadcast = self.broadcasts.pop(code, None)
        sent = 0 if broadcast is None else broadcast.send_away()
        await self.house.let_go(code)
        return sent

    # the end

    async def _stop(self, app: web.Application) -> None:
        """What is in flight is confirmed; then everybody is told to come back in a moment."""
        self.stopping = True
        self.reading_files.close()
        self.folding_logs.close()
        for task in (self._sweeper, self._warming, self._folding):
            task.cancel()
        await self.house.close()
        for connection in [one for some in self.connections.values() for one in some]:
            connection.bye("stopping", GOING_AWAY)

    async def _close(self, app: web.Application) -> None:
        self.looking.close()
        await self.store.close()
