"""The store keeps what it confirmed, in order, and says clearly what it cannot do."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from topsecret.store import files
from topsecret.store.files import CannotOpen
from topsecret.store.sqlite import SqliteStore
from topsecret.table.errors import NotSaved, Overtaken, SetAside
from topsecret.table.log import SPARE, TableLog


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = SqliteStore(tmp_path / "data")
    yield made
    await made.close()


def edit(folder: Path, *statements: str) -> None:
    """Changes the file behind the store's back."""
    with sqlite3.connect(folder / files.FILE) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


async def append(store: TableLog, table: str, records: list[tuple[str, bytes]]) -> None:
    """Adds records to the end of a log, wherever that is."""
    await store.append(table, len((await store.read(table))[0]) - 1, records)


async def reopened(store: SqliteStore, *statements: str) -> SqliteStore:
    await store.close()
    edit(store.folder, *statements)
    return SqliteStore(store.folder)


async def test_it_is_what_tables_need(store: SqliteStore) -> None:
    log: TableLog = store
    assert await log.tables() == []


async def test_a_log_comes_back_in_order_and_whole(store: SqliteStore) -> None:
    await append(store, "PRAG-1743", [("made", b"{}"), ("seated", b"\0\xff")])
    await append(store, "PRAG-1743", [("action", b"")])
    await append(store, "ROMA-0001", [("made", b"other")])
    again = await reopened(store)
    expected = [("made", b"{}"), ("seated", b"\0\xff"), ("action", b"")]
    assert await again.read("PRAG-1743") == (expected, {})
    assert await again.tables() == ["PRAG-1743", "ROMA-0001"]
    await append(again, "PRAG-1743", [("action", b"next")])
    assert (await again.read("PRAG-1743"))[0][-1] == ("action", b"next")
    await again.close()


async def test_a_table_that_nobody_made_is_empty(store: SqliteStore) -> None:
    await append(store, "A", [])
    await store.keep("B", "note:0", b"only kept")
    assert await store.read("A") == ([], {})
    assert await store.read("B") == ([], {"note:0": b"only kept"})
    assert await store.read("C") == ([], {})
    assert await store.tables() == []


async def test_of_kept_values_the_latest_counts(store: SqliteStore) -> None:
    await asyncio.gather(*(store.keep("T", "note:0", b"%d" % n) for n in range(20)))
    await store.keep("T", "draft:1", b"null")
    assert (await store.read("T"))[1] == {"note:0": b"19", "draft:1": b"null"}


