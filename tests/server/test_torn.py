"""Connections that break off, wherever: nothing is logged, since nothing of ours has failed."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import struct

import pytest

from tests.server.conftest import Open
from tests.server.people import House

BODY = b'{"game": "spies", "name": "' + b"x" * 400 + b'"}'
HEAD = b"%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
SOCKET = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
HELLO = b'{"t":"hello","v":1,"client":"12345678"}'
PING, TEXT, CLOSE = b"\x89\x80\0\0\0\0", b"\x81%b\0\0\0\0" % bytes([0x80 | len(HELLO)]) + HELLO, b"\x88\x80\0\0\0\0"


async def tear(house: House, parts: list[bytes], resets: bool) -> None:
    """Sends that and goes: with a farewell or by a reset, before anything was read."""
    _, writer = await asyncio.open_connection("127.0.0.1", house.http.port)
    for part in parts:
        writer.write(part)
        await asyncio.sleep(0)
    if resets:
        sock = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()
    else:
        writer.close()
    for _ in range(20):
        await asyncio.sleep(0)


async def quiet(house: House) -> None:
    """Until everybody has gone."""
    for _ in range(100_000):
        if not house.doorstep.open and not house.server.connections:
            break
        await asyncio.sleep(0)
    assert not house.server.connections
    for _ in range(100):
        await asyncio.sleep(0)
    gc.collect()  # a task whose failure nobody asked for says so when it goes


@pytest.mark.parametrize("resets", [False, True], ids=["ends", "resets"])
async def test_a_torn_body_leaves_nothing_in_the_logs(
    open_house: Open, caplog: pytest.LogCaptureFixture, resets: bool
) -> None:
    caplog.set_level(logging.WARNING)
    house = await open_house()
    code = (await house.person().make()).code.encode()
    for path in (b"/api/tables", b"/api/replay", b"/api/tables/%b/join" % code, b"/nowhere"):
        whole = HEAD % (b"POST", path) + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY
        pieces = HEAD % (b"POST", path) + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(BODY) + BODY
        for request in (whole, pieces):
            body = request.index(b"\r\n\r\n") + 4
            for cut in (20, body - 2, body, body + 1, body + 100, len(request) - 1):
                await tear(house, [request[:cut]], resets)
                await tear(house, [request[: cut // 2], request[cut // 2 : cut]], resets)
    await close_all(house)
    await quiet(house)
    assert [record.getMessage() for record in caplog.records] == []


@pytest.mark.parametrize("resets", [False, True], ids=["ends", "resets"])
async def test_a_torn_socket_leaves_nothing_in_the_logs(
    open_house: Open, caplog: pytest.LogCaptureFixture, resets: bool
) -> None:
    caplog.set_level(logging.WARNING)
    house = await open_house()
    code = (await house.person().make()).code.encode()
    asks = HEAD % (b"GET", b"/api/tables/%b/ws" % code) + SOCKET
    for frames in ([PING] * 300, [TEXT, PING * 300], [TEXT, PING, CLOSE, PING], [TEXT[:9]], [PING * 50, CLOSE[:3]]):
        for _ in range(5):
            await tear(house, [asks, *frames], resets)
            await tear(house, [asks + b"".join(frames)], resets)
    await close_all(house)
    await quiet(house)
    assert [record.getMessage() for record in caplog.records] == []


async def close_all(house: House) -> None:
    for person in house.people:
        await person.web.close()
