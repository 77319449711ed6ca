"""Not one byte depends on what its reader may not know.

Two servers are driven through two worlds that one viewer cannot tell apart: other identities, hands, answers and dossiers in the
seats of others, the same visible play. Everything that reaches this viewer and the spectators is compared: what is said, how long
it is, and in which order.
"""

from __future__ import annotations

import json
import random
from itertools import islice
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from tests.server.conftest import Open
from tests.server.people import PATIENCE, House, Line, Person
from tests.server.worlds import Rigged, Walk, World
from topsecret.kernel.match import Match
from topsecret.kernel.registry import game
from topsecret.server.crowd import Crowd
from topsecret.table import room as room_module
from topsecret.table.table import Table

STEPS, LONG = 30, 200  # dossiers are asked for late in a match
PROBES = 25
SPIES = game("spies")
BASIC: dict[str, Any] = {}
CARDS: dict[str, Any] = {"cards": True}
DOSSIER: dict[str, Any] = {"dossier": True}
ALL: dict[str, Any] = {"cards": True, "dossier": True}
# seats, options, the viewer, and the secrets of others in which the worlds must differ
CASES: list[tuple[int, dict[str, Any], int | None, str]] = [
    (2, BASIC, 0, "holds"),
    (3, BASIC, None, "holds"),
    (4, BASIC, 2, "holds"),
    (5, BASIC, 4, "holds"),
    (2, CARDS, 1, "hand"),
    (3, CARDS, 0, "answer"),
    (4, CARDS, None, "hand holds"),
    (4, CARDS, None, "answer"),
    (5, CARDS, 3, "hand holds"),
    (3, DOSSIER, 1, "guess holds"),
    (4, DOSSIER, None, "guess holds"),
    (2, ALL, 0, "hand holds"),
    (3, ALL, 2, "hand holds answer"),
    (4, ALL, 1, "hand holds"),
    (2, ALL, 0, "guess"),
]


def walk(seats: int, options: dict[str, Any], viewer: int | None, secrets: str) -> Walk:
    """Worlds that go together for a while and differ in these fields."""
    steps = LONG if "guess" in secrets else STEPS
    tries = (Walk(SPIES, seats, options, viewer, f"wire {n}").go(steps) for n in range(200))
    found = list(islice((one for one in tries if one.secrets >= {*secrets.split()}), 3))
    return max(found, key=lambda one: one.apart)


