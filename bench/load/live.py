"""The load client of games with time, in a process of its own: `python -m bench.load.live '{"side": "ours", "port": 8765, …}'`. Tables of
eight scripted people at human pace: they look about, wink at their contact, draw, pass and throw cards away. It prints as JSON what it
measured at each number of tables, one after the other on the same server."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from typing import Any

import aiohttp
import msgspec
from msgspec import UNSET, Struct, UnsetType

from .__main__ import HOST, more_files, quantile
from .procs import cpu_seconds
from .wire import Wire

SEATS = 8
COLOURS = ("red", "green", "purple", "blue", "yellow", "orange", "black", "white")
LEAST_S, MEAN_S = 0.6, 1.29  # between two actions of one person: 6.2 a second at a table of eight
SAMPLES = 200  # frames that are kept for the other side to send
LEAST_TIMES = 20  # of which something can be said
AT_ONCE = 4  # tables that come in together
COME_IN_S = 60.0  # a server that takes longer to let the next tables in holds no more
OPTIONS = {"deals": 5, "turn_s": 12}


class View(Struct):
    """What the script needs; all else is skipped unread."""

    phase: str | UnsetType = UNSET
    holder: int | UnsetType = UNSET
    gaze: list[str | None] | UnsetType = UNSET
    card: list[str | None] | UnsetType = UNSET
    result: Any = None


class Step(Struct):
    changes: View


class Message(Struct):
    t: str
    id: int = -1
    view: View | None = None
    steps: list[Step] = []
    code: str = ""


class Task(Struct):
    side: str
    port: int
    pid: int  # of the server
    tables: list[int]  # measured at each of these numbers
    warm_seconds: float = 2.0
    seconds: float = 8.0
    p99_ms: float = 50.0  # beyond that it stops


decode = msgspec.json.Decoder(Message).decode
encode = msgspec.json.Encoder().encode


class Crowd:
    """Everybody, and what is measured of them."""

    def __init__(self) -> None:
        self.people: list[Person] = []
        self.problems: list[str] = []
        self.times: list[float] = []  # of looks and winks, which nobody holds
        self.sent = self.done = self.frames = self.refused = 0
        self.samples: list[str] = []

    def reset(self) -> None:
        self.times, self.sent, self.done, self.frames, self.refused = [], 0, 0, 0, 0


class Person:
    """One seat and its script."""

    def __init__(self, crowd: Crowd, seat: int, client: str) -> None:
        self.crowd, self.seat, self.client = crowd, seat, client
        self.wire: Wire | None = None
        self.rng = random.Random(client)
        self.loop = asyncio.get_running_loop()
        self.timer: asyncio.TimerHandle | None = None
        self.id = 0
        self.waits: dict[int, float] = {}  # since when, of what is not held
        self.phase, self.holder = "", -1
        self.gaze: str | None = "cards"
        self.card: str | None = None
        self.turns = 0
        self.synced = False
        crowd.people.append(self)

    def hello(self) -> None:
        assert self.wire is not None
        self.wire.say(encode({"t": "hello", "v": 1, "client": self.client}))

    def go(self) -> None:
        wait = LEAST_S + self.rng.expovariate(1 / (MEAN_S - LEAST_S))
        self.timer = self.loop.call_later(wait, self.act)

    def act(self) -> None:
        assert self.wire is not None
        action, held = self.choose()
        self.id += 1
        self.crowd.sent += 1
        if not held:
            self.waits[self.id] = time.perf_counter()
        self.wire.say(encode({"t": "act", "id": self.id, "action": action}))
        self.go()

    def choose(self) -> tuple[str, bool]:
        """The next action, and whether it belongs to a race."""
        rng = self.rng
        if self.phase == "ready":
            return "ready", False
        if self.holder == self.seat and self.phase == "first":
            return "draw", False
        if self.holder == self.seat and rng.random() < 0.5:
            self.turns += 1
            return (f"discard {self.card}" if self.turns % 5 == 0 else "pass"), True
        if self.card is not None and self.gaze == self.card and rng.random() < 0.5:
            return f"wink {self.card}", False
        others = [colour for colour in COLOURS if colour not in (COLOURS[self.seat], self.gaze)]
        likes = self.card if self.card in others and rng.random() < 0.3 else None
        self.gaze = likes or rng.choice(others)
        return f"look {self.gaze}", False

    def hear(self, text: bytes) -> None:
        crowd = self.crowd
        message = decode(text)
        kind = message.t
        if kind == "steps":
            crowd.frames += 1
            if len(crowd.samples) < SAMPLES:
                crowd.samples.append(text.decode())
            for step in message.steps:
                self.look(step.changes)
        elif kind in ("done", "refused"):
            crowd.done += 1
            crowd.refused += kind == "refused"
            since = self.waits.pop(message.id, None)
            if since is not None:
                crowd.times.append(time.perf_counter() - since)
        elif kind == "sync":
            if message.view is not None:
                self.look(message.view)
                self.synced = True
        elif kind in ("problem", "bye"):
            crowd.problems.append(f"{kind} {message.code}")

    def look(self, view: View) -> None:
        if view.phase is not UNSET:
            self.phase = view.phase
        if view.holder is not UNSET:
            self.holder = view.holder
        if view.gaze is not UNSET:
            self.gaze = view.gaze[self.seat]
        if view.card is not UNSET:
            self.card = view.card[self.seat]

    def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        if self.wire is not None:
            self.wire.close()


async def our_table(session: aiohttp.ClientSession, port: int, crowd: Crowd, number: int) -> list[Person]:
    """Eight people at a table of paris, connected and started."""
    base = f"http://{HOST}:{port}/api/tables"
    wish: dict[str, Any] = {"game": "paris", "name": "P0", "seats": SEATS, "options": OPTIONS}
    code, cookies = "", []
    for seat in range(SEATS):
        url, body = (base, wish) if seat == 0 else (f"{base}/{code}/join", {"name": f"P{seat}", "seat": seat})
        async with session.post(url, json=body) as answer:
            if answer.status >= 300:
                raise ConnectionError(f"POST {url}: {answer.status} {await answer.text()}")
            code = (await answer.json())["code"]
            name, morsel = next(iter(answer.cookies.items()))
            cookies.append(f"{name}={morsel.value}")
    people = [Person(crowd, seat, f"live-{number}-{seat}") for seat in range(SEATS)]
    for person, cookie in zip(people, cookies):
        path = f"/api/tables/{code}/ws?seat={person.seat}"
        await Wire.connect(HOST, port, path, person, crowd.problems.append, cookie)
        person.hello()
    assert people[0].wire is not None
    people[0].wire.say(encode({"t": "start"}))
    return people


async def bare_table(session: aiohttp.ClientSession, port: int, crowd: Crowd, number: int) -> list[Person]:
    """The same people at a table of the bare loop (`bare.py`), which knows no rules."""
    people = [Person(crowd, seat, f"live-{number}-{seat}") for seat in range(SEATS)]
    for person in people:
        await Wire.connect(HOST, port, f"/{number}/{person.seat}", person, crowd.problems.append)
        person.synced = True
    return people


MAKES = {"ours": our_table, "bare": bare_table}


async def come_in(task: Task, crowd: Crowd, first: int, last: int) -> None:
    """A few tables at a time, and a moment between them: what is measured is play."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        for begin in range(first, last, AT_ONCE):
            tables = (
                MAKES[task.side](session, task.port, crowd, number)
                for number in range(begin, min(last, begin + AT_ONCE))
            )
            for people in await asyncio.gather(*tables):
                for person in people:
                    person.go()
    while not all(person.synced for person in crowd.people):
        await asyncio.sleep(0.1)


