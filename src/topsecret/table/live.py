"""A table that is being played at, and the way of a move from top to bottom: it is taken in, waits for the table, is checked and played
in memory, goes to the disk with whatever else has come meanwhile, is told to everybody, and is confirmed. Whoever only reads gets the
last position that is on the disk and waits for nobody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence, Set
from typing import Any

from topsecret.bots.registry import module_of
from topsecret.bots.why import Why
from topsecret.kernel.errors import ActionError, CannotUndo
from topsecret.kernel.feed import Feed
from topsecret.kernel.match import LATEST
from topsecret.kernel.undo import undoable

from . import beginnings, seating
from . import records as r
from .acts import Act, Answer, By, Confirm, Holding, begins_a_deal
from .agenda import Agenda, Item, nothing
from .changing import Changeable
from .clocks import Clocks
from .errors import NotSaved, Overtaken, TableError
from .listeners import Listeners, NoListeners
from .lock import TableLock
from .log import Clock, TableLog
from .paper import need_paper, need_paper_for_act
from .papers import NOTHING, Papers
from .presence import Presence
from .snapshots import keep
from .standstill import NO_WAITS, Standstill, Waits
from .state import TableState
from .ticks import Ticks, kept_time
from .timeline import Timeline

log = logging.getLogger("topsecret.table")

ALWAYS_TAKEN = (
    r.Acted,
    r.Elapsed,
    r.TakenBack,
    r.StoodIn,
    r.CameBack,
    r.Resumed,
    r.Stopped,
)  # asked before, or bound by time
PATIENCE_MS = 5000  # until something that fell due is tried again when the disk did not take it


class LiveTable(Changeable):
    """The one owner of a table in memory. Whoever changes it has its `lock`; whoever reads it reads what is on the disk."""

    def __init__(
        self, state: TableState, kept: dict[str, bytes], log: TableLog, clock: Clock, waits: Waits = NO_WAITS
    ) -> None:
        self.state = state
        self.log = log
        self.clock = clock
        self._lock = asyncio.Lock()
        self.listeners: Listeners = NoListeners()
        self.rng = beginnings.new_source()
        self.papers = Papers(state.code, kept, log)
        self.timeline = Timeline(clock, max(state.time, kept_time(kept)))
        self.agenda = Agenda(self.timeline)
        self.ticks = Ticks(state.code, log, self.agenda)
        self.holding = Holding(module_of(state.game, "timing"))
        self.standstill = Standstill(clock, waits)
        self.standstill.changed = self._goes_on
        self.presence = Presence(state, lambda: round(clock.now() * 1000))
        self.clocks = Clocks(state, self.agenda)
        self.paused = False  # beside what people agree to
        self.proposals: list[Any] = []  # what waits for people to agree (`proposals.py`)
        self.present: Set[int | None] = frozenset()  # who is connected
        self.moved: Callable[[], None] = nothing  # called when somebody else's turn may have come
        self.followed: list[int] = []  # who has said yes to the rematch, as far as memory goes; the new table knows all
        self.used = clock.now()
        self.closed = False  # it has left memory: whoever still has it must find it again
        self.stale = False  # memory may be ahead of the disk
        self.version = 0  # grows with every change of the match
        self.feed: Feed | None = None
        self._waiting: list[Act] = []
        self._worker: asyncio.Task[None] | None = None  # plays what waits, as long as something does
        self._keeper: asyncio.Task[None] | None = None  # keeps parts of the match
        self._moment = self._reading = None
        self._legal = {}
        self._undoable = {}
        self._due: Item | None = None  # when the rules have something to do
        self._fell_due = False
        self._happened_told = len(state.happened)
        self._face_told = state.face
        self._follow_match()

    @property
    def code(self) -> str:
        return self.state.code

    @property
    def lock(self) -> TableLock:
        """The table, for whoever changes it: `async with table.lock`. It is made anew each time, as nothing that a table has holds it."""
        return TableLock(self, self._lock)

    def _follow_match(self) -> None:
        """For a match that has begun or was read again. What is worked out for a viewer does not depend on who is connected, so that
        nobody who comes has to wait."""
        if self.feed is not None:
            self.feed.close()
        match = self.state.match
        self.feed = None if match is None else Feed(match, [None, *self.state.persons])
        self._reached(None)

    # the way of a move

    async def act(self, seat: int, client: str, id: int, action: Any, confirm: Confirm, **who: Any) -> None:
        """Plays an action. Once it is on the disk everybody hears of it, and then `confirm` is called: who is confirmed knows
        already what came of it. Raises, and then nothing has happened. What has counted before is confirmed again, and not played."""
        answer = Answer()
        act = self.take_in(seat, client, id, action, confirm, answer.settled, **who)
        act.is_wanted = answer.is_wanted
        try:
            await answer.future
        except asyncio.CancelledError:
            self.call_off(act)
            raise
        finally:
            del act, answer  # they have what is raised here, which would have them: a ring that holds the table

    def take_in(
        self,
        seat: int,
        client: str,
        id: int,
        action: Any,
        confirm: Confirm,
        settled: Callable[[Act], None],
        lag: int = 0,
        holds: seating.Holds = seating.always,
        by: By = "",
        why: Why | None = None,
    ) -> Act:
        """An action has come. It waits for the table, or is held first (`acts.py`); `settled` is called when it was played or refused.
        `lag`: how many milliseconds the line of whoever acts takes. Raises if it has come too late, or would be held while time stands
        still: nobody could say for how long."""
        at = self.timeline.now()
        act = Act(seat, client, id, action, confirm, at, settled, holds, by, why or [])
        if self.state.match is not None and not (client and self.state.has_counted(*act.mark)):
            self.holding.set_time(act, self.state, self.reading, lag)
        if act.at > at:
            self._need_running_time()
            self.holding.hold(act)
            self.agenda.at(act.at, self._wake)
        else:
            self._waiting.append(act)
            self._wake()
        return act

    def call_off(self, act: Act) -> None:
        """Nobody waits for it any more: it is not done, unless it is being done already."""
        act.is_settled = True
        for acts in (self._waiting, self.holding.held):
            if act in acts:
                acts.remove(act)

    def _wake(self) -> None:
        """Something waits for the table."""
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        """As long as actions wait: those that have come while the table was busy, or in the same moment, are played one after the other
        and go to the disk together."""
        try:
            while self._waiting or self._fell_due or self.holding.is_due(self.timeline.now):
                try:
                    async with self.lock:
                        self._fell_due, now = False, self.timeline.now()
                        batch, self._waiting = self._batch(now), []
                        await self._play(batch, now)
                    if self._waiting:
                        await asyncio.sleep(0)  # a moment for those who were answered
                except Exception as problem:  # the table cannot be had
                    self._fell_due = False
                    self._plan_due(PATIENCE_MS)
                    refused, self._waiting = self._batch(self.timeline.now()), []
                    for act in refused:
                        act.problem = problem
                        act.settle()
        finally:
            self._worker = None

    def _batch(self, now: int) -> list[Act]:
        """What is to be played now. In a game with time: in the order of its time."""
        batch = [act for act in (*self.holding.take(now), *self._waiting) if not act.is_settled and act.is_wanted()]
        if self.state.game.State.timed:
            batch.sort(key=lambda act: act.at)
        return batch

    def let_go(self) -> None:
        """It leaves memory: whoever still has it must find it again. Nothing that it has holds it, or it would stay until Python next
        looks through everything, which under load is seldom (`server/garbage.py`)."""
        self.closed = True
        self._stop_time()
        if self.feed is not None:
            self.feed.close()
        self.listeners, self.moved = NoListeners(), nothing
        self.standstill.changed, self.clocks.over = nothing, lambda seat: None

    async def finish(self) -> None:
        """Nothing more falls due; what was taken in is played, unless it is still held, and what can be kept of it is kept."""
        self._stop_time()
        if self._worker is not None:
            await asyncio.wait([self._worker])
        await self.lock.released()
        if self._keeper is not None:
            await asyncio.wait([self._keeper])

    def _stop_time(self) -> None:
        self.listeners.rest()
        self.standstill.stop()
        self.agenda.stop()
        self.ticks.stop()
        self.holding.give_up(NotSaved("the table has left memory; try again"))

    async def _play(self, batch: list[Act], now: int) -> None:
        """Checks, plays, writes, tells and confirms. With the lock. Nothing later than `now` falls due: then the batch was taken."""
        played: list[Act] = []
        again: list[Act] = []  # what has counted before is confirmed again, and not played
        try:
            records: list[r.Acted | r.Elapsed] = [*self._carry_out(batch, played, again), *self._elapse(now)]
            if records:
                await self._commit_acts(records, {act.seat for act in played})
        except BaseException as problem:
            await asyncio.shield(self._recover(batch, problem))
            if not isinstance(problem, Exception):
                raise
        else:
            if records:
                self._tell({act.seat for act in played})
            for act in again + played:
                act.confirm()
        finally:
            for act in batch:
                act.settle()

    def _carry_out(self, batch: list[Act], played: list[Act], again: list[Act]) -> list[r.Acted]:
        """Plays what is allowed, in memory; what is not has its problem. In a game with time it is done at the time at which it came, after
        what fell due by then."""
        records: list[r.Acted] = []
        marks: set[tuple[int, str, int]] = set()
        lines, timed, face = self.state.lines, self.state.game.State.timed, self.state.face
        for act in batch:
            try:
                match = self.playing()
                seating.need_same_holder(act.seat, act.holds)
                if act.client and (act.mark in marks or self.state.has_counted(*act.mark)):
                    again.append(act)  # whatever has changed since then: it stands
                    continue
                seating.need_player(self.state, act.seat, act.by, self.clocks.overdue)
                self._need_running_time()
                move = match.read(act.seat, act.action)
                need_paper_for_act(self.state, match, act.seat, move)
                match.act(act.seat, move, max(match.now, act.at) if timed else None)
            except (ActionError, TableError) as problem:
                act.problem = problem  # the match has not changed
                continue
            played.append(act)
            marks.add(act.mark)
            news = match.recorded(lines)
            lines += len(news[0])
            face = self.clocks.after(face, match, act.seat, move.code, act.by, act.at)
            records.append(r.Acted(*act.mark, *news, act.at, act.by, face, act.why))
        return records

    def _need_running_time(self) -> None:
        seating.need_unpaused(self.state)
        if self.state.game.State.timed and self.standstill.why is not None:
            raise TableError("standstill", "play stands still, and goes on in a moment")

    def _elapse(self, now: int) -> list[r.Elapsed]:
        """What has fallen due by then happens, in memory."""
        match = self.state.match
        if match is None or self.state.stopped or not self.state.game.State.timed:
            return []
        now, lines = max(match.now, now), len(match.entries)
        if match.next_due(now) is None:
            return []
        match.advance(now)
        return [r.Elapsed(*match.recorded(lines), now)]

    async def _commit_acts(self, records: Sequence[r.Acted | r.Elapsed], seats: Collection[int]) -> None:
        """A draft is gone once its seat has acted, and only then. Both go to the disk together."""
        drafts = {seat: self.papers.drafts[seat] for seat in sorted(self.papers.drafts.keys() & seats)}
        if not drafts:
            await self.commit(*records)
            return
        acted, *dropped = await asyncio.gather(
            self.commit(*records), *(self.papers.draft(seat, NOTHING) for seat in drafts), return_exceptions=True
        )
        if isinstance(acted, BaseException):
            self.papers.drafts.update(drafts)
            raise acted
        for seat, problem in zip(drafts, dropped):
            if isinstance(problem, BaseException):
                log.warning("a draft that was played could not be erased: %s", problem)
                self.papers.drafts.pop(seat, None)
            self.listeners.drafted(seat, NOTHING, None)

    async def commit(self, *records: r.Record) -> None:
        """Writes records and folds them in; raises NotSaved, and then nothing has changed. With the lock."""
        if not isinstance(records[-1], ALWAYS_TAKEN):
            need_paper(self.state)
        try:
            await self.log.append(self.code, self.state.records - 1, [r.written(record) for record in records])
        except Overtaken:
            self.stale = True
            raise
        except NotSaved:
            raise
        except BaseException:  # whether it was written is not known
            self.stale = True
            raise
        for record in records:
            self.state.fold(record)

    def _tell(self, seats: Collection[int] | None) -> None:
        """What happened, and what these seats did, is on the disk (None: an undo): every viewer hears what it may know of it."""
        assert self.feed is not None and self.state.match is not None
        self._reached(seats)
        news = self.feed.news()
        self.listeners.steps(news, self.can_undo)
        if begins_a_deal(self.holding.timing, news):
            self.standstill.count_down()
            self._goes_on()
        if self.state.match.over or self.state.face is not self._face_told:
            self.listeners.table_changed()
        self.tell_happened()
        self.moved()

    async def _recover(self, batch: list[Act], problem: BaseException) -> None:
        """The match is read again from the disk. What is there after all is confirmed, the others are told."""
        await self.give_up()
        self._plan_due(PATIENCE_MS)
        for act in batch:
            if act.problem is not None:
                continue
            if not self.stale and act.client and self.state.has_counted(*act.mark):
                act.confirm()
            else:
                act.problem = problem if isinstance(problem, Exception) else NotSaved("the action was not saved")

    async def undo(
        self, seat: int, client: str, id: int, confirm: Confirm, holds: seating.Holds = seating.always
    ) -> None:
        async with self.lock:
            match = self.playing()
            seating.need_same_holder(seat, holds)
            if self.state.has_counted(seat, client, id):
                confirm()
                return
            seating.need_player(self.state, seat, "")
            need_paper(self.state)
            if self.state.status == "over":  # by now everybody may have seen everything
                raise CannotUndo("too late to undo: the match is over", "over")
            undone = match.entries[undoable(match.entries, seat, self.state.undo_since(seat))].code
            match.undo(seat, self.state.undo_since(seat))  # raises if it cannot be, and then the match has not changed
            try:
                recorded = match.recorded(self.state.lines)
                now = self.timeline.now()
                face = self.clocks.taken_back(match, seat, undone, now)
                await self.commit(r.TakenBack(seat, client, id, *recorded, now, face))
            except BaseException:
                await asyncio.shield(self.give_up())
                raise
            self._tell(None)
            confirm()

    async def start(self, host: int, holds: seating.Holds = seating.always, secret: str = "") -> None:
        """`secret`: what all outcomes are drawn from; empty: one that nobody knows."""
        async with self.lock:
            seating.need_holder(self.state, host, holds)
            filled = seating.fill(self.state, host, self.rng)
            secret = secret or beginnings.new_secret()
            match = beginnings.new_match(self.state, secret, [])
            match.settle()
            lines, hashes = match.recorded(0)
            bots = beginnings.new_secret()
            await self.commit(
                *filled,
                r.Started(
                    secret, [], match.game.version, lines, hashes, self.clock.wall(), bots, self.clocks.first(match)
                ),
            )
            self.state.begin(match)
            self.presence.begin()
            if match.game.State.timed and self.state.exercise is None:
                self.standstill.count_down()
            self._follow_match()
            self.listeners.table_changed()
            self.listeners.begins()
            self.moved()

    # memory and disk

    async def read_anew(self) -> None:
        """Throws away what is in memory and folds the log again. Should more be on the disk than was told, everybody gets all of it."""
        told = self.state.records
        entries, kept = await self.log.read(self.code)
        self.state = self.presence.state = self.clocks.state = await asyncio.to_thread(TableState.of, entries, kept)
        self.stale = False
        self._follow_match()
        if self.state.records != told:
            self.listeners.table_changed()
            self.listeners.begins()
            self.moved()

    async def give_up(self) -> None:
        """After a failure in the middle of an action."""
        self.stale = True
        try:
            await self.read_anew()
        except TableError as problem:
            log.warning("a table cannot be read again yet: %s", problem)

    def _reached(self, seats: Collection[int] | None) -> None:
        """The match as it is now is on the disk, and is what is read from now on. A seat that could not take anything back before can
        do so only by an action of its own (None: an undo, which may give it back to anybody)."""
        self.version += 1
        self._legal.clear()
        match, known = self.state.match, {} if seats is None else self._undoable
        self._undoable = {}
        self._moment = self._reading = None
        if match is None:
            return
        self._keep_parts()
        self._moment = match.entries.moment()
        self._let_time_run()
        self._plan_due()
        self.clocks.plan()
        is_over = self.state.status == "over"
        for seat in self.state.persons:
            is_no = is_over or (seats is not None and seat not in seats and not known.get(seat, True))
            self._undoable[seat] = False if is_no else match.can_undo(seat, self.state.undo_since(seat))

    def _keep_parts(self) -> None:
        """What a snapshot can be made of is kept beside the log; nobody waits for that."""
        snapshots = self.state.snapshots
        if snapshots is not None and snapshots.has_unsaved and (self._keeper is None or self._keeper.done()):
            self._keeper = asyncio.get_running_loop().create_task(keep(self.log, self.code, snapshots.unsaved()))

    # time

    def _let_time_run(self) -> None:
        """Time runs while the match does; in a game with time only while somebody is connected and play does not stand still."""
        is_on = self.state.status == "playing" and not (self.paused or self.state.paused or self.closed)
        if self.state.game.State.timed:
            is_on = is_on and bool(self.present) and self.standstill.why is None
        self.agenda.run(is_on)
        if self.state.status == "over" and self.holding.held:  # its time will never come
            self.holding.give_up(TableError("not_running", "the match is over"))

    def pause(self, paused: bool) -> None:
        self.paused = paused
        self._let_time_run()

    def see(self, present: Set[int | None]) -> None:
        """Who is connected: seats, and None for spectators."""
        self.present = present
        self.standstill.see(bool(present), present >= set(self.presence.expected()))
        self._let_time_run()

    def wait_for_people(self) -> None:
        """The server was away: in a game with time play goes on when the people are back."""
        if self.state.game.State.timed and self.state.status == "playing":
            self.standstill.wait_for_people()

    def _goes_on(self) -> None:
        """Play goes on, or stands still for another reason."""
        self._let_time_run()
        self.listeners.table_changed()

    def _plan_due(self, later: int = 0) -> None:
        """When the rules next have something to do, by themselves."""
        self.agenda.call_off(self._due)
        match = self.state.match
        falls = match.next_due(LATEST) if match is not None and self.state.game.State.timed else None
        if falls is not None:
            self._due = self.agenda.at(max(falls, self.timeline.now() + later), self._fall_due)

    def _fall_due(self) -> None:
        self._fell_due = True
        self._wake()
