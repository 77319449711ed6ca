"""One WebSocket: reads messages, answers them, and never lets a slow reader hold up others."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from aiohttp import WSMsgType, web

from topsecret.kernel.errors import ActionError, IllegalAction, TopSecretError
from topsecret.kernel.replay import replay
from topsecret.table.errors import SetAside, TableError
from topsecret.table.room import Room

from . import protocol as p
from .crowd import Crowd, encode
from .rates import Bucket

if TYPE_CHECKING:
    from .app import Server

log = logging.getLogger("topsecret.server")
decoder = msgspec.json.Decoder(p.Message)

NORMAL, GOING_AWAY, WRONG_DATA, POLICY, INTERNAL, SLOW = 1000, 1001, 1003, 1008, 1011, 4008
ENDED = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED)
AT_ONCE_BYTES = 48 * 1024  # what a socket takes without waiting
COSTS: dict[Any, float] = {p.Legal: 4.0, p.History: 10.0, p.Ask: 2.0}


def framed(data: bytes) -> bytes:
    """One text message as it goes over a WebSocket from a server (RFC 6455): whole, not compressed, not masked."""
    length = len(data)
    if length < 126:
        return bytes((0x81, length)) + data
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big") + data
    return b"\x81\x7f" + length.to_bytes(8, "big") + data


class Connection:
    """A viewer of a table. `seat` is None for a spectator."""

    def __init__(
        self,
        ws: web.WebSocketResponse,
        room: Room,
        crowd: Crowd,
        seat: int | None,
        address: str,
        holds: Callable[[], bool],
        server: Server,
    ) -> None:
        self.ws = ws
        self.room = room
        self.crowd = crowd
        self.seat = seat
        self.address = address
        self.holds = holds  # whether the seat is still that of whoever opened this
        self.server = server
        self.limits = limits = server.settings.limits
        self.clock = server.clock
        self.client = ""
        self.heard = self.clock.now()
        self.bucket = Bucket(limits.messages, self.heard)
        self.transport: asyncio.Transport | None = None
        self.loop = asyncio.get_running_loop()
        self._out: list[bytes] = []  # said in this moment
        self._queue: deque[bytes] = deque()
        self._queued = 0
        self._wake: asyncio.Future[None] | None = None
        self._last_words: tuple[int, bytes] | None = None
        self._closing = False
        self._writing = False
        self._writer: asyncio.Task[None] | None = None

    # out

    def send(self, data: bytes) -> None:
        """Sends in a moment if the other side reads, else puts it into the queue. Who does not read is dropped; others never wait."""
        if self._closing:
            return
        if self._queue or self._writing:
            self._wait_in_line(data)
            return
        if not self._out:
            self.loop.call_soon(self._send_out)
        self._out.append(data)

    def _send_out(self) -> None:
        """What was said in one moment goes out as one. As long as the socket takes everything, that does not wait and needs no task."""
        out, self._out = self._out, []
        if not out:
            return
        transport = self.transport
        if transport is not None and not (self._queue or self._writing or self.ws.closed or transport.is_closing()):
            data = framed(out[0]) if len(out) == 1 else b"".join(map(framed, out))
            if transport.get_write_buffer_size() + len(data) <= AT_ONCE_BYTES:
                transport.write(data)
                return
        for data in out:
            self._wait_in_line(data)

    def _wait_in_line(self, data: bytes) -> None:
        if self._queued and self._queued + len(data) > self.limits.queue_bytes:  # one alone may be longer
            self.drop()
            return
        self._queued += len(data)
        self._queue.append(data)
        self._poke()

    def say(self, message: Any) -> None:
        self.send(encode(message))

    def bye(self, code: str, close: int = NORMAL) -> None:
        """Says farewell after all that is still in the queue."""
        self.say(p.Bye(code))
        self.end(close, code)

    def end(self, close: int, why: str) -> None:
        if not self._closing:
            self._closing = True
            self._last_words = (close, why.encode())
            self._poke()

    def drop(self) -> None:
        """Lets go of a connection that does not read."""
        self._queue.clear()
        self._out = []
        self._closing = True
        self._last_words = (SLOW, b"slow")
        self.crowd.leave(self)
        if self.transport is not None:
            self.transport.abort()
        self._poke()

    def _poke(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def _write(self) -> None:
        """The one task that writes to the socket."""
        try:
            while True:
                self._writing = True
                self._send_out()  # into the queue, before a farewell
                while self._queue:
                    data = self._queue.popleft()
                    await self.ws.send_frame(data, WSMsgType.TEXT)
                    self._queued -= len(data)
                self._writing = False
                if self._last_words is not None:
                    code, why = self._last_words
                    await self.ws.close(code=code, message=why)
                    return
                self._wake = asyncio.get_running_loop().create_future()
                await self._wake
        except (ConnectionError, RuntimeError):
            self._closing = True  # the other side has gone

    # in

    async def run(self) -> None:
        """Until either side ends it."""
        self._writer = asyncio.get_running_loop().create_task(self._write())
        try:
            while not self._closing:
                message = await self.ws.receive()
                self.heard = self.clock.now()
                if message.type is WSMsgType.TEXT:
                    await self._hear(message.data)
                elif message.type is WSMsgType.BINARY:
                    self.fail("binary", "expected a text", WRONG_DATA)
                elif message.type in ENDED:
                    break
        finally:
            self.crowd.leave(self)
            await self._finish()

    async def _finish(self) -> None:
        self.end(NORMAL, "")
        assert self._writer is not None
        _, late = await asyncio.wait([self._writer], timeout=self.limits.close_seconds)
        if late:
            self._writer.cancel()
            if self.transport is not None:
                self.transport.abort()

    def fail(self, code: str, message: str, close: int) -> None:
        self.say(p.Problem(code, message))
        self.end(close, code)

    async def _hear(self, text: str) -> None:
        try:
            message = decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
            if self.client:
                self.say(p.Problem("bad_message", str(problem)[:200]))
            else:
                self.fail("bad_message", str(problem)[:200], POLICY)
            if (seconds := self._pace(4.0)) > 0:
                await self.clock.sleep(seconds)
            return
        if (seconds := self._pace(COSTS.get(type(message), 1.0))) > 0:
            await self.clock.sleep(seconds)
        if self._closing:  # a farewell was said meanwhile
            return
        if not self.client and not isinstance(message, p.Hello):
            self.fail("no_hello", "expected hello as the first message", POLICY)
            return
        try:
            await HEAR[type(message)](self, message)
        except TopSecretError as problem:
            self._refuse(message, problem)
        except Exception:
            log.exception("a message could not be handled")
            self.fail("internal", "something went wrong here; come back in a moment", INTERNAL)

    def _pace(self, cost: float) -> float:
        """Who is too fast is read more slowly: after so many seconds."""
        return max(self.bucket.wait(self.heard, cost), self.server.messages.wait(self.address, cost))

    def _refuse(self, message: p.FromClient, problem: TopSecretError) -> None:
        id, words = getattr(message, "id", None), str(problem)
        if isinstance(problem, SetAside):
            log.error("a table is set aside: %s", problem)
            words = "this table is damaged and was set aside"
        code = problem.code if isinstance(problem, ActionError | TableError) else "refused"
        if id is None:
            self.say(p.Problem(code, words))
        else:
            rule = problem.rule if isinstance(problem, IllegalAction) else ""
            self.say(p.Refused(id, code, rule, words))

    def _seat(self) -> int:
        if self.seat is None:
            raise TableError("spectator", "spectators can only watch")
        return self.seat

    # each message

    async def hello(self, message: p.Hello) -> None:
        if message.v != p.VERSION:
            self.fail("version", f"expected version {p.VERSION} of the protocol", POLICY)
        elif self.client:
            self.say(p.Problem("hello_again", "hello was said already"))
        else:
            async with self.room.turn():
                if self._closing:
                    return
                if not self.holds():
                    self.fail("not_yours", "this seat is not yours", POLICY)
                    return
                self.client = message.client
                self.crowd.enter(self, message.since)

    def act(self, message: p.Act) -> Awaitable[None]:
        return self.room.act(self._seat(), self.client, message.id, message.action, self._done(message.id))

    async def undo(self, message: p.Undo) -> None:
        await self.room.undo(self._seat(), self.client, message.id, self._done(message.id))

    async def talk(self, message: p.Say) -> None:
        await self.room.say(self._seat(), self.client, message.id, message.text, self._done(message.id))

    def _done(self, id: int) -> Callable[[], None]:
        return lambda: self.say(p.Done(id))

    async def ask(self, message: p.Ask) -> None:
        await self.room.ask(self._seat(), message.action)
        self.say(p.Done(message.id))

    async def legal(self, message: p.Legal) -> None:
        self.say(p.LegalNow(message.id, await self.room.legal(self._seat())))

    async def draft(self, message: p.Draft) -> None:
        draft = bytes(message.draft)
        if len(draft) > p.DRAFT_BYTES:
            raise TableError("too_long", f"expected a draft of at most {p.DRAFT_BYTES} bytes")
        await self.room.draft(self._seat(), draft, self)

    async def note(self, message: p.Note) -> None:
        await self.room.note(self._seat(), message.notes, self)

    async def rename(self, message: p.Rename) -> None:
        await self.room.rename(self._seat(), message.name)

    async def arrange(self, message: p.Arrange) -> None:
        await self.room.arrange(self._seat(), message.seats, message.options)

    async def set_bot(self, message: p.SetBot) -> None:
        await self.room.set_bot(self._seat(), message.seat, message.bot)

    async def remove(self, message: p.Remove) -> None:
        await self.room.remove(self._seat(), message.seat)

    async def go(self, message: p.Leave) -> None:
        await self.room.leave(self._seat())

    async def start(self, message: p.Start) -> None:
        await self.room.start(self._seat())

    async def rematch(self, message: p.Rematch) -> None:
        await self.server.house.rematch(self.room, self._seat())

    async def history(self, message: p.History) -> None:
        async with self.room.turn():
            still = self.room.playing().still()
        past = await self.server.looking.work_out(partial(replay, still, self.seat))
        self.send(encode({"t": "past", "id": message.id, "first": past.first, "steps": past.steps}))

    async def ping(self, message: p.Ping) -> None:
        self.say(p.Pong())


HEAR: dict[type, Callable[[Connection, Any], Awaitable[None]]] = {
    p.Hello: Connection.hello,
    p.Act: Connection.act,
    p.Undo: Connection.undo,
    p.Ask: Connection.ask,
    p.Legal: Connection.legal,
    p.Draft: Connection.draft,
    p.Note: Connection.note,
    p.Say: Connection.talk,
    p.Rename: Connection.rename,
    p.Arrange: Connection.arrange,
    p.SetBot: Connection.set_bot,
    p.Remove: Connection.remove,
    p.Leave: Connection.go,
    p.Start: Connection.start,
    p.Rematch: Connection.rematch,
    p.History: Connection.history,
    p.Ping: Connection.ping,
}
