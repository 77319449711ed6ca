"""Looks through a file of tables before it is used: what is damaged is known by name before anybody asks for it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from topsecret.table.log import SPARE

from . import chain

MOST_BYTES = 256 << 20  # a larger file is looked through only as far as names, ends and papers go
WHAT_TO_DO = (
    "stop the server and keep a copy of the folder; then put a copy from before the damage in its place, "
    "or let `topsecret doctor --repair` write anew what is whole"
)


class Damage:
    """What was found: `whole` is empty or says what is wrong with the file itself, `tables` why a table is set aside."""

    def __init__(self) -> None:
        self.whole = ""
        self.tables: dict[str, str] = {}


def look_through(connection: sqlite3.Connection, path: Path) -> Damage:
    """Raises sqlite3.Error or UnicodeError where not even names can be read."""
    damage = Damage()
    if path.stat().st_size <= MOST_BYTES:
        try:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            damage.whole = "" if found == "ok" else " ".join(str(found).split())
        except (sqlite3.Error, UnicodeError) as problem:
            damage.whole = str(problem)
    connection.execute("SELECT id, length, end FROM tables WHERE name = ''").fetchone()
    connection.execute("SELECT n, kind, body, chain FROM records WHERE table_id = -1").fetchone()
    connection.execute("SELECT key, body, seal FROM kept WHERE table_name = ''").fetchone()
    damage.tables = torn_papers(connection)
    return damage


def torn_papers(connection: sqlite3.Connection) -> dict[str, str]:
    """Tables with a kept value that does not hold, and cannot be made again."""
    torn: dict[str, str] = {}
    names: list[str] = []
    try:
        names += [read(name) for (name,) in connection.execute("SELECT CAST(name AS BLOB) FROM tables NOT INDEXED")]
    except sqlite3.DatabaseError:
        pass  # then of fewer it can be told that something is theirs
    kept = "SELECT CAST(table_name AS BLOB), CAST(key AS BLOB), body, seal FROM kept"
    for table, key, body, seal in connection.execute(f"{kept} WHERE key NOT GLOB '{SPARE}*'"):
        owner, key = read(table), read(key)
        if isinstance(body, bytes):
            if chain.seal(owner, key, body) == seal:
                continue  # it holds; else its name may be what is damaged, and the seal tells whose it is
            owner = next((name for name in names if chain.seal(name, key, body) == seal), owner)
        if owner not in names:
            raise UnicodeError(f"the kept value {key!r} is torn, and whose it is cannot be told")
        torn[owner] = f"its kept value {key!r} is torn or was edited"
    return torn


def read(text: object) -> str:
    """A text that may be torn."""
    return text.decode(errors="replace") if isinstance(text, bytes) else ""
