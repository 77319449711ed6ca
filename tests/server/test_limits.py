"""Where a server stops listening: too large, too many, too fast, too slow, too silent. Others never notice."""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from tests.server.people import PATIENT, House
from topsecret.server.settings import Limits, Rate


async def test_a_message_that_is_too_large_closes_the_connection(house: House) -> None:
    line = await (await house.person().make()).connect()
    await line.send({"t": "note", "notes": "x" * 50_000})
    assert await line.closed() == 1009


async def test_the_longest_notes_fit_into_a_message_in_any_script(house: House) -> None:
    host = await house.person().make()
    line = await host.connect()
    for notes in ("ü" * 8000, "密" * 8000, "🕵" * 8000):
        await line.ws.send_str(json.dumps({"t": "note", "notes": notes}, ensure_ascii=False))
        await line.settle()
        assert (await host.connect()).sync["notes"] == notes


async def test_a_body_that_does_not_come_is_not_waited_for(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, body_seconds=0.0))

    async def never() -> Any:
        yield b" "
        await asyncio.Event().wait()

    headers = {"Content-Type": "application/json"}
    async with house.person().web.post("/api/tables", data=never(), headers=headers) as answer:
        assert answer.status == 408


async def test_a_body_that_is_too_large_is_refused(house: House) -> None:
    person = house.person()
    assert (await person.post("/api/tables", {"game": "x" * 50_000}, 413))["code"] == "too_large"

    async def drip() -> Any:
        for _ in range(60):
            yield b" " * 1000

    async with person.web.post("/api/tables", data=drip(), headers={"Content-Type": "application/json"}) as answer:
        assert answer.status == 413


async def test_a_packed_body_is_not_unpacked(house: House) -> None:
    bomb = gzip.compress(b" " * 3_000_000)
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    for path in ("/api/tables", "/api/replay"):
        for body in (bomb, b"no gzip at all"):
            async with house.person().web.post(path, data=body, headers=headers) as answer:
                assert answer.status == 415


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "{",
        "null",
        "[]",
        '"hello"',
        '{"t": "fly"}',
        '{"t": "hello"}',
        '{"t": "hello", "v": 1, "client": "x"}',
        '{"t": "hello", "v": 1, "client": "12345678", "admin": true}',
        '{"t": "act", "id": -1, "action": 1}',
        "[" * 10_000,
        '{"t": "say", "id": 1, "text": "\\ud800"}',
    ],
)
async def test_garbage_as_the_first_message_is_answered_and_the_connection_closed(house: House, garbage: str) -> None:
    host = await house.person().make()
    before = dict(house.store.logs)
    line = await host.connect(hello=False)
    await line.ws.send_str(garbage)
    problem = await line.hear("problem")
    assert problem["code"] == "bad_message" and "Traceback" not in problem["message"]
    assert await line.closed() == 1008
    assert house.store.logs == before


async def test_garbage_later_on_is_answered_and_the_connection_goes_on(house: House) -> None:
    line = await (await house.person().make()).connect()
    for garbage in ("{", '{"t": "fly"}', '{"t": "act", "id": 1.5, "action": 1}', "\x00", "[" * 10_000):
        await line.ws.send_str(garbage)
        assert (await line.hear("problem"))["code"] == "bad_message"
    await line.settle()


async def test_hello_comes_first_and_only_once_and_in_the_right_version(house: House) -> None:
    host = await house.person().make()
    line = await host.connect(hello=False)
    await line.send({"t": "start"})
    assert (await line.hear("problem"))["code"] == "no_hello"
    assert await line.closed() == 1008
    line = await host.connect(hello=False)
    await line.send({"t": "hello", "v": 99, "client": "12345678"})
    assert (await line.hear("problem"))["code"] == "version"
    assert await line.closed() == 1008
    line = await host.connect()
    await line.send({"t": "hello", "v": 1, "client": "12345678"})
    assert (await line.hear("problem"))["code"] == "hello_again"


async def test_bytes_are_not_understood(house: House) -> None:
    line = await (await house.person().make()).connect()
    await line.ws.send_bytes(b"\x00\xff")
    assert (await line.hear("problem"))["code"] == "binary"
    assert await line.closed() == 1003


async def test_who_is_too_fast_is_read_more_slowly(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, messages=Rate(10, 5)))
    line = await (await house.person().make()).connect()
    for _ in range(6):
        await line.send({"t": "ping"})
    for _ in range(4):  # hello was the first of the five
        await line.hear("pong")
    while not house.clock.sleepers:
        await asyncio.sleep(0)
    house.clock.advance(0.1)
    await line.hear("pong")


async def test_too_many_requests_of_one_address_are_refused(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, requests=Rate(1, 3)))
    person = house.person()
    for _ in range(3):
        await person.get("/healthz")
    assert (await person.get("/healthz", 429))["code"] == "too_many"
    house.clock.advance(1)
    await person.get("/healthz")


