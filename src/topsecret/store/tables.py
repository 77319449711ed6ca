"""Whole tables in the file of tables: read row by row, written anew, taken out, put in. Each of these has a transaction to itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from topsecret.table.errors import Overtaken, SetAside
from topsecret.table.log import SPARE

from . import chain


@dataclass(frozen=True)
class Rows:
    """A table: its records, each with the checksum that chains it to all before, and what is kept beside them, each with its seal."""

    name: str
    records: list[tuple[int, str, bytes, bytes]]
    kept: list[tuple[str, bytes, bytes]]

    def check(self) -> None:
        """Raises SetAside where something does not hold."""
        end = self.records[-1][3] if self.records else chain.first(self.name)
        chain.checked(self.name, self.records, len(self.records), end)
        for key, body, seal in self.kept:
            if chain.seal(self.name, key, body) != seal:
                raise SetAside(f"table {self.name}: its kept value {key!r} is torn or was edited")


def id_of(db: sqlite3.Connection, name: str) -> tuple[int, int] | None:
    """The number and the length of a table, if there is one."""
    found: tuple[int, int] | None = db.execute("SELECT id, length FROM tables WHERE name = ?", (name,)).fetchone()
    return found


def take(db: sqlite3.Connection, name: str) -> Rows | None:
    """All of a table as it is in the file; raises SetAside where it does not hold."""
    one = id_of(db, name)
    if one is None:
        return None
    records = db.execute("SELECT n, kind, body, chain FROM records WHERE table_id = ? ORDER BY n", (one[0],)).fetchall()
    if len(records) != one[1]:
        raise SetAside(f"table {name}: its log has {len(records)} records, not {one[1]}")
    kept = db.execute("SELECT key, body, seal FROM kept WHERE table_name = ?", (name,)).fetchall()
    good = [row for row in kept if not row[0].startswith(SPARE) or chain.seal(name, row[0], row[1]) == row[2]]
    rows = Rows(name, records, good)
    rows.check()
    return rows


def erase(db: sqlite3.Connection, name: str) -> None:
    """Nothing of a table is left."""
    if (one := id_of(db, name)) is not None:
        db.execute("DELETE FROM records WHERE table_id = ?", (one[0],))
        db.execute("DELETE FROM tables WHERE id = ?", (one[0],))
    db.execute("DELETE FROM kept WHERE table_name = ?", (name,))


def put(db: sqlite3.Connection, rows: Rows) -> None:
    """A table that was taken out is there again, unless there is one with its name."""
    if id_of(db, rows.name) is not None or not rows.records:
        return
    made = db.execute(
        "INSERT INTO tables (name, length, end) VALUES (?, ?, ?)", (rows.name, len(rows.records), rows.records[-1][3])
    )
    number = int(made.lastrowid or 0)
    db.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?)", [(number, *row) for row in rows.records])
    db.executemany("INSERT INTO kept VALUES (?, ?, ?, ?)", [(rows.name, *row) for row in rows.kept])


def rewrite(db: sqlite3.Connection, name: str, records: Sequence[tuple[str, bytes]], kept: Mapping[str, bytes]) -> None:
    """The log again with other words, and with a chain of checksums that holds; and these kept values. Raises Overtaken where the log has
    grown meanwhile."""
    one = id_of(db, name)
    if one is None or one[1] != len(records):
        raise Overtaken(f"table {name}: its log has changed meanwhile")
    end = chain.first(name)
    rows = []
    for n, (kind, body) in enumerate(records):
        end = chain.link(end, n, kind, body)
        rows.append((kind, body, end, one[0], n))
    db.executemany("UPDATE records SET kind = ?, body = ?, chain = ? WHERE table_id = ? AND n = ?", rows)
    db.execute("UPDATE tables SET end = ? WHERE id = ?", (end, one[0]))
    sealed = [(name, key, body, chain.seal(name, key, body)) for key, body in kept.items()]
    db.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", sealed)
