"""Frames that are no messages: pings, pongs and pieces of messages. They are counted like messages, and nothing of them is kept."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from tests.server.people import PATIENT, House, Line
from topsecret.server.connection import Connection
from topsecret.server.frames import head_of, short_text
from topsecret.server.settings import Limits, Rate

PING, PONG, PIECE = b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\0\x80\0\0\0\0"  # empty
BEGIN = b"\x01\x80\0\0\0\0"
LIMITS = Limits(requests=None, wrong_codes=None)
MANY = 20_000


def raw(line: Line) -> asyncio.Transport:
    """What a line goes over, to write bare bytes to it."""
    assert line.ws._response.connection is not None
    found = line.ws._response.connection.transport
    assert isinstance(found, asyncio.Transport)
    return found


async def until(is_so: Any) -> None:
    """Lets the loop run until something is so; gives up after many turns."""
    for _ in range(200_000):
        if is_so():
            return
        await asyncio.sleep(0)
    raise AssertionError("it did not come to pass")


def connections(house: House) -> list[Connection]:
    return [one for some in house.server.connections.values() for one in some]


def kept(connection: Connection) -> int:
    """Bytes and frames that came from a connection and are still here."""
    ws: Any = connection.ws
    return len(ws.meter.unread) + sum(100 + len(message.data or b"") for message, _ in ws._reader._buffer)


@pytest.mark.plain
async def test_spectators_who_send_pings_and_leave_are_forgotten_whole(open_house: Any) -> None:
    house = await open_house(limits=LIMITS)
    host = await house.person().make()
    gc.collect()
    gc.disable()  # what nobody holds any more is gone without a look for garbage
    try:
        gone: list[weakref.ref[Connection]] = []
        for _ in range(5):
            line = await host.connect(seat=None)
            (connection,) = connections(house)
            gone.append(weakref.ref(connection))
            raw(line).write(PING * MANY)
            await until(lambda: len(house.clock.sleepers) > 0)  # it is not read any further
            assert kept(connection) <= 256 * 1024 + 100 * 60 and not raw_of(connection).is_reading()
            del connection
            raw(line).abort()
            house.clock.advance(LIMITS.silent_seconds + 1)
            await house.server.sweep()
            await until(lambda: not connections(house))
            house.clock.sleepers.clear()
        assert sum(kept(one) for one in [ref() for ref in gone] if one is not None) == 0
    finally:
        gc.enable()
    for _ in range(100):  # the last one ends
        await asyncio.sleep(0)
    gc.collect()
    assert [ref for ref in gone if ref() is not None] == []


def raw_of(connection: Connection) -> asyncio.Transport:
    assert connection.transport is not None
    return connection.transport


@pytest.mark.parametrize(("first", "frame"), [(b"", PING), (b"", PONG), (BEGIN, PIECE)])
async def test_every_frame_counts_as_a_message(open_house: Any, first: bytes, frame: bytes) -> None:
    house = await open_house(limits=replace(PATIENT, messages=Rate(10, 100)))
    line = await (await house.person().make()).connect()
    (connection,) = connections(house)
    raw(line).write(first + frame * 500)
    await until(lambda: len(house.clock.sleepers) > 0)
    assert connection.bucket.level < 0 and not raw_of(connection).is_reading()
    meter = connection.ws.meter
    assert meter is not None
    for left in range(len(meter.unread) - 6, len(meter.unread) - 24, -6):  # a tenth of a second, a frame
        house.clock.advance(0.1)
        await until(lambda left=left: len(meter.unread) == left and bool(house.clock.sleepers))
    assert left >= 390 * 6


async def test_frames_count_for_all_connections_of_an_address(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, messages_of_address=Rate(1, 20)))
    host = await house.person().make()
    lines = [await host.connect(), await host.connect(seat=None)]
    for line in lines:
        raw(line).write(PONG * 15)
    await until(lambda: len(house.clock.sleepers) > 0)
    assert sum(len(one.ws.meter.unread) for one in connections(house) if one.ws.meter) == 12 * 6


async def test_who_waited_is_read_on_and_in_order(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, messages=Rate(10, 3)))
    line = await (await house.person().make()).connect()
    for number in range(8):
        await line.send({"t": "say", "id": number, "text": str(number)})
    for number in range(8):
        while not any(one["t"] == "said" and one["text"] == str(number) for one in line.heard):
            house.clock.advance(0.1)
            await line.hear("said")
    assert [one["text"] for one in line.heard if one["t"] == "said"] == [str(number) for number in range(8)]


async def test_a_ping_is_answered_with_what_it_said(house: House) -> None:
    line = await (await house.person().make()).connect()
    line.ws._autoping = False
    await line.ws.ping(b"are you there")
    frame = await line.ws.receive()
    assert frame.type is aiohttp.WSMsgType.PONG and bytes(frame.data) == b"are you there"


async def test_a_message_in_pieces_is_heard_however_the_bytes_come(house: House) -> None:
    line = await (await house.person().make()).connect()
    text = b'{"t":"say","id":1,"text":"' + b"x" * 400 + b'"}'
    whole = (
        b"\x01\x82\0\0\0\0" + text[:2] + PING + b"\x80\xfe" + (len(text) - 2).to_bytes(2, "big") + bytes(4) + text[2:]
    )
    for byte in whole:
        raw(line).write(bytes([byte]))
        await asyncio.sleep(0)
    assert (await line.hear("said"))["text"] == "x" * 400


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_the_length_of_a_frame_is_read_from_its_head(length: int) -> None:
    more = b"" if length < 126 else length.to_bytes(2 if length < 65_536 else 8, "big")
    flag = length if length < 126 else 126 if length < 65_536 else 127
    head = bytes([0x82, 0x80 | flag]) + more + b"mask"
    assert head_of(b"..." + head, 3) == (len(head), length)
    assert all(head_of(head[:cut], 0) is None for cut in range(len(head)))


def text_frame(text: bytes, mask: bytes = b"\x01\x80\xff\x42") -> bytes:
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(text))
    return bytes([0x81, 0x80 | len(text)]) + mask + masked


@pytest.mark.parametrize("length", [0, 1, 3, 4, 5, 70, 125])
def test_a_short_text_is_read_from_its_frame(length: int) -> None:
    text = bytes(range(130))[5 : 5 + length]
    assert short_text(text_frame(text)) == text
    assert short_text(text_frame(text, bytes(4))) == text


def test_only_a_whole_short_text_and_nothing_else_is_taken_for_one() -> None:
    frame = text_frame(b"abcdef")
    others = [frame[:cut] for cut in range(len(frame))] + [frame + b"x", frame + frame]
    others += [bytes([first]) + frame[1:] for first in (0x01, 0x80, 0x82, 0x88, 0x89, 0x8A, 0xC1, 0x91)]  # pieces, …
    others += [frame[:1] + bytes([frame[1] & 0x7F]) + frame[2:]]  # not masked
    others += [b"\x81\xfe\0\x7c" + bytes(4 + 124), b"\x81\xff" + bytes(8 + 4 + 121)]  # its length written in more bytes
    assert [short_text(other) for other in others] == [None] * len(others)


async def at_the_table(house: House) -> tuple[Line, int]:
    """Somebody whose turn it is, and an action's id that has not been used."""
    host = await house.person().make(seats=2, bots=["random"])
    line = await host.connect()
    await line.send({"t": "start"})
    await line.hear("sync")
    await line.wait_for_my_turn()
    return line, line.id + 1


