"""Lets the bots of a table play, one after the other, at a pace that tells nothing."""

from __future__ import annotations

import asyncio
import logging
import secrets

from topsecret.kernel.errors import ActionError
from topsecret.kernel.match import CHANCE

from .errors import NotSaved
from .room import Room
from .thinking import Question, Thinker

log = logging.getLogger("topsecret.table")

PATIENCE = 5.0  # seconds until a bot tries again when the disk did not take its action


class Driver:
    """One task for a table, alive only while it is a bot's turn."""

    def __init__(self, room: Room, thinker: Thinker, pace: float) -> None:
        self.room = room
        self.thinker = thinker
        self.pace = pace
        self.task: asyncio.Task[None] | None = None
        self.stopped = False
        self.playing = False
        room.moved = self.wake

    @property
    def busy(self) -> bool:
        return self.task is not None

    def wake(self) -> None:
        if self.task is None and not self.stopped and self.next_seat() is not None:
            self.task = asyncio.get_running_loop().create_task(self._drive())

    def next_seat(self) -> int | None:
        """The first bot that is asked; with several at once they answer in the order of the seats."""
        match, seats = self.room.table.match, self.room.table.seats
        if match is None:
            return None
        return next((seat for seat in match.actors if seat is not CHANCE and seats[seat].kind == "bot"), None)

    async def _drive(self) -> None:
        try:
            while not self.stopped and (seat := self.next_seat()) is not None:
                try:
                    await self._turn(seat)
                except NotSaved as problem:
                    log.warning("a bot's action was not saved: %s", problem)
                    await self.room.clock.sleep(PATIENCE)
        except Exception:
            log.exception("the bots of a table have stopped")
        finally:
            self.task = None

    async def _turn(self, seat: int) -> None:
        """Thinks while the pace runs, so that the time it takes tells nothing about what the bot holds. Who needs longer waits
        until the pace is through once more."""
        room = self.room
        due = room.clock.now() + self.pace
        async with room.turn():
            match = room.table.match
            if match is None or seat not in match.actors:
                return
            version = room.version
            question = Question(
                match.game.id,
                room.table.seats[seat].bot,
                secrets.token_hex(8),
                match.view(seat),
                match.events(seat),
                [move.code for move in match.legal(seat)],
            )
            moves = match.game.actions
        code = await self.thinker.choose(question)
        left = due - room.clock.now()
        if left < 0 and self.pace > 0:
            left %= self.pace
        if left > 0:
            await room.clock.sleep(left)
        if room.version != version and not await self._still_so(question):
            return  # think again
        self.playing = True
        try:
            await room.act(seat, "", 0, moves.move(code), confirm=lambda: None)
        except ActionError:
            if room.version == version:
                raise  # a legal action was refused
        finally:
            self.playing = False

    async def _still_so(self, question: Question) -> bool:
        """Whether the bot still sees what it thought about, though others have done something meanwhile."""
        async with self.room.turn():
            match, seat = self.room.table.match, question.view["viewer"]
            return match is not None and match.view(seat) == question.view

    async def stop(self) -> None:
        """What is being written is written; what is being thought is given up."""
        self.stopped = True
        if self.task is not None:
            task = self.task
            if not self.playing:
                task.cancel()
            await asyncio.wait([task])
