"""Makes a folder of tables and saved matches with the version of topsecret that is being run, for later versions to open.

PYTHONPATH=OLD/src python tests/upgrades/make.py tests/upgrades/NAME     OLD: a checkout of the version

It speaks to a server of that version as a browser does, and uses nothing else of it but the library's front door.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, CookieJar

import topsecret
from topsecret import bots
from topsecret.lab.selfplay import play_one

PATIENCE = 60.0


class Player:
    """A person at a table: a browser with its cookies and one socket."""

    def __init__(self, address: str, client: str) -> None:
        self.web = ClientSession(address, cookie_jar=CookieJar(unsafe=True))
        self.client = client
        self.view: dict[str, Any] = {}
        self.sync: dict[str, Any] = {}
        self.can_undo = False
        self.events = 0
        self.id = 0
        self.rng = random.Random(client)

    async def sit(self, path: str, wish: dict[str, Any]) -> str:
        async with self.web.post(path, json=wish) as answer:
            place = await answer.json()
            assert answer.status == 200, place
        self.code, self.seat = place["code"], place["seat"]
        return str(self.code)

    async def connect(self) -> None:
        self.socket = await self.web.ws_connect(f"/api/tables/{self.code}/ws?seat={self.seat}", max_msg_size=0)
        await self.send({"t": "hello", "v": 1, "client": self.client})
        await self.hear("sync")

    async def send(self, message: dict[str, Any]) -> None:
        await self.socket.send_json(message)

    async def hear(self, *tags: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = await asyncio.wait_for(self.socket.receive_json(), PATIENCE)
            match message["t"]:
                case "sync":
                    self.sync, self.view = message, message["view"] or {}
                    self.events, self.can_undo = len(message["events"]), message["can_undo"]
                case "steps":
                    for step in message["steps"]:
                        self.view |= step["changes"]
                        self.events += len(step["events"])
                    self.can_undo = message["can_undo"]
                case "problem" | "bye":
                    raise AssertionError(message)
            if message["t"] in tags:
                return message

    async def settle(self) -> None:
        """Until all that was told before is here."""
        await self.send({"t": "ping"})
        await self.hear("pong")

    async def ask(self, tag: str, **more: Any) -> dict[str, Any]:
        self.id += 1
        await self.send({"t": tag, "id": self.id, **more})
        while True:
            answer = await self.hear("done", "refused", "legal")
            if answer["id"] == self.id:
                return answer

    @property
    def is_asked(self) -> bool:
        return self.seat in self.view.get("actors", [])

    async def act(self) -> None:
        """Plays any legal action."""
        legal = await self.ask("legal")
        actions = legal["actions"]
        for more in legal.get("more", []):
            actions += (await self.ask("legal", family=more["family"]))["actions"]
        answer = await self.ask("act", action=self.rng.choice(actions))
        assert answer["t"] == "done", answer

    def cookies(self) -> dict[str, str]:
        return {cookie.key: cookie.value for cookie in self.web.cookie_jar if cookie["path"].endswith(self.code)}


Until = Callable[[list[Player]], bool]


async def play(people: list[Player], until: Until) -> None:
    """Everybody plays at random until then, or until the match is over."""
    while True:
        for person in people:
            await person.settle()
        if people[0].view["result"] is not None or until(people):
            return
        asked = [person for person in people if person.is_asked]
        if asked:
            await asked[0].act()
        else:
            await people[0].hear("steps")  # bots are thinking


async def take_back(people: list[Player]) -> None:
    """Plays on until somebody can take an action back, and takes it back; a bot may be quicker."""
    done = False
    while not done:
        await play(people, lambda people: any(person.can_undo for person in people))
        person = next(person for person in people if person.can_undo)
        done = (await person.ask("undo"))["t"] == "done"
        if not done:
            await person.hear("steps")


def never(people: list[Player]) -> bool:
    return False


def in_a_poll(people: list[Player]) -> bool:
    """Both people are asked whether they play a card."""
    return people[0].view["phase"] == "poll" and all(person.is_asked for person in people)


def has_gone_on(actions: int) -> Until:
    """So many more looks at the table."""
    left = iter(range(actions))
    return lambda people: next(left, None) is None


class Tables:
    """Makes the tables of a folder on a running server, and remembers what must be found again."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.found: dict[str, Any] = {}

    async def sit_down(self, name: str, wish: dict[str, Any], join: int) -> list[Player]:
        people = [Player(self.address, f"{name}-chief")]
        code = await people[0].sit("/api/tables", {"name": "Chief", **wish})
        for number in range(join):
            people.append(Player(self.address, f"{name}-guest{number}"))
            await people[-1].sit(f"/api/tables/{code}/join", {"name": f"Guest {number}"})
        for person in people:
            await person.connect()
        return people

    async def remember(self, name: str, people: list[Player]) -> None:
        await people[0].settle()
        while not {person.seat for person in people}.issuperset(people[0].view.get("actors", [])):
            await people[0].hear("steps")  # a bot is thinking
        seats = []
        for person in people:
            await person.socket.close()
            await person.connect()  # the whole picture
            sync = person.sync
            seats.append(
                {
                    "seat": person.seat,
                    "cookies": person.cookies(),
                    "client": person.client,
                    "last": sync["last"],
                    "view": sync["view"],
                    "events": len(sync["events"]),
                    "can_undo": sync["can_undo"],
                    "notes": sync["notes"],
                    "draft": sync["draft"],
                    "chat": [(said["name"], said["text"]) for said in sync["chat"]],
                }
            )
        table = people[0].sync["table"]
        self.found[name] = {"code": table["code"], "game": table["game"], "state": table["state"], "seats": seats}
        for person in people:
            await person.socket.close()
            await person.web.close()

    async def make_all(self) -> None:
        people = await self.sit_down("waiting", {"game": "spies", "seats": 4, "bots": ["", "greedy"]}, join=1)
        await people[1].send({"t": "note", "notes": "bring a hat"})
        await people[1].ask("say", text="Is anybody here?")
        await self.remember("spies waiting", people)

        both = {"cards": True, "dossier": True}
        people = await self.sit_down("poll", {"game": "spies", "seats": 4, "options": both}, join=1)
        await people[0].send({"t": "start"})
        for person in people:
            await person.hear("sync")
        await take_back(people)
        await play(people, in_a_poll)
        await people[0].ask("say", text="Who has the safe?")
        await people[1].ask("say", text="Nobody you know.")
        await people[0].send({"t": "note", "notes": "red is not blue"})
        await people[1].send({"t": "draft", "draft": {"half": ["made"]}})
        await people[0].act()
        await self.remember("spies in a poll", people)

        people = await self.sit_down("ended", {"game": "spies", "seats": 3, "bots": ["greedy", "random"]}, join=0)
        await people[0].send({"t": "start"})
        await people[0].hear("sync")
        await play(people, never)
        await people[0].send({"t": "rematch"})
        await people[0].hear("table")
        await self.remember("spies ended", people)

        for game in ("briefcase", "intel"):
            people = await self.sit_down(f"{game}-running", {"game": game}, join=1)
            await people[0].send({"t": "start"})
            for person in people:
                await person.hear("sync")
            await play(people, has_gone_on(12))
            await self.remember(f"{game} running", people)

            people = await self.sit_down(f"{game}-ended", {"game": game, "bots": ["greedy"]}, join=0)
            await people[0].send({"t": "start"})
            await people[0].hear("sync")
            await play(people, never)
            await self.remember(f"{game} ended", people)


