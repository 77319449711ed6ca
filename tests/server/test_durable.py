"""What was confirmed survives: a server that is killed again and again, and a disk without room."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.conftest import Open
from tests.server.people import Person
from tests.server.persistent import Stubborn, Tally
from tests.server.process import PATIENCE, ServerProcess
from topsecret.kernel.fair import Fair
from topsecret.kernel.match import Match
from topsecret.kernel.registry import game
from topsecret.kernel.saved import load, verify
from topsecret.store.sqlite import SqliteStore
from topsecret.table import records as r
from topsecret.table.errors import NotSaved

KILLS = 20
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {"cards": True}),
    (4, {"cards": True, "dossier": True}),
    (2, {"cards": True, "dossier": True}),
    (3, {}),
    (2, {"cards": True}),
)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """Not started yet; whatever happens, it does not outlive the test."""
    made = ServerProcess(tmp_path)
    yield made
    if made.process is not None and made.process.returncode is None:
        await made.kill()


async def sit_down(server: ServerProcess, tally: Tally, seats: int, options: Any, seed: str) -> list[Stubborn]:
    """A started table full of people."""
    people = [Person(server.address, {}) for _ in range(seats)]
    await people[0].make(seats=seats, options=options)
    for person in people[1:]:
        await person.join(people[0].code)
    line = await people[0].connect()
    await line.send({"t": "start"})
    await line.hear("sync")
    await line.ws.close()
    return [Stubborn(person, server, tally, f"{seed} {n}") for n, person in enumerate(people)]


@pytest.mark.slow
async def test_no_confirmed_action_is_lost_or_doubled_however_often_the_server_is_killed(
    server: ServerProcess, tmp_path: Path
) -> None:
    rng = random.Random("kills")
    tally = Tally()
    await server.start()
    tables = [await sit_down(server, tally, *wish, f"table {n}") for n, wish in enumerate(TABLES)]
    players = [player for table in tables for player in table]
    async with asyncio.TaskGroup() as playing:
        for player in players:
            playing.create_task(player.play())
        for _ in range(KILLS):
            await tally.more(rng.randrange(1, 80))
            await server.kill()
            await server.start()
        await asyncio.wait_for(tally.ended.wait(), PATIENCE)
        tally.enough.set()
        assert await server.stop() == 0
        await server.start()
    assert all(player.wish is None for player in players)
    for player in players:
        await player.look()
        await player.person.web.close()
    assert sum(len(player.refused) for player in players) < sum(len(player.confirmed) for player in players) / 10
    assert await server.stop() == 0
    assert "Traceback" not in server.errors

    store = SqliteStore(tmp_path)
    for table in tables:
        log, _ = await store.read(table[0].person.code)
        check(table, [r.read(kind, body) for kind, body in log])
    await store.close()
    assert sum(len(player.confirmed) for player in players) > 10 * KILLS
    assert any(player.file is not None for player in players)
    assert any(wish.tries > 1 for player in players for wish in player.confirmed)


def check(players: list[Stubborn], log: list[r.Record]) -> None:
    """What the players know and what the disk has are the same."""
    counted = [record for record in log if isinstance(record, r.Acted | r.TakenBack | r.Spoken)]
    where = {(record.seat, record.client, record.id): n for n, record in enumerate(counted)}
    assert len(where) == len(counted), "something counted twice"
    wishes = {
        (player.person.seat, player.client, wish.message["id"]): wish for player in players for wish in player.confirmed
    }
    assert where.keys() == wishes.keys(), "confirmed and not on the disk, or the other way round"
    for player in players:
        mine = [record.id for record in counted if record.client == player.client]
        assert mine == [wish.message["id"] for wish in player.confirmed]
        assert player.last == max(mine)
    in_order = sorted(wishes, key=lambda key: where[key])
    for key in in_order:  # whoever was confirmed before another began comes before it
        assert all(wishes[later].done > wishes[key].sent for later in in_order[where[key] + 1 :])
    match = replayed(log, wishes)
    for player in players:
        assert player.view == match.view(player.person.seat)
        assert player.events == match.seen(player.person.seat)
        steps = player.replay["steps"]
        assert [event for step in steps for event in step["events"]] == player.events
        changes = [change for step in steps for change in step["changes"].items()]
        assert player.replay["first"] | dict(changes) == player.view
        if player.file is not None:
            assert verify(player.file) == [] and load(player.file).dumps() == match.dumps()


def replayed(log: list[r.Record], wishes: dict[Any, Any]) -> Match:
    """The match again, from the secret and from what the players remember of their actions."""
    made, started = log[0], next(record for record in log if isinstance(record, r.Started))
    assert isinstance(made, r.Made)
    spies = game(made.game)
    fair = Fair(bytes.fromhex(started.secret), made.code, tuple(started.entropy))
    match = Match(spies, spies.begin(made.seats, made.options), "fair", fair, None)
    match.settle()
    for record in log:
        if isinstance(record, r.Acted | r.TakenBack):
            message = wishes[record.seat, record.client, record.id].message
            assert message["t"] == ("act" if isinstance(record, r.Acted) else "undo")
            if isinstance(record, r.Acted):
                match.play(record.seat, message["action"])
            else:
                match.undo(record.seat)
        elif isinstance(record, r.Spoken):
            assert record.text == wishes[record.seat, record.client, record.id].message["text"]
    assert match.entries.hashes == [hash for record in log for hash in getattr(record, "hashes", [])]
    return match


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only here a running process can be told how large files may be"
)
async def test_a_real_process_without_room_refuses_and_goes_on_when_there_is_room(server: ServerProcess) -> None:
    import resource

    await server.start()
    mine, theirs = await sit_down(server, Tally(), 2, {}, "no room")
    lines = [await player.person.connect() for player in (mine, theirs)]
    actor = next(line for line in lines if line.sync["seat"] in line.view["actors"])
    other = next(line for line in lines if line is not actor)
    no_limit = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, no_limit[1]))
    await other.settle()
    before = len(other.heard)
    for _ in range(3):
        refused = await actor.act_any()
        assert refused["t"] == "refused" and refused["code"] == "not_saved"
    await other.settle()
    assert [message["t"] for message in other.heard[before:]] == ["pong"]
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, no_limit)
    assert (await actor.act_any())["t"] == "done"
    assert (await other.hear("steps"))["steps"]
    for player in (mine, theirs):
        await player.person.web.close()
    assert await server.stop() == 0


NO_ROOM = {
    "full": ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", "disk is full"),
    "read-only": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF", "read-only"),
}


@pytest.mark.parametrize("how", NO_ROOM)
async def test_what_cannot_be_saved_is_not_confirmed_and_nobody_hears_of_it(
    how: str, open_house: Open, tmp_path: Path
) -> None:
    close, open_again, words = NO_ROOM[how]
    store = SqliteStore(tmp_path)
    house = await open_house(store)
    host = await house.person().make(seats=2, options={"cards": True})
    guest = await house.person().join(host.code)
    watcher = await house.person().connect(code=host.code, seat=None)
    lines = [await host.connect(), await guest.connect()]
    await lines[0].send({"t": "start"})
    for line in (*lines, watcher):
        await line.hear("sync")
    log = await store.read(host.code)
    truth = house.table(host.code).state.match.dumps()
    filler = store.append("OTHER-0000", -1, [("filler", bytes(4_000_000))])
    store._writer._db.execute(close)
    with pytest.raises(Exception, match="nothing was saved"):
        await filler
    actor, other = lines if 0 in lines[0].view["actors"] else lines[::-1]
    heard = [len(line.heard) for line in (other, watcher)]
    if how == "full":
        await use_up(store)
    refused = await actor.act_any()
    assert (refused["t"], refused["code"]) == ("refused", "not_saved") and words in refused["message"]
    assert (await other.ask("say", text="hello?"))["code"] == "not_saved"
    for line, before in zip((other, watcher), heard):
        await line.settle()
        assert {message["t"] for message in line.heard[before:]} <= {"pong", "refused"}
    assert await store.read(host.code) == log
    assert house.table(host.code).state.match.dumps() == truth
    store._writer._db.execute(open_again)
    assert (await actor.act_any())["t"] == "done"
    assert (await other.hear("steps"))["steps"] and (await watcher.hear("steps"))["steps"]
    assert json.loads(house.table(host.code).state.match.dumps())["log"] != json.loads(truth)["log"]


async def use_up(store: SqliteStore) -> None:
    """Fills what room there still is in pages that are not full."""
    size, number = 4000, -1
    while size:
        try:
            await store.append("OTHER-0000", number, [("filler", bytes(size))])
            number += 1
        except NotSaved:
            size //= 2
