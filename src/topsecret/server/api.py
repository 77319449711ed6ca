"""Tables over HTTP: making, joining, carrying seats to other devices, and the door to the socket."""

from __future__ import annotations

import asyncio
import ipaddress
import re
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from aiohttp import web

import topsecret
from topsecret.kernel import registry
from topsecret.kernel.match import CHANCE
from topsecret.table.errors import TableError
from topsecret.table.room import Room

from . import about, keys
from . import protocol as p
from .connection import Connection
from .guard import Refusal, answer
from .replays import Replays

if TYPE_CHECKING:
    from .app import Server

T = TypeVar("T")
CODE = re.compile(r"[A-Z]{3,12}-[0-9]{4}")


class Api:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.house = server.house
        self.limits = server.settings.limits

    def add_to(self, router: web.UrlDispatcher) -> None:
        table = "/api/tables/{code}"
        router.add_get("/healthz", self.health)
        router.add_get("/api/games", self.games)
        router.add_get("/api/games/{game}/rules", self.rules)
        router.add_post("/api/tables", self.make)
        router.add_get(table, self.look)
        router.add_post(f"{table}/join", self.join)
        router.add_post(f"{table}/transfer", self.transfer)
        router.add_post(f"{table}/claim", self.claim)
        router.add_post(f"{table}/follow", self.follow)
        router.add_get(f"{table}/ws", self.socket)
        Replays(self).add_to(router)

    # what all have in common

    async def read(self, request: web.Request, most: int) -> bytes:
        """The JSON body of a request, as bytes."""
        if request.content_type != "application/json":
            raise Refusal(415, "not_json", "expected Content-Type: application/json")
        if "Content-Encoding" in request.headers:  # what is packed could be far longer than it looks
            raise Refusal(415, "not_json", "expected a body without Content-Encoding")
        data = bytearray()
        if (request.content_length or 0) <= most:
            try:
                async with asyncio.timeout(self.limits.body_seconds):
                    async for part in request.content.iter_chunked(65_536):
                        data += part
                        if len(data) > most:
                            break
                    else:
                        return bytes(data)
            except TimeoutError:
                raise Refusal(408, "too_slow", "the body did not come in time") from None
            except web.RequestPayloadError:
                raise Refusal(400, "bad_request", "the body broke off") from None
        raise Refusal(413, "too_large", f"expected at most {most} bytes")

    async def body(self, request: web.Request, kind: type[T]) -> T:
        """The JSON body of a request, as that type."""
        data = await self.read(request, self.limits.body_bytes)
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
            raise Refusal(400, "bad_request", str(problem)[:200]) from None

    async def room(self, request: web.Request) -> Room:
        """The room of the code in the path. Who tries many wrong codes has to wait."""
        code, address = request.match_info["code"].upper(), request.remote or ""
        if self.server.wrong_codes.is_spent(address):
            raise Refusal(429, "too_many", "too many codes that do not exist; wait a minute")
        try:
            if not CODE.fullmatch(code):
                raise TableError("no_such_table", "there is no table with this code")
            return await self.house.find(code)
        except TableError as problem:
            if problem.code == "no_such_table":
                self.server.wrong_codes.take(address)
            raise

    def need_seat(self, request: web.Request, room: Room, seat: int) -> None:
        if not keys.holds(room.table, seat, request.cookies):
            raise Refusal(403, "not_yours", "this seat is not yours")

    def seated(self, code: str, seat: int, secret: str) -> web.Response:
        response = answer(p.Seated(code, seat))
        response.set_cookie(
            keys.cookie_name(seat),
            secret,
            path=keys.cookie_path(code),
            max_age=365 * 24 * 3600,
            httponly=True,
            samesite="Strict",
            secure=self.server.settings.secure,
        )
        return response

    # about the server

    async def health(self, request: web.Request) -> web.Response:
        return answer({"ok": not self.server.stopping, "version": topsecret.__version__, "protocol": p.VERSION})

    async def games(self, request: web.Request) -> web.Response:
        return answer(about.games())

    async def rules(self, request: web.Request) -> web.Response:
        id = request.match_info["game"]
        if id not in registry.ids():
            raise TableError("unknown_game", "there is no such game")
        return answer(about.rules(registry.game(id), request.query.get("language", "en")))

    # tables

    async def make(self, request: web.Request) -> web.Response:
        wish = await self.body(request, p.NewTable)
        address = request.remote or ""
        if not self.server.tables.take(address, 0.1 if is_local(address) else 1.0):
            raise Refusal(429, "too_many", "too many new tables; wait a few minutes")
        secret, key = keys.new_secret()
        room = await self.house.make(wish.game, wish.name, key, wish.seats, wish.options, wish.bots)
        if wish.start:
            await room.start(0)
        return self.seated(room.code, 0, secret)

    async def look(self, request: web.Request) -> web.Response:
        room = await self.room(request)
        async with room.turn():
            table = room.table
            mine = [seat for seat in range(len(table.seats)) if keys.holds(table, seat, request.cookies)]
            actors = [] if table.match is None else [seat for seat in table.match.actors if seat is not CHANCE]
            return answer(p.Look(self.server.crowds[room.code].info(), mine, actors))

    async def join(self, request: web.Request) -> web.Response:
        wish = await self.body(request, p.Join)
        room = await self.room(request)
        secret, key = keys.new_secret()
        seat = await room.join(wish.name, wish.seat, key)
        return self.seated(room.code, seat, secret)

    async def transfer(self, request: web.Request) -> web.Response:
        wish = await self.body(request, p.Transfer)
        room = await self.room(request)
        self.need_seat(request, room, wish.seat)
        token = self.server.transfers.new(room.code, wish.seat, room.table.seats[wish.seat].keys[-1])
        return answer(p.Transferred(token, keys.TRANSFER_SECONDS))

    async def claim(self, request: web.Request) -> web.Response:
        wish = await self.body(request, p.Claim)
        room = await self.room(request)
        found = self.server.transfers.claim(room.code, wish.token)
        secret, key = keys.new_secret()
        if found is None or not await room.hold(found[0], key, lambda seat: found[1] in seat.keys):
            self.server.wrong_codes.take(request.remote or "")
            raise Refusal(403, "bad_token", "this link was used already, or it is too old")
        return self.seated(room.code, found[0], secret)

    async def follow(self, request: web.Request) -> web.Response:
        wish = await self.body(request, p.Follow)
        room = await self.room(request)
        self.need_seat(request, room, wish.seat)
        secret, key = keys.new_secret()
        new = await self.house.follow(room, wish.seat, key)
        return self.seated(new.code, wish.seat, secret)

    # the socket

    async def socket(self, request: web.Request) -> web.StreamResponse:
        server, address = self.server, request.remote or ""
        if server.stopping:
            raise Refusal(503, "stopping", "the server is stopping; come back in a moment")
        room = await self.room(request)
        seat = self._seat_asked(request)
        if seat is not None:
            self.need_seat(request, room, seat)
        crowd = server.crowds[room.code]
        here: set[Connection] = server.connections.get(address, set())
        most = self.limits.connections_of_address
        if (most is not None and len(here) >= most) or sum(
            map(len, server.connections.values())
        ) >= self.limits.connections:
            raise Refusal(429, "too_many", "too many connections")
        if len(crowd) >= self.limits.connections_of_table:
            raise Refusal(429, "too_many", "too many connections to this table")
        ws = web.WebSocketResponse(
            heartbeat=25.0, max_msg_size=self.limits.message_bytes, compress=False, timeout=self.limits.close_seconds
        )
        cookies = request.cookies

        def holds() -> bool:
            return seat is None or keys.holds(room.table, seat, cookies)

        connection = Connection(ws, room, crowd, seat, address, holds, server)
        connection.transport = request.transport
        server.connections.setdefault(address, here).add(connection)
        try:
            await ws.prepare(request)
            await connection.run()
        finally:
            here.discard(connection)
            if not here:
                server.connections.pop(address, None)
        return ws

    def _seat_asked(self, request: web.Request) -> int | None:
        asked: Any = request.query.get("seat")
        if asked is None:
            return None
        if not re.fullmatch(r"[0-9]{1,2}", asked):
            raise Refusal(400, "bad_request", "seat: expected a number")
        return int(asked)


def is_local(address: str) -> bool:
    """Whether this machine itself asks: its owner has more patience with it."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
