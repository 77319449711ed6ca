"""All that will fall due at a table: what the rules say, bots' next thoughts and the release of what they decided, answers that come no
sooner than they may, ticks. One task sleeps until the earliest."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Callable
from itertools import count

from .timeline import Timeline

log = logging.getLogger("topsecret.table")


class Item:
    """Something that falls due."""

    __slots__ = ("do", "gone", "is_tick", "when")

    def __init__(self, when: int, do: Callable[[], None], is_tick: bool) -> None:
        self.when = when
        self.do = do
        self.is_tick = is_tick  # it is there only because of the others
        self.gone = False  # it was done, or called off

    def go(self) -> None:
        """It will not be done any more; whoever still has it holds nothing by it."""
        self.gone, self.do = True, nothing


def nothing() -> None:
    """For whom there is nothing to do, or nobody to be told."""


class Agenda:
    """Items in the order of their time; those of the same moment in the order in which they were put down."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._items: list[tuple[int, int, Item]] = []
        self._order = count()
        self._task: asyncio.Task[None] | None = None
        self._until: int | None = None  # when the task will wake
        self._at_it = False  # things are falling due just now
        self.changed: Callable[[], None] = lambda: None  # called when something was put down, or time has begun to run

    @property
    def is_empty(self) -> bool:
        return all(item.gone or item.is_tick for _, _, item in self._items)

    def at(self, when: int, do: Callable[[], None], is_tick: bool = False) -> Item:
        """`do` is called at that time, or in a moment if it has passed."""
        item = Item(when, do, is_tick)
        heapq.heappush(self._items, (when, next(self._order), item))
        self.look()
        if not is_tick:
            self.changed()
        return item

    def run(self, runs: bool) -> None:
        """Time runs, or stands still."""
        if runs != self.timeline.runs:
            self.timeline.run(runs)
            self.look()
            self.changed()

    def call_off(self, item: Item | None) -> None:
        if item is not None:
            item.go()
            self.look()

    async def until(self, when: int) -> None:
        """Waits for a time of this table."""
        if when <= self.timeline.now() and self.timeline.runs:
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        item = self.at(when, lambda: None if future.done() else future.set_result(None))
        try:
            await future
        finally:
            self.call_off(item)

    def look(self) -> None:
        """Sleeps until the earliest item; after every change of the items, and when time begins to run or stands still."""
        if self._at_it:
            return
        while self._items and self._items[0][2].gone:
            heapq.heappop(self._items)
        earliest = self._items[0][0] if self._items and self.timeline.runs else None
        if earliest == self._until and (self._task is None) == (earliest is None):
            return
        if self._task is not None:
            self._task.cancel()
        self._until = earliest
        self._task = None if earliest is None else asyncio.get_running_loop().create_task(self._sleep(earliest))

    async def _sleep(self, until: int) -> None:
        timeline = self.timeline
        while (left := until - timeline.now()) > 0:
            await timeline.clock.sleep(left / 1000)
            if not timeline.runs:
                return
        now = timeline.now()
        self._at_it = True
        while self._items and self._items[0][0] <= now:
            item = heapq.heappop(self._items)[2]
            if not item.gone:
                do = item.do
                item.go()
                try:
                    do()
                except Exception:
                    log.exception("something that fell due at a table went wrong")
        self._at_it = False
        self._task = self._until = None
        self.look()

    def stop(self) -> None:
        """Nothing more falls due here."""
        for _, _, item in self._items:
            item.go()
        self._items.clear()
        if self._task is not None:
            self._task.cancel()
        self._task = self._until = None
