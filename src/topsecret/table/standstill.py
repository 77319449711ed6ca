"""A table of a game with time stands still: before a deal it counts down, and after the server was away it waits for its people first.
The table's own time does not run meanwhile, so all of this goes by the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from .log import Clock

Why = Literal["people", "countdown"]


@dataclass(frozen=True)
class Waits:
    """How long a table stands still, in seconds; 0: not at all."""

    countdown: float = 3.0
    people: float = 20.0  # at most, after the server was away


NO_WAITS = Waits(0, 0)


class Standstill:
    """`why` it stands still now, if it does. `changed` is called when that ends or becomes something else by itself."""

    def __init__(self, clock: Clock, waits: Waits) -> None:
        self.clock = clock
        self.waits = waits
        self.why: Why | None = None
        self.changed: Callable[[], None] = lambda: None
        self._until: float | None = None  # by the clock; None: it has not begun, since nobody is there
        self._task: asyncio.Task[None] | None = None

    @property
    def left_ms(self) -> int:
        """How long this lasts, at most."""
        if self._until is None:
            return round(self.waits.people * 1000)
        return max(0, round((self._until - self.clock.now()) * 1000))

    def wait_for_people(self) -> None:
        """From when the first of them is there."""
        if self.waits.people > 0:
            self._stop()
            self.why, self._until = "people", None

    def count_down(self) -> None:
        self._stop()
        self.why = None
        if self.waits.countdown > 0:
            self._begin("countdown", self.waits.countdown)

    def see(self, anybody: bool, everybody: bool) -> None:
        """Who is there has changed."""
        if self.why != "people":
            return
        if not anybody:
            self.wait_for_people()
        elif everybody:
            self.count_down()
        elif self._until is None:
            self._begin("people", self.waits.people)

    def _begin(self, why: Why, seconds: float) -> None:
        self.why, self._until = why, self.clock.now() + seconds
        self._task = asyncio.get_running_loop().create_task(self._end(seconds))

    async def _end(self, seconds: float) -> None:
        await self.clock.sleep(seconds)
        self._task = None
        if self.why == "people":
            self.count_down()
        else:
            self.why = None
        self.changed()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def stop(self) -> None:
        """The table leaves memory."""
        self._stop()
