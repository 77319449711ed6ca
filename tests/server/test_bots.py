"""Bots at a table: they play by themselves, at a pace that tells nothing, and go on after a restart."""

from __future__ import annotations

import asyncio
import gc
import os
import random
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any
from weakref import ref

import pytest

from tests.server.people import PATIENCE, House
from topsecret.bots import Budget, make, mind
from topsecret.bots.mind import Decision, Minds, Question
from topsecret.kernel import registry
from topsecret.kernel.errors import BadOptions
from topsecret.table import driver, thinking
from topsecret.table import records as r
from topsecret.table.thinking import Here


async def over(house: House, code: str) -> Any:
    """Waits for the end of a match that bots play alone."""
    driver = house.server.house.drivers[code]
    while driver._tasks:
        await asyncio.wait_for(asyncio.wait(driver._tasks.values()), PATIENCE)
        await asyncio.sleep(0)
    return house.table(code).state.match


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("options", [{}, {"cards": True}, {"cards": True, "dossier": True}])
async def test_bots_play_a_whole_match(house: House, seats: int, options: dict[str, Any]) -> None:
    host = await house.person().make(seats=seats, options=options, bots=["random"] * (seats - 1))
    line = await host.connect()
    await line.send({"t": "leave"})
    await line.hear("bye")
    guest = await house.person().join(host.code, "Ada")
    watcher = await house.person().connect(code=host.code, seat=None)
    table = house.table(host.code)
    await table.start(table.state.host)
    table.state.seats[guest.seat].kind, table.state.seats[guest.seat].bot = "bot", "random"
    table.moved()
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
    assert line.events == house.table(host.code).state.match.seen(0)


def moments(house: House, code: str) -> list[tuple[int, int]]:
    """Who acted, and when, by the table's own time."""
    records = [r.read(*record) for record in house.store.logs[code]]
    return [(record.seat, record.at) for record in records if isinstance(record, r.Acted)]


async def settled(house: House) -> None:
    """Until nothing moves before the clock does."""
    for _ in range(50):
        await asyncio.sleep(0)


