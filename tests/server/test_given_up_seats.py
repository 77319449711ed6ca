"""Whoever has lost a seat has lost it: with a socket that was open before, and with words that were still on their way."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from tests.server.people import PATIENT, House
from topsecret.server.settings import Rate
from topsecret.table import lobby
from topsecret.table.errors import NotSaved


async def test_a_socket_opened_before_the_seat_was_lost_does_not_get_the_next_person_s_seat(house: House) -> None:
    host = await house.person().make(seats=2)
    eve = await house.person().join(host.code, "Eve")
    line = await host.connect()
    early = await eve.connect(hello=False)
    await line.send({"t": "remove", "seat": 1})
    while (await line.hear("table"))["table"]["seats"][1]["kind"] != "open":
        pass
    ben = await (await house.person().join(host.code, "Ben")).connect()
    await early.send({"t": "hello", "v": 1, "client": "12345678"})
    assert (await early.hear("problem"))["code"] == "not_yours"
    assert await early.closed() == 1008
    assert not [message for message in early.heard if message["t"] == "sync"]
    assert len(house.server.broadcasts[host.code].of[1]) == 1
    await ben.settle()


async def test_words_that_were_read_slowly_do_not_count_after_the_farewell(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, messages=Rate(1, 3)))
    host = await house.person().make(seats=2)
    eve = await (await house.person().join(host.code, "Eve")).connect()
    line = await host.connect()
    for _ in range(2):
        await eve.send({"t": "ping"})
    await eve.send({"t": "rename", "name": "Mallory"})
    while not house.clock.sleepers:
        await asyncio.sleep(0)
    await line.send({"t": "remove", "seat": 1})
    await line.settle()
    await house.person().join(host.code, "Ben")
    house.clock.advance(10)
    await eve.closed()
    await line.settle()
    assert house.table(host.code).state.names == ["Chief", "Ben"]


async def test_words_that_waited_for_their_turn_do_not_count_for_an_open_seat(house: House) -> None:
    host = await house.person().make(seats=2)
    eve = await (await house.person().join(host.code, "Eve")).connect()
    line = await host.connect()
    gate, append = asyncio.Event(), house.store.append

    async def slowly(table: str, after: int, records: Any) -> None:
        await gate.wait()
        await append(table, after, records)

    house.store.append = slowly
    table = house.table(host.code)
    await line.send({"t": "remove", "seat": 1})
    while not table.lock.locked():
        await asyncio.sleep(0)
    await eve.send({"t": "rename", "name": "Mallory"})
    while not table.lock._lock._waiters:
        await asyncio.sleep(0)
    gate.set()
    await eve.closed()
    await line.settle()
    assert table.state.names == ["Chief", ""]
    assert [kind for kind, _ in house.store.logs[host.code]].count("renamed") == 0


async def test_a_person_who_cannot_be_removed_whole_stays_whole(house: House) -> None:
    host = await house.person().make(seats=2)
    guest = await house.person().join(host.code, "Ada")
    theirs, line = await guest.connect(), await host.connect()
    await theirs.send({"t": "note", "notes": "mine"})
    await theirs.settle()
    keep = house.store.keep

    async def broken(table: str, key: str, body: bytes) -> None:
        raise NotSaved("the disk is full")

    house.store.keep = broken
    await line.send({"t": "remove", "seat": 1})
    assert (await line.hear("problem"))["code"] == "not_saved"
    house.store.keep = keep
    await theirs.settle()
    assert (await guest.connect()).sync["notes"] == "mine"
    await line.send({"t": "remove", "seat": 1})
    assert (await theirs.hear("bye"))["code"] == "removed"
    ben = await (await house.person().join(host.code, "Ben")).connect()
    assert ben.sync["notes"] == ""
    assert house.store.kept[host.code] == {"note:1": b""}


async def test_a_transfer_does_not_reach_a_seat_that_is_no_more(house: House) -> None:
    host = await house.person().make(seats=4)
    guest = await house.person().join(host.code, "Ada", seat=3)
    token = (await guest.post(f"/api/tables/{host.code}/transfer", {"seat": 3}))["token"]
    line = await host.connect()
    await line.send({"t": "remove", "seat": 3})
    await line.send({"t": "arrange", "seats": 2})
    await line.settle()
    failure = await house.person().post(f"/api/tables/{host.code}/claim", {"token": token}, 403)
    assert failure["code"] == "bad_token"


LATE: list[dict[str, Any]] = [
    {"t": "say", "id": 1, "text": "I am Ben, and I spy for the other side"},
    {"t": "rename", "name": "Mallory"},
    {"t": "note", "notes": "written by another"},
    {"t": "draft", "draft": {"drawn": "by another"}},
    {"t": "leave"},
]


@pytest.mark.parametrize("late", LATE, ids=[message["t"] for message in LATE])
async def test_what_one_holder_asked_is_not_done_to_the_next(house: House, late: dict[str, Any]) -> None:
    """Eve is sent away, Ben sits down, and only then it is the turn of what Eve has said before."""
    host = await house.person().make(seats=2)
    eve = await (await house.person().join(host.code, "Eve")).connect()
    line = await host.connect()
    table, gate, append = house.table(host.code), asyncio.Event(), house.store.append

    async def slowly(code: str, after: int, records: Any) -> None:
        await gate.wait()
        await append(code, after, records)

    async def waiting(number: int) -> None:
        while not table.lock.locked() or len(table.lock._lock._waiters or ()) < number:
            await asyncio.sleep(0)

    house.store.append = slowly
    await line.send({"t": "remove", "seat": 1})
    await waiting(0)
    joining = asyncio.ensure_future(lobby.join(table, "Ben", 1, "the key of Ben"))
    await waiting(1)
    await eve.send(late)
    await waiting(2)
    gate.set()
    assert await joining == 1
    await eve.closed()
    await line.settle()
    assert table.state.names == ["Chief", "Ben"] and table.state.seats[1].keys == ["the key of Ben"]
    assert not table.state.chat and not table.papers.notes and not table.papers.drafts
    assert [kind for kind, _ in house.store.logs[host.code]][-2:] == ["left", "seated"]
