"""Clocks: a time for each move and a bank, by the table's time. Whose is over has one decision made by a bot, and the second time in a
row the bot stays."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import Open
from tests.server.people import House, Line, Person
from tests.server.test_leavers import acts_of, pass_time, sit
from topsecret.table import faces
from topsecret.table.terms import Terms

TERMS = {"stand_in": "easy", "grace_s": 600, "move_s": 10, "bank_s": 20, "answer_s": 15}


async def timed(house: House, game: str = "intel", seats: int = 2, **more: Any) -> tuple[list[Person], list[Line]]:
    return await sit(house, game, seats, terms=TERMS | more)


def clock_of(line: Line, seat: int) -> dict[str, Any]:
    found = next(message for message in reversed(line.heard) if message["t"] in ("table", "sync"))
    clock: dict[str, Any] = found["table"]["seats"][seat]["clock"]
    return clock


async def test_there_are_no_clocks_unless_they_were_agreed_on(house: House) -> None:
    _, lines = await sit(house)
    await pass_time(house, 100_000)
    await lines[0].settle()
    assert lines[0].sync["table"]["seats"][0]["clock"] is None


@pytest.mark.parametrize(
    ("game", "terms"),
    [
        ("paris", {"move_s": 10}),
        ("spies", {"move_s": 10, "late": "loses"}),
        ("intel", {"move_s": 2}),
        ("intel", {"move_s": 10, "answer_s": 7000}),
    ],
)
async def test_what_cannot_be_kept_is_not_agreed_on(house: House, game: str, terms: dict[str, Any]) -> None:
    failure = await house.person().post("/api/tables", {"game": game, "terms": terms}, 400)
    assert failure["code"] in ("bad_terms", "bad_request")


async def test_the_clock_of_whoever_is_asked_runs_and_then_the_bank(house: House) -> None:
    people, lines = await timed(house)
    table = house.table(people[0].code)
    actor = next(iter(table.state.match.actors))
    mine = lines[actor]
    await pass_time(house, 4)
    back = await people[actor].connect()
    assert clock_of(back, actor) == {"left_ms": 6000, "bank_ms": 20_000, "runs": True, "drains": True}
    assert clock_of(back, 1 - actor) == {"left_ms": 10_000, "bank_ms": 20_000, "runs": False, "drains": True}
    await pass_time(house, 10)
    back = await people[actor].connect()
    assert clock_of(back, actor)["left_ms"] == 0 and clock_of(back, actor)["bank_ms"] == 16_000
    while actor in table.state.match.actors:
        await mine.act_any()
    await mine.settle()
    assert clock_of(mine, actor)["bank_ms"] == 16_000 and not clock_of(mine, actor)["runs"]


@pytest.mark.parametrize("game", ["spies", "briefcase", "intel"])
async def test_when_time_is_over_a_bot_makes_this_one_decision_and_stays_the_second_time(
    house: House, game: str
) -> None:
    people, lines = await timed(house, game)
    code, table = people[0].code, house.table(people[0].code)
    seen: dict[int, int] = {}
    for _ in range(12):  # nobody does anything
        actors = [seat for seat in table.state.match.actors if isinstance(seat, int)]
        await pass_time(house, 31)
        await pass_time(house, 1)
        for seat in actors:
            seen[seat] = seen.get(seat, 0) + 1
        if any(seat.stand_in for seat in table.state.seats):
            break
    asleep = next(number for number, seat in enumerate(table.state.seats) if seat.stand_in)
    by_clock = [act.by for act in acts_of(house, code, asleep) if act.by == "clock"]
    assert len(by_clock) >= 2
    await lines[asleep].settle()
    what = [(one["what"], one["seat"]) for one in lines[asleep].heard if one["t"] == "happened"]
    assert what.count(("timed_out", asleep)) == len(by_clock) and ("stood_in", asleep) in what
    await lines[asleep].send({"t": "back"})
    await lines[asleep].settle()
    assert not table.state.seats[asleep].stand_in


async def test_an_action_in_time_ends_the_row_and_a_late_one_is_refused(house: House) -> None:
    people, lines = await timed(house)
    table = house.table(people[0].code)
    actor = next(iter(table.state.match.actors))
    house.server.house.drivers[people[0].code].stopped = True  # the bot has not decided yet
    action = (await lines[actor].legal())[0]
    await pass_time(house, 30)
    assert (await lines[actor].ask("act", action=action))["code"] == "time_over"


async def test_in_a_duel_time_over_may_mean_that_one_loses(house: House) -> None:
    people, lines = await timed(house, "briefcase", late="loses")
    table = house.table(people[0].code)
    await pass_time(house, 31)
    await lines[0].settle()
    assert table.state.status == "over" and table.state.match.result["reason"]["code"] == "resigned"


async def test_the_clock_s_decision_is_not_taken_back_and_clocks_survive_a_restart(open_house: Open) -> None:
    house = await open_house()
    people, lines = await timed(house)
    code, table = people[0].code, house.table(people[0].code)
    actor = next(iter(table.state.match.actors))
    await pass_time(house, 31)
    await lines[actor].settle()
    assert acts_of(house, code, actor)[0].by == "clock" and not table.can_undo(actor)
    again = await open_house(house.store)
    found = await again.person().connect(code=code, seat=None)
    assert again.table(code).state.face == table.state.face
    assert [one["what"] for one in found.sync["happened"]] == ["timed_out"]


async def test_time_stands_still_in_a_pause(house: House) -> None:
    people, lines = await timed(house)
    table = house.table(people[0].code)
    await lines[0].send({"t": "propose", "what": "pause"})
    await lines[0].settle()
    await pass_time(house, 1000)
    assert not acts_of(house, people[0].code, 0) and not acts_of(house, people[0].code, 1)
    await lines[0].send({"t": "propose", "what": "play_on"})
    await lines[0].settle()
    actor = next(iter(table.state.match.actors))
    assert clock_of(lines[0], actor)["left_ms"] == 10_000


def test_what_several_are_asked_together_has_a_limit_of_its_own_and_costs_no_bank() -> None:
    terms = Terms(move_s=10, bank_s=20, answer_s=15)
    face = faces.first(3, terms, [0, 1, 2], 0)
    assert face.together and [face.limit(seat, terms) for seat in range(3)] == [15_000] * 3
    face = faces.after(face, terms, 1, False, [0, 2], 14_000)
    face = faces.after(face, terms, 0, False, [2], 14_500)
    assert face.together and face.limit(2, terms) == 15_000 and face.bank == [20_000] * 3
    face = faces.after(face, terms, 2, False, [2], 14_900)  # and now it is seat 2's turn alone
    assert not face.together and face.limit(2, terms) == 14_900 + 30_000
    face = faces.after(face, terms, 2, False, [0], 14_900 + 12_000)
    assert face.bank == [20_000, 20_000, 18_000]


def test_acting_and_taking_back_does_not_stop_a_clock() -> None:
    terms = Terms(move_s=10, bank_s=0, answer_s=10)
    face, at = faces.first(2, terms, [0], 0), 0
    for _ in range(5):
        at += 3000
        face = faces.after(face, terms, 0, False, [1], at)
        face = faces.taken_back(face, 0, [0], at)
        if at <= 9000:
            assert face.limit(0, terms) == 10_000
    assert face.limit(0, terms) is not None and (face.limit(0, terms) or 0) <= at


async def test_when_the_time_for_first_orders_is_over_the_proposal_stands(house: House) -> None:
    """B4.5; whose first order it is, and whether they had written one, nobody can tell."""
    people, lines = await timed(house, "briefcase")
    code, table = people[0].code, house.table(people[0].code)
    assert set(table.state.match.actors) == {0, 1}
    proposed = [str(move) for move in table.state.match.legal(0) if str(move).endswith("harmless")][-1]
    await pass_time(house, 14)
    assert not acts_of(house, code, 0)
    await pass_time(house, 2)
    for line in lines:
        await line.settle()
    for seat in (0, 1):
        [act] = acts_of(house, code, seat)
        assert act.by == "clock" and act.lines[0][1] == proposed
        assert clock_of(lines[seat], seat)["bank_ms"] == 20_000  # what several are asked together costs no bank


@pytest.mark.parametrize("first", [0, 1])
async def test_first_orders_cost_no_bank_and_the_first_turn_begins_when_both_stand(house: House, first: int) -> None:
    people, lines = await sit(house, "briefcase", 2, terms=TERMS, options={"starter": first})
    table = house.table(people[0].code)
    orders = [str(move) for move in table.state.match.legal(0)]
    for seat, seconds in ((0, 3), (1, 9)):
        await pass_time(house, seconds)
        assert (await lines[seat].ask("act", action=orders[0]))["t"] == "done"
    await lines[0].settle()
    assert table.state.match.actors == (first,)
    assert clock_of(lines[0], first) == {"left_ms": 10_000, "bank_ms": 20_000, "runs": True, "drains": True}
    await pass_time(house, 4)
    assert (await lines[first].ask("act", action=orders[1]))["t"] == "done"  # in one's turn, of which nobody hears
    back = await people[0].connect()
    assert clock_of(back, first)["left_ms"] == 6_000
