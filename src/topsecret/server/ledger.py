"""Lets tables write into a store: the store's errors become those of tables."""

from __future__ import annotations

from collections.abc import Sequence

from topsecret.store.interface import Damaged, Store, StoreError
from topsecret.table.errors import NotSaved, SetAside


class Ledger:
    """A journal for tables on top of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def append(self, table: str, records: Sequence[tuple[str, bytes]]) -> None:
        try:
            await self.store.append(table, records)
        except StoreError as problem:
            raise NotSaved(str(problem)) from None

    async def keep(self, table: str, key: str, body: bytes) -> None:
        try:
            await self.store.keep(table, key, body)
        except StoreError as problem:
            raise NotSaved(str(problem)) from None

    async def read(self, table: str) -> tuple[list[tuple[str, bytes]], dict[str, bytes]]:
        try:
            records, kept = await self.store.read(table)
        except Damaged as problem:
            raise SetAside(str(problem)) from None
        except StoreError as problem:
            raise NotSaved(str(problem)) from None
        return [(record.kind, record.body) for record in records], kept

    async def tables(self) -> list[str]:
        return await self.store.tables()
