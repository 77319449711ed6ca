"""Not one byte depends on what its reader may not know.

Two servers are driven through two worlds that one viewer cannot tell apart: other identities, hands, answers and dossiers in the
seats of others, the same visible play. Everything that reaches this viewer and the spectators is compared: what is said, how long
it is, and in which order.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from functools import partial
from itertools import islice
from types import SimpleNamespace
from typing import Any

import aiohttp
import msgspec
import pytest

from tests.server.conftest import Open
from tests.server.memory import MemoryStore
from tests.server.people import PATIENCE, FakeClock, House, Line, Person
from tests.server.test_bots import settled
from tests.server.worlds import Rigged, Walk, World
from topsecret.kernel.errors import IllegalAction
from topsecret.kernel.match import Match
from topsecret.kernel.registry import game
from topsecret.server.broadcast import Broadcast
from topsecret.table import beginnings, races
from topsecret.table.state import TableState

STEPS, LONG = 30, 200  # dossiers are asked for late in a match
PROBES = 25
BASIC: dict[str, Any] = {}
CARDS: dict[str, Any] = {"cards": True}
DOSSIER: dict[str, Any] = {"dossier": True}
ALL: dict[str, Any] = {"cards": True, "dossier": True}
# the game, seats, options, the viewer, and the secrets of others in which the worlds must differ
SPIES: list[tuple[int, dict[str, Any], int | None, str]] = [
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
BY_HAND = {"answers": "manual", "answer_ms": 0}
CASES: list[tuple[str, int, dict[str, Any], int | None, str]] = [
    *(("spies", *case) for case in SPIES),
    *(("briefcase", 2, options, viewer, "piece") for options in (BASIC, BY_HAND) for viewer in (None, 0, 1)),
    *(("intel", 2, BASIC, viewer, "") for viewer in (None, 0, 1)),  # only drafts are secret
    *(("paris", 4, BASIC, viewer, "card gaze") for viewer in (None, 0, 1, 2, 3)),
    ("paris", 3, {"eyes": "hybrid"}, 1, "card gaze"),
]


def walk(id: str, seats: int, options: dict[str, Any], viewer: int | None, secrets: str) -> Walk:
    """Worlds that go together for a while and differ in these fields."""
    steps = LONG if "guess" in secrets or not secrets else STEPS
    tries = (Walk(game(id), seats, options, viewer, f"wire {n}").go(steps) for n in range(200))
    found = list(islice((one for one in tries if one.secrets >= {*secrets.split()}), 3))
    return max(found, key=lambda one: one.apart)


class Tape(Line):
    """A line that keeps every byte, and when it came."""

    def __init__(
        self, ws: aiohttp.ClientWebSocketResponse, client: str, tape: list[str], time: Callable[[], int]
    ) -> None:
        super().__init__(ws, client)
        self.tape = tape
        self.time = time

    async def next(self) -> dict[str, Any]:
        frame = await self.ws.receive(PATIENCE)
        if frame.type is not aiohttp.WSMsgType.TEXT:
            self.tape.append(f"closed {self.ws.close_code}")
            raise ConnectionError("closed")
        message: dict[str, Any] = json.loads(frame.data)
        if message["t"] != "pong":  # the test itself asks for these, as often as it has to
            self.tape.append(f"{self.time()} {frame.data}")
        self.keep(message)
        return message


async def listen(
    person: Person, seat: int | None, tape: list[str], client: str, time: Callable[[], int], since: int = 0
) -> Tape:
    at = f"/api/tables/{person.code}/ws" + ("" if seat is None else f"?seat={seat}")
    line = Tape(await person.web.ws_connect(at, max_msg_size=0), client, tape, time)
    await line.send({"t": "hello", "v": 1, "client": client, "since": since})
    line.sync = await line.hear("sync")
    return line


class Drive:
    """One server, driven through one world. `quiet`: the other seats do nothing but what the script says."""

    def __init__(
        self, house: House, world: World, id: str, seats: int, options: Any, viewer: int | None, quiet: bool
    ) -> None:
        self.house, self.world, self.viewer, self.quiet = house, world, viewer, quiet
        self.game, self.seats, self.options = game(id), seats, options
        self.begun = house.clock.now()
        self.drafts = 0  # that others began, unseen, and took back
        self.tapes: dict[str, list[str]] = {"viewer": [], "spectator": [], "http": []}
        self.rng = random.Random("what the viewer tries")  # the same in both worlds
        self.noise = random.Random("what others try in vain")
        self.people: list[Person] = []
        self.lines: list[Line] = []

    async def sit_down(self) -> None:
        self.people = [self.house.person() for _ in range(self.seats)]
        await self.people[0].make(self.game.id, seats=self.seats, options=self.options)
        for n, person in enumerate(self.people[1:], 1):
            await person.join(self.people[0].code, f"Guest {n}")
        self.watcher = self.house.person()
        self.watcher.code = self.people[0].code
        for seat, person in enumerate(self.people):
            own = seat == self.viewer
            tape = self.tapes["viewer"] if own else []
            self.lines.append(await listen(person, seat, tape, f"client-of-{seat}", self.time))
        self.spectator = await listen(self.watcher, None, self.tapes["spectator"], "the-spectator", self.time)
        self.mine = self.spectator if self.viewer is None else self.lines[self.viewer]
        self.me = self.watcher if self.viewer is None else self.people[self.viewer]

    async def run(self) -> None:
        await self.sit_down()
        await self.lines[0].send({"t": "start"})
        for line in (*self.lines, self.spectator):
            await line.hear("sync")
        await self.listen_all()
        probes, often = 0, 1 + len(self.world.actions) // PROBES
        for number, (seat, code, at) in enumerate(self.world.actions):
            await self.pass_time(at)
            if number % often == 0 or len(self.world.actions) - number < 4:
                if not self.quiet:
                    await self.make_noise(seat)
                await self.probe(probes)
                probes += 1
            done = await self.lines[seat].ask("act", action=self.game.actions.move(code).json)
            assert done["t"] == "done", done
            await self.listen_all()
        await self.pass_time(self.world.until)
        await self.probe(-1)
        await self.come_back()

    def time(self) -> int:
        return round((self.house.clock.now() - self.begun) * 1000)

    async def pass_time(self, until: int) -> None:
        """In a game with time: everything falls due at its own moment."""
        if not self.game.State.timed:
            return
        table = self.house.table(self.people[0].code)
        while (now := table.timeline.now()) < until:
            falls = [when for when, _, item in table.agenda._items if not item.gone and when > now]
            self.house.clock.advance((min([until, *falls]) - now) / 1000)
            await settled(self.house)
            await self.mine.settle()
            await self.spectator.settle()

    async def listen_all(self) -> None:
        for line in (*self.lines, self.spectator):
            await line.settle()

    @property
    def match(self) -> Match:
        match: Match = self.house.table(self.people[0].code).state.match
        return match

    async def make_noise(self, actor: int) -> None:
        """Others ask, write and try what is refused: none of it is anybody else's business."""
        for seat, line in enumerate(self.lines):
            if seat == self.viewer or self.noise.random() < 0.5:
                continue
            await line.ask("legal")
            await line.send({"t": "draft", "draft": "x" * self.noise.randrange(500)})
            await line.send({"t": "note", "notes": "n" * self.noise.randrange(500)})
            code = self.noise.randrange(self.game.actions.size)
            await line.ask("ask", action=self.game.actions.move(code).json)
            if seat not in self.match.actors:
                assert (await line.ask("act", action=self.game.actions.move(code).json))["t"] == "refused"
            if not self.match.can_undo(seat):
                assert (await line.ask("undo"))["t"] == "refused"
            await self.try_a_draft(seat, line)
            await line.settle()

    async def try_a_draft(self, seat: int, line: Line) -> None:
        """Begins something that nobody else sees, and takes it back."""
        drafts = [move for move in self.match.legal(seat) if move.is_draft]
        for draft in self.noise.sample(drafts, min(3, len(drafts))):
            trial = self.match.fork()
            trial.act(seat, draft)
            if trial.view(self.viewer) == self.match.view(self.viewer) and trial.can_undo(seat):
                self.drafts += 1
                assert (await line.ask("act", action=draft.json))["t"] == "done"
                assert (await line.ask("undo"))["t"] == "done"

    async def probe(self, number: int) -> None:
        """The viewer tries all sorts of things, the same in both worlds; only what changes nothing."""
        line = self.mine
        await line.ask("legal")
        if number % 5 == 4:
            await line.ask("history")
        for _ in range(4):
            move = self.game.actions.move(self.rng.randrange(self.game.actions.size))
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
            second = await listen(self.me, self.viewer, self.tapes["viewer"], "second-window", self.time, since)
            await second.settle()
            await second.ws.close()
            broadcast = self.house.server.broadcasts[self.people[0].code]
            while len(broadcast.of.get(self.viewer, ())) > 1:  # until the server has noticed
                await self.mine.settle()
        await self.listen_all()


