"""Bots at a table: they play by themselves, at a pace that tells nothing, and go on after a restart."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.people import PATIENCE, House
from topsecret.kernel.errors import BadOptions
from topsecret.table import driver, thinking


async def over(house: House, code: str) -> Any:
    """Waits for the end of a match that bots play alone."""
    room = house.room(code)
    task = house.server.house.drivers[code].task
    if task is not None:
        await asyncio.wait_for(asyncio.shield(task), PATIENCE)
    return room.table.match


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("options", [{}, {"cards": True}, {"cards": True, "dossier": True}])
async def test_bots_play_a_whole_match(house: House, seats: int, options: dict[str, Any]) -> None:
    host = await house.person().make(seats=seats, options=options, bots=["random"] * (seats - 1))
    line = await host.connect()
    await line.send({"t": "leave"})
    await line.hear("bye")
    guest = await house.person().join(host.code, "Ada")
    watcher = await house.person().connect(code=host.code, seat=None)
    room = house.room(host.code)
    room.table.seats[guest.seat].kind, room.table.seats[guest.seat].bot = "bot", "random"
    await room.start(room.table.host)
    match = await over(house, host.code)
    assert match.over and match.result is not None
    await watcher.settle()
    assert watcher.view == match.view() and watcher.heard[-2]["table"]["state"] == "over"


@pytest.mark.parametrize("game", ["intel", "briefcase"])
async def test_bots_play_the_other_games_too(house: House, game: str) -> None:
    host = await house.person().make(game, start=True)
    line = await host.connect()
    for _ in range(10):
        await line.wait_for_my_turn()
        if line.view["result"] is None:
            assert (await line.act_any())["t"] == "done"
    await line.wait_for_my_turn()
    assert line.events == house.room(host.code).table.match.heard(0)


async def test_a_bot_waits_for_its_pace_and_no_longer(open_house: Any) -> None:
    house = await open_house(bot_pace=0.9)
    host = await house.person().make(start=True, seats=3)
    line = await host.connect()
    await line.act_until_it_is_not_my_turn()
    actors = line.view["actors"]
    while not house.clock.sleepers:
        await asyncio.sleep(0)
    house.clock.advance(0.89)
    await line.settle()
    assert line.view["actors"] == actors
    house.clock.advance(0.02)
    await line.hear("steps")
    assert {round(seconds, 6) for seconds in house.clock.asked} == {0.9}


async def test_a_bot_that_thinks_for_long_still_acts_in_step_with_its_pace(open_house: Any) -> None:
    house = await open_house(bot_pace=0.9)
    think = house.server.house.thinker.choose

    async def slowly(question: thinking.Question) -> int:
        house.clock.time += 2.0
        return int(await think(question))

    house.server.house.thinker.choose = slowly
    host = await house.person().make(start=True, seats=3)
    line = await host.connect()
    await line.act_until_it_is_not_my_turn()
    while not house.clock.sleepers:
        await asyncio.sleep(0)
    assert {round(seconds, 6) for seconds in house.clock.asked} == {0.7}


async def test_bots_go_on_after_a_restart(open_house: Any) -> None:
    before = await open_house(bot_pace=0.9)
    host = await before.person().make(start=True, seats=3)
    line = await host.connect()
    await line.act_until_it_is_not_my_turn()
    waiting = line.view["actors"]
    after = await open_house(before.store)
    watcher = await after.person().connect(code=host.code, seat=None)
    while watcher.view["actors"] == waiting:
        await watcher.hear("steps")
    assert watcher.events == after.room(host.code).table.match.heard(None)


async def test_a_bot_that_fails_is_replaced_by_chance_for_that_action(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("lost its nerve")

    monkeypatch.setattr(thinking, "make", broken)
    host = await house.person().make(start=True, seats=2)
    line = await host.connect()
    await line.wait_for_my_turn()
    await line.act_until_it_is_not_my_turn()
    await line.wait_for_my_turn()
    assert "chance decides" in caplog.text


async def test_a_bot_gets_what_its_seat_may_know_and_nothing_else(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[thinking.Question] = []

    def spy(question: thinking.Question) -> int:
        asked.append(question)
        return question.legal[0]

    monkeypatch.setattr(thinking, "think", spy)
    host = await house.person().make(start=True, seats=4, options={"cards": True})
    line = await host.connect()
    await line.wait_for_my_turn()
    await line.act_until_it_is_not_my_turn()
    await line.wait_for_my_turn()
    assert asked
    for question in asked:
        seat = question.view["viewer"]
        assert seat != 0
        for other, row in enumerate(question.view["holds"]):
            assert other == seat or set(row.values()) == {None}


async def test_a_bot_tries_again_when_its_action_could_not_be_written(open_house: Any) -> None:
    house = await open_house(bot_pace=0.9)
    host = await house.person().make(start=True, seats=3)
    line = await host.connect()
    await line.act_until_it_is_not_my_turn()
    before = line.view
    house.store.full = True
    while not house.clock.sleepers:
        await asyncio.sleep(0)
    house.clock.advance(1)
    while driver.PATIENCE not in house.clock.asked:
        await asyncio.sleep(0)
    await line.settle()
    assert line.view == before
    house.store.full = False
    house.clock.advance(driver.PATIENCE)
    while len(house.clock.asked) < 3:
        await asyncio.sleep(0)
    house.clock.advance(1)
    await line.hear("steps")


async def test_bots_think_in_a_process_of_their_own() -> None:
    game = thinking.registry.game("spies")
    match = game.match(seats=3, seed="x")
    seat = match.actors[0]
    legal = [move.code for move in match.legal(seat)]
    question = thinking.Question("spies", "greedy", "seed", match.view(seat), match.events(seat), legal)
    thinker = thinking.Elsewhere()
    try:
        assert await thinker.choose(question) == thinking.think(question)
        assert thinker.processes
    finally:
        await thinker.close()


async def test_where_no_process_can_be_started_a_thread_thinks(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise OSError("no processes here")

    monkeypatch.setattr(thinking, "ProcessPoolExecutor", none)
    match = thinking.registry.game("spies").match(seats=3, seed="x")
    seat = match.actors[0]
    legal = [move.code for move in match.legal(seat)][:5]
    question = thinking.Question("spies", "random", "seed", match.view(seat), match.events(seat), legal)
    thinker = thinking.Elsewhere()
    try:
        assert await thinker.choose(question) in legal
    finally:
        await thinker.close()
    assert "they use a thread" in caplog.text


def test_an_unknown_bot_is_not_made() -> None:
    with pytest.raises(BadOptions):
        thinking.make("deep blue", thinking.registry.game("spies"), "")
