"""Runs a server in the foreground: finds folder and port, says where it is, opens the browser, and stops in good order."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import ssl
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import segno
from aiohttp import web

from topsecret import native
from topsecret.bots import warm
from topsecret.data_folder import data_folder
from topsecret.kernel.errors import TopSecretError
from topsecret.store.sqlite import SqliteStore
from topsecret.table.standstill import NO_WAITS, Waits

from .admin import TOKEN_FILE, AdminPort
from .app import Server
from .door import BACKLOG, PORTS_TRIED, address_of, lan_address, listening, names_of_machine
from .doorstep import Doorstep
from .garbage import QuietCollector
from .heaps import share_heaps
from .logs import Form, set_up
from .proxy import Proxies
from .settings import LOCAL_NAMES, Limits, Settings
from .upkeep import Upkeep

log = logging.getLogger("topsecret.server")

PORT = 8765
EVERYWHERE = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
STOP_SECONDS = 2.0  # aiohttp waits for requests twice that long
INTERRUPTED = 130  # the exit code after Ctrl+C, as shells know it
KEEP_SECONDS = 60.0  # for the next request of a connection, and for the first one to be whole


class CannotServe(TopSecretError):
    """The server cannot start."""


@dataclass(frozen=True)
class Wish:
    """What was asked for on the command line."""

    host: str = "127.0.0.1"
    port: int | None = None
    data: str | None = None
    opens: bool = True
    bot_pace: float = 0.9
    countdown: float = 3.0
    allow_hosts: list[str] = field(default_factory=list)
    unlimited: bool = False
    admin_port: int | None = None
    log: Form = "text"
    tls_cert: str | None = None
    tls_key: str | None = None
    proxies: list[str] = field(default_factory=list)
    archive_days: int = 180
    quiet: bool = False


def allowed_hosts(host: str, lan: str | None, more: list[str]) -> frozenset[str]:
    """The names under which this server may be called."""
    names = {*LOCAL_NAMES, *(name.lower().rstrip(".") for name in more)}
    if host not in LOOPBACK:
        names |= {*names_of_machine(), host.lower()}
        if lan:
            names.add(lan)
    return frozenset(name for name in names if name and name not in EVERYWHERE)


def open_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens; without a wish the usual port or the next free one."""
    try:
        return listening(host, [port] if port is not None else range(PORT, PORT + PORTS_TRIED))
    except OSError as problem:
        where = f"{host}:{port}" if port is not None else host
        raise CannotServe(f"cannot listen on {where}: {problem.strerror or problem}") from None


def network_address(host: str, port: int, lan: str | None, scheme: str = "http") -> str:
    """Under which others find a server that was started for a network."""
    known = lan if host in EVERYWHERE else host
    return "" if known is None else address_of(known, port, scheme)


def scheme_of(wish: Wish) -> str:
    return "https" if wish.tls_cert else "http"


def announce(wish: Wish, port: int, lan: str | None, folder: Path, say: Callable[[str], None]) -> str:
    """Says where the server is; returns the address to open."""
    everywhere = wish.host in EVERYWHERE
    here = address_of("127.0.0.1" if everywhere else wish.host, port, scheme_of(wish))
    say(f"topsecret: {here}")
    if everywhere and lan is None:
        say("on the local network: the address of this machine, which is not known here")
    elif wish.host not in LOOPBACK:
        there = network_address(wish.host, port, lan, scheme_of(wish))
        if there != here:
            say(f"on the local network: {there}")
        say(qr(there))
    say(f"tables are kept in {folder}; Ctrl+C stops")
    return here


def in_the_log(line: str) -> None:
    """What is said at a terminal, for programs: without pictures."""
    if "█" not in line:
        log.info("%s", line)


def tls_of(wish: Wish) -> ssl.SSLContext | None:
    """Raises CannotServe."""
    if (wish.tls_cert is None) != (wish.tls_key is None):
        raise CannotServe("--tls-cert and --tls-key go together")
    if wish.tls_cert is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(wish.tls_cert, wish.tls_key)
    except (OSError, ValueError) as problem:
        raise CannotServe(f"the certificate cannot be used: {problem}") from None
    return context


