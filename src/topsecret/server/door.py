"""The door to the network. A server that listens on this machine alone gets a second listening socket, on the machine's address in the
network, when its owner opens the door, and loses it again when they close it; tables and seats do not notice."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal

from aiohttp import web

from topsecret.kernel.errors import TopSecretError

from .settings import LOCAL_NAMES

if TYPE_CHECKING:
    import ssl

    from .app import Server

BACKLOG = 1024
PORTS_TRIED = 20


class CannotOpenDoor(TopSecretError):
    """There is no network, or its address cannot be listened on."""


def lan_address() -> str | None:
    """The address under which others on the local network see this machine. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith(("127.", "0.")) else found


def names_of_machine() -> set[str]:
    """What the network calls this machine."""
    name = socket.gethostname().lower()
    return {name, name.partition(".")[0] + ".local"}


def address_of(host: str, port: int, scheme: str = "http") -> str:
    return f"{scheme}://[{host}]:{port}/" if ":" in host else f"{scheme}://{host}:{port}/"


class Door:
    """`is_fixed`: this server was started for a network, and its door cannot be closed."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.find_network: Callable[[], str | None] = lambda: lan_address()
        self.runner: web.BaseRunner | None = None  # where connections that come in are served
        self.port = 0
        self.is_fixed = False
        self.tls: ssl.SSLContext | None = None
        self.address = ""  # under which others come in, while it is open
        self.hosts: frozenset[str] = frozenset()
        self._here = ""
        self._site: web.SockSite | None = None
        self._turning = asyncio.Lock()

    @property
    def state(self) -> Literal["always", "open", "closed"]:
        return "always" if self.is_fixed else "open" if self._site is not None else "closed"

    async def open(self) -> None:
        """Raises CannotOpenDoor."""
        async with self._turning:
            if self.state != "closed" or self.runner is None:
                return
            here = self.find_network()
            if here is None:
                raise CannotOpenDoor("this machine is in no network")
            try:
                sock = listening(
                    here, range(self.port, self.port + PORTS_TRIED)
                )  # the one that people know, if it is free
            except OSError as problem:
                raise CannotOpenDoor(f"cannot listen on {here}:{self.port}: {problem.strerror or problem}") from None
            site = web.SockSite(self.runner, sock, backlog=BACKLOG, ssl_context=self.tls)
            await site.start()
            self._site, self._here = site, here
            self.hosts = frozenset({*names_of_machine(), here})
            self.address = address_of(here, sock.getsockname()[1], "https" if self.tls else "http")

    async def close(self) -> None:
        """Nobody comes in any more, and those who came in by it are sent away; their seats stay theirs."""
        async with self._turning:
            if self._site is None:
                return
            site, self._site = self._site, None
            self.address, self.hosts = "", frozenset()
            await site.stop()
            for connection in self.guests():
                connection.bye("closed")
            served = None if self.runner is None else self.runner.server
            for handler in list(served.connections) if served is not None else ():
                if came_by(handler.transport, self._here) and handler._current_request is None:
                    handler.force_close()
            self._here = ""

    def guests(self) -> list[Any]:
        """The connections to tables that came in by it."""
        everybody = [one for some in self.server.connections.values() for one in some]
        return [one for one in everybody if self._here and came_by(one.transport, self._here)]


def came_by(transport: Any, here: str) -> bool:
    """Whether a connection came to this address of ours."""
    name = None if transport is None else transport.get_extra_info("sockname")
    return name is not None and name[0] == here


def listening(host: str, ports: Iterable[int]) -> socket.socket:
    """A socket that listens on the first of these ports that is free; raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = OSError(errno.EADDRINUSE, "no port is free")
    for number in ports:
        sock = socket.socket(family, socket.SOCK_STREAM)
        try:
            if os.name == "posix":
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind((host, number))
            sock.listen(BACKLOG)
        except (OSError, OverflowError) as problem:
            sock.close()
            last = problem if isinstance(problem, OSError) else OSError(errno.EINVAL, "expected a port from 0 to 65535")
            if last.errno != errno.EADDRINUSE:
                break
        else:
            return sock
    raise last


def is_local_name(host: str) -> bool:
    """Whether a browser that calls us so is on this machine, or is led here by somebody who is."""
    return host in LOCAL_NAMES
