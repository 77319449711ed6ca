"""A store in one folder, on SQLite: a write-ahead log that is synced on every commit, one writer with group commit, one reader."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import chain, files
from .interface import Damaged, Record, StoreError
from .writer import Append, Keep, Writer, reason


class SqliteStore:
    """Implements `Store`. One process per folder: a second one is refused while this one lives."""

    def __init__(self, folder: str | Path) -> None:
        """Opens the folder, or makes it. Raises StoreError: locked, read-only, not ours, or of a newer version."""
        self.folder = Path(folder)
        self._lock = files.lock(self.folder)
        try:
            self._db = files.connect(self.folder)
            try:
                self._writer = Writer(files.connect(self.folder))
            except StoreError:
                self._db.close()
                raise
        except StoreError:
            self._lock.close()
            raise
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store reader")
        self._closed = False

    async def append(self, table: str, records: Sequence[tuple[str, bytes]]) -> None:
        """Adds records (kind, body) to the end of a table's log: all or none, in order. Raises StoreError."""
        self._require_open()
        require_text(table)
        records = tuple(records)  # as it is now
        for kind, body in records:
            require_text(kind)
            require_bytes(body)
        waiter = asyncio.get_running_loop().create_future()
        self._writer.ask(Append(waiter, table, records))
        await waiter

    async def keep(self, table: str, key: str, body: bytes) -> None:
        """Sets a value; the latest counts. Raises StoreError."""
        self._require_open()
        require_text(table)
        require_text(key)
        require_bytes(body)
        waiter = asyncio.get_running_loop().create_future()
        self._writer.ask(Keep(waiter, table, key, body))
        await waiter

    async def read(self, table: str) -> tuple[list[Record], dict[str, bytes]]:
        """The whole log and all kept values of a table; empty if there is none. Raises Damaged."""
        self._require_open()
        require_text(table)
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, table)

    async def tables(self) -> list[str]:
        """All tables that have a log, in the order in which they were made."""
        self._require_open()
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._tables)

    async def close(self) -> None:
        """Waits for what is being written, and lets go of the folder."""
        if self._closed:
            return
        self._closed = True
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._reader, self._writer.finish)
        await loop.run_in_executor(self._reader, self._db.close)
        self._reader.shutdown()
        self._lock.close()

    def _require_open(self) -> None:
        if self._closed:
            raise StoreError("the store is closed")

    # in the reader's thread

    def _read(self, table: str) -> tuple[list[Record], dict[str, bytes]]:
        try:
            self._db.execute("BEGIN")  # one moment for all that is read
            try:
                return self._log(table), self._kept(table)
            finally:
                self._db.execute("ROLLBACK")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise Damaged(f"table {table}: its pages in the file are torn ({error})") from None
            raise StoreError(f"table {table} cannot be read: {reason(error)}") from None

    def _log(self, table: str) -> list[Record]:
        one = self._db.execute("SELECT id, length, end FROM tables WHERE name = ?", (table,)).fetchone()
        if one is None:
            return []
        table_id, length, end = one
        rows = self._db.execute(
            "SELECT n, kind, body, chain FROM records WHERE table_id = ? ORDER BY n", (table_id,)
        ).fetchall()
        return chain.checked(table, rows, length, end)

    def _kept(self, table: str) -> dict[str, bytes]:
        rows = self._db.execute("SELECT key, body, seal FROM kept WHERE table_name = ?", (table,)).fetchall()
        for key, body, seal in rows:
            if not isinstance(body, bytes) or chain.seal(table, key, body) != seal:
                raise Damaged(f"table {table}: its kept value {key!r} is torn or was edited")
        return {key: body for key, body, _ in rows}

    def _tables(self) -> list[str]:
        try:
            return [name for (name,) in self._db.execute("SELECT name FROM tables WHERE length > 0 ORDER BY id")]
        except sqlite3.Error as error:
            raise StoreError(f"the tables cannot be listed: {reason(error)}") from None


def require_text(thing: str) -> None:
    try:
        thing.encode()
    except (AttributeError, UnicodeEncodeError):
        raise StoreError("expected a text that can be written down") from None
    if "\0" in thing:
        raise StoreError("expected a text without a zero character")


def require_bytes(thing: bytes) -> None:
    if not isinstance(thing, bytes):
        raise StoreError(f"expected bytes, got {type(thing).__name__}")
