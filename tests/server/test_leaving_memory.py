"""What has left a table, and a table that has left memory, is gone at once. Python looks through everything for things that hold each other
only in a quiet moment (`server/garbage.py`): on a busy server they would pile up until then."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest

from tests.server.conftest import Open
from tests.server.people import NEVER_PINGED, PATIENCE, House, Line
from topsecret.kernel import registry
from topsecret.kernel.errors import UnknownAction
from topsecret.kernel.fields import spell, unspell
from topsecret.kernel.replay import page, replay
from topsecret.table import house as tables
from topsecret.table.agenda import Agenda
from topsecret.table.timeline import Timeline

GAMES = [game.id for game in registry.games()]
GRACE = 3600  # seconds: whoever waits for that is still waiting when the table leaves memory


@pytest.fixture(autouse=True)
def nobody_looks_for_garbage() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def until(holds: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.001)


async def seated(house: House, game: str) -> list[Line]:
    """Two people and one who watches, at a match that has begun; bots have the other seats."""
    me, you = house.person(), house.person()
    await me.make(game, name="Ada", seats=registry.game(game).seats[0], terms={"grace_s": GRACE})
    await you.join(me.code, "Bea")
    lines = [await me.connect(), await you.connect(), await you.connect(seat=None)]
    await lines[0].send({"t": "start"})
    for line in lines:
        await line.hear("sync")
    return lines


async def play_a_little(lines: list[Line]) -> None:
    for line in lines[:2]:
        await line.settle()
        for wish in ({"tag": "act", "action": "nothing of the kind"}, {"tag": "undo"}):
            assert (await line.ask(**wish))["t"] == "refused"
        if line.sync["seat"] in line.view["actors"]:
            await line.act_any()
            await line.ask("undo")
            if line.sync["seat"] in line.view["actors"]:
                await line.act_any()


def known(house: House) -> dict[str, ref[Any]]:
    """All that a server has of its one table."""
    [table] = house.server.house.tables.values()
    [driver] = house.server.house.drivers.values()
    [broadcast] = house.server.broadcasts.values()
    assert table.state.match is not None
    parts = {"table": table, "state": table.state, "match": table.state.match, "position": table.state.match.position}
    parts |= {"feed": table.feed, "agenda": table.agenda, "driver": driver, "broadcast": broadcast}
    return {name: ref(part) for name, part in parts.items() if type(part).__weakrefoffset__}


def left(refs: dict[str, ref[Any]]) -> list[str]:
    return [name for name, one in refs.items() if one() is not None]


@pytest.mark.plain
@pytest.mark.parametrize("game", GAMES)
async def test_a_table_that_leaves_memory_is_gone_with_all_that_it_had(house: House, game: str) -> None:
    lines = await seated(house, game)
    await play_a_little(lines)
    refs = known(house)
    assert len(refs) >= 6
    for line in lines:
        await line.ws.close()
    await until(lambda: not house.server.connections)
    house.clock.advance(house.server.settings.limits.idle_table_seconds + 60)
    await house.server.sweep()
    assert not house.server.house.tables
    await until(lambda: left(refs) == [])


async def test_of_tables_that_have_left_only_so_many_are_remembered(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_LEFT", 2)
    for _ in range(3):
        for line in await seated(house, "spies"):
            await line.ws.close()
    await until(lambda: not house.server.connections)
    house.clock.advance(house.server.settings.limits.idle_table_seconds + 60)
    await house.server.sweep()
    assert not house.server.house.tables and len(house.server.house._left) == 2


async def until_a_bot_is_busy(house: House, line: Line) -> ref[Any]:
    """Until a bot has something in mind that it will do in a moment of the table's time; the task in which it waits for that."""
    [driver] = house.server.house.drivers.values()
    async with asyncio.timeout(PATIENCE):
        while not driver.busy:
            if line.sync["seat"] in line.view["actors"] and not driver.table.state.game.State.timed:
                await line.act_any()
            house.clock.advance(0.05)
            await line.settle()
    [task, *_] = driver._tasks.values()
    return ref(task)


def ways_to_stop_time() -> list[tuple[str, str]]:
    """In a duel one resigns, when one is asked."""
    duels = [game.id for game in registry.games() if "resign" in game.actions.by_name]
    return [(game, what) for game in GAMES for what in ("pause", "stop") if what == "pause" or game not in duels]


