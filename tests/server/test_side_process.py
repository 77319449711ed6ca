"""What strangers send is worked on in a process that can be given up: it keeps nobody waiting, least of all a server that stops."""

from __future__ import annotations

import asyncio
import multiprocessing
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from tests.server.conftest import Open
from tests.server.people import PATIENT, House
from topsecret.server import replays
from topsecret.server.guard import Refusal
from topsecret.server.side_process import SideProcess
from topsecret.table import records as r
from topsecret.table.errors import TableError
from topsecret.table.folding import snapshots_of


def endless(_: bytes = b"") -> bytes:
    while True:
        pass


def refuse() -> bytes:
    raise Refusal(400, "bad_file", "not like that")


def processes(side: SideProcess) -> list[Any]:
    return [] if side._pool is None else list(side._pool._processes.values())


async def at_work(side: SideProcess) -> list[Any]:
    while not processes(side):
        await asyncio.sleep(0)
    return processes(side)


async def test_a_refusal_comes_back_from_the_other_process_as_it_was() -> None:
    side = SideProcess(1, 300)
    with pytest.raises(Refusal, match="not like that") as refused:
        await side.work_out(refuse)
    assert (refused.value.status, refused.value.refused) == (400, "bad_file")
    side.close()


async def test_logs_are_folded_in_a_process_that_ends_when_there_is_no_more_work() -> None:
    side = SideProcess(1, 300)
    made = r.written(r.Made("PRAG-1743", "intel", {}, 2, 0))
    assert msgspec.msgpack.decode(await side.work_out(snapshots_of, [made])) == []
    (process,) = processes(side)
    side.rest()
    process.join(60)
    assert process.exitcode is not None and processes(side) == []


async def test_work_beyond_its_budget_is_given_up_and_the_next_goes_on() -> None:
    side = SideProcess(1, 0.0)
    work = asyncio.create_task(side.work_out(endless))
    (first,) = await at_work(side)
    with pytest.raises(TableError) as refused:
        await work
    assert refused.value.code == "too_slow"
    first.join()  # it was ended, or this never returns
    assert not processes(side)
    side.seconds = 300
    with pytest.raises(Refusal):
        await side.work_out(refuse)
    side.close()


async def test_a_server_that_stops_does_not_wait_for_a_file_that_is_replayed(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "of_document", endless_document)
    house = await open_house(limits=replace(PATIENT, uploads=None))
    uploads = [asyncio.create_task(house.person().post("/api/replay", {}, 503)) for _ in range(3)]
    (process,) = await at_work(house.server.reading_files)
    while house.server.reading_files.waiting < 3:
        await asyncio.sleep(0)
    await house.server._stop(house.http.app)
    assert [(await upload)["code"] for upload in uploads] == ["stopping"] * 3
    process.join()
    assert house.server.reading_files.waiting == 0


def endless_document(data: bytes, eyes: str) -> bytes:
    return endless(data)


async def test_a_file_is_read_outside_of_this_process(house: House) -> None:
    assert (await house.person().post("/api/replay", {}, 400))["code"] == "bad_file"
    (process,) = processes(house.server.reading_files)
    assert process.pid in {child.pid for child in multiprocessing.active_children()}
