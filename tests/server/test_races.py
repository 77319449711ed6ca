"""Races at a table of paris (P5.3): who acted first is first, whatever the line; on a clock that the test moves."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.conftest import Open
from tests.server.people import House, Line
from tests.server.test_bots import settled
from topsecret.games.paris.tests.builders import position
from topsecret.kernel.fair import Fair
from topsecret.kernel.fields import truth
from topsecret.kernel.match import Match
from topsecret.server.lag import Lag
from topsecret.table import beginnings
from topsecret.table import records as r
from topsecret.table.live import LiveTable
from topsecret.table.races import RACE_MS
from topsecret.table.state import TableState

HANDS = ("green cafe", "purple metro", "blue kiosk", "red fountain")  # seat 0 has the case and looks for green


async def at_a_table(house: House, monkeypatch: Any, turn_s: int = 12, winked: bool = False) -> tuple[LiveTable, Line]:
    """In the middle of a deal, with the seats of four people; the second that a new card is safe from calls has passed. Time runs as
    long as somebody holds the line."""
    options = {"turn_s": turn_s, "grace_ms": RACE_MS}

    def new_match(state: TableState, secret: str, entropy: list[str]) -> Match:
        start = position(HANDS, options, left=["blue"] * 3) | {"winked": [winked, False, False, False]}
        begin = state.game.position(4, state.options, start)
        return Match(state.game, begin, "fair", Fair(bytes.fromhex(secret), state.code, tuple(entropy)), truth(begin))

    monkeypatch.setattr(beginnings, "new_match", new_match)
    host = await house.person().make("paris", seats=4, options=options)
    for _ in range(3):
        await house.person().join(host.code)
    line = await host.connect()
    await line.send({"t": "start"})
    await settled(house)
    await pass_time(house, 2000)
    return house.table(host.code), line


async def pass_time(house: House, milliseconds: int) -> None:
    """In steps of 10 ms, and what is left of one."""
    for step in (*[10] * (milliseconds // 10), milliseconds % 10):
        house.clock.advance(step / 1000)
        await settled(house)


def act(table: LiveTable, seat: int, action: str, lag: int) -> asyncio.Task[None]:
    return asyncio.create_task(table.act(seat, "", 0, action, lambda: None, lag=lag))


def acted(table: LiveTable, house: House) -> list[tuple[int, int]]:
    found = [r.read(*record) for record in house.store.logs[table.code]]
    return [(record.seat, record.at) for record in found if isinstance(record, r.Acted)]


async def in_a_race(house: House, table: LiveTable, *acts: tuple[int, int, str, int]) -> list[asyncio.Task[None]]:
    """Everybody acts at a moment (seat, when, what, how long the line takes); what they do comes when the line has brought it."""
    tasks: list[asyncio.Task[None]] = []
    now = 0
    for came, seat, action, lag in sorted((at + lag, seat, action, lag) for seat, at, action, lag in acts):
        await pass_time(house, came - now)
        now = came
        tasks.append(act(table, seat, action, lag))
        await settled(house)
    return tasks


def code(task: asyncio.Task[None]) -> str:
    return getattr(task.exception(), "code", "") if task.done() else "it waits"


def points(table: LiveTable) -> list[int]:
    assert table.state.match is not None
    return list(table.state.match.truth()["points"])


async def test_who_acted_first_is_first_though_the_line_is_longer(house: House, monkeypatch: Any) -> None:
    """Seat 2 calls seat 0; 50 ms later seat 0 throws the card away. The call takes 120 ms to come, the discard 20."""
    table, _line = await at_a_table(house, monkeypatch)
    discard, call = await in_a_race(house, table, (2, 0, "call red green", 120), (0, 50, "discard green", 20))
    assert acted(table, house) == []  # nothing is told before its time
    await pass_time(house, RACE_MS)
    assert acted(table, house) == [(2, 2000 + RACE_MS)]
    assert code(call) == "" and code(discard) == "not_held"
    assert points(table) == [0, 0, 1, 0]


@pytest.mark.parametrize("lags", [(20, 120), (120, 20), (0, 150), (400, 20)])
@pytest.mark.parametrize("first", ["discard", "call", "other call", "complete"])
async def test_unequal_lines_decide_no_race(first: str, lags: tuple[int, int], house: House, monkeypatch: Any) -> None:
    """Two people act 30 ms apart. Whatever their lines are: the one who acted first is first (beyond 150 ms a line has bad luck)."""
    acts = {
        "discard": ((0, "discard green"), (2, "call red green")),
        "call": ((2, "call red green"), (0, "discard green")),
        "other call": ((3, "call red green"), (2, "call red green")),
        "complete": ((0, "complete green metro"), (2, "call red green")),
    }
    table, _line = await at_a_table(house, monkeypatch, winked=first == "complete")
    (one, this), (other, that) = acts[first]
    await in_a_race(house, table, (one, 0, this, lags[0]), (other, 30, that, lags[1]))
    await pass_time(house, 2 * RACE_MS)
    assert [seat for seat, _ in acted(table, house)] == ([other] if lags[0] > RACE_MS else [one])


async def pause(house: House, line: Line, what: str = "pause") -> None:
    """As the host says."""
    await line.send({"t": "propose", "what": what})
    await line.settle()
    await settled(house)


async def test_what_comes_in_a_pause_is_refused_at_once_and_not_held(house: House, monkeypatch: Any) -> None:
    """Time stands still: what were held then would get no answer for as long as the others like."""
    table, line = await at_a_table(house, monkeypatch)
    await pause(house, line)
    assert (await line.ask("act", action="discard green"))["code"] == "paused"
    await pause(house, line, "play_on")
    await pass_time(house, 2 * RACE_MS)
    assert acted(table, house) == []


async def test_what_was_held_when_a_pause_began_is_carried_out_after_it(house: House, monkeypatch: Any) -> None:
    table, line = await at_a_table(house, monkeypatch)
    discard = act(table, 0, "discard green", 0)
    await settled(house)
    await pause(house, line)
    await pass_time(house, 2 * RACE_MS)
    assert code(discard) == "it waits" and acted(table, house) == []
    await pause(house, line, "play_on")
    await pass_time(house, RACE_MS)
    assert code(discard) == "" and [seat for seat, _ in acted(table, house)] == [0]


async def test_what_was_held_when_the_match_ended_is_refused_then(house: House, monkeypatch: Any) -> None:
    """Time does not run any more: it would never be answered."""
    table, _line = await at_a_table(house, monkeypatch)
    discard = act(table, 0, "discard green", 0)
    await settled(house)
    async with table.lock:
        await table.tell_change(r.Stopped(table.timeline.now()))
    await settled(house)
    assert code(discard) == "not_running" and acted(table, house) == []


async def measured(house: House, line: Line, lag: int) -> None:
    """A line that takes so many milliseconds each way, as the server finds out by its echo."""
    await line.send({"t": "ping"})
    pong = await line.hear("pong")
    await pass_time(house, 2 * lag)
    await line.send({"t": "echo", "n": pong["n"]})
    await line.settle()


@pytest.mark.parametrize("first", ["call", "discard"])
async def test_a_call_against_a_discard_over_lines_that_the_server_has_measured(
    first: str, house: House, monkeypatch: Any
) -> None:
    """Seat 0 sits 20 ms away and throws its card away, seat 2 sits 120 ms away and calls it; one is 50 ms before the other."""
    table, near = await at_a_table(house, monkeypatch)
    far = await house.people[2].connect()
    await measured(house, near, 20)
    await measured(house, far, 120)
    await pass_time(house, RACE_MS)  # a lag grows no faster than time
    began, now = table.timeline.now(), 0
    done = {"call": (far, 120, "call red green"), "discard": (near, 20, "discard green")}
    acts = [(50 * (name != first) + lag, line, action) for name, (line, lag, action) in done.items()]
    for number, (came, line, action) in enumerate(sorted(acts, key=lambda one: one[0]), 1):
        await pass_time(house, came - now)
        now = came
        await line.send({"t": "act", "id": number, "action": action})
        await line.settle()
    await pass_time(house, 2 * RACE_MS)
    assert acted(table, house) == [(2 if first == "call" else 0, began + RACE_MS)]  # the other is refused
    assert points(table) == [0, 0, first == "call", 0]


async def test_what_one_seat_does_with_the_case_keeps_its_order_when_its_line_gets_longer(
    house: House, monkeypatch: Any
) -> None:
    table, _line = await at_a_table(house, monkeypatch)
    lag = Lag()
    one = act(table, 0, "discard green", lag.ms(table.timeline.now()))
    await settled(house)
    lag.hears(lag.sends(0.0), 0.24, table.timeline.now())  # from here on it looks 120 ms long
    await pass_time(house, 10)
    other = act(table, 0, "pass", lag.ms(table.timeline.now()))
    await pass_time(house, 2 * RACE_MS)
    assert code(one) == "" and code(other) == "not_your_case"
    assert acted(table, house) == [(0, 2000 + RACE_MS)]


async def test_the_case_s_time_waits_for_what_came_before_it_ran_out(house: House, monkeypatch: Any) -> None:
    """A call that was made before it, and takes longer to come, is still before it."""
    table, _line = await at_a_table(house, monkeypatch, turn_s=3)
    await pass_time(house, 900)
    discard, _call = await in_a_race(house, table, (2, 0, "call red green", 120), (0, 70, "discard green", 20))
    assert table.timeline.now() == 3020
    await pass_time(house, RACE_MS)
    assert acted(table, house) == [(2, 3050)] and code(discard) == "not_held"
    again, _line = await at_a_table(house, monkeypatch, turn_s=3)
    await pass_time(house, 990)
    (late,) = await in_a_race(house, again, (0, 0, "discard green", 0))
    await pass_time(house, RACE_MS)
    assert code(late) == "" and acted(again, house) == [(0, 2990 + RACE_MS)]


async def test_what_comes_when_the_case_s_time_is_over_is_refused_and_the_case_goes_on(
    house: House, monkeypatch: Any
) -> None:
    table, line = await at_a_table(house, monkeypatch, turn_s=3)
    await pass_time(house, 1000)
    late = act(table, 0, "discard green", lag=120)
    await settled(house)
    assert code(late) == "too_late"
    await pass_time(house, RACE_MS - 10)
    await line.settle()
    assert line.view["holder"] == 0 and acted(table, house) == []
    await pass_time(house, 10)
    await line.settle()
    assert line.view["holder"] == 1 and line.events[-1] | {"n": 0} == {
        **{"n": 0, "event": "case", "at": 3000 + RACE_MS, "seat": 1, "giver": 0}
    }


async def test_what_can_be_refused_is_refused_at_once(house: House, monkeypatch: Any) -> None:
    table, _line = await at_a_table(house, monkeypatch)
    wrong = act(table, 1, "pass", lag=0)
    await settled(house)
    assert code(wrong) == "not_your_case"


async def test_a_new_card_is_safe_for_a_second_of_the_table_s_time_whatever_the_line(
    house: House, monkeypatch: Any
) -> None:
    """P5.3: two who call at the same moment are too soon, or not, together."""
    table, _line = await at_a_table(house, monkeypatch)
    act(table, 0, "discard green", lag=150)
    await settled(house)
    early = await in_a_race(house, table, (2, 820, "call red green", 20), (3, 820, "call red green", 120))
    assert [code(one) for one in early] == ["too_soon"] * 2
    near, far = await in_a_race(house, table, (2, 0, "call red green", 20), (3, 0, "call red green", 120))
    assert {code(near), code(far)} == {"it waits"}


async def test_looks_count_when_they_come_though_something_of_the_same_seat_is_held(
    house: House, monkeypatch: Any
) -> None:
    table, line = await at_a_table(house, monkeypatch)
    await line.send({"t": "act", "id": 1, "action": "discard green"})
    assert (await line.ask("act", action="look green", id=2))["t"] == "done"
    assert [event["event"] for event in line.events][-2:] == ["look", "sees"]
    assert acted(table, house) == [(0, 2000)]
    await pass_time(house, RACE_MS)
    assert (await line.hear("done"))["id"] == 1
    assert acted(table, house) == [(0, 2000), (0, 2000 + RACE_MS)]


async def test_nothing_is_told_of_what_is_held_and_a_lost_line_neither_hastens_nor_repeats_it(
    house: House, monkeypatch: Any
) -> None:
    table, line = await at_a_table(house, monkeypatch)
    watcher = await house.person().connect(code=table.code, seat=None)
    told = len(watcher.heard)
    await line.send({"t": "act", "id": 7, "action": "discard green"})
    await settled(house)
    await line.ws.close()
    while 0 in house.server.broadcasts[table.code].of:
        await asyncio.sleep(0)
    await watcher.settle()
    assert {message["t"] for message in watcher.heard[told:]} == {"table", "pong"}
    await pass_time(house, RACE_MS)
    await watcher.settle()
    assert "steps" in {message["t"] for message in watcher.heard[told:]}
    back = await house.people[0].connect(client=line.client)
    assert back.sync["last"] == 7
    assert (await back.ask("act", action="discard green", id=7))["t"] == "done"
    await pass_time(house, RACE_MS)
    assert acted(table, house) == [(0, 2000 + RACE_MS)]


async def test_what_is_held_when_the_server_goes_is_gone(house: House, open_house: Open, monkeypatch: Any) -> None:
    table, _line = await at_a_table(house, monkeypatch)
    held = act(table, 0, "discard green", lag=0)
    await settled(house)
    after = await open_house(house.store)  # as if it had been killed here
    watcher = await after.person().connect(code=table.code, seat=None)
    await pass_time(after, 2 * RACE_MS)
    assert watcher.view["holder"] == 0 and acted(table, house) == []
    await table.finish()
    await settled(house)
    assert code(held) == "not_saved" and acted(table, house) == []