async def driven(
    monkeypatch: pytest.MonkeyPatch, open_house: Open, world: World, *args: Any, kind: type[Drive] | None = None
) -> Drive:
    original = beginnings.new_match

    def new_match(self: TableState, secret: str, entropy: list[str]) -> Match:
        match = original(self, secret, entropy)
        match.fair = Rigged(match, world.outcomes)
        return match

    with monkeypatch.context() as patch:
        patch.setattr(beginnings, "new_match", new_match)
        patch.setattr(beginnings, "secrets", SimpleNamespace(token_hex=lambda n: "5e" * n, token_bytes=bytes))
        # The worlds say when all happens; by how much a race is held hangs on its line and the case's public clock (test_races).
        patch.setattr(races, "RACE_MS", 0)
        house = await open_house()
        house.server.house.rng = random.Random("codes")
        drive = (kind or Drive)(house, world, *args)
        await drive.run()
        assert drive.match.truth() | {"now": 0} == world.end | {"now": 0}
    return drive


def compare(one: Drive, other: Drive) -> None:
    for name, tape in one.tapes.items():
        theirs = other.tapes[name]
        for number, (ours, others) in enumerate(zip(tape, theirs)):
            assert ours == others, f"{name}, message {number}"
        assert len(tape) == len(theirs), name


