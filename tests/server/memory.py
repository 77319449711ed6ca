"""A store in memory that can be made to fail."""

from __future__ import annotations

from collections.abc import Sequence

from topsecret.store.interface import Damaged, Record, StoreError


class MemoryStore:
    def __init__(self) -> None:
        self.logs: dict[str, list[tuple[str, bytes]]] = {}
        self.kept: dict[str, dict[str, bytes]] = {}
        self.full = False
        self.damaged: set[str] = set()
        self.closed = False

    async def append(self, table: str, records: Sequence[tuple[str, bytes]]) -> None:
        if self.full:
            raise StoreError("the disk is full")
        self.logs.setdefault(table, []).extend(records)

    async def keep(self, table: str, key: str, body: bytes) -> None:
        if self.full:
            raise StoreError("the disk is full")
        self.kept.setdefault(table, {})[key] = body

    async def read(self, table: str) -> tuple[list[Record], dict[str, bytes]]:
        if table in self.damaged:
            raise Damaged(f"table {table} is torn")
        log = [Record(n, kind, body) for n, (kind, body) in enumerate(self.logs.get(table, []))]
        return log, dict(self.kept.get(table, {}))

    async def tables(self) -> list[str]:
        return list(self.logs)

    async def close(self) -> None:
        self.closed = True
