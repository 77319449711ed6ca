"""A server under test, and people who talk to it as browsers do."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from typing import Any

import aiohttp
from aiohttp.test_utils import TestServer

from tests.server.memory import MemoryStore
from topsecret.server.app import Server
from topsecret.server.doorstep import Doorstep
from topsecret.server.settings import Limits, Settings
from topsecret.table.standstill import NO_WAITS
from topsecret.table.thinking import Here

PATIENT = Limits(
    messages=None, messages_of_address=None, requests=None, file_seconds=300
)  # with a clock that stands still
NEVER_PINGED: dict[str, Any] = {
    "heartbeat_seconds": None,
    "sweep_seconds": None,
}  # pings and sweeps go by the machine's own clock: a slow test would lose its lines
PATIENCE = 120.0  # seconds until a test that waits for ever is given up


class FakeClock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.sleepers: list[tuple[float, asyncio.Future[None]]] = []
        self.asked: list[float] = []

    def now(self) -> float:
        return self.time

    def wall(self) -> int:
        return 1_700_000_000_000 + int(self.time * 1000)

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sleepers.append((self.time + seconds, future))
        await future

    def advance(self, seconds: float) -> None:
        self.time += seconds
        for until, future in list(self.sleepers):
            if until <= self.time + 1e-9:
                self.sleepers.remove((until, future))
                if not future.done():
                    future.set_result(None)


class House:
    """One running server."""

    def __init__(self, store: Any = None, limits: Limits | None = None, bot_pace: float = 0.0, **settings: Any) -> None:
        self.store = store if store is not None else MemoryStore()
        self.clock = FakeClock()
        settings.setdefault("waits", NO_WAITS)  # play begins at once
        chosen = Settings(bot_pace=bot_pace, limits=replace(limits or PATIENT, **NEVER_PINGED), **settings)
        self.server = Server(self.store, chosen, self.clock, Here())
        self.people: list[Person] = []
        self.http: TestServer

    async def open(self) -> House:
        self.http = TestServer(self.server.app())
        await self.http.start_server(auto_decompress=False)
        assert self.http.handler is not None
        self.http.handler.handler_cancellation = False  # as it is served
        self.doorstep = Doorstep(self.http.handler, self.server.settings.limits)
        return self

    async def close(self) -> None:
        for person in self.people:
            await person.web.close()
        await self.http.close()

    def person(self, **headers: str) -> Person:
        person = Person(str(self.http.make_url("")), headers)
        self.people.append(person)
        return person

    def table(self, code: str) -> Any:
        return self.server.house.tables[code]


class Person:
    """A browser of somebody, with its own cookies."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self.address = address
        self.web = aiohttp.ClientSession(address, cookie_jar=aiohttp.CookieJar(unsafe=True), headers=headers)
        self.code = ""
        self.seat = -1

    @classmethod
    def sharing(cls, other: Person) -> Person:
        """Another seat in the same browser: whoever sits there now."""
        one = cls.__new__(cls)
        one.address, one.web, one.code, one.seat = other.address, other.web, other.code, other.seat
        return one

    async def post(self, path: str, body: Any, status: int = 200) -> Any:
        async with self.web.post(path, json=body) as answer:
            data = await answer.json()
            assert answer.status == status, (answer.status, data)
            return data

    async def get(self, path: str, status: int = 200) -> Any:
        async with self.web.get(path) as answer:
            data = await answer.json()
            assert answer.status == status, (answer.status, data)
            return data

    async def make(self, game: str = "spies", **wishes: Any) -> Person:
        seated = await self.post("/api/tables", {"game": game, **wishes})
        self.code, self.seat = seated["code"], seated["seat"]
        return self

    async def join(self, code: str, name: str = "Guest", **wishes: Any) -> Person:
        seated = await self.post(f"/api/tables/{code}/join", {"name": name, **wishes})
        self.code, self.seat = seated["code"], seated["seat"]
        return self

    async def connect(
        self, client: str = "", since: int = 0, code: str = "", seat: int | None = -1, hello: bool = True
    ) -> Line:
        seat = self.seat if seat == -1 else seat
        at = f"/api/tables/{code or self.code}/ws" + ("" if seat is None or seat < 0 else f"?seat={seat}")
        line = Line(await self.web.ws_connect(at, max_msg_size=0), client or secrets.token_hex(6))
        if hello:
            await line.send({"t": "hello", "v": 1, "client": line.client, "since": since})
            line.sync = await line.hear("sync")
        return line


