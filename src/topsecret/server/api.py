"""Tables over HTTP: making, joining, carrying seats to other devices, and the door to the socket."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from aiohttp import web

import topsecret
from topsecret.kernel.match import CHANCE
from topsecret.table import lobby, proposals
from topsecret.table.erasing import erase
from topsecret.table.errors import TableError
from topsecret.table.live import LiveTable
from topsecret.table.names import cover, short_of

from . import about, keys
from . import protocol as p
from . import protocol_http as h
from .broadcast import Broadcast, as_terms
from .cases import Cases
from .connection import Connection
from .doorway import Doorway
from .guard import Refusal, answer
from .pages import Pages
from .replays import Replays
from .sockets import MeteredSocket

if TYPE_CHECKING:
    from .app import Server

log = logging.getLogger("topsecret.server")
T = TypeVar("T")
EXERCISE_COSTS = 0.2  # of a table: who learns makes many
MOST_LISTED = 50  # public tables
CODE = re.compile(r"[A-Z]{3,12}-[0-9]{4}(-[0-9A-HJKMNP-TV-Z]{8})?")


class Api:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.house = server.house
        self.limits = server.settings.limits

    def add_to(self, router: web.UrlDispatcher) -> None:
        path = "/api/tables/{code}"
        router.add_get("/healthz", self.health)
        router.add_get("/api/games", self.games)
        router.add_post("/api/tables", self.make)
        router.add_post("/api/exercises", self.pose)
        router.add_get(path, self.look)
        router.add_post(f"{path}/join", self.join)
        router.add_post(f"{path}/transfer", self.transfer)
        router.add_post(f"{path}/claim", self.claim)
        router.add_post(f"{path}/follow", self.follow)
        router.add_post(f"{path}/erase", self.erase)
        router.add_get("/api/public", self.public)
        router.add_get(f"{path}/ws", self.socket)
        Pages(self).add_to(router)
        Replays(self).add_to(router)
        Cases(self).add_to(router)
        Doorway(self).add_to(router)

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

    async def table(self, request: web.Request) -> LiveTable:
        """The table of the code in the path. Who tries many wrong codes has to wait; whoever holds a seat here knows its code, and does
        not have to wait for what others at the same address have tried."""
        code, address = request.match_info["code"].upper(), request.remote or ""
        if self.server.wrong_codes.is_spent(address):
            if CODE.fullmatch(code) and keys.shows_any(request.cookies):
                found = await self._held(code, request)
                if found is not None:
                    return found
            raise Refusal(429, "too_many", "too many codes that do not exist; wait a minute")
        try:
            if not CODE.fullmatch(code):
                raise TableError("no_such_table", "there is no table with this code")
            table = await self.house.find(code)
            if table.state.exercise is not None and not holds_any(table, request):
                raise TableError("no_such_table", "there is no table with this code")
            return table
        except TableError as problem:
            if problem.code == "no_such_table":
                self.server.wrong_codes.take(address)
            raise

    async def _held(self, code: str, request: web.Request) -> LiveTable | None:
        """The table, if there is one and this request holds a seat at it. So nobody learns whether there is one."""
        try:
            table = await self.house.find(code)
        except TableError:
            return None
        return table if holds_any(table, request) else None

    def need_seat(self, request: web.Request, table: LiveTable, seat: int) -> None:
        if not keys.holds(table.state, seat, request.cookies):
            raise Refusal(403, "not_yours", "this seat is not yours")

    def seated(self, request: web.Request, code: str, seat: int, secret: str, waits: bool = False) -> web.Response:
        response = answer(h.Seated(code, seat, waits))
        response.set_cookie(
            keys.cookie_name(seat),
            secret,
            path=keys.cookie_path(code),
            max_age=365 * 24 * 3600,
            httponly=True,
            samesite="Strict",
            secure=self.server.settings.secure or request.scheme == "https",
        )
        return response

    # about the server

    async def health(self, request: web.Request) -> web.Response:
        return answer(h.Health(not self.server.stopping, topsecret.__version__, p.VERSION, self.server.draining))

    async def games(self, request: web.Request) -> web.Response:
        return answer(about.games(self.server.settings.quiet))

    # tables

    async def make(self, request: web.Request) -> web.Response:
        wish = await self.body(request, h.NewTable)
        address = request.remote or ""
        if self.server.draining:
            raise Refusal(503, "draining", "this server makes no new tables; it will be back soon")
        if not self.server.tables.take(address, 0.1 if is_local(address) else 1.0):
            raise Refusal(429, "too_many", "too many new tables; wait a few minutes")
        secret, key = keys.new_secret()
        name = self.name(wish.name, [])
        table = await self.house.make(wish.game, name, key, wish.seats, wish.options, wish.bots, as_terms(wish.terms))
        if wish.start:
            await table.start(0)
        self.server.metrics.tables_made[wish.game] += 1
        log.info("a table was made", extra={"about": {"table": short_of(table.code), "game": wish.game}})
        return self.seated(request, table.code, 0, secret)

    async def pose(self, request: web.Request) -> web.Response:
        wish = await self.body(request, h.NewExercise)
        address = request.remote or ""
        if self.server.draining:
            raise Refusal(503, "draining", "this server makes no new tables; it will be back soon")
        if not self.server.tables.take(address, EXERCISE_COSTS * (0.1 if is_local(address) else 1.0)):
            raise Refusal(429, "too_many", "too many new tables; wait a few minutes")
        secret, key = keys.new_secret()
        table = await self.house.pose(wish.game, wish.exercise, self.name(wish.name, []), key)
        return self.seated(request, table.code, table.state.host, secret)

    async def look(self, request: web.Request) -> web.Response:
        table = await self.table(request)
        state = table.state
        mine = [seat for seat in range(len(state.seats)) if keys.holds(state, seat, request.cookies)]
        actors = [] if state.match is None else [seat for seat in table.reading().actors if seat is not CHANCE]
        result = table.reading().result if state.status == "over" else None
        return answer(h.Look(self.server.broadcasts[table.code].info(), mine, actors, result))

    async def join(self, request: web.Request) -> web.Response:
        wish = await self.body(request, h.Join)
        table = await self.table(request)
        secret, key = keys.new_secret()
        name = self.name(wish.name, table.state.names)
        if wish.seat is not None and table.state.status == "playing":
            await proposals.ask_for_seat(table, wish.seat, name, key)
            return self.seated(request, table.code, wish.seat, secret, waits=True)
        seat = await lobby.join(table, name, wish.seat, key)
        return self.seated(request, table.code, seat, secret)

    def name(self, wished: str, taken: list[str]) -> str:
        """What somebody is called: on a quiet server a cover name."""
        return cover(taken, self.house.rng) if self.server.settings.quiet else wished

    async def public(self, request: web.Request) -> web.Response:
        """Tables that their hosts have listed, those first that lack the fewest people. One whose people are all away is not there."""
        found: list[h.PublicTable] = []
        for table in [] if self.server.settings.quiet else self.house.tables.values():
            state = table.state
            free = sum(seat.kind == "open" for seat in state.seats)
            if state.public and state.status == "waiting" and free and len(self.server.broadcasts[table.code]):
                host = state.seats[state.host].name
                found.append(h.PublicTable(table.code, state.game.id, host, len(state.seats), free))
        return answer(h.PublicTables(sorted(found, key=lambda one: one.open)[:MOST_LISTED]))

    async def erase(self, request: web.Request) -> web.Response:
        wish = await self.body(request, h.Erase)
        table = await self.table(request)
        self.need_seat(request, table, wish.seat)
        cookies = request.cookies
        await erase(table, wish.seat, self.house.rng, lambda: keys.holds(table.state, wish.seat, cookies))
        return answer(h.Seated(table.code, wish.seat))

    async def transfer(self, request: web.Request) -> web.Response:
        wish = await self.body(request, h.Transfer)
        table = await self.table(request)
        self.need_seat(request, table, wish.seat)
        token = self.server.transfers.new(table.code, wish.seat, table.state.seats[wish.seat].keys[-1])
        return answer(h.Transferred(token, keys.TRANSFER_SECONDS))

    async def claim(self, request: web.Request) -> web.Response:
        wish = await self.body(request, h.Claim)
        table = await self.table(request)
        found = self.server.transfers.claim(table.code, wish.token)
        secret, key = keys.new_secret()
        if found is None or not await lobby.hold(table, found[0], key, lambda seat: found[1] in seat.keys):
            self.server.wrong_codes.take(request.remote or "")
            raise Refusal(403, "bad_token", "this link was used already, or it is too old")
        return self.seated(request, table.code, found[0], secret)

    async def follow(self, request: web.Request) -> web.Response:
        wish = await self.body(request, h.Follow)
        table = await self.table(request)
        self.need_seat(request, table, wish.seat)
        secret, key = keys.new_secret()
        new = await self.house.follow(table, wish.seat, key)
        return self.seated(request, new.code, wish.seat, secret)

    # the socket

    async def socket(self, request: web.Request) -> web.StreamResponse:
        server, address = self.server, request.remote or ""
        if server.stopping:
            raise Refusal(503, "stopping", "the server is stopping; come back in a moment")
        table = await self.table(request)
        seat = self._seat_asked(request)
        if seat is not None:
            self.need_seat(request, table, seat)
        broadcast = server.broadcasts[table.code]
        self._need_room(address, broadcast, seat)
        ws = MeteredSocket(
            server.clock,
            heartbeat=self.limits.heartbeat_seconds,
            max_msg_size=self.limits.message_bytes,
            compress=False,
            timeout=self.limits.close_seconds,
        )
        cookies = request.cookies
        shown = "" if seat is None else keys.shown(seat, cookies)

        def holds() -> bool:
            return seat is None or keys.is_key(table.state, seat, shown)

        def held() -> list[int]:
            return [one for one in range(len(table.state.seats)) if keys.holds(table.state, one, cookies)]

        connection = Connection(ws, table, broadcast, seat, address, holds, held, server)
        connection.transport = request.transport
        here = server.connections.setdefault(address, set())
        here.add(connection)
        try:
            await ws.prepare(request)
            await connection.run()
        finally:
            here.discard(connection)
            if not here:
                server.connections.pop(address, None)
        return ws

    def _need_room(self, address: str, broadcast: Broadcast, seat: int | None) -> None:
        """Seats come first: spectators have a share of their own, and however many there are, whoever sits here comes in."""
        limits, is_watching = self.limits, seat is None
        if is_watching:
            most, of_address, here = limits.spectators, limits.spectators_of_address, limits.spectators_of_table
        else:
            most, of_address, here = limits.connections, limits.connections_of_address, limits.connections_of_seat
        alike = sum((one.seat is None) == is_watching for one in self.server.connections.get(address, ()))
        in_all = sum(map(len, self.server.connections.values()))
        if (of_address is not None and alike >= of_address) or in_all >= most:
            raise Refusal(429, "too_many", "too many connections")
        if len(broadcast.of.get(seat, ())) >= here:
            raise Refusal(429, "too_many", "too many connections to this table")

    def _seat_asked(self, request: web.Request) -> int | None:
        asked: Any = request.query.get("seat")
        if asked is None:
            return None
        if not re.fullmatch(r"[0-9]{1,2}", asked):
            raise Refusal(400, "bad_request", "seat: expected a number")
        return int(asked)


def holds_any(table: LiveTable, request: web.Request) -> bool:
    """Whether this request holds a seat at that table."""
    return any(keys.holds(table.state, seat, request.cookies) for seat in range(len(table.state.seats)))


def is_local(address: str) -> bool:
    """Whether this machine itself asks: its owner has more patience with it."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
