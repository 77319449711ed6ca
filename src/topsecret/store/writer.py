"""The one writer: a thread that puts all that waits, of all tables, into one transaction, and then wakes all who wait."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain as chained
from queue import SimpleQueue
from typing import Any

from topsecret.table.errors import NotSaved, Overtaken, SetAside, TableError

from . import chain
from .decision import Decision

MOST_AT_ONCE = 4096  # writes in one transaction
PAUSE = 0.010  # seconds from the beginning of one commit to that of the next, at most
WORTH = 0.0005  # seconds that each write of a commit makes the next one wait
MOST_ROWS = 180  # of one statement: 900 values
MOST_REMEMBERED = 4096  # ends of logs, of the tables that were written to last


@dataclass(frozen=True, eq=False)
class Append:
    """Records for the end of a table's log, if it ends with the record `after`."""

    waiter: Decision
    table: str
    after: int
    records: Sequence[tuple[str, bytes]]


@dataclass(frozen=True, eq=False)
class Keep:
    """A value of which the latest counts."""

    waiter: Decision
    table: str
    key: str
    body: bytes


@dataclass(frozen=True, eq=False)
class Work:
    """Something that has a transaction to itself: a log that is written anew, taken out or put back. What it erases is gone from the file,
    too."""

    waiter: Decision
    table: str
    run: Callable[[sqlite3.Connection], None]


@dataclass(slots=True)
class End:
    """Where a table's log ends."""

    id: int
    length: int
    chain: bytes


