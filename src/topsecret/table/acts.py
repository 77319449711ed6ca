"""Actions that wait for a table. Those that have come while it was busy are played one after the other, go to the disk together, and
everybody hears of all of them at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from topsecret.kernel.errors import ActionError

from . import records as r
from .errors import NotSaved, TableError

if TYPE_CHECKING:
    from .room import Room

Confirm = Callable[[], None]


@dataclass(eq=False, slots=True)
class Act:
    """What a seat wants to do. `id` is the client's own number for it; a bot has no client."""

    seat: int
    client: str
    id: int
    action: Any
    confirm: Confirm
    settled: bool = False  # it was played or refused, by whoever had the table
    woken: asyncio.Future[None] | None = None  # when it is settled, or is to take the table
    problem: Exception | None = None

    mark: tuple[int, str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.mark = (self.seat, self.client, self.id)


class Acts:
    """The actions that wait for one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._waiting: list[Act] = []
        self._taken = False  # somebody has the table or waits for it, and takes along what waits by then

    async def play(self, act: Act) -> None:
        """Waits for the table, unless somebody else who has it takes this action along. Raises what speaks against it."""
        self._waiting.append(act)
        if self._taken:
            await self._wait(act)
        if not act.settled:
            self._taken = True
            try:
                async with self.room.turn():
                    await asyncio.sleep(0)  # whoever comes in the same moment is taken along
                    batch, self._waiting = self._waiting, []
                    await self._play_all(batch)
            finally:
                self._leave(act)
        if act.problem is not None:
            raise act.problem

    async def _wait(self, act: Act) -> None:
        """Until this action is settled, or it is the first of those that wait."""
        act.woken = asyncio.get_running_loop().create_future()
        try:
            await act.woken
        except asyncio.CancelledError:
            if act.woken.done() and not act.woken.cancelled() and not act.settled:
                self._leave(act)
            elif act in self._waiting:
                self._waiting.remove(act)
            raise

    def _leave(self, act: Act) -> None:
        """The table goes to the next who waits."""
        if act in self._waiting:
            self._waiting.remove(act)
        self._taken = bool(self._waiting)
        if self._taken:
            wake(self._waiting[0])

    async def _play_all(self, batch: list[Act]) -> None:
        for act in batch:
            act.settled = True
        played: list[Act] = []
        again: list[Act] = []  # what has counted before is confirmed again, and not played
        try:
            records = self._carry_out(batch, played, again)
            if records:
                await self.room.commit_acts(records, {act.seat for act in played})
        except BaseException as problem:
            await asyncio.shield(self._fail(batch, problem))
            if not isinstance(problem, Exception):
                raise
        else:
            if played:
                self.room.has_played(act.seat for act in played)
            for act in again + played:
                act.confirm()
        finally:
            for act in batch:
                wake(act)

    def _carry_out(self, batch: list[Act], played: list[Act], again: list[Act]) -> list[r.Acted]:
        """Plays what is allowed, in memory; what is not has its problem."""
        room = self.room
        records: list[r.Acted] = []
        marks: set[tuple[int, str, int]] = set()
        lines = room.table.lines
        for act, after in zip(batch, [*batch[1:], None]):
            try:
                match = room.playing()
                if room.lens is not None:  # what several decide in the same moment is one step
                    room.lens.waits = after is not None and after.seat != act.seat
                if act.client and (act.mark in marks or room.table.has_counted(*act.mark)):
                    again.append(act)
                    continue
                room.need_paper_for_an_act(len(records))
                match.act(act.seat, act.action)
            except (ActionError, TableError) as problem:
                act.problem = problem  # the match has not changed
                continue
            played.append(act)
            marks.add(act.mark)
            news = match.recorded(lines)
            lines += len(news[0])
            records.append(r.Acted(*act.mark, *news))
        return records

    async def _fail(self, batch: list[Act], problem: BaseException) -> None:
        """The match is read anew from the disk. What is there after all is confirmed, the others are told."""
        room = self.room
        await room.give_up()
        for act in batch:
            if act.problem is not None:
                continue
            if not room.stale and act.client and room.table.has_counted(*act.mark):
                act.confirm()
            else:
                act.problem = problem if isinstance(problem, Exception) else NotSaved("the action was not saved")


def wake(act: Act) -> None:
    if act.woken is not None and not act.woken.done():
        act.woken.set_result(None)
