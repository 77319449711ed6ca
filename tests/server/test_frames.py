"""Frames that are no messages: pings, pongs and pieces of messages. They are counted like messages, and nothing of them is kept."""

from __future__ import annotations

import asyncio
import gc
import weakref
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from tests.server.people import PATIENT, House, Line
from topsecret.server.connection import Connection
from topsecret.server.frames import head_of
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
