"""A WebSocket client with as little work per message as Python allows: the one who measures must not be the one who is slow."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any, cast

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Wire(asyncio.Protocol):
    """The connection of a seat. Texts go to the seat as bytes; `lost` is called when it ends."""

    def __init__(self, seat: Any, lost: Callable[[str], None]) -> None:
        seat.wire = self
        self.hear: Callable[[bytes], None] = seat.hear
        self.lost = lost
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = bytearray()
        self.transport: asyncio.Transport | None = None
        self.bytes_in = 0

    @classmethod
    async def connect(
        cls, host: str, port: int, path: str, seat: Any, lost: Callable[[str], None], cookie: str = ""
    ) -> Wire:
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: cls(seat, lost), host, port)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        if cookie:
            lines.append(f"Cookie: {cookie}")
        assert wire.transport is not None
        wire.transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        await wire.open
        return wire

    def say(self, text: bytes, opcode: int = TEXT) -> None:
        """Sends one message. Clients must mask; a mask of zeros changes nothing and costs nothing."""
        size = len(text)
        if size < 126:
            head = bytes((0x80 | opcode, 0x80 | size, 0, 0, 0, 0))
        else:
            head = bytes((0x80 | opcode, 0xFE)) + size.to_bytes(2, "big") + b"\0\0\0\0"
        if self.transport is not None:
            self.transport.write(head + text)

    def close(self) -> None:
        self.lost = lambda why: None
        if self.transport is not None:
            self.transport.abort()

    # asyncio calls these

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, problem: Exception | None) -> None:
        self.transport = None
        if not self.open.done():
            self.open.set_exception(ConnectionError(f"the connection was closed: {problem}"))
        else:
            self.lost(str(problem or "closed by the server"))

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        buffer = self.buffer
        buffer += data
        if not self.open.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            first = bytes(buffer[: buffer.find(b"\r\n")]).decode("latin-1")
            if " 101 " not in first + " ":
                self.open.set_exception(
                    ConnectionError(f"no WebSocket: {first}: {bytes(buffer[end + 4 : end + 304])!r}")
                )
                return
            del buffer[: end + 4]
            self.open.set_result(None)
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, body = buffer[at + 1] & 0x7F, at + 2
            if length == 126:
                body += 2
                length = int.from_bytes(buffer[at + 2 : at + 4], "big")
            elif length == 127:
                body += 8
                length = int.from_bytes(buffer[at + 2 : at + 10], "big")
            if size < body + length:
                break
            first_byte = buffer[at]
            text = bytes(buffer[body : body + length])
            at = body + length
            if first_byte == 0x80 | TEXT or first_byte == 0x80 | BINARY:
                self.hear(text)
            elif first_byte == 0x80 | PING:
                self.say(text, PONG)
            elif first_byte == 0x80 | CLOSE:
                self.lost(
                    f"closed by the server: {text[2:].decode(errors='replace')} {int.from_bytes(text[:2], 'big')}"
                )
            elif first_byte != 0x80 | PONG:
                raise ConnectionError("a message in pieces: not expected of either server")
        del buffer[:at]
