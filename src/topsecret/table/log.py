"""What a table needs from the world around it: a log that keeps, and a clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Protocol

TOUCHED = "~touched"  # when a table was last opened, to the day
SPARE = "~"  # how a key begins under which something is kept that can be made again


class TableLog(Protocol):
    """Where the records of tables are kept: implemented by whatever stores them (`store/`). What `append` and `keep` return from is on
    the disk. The log of a table only grows; of kept values the latest counts."""

    async def append(self, table: str, after: int, records: Sequence[tuple[str, bytes]]) -> None:
        """Adds records (kind, body), all or none, behind the record with the number `after`. The first record of a table has the number 0,
        so a new table is begun after -1. Raises NotSaved; Overtaken if the log does not end with that record."""

    async def keep(self, table: str, key: str, body: bytes) -> None:
        """Sets a value. Raises NotSaved."""

    async def read(self, table: str) -> tuple[list[tuple[str, bytes]], dict[str, bytes]]:
        """All records and kept values of a table; empty if there is none. Raises SetAside where the log or a kept value is damaged; one
        whose key begins with SPARE is then left out. Raises NotSaved where they cannot be read now."""

    async def rewrite(
        self, table: str, records: Sequence[tuple[str, bytes]], kept: Mapping[str, bytes] | None = None
    ) -> None:
        """Writes all records of a log anew, with other words, and these kept values: all or nothing. Raises NotSaved; Overtaken if the log
        has another length."""

    async def remove(self, table: str) -> None:
        """Nothing of a table is left. Raises NotSaved."""

    async def named(self, short: str) -> list[str]:
        """The tables whose name is this short code or begins with it and a dash."""

    async def tables(self, longer_than: int = 0) -> list[str]:
        """All tables whose log has more records than this, in the order in which they were made."""

    async def close(self) -> None:
        """Waits for what is being written, and lets go."""


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
