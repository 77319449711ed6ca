"""A server is killed again and again while people play all games at it, leave, are stood in for, come back, let their time run out, share a
browser, and let somebody new sit down. What they were told and what the disk has must be the same. In ./check it is one round; as many
kills as you like:

    python -m tests.server.killing --kills 300
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from tests.server.people import Person
from tests.server.persistent import Stubborn, Tally
from tests.server.process import PATIENCE, ServerProcess
from topsecret.kernel.match import Match
from topsecret.kernel.saved import load, verify
from topsecret.store.sqlite import SqliteStore
from topsecret.table import records as r
from topsecret.table.beginnings import new_match
from topsecret.table.state import TableState

A_ROUND = 20  # kills at the same tables
SOON = {"grace_s": 5, "stand_in": "random"}  # half a second by the hurried clock
CLOCKS = SOON | {"move_s": 5, "bank_s": 2, "answer_s": 5}


@dataclass(frozen=True)
class Plan:
    """A table of people. `browsers`: which seats share one."""

    game: str
    browsers: tuple[tuple[int, ...], ...]
    options: dict[str, Any] = field(default_factory=dict)
    terms: dict[str, Any] = field(default_factory=lambda: dict(SOON))
    newcomer: bool = False  # somebody would like to sit down on any seat that was abandoned

    @property
    def seats(self) -> int:
        return sum(map(len, self.browsers))


def apart(seats: int) -> tuple[tuple[int, ...], ...]:
    return tuple((seat,) for seat in range(seats))


TABLES = (
    Plan("spies", apart(2)),
    Plan("spies", apart(3), {"cards": True}, newcomer=True),
    Plan("spies", ((0, 2), (1,), (3,)), {"cards": True, "dossier": True}),
    Plan("spies", apart(2), {"cards": True, "dossier": True}, CLOCKS),
    Plan("briefcase", apart(2), {}, CLOCKS),
    Plan("briefcase", ((0, 1),)),
    Plan("intel", apart(2)),
    Plan("intel", ((0, 1),), {}, CLOCKS),
    Plan("paris", apart(3), {"turn_s": 3}),
)


async def sit_down(server: ServerProcess, tally: Tally, plan: Plan, seed: str) -> list[Stubborn]:
    """A started table full of people."""
    people: dict[int, Person] = {}
    for seats in sorted(plan.browsers):
        browser = Person(server.address, {})
        for seat in seats:
            if seat == 0:
                await browser.make(plan.game, seats=plan.seats, options=plan.options, terms=plan.terms)
            else:
                await browser.join(people[0].code, name=f"Guest {seat}", seat=seat)
            people[seat] = Person.sharing(browser)
    host = people[0]
    line = await host.connect()
    await line.send({"t": "start"})
    await line.hear("sync")
    await line.ws.close()
    return [Stubborn(people[seat], server, tally, f"{seed} {seat}", leaves=True) for seat in range(plan.seats)]


async def newcomer(server: ServerProcess, tally: Tally, players: list[Stubborn], seed: str) -> None:
    """Would like any seat of this table that is abandoned; plays it once everybody has allowed it."""
    person = Person(server.address, {})
    person.code = players[0].person.code
    one = Stubborn(person, server, tally, f"{seed} new")
    while not tally.enough.is_set() and not one.view:
        await server.up.wait()
        for person.seat in range(len(players)):
            if await asks(person):
                for _ in range(20):
                    await one.attend(one.nothing)
                    if one.view or tally.enough.is_set():
                        break
                    await asyncio.sleep(0.05)
                break
        await asyncio.sleep(0.05)
    if one.view:
        players.append(one)
        await one.play()
    else:
        await person.web.close()


async def asks(person: Person) -> bool:
    """For a seat; whether that makes sense."""
    wish = {"name": "Newcomer", "seat": person.seat}
    try:
        async with person.web.post(f"/api/tables/{person.code}/join", json=wish) as answer:
            return answer.status == 200
    except (aiohttp.ClientError, ConnectionError):
        return False


async def round_of_kills(folder: Path, kills: int, seed: str) -> Counter[str]:
    """Raises AssertionError; what happened, counted."""
    rng = random.Random(seed)
    tally = Tally()
    server = ServerProcess(folder, module="tests.server.hurried")
    tables: list[list[Stubborn]] = []
    await server.start()
    try:
        tables += [await sit_down(server, tally, plan, f"{seed} {n}") for n, plan in enumerate(TABLES)]
        async with asyncio.TaskGroup() as playing:
            for players in tables:
                for player in players:
                    playing.create_task(player.play())
            for plan, players in zip(TABLES, tables):
                if plan.newcomer:
                    playing.create_task(newcomer(server, tally, players, seed))
            for _ in range(kills):
                await tally.more(rng.randrange(1, 160))
                await server.kill()
                await server.start()
            await asyncio.wait_for(tally.ended.wait(), PATIENCE)
            tally.enough.set()
        assert await server.stop() == 0
        await server.start()
        everybody = [player for players in tables for player in players]
        for player in everybody:
            assert player.wish is None
            await player.look()
        assert await server.stop() == 0
        assert "Traceback" not in server.errors, server.errors[-3000:]
    finally:
        if server.process is not None and server.process.returncode is None:
            await server.kill()
        for player in (player for players in tables for player in players):
            await player.person.web.close()
    counted = await compare(folder, tables)
    confirmed = sum(len(player.confirmed) for player in everybody)
    refused = sum(len(player.refused) for player in everybody)
    tried_again = sum(wish.tries > 1 for player in everybody for wish in player.confirmed)
    return counted + Counter(kills=kills, confirmed=confirmed, refused=refused, tried_again=tried_again)


async def compare(folder: Path, tables: list[list[Stubborn]]) -> Counter[str]:
    counted: Counter[str] = Counter()
    store = SqliteStore(folder)
    try:
        for players in tables:
            log, _ = await store.read(players[0].person.code)
            counted += check(players, [r.read(kind, body) for kind, body in log])
    finally:
        await store.close()
    return counted


def check(players: list[Stubborn], log: list[r.Record]) -> Counter[str]:
    """What the players know and what the disk has are the same."""
    acts = [record for record in log if isinstance(record, r.Acted | r.TakenBack | r.Spoken)]
    counted = [record for record in acts if record.client]
    where = {(record.seat, record.client, record.id): n for n, record in enumerate(counted)}
    assert len(where) == len(counted), "something counted twice"
    wishes = {
        (player.person.seat, player.client, wish.message["id"]): wish for player in players for wish in player.confirmed
    }
    given_up = {  # of whoever lost their seat while they waited for an answer: both is right
        (player.person.seat, player.client, player.lost.message["id"]): player.lost
        for player in players
        if player.lost is not None
    }
    lost = wishes.keys() - where.keys()
    assert not lost, f"confirmed, and not on the disk: {[wishes[key] for key in lost]}"
    unknown = where.keys() - wishes.keys() - given_up.keys()
    assert not unknown, f"on the disk, and not confirmed: {[counted[where[key]] for key in unknown]}"
    in_order = sorted(wishes, key=lambda key: where[key])
    for number, key in enumerate(in_order):  # whoever was confirmed before another began comes before it
        assert all(wishes[later].done > wishes[key].sent for later in in_order[number + 1 :])
    table = replayed(log, wishes | given_up)
    assert table.match is not None
    for player in players:
        mine = [record.id for record in counted if record.client == player.client and record.seat == player.person.seat]
        assert [id for id in mine if player.lost is None or id != player.lost.message["id"]] == [
            wish.message["id"] for wish in player.confirmed
        ]
        if player.is_out:
            continue
        assert player.last == max(mine, default=-1)
        assert player.view == table.match.view(player.person.seat)
        assert player.events == table.match.seen(player.person.seat)
        steps = player.replay["steps"]
        assert [event for step in steps for event in step["events"]] == player.events
        changes = [change for step in steps for change in step["changes"].items()]
        assert player.replay["first"] | dict(changes) == player.view
        if player.file is not None:
            assert verify(player.file) == []
            assert decided(load(player.file)) == decided(table.match)
    for record in acts:
        assert record.client or (isinstance(record, r.Acted) and record.by), "somebody acted who is nobody"
    return Counter(
        {
            "actions of people": sum(isinstance(record, r.Acted | r.TakenBack) for record in counted),
            "words": sum(isinstance(record, r.Spoken) for record in counted),
            "decisions of stand-ins": sum(isinstance(record, r.Acted) and record.by == "bot" for record in acts),
            "decisions of clocks": sum(isinstance(record, r.Acted) and record.by == "clock" for record in acts),
            "undone": sum(isinstance(record, r.TakenBack) for record in acts),
            **{kind.__name__: sum(isinstance(record, kind) for record in log) for kind in CHANGES},
            "ended": int(table.status == "over"),
        }
    )


def decided(match: Match) -> list[Any]:
    """The log, but for the time that has passed since the last thing that happened."""
    log = list(match.save()["log"])
    while log[-1][0] == "time":
        del log[-1]
    return log


CHANGES = (r.WentAway, r.StoodIn, r.CameBack, r.HandedOver, r.Replaced, r.Paused, r.Elapsed)


def replayed(log: list[r.Record], wishes: dict[Any, Any]) -> TableState:
    """The table again, from the secret, from what the players remember of their actions, and from the rest of the log."""
    made = log[0]
    assert isinstance(made, r.Made)
    table = TableState(made)
    timed = table.game.State.timed
    for record in log[1:]:
        if isinstance(record, r.Started):
            table.begin(new_match(table, record.secret, record.entropy))
        if isinstance(record, r.Acted | r.TakenBack) and record.client:
            match = table.match
            assert match is not None
            message = wishes[record.seat, record.client, record.id].message
            assert message["t"] == ("act" if isinstance(record, r.Acted) else "undo")
            if isinstance(record, r.Acted):
                match.act(record.seat, message["action"], max(match.now, record.at) if timed else None)
            else:
                match.undo(record.seat, table.undo_since(record.seat))
            lines, hashes = match.recorded(table.lines)
            assert (lines, hashes) == (record.lines, record.hashes)
        else:
            table.replay(record)
        if isinstance(record, r.Spoken):
            assert record.text == wishes[record.seat, record.client, record.id].message["text"]
        table.fold(record)
    return table


async def many(kills: int) -> Counter[str]:
    counted: Counter[str] = Counter()
    while counted["kills"] < kills:
        number = counted["kills"] // A_ROUND
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            counted += await round_of_kills(Path(folder), min(A_ROUND, kills - counted["kills"]), f"round {number}")
        print(", ".join(f"{value} {name}" for name, value in counted.items()), flush=True)
    return counted


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.server.killing",
        description="Kills a server under people who play, and compares what they were told with what is on the disk.",
    )
    parser.add_argument("--kills", type=int, default=300, help="how often (default: 300; about 2 s each)")
    args = parser.parse_args(argv)
    asyncio.run(many(args.kills))
    print("no confirmed action was lost or doubled")
    return 0


if __name__ == "__main__":
    sys.exit(main())