async def test_many_writers_at_once_keep_their_order(store: SqliteStore) -> None:
    async def play(table: str) -> None:
        for n in range(20):
            await store.append(table, 2 * n - 1, [("action", b"%d" % n), ("chance", b"%d" % n)])

    await asyncio.gather(*(play(f"T{n}") for n in range(16)))
    for table in await store.tables():
        records, _ = await store.read(table)
        assert [body for _, body in records] == [b"%d" % (n // 2) for n in range(40)]


async def test_writes_of_one_table_without_waiting_keep_their_order(store: SqliteStore) -> None:
    await asyncio.gather(*(store.append("T", n - 1, [("action", b"%d" % n)]) for n in range(200)))
    assert [body for _, body in (await store.read("T"))[0]] == [b"%d" % n for n in range(200)]


async def test_a_writer_that_no_longer_waits_does_not_disturb(store: SqliteStore) -> None:
    waiting = asyncio.ensure_future(store.append("T", -1, [("action", b"0")]))
    await asyncio.sleep(0)
    waiting.cancel()
    await store.append("T", 0, [("action", b"1")])
    assert [body for _, body in (await store.read("T"))[0]] == [b"0", b"1"]


@pytest.mark.plain
async def test_whoever_is_called_off_while_it_is_written_ends_when_it_is(store: SqliteStore) -> None:
    """Else a table whose writer was called off would read its log too early, and be overtaken by its own record."""
    await append(store, "PRAG-1743", [("made", b"{}")])
    may_write = threading.Event()
    gather = store._writer._gather
    store._writer._gather = lambda: (may_write.wait(), gather())[1]
    writing = asyncio.create_task(store.append("PRAG-1743", 0, [("action", b"1")]))
    await asyncio.sleep(0)
    writing.cancel()
    for _ in range(5):
        await asyncio.sleep(0)
    assert not writing.done()
    may_write.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert (await store.read("PRAG-1743"))[0][-1] == ("action", b"1")


async def test_of_two_who_write_behind_the_same_record_the_first_wins(store: SqliteStore) -> None:
    await store.append("T", -1, [("made", b"")])
    first, second, other = await asyncio.gather(
        store.append("T", 0, [("action", b"first"), ("action", b"and more")]),
        store.append("T", 0, [("action", b"second")]),
        store.append("U", -1, [("made", b"")]),
        return_exceptions=True,
    )
    assert first is None and other is None
    assert isinstance(second, Overtaken) and "its log ends with record 2, not 0" in str(second)
    for after in (-1, 1, 3):
        with pytest.raises(Overtaken):
            await store.append("T", after, [("action", b"late")])
    again = await reopened(store)
    with pytest.raises(Overtaken):
        await again.append("T", 0, [("action", b"late")])
    with pytest.raises(Overtaken):
        await again.append("V", 0, [("action", b"behind what nobody wrote")])
    assert [body for _, body in (await again.read("T"))[0]] == [b"", b"first", b"and more"]
    assert await again.tables() == ["T", "U"]
    await again.close()


async def test_closing_writes_what_waits_and_then_refuses(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    waiting = [asyncio.ensure_future(store.append("T", n, [("action", b"")])) for n in range(-1, 49)]
    await asyncio.sleep(0)
    await store.close()
    await store.close()
    await asyncio.gather(*waiting)
    for refused in (store.append("T", -1, []), store.keep("T", "k", b""), store.read("T"), store.tables()):
        with pytest.raises(NotSaved, match="closed"):
            await refused
    again = SqliteStore(tmp_path)
    assert len((await again.read("T"))[0]) == 50
    await again.close()


@pytest.mark.parametrize(
    ("table", "kind", "body"), [("\ud800", "k", b""), ("T", "a\0b", b""), ("T", "k", "text"), (7, "k", b"")]
)
async def test_what_cannot_be_written_down_is_refused(store: SqliteStore, table: str, kind: str, body: bytes) -> None:
    with pytest.raises(NotSaved):
        await store.append(table, -1, [("good", b""), (kind, body)])
    assert await store.tables() == []


async def test_commits_are_synced_to_a_write_ahead_log(store: SqliteStore) -> None:
    assert store._writer._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._writer._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes")
async def test_others_cannot_read_the_file(store: SqliteStore) -> None:
    await append(store, "T", [("started", b"secret")])
    assert [path.name for path in store.folder.iterdir() if path.stat().st_mode & 0o077] == []


# one server per folder


async def test_a_second_store_on_the_folder_is_refused(store: SqliteStore) -> None:
    with pytest.raises(CannotOpen, match="another server is using the data folder"):
        SqliteStore(store.folder)
    await append(store, "T", [("action", b"")])


async def test_a_second_process_on_the_folder_is_refused_until_the_first_is_gone(store: SqliteStore) -> None:
    program = "import sys; from topsecret.store.sqlite import SqliteStore as S; S(sys.argv[1]); print('open')"
    command = [sys.executable, "-c", program, str(store.folder)]
    second = subprocess.run(command, capture_output=True, text=True)
    assert second.returncode != 0 and "another server is using the data folder" in second.stderr
    await store.close()
    assert subprocess.run(command, capture_output=True, text=True).stdout == "open\n"
    again = SqliteStore(store.folder)  # the other one has ended without closing anything
    await again.close()


async def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotOpen, match="cannot write to the data folder"):
        SqliteStore(tmp_path / "file" / "data")


async def test_a_newer_layout_is_refused_and_the_folder_is_free_again(store: SqliteStore) -> None:
    for _ in range(2):
        with pytest.raises(CannotOpen, match="newer topsecret"):
            await reopened(store, "PRAGMA user_version = 99")
    edit(store.folder, f"PRAGMA user_version = {files.VERSION}")
    await SqliteStore(store.folder).close()


async def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    edit(tmp_path, "CREATE TABLE theirs (x)")
    with pytest.raises(CannotOpen, match="not a file of topsecret"):
        SqliteStore(tmp_path)
    (tmp_path / files.FILE).write_bytes(b"no database at all" * 500)
    with pytest.raises(CannotOpen, match="cannot open"):
        SqliteStore(tmp_path)


# damage


DAMAGE = {
    "UPDATE records SET body = x'00' WHERE table_id = 1 AND n = 2": "record 2 of its log is torn or was edited",
    "UPDATE records SET body = substr(body, 1, 3) WHERE table_id = 1 AND n = 4": "record 4 of its log is torn",
    "UPDATE records SET body = CAST(body AS TEXT) WHERE table_id = 1 AND n = 1": "record 1 of its log is torn",
    "UPDATE records SET kind = 'other' WHERE table_id = 1 AND n = 3": "record 3 of its log is torn or was edited",
    "UPDATE records SET chain = x'00' WHERE table_id = 1 AND n = 0": "record 0 of its log is torn or was edited",
    "DELETE FROM records WHERE table_id = 1 AND n = 0": "record 0 of its log is missing",
    "DELETE FROM records WHERE table_id = 1 AND n = 3": "record 3 of its log is missing",
    "DELETE FROM records WHERE table_id = 1 AND n = 5": "record 5 of its log is missing",
    "DELETE FROM records WHERE table_id = 1": "record 0 of its log is missing",
    "UPDATE tables SET length = 5 WHERE id = 1": "record 5 is not the end",
    "UPDATE tables SET end = x'00' WHERE id = 1": "record 5 is not the end",
    "UPDATE records SET n = CASE n WHEN 1 THEN 102 ELSE 101 END WHERE table_id = 1 AND n IN (1, 2); "
    "UPDATE records SET n = n - 100 WHERE n > 100": "record 1 of its log is torn or was edited",
    "UPDATE records SET table_id = table_id + 10 WHERE table_id < 3; "
    "UPDATE records SET table_id = 13 - table_id WHERE table_id > 3": "record 0 of its log is torn",
    "UPDATE kept SET body = x'00' WHERE table_name = 'T1'": "kept value 'note:0' is torn",
    "UPDATE kept SET key = 'note:1' WHERE table_name = 'T1'": "kept value 'note:1' is torn",
}


@pytest.mark.parametrize("statements", DAMAGE)
async def test_damage_is_found_and_named_and_other_tables_play_on(store: SqliteStore, statements: str) -> None:
    for table in ("T1", "T2", "T3"):
        await append(store, table, [("action", b"body %d" % n) for n in range(6)])
        await store.keep(table, "note:0", b"mine")
    again = await reopened(store, *statements.split("; "))
    with pytest.raises(SetAside, match=f"table T1: .*{DAMAGE[statements]}"):
        await again.read("T1")
    await append(again, "T3", [("action", b"on")])
    records, kept = await again.read("T3")
    assert len(records) == 7 and kept == {"note:0": b"mine"}
    await again.close()


async def test_what_can_be_made_again_is_left_out_where_it_is_damaged(store: SqliteStore) -> None:
    await append(store, "T", [("action", b"")])
    for key in ("note:0", f"{SPARE}part:0", f"{SPARE}part:1"):
        await store.keep("T", key, b"body")
    again = await reopened(store, f"UPDATE kept SET body = x'00' WHERE key = '{SPARE}part:0'")
    assert await again.read("T") == ([("action", b"")], {"note:0": b"body", f"{SPARE}part:1": b"body"})
    await again.close()


async def test_nothing_is_added_to_a_log_whose_end_is_torn(store: SqliteStore) -> None:
    for table in ("T1", "T2"):
        await append(store, table, [("action", b"%d" % n) for n in range(6)])
    again = await reopened(store, "DELETE FROM records WHERE table_id = 1 AND n = 5")
    torn = asyncio.ensure_future(again.append("T1", 5, [("action", b"6")]))
    fine = asyncio.ensure_future(again.append("T2", 5, [("action", b"6")]))
    with pytest.raises(SetAside, match="table T1"):
        await torn
    await fine
    assert len((await again.read("T2"))[0]) == 7
    await again.close()


async def test_a_file_with_a_torn_page_never_gives_wrong_records(store: SqliteStore) -> None:
    for n in range(60):
        await append(store, f"T{n}", [("action", b"%d" % n * 400)])
    await store.close()
    path = store.folder / files.FILE
    whole = path.read_bytes()
    right = wrong = 0
    for page in range(4, len(whole) // 4096, 7):
        path.write_bytes(whole[: page * 4096 + 100] + b"\0" * 1000 + whole[page * 4096 + 1100 :])
        again = SqliteStore(store.folder)
        for n in range(60):
            try:
                records, _ = await again.read(f"T{n}")
                assert records in ([], [("action", b"%d" % n * 400)])
                right += 1
            except (NotSaved, SetAside):
                wrong += 1
        await again.close()
    assert right > wrong > 0


# no room, no right to write


async def test_a_full_disk_refuses_all_that_waits_and_later_goes_on(store: SqliteStore) -> None:
    await append(store, "T", [("action", b"before")])
    pages = store._writer._db.execute("PRAGMA page_count").fetchone()[0]
    store._writer._db.execute(f"PRAGMA max_page_count = {pages + 4}")
    writes = [store.append(f"T{n}", -1, [("small", b""), ("action", bytes(9000))]) for n in range(5)]
    writes += [store.append("T", 0, [("action", bytes(30_000))]), store.keep("T", "note:0", bytes(30_000))]
    refused = await asyncio.gather(*writes, return_exceptions=True)
    assert {type(problem) for problem in refused} == {NotSaved}
    assert "the disk is full" in str(refused[0])
    assert await store.tables() == ["T"]
    assert await store.read("T") == ([("action", b"before")], {})
    store._writer._db.execute("PRAGMA max_page_count = 100000")
    await append(store, "T", [("action", b"after")])
    await append(store, "T1", [("action", b"after")])
    assert [body for _, body in (await store.read("T"))[0]] == [b"before", b"after"]
    assert len((await store.read("T1"))[0]) == 1


async def test_a_read_only_file_refuses_and_later_goes_on(store: SqliteStore) -> None:
    await append(store, "T", [("action", b"before")])
    store._writer._db.execute("PRAGMA query_only = ON")
    with pytest.raises(NotSaved, match="nothing was saved: the data folder is read-only"):
        await append(store, "T", [("action", b"lost")])
    with pytest.raises(NotSaved, match="read-only"):
        await store.keep("T", "note:0", b"lost")
    store._writer._db.execute("PRAGMA query_only = OFF")
    await append(store, "T", [("action", b"after")])
    assert await store.read("T") == ([("action", b"before"), ("action", b"after")], {})


@pytest.mark.plain
async def test_whatever_goes_wrong_those_who_wait_are_told_and_the_writer_lives_on(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(store._writer, "_insert", lambda *_: 1 // 0)
        with pytest.raises(NotSaved, match="nothing was saved: ZeroDivisionError"):
            await store.append("T", -1, [("action", b"lost")])
    await store.append("T", -1, [("action", b"after")])
    assert await store.read("T") == ([("action", b"after")], {})


async def test_what_cannot_be_read_now_is_not_called_damaged(store: SqliteStore) -> None:
    await store.append("T", -1, [("action", b"")])
    store._db.close()
    with pytest.raises(NotSaved, match="table T cannot be read"):
        await store.read("T")
    with pytest.raises(NotSaved, match="the tables cannot be listed"):
        await store.tables()


async def test_many_more_logs_than_are_remembered_keep_their_ends(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("topsecret.store.writer.MOST_REMEMBERED", 3)
    for n in range(8):
        for table in range(5):
            await store.append(f"T{table}", n - 1, [("action", b"%d" % n)])
    assert [len((await store.read(table))[0]) for table in await store.tables()] == [8] * 5
    for table in (0, 2, 0):
        await store.append(f"T{table}", len((await store.read(f"T{table}"))[0]) - 1, [("action", b"once more")])
    assert list(store._writer._ends) == ["T4", "T2", "T0"]  # those that were written to last
