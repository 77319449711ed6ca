"""Frames of a WebSocket are counted before anything of them is kept. A message, a ping, a pong and each piece of a message count alike, so
that nobody can send without end what is no message. Who is too fast is not read further: the bytes wait in the sender's own machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from topsecret.table.log import Clock

FINAL, WHOLE_TEXT, BINARY, MASKED, LONGER = (
    0x80,
    0x81,
    0x02,
    0x80,
    0xFE,
)  # in the first two bytes of a frame (RFC 6455, 5.2)
HEAD = 6  # bytes before a short content: these two, and the mask


def head_of(data: bytes, at: int) -> tuple[int, int] | None:
    """How long head and content of the frame at this place are (RFC 6455, 5.2); None while the head is not whole."""
    if len(data) - at < 2:
        return None
    flag = data[at + 1]
    more = {126: 2, 127: 8}.get(flag & 0x7F, 0)
    head = 2 + more + (4 if flag & 0x80 else 0)
    if len(data) - at < head:
        return None
    return head, int.from_bytes(data[at + 2 : at + 2 + more], "big") if more else flag & 0x7F


def free() -> float:
    """Nobody has to wait."""
    return 0.0


def untaken(text: bytes) -> bool:
    """Nobody is there who takes it."""
    return False


class Deaf:
    """Stands where the parser of a socket stood that is over, and hands on nothing: there is nobody left to hold."""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        return False, b""

    def feed_eof(self) -> None:
        pass


def short_text(data: bytes) -> bytes | None:
    """The text of a frame that is a whole short message, not compressed and masked as a client must, if exactly that has come."""
    if (
        len(data) < HEAD
        or data[0] != WHOLE_TEXT
        or not MASKED <= data[1] < LONGER
        or len(data) != HEAD + data[1] - MASKED
    ):
        return None
    mask, length = data[HEAD - 4 : HEAD], len(data) - HEAD
    pattern = (mask * (length // 4 + 1))[:length]
    return (int.from_bytes(data[HEAD:], "big") ^ int.from_bytes(pattern, "big")).to_bytes(length, "big")


class FrameMeter:
    """Stands before the parser of a socket and hands on frame by frame, as fast as `pace` allows: it says how many seconds the next one
    has to wait. A whole short text is first offered to `take`, which says whether that was all that is to be done with it."""

    def __init__(
        self, parser: Any, protocol: Any, pace: Callable[[], float], take: Callable[[bytes], bool], clock: Clock
    ) -> None:
        self.parser = parser
        self.protocol = protocol
        self.pace = pace
        self.take = take
        self.clock = clock
        self.unread = b""  # what came and has to wait
        self._content = 0  # bytes of the frame that is being handed on
        self._in_pieces = False  # the first pieces of a message were handed on
        self._waiting: asyncio.Task[None] | None = None

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """More has come. Says whether the other side broke the rules of WebSockets, as the parser does."""
        if self._waiting is not None:
            self.unread += data
            return False, b""
        is_paid = False
        if not (self.unread or self._content or self._in_pieces) and (text := short_text(data)) is not None:
            if (seconds := self.pace()) > 0:
                self.unread = data
                self._hold(seconds)
                return False, b""
            if self.take(text):
                return False, b""
            is_paid = True
        data, self.unread = self.unread + data, b""
        return self._hand_on(data, is_paid)

    def _hand_on(self, data: bytes, is_paid: bool) -> tuple[bool, bytes]:
        at = min(len(data), self._content)
        self._content -= at
        while at < len(data) and (found := head_of(data, at)) is not None:
            if not is_paid and (seconds := self.pace()) > 0:
                self._hold(seconds)
                break
            is_paid = False
            if data[at] & 0x0F <= BINARY:
                self._in_pieces = not data[at] & FINAL
            head, content = found
            here = min(len(data), at + head + content)
            self._content = at + head + content - here
            at = here
        self.unread = data[at:]
        failed, tail = self.parser.feed_data(data[:at]) if at else (False, b"")
        if failed:
            self.let_go()
        return failed, tail

    def _hold(self, seconds: float) -> None:
        self.protocol._pause_reading_for_buffer()
        self._waiting = asyncio.get_running_loop().create_task(self._go_on(seconds))

    async def _go_on(self, seconds: float) -> None:
        await self.clock.sleep(seconds)
        self._waiting = None
        data, self.unread = self.unread, b""
        failed, _ = self._hand_on(data, is_paid=True)
        if failed:
            self.protocol.close()
        elif self._waiting is None:
            self.protocol._resume_reading_for_buffer()

    def feed_eof(self) -> None:
        self.let_go()
        self.parser.feed_eof()

    def let_go(self) -> None:
        """Nothing more is handed on, and nothing kept."""
        self.unread = b""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
