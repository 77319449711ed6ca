"""Connections on which nothing is asked: before the first request, and between two. Each holds a file descriptor, so there is room for so
many; whoever comes when it is full sends the one away that has stood there longest. So nobody who wants something has to wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from .settings import Limits

Handler = RequestHandler


class Doorstep:
    """Watches the connections of one HTTP server."""

    def __init__(
        self, server: web.Server, limits: Limits, trusts: Callable[[str], bool] = lambda address: False
    ) -> None:
        self.trusts = trusts  # a proxy's connections are many people's
        self.limits = limits
        self.of: dict[str, dict[Handler, None]] = {}  # by address, the oldest first
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
            self._send_away(idle)
        elif self.open >= self.limits.idle:
            everybody = [self._idle(one) for one in self.of]
            most = max(everybody, key=len)
            if sum(map(len, everybody)) >= self.limits.idle:
                self._send_away(most)
        self.of.setdefault(address, {})[handler] = None
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

    def _send_away(self, idle: list[Handler]) -> None:
        """The one that never asked anything, if there is one; of these the oldest."""
        min(idle, key=lambda handler: handler._request_count > 0).force_close()


def is_idle(handler: Handler) -> bool:
    """No request has come whole, or the last one is answered; and it is no WebSocket."""
    return handler._current_request is None and not handler._messages and handler._payload_parser is None


def address_of(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""
