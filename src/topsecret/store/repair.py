"""What can be saved of a damaged file: every log as far as its checksums hold goes into a new file, and the old one is kept."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import chain, files
from .damage import look_through

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Found:
    """One table: how many records of its log hold, and how many there should be (None: that is not known)."""

    name: str
    good: int
    length: int | None

    @property
    def is_whole(self) -> bool:
        return self.good == self.length


def examine(folder: Path) -> tuple[str, list[Found]]:
    """What is wrong with the file (empty: nothing), and each of its tables. Changes nothing."""
    path = folder / files.FILE
    held = files.lock(folder)
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            whole = problem_of(connection, path)
            return whole, [found for found, _, _ in salvaged(connection)]
        finally:
            connection.close()
    finally:
        held.close()


def repair(folder: Path) -> tuple[Path, list[Found]]:
    """Writes a new file with all that holds; the old one is kept beside it, under the path that is returned."""
    path = folder / files.FILE
    held = files.lock(folder)
    try:
        old = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            tables = salvaged(old)
        finally:
            old.close()
        aside = files.free_name(path, "damaged")
        files.move(path, aside)
        new = files.connect(folder)
        try:
            new.execute("BEGIN IMMEDIATE")
            for number, (found, rows, kept) in enumerate(tables, 1):
                if rows:
                    new.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", (number, found.name, len(rows), rows[-1][3]))
                    new.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?)", [(number, *row) for row in rows])
                    new.executemany("INSERT INTO kept VALUES (?, ?, ?, ?)", [(found.name, *one) for one in kept])
            new.execute("COMMIT")
        finally:
            new.close()
        return aside, [found for found, _, _ in tables]
    finally:
        held.close()


def problem_of(connection: sqlite3.Connection, path: Path) -> str:
    try:
        damage = look_through(connection, path)
    except (sqlite3.Error, UnicodeError) as problem:
        return str(problem)
    return damage.whole or "; ".join(f"table {name}: {why}" for name, why in damage.tables.items())


def salvaged(connection: sqlite3.Connection) -> list[tuple[Found, list[Row], list[Row]]]:
    """Each table with the rows of its log up to the first that does not hold, and what is kept beside it and holds."""
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    listed = {row[0]: row[1:] for row in readable(connection, "SELECT id, name, length, end FROM tables NOT INDEXED")}
    logs: dict[Any, dict[Any, Row]] = {}
    for table_id, n, kind, body, link in readable(connection, "SELECT table_id, n, kind, body, chain FROM records"):
        logs.setdefault(table_id, {})[n] = (n, kind, body, link)
    papers = readable(connection, "SELECT table_name, key, body, seal FROM kept")
    found: list[tuple[Found, list[Row], list[Row]]] = []
    for table_id in sorted({*listed, *logs}, key=str):
        name, length, end = listed.get(table_id, ("", None, None))
        log = logs.get(table_id, {})
        best: list[Row] = []
        for one in {name, name_in(log)} - {""}:
            rows = holding(one, log)
            if not best or len(rows) > len(best):
                best, name = rows, one
        if not name:
            continue
        if isinstance(length, int) and length == len(best) and best and best[-1][3] != end:
            length = None
        good = [(key, body, seal) for _, key, body, seal in papers if is_sealed(name, key, body, seal)]
        found.append((Found(name, len(best), length), best, good))
    return found


def readable(connection: sqlite3.Connection, query: str) -> list[Row]:
    """All rows up to where the file is torn."""
    rows: list[Row] = []
    try:
        for row in connection.execute(query):
            rows.append(row)
    except (sqlite3.Error, UnicodeError):
        pass
    return rows


def holding(name: str, log: dict[Any, Row]) -> list[Row]:
    """The rows of a log up to the first that is missing or torn."""
    rows: list[Row] = []
    end = chain.first(name)
    while (row := log.get(len(rows))) is not None:
        n, kind, body, link = row
        if not (isinstance(kind, str) and isinstance(body, bytes)) or chain.link(end, n, kind, body) != link:
            break
        end = link
        rows.append(row)
    return rows


def name_in(log: dict[Any, Row]) -> str:
    """The code that the first record of a log says."""
    try:
        code = json.loads(log[0][2])["code"]
    except (KeyError, ValueError, TypeError):
        return ""
    return code if isinstance(code, str) else ""


def is_sealed(name: str, key: Any, body: Any, seal: Any) -> bool:
    return isinstance(key, str) and isinstance(body, bytes) and chain.seal(name, key, body) == seal
