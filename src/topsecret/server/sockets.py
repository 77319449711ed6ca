"""A WebSocket of aiohttp, with a meter in front of its parser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp import web

from topsecret.table.log import Clock

from .frames import Deaf, FrameMeter, free, untaken


class MeteredSocket(web.WebSocketResponse):
    """A WebSocket whose frames are counted. Pings are handed to whoever reads it, and answered there."""

    meter: FrameMeter | None = None

    def __init__(self, clock: Clock, **more: Any) -> None:
        super().__init__(autoping=False, **more)
        self.clock = clock
        self.pace: Callable[[], float] = free
        self.take: Callable[[bytes], bool] = untaken

    def _post_start(self, request: web.BaseRequest, protocol: str | None, writer: Any) -> None:
        """Where aiohttp puts its parser behind the connection."""
        connection: Any = request.protocol
        early, connection._message_tail = connection._message_tail, b""  # what came with the handshake
        super()._post_start(request, protocol, writer)
        self.meter = FrameMeter(connection._payload_parser, connection, self.pace, self.take, self.clock)
        connection._payload_parser = self.meter
        if early:
            self.meter.feed_data(early)

    @property
    def has_unread(self) -> bool:
        """Whether something has come that `receive` has not given out yet."""
        return self._reader is not None and bool(self._reader._buffer)

    def _on_data_received(self) -> None:
        """Something has come: the line is alive. Its timer looks at this when it rings. (aiohttp would set all its timers each time.)"""
        if self._heartbeat_cb is None or self._pong_response_cb is not None or self._heartbeat is None:
            super()._on_data_received()
        else:
            self._heartbeat_when = asyncio.get_running_loop().time() + self._heartbeat

    def let_go(self) -> None:
        """It is over: what came and was not read is not kept. (aiohttp would keep it as long as anything knows of this socket, and
        connection, parser and socket know each other: they would stay until Python next looks through everything.)"""
        self.pace, self.take = free, untaken
        if self.meter is not None:
            self.meter.let_go()
            connection = self.meter.protocol
            if connection._payload_parser is self.meter:
                connection._payload_parser = Deaf()
            connection._data_received_cb = None
            self.meter = None
        if self._reader is not None:
            self._reader._buffer.clear()