@pytest.mark.parametrize(("id", "seats", "options", "viewer", "secrets"), CASES)
async def test_two_worlds_that_a_viewer_cannot_tell_apart_send_it_the_same_bytes_at_the_same_time(
    id: str,
    seats: int,
    options: Any,
    viewer: int | None,
    secrets: str,
    open_house: Open,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours, theirs = walk(id, seats, options, viewer, secrets).worlds()
    one = await driven(monkeypatch, open_house, ours, id, seats, options, viewer, True)
    other = await driven(monkeypatch, open_house, theirs, id, seats, options, viewer, False)
    compare(one, other)
    assert secrets or other.drafts > 0
    assert len(one.tapes["viewer" if viewer is not None else "spectator"]) > PROBES


COMMIT_MS = 9  # how long the disk takes


class SlowStore(MemoryStore):
    """A disk that takes its time, by the clock of the test."""

    clock: FakeClock | None = None

    async def append(self, table: str, after: int, records: Any) -> None:
        if self.clock is not None:
            await self.clock.sleep(COMMIT_MS / 1000)
        await super().append(table, after, records)


class Race(Drive):
    """Everybody acts at the moment that the script says, whatever is being written then. Unless it is quiet, others look once more at what
    they look at already, just before: nobody is told of that, but it is written."""

    async def run(self) -> None:
        await self.sit_down()
        await self.lines[0].send({"t": "start"})
        for line in (*self.lines, self.spectator):
            await line.hear("sync")
        table, clock, store = self.house.table(self.people[0].code), self.house.clock, self.house.store
        assert isinstance(store, SlowStore)
        store.clock = clock
        script = [(at, seat, code) for seat, code, at in self.world.actions]
        if not self.quiet:
            script += [(at - self.noise.randrange(1, COMMIT_MS), -1, -1) for at, _, _ in script if at > COMMIT_MS]
        script.sort()
        acts: list[asyncio.Task[None]] = []
        while script or not all(act.done() for act in acts) or table.timeline.now() < self.world.until:
            now = table.timeline.now()
            while script and script[0][0] <= now:
                _, seat, code = script.pop(0)
                action: Any = self.game.actions.move(code) if seat >= 0 else None
                if action is None:
                    seat = self.noise.choice([seat for seat in range(self.seats) if seat != self.viewer])
                    action = f"look {self.match.view(seat)['gaze'][seat]}"
                acts.append(asyncio.create_task(table.act(seat, "", 0, action, lambda: None)))
                await settled(self.house)
            moments = [round((until - clock.now()) * 1000) + now for until, one in clock.sleepers if not one.done()]
            moments += [script[0][0]] if script else [max(now + 1, self.world.until)]
            clock.advance((min(at for at in moments if at > now) - now) / 1000)
            await settled(self.house)
            await self.mine.settle()
            await self.spectator.settle()
        store.clock = None
        table.pause(True)
        clock.advance(1)  # what is being written comes to its end
        await settled(self.house)
        self.written = sum(act.exception() is None for act in acts)
        assert all(isinstance(act.exception(), IllegalAction | None) for act in acts)


@pytest.mark.parametrize("viewer", [0, 2])
async def test_when_a_frame_leaves_depends_on_hidden_play_by_no_more_than_one_commit(
    viewer: int, open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    drives: list[Any] = []
    for quiet, world in zip((True, False), walk("paris", 4, BASIC, viewer, "card gaze").worlds(), strict=True):
        opened = partial(open_house, SlowStore())
        drives.append(await driven(monkeypatch, opened, world, "paris", 4, BASIC, viewer, quiet, kind=Race))
    assert drives[1].written > drives[0].written + 5
    apart = []
    for name in ("viewer", "spectator"):
        one, other = ([frame.split(" ", 1) for frame in drive.tapes[name]] for drive in drives)
        assert [frame for _, frame in one] == [frame for _, frame in other]
        apart += [abs(int(ours) - int(theirs)) for (ours, _), (theirs, _) in zip(one, other)]
    assert 0 < max(apart) <= COMMIT_MS
    print(f"frames leave at most {max(apart)} ms apart; a commit takes {COMMIT_MS} ms")


@pytest.mark.plain
async def test_a_server_that_told_a_little_would_be_found_out(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Broadcast.info

    def telling(self: Broadcast) -> Any:
        match = self.table.state.match
        hint = "" if match is None else match.state().fingerprint()
        return msgspec.structs.replace(honest(self), rematch=hint)

    monkeypatch.setattr(Broadcast, "info", telling)
    ours, theirs = walk("spies", 3, ALL, 1, "hand").worlds()
    one = await driven(monkeypatch, open_house, ours, "spies", 3, ALL, 1, True)
    other = await driven(monkeypatch, open_house, theirs, "spies", 3, ALL, 1, True)
    with pytest.raises(AssertionError, match="message"):
        compare(one, other)