async def test_files_of_the_client_have_a_limit_of_their_own(open_house: Any) -> None:
    """A table takes about a hundred of them, and a class sits behind one address."""
    house = await open_house(limits=replace(PATIENT, requests=Rate(1, 3), client_files=Rate(1, 5)))
    person = house.person()
    for _ in range(5):
        assert (await person.get("/assets/nothing-1.js", 404))["code"] == "not_found"
    assert (await person.get("/assets/nothing-1.js", 429))["code"] == "too_many"
    for _ in range(3):
        await person.get("/healthz")
    assert (await person.get("/healthz", 429))["code"] == "too_many"


async def test_too_many_new_tables_of_one_address_are_refused(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, tables=Rate(0.01, 0.2)))
    person = await (await house.person().make()).make()
    assert (await person.post("/api/tables", {"game": "spies"}, 429))["code"] == "too_many"
    assert len(house.store.logs) == 2
    house.clock.advance(10)
    await person.make()


async def test_codes_cannot_be_tried_out(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, wrong_codes=Rate(1 / 3, 5)))
    host = await house.person().make()
    eve = house.person()
    for number in range(5):
        assert (await eve.get(f"/api/tables/NONE-{number:04}", 404))["code"] == "no_such_table"
    assert (await eve.get(f"/api/tables/{host.code}", 429))["code"] == "too_many"
    house.clock.advance(3)
    await eve.get(f"/api/tables/{host.code}")


async def test_codes_that_others_have_tried_keep_nobody_from_the_own_seat(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, wrong_codes=Rate(1 / 3, 5)))
    host = await house.person().make()
    eve = house.person()
    for number in range(5):
        await eve.get(f"/api/tables/NONE-{number:04}", 404)
    assert (await host.get(f"/api/tables/{host.code}"))["mine"] == [0]
    await (await host.connect()).settle()
    await host.post(f"/api/tables/{host.code}/transfer", {"seat": 0})
    forged = {"Cookie": "seat-0=forged"}
    for code in (host.code, "NONE-0000"):  # what holds no seat tells nothing, either
        async with eve.web.get(f"/api/tables/{code}", headers=forged) as answer:
            assert answer.status == 429


@pytest.mark.parametrize("code", ["x", "PRAG", "PRAG-12345", "prag_1743", "PRAG-１７４３"])
async def test_what_is_no_code_is_no_table(house: House, code: str) -> None:
    assert (await house.person().get(f"/api/tables/{code}", 404))["code"] == "no_such_table"


@pytest.mark.parametrize(
    ("limit", "watches"),
    [
        ("connections_of_address", False),
        ("connections", False),
        ("connections_of_seat", False),
        ("spectators_of_address", True),
        ("spectators", True),
        ("spectators_of_table", True),
    ],
)
async def test_too_many_connections_are_refused(open_house: Any, limit: str, watches: bool) -> None:
    two: dict[str, Any] = {limit: 2}
    house = await open_house(limits=replace(PATIENT, **two))
    host = await house.person().make()
    host.seat = -1 if watches else host.seat
    first, second = await host.connect(), await host.connect()
    with pytest.raises(aiohttp.WSServerHandshakeError, match="429"):
        await host.connect()
    await first.ws.close()
    while len(house.server.connections.get("127.0.0.1", ())) > 1:
        await asyncio.sleep(0)
    third = await host.connect()
    await second.settle()
    await third.settle()


async def test_spectators_keep_nobody_from_a_seat(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, spectators=70, connections=80))
    host, crowd = await house.person().make(), house.person()
    tables = [host, await house.person().make()]
    room = house.server.settings.limits.spectators_of_address
    lines = [await crowd.connect(code=tables[number % 2].code, seat=None) for number in range(room)]
    for table in tables:
        with pytest.raises(aiohttp.WSServerHandshakeError, match="429"):
            await crowd.connect(code=table.code, seat=None)
    for _ in range(3):
        lines.append(await host.connect())
    guest = await house.person().join(host.code)
    await (await guest.connect()).settle()


async def test_a_silent_connection_is_closed(house: House) -> None:
    host = await house.person().make()
    line, mute = await host.connect(), await host.connect(hello=False)
    house.clock.advance(11)
    await house.server.sweep()
    assert (await mute.hear("bye"))["code"] == "idle"
    house.clock.advance(40)
    await line.settle()
    house.clock.advance(40)
    await house.server.sweep()
    await line.settle()
    house.clock.advance(61)
    await house.server.sweep()
    assert (await line.hear("bye"))["code"] == "idle"


