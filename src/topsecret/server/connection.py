"""One WebSocket: reads messages, answers them, and never lets a slow reader hold up others."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from aiohttp import WSMsgType

from topsecret.kernel.errors import ActionError, IllegalAction, TopSecretError
from topsecret.table import leavers, lobby, proposals, talking
from topsecret.table.errors import SetAside, TableError
from topsecret.table.live import LiveTable

from . import protocol as p
from . import wire
from .broadcast import Broadcast, as_terms
from .codes import ByeCode, ErrorCode, ProgramErrorCode, declared
from .frames import MeteredSocket
from .lag import Lag
from .rates import Bucket
from .wire import encode

if TYPE_CHECKING:
    from .app import Server

log = logging.getLogger("topsecret.server")

NORMAL, GOING_AWAY, WRONG_DATA, POLICY, INTERNAL, SLOW = 1000, 1001, 1003, 1008, 1011, 4008
ENDED = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED)
AT_ONCE_BYTES = 48 * 1024  # what a socket takes without waiting
COSTS: dict[Any, float] = {
    p.Legal: 3.0,
    p.History: 9.0,
    p.Ask: 1.0,
    p.Help: 3.0,
    p.Attempt: 1.0,
    p.React: 4.0,
}  # beyond the frame
WRONG_COSTS = 3.0


def code_of(problem: TopSecretError) -> ErrorCode | ProgramErrorCode:
    return declared(problem.code) if isinstance(problem, ActionError | TableError) else "refused"


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
        ws: MeteredSocket,
        table: LiveTable,
        broadcast: Broadcast,
        seat: int | None,
        address: str,
        holds: Callable[[], bool],
        held: Callable[[], list[int]],
        server: Server,
    ) -> None:
        self.ws = ws
        self.table = table
        self.broadcast = broadcast
        self.seat = seat
        self.address = address
        self.holds = holds  # whether the seat is still that of whoever opened this
        self.held = held
        self.server = server
        self.limits = limits = server.settings.limits
        self.clock = server.clock
        self.client = ""
        self.covers: list[int] = []  # the seats whose people are here by this line: all that its browser holds
        self.stage = False  # a big screen
        self.heard = self.clock.now()
        self.bucket = Bucket(limits.messages, self.heard)
        ws.pace = self._pace
        self.lag = Lag()
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

    def bye(self, code: ByeCode, close: int = NORMAL) -> None:
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
        self.broadcast.leave(self)
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
                if message.type is WSMsgType.TEXT:
                    self.heard = self.clock.now()
                    await self._hear(message.data)
                elif message.type is WSMsgType.BINARY:
                    self.fail("binary", "expected a text", WRONG_DATA)
                elif message.type is WSMsgType.PING:
                    await self.ws.pong(message.data)
                elif message.type in ENDED:
                    break
        except ConnectionError:
            pass  # the other side has gone
        finally:
            self.broadcast.leave(self)
            try:
                await self._finish()
            finally:
                self.ws.let_go()

    async def _finish(self) -> None:
        self.end(NORMAL, "")
        assert self._writer is not None
        _, late = await asyncio.wait([self._writer], timeout=self.limits.close_seconds)
        if late:
            self._writer.cancel()
            if self.transport is not None:
                self.transport.abort()

    def fail(self, code: ErrorCode | ProgramErrorCode, message: str, close: int) -> None:
        self.say(p.Problem(code, message))
        self.end(close, code)

    async def _hear(self, text: str) -> None:
        try:
            message = wire.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
            if self.client:
                self.say(p.Problem("bad_message", str(problem)[:200]))
            else:
                self.fail("bad_message", str(problem)[:200], POLICY)
            await self._pay(WRONG_COSTS)
            return
        await self._pay(COSTS.get(type(message), 0.0))
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

    async def _pay(self, cost: float) -> None:
        """What a message costs beyond the frame that it is."""
        if cost and (seconds := self._pace(cost)) > 0:
            await self.clock.sleep(seconds)

    def _pace(self, cost: float = 1.0) -> float:
        """Who is too fast is read more slowly: after so many seconds."""
        return max(self.bucket.wait(self.clock.now(), cost), self.server.messages.wait(self.address, cost))

    def _refuse(self, message: p.FromClient, problem: TopSecretError) -> None:
        id, words = getattr(message, "id", None), str(problem)
        if isinstance(problem, SetAside):
            log.error("a table is set aside: %s", problem)
            words = "this table is damaged and was set aside"
        self.server.refused("rule" if isinstance(problem, IllegalAction) else code_of(problem))
        if id is None:
            self.say(p.Problem(code_of(problem), words))
        elif isinstance(problem, IllegalAction):
            self.say(p.Refused(id, problem.code, problem.rule, words))
        else:
            self.say(p.Refused(id, code_of(problem), message=words))

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
            if not self.holds():
                self.fail("not_yours", "this seat is not yours", POLICY)
                return
            self.table.need_memory()
            await self._come_back()
            if self._closing:
                return
            self.client = message.client
            self.covers = self.held()
            self.stage = message.stage and self.seat is None
            self.broadcast.enter(self, message.since)

    async def _come_back(self) -> None:
        """Whoever comes plays their seat again; if that cannot be written now, they may look at least."""
        one = None if self.seat is None else self.table.state.seats[self.seat]
        if self.seat is None or one is None or not (one.stand_in or one.away):  # as ever: that waits for nobody
            return
        try:
            await leavers.come_back(self.table, self.seat, self.holds)
        except TableError as problem:
            log.warning("somebody could not take their seat back: %s", problem)

    async def act(self, message: p.Act) -> None:
        """What is held keeps nothing else waiting: looks and winks count when they come."""
        begun, game, metrics = self.clock.now(), self.table.state.game.id, self.server.metrics

        def done() -> None:
            metrics.actions[game] += 1
            metrics.answers.observe(self.clock.now() - begun)
            self.say(p.Done(message.id))

        lag = self.lag.ms(self.table.timeline.now())
        act = self.table.take_in(self._seat(), self.client, message.id, message.action, done, lag, self.holds)
        if act.is_held:
            act.answer.add_done_callback(partial(self._settled, message))
        else:
            await self.table.answer(act)

    def _settled(self, message: p.Act, answer: asyncio.Future[None]) -> None:
        problem = None if answer.cancelled() else answer.exception()
        if isinstance(problem, TopSecretError):
            self._refuse(message, problem)
        elif problem is not None:
            log.error("an action could not be carried out", exc_info=problem)
            self.fail("internal", "something went wrong here; come back in a moment", INTERNAL)

    async def undo(self, message: p.Undo) -> None:
        await self.table.undo(self._seat(), self.client, message.id, self._done(message.id), self.holds)

    def _need_words(self) -> None:
        if self.server.settings.quiet:
            raise TableError("quiet", "on this server there are cover names and ready-made reactions only")

    async def react(self, message: p.React) -> None:
        done = self._done(message.id)
        await talking.react(self.table, self._seat(), self.client, message.id, message.reaction, done, self.holds)

    async def talk(self, message: p.Say) -> None:
        self._need_words()
        await talking.say(
            self.table, self._seat(), self.client, message.id, message.text, self._done(message.id), self.holds
        )

    def _done(self, id: int) -> Callable[[], None]:
        return lambda: self.say(p.Done(id))

    async def ask(self, message: p.Ask) -> None:
        found = self.table.preview(self._seat(), message.action, message.assume)
        self.say(msgspec.convert(found | {"id": message.id}, p.Preview))

    async def help(self, message: p.Help) -> None:
        ask = self.table.help(self._seat(), message.topic, message.about)
        found = await self.server.looking.work_out(ask)
        self.say(p.HelpNow(message.id, message.topic, message.about, found))

    async def attempt(self, message: p.Attempt) -> None:
        judge = self.table.attempt(self._seat(), message.answer)
        found = await self.server.looking.work_out(judge)
        light = None if found.light is None else list(found.light)
        self.say(p.Judged(message.id, found.done, found.word, dict(found.params), light))

    async def legal(self, message: p.Legal) -> None:
        actions, counted = self.table.legal(self._seat(), message.family)
        self.say(p.LegalNow(message.id, actions, [p.FamilyCount(*more) for more in counted.items()]))

    async def draft(self, message: p.Draft) -> None:
        draft = bytes(message.draft)
        if len(draft) > p.DRAFT_BYTES:
            raise TableError("too_long", f"expected a draft of at most {p.DRAFT_BYTES} bytes")
        await talking.draft(self.table, self._seat(), draft, self, self.holds)

    async def note(self, message: p.Note) -> None:
        await talking.note(self.table, self._seat(), message.notes, self, self.holds)

    async def rename(self, message: p.Rename) -> None:
        self._need_words()
        await lobby.rename(self.table, self._seat(), message.name, self.holds)

    async def arrange(self, message: p.Arrange) -> None:
        if message.terms is not None:
            await lobby.agree(self.table, self._seat(), as_terms(message.terms), self.holds)
        if message.seats is not None or message.options is not None or message.terms is None:
            await lobby.arrange(self.table, self._seat(), message.seats, message.options, self.holds)

    async def publish(self, message: p.Publish) -> None:
        self._need_words()
        await lobby.list_publicly(self.table, self._seat(), message.public, self.holds)

    async def set_bot(self, message: p.SetBot) -> None:
        await lobby.set_bot(self.table, self._seat(), message.seat, message.bot, self.holds)

    async def remove(self, message: p.Remove) -> None:
        await lobby.remove(self.table, self._seat(), message.seat, self.holds)

    async def go(self, message: p.Leave) -> None:
        if self.table.state.status == "playing":
            await leavers.go(self.table, self._seat(), self.holds)
            await proposals.settle(self.table)
        else:
            await lobby.leave(self.table, self._seat(), self.holds)

    async def stand_in(self, message: p.StandIn) -> None:
        await leavers.stand_in(self.table, self._seat(), message.seat, self.holds)
        await proposals.settle(self.table)

    async def back(self, message: p.Back) -> None:
        await leavers.come_back(self.table, self._seat(), self.holds)

    async def hand_over(self, message: p.HandOver) -> None:
        await leavers.hand_over(self.table, self._seat(), message.seat, self.holds)

    async def propose(self, message: p.Propose) -> None:
        await proposals.propose(self.table, self._seat(), message.what, self.holds)

    async def vote(self, message: p.Vote) -> None:
        await proposals.vote(self.table, self._seat(), message.what, message.seat, message.yes, self.holds)

    async def start(self, message: p.Start) -> None:
        await self.table.start(self._seat(), self.holds)

    async def rematch(self, message: p.Rematch) -> None:
        await self.server.house.rematch(self.table, self._seat(), self.holds, message.options)

    async def history(self, message: p.History) -> None:
        page = self.table.page(self.seat, message.n)
        self.send(wire.past(message.id, await self.server.looking.work_out(page)))

    async def ping(self, message: p.Ping) -> None:
        timed = self.table.state.game.State.timed
        self.say(p.Pong(self.lag.sends(self.clock.now()), self.table.timeline.shown() if timed else None))

    async def echo(self, message: p.Echo) -> None:
        self.lag.hears(message.n, self.heard, self.table.timeline.now())


HEAR: dict[type, Callable[[Connection, Any], Awaitable[None]]] = {
    p.Hello: Connection.hello,
    p.Act: Connection.act,
    p.Undo: Connection.undo,
    p.Ask: Connection.ask,
    p.Help: Connection.help,
    p.Attempt: Connection.attempt,
    p.Legal: Connection.legal,
    p.Draft: Connection.draft,
    p.Note: Connection.note,
    p.Say: Connection.talk,
    p.React: Connection.react,
    p.Publish: Connection.publish,
    p.Rename: Connection.rename,
    p.Arrange: Connection.arrange,
    p.SetBot: Connection.set_bot,
    p.Remove: Connection.remove,
    p.Leave: Connection.go,
    p.StandIn: Connection.stand_in,
    p.Back: Connection.back,
    p.HandOver: Connection.hand_over,
    p.Propose: Connection.propose,
    p.Vote: Connection.vote,
    p.Start: Connection.start,
    p.Rematch: Connection.rematch,
    p.History: Connection.history,
    p.Ping: Connection.ping,
    p.Echo: Connection.echo,
}
