"""People who play at a server for a long time: they act, talk, watch, leave, are stood in for and come back."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from topsecret.kernel import registry

TERMS: tuple[dict[str, Any], ...] = ({"grace_s": 5}, {"grace_s": 5, "move_s": 5, "bank_s": 20, "stand_in": "easy"})
REFUSALS = (  # what happens to honest people who act at the same moment as somebody else
    "not_your_turn",
    "not_now",
    "cannot_undo",
    "bot_plays",
    "time_over",
    "not_running",
    "paused",
    "standstill",
    "too_late",
    "not_gone",
    "too_early",
    "not_proposed",
)
VANISH = 0.2  # of those who have to go so many just vanish; if the table has a clock, bots play on for them to the end
PATIENCE = 60.0  # seconds until an answer is given up
RULES_OF = ("paris",)  # what one saw a moment ago may be over: refusals by a rule are no fault in a game with time


@dataclass
class Crowd:
    """Everybody, and what is measured of them."""

    address: str
    pace: float  # seconds between two actions of a person
    rng: random.Random
    times: list[float] = field(default_factory=list)
    actions: int = 0
    tables: int = 0
    matches: int = 0  # that came to an end
    faults: list[str] = field(default_factory=list)

    def take_times(self) -> list[float]:
        taken, self.times = self.times, []
        return taken


class Guest:
    """One browser with one seat, or one that watches (seat None)."""

    def __init__(self, crowd: Crowd, code: str, seat: int | None, web: aiohttp.ClientSession) -> None:
        self.crowd, self.code, self.seat, self.web = crowd, code, seat, web
        self.client = secrets.token_hex(6)
        self.id = 0
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.ws: aiohttp.ClientWebSocketResponse | None = None
        self.reader: asyncio.Task[None] | None = None

    async def come(self) -> None:
        at = f"/api/tables/{self.code}/ws" + ("" if self.seat is None else f"?seat={self.seat}")
        self.ws = await self.web.ws_connect(at, max_msg_size=0)
        await self.ws.send_json({"t": "hello", "v": 1, "client": self.client})
        await self.take(await self.ws.receive())
        self.reader = asyncio.create_task(self.read())

    async def go(self) -> None:
        if self.ws is not None:
            await self.ws.close()
        if self.reader is not None:
            await asyncio.wait([self.reader])
        self.ws = None

    async def read(self) -> None:
        assert self.ws is not None
        while (frame := await self.ws.receive()).type is aiohttp.WSMsgType.TEXT:
            await self.take(frame)
        for answer in self.answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the connection is gone"))
        self.answers.clear()

    async def take(self, frame: Any) -> None:
        if frame.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError("not let in")
        message = frame.json()
        kind = message["t"]
        if kind == "sync":
            self.view, self.table = message["view"] or {}, message["table"]
        elif kind == "table":
            self.table = message["table"]
        elif kind == "steps":
            for step in message["steps"]:
                self.view.update(step["changes"])
        elif kind == "pong" and message.get("now") is not None:
            assert self.ws is not None
            await self.ws.send_json({"t": "echo", "n": message["n"]})
        elif kind == "problem" and message["code"] not in REFUSALS:
            self.crowd.faults.append(f"problem {message['code']}: {message['message']}")
        answer = self.answers.pop(message.get("id", -1), None)
        if answer is not None and not answer.done():
            answer.set_result(message)

    async def say(self, **message: Any) -> None:
        if self.ws is not None and not self.ws.closed:
            await self.ws.send_json(message)

    async def ask(self, **message: Any) -> dict[str, Any]:
        if self.ws is None or self.ws.closed:
            raise ConnectionError("the server has closed the connection")
        self.id += 1
        answer = self.answers[self.id] = asyncio.get_running_loop().create_future()
        await self.say(id=self.id, **message)
        until = time.monotonic() + PATIENCE
        while not (await asyncio.wait([answer], timeout=self.crowd.pace))[0]:
            if time.monotonic() >= until:
                answer.cancel()
                raise TimeoutError(f"no answer to {message} in {self.table.get('game')} for {PATIENCE:g} s")
            if self.table.get("paused"):  # what is held stays held while the table's time stands still
                await self.say(t="propose", what="play_on")
        return answer.result()

    async def settle(self) -> None:
        """Until all that was said is heard."""
        await self.ask(t="react", reaction="thanks")

    @property
    def is_asked(self) -> bool:
        return self.table.get("state") == "playing" and self.seat in self.view.get("actors", ())

    async def act(self) -> None:
        """Any action that is legal now."""
        legal = await self.ask(t="legal")
        actions = legal["actions"]
        if legal["more"]:
            family = self.crowd.rng.choice(legal["more"])["family"]
            actions = actions + (await self.ask(t="legal", family=family))["actions"]
        actions = [one for one in actions if one["action"] != "resign"]
        if not actions:
            return
        begun = time.perf_counter()
        answer = await self.ask(t="act", action=self.crowd.rng.choice(actions))
        self.crowd.actions += 1
        if self.table["game"] not in RULES_OF:  # which holds what belongs to a race
            self.crowd.times.append(time.perf_counter() - begun)
        is_rule = bool(answer.get("rule")) and self.table["game"] in RULES_OF
        if answer["t"] == "refused" and answer["code"] not in REFUSALS and not is_rule:
            self.crowd.faults.append(f"refused {answer['code']}: {answer['message']}")


class Party:
    """One table after the other: made, played for a while, left."""

    def __init__(self, crowd: Crowd, number: int, over: Callable[[], bool]) -> None:
        self.crowd, self.number, self.over = crowd, number, over
        self.rng = random.Random(f"{number} {crowd.rng.random()}")

    async def run(self) -> None:
        games = [game.id for game in registry.games()]
        turn = self.number
        while not self.over():
            try:
                await self.table(games[turn % len(games)], TERMS[turn // len(games) % len(TERMS)])
            except (aiohttp.ClientError, ConnectionError, TimeoutError) as problem:
                self.crowd.faults.append(f"{type(problem).__name__}: {problem}")
                await asyncio.sleep(self.crowd.pace)
            turn += 1

    async def post(self, web: aiohttp.ClientSession, path: str, body: Any) -> dict[str, Any]:
        async with web.post(path, json=body) as answer:
            found: dict[str, Any] = await answer.json()
            if answer.status != 200:
                raise ConnectionError(f"{path.rpartition('/')[2]}: {answer.status} {found}")
            return found

    def browser(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(self.crowd.address, cookie_jar=aiohttp.CookieJar(unsafe=True))

    async def table(self, game: str, terms: dict[str, Any]) -> None:
        crowd = self.crowd
        found = registry.game(game)
        if found.State.timed:
            terms = {"grace_s": terms["grace_s"]}
        seats = max(found.seats[0], min(3, found.seats[-1]))
        host, friend, watcher = self.browser(), self.browser(), self.browser()
        async with host, friend, watcher:
            async with host.get("/") as page:
                await page.read()
            body = {"game": game, "name": "Host", "seats": seats, "terms": terms}
            if game == "spies":
                body["options"] = {"cards": True, "dossier": self.rng.random() < 0.5}
            code = (await self.post(host, "/api/tables", body))["code"]
            crowd.tables += 1
            await self.post(friend, f"/api/tables/{code}/join", {"name": "Friend"})
            people = [Guest(crowd, code, 0, host), Guest(crowd, code, 1, friend), Guest(crowd, code, None, watcher)]
            for one in people:
                await one.come()
            await people[0].say(t="start")
            try:
                until = time.monotonic() + self.rng.uniform(60, 180)
                tasks = [asyncio.create_task(self.play(one, until)) for one in people]
                await asyncio.gather(*tasks)
                if self.rng.random() >= VANISH:
                    await self.end(people[0], people[1], is_duel="resign" in found.actions.by_name)
                if people[0].table.get("state") == "over":
                    crowd.matches += 1
                    async with host.get(f"/api/tables/{code}/replay?eyes=0") as replay:
                        await replay.read()
            finally:
                for one in people:
                    await one.go()

    async def play(self, one: Guest, until: float) -> None:
        """At a person's pace, with all that people do."""
        rng = self.rng
        while time.monotonic() < until and not self.over():
            await asyncio.sleep(self.crowd.pace * rng.uniform(0.5, 1.5))
            await one.say(t="ping")
            luck = rng.random()
            if one.table.get("state") == "over":
                return
            if luck < 0.01:
                await self.be_away(one)
            elif one.seat is None:
                continue
            elif luck < 0.03:
                await one.ask(t="say", text=f"what number {one.id} may mean?")
            elif luck < 0.05:
                await one.say(t="note", notes=f"my note {one.id}")
            elif luck < 0.06:
                await one.say(t="propose", what="play_on" if one.table["paused"] else "pause")
            elif luck < 0.3 and one.table["paused"]:
                await one.say(t="vote", what="play_on", yes=True)
                await one.say(t="propose", what="play_on")
            elif one.is_asked:
                await one.act()
            else:
                await self.help_out(one)

    async def end(self, host: Guest, friend: Guest, is_duel: bool) -> None:
        """They have to go now: one resigns, or they agree to stop."""
        for one in (host, friend):
            if one.table.get("paused"):
                await one.say(t="propose", what="play_on")
        for one in (host, friend):
            if one.table.get("state") != "playing":
                return
            if not is_duel:
                await one.say(t="propose", what="stop")
            elif one.is_asked:
                await one.ask(t="act", action="resign")
        for one in (host, friend):
            await one.settle()

    async def be_away(self, one: Guest) -> None:
        if one.seat is not None and self.rng.random() < 0.5:
            await one.say(t="leave")
        await one.go()
        await asyncio.sleep(self.rng.uniform(1, 12))
        await one.come()

    async def help_out(self, one: Guest) -> None:
        """Where somebody has been gone for the grace time, a bot plays on."""
        for number, seat in enumerate(one.table.get("seats", ())):
            if seat["kind"] == "person" and not seat["here"] and not seat["stand_in"] and number != one.seat:
                if (seat["gone_ms"] or 0) >= 0 and self.rng.random() < 0.3:
                    await one.say(t="stand_in", seat=number)