class Writer:
    """Writes in the order in which it was asked to; what is asked for while it writes goes into the next transaction."""

    def __init__(self, connection: sqlite3.Connection, pause: float = PAUSE) -> None:
        self._db = connection
        self._pause = pause
        self._began = 0.0  # the last commit
        self._next = 0.0  # the next one, not before this moment
        self._waiting: SimpleQueue[Append | Keep | Work | None] = SimpleQueue()
        self._ends: OrderedDict[str, End] = OrderedDict()  # the last is the one that was written to last
        self.committed: Callable[[float], None] = lambda seconds: None  # hears how long each commit took
        self._own_thread = threading.Thread(target=self._work, name="store writer", daemon=True)
        self._own_thread.start()

    def ask(self, write: Append | Keep | Work) -> None:
        self._waiting.put(write)

    def finish(self) -> None:
        """Writes what is waiting and ends. Blocks until then."""
        self._waiting.put(None)
        self._own_thread.join()
        self._db.close()

    # in the writer's thread

    def _work(self) -> None:
        go_on = True
        while go_on:
            batch: list[Append | Keep] = []
            work: Work | None = None
            while len(batch) < MOST_AT_ONCE and (not batch or not self._waiting.empty()):
                write = self._waiting.get()
                if write is None:
                    go_on = False
                    break
                if isinstance(write, Work):
                    work = write
                    break
                if not batch:
                    self._gather()
                batch.append(write)
            if batch:
                self._write(batch)
                self._next = self._began + min(self._pause, len(batch) * WORTH)
            if work is not None:
                self._do(work)

    def _gather(self) -> None:
        """A lone write goes to the disk at once. Where many come, each commit waits for company, the longer the more there were in the
        last one: the disk can do only so many in a second, and a hundred writes cost it hardly more than one."""
        early = self._next - time.monotonic()
        if early > 0:
            time.sleep(early)
        self._began = time.monotonic()

    def _write(self, batch: list[Append | Keep]) -> None:
        """All of a batch or nothing of it; but what comes too late, or is for a log that is damaged, fails alone."""
        failed: dict[Append, TableError] = {}
        problem: TableError | None = None
        begun = time.monotonic()
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._put(batch, failed)
            self._db.execute("COMMIT")
            self.committed(time.monotonic() - begun)
        except sqlite3.Error as error:
            problem = NotSaved(f"nothing was saved: {reason(error)}")
        except Exception as error:  # whatever it is, the writer lives on and those who wait are told
            problem = NotSaved(f"nothing was saved: {type(error).__name__}: {error}")
        if problem is not None:
            self._roll_back()
        outcomes: dict[asyncio.AbstractEventLoop, list[tuple[Decision, TableError | None]]] = {}
        for write in batch:
            outcome = (write.waiter, problem or (failed.get(write) if isinstance(write, Append) else None))
            outcomes.setdefault(write.waiter.get_loop(), []).append(outcome)
        for loop, waiters in outcomes.items():
            tell(loop, waiters)

    def _do(self, work: Work) -> None:
        """Alone, all of it or nothing."""
        problem: TableError | None = None
        try:
            self._db.execute("PRAGMA secure_delete = ON")
            self._db.execute("BEGIN IMMEDIATE")
            work.run(self._db)
            self._db.execute("COMMIT")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the write-ahead log still had what was erased
        except TableError as refused:
            problem = refused
        except sqlite3.Error as error:
            problem = NotSaved(f"nothing was changed: {reason(error)}")
        except Exception as error:
            problem = NotSaved(f"nothing was changed: {type(error).__name__}: {error}")
        finally:
            if problem is not None:
                self._roll_back()
            self._ends.pop(work.table, None)
            self._db.execute("PRAGMA secure_delete = OFF")
        tell(work.waiter.get_loop(), [(work.waiter, problem)])

    def _put(self, batch: list[Append | Keep], failed: dict[Append, TableError]) -> None:
        rows: list[tuple[int, int, str, bytes, bytes]] = []
        kept: dict[tuple[str, str], bytes] = {}
        grown: dict[str, End] = {}
        for write in batch:
            if isinstance(write, Keep):
                kept[write.table, write.key] = write.body
                continue
            try:
                end = grown.get(write.table) or self._end(write.table)
                if write.after != end.length - 1:
                    raise Overtaken(
                        f"table {write.table}: its log ends with record {end.length - 1}, not {write.after}"
                    )
            except (SetAside, Overtaken) as problem:
                failed[write] = problem
                continue
            grown[write.table] = end
            for kind, body in write.records:
                end.chain = chain.link(end.chain, end.length, kind, body)
                rows.append((end.id, end.length, kind, body, end.chain))
                end.length += 1
        self._insert("INSERT INTO records VALUES", rows)
        self._insert(
            "INSERT INTO tables (id, name, length, end) VALUES",
            [(end.id, table, end.length, end.chain) for table, end in grown.items()],
            "ON CONFLICT (id) DO UPDATE SET length = excluded.length, end = excluded.end",
        )
        self._insert(
            "INSERT OR REPLACE INTO kept VALUES",
            [(table, key, body, chain.seal(table, key, body)) for (table, key), body in kept.items()],
        )

    def _insert(self, insert: str, rows: Sequence[tuple[Any, ...]], more: str = "") -> None:
        """Many rows in one statement: after each statement this thread has to ask the busy loop for its turn again."""
        for at in range(0, len(rows), MOST_ROWS):
            some = rows[at : at + MOST_ROWS]
            self._db.execute(statement(insert, len(some[0]), len(some), more), list(chained.from_iterable(some)))

    def _end(self, table: str) -> End:
        """Where a log ends; a new table gets its row. The last record must be the one that it should end with."""
        if table in self._ends:
            self._ends.move_to_end(table)
            return self._ends[table]
        if len(self._ends) >= MOST_REMEMBERED:
            self._ends.popitem(last=False)
        one = self._db.execute("SELECT id, length, end FROM tables WHERE name = ?", (table,)).fetchone()
        if one is None:
            start = chain.first(table)
            made = self._db.execute("INSERT INTO tables (name, length, end) VALUES (?, 0, ?)", (table, start))
            end = End(int(made.lastrowid or 0), 0, start)
        else:
            if [type(part) for part in one] != [int, int, bytes]:
                raise SetAside(f"table {table}: what is known of its log was edited")
            end = End(*one)
            find_last = "SELECT n, chain FROM records WHERE table_id = ? ORDER BY n DESC LIMIT 1"
            last = self._db.execute(find_last, (end.id,)).fetchone() or (-1, chain.first(table))
            if last != (end.length - 1, end.chain):
                raise SetAside(f"table {table}: the end of its log is torn or was edited, at record {end.length - 1}")
        self._ends[table] = end
        return end

    def _roll_back(self) -> None:
        self._ends.clear()  # they have moved on; the file has not
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        except sqlite3.Error:  # the next BEGIN will say what is wrong
            pass


@cache
def statement(insert: str, columns: int, rows: int, more: str) -> str:
    """The text for so many rows; there are few of them, so SQLite has them ready."""
    row = f"({', '.join('?' * columns)})"
    return f"{insert} {', '.join([row] * rows)} {more}"


def tell(loop: asyncio.AbstractEventLoop, waiters: list[tuple[Decision, TableError | None]]) -> None:
    try:
        loop.call_soon_threadsafe(wake, waiters)
    except RuntimeError:  # the loop is closed: nobody waits any more
        pass


def wake(waiters: list[tuple[Decision, TableError | None]]) -> None:
    """In the loop: tells all of a batch how it went."""
    for waiter, problem in waiters:
        if problem is None:
            waiter.set_result(None)
        else:
            waiter.set_exception(type(problem)(*problem.args))


def reason(error: sqlite3.Error) -> str:
    """What SQLite says, in words for people where it is a matter of the disk."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    words = {
        sqlite3.SQLITE_FULL: "the disk is full",
        sqlite3.SQLITE_READONLY: "the data folder is read-only",
        sqlite3.SQLITE_IOERR: "the disk reports an error",
        sqlite3.SQLITE_CANTOPEN: "a file of the data folder cannot be opened",
        sqlite3.SQLITE_BUSY: "another program is holding the data folder",
    }
    return f"{words[code]} ({error})" if code in words else str(error)
