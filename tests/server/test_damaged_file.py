"""Whatever byte of the file is damaged: each table is whole, or set aside by name, or the start says what to do."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from topsecret.server import doctor
from topsecret.store import files
from topsecret.store.sqlite import SqliteStore
from topsecret.table.errors import SetAside

TABLES = ("PRAG-1743", "ROM-0001", "OSLO-4711")
FLIPS = 400


async def make(folder: Path) -> dict[str, Any]:
    """A small file; what each table should hold."""
    store = SqliteStore(folder)
    for table in TABLES:
        await store.append(
            table, -1, [("made", b'{"code":"%s"}' % table.encode()), *[("acted", b"%d" % n * 90) for n in range(6)]]
        )
        await store.keep(table, "note:0", b"what I think of " + table.encode())
        await store.keep(table, "~part:0", b"can be made again")
    found: dict[str, Any] = {table: await store.read(table) for table in TABLES}
    await store.close()
    return found


def says(problem: Exception, *words: str) -> int:
    assert any(word in str(problem) for word in words), problem
    return 1


def without_spare(found: Any) -> Any:
    records, kept = found
    return records, {key: body for key, body in kept.items() if not key.startswith("~")}


@pytest.mark.parametrize("part", range(4))
async def test_every_flip_of_a_byte_is_harmless_or_named(tmp_path: Path, part: int) -> None:
    whole = await make(tmp_path / "whole")
    data = (tmp_path / "whole" / files.FILE).read_bytes()
    rng = random.Random(f"flips {part}")
    ends = {"whole": 0, "set aside": 0, "told at the start": 0}
    places = [*range(100 * (part == 0)), *(rng.randrange(len(data)) for _ in range(FLIPS // 4))]
    for place in places:
        flipped = bytearray(data)
        flipped[place] ^= rng.choice([1 << rng.randrange(8), 0xFF])
        folder = tmp_path / "flipped"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / files.FILE).write_bytes(flipped)
        try:
            store = SqliteStore(folder)
        except files.CannotOpen as problem:
            ends["told at the start"] += says(problem, "doctor --repair", "newer topsecret")
            continue
        try:
            for table in TABLES:
                try:
                    assert without_spare(await store.read(table)) == without_spare(whole[table]), (place, table)
                    ends["whole"] += 1
                except SetAside as problem:
                    ends["set aside"] += says(problem, table)
        finally:
            await store.close()
    assert min(ends.values()) > 0 or part


async def test_a_name_that_is_damaged_does_not_make_a_table_disappear(tmp_path: Path) -> None:
    """In the list of tables, in its index, and beside a note: each place in which the name stands."""
    whole = await make(tmp_path)
    path = tmp_path / files.FILE
    data = path.read_bytes()
    places = [at for at in range(len(data)) if data.startswith(b"ROM-0001", at)]
    aside = 0
    for place in places:
        path.write_bytes(data[: place + 7] + b"2" + data[place + 8 :])
        store = SqliteStore(tmp_path)
        try:
            assert without_spare(await store.read("ROM-0001")) == without_spare(whole["ROM-0001"])
        except SetAside as problem:
            aside += says(problem, "ROM-0001")
        finally:
            await store.close()
    assert aside >= 3


async def test_the_doctor_saves_what_holds_and_keeps_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = await make(tmp_path)
    path = tmp_path / files.FILE
    assert doctor.run(str(tmp_path), False) == 0 and "whole, 3 tables" in capsys.readouterr().out
    data = path.read_bytes()
    at = data.index(b"3" * 90)  # record 4 of a table
    damaged = data[: at + 5] + b"?" + data[at + 6 :]
    path.write_bytes(damaged)
    assert doctor.run(str(tmp_path), False) == 1 and path.read_bytes() == damaged
    assert ": 4 of 7 records of its log hold" in capsys.readouterr().out
    assert doctor.run(str(tmp_path), True) == 0
    assert (tmp_path / f"{files.FILE}.damaged-1").read_bytes() == damaged
    store = SqliteStore(tmp_path)
    lengths = []
    for table in TABLES:
        records, kept = await store.read(table)
        lengths.append(len(records))
        assert records == whole[table][0][: len(records)] and kept == whole[table][1]
    await store.append(TABLES[0], lengths[0] - 1, [("acted", b"and on")])
    await store.close()
    assert sorted(lengths) == [4, 7, 7]


async def test_the_doctor_finds_a_table_whose_name_is_damaged(tmp_path: Path) -> None:
    whole = await make(tmp_path)
    path = tmp_path / files.FILE
    data = path.read_bytes()
    places = [at for at in range(len(data)) if data.startswith(b"ROM-0001", at)]
    for place in places:
        path.write_bytes(data[: place + 7] + b"2" + data[place + 8 :])
        doctor.run(str(tmp_path), True)
        store = SqliteStore(tmp_path)
        records, _ = await store.read("ROM-0001")
        await store.close()
        assert records == whole["ROM-0001"][0][: len(records)] and (
            len(records) == 7 or b'"code":"ROM-0002"' in damaged(tmp_path)
        )


def damaged(folder: Path) -> bytes:
    return max(folder.glob("*.damaged-[0-9]"), key=lambda one: int(one.name.rpartition("-")[2])).read_bytes()