async def test_a_slow_reader_is_dropped_and_the_others_go_on(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, queue_bytes=50_000))
    host = await house.person().make()
    guest = await house.person().join(host.code, "Ada")
    line = await host.connect()
    slow = await guest.connect()
    slow.ws._response.connection.transport.pause_reading()  # type: ignore[union-attr]
    (connection,) = house.server.broadcasts[host.code].of[1]
    for number in range(20_000):
        if connection._closing:
            break
        assert (await line.ask("say", text="x" * 490, id=number))["t"] == "done"
    assert connection._closing
    assert 1 not in house.server.broadcasts[host.code].of
    await line.settle()
    assert [seat["here"] for seat in line.last("table")["table"]["seats"][:2]] == [True, False]
    assert connection._queued <= 60_000


async def test_one_who_is_dropped_does_not_keep_the_others_from_their_news(house: House) -> None:
    host = await house.person().make(seats=3)
    guests = [await house.person().join(host.code, name) for name in ("Ada", "Ben")]
    line, *slow = [await person.connect() for person in (host, *guests)]
    await line.send({"t": "start"})
    await line.hear("sync")
    broadcast, table = house.server.broadcasts[host.code], house.table(host.code)
    for seat in (1, 2):  # the first is found to be full by its steps, the second when it hears that the first has gone
        (connection,) = broadcast.of[seat]
        connection._writing, connection._queued = True, connection.limits.queue_bytes
    seat = table.state.match.actors[0]
    await table.act(seat, "client-x", 1, table.state.match.legal(seat)[0], lambda: None)
    await line.settle()
    assert list(broadcast.of) == [0]
    assert line.view == table.state.match.view(0)
    assert [await one.closed() for one in slow]


async def test_idle_tables_leave_memory_and_come_back(house: House) -> None:
    host = await house.person().make(start=True)
    line = await host.connect()
    await line.wait_for_my_turn()
    view = line.view
    house.clock.advance(1000)
    await house.server.house.sweep(120)
    assert host.code in house.server.house.tables  # somebody is connected
    await line.ws.close()
    while len(house.server.broadcasts[host.code]):
        await asyncio.sleep(0)
    await house.server.house.sweep(120)
    await house.server.sweep()
    assert house.server.house.tables == {} and house.server.broadcasts == {}
    assert (await host.connect()).sync["view"] == view


def test_the_limits_of_the_house_are_what_the_pages_say() -> None:
    limits = Limits()
    assert limits.message_bytes == 40 * 1024 and limits.silent_seconds == 60 and limits.spectators_of_table == 64
    assert (
        limits.connections_of_address == 100 and limits.connections_of_seat == 16 and limits.spectators_of_address == 50
    )


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536, 200_000])
async def test_a_message_of_any_length_arrives_whole(house: House, length: int) -> None:
    line = await (await house.person().make()).connect()
    (connection,) = house.server.broadcasts[next(iter(house.server.broadcasts))].of[0]
    for number in range(3):  # the long ones go through the queue, the short ones at once
        connection.send(b'{"t":"x","y":"%s","n":%d}' % (b"z" * length, number))
        assert await line.hear("x") == {"t": "x", "y": "z" * length, "n": number}


async def test_the_limit_of_an_address_holds_for_all_its_connections_whenever_they_came(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, messages_of_address=Rate(1, 4)))
    host = await house.person().make()
    lines = [await host.connect()]
    house.clock.advance(50)
    await house.server.sweep()  # forgets who was slow
    lines.append(await host.connect())
    house.clock.advance(1)
    for line in lines * 2:
        await line.settle()
    await lines[0].send({"t": "ping"})
    while not house.clock.sleepers:
        await asyncio.sleep(0)
    house.clock.advance(1)
    await lines[0].hear("pong")


async def test_an_address_that_was_turned_away_leaves_no_trace(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, connections=0))
    with pytest.raises(aiohttp.WSServerHandshakeError, match="429"):
        await (await house.person().make()).connect()
    assert house.server.connections == {}


async def test_one_long_message_does_not_drop_a_connection_that_reads(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, queue_bytes=1000))
    line = await (await house.person().make()).connect()
    (connection,) = house.server.broadcasts[next(iter(house.server.broadcasts))].of[0]
    connection.send(b'{"t":"x","y":"%s"}' % (b"z" * 200_000))
    assert len((await line.hear("x"))["y"]) == 200_000
    await line.settle()


async def test_replays_wait_in_a_line_that_is_not_endless(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, looks=Rate(1, 2)))
    host = await house.person().make(start=True)
    for _ in range(2):
        await host.get(f"/api/tables/{host.code}/replay")
    assert (await host.get(f"/api/tables/{host.code}/replay", 429))["code"] == "too_many"
    line = await host.connect()
    house.server.looking.most_waiting = 0
    assert (await line.ask("history"))["code"] == "too_many"
    house.server.looking.most_waiting = 1
    assert (await line.ask("history"))["t"] == "past"
