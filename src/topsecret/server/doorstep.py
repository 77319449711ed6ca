"""Connections on which nothing is asked: before the first request, and between two. Each holds a file descriptor, so there is room for so
many; whoever comes when it is full sends one away that has stood there for long. So nobody who wants something has to wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from .settings import Limits

Handler = RequestHandler
ABOUT_TO_ASK = 3.0  # seconds: a browser opens several connections at once, and asks on each of them in a moment


class Doorstep:
    """Watches the connections of one HTTP server."""

    def __init__(
        self,
        server: web.Server,
        limits: Limits,
        trusts: Callable[[str], bool] = lambda address: False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.now = now
        self.trusts = trusts  # a proxy's connections are many people's
        self.limits = limits
        self.of: dict[str, dict[Handler, float]] = {}  # by address, the oldest first, and since when
        self.open = 0
        self._made, self._lost = server.connection_made, server.connection_lost
        watched: Any = server
        watched.connection_made, watched.connection_lost = self._come, self._go

    def _come(self, handler: Handler, transport: asyncio.Transport) -> None:
        self._made(handler, transport)
        address = address_of(transport)
        idle = self._idle(address)
        if self.trusts(address):
            pass
        elif len(idle) >= self.limits.idle_of_address:
            self._send_away(address)
        elif self.open >= self.limits.idle:
            everybody = {one: len(self._idle(one)) for one in self.of}
            if sum(everybody.values()) >= self.limits.idle:
                self._send_away(max(everybody, key=everybody.__getitem__))
        self.of.setdefault(address, {})[handler] = self.now()
        self.open += 1

    def _go(self, handler: Handler, problem: BaseException | None = None) -> None:
        self._lost(handler, problem)
        for address, here in self.of.items():
            if handler in here:
                self._forget(address, handler)
                return

    def _forget(self, address: str, handler: Handler) -> None:
        del self.of[address][handler]
        self.open -= 1
        if not self.of[address]:
            del self.of[address]

    def _idle(self, address: str) -> list[Handler]:
        return [handler for handler in self.of.get(address, ()) if is_idle(handler)]

    def _send_away(self, address: str) -> None:
        """The oldest that has never asked anything, unless it has only just come; else the one that has asked nothing for longest: its
        browser opens another one without a word. Where all have only just come, the first of them."""
        idle, here, now = self._idle(address), self.of[address], self.now()
        silent = [one for one in idle if not one._request_count and now - here[one] >= ABOUT_TO_ASK]
        asked = sorted((one for one in idle if one._request_count), key=lambda one: one._next_keepalive_close_time)
        (silent or asked or idle)[0].force_close()


def is_idle(handler: Handler) -> bool:
    """No request has come whole, or the last one is answered; and it is no WebSocket."""
    return handler._current_request is None and not handler._messages and handler._payload_parser is None


def address_of(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""
