"""For whoever runs a server: numbers and administration, on a local port of their own and with a token. Off unless it is asked for."""

from __future__ import annotations

import hmac
import os
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import web

from topsecret.kernel.errors import TopSecretError
from topsecret.table.errors import TableError
from topsecret.table.house import CLOSED
from topsecret.table.names import short_of

from . import guard, metrics
from .codes import declared
from .door import listening
from .guard import Refusal, answer
from .settings import LOCAL_NAMES

if TYPE_CHECKING:
    from .app import Server

TOKEN_FILE = "admin.token"  # in the data folder, for programs that ask for the numbers
PORT_FILE = "admin.port"  # there while the port is open


class CannotListen(TopSecretError):
    """The port of administration cannot be had."""


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def token_in(folder: Path) -> str:
    """The token of this folder; made the first time. Whoever can read the folder can administer its server."""
    path = folder / TOKEN_FILE
    if path.exists():
        return path.read_text(encoding="ascii").strip()
    token = secrets.token_urlsafe(32)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(token + "\n")
    return token


class Admin:
    """The requests of one administrator. Tables are called by their short codes, too."""

    def __init__(self, server: Server, token: str, own_address: Callable[[str], str]) -> None:
        self.server = server
        self.house = server.house
        self.token = token
        self.own_address = own_address  # where the owner's browser goes with a token

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.on_response_prepare.append(guard.add_headers)
        app.router.add_get("/metrics", self.metrics)
        app.router.add_get("/tables", self.tables)
        app.router.add_post("/tables/{code}/close", self.close)
        app.router.add_post("/tables/{code}/open", self.open)
        app.router.add_post("/tables/{code}/remove", self.remove)
        app.router.add_post("/drain", self.drain)
        app.router.add_post("/undrain", self.undrain)
        app.router.add_post("/owner", self.owner)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Only with the token, and only under a name of this machine: no page in a browser gets here by a name of its own."""
        try:
            guard.check_host(request, lambda: LOCAL_NAMES)
            shown = request.headers.get("Authorization", "")
            if not hmac.compare_digest(shown.encode(), f"Bearer {self.token}".encode()):
                raise Refusal(401, "not_owner", "expected Authorization: Bearer, with the token of the data folder")
            return await handler(request)
        except Refusal as refusal:
            return guard.failure(refusal.status, refusal.refused, str(refusal))
        except TableError as problem:
            return guard.failure(guard.STATUS.get(problem.code, 400), declared(problem.code), str(problem))
        except web.HTTPException as problem:
            return guard.failure(problem.status, "not_found", problem.reason)

    # numbers

    async def metrics(self, request: web.Request) -> web.Response:
        states = Counter({"waiting": 0, "playing": 0, "over": 0})
        states.update(table.state.status for table in self.house.tables.values())
        kinds = Counter({"seat": 0, "spectator": 0})
        for some in self.server.connections.values():
            kinds.update("spectator" if one.seat is None else "seat" for one in some)
        text = self.server.metrics.text(states, kinds)
        return web.Response(body=text.encode(), headers={"Content-Type": metrics.TYPE, "Cache-Control": "no-store"})

    # tables

    async def tables(self, request: web.Request) -> web.Response:
        found = [await self._about(name) for name in await self.house.log.tables()]
        return answer({"draining": self.server.draining, "tables": found})

    async def _about(self, name: str) -> dict[str, Any]:
        """What is known without opening a table that sleeps. No names of people, and nothing of a match."""
        about: dict[str, Any] = {
            "code": short_of(name),
            "state": "asleep",
            "game": "",
            "people": 0,
            "bots": 0,
            "here": 0,
        }
        if (table := self.house.tables.get(name)) is not None:
            state = table.state
            about |= {
                "state": state.status,
                "game": state.game.id,
                "people": len(state.persons),
                "bots": sum(seat.kind == "bot" for seat in state.seats),
                "here": len(self.server.broadcasts[name]),
            }
        return about

    async def _whole(self, request: web.Request) -> str:
        """The whole name of a table that is called by its code or its short code."""
        said = request.match_info["code"].upper()
        names = [name for name in await self.house.log.tables() if name == said or short_of(name) == said]
        if len(names) != 1:
            words = (
                "there is no table with this code"
                if not names
                else "several tables have this short code; say the whole code"
            )
            raise TableError("no_such_table", words)
        return names[0]

    async def close(self, request: web.Request) -> web.Response:
        """Everybody is sent away, and nobody comes in until it is opened again."""
        code = await self._whole(request)
        await self.house.log.keep(code, CLOSED, b"yes")
        return answer({"closed": short_of(code), "sent_away": await self.server.let_go(code)})

    async def open(self, request: web.Request) -> web.Response:
        code = await self._whole(request)
        await self.house.log.keep(code, CLOSED, b"")
        return answer({"opened": short_of(code)})

    async def remove(self, request: web.Request) -> web.Response:
        """Nothing of it is left."""
        code = await self._whole(request)
        gone = await self.server.let_go(code)
        await self.house.log.remove(code)
        return answer({"removed": short_of(code), "sent_away": gone})

    # the server

    async def drain(self, request: web.Request) -> web.Response:
        """No new tables; it stops by itself when nobody is connected any more."""
        self.server.draining = True
        return answer({"draining": True, "connections": sum(map(len, self.server.connections.values()))})

    async def undrain(self, request: web.Request) -> web.Response:
        self.server.draining = False
        return answer({"draining": False, "connections": sum(map(len, self.server.connections.values()))})

    async def owner(self, request: web.Request) -> web.Response:
        return answer({"address": self.own_address(self.server.owner.new_token())})


class AdminPort:
    """The local port on which an administrator is heard, as long as it is open."""

    def __init__(self, server: Server, folder: Path, address: str) -> None:
        self.folder = folder
        admin = Admin(server, token_in(folder), lambda token: f"{address}#owner={token}")
        self.runner = web.AppRunner(admin.app(), access_log=None)
        self.port = 0

    async def open(self, port: int) -> AdminPort:
        """Raises CannotListen if the port cannot be had."""
        await self.runner.setup()
        try:
            sock = listening("127.0.0.1", [port])
        except OSError as problem:
            await self.runner.cleanup()
            raise CannotListen(
                f"--admin-port: cannot listen on 127.0.0.1:{port}: {problem.strerror or problem}"
            ) from None
        await web.SockSite(self.runner, sock).start()
        self.port = int(sock.getsockname()[1])
        (self.folder / PORT_FILE).write_text(f"{self.port}\n", encoding="ascii")
        return self

    async def close(self) -> None:
        (self.folder / PORT_FILE).unlink(missing_ok=True)
        await self.runner.cleanup()
