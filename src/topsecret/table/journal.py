"""What a table needs from the world around it: a log that keeps, and a clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Protocol


class Journal(Protocol):
    """Where the records of tables are kept. What `append` and `keep` return from is on the disk."""

    async def append(self, table: str, records: Sequence[tuple[str, bytes]]) -> None:
        """Adds records (kind, body), all or none. Raises NotSaved."""

    async def keep(self, table: str, key: str, body: bytes) -> None:
        """Sets a value of which only the latest counts. Raises NotSaved."""

    async def read(self, table: str) -> tuple[list[tuple[str, bytes]], dict[str, bytes]]:
        """All records and kept values of a table. Raises SetAside."""

    async def tables(self) -> list[str]: ...


class Clock(Protocol):
    """Time, to be injected."""

    def now(self) -> float:
        """Seconds that only grow."""

    def wall(self) -> int:
        """Milliseconds since 1970."""

    async def sleep(self, seconds: float) -> None: ...


class RealClock:
    def now(self) -> float:
        return time.monotonic()

    def wall(self) -> int:
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
