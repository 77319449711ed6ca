"""A match at a real table, at which some seats are played by programs over the protocol, and whoever asks decides for all others. For
measuring: the table has no people, its secret is given, and it is forgotten afterwards."""

from __future__ import annotations

import asyncio
import random
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from aiohttp import web

from topsecret.kernel.fair import Fair
from topsecret.kernel.game import Game
from topsecret.kernel.match import Match
from topsecret.store.sqlite import SqliteStore
from topsecret.table import records as r
from topsecret.table.live import LiveTable
from topsecret.table.names import new_code
from topsecret.table.thinking import Here

from .app import Server
from .settings import Limits, Settings

CODE = new_code(random.Random("arena"))  # always the same: outcomes are keyed by it, too
COMING_SECONDS = 60.0  # until a program has sat down
LOOK_SECONDS = 0.002
NO_LIMITS = Limits(messages=None, messages_of_address=None, requests=None, tables=None, wrong_codes=None)

Decide = Callable[[Match, int], Any]  # what a seat of ours does; called in a thread
Took = Callable[[int, float], None]  # a visitor has decided, and how many milliseconds that took


class VisitorFailed(Exception):
    """A program does not play on: `sort` is crash or overtime."""

    def __init__(self, seat: int, sort: str, words: str) -> None:
        self.seat, self.sort = seat, sort
        super().__init__(words)


def play(
    game: Game,
    seats: int,
    options: dict[str, Any],
    seed: str,
    visitors: Mapping[int, str],
    decide: Decide,
    took: Took,
    seconds: float,
) -> Match:
    """The match at its end. A visitor is a command, which is called with the address and `--code` and the code of the table; it has so
    many seconds for an action. Raises VisitorFailed."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_play(game, seats, options, seed, visitors, decide, took, seconds, Path(folder)))


async def _play(
    game: Game,
    seats: int,
    options: dict[str, Any],
    seed: str,
    visitors: Mapping[int, str],
    decide: Decide,
    took: Took,
    seconds: float,
    folder: Path,
) -> Match:
    store = SqliteStore(folder)
    ours = [seat for seat in range(seats) if seat not in visitors]
    made = r.Made(CODE, game.id, game.options | options, seats, 0, ours[0])
    await store.append(CODE, -1, [r.written(one) for one in (made, *(r.SatDown(s, f"Arena {s}", "-") for s in ours))])
    server = Server(store, Settings(limits=NO_LIMITS), thinker=Here())
    runner = web.AppRunner(server.app(), shutdown_timeout=1.0)
    programs: dict[int, subprocess.Popen[bytes]] = {}
    try:
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        table = await server.house.find(CODE)
        for seat, command in visitors.items():  # each takes the first seat that is open, so they come one by one
            words = [*shlex.split(command), f"http://{host}:{port}", "--code", CODE]
            programs[seat] = await asyncio.to_thread(_started, seat, words)
            await _until(partial(_sits, table, seat), seat, programs, COMING_SECONDS)
        await table.start(ours[0], secret=Fair.from_seed(seed).secret.hex())
        return await _turns(table, ours, programs, decide, took, seconds)
    finally:
        for program in programs.values():
            program.send_signal(signal.SIGTERM)
        for program in programs.values():
            await asyncio.to_thread(_ended, program)
        await runner.cleanup()
        await store.close()


async def _turns(
    table: LiveTable,
    ours: list[int],
    programs: dict[int, subprocess.Popen[bytes]],
    decide: Decide,
    took: Took,
    seconds: float,
) -> Match:
    number = 0
    while not (match := table.reading()).over:
        seat = match.actors[0]
        if seat in ours:
            number += 1
            action = await asyncio.to_thread(decide, match, seat)
            await table.act(seat, "arena", number, str(action), lambda: None)
        else:
            before, begun = table.state.lines, time.perf_counter()
            await _until(partial(_moved, table, before), seat, programs, seconds)
            took(seat, (time.perf_counter() - begun) * 1000)
    return match


def _sits(table: LiveTable, seat: int) -> bool:
    return table.state.seats[seat].kind == "person"


def _moved(table: LiveTable, lines: int) -> bool:
    return table.state.lines != lines


async def _until(
    holds: Callable[[], bool], seat: int, programs: dict[int, subprocess.Popen[bytes]], seconds: float
) -> None:
    """Waits for a visitor; raises VisitorFailed."""
    until = time.monotonic() + seconds
    while not holds():
        ended = programs[seat].poll()
        if ended is not None:
            raise VisitorFailed(seat, "crash", f"its program has ended with {ended}")
        if time.monotonic() > until:
            raise VisitorFailed(seat, "overtime", f"nothing within {seconds:g} s")
        await asyncio.sleep(LOOK_SECONDS)


def _started(seat: int, words: list[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(words, stdout=subprocess.DEVNULL)
    except OSError as problem:
        raise VisitorFailed(seat, "crash", f"{words[0]}: {problem.strerror or problem}") from None


def _ended(program: subprocess.Popen[bytes]) -> None:
    try:
        program.wait(5)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()
