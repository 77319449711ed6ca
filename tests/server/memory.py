"""A store in memory that can be made to fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from topsecret.table.errors import NotSaved, Overtaken, SetAside


class MemoryStore:
    def __init__(self) -> None:
        self.logs: dict[str, list[tuple[str, bytes]]] = {}
        self.kept: dict[str, dict[str, bytes]] = {}
        self.full = False
        self.damaged: set[str] = set()
        self.closed = False

    async def append(self, table: str, after: int, records: Sequence[tuple[str, bytes]]) -> None:
        if self.full:
            raise NotSaved("the disk is full")
        log = self.logs.setdefault(table, [])
        if after != len(log) - 1:
            raise Overtaken(f"the log ends with record {len(log) - 1}, not {after}")
        log.extend(records)

    async def keep(self, table: str, key: str, body: bytes) -> None:
        if self.full:
            raise NotSaved("the disk is full")
        self.kept.setdefault(table, {})[key] = body

    async def read(self, table: str) -> tuple[list[tuple[str, bytes]], dict[str, bytes]]:
        if table in self.damaged:
            raise SetAside(f"table {table} is torn")
        return list(self.logs.get(table, [])), dict(self.kept.get(table, {}))

    async def rewrite(
        self, table: str, records: Sequence[tuple[str, bytes]], kept: Mapping[str, bytes] | None = None
    ) -> None:
        if self.full:
            raise NotSaved("the disk is full")
        if len(records) != len(self.logs.get(table, [])):
            raise Overtaken("the log has changed meanwhile")
        self.logs[table] = list(records)
        self.kept.setdefault(table, {}).update(kept or {})

    async def remove(self, table: str) -> None:
        self.logs.pop(table, None)
        self.kept.pop(table, None)

    async def named(self, short: str) -> list[str]:
        return sorted(name for name in self.logs if name == short or name.startswith(f"{short}-"))

    async def tables(self, longer_than: int = 0) -> list[str]:
        return [table for table, log in self.logs.items() if len(log) > longer_than]

    async def close(self) -> None:
        self.closed = True