def action_of(line: Line, id: int, action: Any) -> bytes:
    return text_frame(json.dumps({"t": "act", "id": id, "action": action}).encode())


@pytest.mark.parametrize("at_once", [True, False])
async def test_an_action_does_not_overtake_what_was_said_before_it(house: House, at_once: bool) -> None:
    line, id = await at_the_table(house)
    said = text_frame(b'{"t":"say","id":90,"text":"first"}')
    more = text_frame(b'{"t":"say","id":91,"text":"third"}')
    frames = [said, action_of(line, id, "no such action"), more]
    for some in [b"".join(frames)] if at_once else frames:
        raw(line).write(some)
        if not at_once:
            await asyncio.sleep(0)
    answers = [await line.hear("done", "refused") for _ in range(3)]
    assert [(answer["t"], answer["id"]) for answer in answers] == [("done", 90), ("refused", id), ("done", 91)]


async def test_an_action_in_the_middle_of_a_message_in_pieces_breaks_the_rules_of_sockets(house: House) -> None:
    line, id = await at_the_table(house)
    action = (await line.legal())[0]
    lines = house.table(line.sync["table"]["code"]).state.lines
    raw(line).write(b"\x01\x82\0\0\0\0" + b"{ ")
    await asyncio.sleep(0)
    raw(line).write(action_of(line, id + 10, action))
    assert await line.closed() == aiohttp.WSCloseCode.PROTOCOL_ERROR
    assert house.table(line.sync["table"]["code"]).state.lines == lines


async def test_actions_count_as_messages(open_house: Any) -> None:
    house = await open_house(limits=replace(PATIENT, messages=Rate(10, 20)))
    line, id = await at_the_table(house)
    (connection,) = connections(house)
    for number in range(30):
        raw(line).write(action_of(line, id + number, "no such action"))
        await asyncio.sleep(0)
    await until(lambda: len(house.clock.sleepers) > 0)
    assert connection.bucket.level < 0 and not raw_of(connection).is_reading()


async def test_a_broken_action_is_told_as_every_broken_message(house: House) -> None:
    line, _ = await at_the_table(house)
    raw(line).write(text_frame(b'{"t":"act","id":-1,"action":"stay"}'))
    assert (await line.hear("problem"))["code"] == "bad_message"
    raw(line).write(text_frame(b'{"t":"act","id":1,'))
    assert (await line.hear("problem"))["code"] == "bad_message"
