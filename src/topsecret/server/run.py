"""Runs a server in the foreground: finds folder and port, says where it is, opens the browser, and stops in good order."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import segno
from aiohttp import web

from topsecret.kernel.errors import TopSecretError
from topsecret.store.sqlite import SqliteStore

from .app import Server
from .litter import Litter
from .settings import LOCAL_NAMES, Limits, Settings

PORT = 8765
PORTS_TRIED = 20
BACKLOG = 1024
LOOPBACK = ("127.0.0.1", "localhost", "::1")
STOP_SECONDS = 3.0
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
    allow_hosts: list[str] = field(default_factory=list)
    unlimited: bool = False


def data_folder(given: str | None) -> Path:
    """Where tables are kept: as asked for, or in the user's own data folder."""
    if given:
        return Path(given)
    if os.environ.get("TOPSECRET_DATA"):
        return Path(os.environ["TOPSECRET_DATA"])
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "topsecret"


def lan_address() -> str | None:
    """The address under which others on the local network see this machine. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith(("127.", "0.")) else found


def allowed_hosts(host: str, lan: str | None, more: list[str]) -> frozenset[str]:
    """The names under which this server may be called."""
    names = {*LOCAL_NAMES, *(name.lower().rstrip(".") for name in more)}
    if host not in LOOPBACK:
        name = socket.gethostname().lower()
        names |= {name, name.partition(".")[0] + ".local", host.lower()}
        if lan:
            names.add(lan)
    return frozenset(name for name in names if name and name not in ("0.0.0.0", "::"))


def open_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens; without a wish the usual port or the next free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last: OSError | None = None
    for number in [port] if port is not None else range(PORT, PORT + PORTS_TRIED):
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
    where = f"{host}:{port}" if port is not None else host
    raise CannotServe(f"cannot listen on {where}: {last.strerror if last else 'no port is free'}")


def address_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def announce(wish: Wish, port: int, lan: str | None, folder: Path, say: Callable[[str], None]) -> str:
    """Says where the server is; returns the address to open."""
    everywhere = wish.host in ("0.0.0.0", "::")
    here = address_of("127.0.0.1" if everywhere else wish.host, port)
    say(f"topsecret: {here}")
    if everywhere and lan is None:
        say("on the local network: the address of this machine, which is not known here")
    elif wish.host not in LOOPBACK:
        there = address_of(lan if everywhere and lan else wish.host, port)
        if there != here:
            say(f"on the local network: {there}")
        say(qr(there))
    say(f"tables are kept in {folder}; Ctrl+C stops")
    return here


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
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    folder = data_folder(wish.data)
    if not wish.host.strip():
        raise CannotServe("--host: expected an address to listen on, got nothing")
    if wish.unlimited and wish.host not in LOOPBACK:
        raise CannotServe("--no-limits goes only with a server that this machine alone can reach")
    sys.setswitchinterval(0.001)  # the thread that writes to the disk has not to wait long
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(_serve(wish, folder, say))


async def _serve(wish: Wish, folder: Path, say: Callable[[str], None]) -> int:
    lan = lan_address() if wish.host not in LOOPBACK else None
    settings = Settings(
        hosts=allowed_hosts(wish.host, lan, wish.allow_hosts),
        bot_pace=wish.bot_pace,
        limits=no_limits() if wish.unlimited else Limits(),
    )
    store = SqliteStore(folder)
    try:
        sock = open_socket(wish.host, wish.port)
    except CannotServe:
        await store.close()
        raise
    server = Server(store, settings)
    runner = web.AppRunner(
        server.app(),
        access_log=None,
        shutdown_timeout=STOP_SECONDS,
        keepalive_timeout=KEEP_SECONDS,
        auto_decompress=False,
    )
    await runner.setup()
    try:
        await web.SockSite(runner, sock, backlog=BACKLOG).start()
        server.litter = Litter(server.clock.now())
        stopped = told_to_stop()
        address = announce(wish, sock.getsockname()[1], lan, folder, say)
        if wish.opens:  # some browsers return only when they are closed: nobody waits for that
            threading.Thread(target=open_browser, args=(address,), daemon=True).start()
        await stopped.wait()
    finally:
        await runner.cleanup()
    return 0


def no_limits() -> Limits:
    """For measuring: nobody is held back."""
    return Limits(
        messages=None,
        messages_of_address=None,
        requests=None,
        tables=None,
        wrong_codes=None,
        looks=None,
        connections=1_000_000,
        connections_of_address=None,
    )


def open_browser(address: str) -> None:
    try:
        webbrowser.open(address)
    except Exception:
        pass  # no browser here: the address was said


def told_to_stop() -> asyncio.Event:
    """From now on Ctrl+C and SIGTERM set this."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except (NotImplementedError, RuntimeError):  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    return stop