class Line:
    """One open socket. What comes is kept in `heard`; `hear` waits for a message."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse, client: str) -> None:
        self.ws = ws
        self.client = client
        self.id = 0
        self.heard: list[dict[str, Any]] = []
        self.sync: dict[str, Any] = {}
        self.end: int | None = None  # the code of the farewell
        self._view: dict[str, Any] = {}

    @property
    def view(self) -> dict[str, Any]:
        """The last view with all changes that came since."""
        return dict(self._view)

    @property
    def events(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = []
        for message in self.heard:
            if message["t"] == "sync":
                events = message["events"] if message["since"] == 0 else [*events, *message["events"]]
            elif message["t"] == "steps":
                assert message["n"] == len(events) + 1, "an event is missing or came twice"
                events = events + [event for step in message["steps"] for event in step["events"]]
        return events

    async def send(self, message: Any) -> None:
        await self.ws.send_json(message)

    async def next(self) -> dict[str, Any]:
        frame = await asyncio.wait_for(self.ws.receive(), PATIENCE)
        if frame.type is not aiohttp.WSMsgType.TEXT:
            self.end = frame.data if frame.type is aiohttp.WSMsgType.CLOSE else self.ws.close_code
            raise ConnectionError(f"closed: {self.ws.close_code} {frame.type} {frame.extra}")
        message: dict[str, Any] = frame.json()
        self.keep(message)
        return message

    def keep(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        if message["t"] == "sync":
            self._view = dict(message["view"] or {})
        elif message["t"] == "steps":
            for step in message["steps"]:
                self._view.update(step["changes"])

    async def hear(self, *tags: str) -> dict[str, Any]:
        """The next message with one of these tags."""
        while (message := await self.next())["t"] not in tags:
            pass
        return message

    async def ask(self, tag: str, **more: Any) -> dict[str, Any]:
        """Sends a message with a number and waits for its answer."""
        self.id = more.pop("id", self.id + 1)
        await self.send({"t": tag, "id": self.id, **more})
        while True:
            message = await self.hear("done", "refused", "preview", "help", "judged", "legal", "past", "problem")
            if message.get("id", self.id) == self.id:
                return message

    def last(self, tag: str) -> dict[str, Any]:
        """The latest message with this tag that has come."""
        return next(message for message in reversed(self.heard) if message["t"] == tag)

    async def settle(self) -> None:
        """Until everything that was sent before is answered."""
        await self.send({"t": "ping"})
        await self.hear("pong")

    async def closed(self) -> int | None:
        """Waits for the end; the code of it."""
        try:
            while True:
                await self.next()
        except ConnectionError:
            return self.end

    async def legal(self) -> list[dict[str, Any]]:
        """All actions of this seat now, those of large families too."""
        answer = await self.ask("legal")
        actions: list[dict[str, Any]] = answer["actions"]
        for more in answer["more"]:
            actions += (await self.ask("legal", family=more["family"]))["actions"]
        return actions

    async def act_any(self) -> dict[str, Any]:
        """Plays the first of the legal actions."""
        return await self.ask("act", action=(await self.legal())[0])

    async def act_until_it_is_not_my_turn(self) -> None:
        """Plays anything as long as this seat is asked."""
        while self.sync["seat"] in self.view["actors"]:
            await self.act_any()
        await self.settle()

    async def wait_for_my_turn(self) -> None:
        while self.sync["seat"] not in self.view["actors"] and self.view["result"] is None:
            await self.hear("steps")
