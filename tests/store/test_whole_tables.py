"""Whole tables: written anew, removed, archived, backed up and restored; never half of one."""

from __future__ import annotations

import gzip
import os
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from topsecret.store import archive, files
from topsecret.store.backup import CannotBackUp, backup, restore
from topsecret.store.repair import examine
from topsecret.store.sqlite import SqliteStore
from topsecret.table.errors import NotSaved, Overtaken, SetAside
from topsecret.table.log import TOUCHED

ONE, TWO = "PRAG-1743-7KQ2M9XB", "ROM-0001-00000000"
LOG = [("made", b"{}"), ("seated", b"Ada Lovelace, by her own name"), ("acted", b"[1]")]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = SqliteStore(tmp_path / "data")
    await made.append(ONE, -1, LOG)
    await made.keep(ONE, "note:0", b"I, Ada, suspect red")
    await made.append(TWO, -1, LOG[:1])
    yield made
    await made.close()


def all_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_a_log_is_written_anew_with_a_chain_that_holds_and_the_old_words_are_gone_from_the_file(
    store: SqliteStore,
) -> None:
    assert b"Lovelace" in all_bytes(store.folder)
    new = [LOG[0], ("seated", b"somebody"), LOG[2]]
    await store.rewrite(ONE, new, {"note:0": b""})
    assert await store.read(ONE) == (new, {"note:0": b""})
    await store.append(ONE, 2, [("acted", b"[2]")])
    assert b"Lovelace" not in all_bytes(store.folder) and b"suspect" not in all_bytes(store.folder)
    await store.close()
    problem, tables = examine(store.folder)
    assert not problem and all(one.is_whole for one in tables)


async def test_a_log_that_has_grown_meanwhile_is_not_written_anew(store: SqliteStore) -> None:
    with pytest.raises(Overtaken):
        await store.rewrite(ONE, LOG[:2])
    assert (await store.read(ONE))[0] == LOG


async def test_a_removed_table_leaves_nothing_and_its_name_can_be_used_again(store: SqliteStore) -> None:
    await store.remove(ONE)
    assert await store.read(ONE) == ([], {})
    assert b"Lovelace" not in all_bytes(store.folder)
    assert (await store.read(TWO))[0] == LOG[:1]
    await store.append(ONE, -1, LOG[:1])
    assert (await store.read(ONE))[0] == LOG[:1]


async def test_what_fails_alone_changes_nothing_and_the_writer_goes_on(store: SqliteStore) -> None:
    store._writer._db.execute("PRAGMA query_only = ON")
    with pytest.raises(NotSaved):
        await store.remove(ONE)
    store._writer._db.execute("PRAGMA query_only = OFF")
    assert (await store.read(ONE))[0] == LOG
    await store.append(ONE, 2, [("acted", b"[2]")])


async def test_an_archived_table_is_a_file_of_its_owner_and_comes_back_when_it_is_read(store: SqliteStore) -> None:
    before = await store.read(ONE)
    await store.archive(ONE)
    path = store.folder / archive.FOLDER / f"{ONE}.json.gz"
    assert path.exists() and await store.tables() == [TWO]
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
    assert await store.read(ONE) == before
    assert not path.exists() and sorted(await store.tables()) == [ONE, TWO]
    await store.append(ONE, 2, [("acted", b"[2]")])


async def test_a_torn_archive_is_set_aside_and_stays(store: SqliteStore) -> None:
    await store.archive(ONE)
    path = store.folder / archive.FOLDER / f"{ONE}.json.gz"
    body = path.read_bytes()
    for torn in (body[:-9], b"", body[:40] + bytes([body[40] ^ 1]) + body[41:]):
        path.write_bytes(torn)
        with pytest.raises(SetAside):
            await store.read(ONE)
    path.write_bytes(body)
    assert (await store.read(ONE))[0] == LOG


async def test_an_archive_of_another_form_or_under_another_name_is_set_aside(store: SqliteStore) -> None:
    await store.archive(ONE)
    path = store.folder / archive.FOLDER / f"{ONE}.json.gz"
    text = gzip.decompress(path.read_bytes())
    path.write_bytes(gzip.compress(text.replace(archive.FORMAT.encode(), b"topsecret archive 99")))
    with pytest.raises(SetAside, match="unknown form"):
        await store.read(ONE)
    path.write_bytes(gzip.compress(text.replace(ONE.encode(), b"PRAG-1743-7KQ2M9XC")))
    with pytest.raises(SetAside, match="another one"):
        await store.read(ONE)


async def test_a_crash_between_file_and_rows_loses_and_doubles_nothing(store: SqliteStore) -> None:
    await store.archive(ONE)
    path = store.folder / archive.FOLDER / f"{ONE}.json.gz"
    body = path.read_bytes()
    await store.read(ONE)
    path.write_bytes(body)  # as if the file had not gone any more
    await store.append(ONE, 2, [("acted", b"[2]")])
    assert len((await store.read(ONE))[0]) == 4


async def test_tables_are_known_by_when_they_were_last_touched(store: SqliteStore) -> None:
    await store.keep(ONE, TOUCHED, b"1000")
    assert await store.untouched(2000) == ([ONE], [TWO])
    assert await store.untouched(500) == ([], [TWO])


async def test_a_backup_of_a_running_server_is_one_moment_of_all_tables(store: SqliteStore, tmp_path: Path) -> None:
    await store.archive(TWO)
    copied = backup(store.folder, tmp_path / "copy.sqlite3")
    assert (copied.tables, copied.archived) == (2, 1)
    if os.name == "posix":
        assert copied.path.stat().st_mode & 0o777 == 0o600
    await store.append(ONE, 2, [("acted", b"later")])  # the server goes on
    await store.close()
    now, aside = restore(store.folder, copied.path)
    assert now.tables == 2 and aside is not None and aside.exists()
    again = SqliteStore(store.folder)
    assert (await again.read(ONE))[0] == LOG and (await again.read(TWO))[0] == LOG[:1]
    await again.close()


async def test_a_backup_is_not_written_over_and_not_restored_under_a_running_server(
    store: SqliteStore, tmp_path: Path
) -> None:
    copy = backup(store.folder, tmp_path / "copy.sqlite3").path
    with pytest.raises(CannotBackUp, match="already"):
        backup(store.folder, copy)
    with pytest.raises(files.CannotOpen, match="another server"):
        restore(store.folder, copy)
    with pytest.raises(CannotBackUp, match="no tables"):
        backup(tmp_path / "nothing", tmp_path / "other.sqlite3")


async def test_a_backup_that_cannot_be_made_says_why_and_leaves_nothing(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(CannotBackUp, match="cannot be written"):
        backup(store.folder, tmp_path / "no such folder" / "copy.sqlite3")
    await store.archive(TWO)
    (store.folder / archive.FOLDER / f"{TWO}.json.gz").write_bytes(b"torn")
    with pytest.raises(CannotBackUp, match=TWO):
        backup(store.folder, tmp_path / "copy.sqlite3")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


async def test_a_damaged_copy_is_refused_and_nothing_is_replaced(store: SqliteStore, tmp_path: Path) -> None:
    copy = backup(store.folder, tmp_path / "copy.sqlite3").path
    await store.close()
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE records SET body = ? WHERE n = 1", (b"edited",))
    connection.close()
    (tmp_path / "letter.txt").write_text("not a file of tables")
    for wrong in (copy, tmp_path / "letter.txt", tmp_path / "none"):
        with pytest.raises(CannotBackUp):
            restore(store.folder, wrong)
    again = SqliteStore(store.folder)
    assert (await again.read(ONE))[0] == LOG
    await again.close()
