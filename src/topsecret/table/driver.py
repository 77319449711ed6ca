"""Lets the bots of a table play, in games with and without time, at moments that tell nothing.

Every decision goes the same way, however easy it is: a question to the place where the seat's bot lives, and what comes of it is released
at a moment that was fixed before anybody thought: one pace after the question (a bot that needs longer waits until a pace is through once
more). In games without time bots answer one after the other, in the order of their seats; in games with time each has a player, who
says when it thinks and holds it to human limits (`bots/players.py`)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from topsecret.bots.interface import Budget
from topsecret.bots.mind import Decision, Question
from topsecret.bots.players import Player, Wish, limits_of
from topsecret.bots.why import Why
from topsecret.kernel.errors import ActionError
from topsecret.kernel.exercise import Cue
from topsecret.kernel.match import CHANCE
from topsecret.kernel.moves import Move

from . import leavers
from .acts import By
from .errors import NotSaved, TableError
from .live import LiveTable
from .prompter import Prompter
from .terms import bot_of
from .thinking import Events, Thinker

log = logging.getLogger("topsecret.table")

PATIENCE_MS = 5000  # until a bot tries again when the disk did not take its action
MOTION_MS = 100  # from a thought to what is done by it, in games with time
OVERTAKEN = ("not_yours", "paused", "not_running")  # its person was quicker, or all agreed to a pause or to stop
SHARE = 0.5  # of its pace a bot may use to think


class Driver:
    """The bots of one table."""

    def __init__(self, table: LiveTable, thinker: Thinker, pace: float) -> None:
        self.decided: Callable[[float], None] = lambda seconds: None
        self.table = table
        self.thinker = thinker
        self.pace_ms = round(pace * 1000)
        self.budget = Budget(milliseconds=round(self.pace_ms * SHARE) or None)
        self.players: dict[int, Player] = {}  # in games with time
        self.prompter = Prompter(lambda: table.state)
        self.stopped = False
        self._told: dict[int, int] = {}  # the last event that each seat's bot was told of
        self._thought_for: set[int] = set()  # the seats whose bots live in the thinker
        self._tasks: dict[int, asyncio.Task[None]] = {}  # by seat
        self._sleepers: set[asyncio.Task[None]] = set()
        self._seen_at: set[int] = set()  # the seats that bots played a moment ago
        self._about: dict[str, Any] | None = None  # without time: the view that a bot thinks about
        table.moved = self.moved
        table.clocks.over = self._time_is_over

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    def moved(self) -> None:
        """Something is on the disk that was not there before."""
        match = self.table.state.match
        if match is not None and self.table.state.status == "over":
            self._give_up()
        if match is None or self.stopped or self.table.state.status != "playing":
            return
        self._let_people_back()
        self._let_people_sleep()
        if not self.bots:
            return
        if match.game.State.timed:
            self._sense()
            self._prompt()
            return
        if self._about is not None and self._is_another_matter(self._about):
            self._drop_tasks()
        if not self._tasks and (seat := self._asked()) is not None:
            self._begin(seat, self._take_turns(seat))

    def _let_people_sleep(self) -> None:
        """Where the clock has decided once more in a row, the bot stays."""
        for seat in leavers.asleep(self.table.state):
            task = asyncio.get_running_loop().create_task(leavers.fall_asleep(self.table, seat))
            self._sleepers.add(task)
            task.add_done_callback(self._slept)

    def _slept(self, task: asyncio.Task[None]) -> None:
        self._sleepers.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.warning("a bot could not stay: %s", problem)

    def _time_is_over(self, seat: int) -> None:
        """Of a person: a bot makes this decision, or it is lost by the rules' own resigning."""
        if self.table.state.terms.late == "loses":
            self._begin(seat, self._lose(seat))
        else:
            self.moved()

    async def _lose(self, seat: int) -> None:
        try:
            await self.table.act(seat, "", 0, "resign", confirm=lambda: None, by="clock")
        except (ActionError, TableError) as problem:
            log.warning("a match whose time is over goes on: %s", problem)

    def _is_another_matter(self, view: dict[str, Any]) -> bool:
        """Whether the bot that thinks sees something else by now, or is wanted no more: then its pace begins again."""
        return view["viewer"] not in self.bots or self.table.reading().view(view["viewer"]) != view

    @property
    def bots(self) -> list[int]:
        """The seats that bots play: their own, those of people who have gone, and for one decision those whose time is over."""
        overdue = self.table.clocks.overdue
        seats = enumerate(self.table.state.seats)
        return [number for number, seat in seats if seat.kind == "bot" or seat.stand_in or number in overdue]

    def _let_people_back(self) -> None:
        """Where a person plays again, the bot that stood in is gone, with whatever it was about to do."""
        bots = self.bots
        for seat in self._seen_at - set(bots):
            self.players.pop(seat, None)
            self._told.pop(seat, None)
            self.thinker.forget(f"{self.table.code}/{seat}")
            if (task := self._tasks.pop(seat, None)) is not None:
                task.cancel()
        self._seen_at = set(bots)

    def _asked(self) -> int | None:
        """The first bot that is asked; nobody is while the match is paused."""
        state = self.table.state
        if state.paused or state.status != "playing":
            return None
        match = self.table.reading()
        asked = [seat for seat in self.bots if seat in match.actors and CHANCE not in match.actors]
        silent, next_cue = self.prompter.is_silent, self.prompter.next
        return next((seat for seat in asked if not silent(seat) or next_cue(match, seat) is not None), None)

    def _begin(self, seat: int, work: Coroutine[Any, Any, None]) -> None:
        task = self._tasks[seat] = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(partial(self._ended, seat))

    def _ended(self, seat: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(seat) is task:
            del self._tasks[seat]
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.error("a bot of a table has stopped", exc_info=problem)

    # deciding and releasing, in all games

    async def _decide(self, question: Question, events: Events) -> Decision:
        seat = int(question.view["viewer"])
        begun = time.monotonic()
        self._thought_for.add(seat)
        decision = await self.thinker.decide(question, events)
        self.decided(time.monotonic() - begun)
        self._told[seat] = 0 if decision.problem else question.last
        return decision

    def _question(self, seat: int, view: dict[str, Any], events: list[dict[str, Any]], **more: Any) -> Question:
        state = self.table.state
        return Question(
            who=f"{state.code}/{seat}",
            game=state.game.id,
            bot=self._bot_of(seat),
            seed=f"{state.bots_seed}/{seat}",
            view=view,
            since=self._told.get(seat, 0),
            events=events,
            budget=self.budget,
            **more,
        )

    def _bot_of(self, seat: int) -> str:
        """The one that sits there, stands in, or makes this one decision."""
        state = self.table.state
        one = state.seats[seat]
        return one.bot or one.stand_in or bot_of(state.game, state.terms.stand_in)

    async def _release(self, begun: int, pace: int) -> None:
        """Until the pace that began then is through, or through once more."""
        late = self.table.timeline.now() - begun
        rounds = 1 if pace == 0 else max(1, -(-late // pace))
        await self.table.agenda.until(begun + rounds * pace)

    async def _act(self, seat: int, action: Any, why: Why | None = None) -> None:
        """Unless a person has taken the seat back meanwhile."""
        table = self.table
        by: By = "bot" if table.state.seats[seat].stand_in else "clock" if seat in table.clocks.overdue else ""
        await table.act(seat, "", 0, action, confirm=lambda: None, holds=lambda: seat in self.bots, by=by, why=why)

    # without time: one after the other

    async def _take_turns(self, first: int) -> None:
        seat: int | None = first
        await self.thinker.ready()
        while seat is not None and not self.stopped:
            try:
                await self._turn(seat)
            except NotSaved as problem:
                log.warning("a bot's action was not saved: %s", problem)
                await self.table.agenda.until(self.table.timeline.now() + PATIENCE_MS)
            seat = self._asked()

    async def _turn(self, seat: int) -> None:
        table, begun, version = self.table, self.table.timeline.now(), self.table.version
        match = table.reading()
        cued = self.prompter.next(match, seat)
        if cued is not None:
            await self._release(begun, self.pace_ms)
            await self._act(seat, cued)
            return
        view, legal = match.view(seat), match.legal(seat)
        question = self._question(
            seat, view, match.events(seat, self._told.get(seat, 0)), legal=tuple(move.code for move in legal)
        )
        self._about = view
        try:
            stands = self._stands(seat, view, legal)
            decision = Decision(stands.code) if stands else await self._decide(question, partial(match.events, seat))
            await self._release(begun, self.pace_ms)
        finally:
            if self._about is view:
                self._about = None
        try:
            await self._act(seat, match.game.actions.move(int(decision.action or 0)), decision.why)
        except ActionError:
            if table.version == version:
                raise  # a legal action was refused
        except TableError as problem:
            if problem.code not in OVERTAKEN:
                raise

    def _stands(self, seat: int, view: dict[str, Any], legal: Sequence[Move]) -> Move | None:
        """Where a game proposes something, that is what the clock decides."""
        timing = self.table.holding.timing
        is_late = seat in self.table.clocks.overdue and not self.table.state.seats[seat].stand_in
        return timing.stands(view, legal) if is_late and timing is not None and hasattr(timing, "stands") else None

    # with time: each by its player

    def _sense(self) -> None:
        match = self.table.reading()
        for seat in self.bots:
            if self.prompter.is_silent(seat):
                continue
            player = self.players.get(seat)
            if player is None:
                seed = f"{self.table.state.bots_seed}/{seat}"
                player = self.players[seat] = Player(match.game, seat, seed, limits_of(self._bot_of(seat), match.game))
            when = player.sense(match)
            if when is not None:
                self._plan(player, when)

    def _prompt(self) -> None:
        for when, cue in self.prompter.due(self.table.reading(), self.table.timeline.now()):
            self.table.agenda.at(when, partial(self._say, cue))

    def _say(self, cue: Cue) -> None:
        """What an exercise cues is done, once this seat is through with what it did before."""
        if cue.seat in self._tasks:
            self.table.agenda.at(self.table.timeline.now() + MOTION_MS, partial(self._say, cue))
        elif not self.stopped:
            self._begin(cue.seat, self._do_as_cued(cue))

    async def _do_as_cued(self, cue: Cue) -> None:
        try:
            await self._act(cue.seat, cue.action)
        except (ActionError, TableError) as problem:
            log.debug("what an exercise cues does not fit what was played: %s", problem)

    def _plan(self, player: Player, when: int) -> None:
        self.table.agenda.at(when, partial(self._wake, player, when))

    def _wake(self, player: Player, planned: int) -> None:
        now = self.table.timeline.now()
        if self.stopped or self.table.state.status != "playing" or self.players.get(player.seat) is not player:
            return
        if player.seat in self._tasks:  # it is still busy with the last thought
            self._plan(player, now + MOTION_MS)
        elif player.wants_to_think(planned, now) or planned < player.wakes <= now:
            self._begin(player.seat, self._think(player, now))

    async def _think(self, player: Player, at: int) -> None:
        thought = player.think(at)
        wish, why = thought if isinstance(thought, Wish) else None, Why()
        if not isinstance(thought, Wish):
            told = self._told.get(player.seat, 0)
            news = [event for event in thought.seen if event["n"] > told]
            question = self._question(
                player.seat,
                thought.view,
                news,
                at=thought.at,
                luck=thought.luck,
                remembers=player.remembers(at),
            )
            decision = await self._decide(question, lambda: thought.seen)
            wish, why = self._held_to_limits(player, decision, at), decision.why
        assert wish is not None
        if wish.action is not None:
            player.begin(at)
            await self._release(at, MOTION_MS)
            try:
                await self._act(player.seat, wish.action, why)
            except (ActionError, TableError) as problem:
                log.debug("what a bot wanted by what it last knew was refused: %s", problem)
        wake = player.done(wish, at)
        if wake is not None:
            self._plan(player, wake)

    def _held_to_limits(self, player: Player, decision: Decision, at: int) -> Wish:
        try:
            return player.allow(Wish(None if decision.action is None else str(decision.action), decision.wake), at)
        except ActionError as problem:
            log.error("a bot of %s wants what cannot be read; it waits: %s", player.game.id, problem)
            return Wish(None, at + PATIENCE_MS)

    # the end

    def let_go(self) -> None:
        """The table leaves memory."""
        self.stopped = True
        self._give_up()

    def _drop_tasks(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _give_up(self) -> None:
        """Nobody thinks for this table any more, also not for seats that were a bot's for a while only. What a bot has in mind would wait
        for a time that does not come, and keep the table in memory for ever."""
        self._drop_tasks()
        for seat in self._thought_for:
            self.thinker.forget(f"{self.table.code}/{seat}")
        self._thought_for.clear()

    async def stop(self) -> None:
        """What is being thought is given up; what is being written is written."""
        self.stopped = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
