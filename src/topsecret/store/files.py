"""The files of a store: one folder, one server. Everything is in one SQLite file; a second one is only there to be locked."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from topsecret.kernel.errors import TopSecretError

from .damage import WHAT_TO_DO

FILE = "tables.sqlite3"
LOCK = "lock.sqlite3"
MARK = 0x74735F31  # application_id: this file is ours
STATEMENTS = 512  # kept ready
PAGE = 1024  # bytes: a commit writes whole pages, mostly one for each table with something new
CHECKPOINT = 4000  # pages in the write-ahead log until they go to their places
VERSION = 1  # user_version: how its tables are laid out

LAYOUT = f"""
CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, length INTEGER NOT NULL, end BLOB NOT NULL);
CREATE TABLE records (table_id INTEGER, n INTEGER, kind TEXT NOT NULL, body BLOB NOT NULL, chain BLOB NOT NULL,
    PRIMARY KEY (table_id, n)) WITHOUT ROWID;
CREATE TABLE kept (table_name TEXT, key TEXT, body BLOB NOT NULL, seal BLOB NOT NULL,
    PRIMARY KEY (table_name, key)) WITHOUT ROWID;
PRAGMA application_id = {MARK};
PRAGMA user_version = {VERSION};
"""


class CannotOpen(TopSecretError):
    """The data folder cannot be used: it is read-only, not ours, of a newer version, or another server has it."""


def lock(folder: Path) -> sqlite3.Connection:
    """Makes the folder if need be and locks it for as long as this connection is open; the lock dies with the process."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        touch(folder / LOCK)
    except OSError as problem:
        raise CannotOpen(f"cannot write to the data folder {folder}: {problem.strerror or problem}") from None
    connection = _connect(folder / LOCK, patience=0)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as problem:
        connection.close()
        if getattr(problem, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise CannotOpen(f"another server is using the data folder {folder}") from None
        raise CannotOpen(f"cannot lock the data folder {folder}: {problem}") from None
    return connection


def connect(folder: Path) -> sqlite3.Connection:
    """A connection to the tables, durable on commit; makes the file if there is none."""
    path = folder / FILE
    try:
        touch(path)
    except OSError as problem:
        raise CannotOpen(f"cannot write to {path}: {problem.strerror or problem}") from None
    connection = _connect(path, patience=5)
    try:
        _lay_out(connection, path)
    except (sqlite3.Error, UnicodeError) as problem:
        connection.close()
        raise CannotOpen(f"cannot open {path}: {problem}; if it is damaged: {WHAT_TO_DO}") from None
    except CannotOpen:
        connection.close()
        raise
    return connection


def touch(path: Path) -> None:
    """Makes an empty file that others cannot read: there are secrets in it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def free_name(path: Path, word: str) -> Path:
    """Where a file can be kept beside another that takes its place: `tables.sqlite3.damaged-1`."""
    return next(one for n in range(1, 10_000) if not (one := path.with_name(f"{path.name}.{word}-{n}")).exists())


def move(path: Path, aside: Path) -> None:
    """A file of tables goes to another name, with what lies beside it."""
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + ending))
    path.rename(aside)


def _connect(path: Path, patience: float) -> sqlite3.Connection:
    return sqlite3.connect(
        path, timeout=patience, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
    )


def _lay_out(connection: sqlite3.Connection, path: Path) -> None:
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    is_new = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0 and not mark and not version
    if not is_new and mark != MARK:
        raise CannotOpen(f"{path} is not a file of topsecret, or its beginning is damaged; then: {WHAT_TO_DO}")
    if version > VERSION:
        raise CannotOpen(
            f"{path} was written by a newer topsecret (layout {version}); this one knows layouts up to {VERSION}"
        )
    if is_new:
        connection.execute(f"PRAGMA page_size = {PAGE}")
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise CannotOpen(f"{path}: this file system cannot keep a write-ahead log (it offers {mode!r})")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
    if is_new:
        connection.executescript("BEGIN IMMEDIATE;" + LAYOUT + "COMMIT;")
