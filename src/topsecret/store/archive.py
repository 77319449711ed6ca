"""Tables that nobody has touched for a long time leave the file of tables for a file each, and come back when somebody has their link."""

from __future__ import annotations

import gzip
import os
import re
import zlib
from base64 import b64decode, b64encode
from pathlib import Path

import msgspec
from msgspec import Struct

from topsecret.table.errors import SetAside

from .tables import Rows

FOLDER = "archive"
FORMAT = "topsecret-table/1"
NAME = re.compile(r"[A-Z0-9-]{1,60}")


class Archived(Struct, frozen=True):
    format: str
    name: str
    records: list[tuple[int, str, str, str]]
    kept: list[tuple[str, str, str]]


def path_of(folder: Path, name: str) -> Path | None:
    """Where a table lies, or would; None where its name makes no file."""
    return folder / FOLDER / f"{name}.json.gz" if NAME.fullmatch(name) else None


def write(path: Path, rows: Rows) -> None:
    """On the disk when it returns, whole, and readable for its owner alone."""
    document = Archived(
        FORMAT,
        rows.name,
        [(n, kind, b64encode(body).decode(), link.hex()) for n, kind, body, link in rows.records],
        [(key, b64encode(body).decode(), seal.hex()) for key, body, seal in rows.kept],
    )
    path.parent.mkdir(mode=0o700, exist_ok=True)
    write_durably(path, gzip.compress(msgspec.json.encode(document), 6, mtime=0))


def read(path: Path) -> Rows:
    """Raises SetAside where the file does not hold."""
    try:
        found = msgspec.json.decode(gzip.decompress(path.read_bytes()), type=Archived)
        rows = Rows(
            found.name,
            [(n, kind, b64decode(body), bytes.fromhex(link)) for n, kind, body, link in found.records],
            [(key, b64decode(body), bytes.fromhex(seal)) for key, body, seal in found.kept],
        )
    except (OSError, EOFError, ValueError, zlib.error, msgspec.MsgspecError) as problem:
        raise SetAside(f"the archived table {path.name} cannot be read: {problem}") from None
    if found.format != FORMAT:
        raise SetAside(f"the archived table {path.name} has an unknown form: {found.format[:40]!r}")
    if path_of(path.parent.parent, rows.name) != path:
        raise SetAside(f"the archived table {path.name} is another one, {rows.name[:40]!r}")
    rows.check()
    return rows


def write_durably(path: Path, body: bytes) -> None:
    """All of it or nothing: beside its place first."""
    beside = path.with_name(path.name + ".new")
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """The names in it are on the disk; some systems cannot do that, and do not need it."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