async def pass_time(house: House, milliseconds: int) -> None:
    """In small steps; whoever waits for one of them goes on at it."""
    for _ in range(milliseconds // 10):
        house.clock.advance(0.01)
        await settled(house)


async def test_a_bot_waits_for_its_pace_and_no_longer(open_house: Any) -> None:
    house = await open_house(bot_pace=0.9)
    host = await house.person().make(start=True, seats=3)
    line = await host.connect()
    await line.act_until_it_is_not_my_turn()
    await settled(house)
    begun = len(moments(house, host.code))
    await pass_time(house, 890)
    assert len(moments(house, host.code)) == begun
    await pass_time(house, 20)
    await line.settle()
    assert [at for seat, at in moments(house, host.code) if seat != 0] == [900]


async def test_every_decision_is_released_at_a_moment_that_does_not_depend_on_it(open_house: Any) -> None:
    """However many actions there are to choose from, one or hundreds, and however long that takes."""
    house = await open_house(bot_pace=0.9)
    decide, asked = house.server.house.thinker.decide, []

    async def at_length(question: Question, events: Any) -> Decision:
        asked.append(len(question.legal))
        await house.clock.sleep(min(0.8, 0.002 * len(question.legal)))
        return await decide(question, events)

    house.server.house.thinker.decide = at_length
    waits: set[int] = set()
    for _ in range(30):  # tables, until chance has dealt a bot nothing that it could play
        host = await house.person().make(start=True, seats=4, options={"cards": True})
        line = await host.connect()
        for _ in range(60):
            await line.act_until_it_is_not_my_turn()
            await pass_time(house, 910)
            if line.view["result"] is not None or (min(asked) == 1 and max(asked) > 100):
                break
        acted = moments(house, host.code)
        waits |= {at - before for (_, before), (seat, at) in pairwise(acted) if seat != 0}
        if waits and min(asked) == 1 and max(asked) > 100:
            break
    assert min(asked) == 1 and max(asked) > 100
    assert waits == {900}


async def test_a_bot_that_thinks_for_long_still_acts_in_step_with_its_pace(open_house: Any) -> None:
    house = await open_house(bot_pace=0.9)
    decide = house.server.house.thinker.decide

    async def slowly(question: Question, events: Any) -> Decision:
        await house.clock.sleep(2.0)
        return await decide(question, events)

    house.server.house.thinker.decide = slowly
    host = await house.person().make(start=True, seats=3)
    line = await host.connect()
    await line.act_until_it_is_not_my_turn()
    await pass_time(house, 2690)
    assert [at for seat, at in moments(house, host.code) if seat != 0] == []
    await pass_time(house, 20)
    assert [at for seat, at in moments(house, host.code) if seat != 0] == [2700]


async def test_no_pace_begins_before_bots_can_think(open_house: Any) -> None:
    """The first decision after a start of the server takes as long as any other."""
    house = await open_house(bot_pace=0.9)
    warm = asyncio.Event()
    house.server.house.thinker.ready = warm.wait
    host = await house.person().make(start=True, seats=3)
    line = await host.connect()
    await line.act_until_it_is_not_my_turn()
    await pass_time(house, 1230)
    assert [at for seat, at in moments(house, host.code) if seat != 0] == []
    warm.set()
    await settled(house)
    await pass_time(house, 910)
    assert [at for seat, at in moments(house, host.code) if seat != 0] == [2130]


async def test_bots_go_on_after_a_restart(open_house: Any) -> None:
    before = await open_house(bot_pace=0.9)
    host = await before.person().make(start=True, seats=3)
    line = await host.connect()
    await line.act_until_it_is_not_my_turn()
    waiting = line.view["actors"]
    after = await open_house(before.store)
    watcher = await after.person().connect(code=host.code, seat=None)
    while 0 not in watcher.view["actors"]:
        await watcher.hear("steps")
    assert watcher.view["actors"] != waiting
    assert watcher.events == after.table(host.code).state.match.seen(None)


async def test_a_bot_that_fails_is_replaced_by_chance_for_that_action(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("lost its nerve")

    monkeypatch.setattr(mind, "make", broken)
    host = await house.person().make(start=True, seats=2)
    line = await host.connect()
    await line.wait_for_my_turn()
    await line.act_until_it_is_not_my_turn()
    await line.wait_for_my_turn()
    assert "chance decides" in caplog.text


async def test_a_bot_gets_what_its_seat_may_know_and_nothing_else(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Question] = []
    decide = Minds.decide

    def spy(self: Minds, question: Question) -> Decision | None:
        asked.append(question)
        return decide(self, question)

    monkeypatch.setattr(Minds, "decide", spy)
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
    await pass_time(house, 1000)
    await line.settle()
    assert line.view == before
    house.store.full = False
    for _ in range(100):  # the table is read again beside the loop, which takes its time
        await pass_time(house, 100)
        await line.settle()
        if line.view != before:
            break
    assert line.view != before
    *_, (seat, at) = moments(house, host.code)
    assert seat != 0 and at >= 900 + driver.PATIENCE_MS + 900


def some_question(**more: Any) -> tuple[Question, Any]:
    match = registry.game("spies").match(seats=3, seed="x")
    seat = match.actors[0]
    legal = tuple(move.code for move in match.legal(seat))
    question = Question("PRAG-0001/0", "spies", "greedy", "seed", match.view(seat), 0, match.events(seat), legal)
    return replace(question, **more), partial(match.events, seat)


async def test_bots_think_in_a_process_of_their_own_and_choose_the_same_when_that_dies() -> None:
    question, events = some_question()
    thinker = thinking.Workers(1)
    try:
        await thinker.ready()
        first = await thinker.decide(question, events)
        assert first == Minds().decide(question)
        again = replace(question, since=question.last, events=[])
        assert await thinker.decide(again, events) == first
        (process,) = thinker.pools[0]._processes.values()  # type: ignore[attr-defined]
        process.kill()
        process.join()
        assert await thinker.decide(again, events) == first
        assert thinker.processes and await thinker.decide(again, events) == first
        thinker.forget(question.who)
        assert await thinker.decide(again, events) == first
    finally:
        await thinker.close()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no nice processes")
async def test_a_process_in_which_bots_think_stands_back_behind_the_server() -> None:
    thinker = thinking.Workers(1)
    try:
        await thinker.ready()
        theirs = await asyncio.get_running_loop().run_in_executor(thinker.pools[0], os.nice, 0)
        assert theirs >= min(19, os.nice(0) + 5)
    finally:
        await thinker.close()


@pytest.mark.parametrize("game", ["spies", "briefcase", "intel"])
@pytest.mark.parametrize("bot", ["easy", "hard", "greedy"])
def test_a_bot_that_is_forgotten_is_gone_with_all_that_it_knew(game: str, bot: str) -> None:
    """Without a look through all garbage, which comes seldom where much is loaded."""
    found = registry.game(game)
    match = found.match(seats=found.seats[0], seed="forgotten")
    seat = match.actors[0]
    legal = tuple(move.code for move in match.legal(seat))
    minds = Minds()
    question = Question("PRAG-0001/0", game, bot, "seed", match.view(seat), 0, match.events(seat), legal)
    assert minds.decide(question)
    gc.collect()
    gc.disable()
    try:
        [mind] = minds.minds.values()
        parts = [ref(mind), ref(mind.bot)]
        if hasattr(mind.bot, "worlds"):
            parts.append(ref(mind.bot.worlds))
        del mind
        minds.forget("PRAG-0001/0")
        assert [part() for part in parts if part() is not None] == []
    finally:
        gc.enable()


async def test_where_no_process_can_be_started_a_thread_thinks(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise OSError("no processes here")

    monkeypatch.setattr(thinking, "ProcessPoolExecutor", none)
    question, events = some_question(bot="random")
    thinker = thinking.Workers(2)
    try:
        assert (await thinker.decide(question, events)).action in question.legal
    finally:
        await thinker.close()
    assert "they use a thread" in caplog.text


class Diarist:
    """Writes down what it is told and what luck it has."""

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.luck: list[float] = []
        self.rng = random.Random("its own")

    def told(self, events: list[dict[str, Any]]) -> None:
        self.heard += [event["n"] for event in events]

    def choose(self, view: Any, seen: Any, legal: Any, budget: Budget) -> Any:
        assert budget.milliseconds == 450 and [event["n"] for event in seen] == self.heard
        self.luck.append(self.rng.random())
        return self.rng.choice(legal)


async def test_a_bot_lives_as_long_as_its_seat_and_is_told_everything_once(
    open_house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Diarist] = []

    def make_one(*_: Any) -> Diarist:
        made.append(Diarist())
        return made[-1]

    monkeypatch.setattr(mind, "make", make_one)
    house = await open_house(bot_pace=0.9)
    host = await house.person().make(start=True, seats=2)
    line = await host.connect()
    for _ in range(4):
        await line.act_until_it_is_not_my_turn()
        await pass_time(house, 4000)
        await line.settle()
    (bot,) = made
    assert len(bot.luck) > 3 and bot.heard == list(range(1, len(bot.heard) + 1))
    house.server.house.thinker.forget(f"{host.code}/1")  # as when its process dies
    while len(made) == 1:
        await line.act_until_it_is_not_my_turn()
        await pass_time(house, 1000)
        await line.settle()
    assert made[1].heard[: len(bot.heard)] == bot.heard and made[1].heard == list(range(1, len(made[1].heard) + 1))


def test_the_luck_of_a_choice_does_not_depend_on_how_often_a_bot_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mind, "make", lambda *_: Diarist())
    question, _ = some_question(budget=Budget(450))
    one, other = Minds(), Minds()
    one.decide(replace(question, events=question.events[:2]))
    later = replace(question, since=question.events[1]["n"], events=question.events[2:])
    assert one.decide(later) == other.decide(question)
    assert other.decide(later) is None, "it was told more than that already"


async def test_the_seed_of_the_bots_is_kept_and_never_sent(house: House) -> None:
    host = await house.person().make(start=True, seats=2)
    line = await host.connect()
    await line.act_until_it_is_not_my_turn()
    await line.settle()
    (started,) = [body for kind, body in house.store.logs[host.code] if kind == "started"]
    seed = r.read("started", started).bots  # type: ignore[attr-defined]
    assert len(seed) == 64 and seed == house.table(host.code).state.bots_seed
    assert seed not in str(line.heard)


def test_an_unknown_bot_is_not_made() -> None:
    with pytest.raises(BadOptions):
        make("deep blue", registry.game("spies"), "")


async def test_nothing_is_left_of_bots_when_the_match_is_over(house: House) -> None:
    """What they remember is large, and the table stays in memory as long as people look at the end."""
    host = await house.person().make("intel", seats=2, bots=["random"], start=True)
    line = await host.connect()
    thinker = house.server.house.thinker
    assert isinstance(thinker, Here)
    minds = thinker.minds.minds
    while not minds:
        await line.act_any()
        await line.settle()
    await line.wait_for_my_turn()
    assert (await line.ask("act", action="resign"))["t"] == "done"
    assert not minds
