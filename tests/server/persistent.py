"""A player who comes back after every lost connection, and sends again what was not confirmed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from tests.server.people import Person
from tests.server.process import PATIENCE, ServerProcess
from topsecret.kernel.registry import game


class Lost(Exception):
    """The connection is gone."""


@dataclass
class Tally:
    """Counts what is sent and confirmed by all players together: the only clock of the test."""

    count: int = 0
    goal: int = -1
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)  # some match has come to its end
    enough: asyncio.Event = field(default_factory=asyncio.Event)  # nothing new is begun any more
    replaced: int = 0  # seats that somebody new sits on

    def tick(self) -> int:
        self.count += 1
        if self.count == self.goal:
            self.reached.set()
        return self.count

    async def more(self, ticks: int) -> None:
        self.reached.clear()
        self.goal = self.count + ticks
        await asyncio.wait_for(self.reached.wait(), PATIENCE)


@dataclass
class Wish:
    """One numbered message: when it was first sent, and when it was confirmed."""

    message: dict[str, Any]
    sent: int
    done: int = 0
    tries: int = 0


CAME_TOO_LATE = (  # somebody else, a bot or the clock was a moment quicker
    "not_your_turn",
    "not_now",
    "cannot_undo",
    "time_over",
    "bot_plays",
    "paused",
    "too_late",
)


class Stubborn:
    """One seat of one table, played at random. With `leaves` it goes now and then, with or without a goodbye, and sleeps at the table."""

    def __init__(self, person: Person, server: ServerProcess, tally: Tally, seed: str, leaves: bool = False) -> None:
        self.person = person
        self.server = server
        self.tally = tally
        self.leaves = leaves
        self.rng = random.Random(seed)
        self.client = "client-" + "".join(self.rng.choices("abcdefgh", k=8))
        self.id = 0
        self.wish: Wish | None = None
        self.lost: Wish | None = None  # what waited for an answer when somebody new got the seat
        self.is_out = False  # somebody new has the seat
        self.confirmed: list[Wish] = []
        self.refused: list[Wish] = []
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.can_undo = False
        self.last = -1
        self.replay: dict[str, Any] = {}
        self.file: dict[str, Any] | None = None
        self.ws: aiohttp.ClientWebSocketResponse

    async def play(self) -> None:
        """Until there was enough and nothing is open."""
        while not (self.is_out or (self.tally.enough.is_set() and self.wish is None and self._is_still())):
            await self.server.up.wait()
            await self.attend(self._go_on)
            if self.leaves and self.rng.random() < 0.5:  # for longer than the grace time, if nobody else comes
                await asyncio.sleep(self.rng.random())

    def _is_still(self) -> bool:
        """Paused or over, so that all see the same at the end: no bot and no clock goes on."""
        return bool(self.table) and (self.table["paused"] or self.table["state"] == "over")

    @property
    def _timed(self) -> bool:
        return bool(self.table) and game(self.table["game"]).State.timed

    async def look(self) -> None:
        """Comes once more, only to see how things are, and takes the match home."""
        if self.is_out:
            return
        await self.attend(self.nothing)
        if self.is_out:
            return
        table = f"/api/tables/{self.person.code}"
        self.replay = await self.person.get(f"{table}/replay?eyes={self.person.seat}")
        if self.view["result"] is not None:
            self.file = await self.person.get(f"{table}/file")

    async def attend(self, then: Callable[[], Any]) -> None:
        at = f"/api/tables/{self.person.code}/ws?seat={self.person.seat}"
        try:
            async with self.person.web.ws_connect(at, max_msg_size=0) as self.ws:
                await self.ws.send_json({"t": "hello", "v": 1, "client": self.client, "since": len(self.events)})
                await self._until("sync")
                await then()
        except aiohttp.WSServerHandshakeError as problem:
            self._is_turned_away(problem.status)
        except (aiohttp.ClientError, ConnectionError, Lost):
            await asyncio.sleep(0)

    def _is_turned_away(self, status: int) -> None:
        """Somebody new has the seat; or it is not allowed yet."""
        if status in (403, 409) and self.view:
            self.is_out, self.lost, self.wish = True, self.wish, None

    async def nothing(self) -> None:
        """Only to look."""

    async def _go_on(self) -> None:
        while True:
            if self.view["result"] is not None:
                self.tally.ended.set()
            if self.wish is None and self.tally.enough.is_set():
                await self._come_to_rest()
                return
            if self.leaves and self.wish is None and await self._leaves():
                return
            await self._see_to_others()
            if self.wish is None:
                self.wish = await self._new_wish()
            if self.wish is None:
                await self._next()
                continue
            self.wish.tries += 1
            await self.ws.send_json(self.wish.message)
            self.tally.tick()
            answer = await self._until("done", "refused", id=self.wish.message["id"])
            self.wish.done = self.tally.tick()
            if answer["t"] == "done":
                self.confirmed.append(self.wish)
            else:  # somebody else took back what this answered, or decided in this seat's place, a moment before
                is_rule = (self._timed or self.leaves) and bool(answer.get("rule"))
                assert answer["code"] in CAME_TOO_LATE or is_rule, (answer, self.wish)
                self.refused.append(self.wish)
                if answer["code"] == "bot_plays":
                    await self.ws.send_json({"t": "back"})
            self.wish = None

    async def _come_to_rest(self) -> None:
        """All agree to a pause."""
        while not self._is_still():
            await self.ws.send_json({"t": "propose", "what": "pause"})
            await self._until("table")

    async def _leaves(self) -> bool:
        """Says goodbye, or just goes, or sleeps until something happens."""
        luck = self.rng.random()
        if self.view["result"] is not None:
            return False
        if luck < 0.02:
            await self.ws.send_json({"t": "leave"})
            return True
        if luck < 0.04:
            return True
        if luck < 0.06 and any(seat["clock"] for seat in self.table["seats"]):
            for _ in range(3):
                await self._next()
        return False

    async def _see_to_others(self) -> None:
        """Lets a bot play on for whoever has gone; allows somebody new to sit down."""
        for number, seat in enumerate(self.table["seats"]):
            is_gone = seat["kind"] == "person" and not seat["here"] and not seat["stand_in"]
            if is_gone and number != self.person.seat and self.view["result"] is None:
                await self.ws.send_json({"t": "stand_in", "seat": number})
        for one in self.table["proposals"]:
            if one["what"] == "seat" and self.person.seat in one["waits_for"]:
                await self.ws.send_json({"t": "vote", "what": "seat", "seat": one["seat"], "yes": True})

    async def _new_wish(self) -> Wish | None:
        luck = self.rng.random()
        if luck < 0.1:
            return self._numbered(t="say", text=f"{self.client} says {self.id}")
        if self.view["result"] is None and self.can_undo and luck < 0.25:
            return self._numbered(t="undo")
        if self.person.seat not in self.view["actors"]:
            return self._numbered(t="say", text="all is over") if self.view["result"] else None
        self.id += 1
        await self.ws.send_json({"t": "legal", "id": self.id})
        answer = await self._until("legal", id=self.id)
        legal = answer["actions"]
        if answer["more"]:
            await self.ws.send_json({"t": "legal", "id": self.id, "family": answer["more"][0]["family"]})
            legal += (await self._until("legal", id=self.id))["actions"]
        legal = [action for action in legal if action["action"] != "resign" or luck > 0.99]
        if not legal or self.person.seat not in self.view["actors"]:
            return None
        return self._numbered(t="act", action=self.rng.choice(legal))

    def _numbered(self, **message: Any) -> Wish:
        self.id += 1
        return Wish({"id": self.id, **message}, self.tally.tick())

    async def _until(self, *tags: str, id: int | None = None) -> dict[str, Any]:
        while True:
            message = await self._next()
            if message["t"] in tags and (id is None or message["id"] == id):
                return message

    async def _next(self) -> dict[str, Any]:
        frame = await self.ws.receive()
        if frame.type is not aiohttp.WSMsgType.TEXT:
            raise Lost
        message: dict[str, Any] = frame.json()
        if message["t"] == "sync":
            self.view, self.table = message["view"], message["table"]
            self.can_undo = message["can_undo"]
            self.last = message["last"]
            self.events = [*self.events[: message["since"]], *message["events"]]
        elif message["t"] == "table":
            self.table = message["table"]
        elif message["t"] == "happened":
            self.tally.replaced += message["what"] == "replaced"
        elif message["t"] == "steps":
            self.can_undo = message["can_undo"]
            assert message["n"] == len(self.events) + 1, "an event is missing or came twice"
            for step in message["steps"]:
                self.view = self.view | step["changes"]
                self.events += step["events"]
        return message