def qr(text: str) -> str:
    """A QR code in half blocks, for a terminal."""
    rows = [list(row) for row in segno.make(text, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return "\n".join(
        "".join(signs[bool(up), bool(down)] for up, down in zip(*rows[i : i + 2])) for i in range(0, len(rows), 2)
    )


def new_loop() -> asyncio.AbstractEventLoop:
    """A fast loop where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def serve(wish: Wish, say: Callable[[str], None] | None = None) -> int:
    """Runs until it is told to stop."""
    say = say or (lambda line: print(line, flush=True))
    set_up(wish.log)
    if wish.log == "json":
        say = in_the_log
    folder = data_folder(wish.data)
    if edited := native.edited():
        raise CannotServe(
            f"{', '.join(edited)}: edited since it was compiled, and hidden by that; install topsecret anew"
        )
    if not wish.host.strip():
        raise CannotServe("--host: expected an address to listen on, got nothing")
    Proxies(wish.proxies)  # raises BadProxy
    if wish.unlimited and wish.host not in LOOPBACK:
        raise CannotServe("--no-limits goes only with a server that this machine alone can reach")
    sys.setswitchinterval(0.001)  # the thread that writes to the disk has not to wait long
    share_heaps()
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(_serve(wish, folder, say))


async def _serve(wish: Wish, folder: Path, say: Callable[[str], None]) -> int:
    lan = lan_address() if wish.host not in LOOPBACK else None
    tls = tls_of(wish)
    settings = Settings(
        hosts=allowed_hosts(wish.host, lan, wish.allow_hosts),
        bot_pace=wish.bot_pace,
        waits=Waits(wish.countdown) if wish.countdown else NO_WAITS,
        secure=tls is not None,
        proxies=tuple(wish.proxies),
        quiet=wish.quiet,
        limits=no_limits() if wish.unlimited else Limits(),
    )
    store = SqliteStore(folder)
    try:
        sock = open_socket(wish.host, wish.port)
    except CannotServe:
        await store.close()
        raise
    server = Server(store, settings)
    store.on_commit(server.metrics.commits.observe)
    server.upkeep = Upkeep(server.house, store, wish.archive_days)
    runner = web.AppRunner(
        server.app(),
        access_log=None,
        shutdown_timeout=STOP_SECONDS,
        keepalive_timeout=KEEP_SECONDS,
        auto_decompress=False,
    )
    admin: AdminPort | None = None
    await runner.setup()
    compiling = None  # what bots think with
    assert runner.server is not None
    Doorstep(runner.server, settings.limits, server.proxies.trusts)
    try:
        await web.SockSite(runner, sock, backlog=BACKLOG, ssl_context=tls).start()
        server.garbage = QuietCollector(server.clock.now())
        stopped = told_to_stop()
        port = sock.getsockname()[1]
        server.door.runner, server.door.port, server.door.tls = runner, port, tls
        server.drained = stopped.set
        if wish.host not in LOOPBACK:
            server.door.is_fixed, server.door.address = True, network_address(wish.host, port, lan, scheme_of(wish))
        address = announce(wish, port, lan, folder, say)
        if wish.opens:  # some browsers return only when they are closed: nobody waits for that
            own = f"{address}#owner={server.owner.new_token()}"
            threading.Thread(target=open_browser, args=(own, say), daemon=True).start()
        if wish.admin_port is not None:
            admin = await AdminPort(server, folder, address).open(wish.admin_port)
            say(f"administration: port {admin.port} of this machine, with the token in {folder / TOKEN_FILE}")
        compiling = warm.in_background()
        await stopped.wait()
    finally:
        if compiling is not None:
            compiling.terminate()
        if admin is not None:
            await admin.close()
        await runner.cleanup()
    return INTERRUPTED if stopped.by == signal.SIGINT else 0


def no_limits() -> Limits:
    """For measuring: nobody is held back."""
    return Limits(
        messages=None,
        messages_of_address=None,
        requests=None,
        client_files=None,
        tables=None,
        wrong_codes=None,
        looks=None,
        connections=1_000_000,
        connections_of_address=None,
        connections_of_seat=1_000_000,
        spectators=1_000_000,
        spectators_of_address=None,
        idle=1_000_000,
        idle_of_address=1_000_000,
    )


def open_browser(own: str, say: Callable[[str], None]) -> None:
    """Opens the owner's address, which is good once; where there is no browser it is said, for somebody at this terminal."""
    try:
        opened = webbrowser.open(own)
    except Exception:
        opened = False
    if not opened:
        say(f"no browser opens here. Your own way in, good once and for ten minutes: {own}")


class Stop(asyncio.Event):
    """Set by a signal, which it remembers."""

    by: int | None = None

    def set_by(self, number: int) -> None:
        self.by = number
        self.set()


def told_to_stop() -> Stop:
    """From now on Ctrl+C and SIGTERM set this."""
    stop = Stop()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set_by, number)
        except (NotImplementedError, RuntimeError):  # Windows
            signal.signal(number, lambda number, _: loop.call_soon_threadsafe(stop.set_by, number))
    return stop
