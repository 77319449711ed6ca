"""What goes out over one WebSocket: in order, at once if the other side reads, and never so that others wait for a slow reader."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from typing import Any

from aiohttp import WSMsgType

from . import protocol as p
from .codes import ByeCode
from .sockets import MeteredSocket
from .wire import encode

NORMAL, SLOW = 1000, 4008  # why a socket is closed
AT_ONCE_BYTES = 48 * 1024  # what a socket takes without waiting


def framed(data: bytes) -> bytes:
    """One text message as it goes over a WebSocket from a server (RFC 6455): whole, not compressed, not masked."""
    length = len(data)
    if length < 126:
        return bytes((0x81, length)) + data
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big") + data
    return b"\x81\x7f" + length.to_bytes(8, "big") + data


def unframed(data: bytes) -> Iterator[bytes]:
    """The messages that were framed so, one after the other."""
    at = 0
    while at < len(data):
        more = {126: 2, 127: 8}.get(data[at + 1], 0)
        length = int.from_bytes(data[at + 2 : at + 2 + more], "big") if more else data[at + 1]
        at += 2 + more + length
        yield data[at - length : at]


class Outgoing:
    """One socket, as far as it is written to. `queue_bytes`: what may wait for a reader before it is dropped."""

    def __init__(self, ws: MeteredSocket, queue_bytes: int) -> None:
        self.ws = ws
        self.queue_bytes = queue_bytes
        self.transport: asyncio.Transport | None = None
        self.loop = asyncio.get_running_loop()
        self._out: list[bytes] = []  # said in this moment, in frames
        self._queue: deque[bytes] = deque()
        self._queued = 0
        self._wake: asyncio.Future[None] | None = None
        self._last_words: tuple[int, bytes] | None = None
        self._closing = False
        self._writing = False
        self._writer: asyncio.Task[None] | None = None

    def gone(self) -> None:
        """Called when it was dropped."""

    def send(self, data: bytes) -> None:
        self.send_framed(framed(data))

    def send_framed(self, data: bytes) -> None:
        """Sends in a moment if the other side reads, else puts it into the queue. Who does not read is dropped; others never wait. The
        bytes are those of one or more messages: what several are sent is framed once."""
        if self._closing:
            return
        if self._queue or self._writing:
            self._wait_in_line(data)
            return
        if not self._out:
            self.loop.call_soon(self._send_out)
        self._out.append(data)

    def _send_out(self) -> None:
        """What was said in one moment goes out as one. As long as the socket takes everything, that does not wait and needs no task."""
        out, self._out = self._out, []
        if not out:
            return
        transport = self.transport
        if transport is not None and not (self._queue or self._writing or self.ws.closed or transport.is_closing()):
            data = out[0] if len(out) == 1 else b"".join(out)
            if transport.get_write_buffer_size() + len(data) <= AT_ONCE_BYTES:
                transport.write(data)
                return
        for data in out:
            self._wait_in_line(data)

    def _wait_in_line(self, frames: bytes) -> None:
        for data in unframed(frames):
            if self._queued and self._queued + len(data) > self.queue_bytes:  # one alone may be longer
                self.drop()
                return
            self._queued += len(data)
            self._queue.append(data)
        self._poke()

    def say(self, message: Any) -> None:
        self.send(encode(message))

    def bye(self, code: ByeCode, close: int = NORMAL) -> None:
        """Says farewell after all that is still in the queue."""
        self.say(p.Bye(code))
        self.end(close, code)

    def end(self, close: int, why: str) -> None:
        if not self._closing:
            self._closing = True
            self._last_words = (close, why.encode())
            self._poke()

    def drop(self) -> None:
        """Lets go of a connection that does not read."""
        self._queue.clear()
        self._out = []
        self._closing = True
        self._last_words = (SLOW, b"slow")
        self.gone()
        if self.transport is not None:
            self.transport.abort()
        self._poke()

    def _poke(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def _write(self) -> None:
        """The one task that writes to the socket."""
        try:
            while True:
                self._writing = True
                self._send_out()  # into the queue, before a farewell
                while self._queue:
                    data = self._queue.popleft()
                    await self.ws.send_frame(data, WSMsgType.TEXT)
                    self._queued -= len(data)
                self._writing = False
                if self._last_words is not None:
                    code, why = self._last_words
                    await self.ws.close(code=code, message=why)
                    return
                self._wake = asyncio.get_running_loop().create_future()
                await self._wake
        except (ConnectionError, RuntimeError):
            self._closing = True  # the other side has gone
