"""Games with time at a table: whole matches over the protocol, on a clock that the test moves; time that stands still, goes on after a
restart, and never goes back."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from typing import Any

import pytest

from examples import remote_bot
from tests.server.conftest import Open
from tests.server.people import House, Line, Person
from tests.server.test_bots import settled
from topsecret.table import records as r
from topsecret.table.ticks import AHEAD_MS, TICK_MS

SHORT = {"cards_removed": 5}  # few cards


@contextlib.asynccontextmanager
async def running(house: House, step: float = 0.02) -> AsyncIterator[None]:
    """The clock goes on whenever nothing else moves."""

    async def run() -> None:
        while True:
            await settled(house)
            house.clock.advance(step)

    task = asyncio.create_task(run())
    try:
        yield
    finally:
        task.cancel()


def records(house: House, code: str) -> list[Any]:
    return [r.read(*record) for record in house.store.logs[code]]


@pytest.mark.parametrize(("seats", "bots"), [(3, ["attentive", "random"]), (4, ["attentive"] * 3)])
async def test_a_whole_match_is_played_over_the_network_with_bots_of_the_house(
    house: House, open_house: Open, seats: int, bots: list[str]
) -> None:
    async with running(house):
        result = await remote_bot.play(
            str(house.http.make_url("")), game="paris", sleep=house.clock.sleep, options=SHORT, seats=seats, bots=bots
        )
    assert result["reason"]["rule"] in ("P6.1", "P6.2") and len(result["scores"]) == seats
    (code,) = house.store.logs
    match = house.table(code).state.match
    times = [record.at for record in records(house, code) if isinstance(record, r.Acted | r.Elapsed)]
    assert times == sorted(times) and match.now == max(entry.at for entry in match.entries)
    acting = {record.seat for record in records(house, code) if isinstance(record, r.Acted)}
    assert acting == set(range(seats))
    again = await (await open_house(house.store)).server.house.find(code)
    assert again.state.match is not None and again.state.match.save() == match.save()


async def at_a_table(house: House) -> tuple[Person, Line]:
    host = await house.person().make("paris", seats=3, bots=["attentive"] * 2, options={"starter": 0}, start=True)
    return host, await host.connect()


async def pass_time(house: House, milliseconds: int) -> None:
    for _ in range(milliseconds // 20):
        house.clock.advance(0.02)
        await settled(house)


async def test_what_falls_due_happens_by_itself_and_before_what_is_done_at_that_moment(house: House) -> None:
    host, line = await at_a_table(house)
    deadline = line.view["deadline"]
    assert line.sync["now"] == 0 and deadline == 2000
    await pass_time(house, deadline - 20)
    assert line.view["holder"] == 0
    house.clock.advance(0.02)
    assert (await line.ask("act", action="draw"))["rule"] == "P2.1"
    first = next(record for record in records(house, host.code) if isinstance(record, r.Elapsed))
    assert first.lines[0] == ["time", deadline] and first.at == deadline


async def test_the_time_of_an_action_is_the_servers(house: House) -> None:
    host, line = await at_a_table(house)
    await pass_time(house, 500)
    problem = await line.ask("act", action={"action": "look", "sight": "green", "at": 7})
    assert problem["t"] == "refused"
    assert (await line.ask("act", action="look green"))["t"] == "done"
    assert [event["at"] for event in line.events if event["event"] == "look"] == [500]
    assert records(house, host.code)[-1].at == 500


async def test_time_stands_still_while_nobody_is_connected_or_the_table_is_paused(house: House) -> None:
    host, line = await at_a_table(house)
    table = house.table(host.code)
    await pass_time(house, 400)
    table.pause(True)
    await pass_time(house, 5000)
    assert table.timeline.now() == 400
    table.pause(False)
    await pass_time(house, 200)
    assert table.timeline.now() == 600
    await line.ws.close()
    while len(house.server.broadcasts[host.code]):
        await asyncio.sleep(0)
    count = len(house.store.logs[host.code])
    house.clock.advance(100_000)
    await settled(house)
    assert table.timeline.now() == 600 and len(house.store.logs[host.code]) == count
    line = await host.connect()
    assert 0 < line.sync["now"] <= 600
    await pass_time(house, 40)
    assert table.timeline.now() == 640


async def test_time_goes_on_after_a_restart_and_nobody_sees_it_go_back(open_house: Open) -> None:
    """Whenever the server dies: what was shown before is not later than what is shown then, and little of it is lost."""
    before = await open_house()
    host, line = await at_a_table(before)
    for span in (60, 1940, TICK_MS, 900, 3000):
        await pass_time(before, span)
        shown = (await host.connect()).sync["now"]
        real = before.table(host.code).timeline.now()
        assert real - TICK_MS <= shown <= real
        last = max([event["at"] for event in line.events], default=0)
        crashed = type(before.store)()
        crashed.logs = {code: list(log) for code, log in before.store.logs.items()}
        crashed.kept = {code: dict(kept) for code, kept in before.store.kept.items()}
        after = await open_house(crashed)
        watcher = await after.person().connect(code=host.code, seat=None)
        assert max(shown, last) <= watcher.sync["now"] <= real + AHEAD_MS


async def test_a_tick_is_written_only_while_something_is_due(house: House) -> None:
    host = await house.person().make("spies", seats=2)
    await house.person().join(host.code, "Ada")
    await house.table(host.code).start(0)
    house.clock.advance(100)
    await settled(house)
    assert "time" not in house.store.kept.get(host.code, {})
    timed, _ = await at_a_table(house)
    await pass_time(house, 40)
    assert int(house.store.kept[timed.code]["time"]) == AHEAD_MS


async def test_an_answer_by_hand_comes_no_sooner_than_it_may(house: House) -> None:
    """B4.5. What is refused is refused at once, and only whoever answers sees that."""
    host = await house.person().make("briefcase", seats=2, options={"answers": "manual", "box": "trio", "starter": 0})
    guest = await house.person().join(host.code, "Ada")
    asks, answers = await host.connect(), await guest.connect()
    await asks.send({"t": "start"})
    for line in (asks, answers):
        await line.hear("sync")
    match = house.table(host.code).state.match

    def is_the_double_agents(move: Any) -> bool:  # who may answer as they like
        trial = match.fork()
        trial.play(0, move)
        return all(trial.why_not(1, reply) is None for reply in ("yes", "no"))

    move = next(move for move in match.legal(0) if move.family == "move" and not is_the_double_agents(move))
    house.clock.advance(0.4)
    assert (await asks.ask("act", action=move.json))["t"] == "done"
    (true,), (untrue,) = (
        [reply for reply in ("yes", "no") if (match.why_not(1, reply) is None) is so] for so in (True, False)
    )
    assert (await answers.ask("act", action=untrue))["code"] == "untrue"
    house.clock.advance(0.3)
    await answers.send({"t": "act", "id": 99, "action": true})
    await settled(house)
    house.clock.advance(1.19)
    await settled(house)
    await asks.settle()
    assert asks.view["phase"] == "answer"
    house.clock.advance(0.01)
    assert (await answers.hear("done"))["id"] == 99
    await asks.settle()
    assert asks.view["phase"] != "answer"
    (made, answered) = [record for record in records(house, host.code) if isinstance(record, r.Acted)]
    assert (made.at, answered.at) == (400, 1900)


async def test_two_seats_at_the_same_moment_are_two_steps_with_their_times(house: House) -> None:
    """What is done in time is not put together: how many steps came must not depend on what somebody did unseen."""
    host, line = await at_a_table(house)
    await pass_time(house, 100)
    table = house.table(host.code)
    await asyncio.gather(
        *(table.act(seat, "", 0, "look cards", lambda: None) for seat in (1, 2)), return_exceptions=True
    )
    done = await asyncio.gather(
        *(
            table.act(seat, "", 0, f"look {sight}", lambda: None)
            for seat, sight in ((0, "green"), (1, "red"), (2, "red"))
        )
    )
    assert done == [None] * 3
    await line.settle()
    steps = list(itertools.chain(*(message["steps"] for message in line.heard if message["t"] == "steps")))
    told = [[event["event"] for event in step["events"]] for step in steps]
    assert ["look", "sees"] in told and ["look"] in told
