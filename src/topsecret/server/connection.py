"""One WebSocket: reads messages, answers them, and never lets a slow reader hold up others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from aiohttp import WSMsgType

from topsecret.kernel.errors import ActionError, IllegalAction, TopSecretError
from topsecret.table import leavers, lobby, proposals, talking
from topsecret.table.acts import Act
from topsecret.table.errors import SetAside, TableError
from topsecret.table.live import LiveTable

from . import protocol as p
from . import wire
from .broadcast import Broadcast, as_terms
from .codes import ErrorCode, ProgramErrorCode, declared
from .lag import Lag
from .outgoing import NORMAL, Outgoing
from .rates import Bucket
from .sockets import MeteredSocket

if TYPE_CHECKING:
    from .app import Server

log = logging.getLogger("topsecret.server")

GOING_AWAY, WRONG_DATA, POLICY, INTERNAL = 1001, 1003, 1008, 1011
ENDED = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED)
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


class Connection(Outgoing):
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
        super().__init__(ws, server.settings.limits.queue_bytes)
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
        ws.pace, ws.take = self._pace, self._take
        self.lag = Lag()
        self._hearing = False  # a message is being dealt with in the task that reads
        self._acting: Act | None = None  # an action that keeps what comes after it waiting
        self._acted: asyncio.Future[None] | None = None  # for whoever waits for it to be settled

    def gone(self) -> None:
        """It was dropped."""
        self.broadcast.leave(self)

    # in

    async def run(self) -> None:
        """Until either side ends it."""
        self._writer = asyncio.get_running_loop().create_task(self._write())
        try:
            while not self._closing:
                message = await self.ws.receive()
                self._hearing = True
                await self._until_settled()
                if message.type is WSMsgType.TEXT:
                    self.heard = self.clock.now()
                    await self._hear(message.data)
                elif message.type is WSMsgType.BINARY:
                    self.fail("binary", "expected a text", WRONG_DATA)
                elif message.type is WSMsgType.PING:
                    await self.ws.pong(message.data)
                elif message.type in ENDED:
                    break
                self._hearing = False
        except ConnectionError:
            pass  # the other side has gone
        finally:
            if self._acting is not None:  # this task was called off
                self.table.call_off(self._acting)
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
        except Exception as problem:
            self._answer(message, problem)

    def _take(self, text: bytes) -> bool:
        """A short message has come. An action is taken in at once, if nothing else of this connection is being dealt with: that needs no
        task. Says whether it was one; everything else, and what is wrong with a message, goes the usual way through `run`."""
        if self._hearing or self._acting or self._closing or not self.client or self.ws.has_unread:
            return False
        try:
            message = wire.decode_act(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            return False
        self.heard = self.clock.now()
        try:
            self._take_in(message)
        except Exception as problem:
            self._answer(message, problem)
        return True

    async def _pay(self, cost: float) -> None:
        """What a message costs beyond the frame that it is."""
        if cost and (seconds := self._pace(cost)) > 0:
            await self.clock.sleep(seconds)

    def _pace(self, cost: float = 1.0) -> float:
        """Who is too fast is read more slowly: after so many seconds."""
        return max(self.bucket.wait(self.clock.now(), cost), self.server.messages.wait(self.address, cost))

    def _answer(self, message: p.FromClient, problem: Exception) -> None:
        """A message could not be dealt with."""
        if isinstance(problem, TopSecretError):
            self._refuse(message, problem)
        else:
            log.error("a message could not be handled", exc_info=problem)
            self.fail("internal", "something went wrong here; come back in a moment", INTERNAL)

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
        problem.forget_where()  # it may have been kept there: a ring that would hold the table

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
        self._take_in(message)

    def _take_in(self, message: p.Act) -> None:
        """An action waits for the table, and what this connection says next waits for it. But what is held keeps nothing else waiting:
        looks and winks count when they come."""
        begun, game, metrics = self.heard, self.table.state.game.id, self.server.metrics

        def done() -> None:
            metrics.actions[game] += 1
            metrics.answers.observe(self.clock.now() - begun)
            self.send(wire.done(message.id))

        def settled(act: Act) -> None:
            if act is self._acting:
                self._acting = None
                if self._acted is not None and not self._acted.done():
                    self._acted.set_result(None)
            if act.problem is not None:
                self._answer(message, act.problem)

        lag = self.lag.ms(self.table.timeline.now()) if self.table.holding.has_races else 0
        act = self.table.take_in(self._seat(), self.client, message.id, message.action, done, settled, lag, self.holds)
        if not act.is_held:
            self._acting = act

    async def _until_settled(self) -> None:
        """Until the action that was taken in last is played or refused."""
        if self._acting is not None:
            self._acted = asyncio.get_running_loop().create_future()
            await self._acted

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
        return lambda: self.send(wire.done(id))

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
