"""A copy of all tables while the server runs, and the way back."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from topsecret.kernel.errors import TopSecretError
from topsecret.table.errors import SetAside

from . import archive, files
from .repair import problem_of, salvaged
from .tables import put


class CannotBackUp(TopSecretError):
    """There is nothing to copy, or it cannot be written or read."""


@dataclass(frozen=True)
class Copied:
    path: Path
    tables: int
    archived: int


def backup(folder: Path, to: Path) -> Copied:
    """One moment of all tables as one file, archived ones too, each checked by its checksums. The server may go on meanwhile: the copy
    reads beside its writer. Raises CannotBackUp."""
    source = folder / files.FILE
    if not source.exists():
        raise CannotBackUp(f"there are no tables in {folder}")
    if to.exists():
        raise CannotBackUp(f"{to} is there already")
    beside = to.with_name(to.name + ".new")
    try:
        files.touch(beside)
        old = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
        new = sqlite3.connect(beside, isolation_level=None)
        try:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
            archived = take_along(new, folder)
        finally:
            new.close()
            old.close()
        tables = checked(beside)
        with open(beside, "rb") as file:
            os.fsync(file.fileno())
        beside.replace(to)
        archive.sync_folder(to.parent)
    except (OSError, sqlite3.Error) as problem:
        beside.unlink(missing_ok=True)
        raise CannotBackUp(f"{to} cannot be written: {problem}") from None
    except (CannotBackUp, SetAside) as problem:
        beside.unlink(missing_ok=True)
        raise CannotBackUp(str(problem)) from None
    return Copied(to, tables, archived)


def take_along(new: sqlite3.Connection, folder: Path) -> int:
    """Archived tables are in the copy as any others."""
    count = 0
    new.execute("BEGIN IMMEDIATE")
    for path in sorted((folder / archive.FOLDER).glob("*.json.gz")):
        try:
            put(new, archive.read(path))
            count += 1
        except FileNotFoundError:  # it has come back meanwhile
            continue
    new.execute("COMMIT")
    return count


def restore(folder: Path, source: Path) -> tuple[Copied, Path | None]:
    """The tables of a copy take the place of those in the folder, which are kept beside them. The server must not run. Raises CannotBackUp,
    and then nothing has changed."""
    if not source.is_file():
        raise CannotBackUp(f"there is no file {source}")
    tables = checked(source)
    held = files.lock(folder)
    try:
        path = folder / files.FILE
        beside = path.with_name(path.name + ".new")
        aside = None
        try:
            archive.write_durably(beside, source.read_bytes())
            if path.exists():
                aside = files.free_name(path, "replaced")
                files.move(path, aside)
            beside.replace(path)
            archive.sync_folder(folder)
        except OSError as problem:
            raise CannotBackUp(f"{path} cannot be written: {problem}") from None
        return Copied(path, tables, 0), aside
    finally:
        held.close()


def checked(path: Path) -> int:
    """How many tables a copy holds; raises CannotBackUp where one of them does not hold."""
    connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    try:
        if connection.execute("PRAGMA application_id").fetchone()[0] != files.MARK:
            raise CannotBackUp(f"{path} is not a file of topsecret")
        problem = problem_of(connection, path)
        found = [one for one, _, _ in salvaged(connection)]
    except sqlite3.Error as error:
        raise CannotBackUp(f"{path} cannot be read: {error}") from None
    finally:
        connection.close()
    broken = [one.name for one in found if not one.is_whole]
    if problem or broken:
        what = problem or f"the tables {', '.join(broken[:5])} do not hold"
        raise CannotBackUp(f"{path}: {what}; topsecret doctor tells more")
    return len(found)
