"""topsecret's protocol, as much of it as a seat of spies needs."""

from __future__ import annotations

from typing import Any

import aiohttp
import msgspec
from msgspec import UNSET, Struct, UnsetType

from .table import AGENTS, Pace, Seat, Table, spread
from .wire import Wire

PLACES = {"church": 0, **{str(number): number for number in range(1, 11)}, "ruins": 11}
POINTS = {"1-3": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}


class View(Struct):
    """What the choice of an action needs; all else is skipped unread."""

    actors: list[int | str] | UnsetType = UNSET  # seats, or chance
    phase: str | UnsetType = UNSET
    die: str | UnsetType = UNSET
    place: dict[str, str] | UnsetType = UNSET
    safe: str | UnsetType = UNSET


class Step(Struct):
    changes: View


class Message(Struct):
    t: str
    id: int = -1
    view: View | None = None
    steps: list[Step] = []
    code: str = ""
    message: str = ""


decode = msgspec.json.Decoder(Message).decode
encode = msgspec.json.Encoder().encode


class OurSeat(Seat):
    def __init__(self, table: Table, number: int, client: str) -> None:
        super().__init__(table, number)
        self.client = client
        self.wire: Wire | None = None
        self.next_id = 0
        self.synced = False
        self.actors: list[int | str] = []
        self.phase, self.die, self.safe = "", "", 0
        self.place: list[int] = [0] * len(AGENTS)

    def hello(self) -> None:
        assert self.wire is not None
        self.wire.say(encode({"t": "hello", "v": 1, "client": self.client}))

    def act(self) -> None:
        assert self.wire is not None
        self.next_id += 1
        if self.phase == "move":
            action: dict[str, Any] = {"action": "move", "points": spread(POINTS[self.die], self.place, self.safe)}
        else:
            action = {"action": "poll", "reply": "no"}
        self.wire.say(encode({"t": "act", "id": self.next_id, "action": action}))

    def look(self, view: View) -> None:
        if view.actors is not UNSET:
            self.actors = view.actors
        if view.phase is not UNSET:
            self.phase = view.phase
        if view.die is not UNSET:
            self.die = view.die
        if view.place is not UNSET:
            for agent, building in view.place.items():
                self.place[AGENTS.index(agent)] = PLACES[building]
        if view.safe is not UNSET:
            self.safe = PLACES[view.safe]

    def hear(self, text: bytes) -> None:
        message = decode(text)
        kind = message.t
        if kind == "steps":
            for step in message.steps:
                self.look(step.changes)
            if not self.waits:
                self.consider()
        elif kind == "done":  # its news came before it
            self.told()
            self.consider()
        elif kind == "sync":
            if message.view is not None:
                self.look(message.view)
                self.synced = True
                self.consider()
        elif kind in ("refused", "problem", "bye"):
            self.table.pace.problems.append(f"{kind} {message.code} {message.message} ({self.phase}, {self.actors})")

    def consider(self) -> None:
        if self.number in self.actors:
            if self.phase in ("move", "poll"):
                self.asked()
            else:
                self.table.pace.problems.append(f"a phase that was not expected: {self.phase}")


async def make_table(session: aiohttp.ClientSession, host: str, port: int, pace: Pace, number: int) -> Table:
    """A table with four people, connected and started."""
    base = f"http://{host}:{port}/api/tables"
    table = Table(pace)
    wish: dict[str, Any] = {"game": "spies", "name": "P0", "seats": 4, "options": {"cards": True}}
    code, cookies = "", []
    for seat in range(4):
        url, body = (base, wish) if seat == 0 else (f"{base}/{code}/join", {"name": f"P{seat}", "seat": seat})
        async with session.post(url, json=body) as answer:
            if answer.status >= 300:
                raise ConnectionError(f"POST {url}: {answer.status} {await answer.text()}")
            code = (await answer.json())["code"]
            name, morsel = next(iter(answer.cookies.items()))
            cookies.append(f"{name}={morsel.value}")
    for seat in range(4):
        one = OurSeat(table, seat, f"bench-{number}-{seat}")
        path = f"/api/tables/{code}/ws?seat={seat}"
        await Wire.connect(host, port, path, one, pace.problems.append, cookies[seat])
        one.hello()
    first = table.seats[0]
    assert isinstance(first, OurSeat) and first.wire is not None
    first.wire.say(encode({"t": "start"}))
    return table


async def make_waiting_table(session: aiohttp.ClientSession, host: str, port: int) -> None:
    """A table with one person, who waits for others."""
    url = f"http://{host}:{port}/api/tables"
    async with session.post(url, json={"game": "spies", "name": "P0", "seats": 4}) as answer:
        if answer.status >= 300:
            raise ConnectionError(f"POST {url}: {answer.status} {await answer.text()}")


BOTS = (1, 2, 3)


class ThinkersSeat(OurSeat):
    """Somebody who plays against bots and never makes them wait."""

    def __init__(self, table: Table, client: str) -> None:
        super().__init__(table, 0, client)
        self.pace = table.pace
        self.decisions = 0  # of the bots

    def act(self) -> None:
        if self.phase != "safe":
            super().act()
            return
        assert self.wire is not None
        self.next_id += 1
        building = next(name for name, number in PLACES.items() if number == (self.safe + 1) % 12)
        self.wire.say(
            encode({"t": "act", "id": self.next_id, "action": {"action": "place_safe", "building": building}})
        )

    def consider(self) -> None:
        if 0 in self.actors:
            self.asked()

    def look(self, view: View) -> None:
        was = self.actors
        super().look(view)
        self.decisions += view.actors is not UNSET and any(seat in was for seat in BOTS)


async def make_thinkers_table(
    session: aiohttp.ClientSession, host: str, port: int, pace: Pace, number: int
) -> ThinkersSeat:
    """A person among bots of the strongest level, of which one thinks at any time."""
    url = f"http://{host}:{port}/api/tables"
    wish: dict[str, Any] = {"game": "spies", "name": "P0", "seats": 4, "bots": ["hard"] * len(BOTS), "start": True}
    async with session.post(url, json=wish) as answer:
        if answer.status >= 300:
            raise ConnectionError(f"POST {url}: {answer.status} {await answer.text()}")
        code = (await answer.json())["code"]
        name, morsel = next(iter(answer.cookies.items()))
    one = ThinkersSeat(Table(pace), f"bench-bots-{number}")
    await Wire.connect(host, port, f"/api/tables/{code}/ws?seat=0", one, pace.problems.append, f"{name}={morsel.value}")
    one.hello()
    return one