async def measure(task: Task, crowd: Crowd, tables: int) -> dict[str, Any]:
    crowd.reset()
    began, server, client = time.perf_counter(), cpu_seconds(task.pid), time.process_time()
    await asyncio.sleep(task.seconds)
    for _ in range(600):  # a minute more, where hardly anything gets done
        if len(crowd.times) >= LEAST_TIMES and crowd.frames:
            break
        await asyncio.sleep(0.1)
    took, used = time.perf_counter() - began, cpu_seconds(task.pid)
    if crowd.problems:
        raise SystemExit(f"the load client has {len(crowd.problems)} problems: {'; '.join(crowd.problems[:3])}")
    cpu = None if used is None or server is None else (used - server) / took
    return {
        "tables": tables,
        "actions": crowd.done / took,
        "sent": crowd.sent / took,
        "refused": crowd.refused / max(1, crowd.done),
        "frames": crowd.frames / took,
        **{name: quantile(crowd.times, share) for name, share in (("p50", 0.5), ("p99", 0.99), ("p999", 0.999))},
        "server_cpu": cpu,
        "client_cpu": (time.process_time() - client) / took,
    }


async def main(task: Task) -> dict[str, Any]:
    crowd, rows, here = Crowd(), [], 0
    try:
        for tables in task.tables:
            try:
                await asyncio.wait_for(come_in(task, crowd, here, tables), COME_IN_S)
            except TimeoutError:
                if not rows:
                    raise SystemExit(f"{tables} tables were not let in within {COME_IN_S:.0f} s") from None
                break
            here = tables
            await asyncio.sleep(task.warm_seconds)
            rows.append(await measure(task, crowd, tables))
            if (rows[-1]["p99"] or 0.0) * 1000 > task.p99_ms:
                break
        return {"rows": rows, "samples": crowd.samples}
    finally:
        for person in crowd.people:
            person.close()


if __name__ == "__main__":
    more_files()
    told = msgspec.json.decode(sys.argv[1], type=Task)
    try:
        import uvloop
    except ImportError:
        print(json.dumps(asyncio.run(main(told))))
    else:
        print(json.dumps(uvloop.run(main(told))))
