"""The server as one application: HTTP, sockets and the browser client on one port."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from aiohttp import web

from topsecret.store.interface import Store
from topsecret.table.house import House
from topsecret.table.journal import Clock, RealClock
from topsecret.table.room import Room
from topsecret.table.thinking import Elsewhere, Thinker

from . import files, guard
from .api import Api
from .beside import Beside
from .connection import GOING_AWAY, Connection
from .crowd import Crowd
from .keys import Transfers
from .ledger import Ledger
from .litter import Litter
from .rates import Buckets
from .settings import Settings

log = logging.getLogger("topsecret.server")

SWEEP_SECONDS = 5.0
QUIET_SECONDS = 1.0
MOST_LOOKING = 64  # replays that wait to be worked out
MOST_FILES = 4


class Server:
    """Everything that one server process has."""

    def __init__(
        self,
        store: Store,
        settings: Settings | None = None,
        clock: Clock | None = None,
        thinker: Thinker | None = None,
        client: Path = files.FOLDER,
    ) -> None:
        self.store = store
        self.settings = settings or Settings()
        self.clock = clock or RealClock()
        limits = self.settings.limits
        self.house = House(Ledger(store), self.clock, thinker or Elsewhere(), self.settings.bot_pace)
        self.house.opened = self._opened
        self.house.is_empty = lambda room: not len(self.crowds[room.code])
        self.crowds: dict[str, Crowd] = {}
        self.connections: dict[str, set[Connection]] = {}  # by address
        self.transfers = Transfers(self.clock)
        self.client = files.Client(client)
        self.stopping = False
        self.litter: Litter | None = None  # where the process is ours
        self.messages = Buckets(limits.messages_of_address, self.clock)
        self.requests = Buckets(limits.requests, self.clock)
        self.tables = Buckets(limits.tables, self.clock)
        self.wrong_codes = Buckets(limits.wrong_codes, self.clock)
        self.uploads = Buckets(limits.uploads, self.clock)
        self.looks = Buckets(limits.looks, self.clock)
        self.looking = Beside("looking back", MOST_LOOKING)
        self.reading_files = Beside("reading files", MOST_FILES)

    def _opened(self, room: Room) -> None:
        self.crowds[room.code] = Crowd(room)

    def app(self) -> web.Application:
        app = web.Application(
            middlewares=[guard.middleware(self.settings, self.requests)],
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
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep_for_ever())

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
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
        for code in [code for code in self.crowds if code not in self.house.rooms]:
            del self.crowds[code]
        for buckets in (self.messages, self.requests, self.tables, self.wrong_codes, self.uploads, self.looks):
            buckets.sweep()
        self.transfers.sweep()
        if self.litter is not None:
            self.litter.sweep(now, quiet=now - latest >= QUIET_SECONDS)

    # the end

    async def _stop(self, app: web.Application) -> None:
        """What is in flight is confirmed; then everybody is told to come back in a moment."""
        self.stopping = True
        self._sweeper.cancel()
        await self.house.close()
        for connection in [one for some in self.connections.values() for one in some]:
            connection.bye("stopping", GOING_AWAY)

    async def _close(self, app: web.Application) -> None:
        self.looking.close()
        self.reading_files.close()
        await self.store.close()