def save_matches(folder: Path) -> None:
    """Of every game one match that has ended and one that has not, with the options that differ most from the usual."""
    options: dict[str, dict[str, Any]] = {
        "spies": {"cards": True, "dossier": True},
        "briefcase": {"answers": "manual"},
        "paris": {"deals": 2},
    }
    for game in topsecret.games():
        chosen, bot = options.get(game.id, {}), "attentive" if game.State.timed else "greedy"
        ended, _ = play_one(game, game.usual_seats, chosen, "upgrade", [bot], bots.Budget())
        running = game.match(seats=game.usual_seats, options=chosen, seed="upgrade")
        play_at_random(running, 40)
        assert ended.over and not running.over
        for match, state in ((ended, "ended"), (running, "running")):
            path = folder / f"{game.id}-{state}.topsecret.json"
            path.write_text(json.dumps(match.save(), ensure_ascii=False), encoding="utf-8")


def play_at_random(match: topsecret.Match, actions: int) -> None:
    """So many actions; those that can be taken back are, at times."""
    rng = random.Random("upgrade")
    for _ in range(actions):
        seat = rng.choice([seat for seat in match.actors if match.legal(seat)])
        time = {"at": match.now + rng.randrange(300)} if match.game.State.timed else {}
        match.play(seat, rng.choice(match.legal(seat)), **time)
        if match.can_undo(seat) and rng.random() < 0.2:
            match.undo(seat)


def make(folder: Path) -> None:
    data = folder / "data"
    data.mkdir(parents=True)
    serve = [sys.executable, "-m", "topsecret", "serve", "--no-open", "--port", "0", "--no-limits"]
    serve += ["--bot-pace", "0", "--countdown", "0"]
    with subprocess.Popen([*serve, "--data", str(data)], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            tables = Tables(server.stdout.readline().split()[-1])
            asyncio.run(tables.make_all())
        finally:
            server.terminate()
    (data / "lock.sqlite3").unlink()
    (folder / "tables.json").write_text(json.dumps(tables.found, ensure_ascii=False), encoding="utf-8")
    save_matches(folder)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
