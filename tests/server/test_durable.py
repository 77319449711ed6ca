"""What was confirmed survives: a server that is killed again and again, and a disk without room."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.conftest import Open
from tests.server.killing import Plan, apart, round_of_kills, sit_down
from tests.server.persistent import Tally
from tests.server.process import ServerProcess
from topsecret.store.sqlite import SqliteStore
from topsecret.table.errors import NotSaved

KILLS = 20


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """Not started yet; whatever happens, it does not outlive the test."""
    made = ServerProcess(tmp_path)
    yield made
    if made.process is not None and made.process.returncode is None:
        await made.kill()


@pytest.mark.slow
async def test_no_confirmed_action_is_lost_or_doubled_however_often_the_server_is_killed(tmp_path: Path) -> None:
    """All games; people leave, are stood in for and come back, clocks run out, browsers are shared, somebody new sits down."""
    wanted = ("WentAway", "StoodIn", "CameBack", "Elapsed", "decisions of stand-ins", "decisions of clocks", "ended")
    found: Counter[str] = Counter()
    for n in range(8):  # one round as a rule; others only until all that people do has happened once
        found += await round_of_kills(tmp_path / str(n), KILLS, f"kills {n}")
        if all(found[what] for what in wanted):
            break
    assert found["refused"] < found["confirmed"] / 5
    assert found["confirmed"] > 10 * KILLS and found["tried_again"]
    assert not [what for what in wanted if not found[what]], found


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only here a running process can be told how large files may be"
)
async def test_a_real_process_without_room_refuses_and_goes_on_when_there_is_room(server: ServerProcess) -> None:
    import resource

    await server.start()
    mine, theirs = await sit_down(server, Tally(), Plan("spies", apart(2)), "no room")
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