@pytest.mark.parametrize(("game", "what"), ways_to_stop_time())
async def test_a_bot_that_waits_for_a_time_that_never_comes_keeps_no_table_in_memory(
    open_house: Open, game: str, what: str
) -> None:
    house = await open_house(bot_pace=60.0)
    me = await house.person().make(game, name="Ada", seats=registry.game(game).seats[0])
    line = await me.connect()
    await line.send({"t": "start"})
    await line.hear("sync")
    bot = await until_a_bot_is_busy(house, line)
    await line.send({"t": "propose", "what": what})
    await line.hear("table")
    await line.settle()
    refs = known(house) | {"bot": bot}
    await line.ws.close()
    await until(lambda: not house.server.connections)
    house.clock.advance(house.server.settings.limits.idle_table_seconds + 60)
    await house.server.sweep()
    assert not house.server.house.tables
    await until(lambda: left(refs) == [])


async def test_a_bot_of_a_match_that_is_over_thinks_no_more(open_house: Open) -> None:
    house = await open_house(bot_pace=60.0)
    me = await house.person().make("spies", name="Ada", seats=3)
    line = await me.connect()
    await line.send({"t": "start"})
    await line.hear("sync")
    bot = await until_a_bot_is_busy(house, line)
    await line.send({"t": "propose", "what": "stop"})
    await until(lambda: bot() is None)


async def test_a_bot_of_a_table_that_is_closed_thinks_no_more(open_house: Open) -> None:
    house = await open_house(bot_pace=60.0)
    me = await house.person().make("spies", name="Ada", seats=3)
    line = await me.connect()
    await line.send({"t": "start"})
    await line.hear("sync")
    bot = await until_a_bot_is_busy(house, line)
    refs = known(house) | {"bot": bot}
    await house.server.let_go(me.code)
    await line.closed()
    await until(lambda: left(refs) == [])


def watches() -> int:
    """How many wait until the grace of somebody is over who has gone."""
    return sum("Watch." in repr(task.get_coro()) for task in asyncio.all_tasks())


@pytest.mark.plain
async def test_nobody_waits_for_those_who_have_gone_once_the_server_has_stopped(house: House) -> None:
    lines = await seated(house, "spies")
    await lines[0].ws.close()
    await until(lambda: watches() == 1)
    await house.http.close()  # the others are sent away, and nobody waits for them either
    assert watches() == 0


@pytest.mark.plain
@pytest.mark.parametrize("heartbeat", [None, 600.0])
async def test_a_connection_that_has_ended_is_gone_though_its_table_is_played_on(
    open_house: Open, heartbeat: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(NEVER_PINGED, "heartbeat_seconds", heartbeat)
    house = await open_house()
    lines = await seated(house, "spies")
    [broadcast] = house.server.broadcasts.values()
    refs: dict[str, ref[Any]] = {}
    for number, one in enumerate(broadcast.everybody()):
        refs |= {f"connection {number}": ref(one), f"socket {number}": ref(one.ws)}
        del one
    await lines[2].ws.close()
    await lines[1].ws.close()
    await until(lambda: len(left(refs)) == 2)
    await lines[0].settle()


async def test_a_table_that_is_closed_under_its_people_is_gone_when_they_are(house: House) -> None:
    lines = await seated(house, "spies")
    refs = known(house)
    [code] = house.server.house.tables
    await house.server.let_go(code)
    for line in lines:
        await line.closed()
    await until(lambda: left(refs) == [])


def test_a_view_leaves_nothing_behind_that_holds_itself() -> None:
    game = registry.game("spies")
    gc.collect()
    for name, field in game.State.fields.items():
        spelled = spell(field, 4, lambda index: 0)
        assert list(unspell(field, 4, spelled, name))
    assert gc.collect() == 0


@pytest.mark.parametrize("game", GAMES)
def test_looking_back_and_reading_words_leave_nothing_behind_that_holds_itself(game: str) -> None:
    found = registry.game(game)
    match = found.match(seats=found.seats[0], seed="looked back at")
    for _ in range(6):
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    for _ in range(2):  # the first time much is made that stays
        gc.collect()
        for eyes in (None, 0, "all"):
            assert replay(match, eyes).first
        assert page(match, 0, match.entries.moment(), None)().first
        for action in match.legal(match.actors[0])[:5]:
            assert found.actions.read(str(action)) == action
        with pytest.raises(UnknownAction):
            found.actions.read("nothing of the kind")
        left_behind = gc.collect()
    assert left_behind == 0


async def test_what_was_done_or_called_off_holds_nothing(open_house: Open) -> None:
    house = await open_house()
    agenda = Agenda(Timeline(house.clock, 0))

    class Somebody:
        def do(self) -> None:
            pass

    done, off, never = Somebody(), Somebody(), Somebody()
    refs = {name: ref(one) for name, one in (("done", done), ("off", off), ("never", never))}
    items = [agenda.at(0, done.do), agenda.at(10, off.do), agenda.at(20, never.do)]
    del done, off, never
    agenda.run(True)
    await until(lambda: left(refs) == ["off", "never"])
    agenda.call_off(items[1])
    assert left(refs) == ["never"]
    agenda.stop()
    assert left(refs) == []
