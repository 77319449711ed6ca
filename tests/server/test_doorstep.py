"""Connections on which nothing is asked take no room from whoever wants something."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from tests.server.conftest import Open
from tests.server.people import PATIENT, House

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def stand(house: House, number: int, said: bytes = b"") -> list[Stream]:
    """So many connections that say nothing, or something that is no whole request."""
    found = []
    for _ in range(number):
        before = house.doorstep.open
        found.append(await asyncio.open_connection("127.0.0.1", house.http.port))
        found[-1][1].write(said)
        while house.doorstep.open == before and not any(reader.at_eof() for reader, _ in found):
            await asyncio.sleep(0)
    return found


async def gone(streams: list[Stream]) -> int:
    """How many of them were closed, after all that was under way is done."""
    for _ in range(200):
        await asyncio.sleep(0)
    return sum(reader.at_eof() for reader, _ in streams)


async def close(streams: list[Stream]) -> None:
    for _, writer in streams:
        writer.close()


async def test_the_oldest_of_too_many_silent_connections_are_closed(open_house: Open) -> None:
    house = await open_house(limits=replace(PATIENT, idle_of_address=10))
    silent = await stand(house, 30, b"GET /healthz HT")
    assert await gone(silent) == 20 and [reader.at_eof() for reader, _ in silent] == [True] * 20 + [False] * 10
    assert len(house.doorstep.of["127.0.0.1"]) == 10
    await house.person().get("/healthz")
    await close(silent)


async def test_in_all_there_is_room_for_so_many(open_house: Open) -> None:
    house = await open_house(limits=replace(PATIENT, idle=8))
    silent = await stand(house, 20)
    assert await gone(silent) == 12
    await close(silent)


async def test_who_sits_at_a_table_or_waits_for_an_answer_is_not_sent_away(open_house: Open) -> None:
    house = await open_house(limits=replace(PATIENT, idle_of_address=3))
    host = await house.person().make()
    line = await host.connect()
    silent = await stand(house, 20)
    await line.settle()
    assert (await host.get(f"/api/tables/{host.code}"))["mine"] == [0]
    await line.settle()
    await close(silent)


async def test_whoever_goes_is_forgotten(open_house: Open) -> None:
    house = await open_house()
    silent = await stand(house, 5)
    assert house.doorstep.open == 5
    await close(silent)
    for _ in range(100_000):
        if not house.doorstep.open:
            break
        await asyncio.sleep(0)
    assert house.doorstep.of == {} and house.doorstep.open == 0