class Tape(Line):
    """A line that keeps every byte."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse, client: str, tape: list[str]) -> None:
        super().__init__(ws, client)
        self.tape = tape

    async def next(self) -> dict[str, Any]:
        frame = await self.ws.receive(PATIENCE)
        if frame.type is not aiohttp.WSMsgType.TEXT:
            self.tape.append(f"closed {self.ws.close_code}")
            raise ConnectionError("closed")
        self.tape.append(frame.data)
        message: dict[str, Any] = json.loads(frame.data)
        self.heard.append(message)
        return message


async def listen(person: Person, seat: int | None, tape: list[str], client: str, since: int = 0) -> Tape:
    at = f"/api/tables/{person.code}/ws" + ("" if seat is None else f"?seat={seat}")
    line = Tape(await person.web.ws_connect(at, max_msg_size=0), client, tape)
    await line.send({"t": "hello", "v": 1, "client": client, "since": since})
    line.sync = await line.hear("sync")
    return line


class Drive:
    """One server, driven through one world. `quiet`: the other seats do nothing but what the script says."""

    def __init__(self, house: House, world: World, seats: int, options: Any, viewer: int | None, quiet: bool) -> None:
        self.house, self.world, self.viewer, self.quiet = house, world, viewer, quiet
        self.seats, self.options = seats, options
        self.tapes: dict[str, list[str]] = {"viewer": [], "spectator": [], "http": []}
        self.rng = random.Random("what the viewer tries")  # the same in both worlds
        self.noise = random.Random("what others try in vain")
        self.people: list[Person] = []
        self.lines: list[Line] = []

    async def sit_down(self) -> None:
        self.people = [self.house.person() for _ in range(self.seats)]
        await self.people[0].make(seats=self.seats, options=self.options)
        for n, person in enumerate(self.people[1:], 1):
            await person.join(self.people[0].code, f"Guest {n}")
        self.watcher = self.house.person()
        self.watcher.code = self.people[0].code
        for seat, person in enumerate(self.people):
            own = seat == self.viewer
            tape = self.tapes["viewer"] if own else []
            self.lines.append(await listen(person, seat, tape, f"client-of-{seat}"))
        self.spectator = await listen(self.watcher, None, self.tapes["spectator"], "the-spectator")
        self.mine = self.spectator if self.viewer is None else self.lines[self.viewer]
        self.me = self.watcher if self.viewer is None else self.people[self.viewer]

    async def run(self) -> None:
        await self.sit_down()
        await self.lines[0].send({"t": "start"})
        for line in (*self.lines, self.spectator):
            await line.hear("sync")
        await self.listen_all()
        probes, often = 0, 1 + len(self.world.actions) // PROBES
        for number, (seat, code) in enumerate(self.world.actions):
            if number % often == 0 or len(self.world.actions) - number < 4:
                if not self.quiet:
                    await self.make_noise(seat)
                await self.probe(probes)
                probes += 1
            done = await self.lines[seat].ask("act", action=SPIES.actions.move(code).json)
            assert done["t"] == "done", done
            await self.listen_all()
        await self.probe(-1)
        await self.come_back()

    async def listen_all(self) -> None:
        for line in (*self.lines, self.spectator):
            await line.settle()

    @property
    def match(self) -> Match:
        match: Match = self.house.room(self.people[0].code).table.match
        return match

    async def make_noise(self, actor: int) -> None:
        """Others ask, write and try what is refused: none of it is anybody else's business."""
        for seat, line in enumerate(self.lines):
            if seat == self.viewer or self.noise.random() < 0.5:
                continue
            await line.ask("legal")
            await line.send({"t": "draft", "draft": "x" * self.noise.randrange(500)})
            await line.send({"t": "note", "notes": "n" * self.noise.randrange(500)})
            code = self.noise.randrange(SPIES.actions.size)
            await line.ask("ask", action=SPIES.actions.move(code).json)
            if seat not in self.match.actors:
                assert (await line.ask("act", action=SPIES.actions.move(code).json))["t"] == "refused"
            if not self.match.can_undo(seat):
                assert (await line.ask("undo"))["t"] == "refused"
            await line.settle()

    async def probe(self, number: int) -> None:
        """The viewer tries all sorts of things, the same in both worlds; only what changes nothing."""
        line = self.mine
        await line.ask("legal")
        if number % 5 == 4:
            await line.ask("history")
        for _ in range(4):
            move = SPIES.actions.move(self.rng.randrange(SPIES.actions.size))
            for action in (move.json, str(move)):
                await line.ask("ask", action=action)
                if self.viewer is None or self.viewer not in line.view["actors"]:
                    assert (await line.ask("act", action=action))["t"] == "refused"
        await line.ask("act", action={"action": "move", "points": {"red": 99}})
        await line.ask("act", action=["nonsense", number])
        if self.viewer is None or not self.match.can_undo(self.viewer):
            await line.ask("undo")
        if self.viewer is not None and number % 7 == 3:
            await line.ask("say", text=f"I have seen {number} things")
            await line.send({"t": "note", "notes": f"after {number}"})
            await line.send({"t": "draft", "draft": {"half": number}})
        if number % 10 == 5:  # somebody comes and goes: everybody sees that
            await self.come_back()
        for what in ("", *(("/replay", "/seen", "/replay?eyes=all", "/file") if number in (-1, 9, 19) else ())):
            async with self.me.web.get(f"/api/tables/{self.people[0].code}{what}") as answer:
                headers = {name: value for name, value in answer.headers.items() if name not in ("Date", "Set-Cookie")}
                self.tapes["http"] += [str(answer.status), await answer.text(), str(sorted(headers.items()))]
        await self.listen_all()

    async def come_back(self) -> None:
        """The viewer again, in a second window, with all or some of what was told; then that window is closed."""
        for since in (0, len(self.mine.events) // 2, 10**6):
            second = await listen(self.me, self.viewer, self.tapes["viewer"], "second-window", since)
            await second.settle()
            await second.ws.close()
            room = self.house.server.crowds[self.people[0].code]
            while len(room.of.get(self.viewer, ())) > 1:  # until the server has noticed
                await self.mine.settle()
        await self.listen_all()


async def driven(monkeypatch: pytest.MonkeyPatch, open_house: Open, world: World, *args: Any) -> Drive:
    original = Table.new_match

    def new_match(self: Table, secret: str, entropy: list[str]) -> Match:
        match = original(self, secret, entropy)
        match.fair = Rigged(match, world.outcomes)
        return match

    with monkeypatch.context() as patch:
        patch.setattr(Table, "new_match", new_match)
        patch.setattr(room_module, "secrets", SimpleNamespace(token_hex=lambda n: "5e" * n, token_bytes=bytes))
        house = await open_house()
        house.server.house.rng = random.Random("codes")
        drive = Drive(house, world, *args)
        await drive.run()
        assert drive.match.truth() == world.end
    return drive


def compare(one: Drive, other: Drive) -> None:
    for name, tape in one.tapes.items():
        theirs = other.tapes[name]
        for number, (ours, others) in enumerate(zip(tape, theirs)):
            assert ours == others, f"{name}, message {number}"
        assert len(tape) == len(theirs), name


@pytest.mark.parametrize(("seats", "options", "viewer", "secrets"), CASES)
async def test_two_worlds_that_a_viewer_cannot_tell_apart_send_it_the_same_bytes(
    seats: int, options: Any, viewer: int | None, secrets: str, open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = walk(seats, options, viewer, secrets).worlds()
    one = await driven(monkeypatch, open_house, ours, seats, options, viewer, True)
    other = await driven(monkeypatch, open_house, theirs, seats, options, viewer, False)
    compare(one, other)
    assert len(one.tapes["spectator"]) > len(ours.actions)


async def test_a_server_that_told_a_little_would_be_found_out(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Crowd.info

    def telling(self: Crowd) -> Any:
        match = self.room.table.match
        hint = "" if match is None else match.state().fingerprint()
        return type(honest(self))(
            **{f: getattr(honest(self), f) for f in honest(self).__struct_fields__[:-1]}, rematch=hint
        )

    monkeypatch.setattr(Crowd, "info", telling)
    ours, theirs = walk(3, ALL, 1, "hand").worlds()
    one = await driven(monkeypatch, open_house, ours, 3, ALL, 1, True)
    other = await driven(monkeypatch, open_house, theirs, 3, ALL, 1, True)
    with pytest.raises(AssertionError, match="message"):
        compare(one, other)
