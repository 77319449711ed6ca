"""Work on what strangers send, in a process of its own that can be given up: it has a budget of time, and nobody waits for it when the
server stops."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from topsecret.table.errors import TableError
from topsecret.table.thinking import read_games, settle_down


class SideProcess:
    """One piece of work after the other. The process is started when there is work, and again after it was given up."""

    def __init__(self, most_waiting: int, seconds: float) -> None:
        self.most_waiting = most_waiting
        self.seconds = seconds
        self.waiting = 0
        self.is_closed = False
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()

    async def work_out(self, work: Callable[..., bytes], *args: Any) -> bytes:
        """What the work gives. Raises what it raises, or TableError: too much of it waits, it takes too long, or the server stops."""
        if self.waiting >= self.most_waiting:
            raise TableError("too_many", "too many files; wait a moment")
        self.waiting += 1
        try:
            async with self._turn:
                return await self._work_out(work, *args)
        finally:
            self.waiting -= 1

    async def _work_out(self, work: Callable[..., bytes], *args: Any) -> bytes:
        if self.is_closed:
            raise TableError("stopping", "the server is stopping; come back in a moment")
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=settle_down)
        try:
            await asyncio.get_running_loop().run_in_executor(self._pool, read_games)  # to start costs nobody's time
            found = asyncio.get_running_loop().run_in_executor(self._pool, work, *args)
            return await asyncio.wait_for(found, self.seconds)
        except TimeoutError:
            self._give_up()
            raise TableError("too_slow", f"this takes longer than {self.seconds:g} seconds") from None
        except asyncio.CancelledError:
            self._give_up()
            raise
        except BrokenProcessPool:
            self._give_up()
            if self.is_closed:
                raise TableError("stopping", "the server is stopping; come back in a moment") from None
            raise TableError("bad_file", "this could not be worked out") from None

    def _give_up(self) -> None:
        """Ends the process, whatever it is at."""
        pool, self._pool = self._pool, None
        if pool is not None:
            end(pool)

    def rest(self) -> None:
        """The process ends if there is no work for it."""
        if not self.waiting:
            self._give_up()

    def close(self) -> None:
        self.is_closed = True
        self._give_up()


def end(pool: Executor) -> None:
    """Kills the processes of a pool: to shut it down would wait for what they are at."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)
