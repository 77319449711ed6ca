"""Checksums: each record of a log is chained to all before it, so that a torn, edited, missing or moved one is found."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from topsecret.table.errors import SetAside

SIZE = 16


def first(table: str) -> bytes:
    """What the first record of a table's log is chained to: a log cannot be moved to another table."""
    return blake2b(b"topsecret log\0" + table.encode(), digest_size=SIZE).digest()


def link(before: bytes, n: int, kind: str, body: bytes) -> bytes:
    """The checksum of a record and of everything before it."""
    name = kind.encode()
    return blake2b(b"%b%d %d %b" % (before, n, len(name), name) + body, digest_size=SIZE).digest()


def seal(table: str, key: str, body: bytes) -> bytes:
    """The checksum of a kept value, of which only the latest counts."""
    place = f"topsecret kept\0{len(table)} {table}{len(key)} {key}"
    return blake2b(place.encode() + b"\0" + body, digest_size=SIZE).digest()


def checked(table: str, rows: Iterable[tuple[Any, ...]], length: int, end: bytes) -> list[tuple[str, bytes]]:
    """The records of a log, from rows of n, kind, body and checksum, that should have this length and end; raises SetAside."""
    chain = first(table)
    records: list[tuple[str, bytes]] = []
    for n, kind, body, stored in rows:
        if n != len(records):
            raise SetAside(f"table {table}: record {len(records)} of its log is missing")
        if not (isinstance(kind, str) and isinstance(body, bytes)) or link(chain, n, kind, body) != stored:
            raise SetAside(f"table {table}: record {n} of its log is torn or was edited")
        chain = stored
        records.append((kind, body))
    if len(records) < length:
        raise SetAside(f"table {table}: record {len(records)} of its log is missing")
    if len(records) > length or chain != end:
        raise SetAside(f"table {table}: record {len(records) - 1} is not the end that its log had")
    return records
