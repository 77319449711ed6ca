"""The load client, in a process of its own: `python -m bench.load '{"side": "ours", "port": 8765, …}'` prints what it measured as JSON."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any

import aiohttp
import msgspec

from . import colyseus, ours, theirs
from .procs import children_cpu, cpu_seconds, memory_bytes
from .table import Pace, Table

HOST = "127.0.0.1"
STOPPED_SECONDS = 30.0  # without a single confirmation
SIDES: dict[str, Callable[..., Coroutine[Any, Any, Table]]] = {
    "ours": ours.make_table,
    "theirs": theirs.make_table,
    "colyseus": colyseus.make_table,
}


class Task(msgspec.Struct):
    """What is to be measured."""

    side: str
    port: int
    pid: int  # of the server
    connections: int
    warm_seconds: float = 2.0
    seconds: float = 6.0
    rate: float = 1000.0  # actions a second in all, when paced
    growth: list[int] = []  # measure the cost of actions around these numbers of a match, instead
    window: int = 20  # so many actions of each match
    waiting_tables: int = 0  # measure the memory of so many, and of
    running_tables: int = 0  # so many at which nobody is connected, instead
    thinkers: int = 0  # measure paced people while so many bots of the strongest level think, instead
    least_actions: int = 0  # whatever is measured goes on until there were so many, if they come within half a minute
    in_turns: bool = (
        False  # measure a while for each line that comes in ("free" or "paced"), and say what was found, instead
    )


def told(table: Table) -> str:
    """Where a table stands, as its seats know it."""
    seats = [f"{'waits' if seat.waits else 'ready' if seat.is_ready else 'idle'}" for seat in table.seats]
    return f"{table.sent} sent, {table.confirmed} confirmed, seats {', '.join(seats)}"


def quantile(times: list[float], share: float) -> float | None:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else None


class Load:
    def __init__(self, task: Task) -> None:
        self.task = task
        self.pace = Pace()
        self.tables: list[Table] = []

    def check(self) -> None:
        if self.pace.problems:
            first = "; ".join(self.pace.problems[:3])
            raise SystemExit(f"the load client of {self.task.side} has {len(self.pace.problems)} problems: {first}")

    async def connect(self) -> None:
        """A few tables at a time."""
        free = asyncio.Semaphore(8)
        make = SIDES[self.task.side]
        connector = aiohttp.TCPConnector(limit=8)
        async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as session:

            async def one(number: int) -> None:
                async with free:
                    self.tables.append(await make(session, HOST, self.task.port, self.pace, number))

            await asyncio.gather(*(one(number) for number in range(self.task.connections // 4)))
        seats = [seat for table in self.tables for seat in table.seats]
        for _ in range(600):
            if all(seat.synced for seat in seats):  # type: ignore[attr-defined]
                break
            await asyncio.sleep(0.1)
        else:
            raise SystemExit("not everybody was let in within a minute")
        self.check()

    async def measure(self, seconds: float) -> dict[str, Any]:
        """What happens in this time."""
        pace, pid = self.pace, self.task.pid
        pace.times, pace.keeps_times = [], True
        began, server, client, confirmed = time.perf_counter(), cpu_seconds(pid), time.process_time(), pace.confirmed
        bytes_in = self.bytes_in()
        await asyncio.sleep(seconds)
        for _ in range(300):
            if pace.confirmed - confirmed >= self.task.least_actions:
                break
            await asyncio.sleep(0.1)
        took = time.perf_counter() - began
        actions = pace.confirmed - confirmed
        used = cpu_seconds(pid)
        pace.keeps_times = False
        self.check()
        return {
            "actions": actions,
            "per_second": actions / took,
            "p50": quantile(pace.times, 0.5),
            "p99": quantile(pace.times, 0.99),
            "server_cpu": None if used is None or server is None else (used - server) / took,
            "server_cpu_per_action": None if used is None or server is None else (used - server) / max(actions, 1),
            "client_cpu": (time.process_time() - client) / took,
            "bytes_per_action": (self.bytes_in() - bytes_in) / max(actions, 1),
        }

    def bytes_in(self) -> int:
        return sum(seat.wire.bytes_in for table in self.tables for seat in table.seats)  # type: ignore[attr-defined]

    async def quiet(self) -> None:
        """Nobody acts; waits for what is on its way."""
        self.pace.all_wait()
        for _ in range(300):
            if not any(seat.waits for table in self.tables for seat in table.seats):
                return
            await asyncio.sleep(0.1)
        raise SystemExit(f"{self.task.side}: actions were not confirmed within 30 s")

    async def paced(self) -> dict[str, Any]:
        """So many actions a second in all, evenly."""
        over = asyncio.Event()

        async def tick() -> None:
            last = time.perf_counter()
            while not over.is_set():
                await asyncio.sleep(0.001)
                now = time.perf_counter()
                self.pace.tick(now - last, self.task.rate)
                last = now

        ticking = asyncio.create_task(tick())
        await asyncio.sleep(self.task.warm_seconds)
        found = await self.measure(self.task.seconds)
        over.set()
        await ticking
        return found

    async def load(self) -> dict[str, Any]:
        empty = memory_bytes(self.task.pid)
        await self.connect()
        await asyncio.sleep(0.5)
        full = memory_bytes(self.task.pid)
        self.pace.all_go()
        await asyncio.sleep(self.task.warm_seconds)
        free = await self.measure(self.task.seconds)
        await self.quiet()
        paced = await self.paced()
        await self.quiet()
        per = None if empty is None or full is None else (full - empty) / self.task.connections
        return {"free": free, "paced": paced, "memory_per_connection": per}

    async def take_turns(self) -> dict[str, Any]:
        """Nobody acts but when its turn has come: so two servers can be measured in turns, again and again."""
        await self.connect()
        write({"tables": len(self.tables)})
        loop = asyncio.get_running_loop()
        while order := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
            if order == "free":
                self.pace.all_go()
                await asyncio.sleep(self.task.warm_seconds)
                found = await self.measure(self.task.seconds)
            else:
                found = await self.paced()
            await self.quiet()
            write(found)
        return {}

    async def growth(self) -> dict[str, Any]:
        """Processor time of the server for an action, early and late in a match."""
        await self.connect()
        costs = []
        for around in self.task.growth:
            await self.play_to(max(1, around - self.task.window // 2))
            before, began = cpu_seconds(self.task.pid), sum(table.confirmed for table in self.tables)
            await self.play_to(around - self.task.window // 2 + self.task.window)
            after, ended = cpu_seconds(self.task.pid), sum(table.confirmed for table in self.tables)
            if before is None or after is None:
                return {"costs": None}
            costs.append((after - before) / max(ended - began, 1))
        return {"costs": costs}

    async def play_to(self, quota: int) -> None:
        """Every match goes on to this action, and everything settles."""
        for table in self.tables:
            table.quota = quota
        self.pace.all_go()
        last, since = -1, time.perf_counter()
        while (done := sum(table.confirmed for table in self.tables)) < quota * len(self.tables):
            self.check()
            now = time.perf_counter()
            if done != last:
                last, since = done, now
            elif now - since > STOPPED_SECONDS:
                stuck = [table for table in self.tables if table.confirmed < quota]
                raise SystemExit(
                    f"{self.task.side}: {len(stuck)} matches have come to a stop at {done / len(self.tables):.1f} actions: "
                    + "; ".join(told(table) for table in stuck[:3])
                )
            await asyncio.sleep(0.02)
        self.pace.all_wait()
        self.check()

    async def memory(self) -> dict[str, Any]:
        """Bytes of a table that waits, and of one that is played at."""
        task = self.task
        free = asyncio.Semaphore(8)
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:

            async def waits() -> None:
                async with free:
                    await ours.make_waiting_table(session, HOST, task.port)

            async def plays(number: int) -> None:
                async with free:
                    table = await ours.make_table(session, HOST, task.port, self.pace, number)
                    while not all(seat.synced for seat in table.seats):  # type: ignore[attr-defined]
                        await asyncio.sleep(0.01)
                    for seat in table.seats:
                        seat.wire.close()  # type: ignore[attr-defined]

            await asyncio.gather(*(waits() for _ in range(20)), *(plays(number) for number in range(20)))  # warms up
            await asyncio.sleep(1)
            empty = memory_bytes(task.pid)
            await asyncio.gather(*(waits() for _ in range(task.waiting_tables)))
            await asyncio.sleep(1)
            half = memory_bytes(task.pid)
            await asyncio.gather(*(plays(20 + number) for number in range(task.running_tables)))
            await asyncio.sleep(1)
            full = memory_bytes(task.pid)
        if empty is None or half is None or full is None:
            return {"waiting": None, "running": None}
        return {"waiting": (half - empty) / task.waiting_tables, "running": (full - half) / task.running_tables}

    async def beside_bots(self) -> dict[str, Any]:
        """People act evenly while bots think without a break."""
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
            thinkers = [
                await ours.make_thinkers_table(session, HOST, self.task.port, Pace(), number)
                for number in range(self.task.thinkers)
            ]
        for one in thinkers:
            one.pace.all_go()
        for _ in range(500):  # bots are made ready before their first decision
            if all(one.decisions or one.pace.problems for one in thinkers):
                break
            await asyncio.sleep(0.1)
        await self.connect()
        before = [one.decisions for one in thinkers]
        began, used = time.perf_counter(), children_cpu(self.task.pid)
        found = await self.paced()
        after = children_cpu(self.task.pid)
        took = time.perf_counter() - began
        found["decisions"] = [one.decisions - was for one, was in zip(thinkers, before)]
        found["are_ready"] = all(before)
        found["thinking"] = None if used is None or after is None else (after - used) / took
        for one in thinkers:
            self.pace.problems += one.pace.problems
            one.wire.close()  # type: ignore[union-attr]
        self.check()
        return found

    def close(self) -> None:
        for table in self.tables:
            for seat in table.seats:
                seat.wire.close()  # type: ignore[attr-defined]


async def main(task: Task) -> dict[str, Any]:
    load = Load(task)
    try:
        if task.waiting_tables or task.running_tables:
            return await load.memory()
        if task.in_turns:
            return await load.take_turns()
        if task.thinkers:
            return await load.beside_bots()
        return await (load.growth() if task.growth else load.load())
    finally:
        load.close()


def write(found: dict[str, Any]) -> None:
    sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    sys.stdout.flush()


def more_files() -> None:
    """As many open files as the system allows."""
    if os.name == "posix":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    more_files()
    try:
        import uvloop
    except ImportError:
        new_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    else:
        new_loop = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=new_loop) as runner:
        result = runner.run(main(msgspec.json.decode(sys.argv[1], type=Task)))
    write(result)
