"""Actions that wait for a table. Those that have come while it was busy are played one after the other, go to the disk together, and
everybody hears of all of them at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from topsecret.kernel.errors import ActionError

from . import records as r
from .errors import NotSaved, TableError

if TYPE_CHECKING:
    from .room import Room

Confirm = Callable[[], None]


@dataclass(eq=False)
class Act:
    """What a seat wants to do. `id` is the client's own number for it; a bot has no client."""

    seat: int
    client: str
    id: int
    action: Any
    confirm: Confirm
    settled: bool = False  # it was played or refused, by whoever had the table
    problem: Exception | None = None

    @property
    def mark(self) -> tuple[int, str, int]:
        return self.seat, self.client, self.id


class Acts:
    """The actions that wait for one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._waiting: list[Act] = []

    async def play(self, act: Act) -> None:
        """Waits for the table, unless somebody else who has it takes this action along. Raises what speaks against it."""
        self._waiting.append(act)
        try:
            async with self.room.turn():
                if not act.settled:
                    await asyncio.sleep(0)  # whoever comes in the same moment is taken along
                    batch, self._waiting = self._waiting, []
                    await self._play_all(batch)
        finally:
            if act in self._waiting:
                self._waiting.remove(act)
        if act.problem is not None:
            raise act.problem

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
            if isinstance(problem, Exception):
                return
            raise
        if played:
            self.room.has_played(act.seat for act in played)
        for act in again + played:
            act.confirm()

    def _carry_out(self, batch: list[Act], played: list[Act], again: list[Act]) -> list[r.Acted]:
        """Plays what is allowed, in memory; what is not has its problem."""
        room = self.room
        records: list[r.Acted] = []
        marks: set[tuple[int, str, int]] = set()
        lines = room.table.lines
        for act in batch:
            try:
                match = room.playing()
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
