"""Long work beside the event loop: in a thread of its own, one after the other, so that nobody who plays waits for whoever looks back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from topsecret.table.errors import TableError

T = TypeVar("T")


class SideThread:
    def __init__(self, name: str, most_waiting: int) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self.most_waiting = most_waiting
        self.waiting = 0

    async def work_out(self, work: Callable[[], T]) -> T:
        """What the work gives; raises TableError if too much of it is waiting already."""
        if self.waiting >= self.most_waiting:
            raise TableError("too_many", "too many want to look back; wait a moment")
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, work)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)
