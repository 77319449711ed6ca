"""What a server needs from a store: for each table a log that only grows, and a few values of which the latest counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from topsecret.kernel.errors import TopSecretError


class StoreError(TopSecretError):
    """The store cannot do that now (disk full, read-only, another server has it). Nothing of what was asked for happened."""


class Damaged(StoreError):
    """The log of one table is torn or was edited. The others are not touched by that."""


@dataclass(frozen=True)
class Record:
    """One entry of a table's log."""

    n: int  # from 0, without a gap
    kind: str
    body: bytes


class Store(Protocol):
    """A durable store. What these coroutines return from is on the disk."""

    async def append(self, table: str, records: Sequence[tuple[str, bytes]]) -> None:
        """Adds records (kind, body) to the end of a table's log: all or none, in order. Raises StoreError."""

    async def keep(self, table: str, key: str, body: bytes) -> None:
        """Sets a value; the latest counts (notes, drafts). Raises StoreError."""

    async def read(self, table: str) -> tuple[list[Record], dict[str, bytes]]:
        """The whole log and all kept values of a table; empty if there is none. Raises Damaged."""

    async def tables(self) -> list[str]:
        """All tables that have a log."""

    async def close(self) -> None:
        """Waits for what is being written, and lets go of the folder."""
