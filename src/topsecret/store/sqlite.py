"""A store in one folder, on SQLite: a write-ahead log that is synced on every commit, one writer with group commit, one reader."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from topsecret.table.errors import NotSaved, SetAside
from topsecret.table.log import SPARE, TOUCHED

from . import archive, chain, files
from .damage import WHAT_TO_DO, Damage, look_through
from .decision import Decision
from .files import CannotOpen
from .tables import erase, put, rewrite, take
from .writer import Append, Keep, Work, Writer, reason

log = logging.getLogger("topsecret.store")


class SqliteStore:
    """A `TableLog`. One process per folder: a second one is refused while this one lives."""

    def __init__(self, folder: str | Path) -> None:
        """Opens the folder, or makes it. Raises CannotOpen: locked, read-only, not ours, or of a newer version."""
        self.folder = Path(folder)
        self._lock = files.lock(self.folder)
        try:
            self._db = files.connect(self.folder)
            try:
                self.damage = self._looked_through()
                self._writer = Writer(files.connect(self.folder))
            except CannotOpen:
                self._db.close()
                raise
        except CannotOpen:
            self._lock.close()
            raise
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store reader")
        self._closed = False

    def _looked_through(self) -> Damage:
        path = self.folder / files.FILE
        try:
            found = look_through(self._db, path)
        except (sqlite3.Error, UnicodeError) as problem:
            raise CannotOpen(f"{path} is damaged ({problem}): {WHAT_TO_DO}") from None
        if found.whole:
            log.error("%s is damaged (%s); what cannot be read whole is set aside: %s", path, found.whole, WHAT_TO_DO)
        for table, why in found.tables.items():
            log.error("table %s is set aside: %s", table, why)
        return found

    def on_commit(self, heard: Callable[[float], None]) -> None:
        """From now on this hears how many seconds each commit took; it is called in the writer's thread."""
        self._writer.committed = heard

    async def append(self, table: str, after: int, records: Sequence[tuple[str, bytes]]) -> None:
        """Adds records (kind, body) behind the record `after`: all or none, in order. Raises NotSaved, or Overtaken if the log does not
        end with that record."""
        self._require_open()
        require_text(table)
        records = tuple(records)  # as it is now
        for kind, body in records:
            require_text(kind)
            require_bytes(body)
        waiter = Decision()
        self._writer.ask(Append(waiter, table, after, records))
        await waiter

    async def keep(self, table: str, key: str, body: bytes) -> None:
        """Sets a value; the latest counts. Raises NotSaved."""
        self._require_open()
        require_text(table)
        require_text(key)
        require_bytes(body)
        waiter = Decision()
        self._writer.ask(Keep(waiter, table, key, body))
        await waiter

    async def read(self, table: str) -> tuple[list[tuple[str, bytes]], dict[str, bytes]]:
        """The whole log and all kept values of a table; empty if there is none. One that was archived is brought back. Raises SetAside."""
        self._require_open()
        require_text(table)
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._reader, self._read, table)
        path = archive.path_of(self.folder, table)
        if not found[0] and path is not None and path.exists():
            await self._alone(table, partial(bring_back, path))
            path.unlink(missing_ok=True)
            found = await loop.run_in_executor(self._reader, self._read, table)
        return found

    async def rewrite(
        self, table: str, records: Sequence[tuple[str, bytes]], kept: Mapping[str, bytes] | None = None
    ) -> None:
        """Writes all records of a log anew, with other words, and these kept values: all or nothing. Raises NotSaved, or Overtaken if the
        log has grown meanwhile."""
        await self._alone(table, partial(rewrite, name=table, records=list(records), kept=dict(kept or {})))
        self._drop_archived(table)

    async def remove(self, table: str) -> None:
        """Nothing of a table is left. Raises NotSaved."""
        await self._alone(table, partial(erase, name=table))
        self._drop_archived(table)

    async def archive(self, table: str) -> None:
        """A table goes into a file of its own, until somebody reads it. Raises NotSaved, or SetAside if it is damaged."""
        path = archive.path_of(self.folder, table)
        if path is not None:
            await self._alone(table, partial(put_away, name=table, path=path))

    async def untouched(self, before: int) -> tuple[list[str], list[str]]:
        """The tables that were last touched before this moment (milliseconds since 1970), and those of which that is not known."""
        self._require_open()
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._untouched, before)

    def _drop_archived(self, table: str) -> None:
        """A file that was left over when a table came back."""
        if (path := archive.path_of(self.folder, table)) is not None:
            path.unlink(missing_ok=True)

    async def _alone(self, table: str, run: Callable[[sqlite3.Connection], None]) -> None:
        self._require_open()
        require_text(table)
        waiter = Decision()
        self._writer.ask(Work(waiter, table, run))
        await waiter

    async def named(self, short: str) -> list[str]:
        """The tables whose name is this short code or begins with it and a dash."""
        self._require_open()
        require_text(short)
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._named, short)

    async def tables(self, longer_than: int = 0) -> list[str]:
        """All tables whose log has more records than this, in the order in which they were made."""
        self._require_open()
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._tables, longer_than)

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
            raise NotSaved("the store is closed")

    # in the reader's thread

    def _read(self, table: str) -> tuple[list[tuple[str, bytes]], dict[str, bytes]]:
        try:
            self._db.execute("BEGIN")  # one moment for all that is read
            try:
                return self._log(table), self._kept(table)
            finally:
                self._db.execute("ROLLBACK")
        except (sqlite3.Error, UnicodeError) as error:
            if not isinstance(error, sqlite3.Error) or is_damage(error):
                raise SetAside(f"table {table}: its pages in the file are torn ({error})") from None
            raise NotSaved(f"table {table} cannot be read: {reason(error)}") from None

    def _log(self, table: str) -> list[tuple[str, bytes]]:
        one = self._db.execute("SELECT id, length, end FROM tables WHERE name = ?", (table,)).fetchone()
        if table in self.damage.tables:
            raise SetAside(f"table {table}: {self.damage.tables[table]}")
        if one is None:
            if self.damage.whole:
                raise SetAside(f"table {table}: it is not found, but the file is damaged ({self.damage.whole})")
            return []
        table_id, length, end = one
        rows = self._db.execute(
            "SELECT n, kind, body, chain FROM records WHERE table_id = ? ORDER BY n", (table_id,)
        ).fetchall()
        return chain.checked(table, rows, length, end)

    def _kept(self, table: str) -> dict[str, bytes]:
        which = (
            "CAST(table_name AS BLOB) = CAST(? AS BLOB)" if self.damage.whole else "table_name = ?"
        )  # all, in any order
        rows = self._db.execute(f"SELECT key, body, seal FROM kept WHERE {which}", (table,)).fetchall()
        kept: dict[str, bytes] = {}
        for key, body, seal in rows:
            if isinstance(body, bytes) and chain.seal(table, key, body) == seal:
                kept[key] = body
            elif not key.startswith(SPARE):
                raise SetAside(f"table {table}: its kept value {key!r} is torn or was edited")
        return kept

    def _untouched(self, before: int) -> tuple[list[str], list[str]]:
        find = (
            "SELECT name, body FROM tables LEFT JOIN kept ON table_name = name AND key = ? WHERE length > 0 ORDER BY id"
        )
        old: list[str] = []
        unknown: list[str] = []
        try:
            for name, body in self._db.execute(find, (TOUCHED,)):
                if not (isinstance(body, bytes) and body.isdigit()):
                    unknown.append(name)
                elif int(body) < before:
                    old.append(name)
        except (sqlite3.Error, UnicodeError) as error:
            raise NotSaved(f"the tables cannot be looked through: {error}") from None
        return old, unknown

    def _named(self, short: str) -> list[str]:
        try:
            rows = self._db.execute(
                "SELECT name FROM tables WHERE name = ?1 OR (name >= ?1 || '-' AND name < ?1 || '.') ORDER BY name",
                (short,),
            )
            return [name for (name,) in rows]
        except (sqlite3.Error, UnicodeError) as error:
            raise NotSaved(f"the tables called {short} cannot be found: {error}") from None

    def _tables(self, longer_than: int) -> list[str]:
        found = "SELECT name FROM tables WHERE length > ? ORDER BY id"
        try:
            return [name for (name,) in self._db.execute(found, (longer_than,))]
        except UnicodeError as error:
            raise SetAside(f"the names of tables are torn: {error}") from None
        except sqlite3.Error as error:
            raise NotSaved(f"the tables cannot be listed: {reason(error)}") from None


def put_away(db: sqlite3.Connection, name: str, path: Path) -> None:
    """In the writer's thread: first the file, then the rows go. Whatever happens between, the table is in one of the two."""
    if (rows := take(db, name)) is not None:
        archive.write(path, rows)
        erase(db, name)


def bring_back(path: Path, db: sqlite3.Connection) -> None:
    """In the writer's thread. The file goes once this is committed."""
    put(db, archive.read(path))


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file is torn, and not only out of reach for now."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or "decode to UTF-8" in str(error)


def require_text(thing: str) -> None:
    try:
        thing.encode()
    except (AttributeError, UnicodeEncodeError):
        raise NotSaved("expected a text that can be written down") from None
    if "\0" in thing:
        raise NotSaved("expected a text without a zero character")


def require_bytes(thing: bytes) -> None:
    if not isinstance(thing, bytes):
        raise NotSaved(f"expected bytes, got {type(thing).__name__}")
