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
        before = {*house.doorstep.of.get("127.0.0.1", ())}
        found.append(await asyncio.open_connection("127.0.0.1", house.http.port))
        found[-1][1].write(said)
        while before >= house.doorstep.of.get("127.0.0.1", {}).keys():
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


async def asks(stream: Stream) -> bytes:
    """The first line of the answer; nothing if the connection was closed."""
    reader, writer = stream
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    line = await reader.readline()
    length = 0
    while (head := await reader.readline()).strip():
        length = int(head.split(b":")[1]) if head.lower().startswith(b"content-length") else length
    await reader.readexactly(length)
    return line


async def test_whoever_has_just_come_is_not_sent_away_for_their_own_next_connection(open_house: Open) -> None:
    """Many browsers behind one address keep connections on which they have asked before; the next one opens several at once."""
    house = await open_house(limits=replace(PATIENT, idle_of_address=6))
    house.doorstep.now = house.clock.now
    kept = await stand(house, 6)
    for one in kept:
        assert b"200" in await asks(one)
    new = await stand(house, 4)
    assert await gone(new) == 0 and await gone(kept) == 4
    for one in new:
        assert b"200" in await asks(one)
    await close([*kept, *new])


async def test_those_who_have_long_said_nothing_go_before_those_who_have_asked(open_house: Open) -> None:
    house = await open_house(limits=replace(PATIENT, idle_of_address=6))
    house.doorstep.now = house.clock.now
    kept, silent = await stand(house, 3), await stand(house, 3)
    for one in kept:
        assert b"200" in await asks(one)
    house.clock.advance(60)
    new = await stand(house, 3)
    assert [await gone(some) for some in (kept, silent, new)] == [0, 3, 0]
    await close([*kept, *silent, *new])


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
