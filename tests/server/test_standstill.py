"""A table of a game with time stands still: it counts down before a deal, and after the server was away it waits for its people first.
On a clock that the test moves."""

from __future__ import annotations

import copy
from typing import Any

from tests.server.conftest import Open
from tests.server.people import House, Line, Person
from tests.server.test_bots import settled
from tests.server.test_races import pass_time
from topsecret.table.standstill import Waits

WAITS = Waits(countdown=3.0, people=20.0)


async def at_a_table(house: House, **options: Any) -> tuple[list[Person], list[Line]]:
    """Three people in paris, before the first card."""
    people = [await house.person().make("paris", seats=3, options={"starter": 0, **options})]
    for name in ("Ada", "Ben"):
        people.append(await house.person().join(people[0].code, name))
    lines = [await person.connect() for person in people]
    await lines[0].send({"t": "start"})
    for line in lines:
        await line.hear("sync")
    return people, lines


def stands(line: Line) -> Any:
    """What this viewer was last told of a standstill."""
    told = [message["table"] for message in line.heard if message["t"] in ("sync", "table")]
    return told[-1]["standstill"]


async def killed(house: House, open_house: Open) -> House:
    """Another server on what was on the disk at this moment."""
    store = type(house.store)()
    store.logs, store.kept = copy.deepcopy(house.store.logs), copy.deepcopy(house.store.kept)
    after = await open_house(store, waits=WAITS)
    after.server.house.rng = house.server.house.rng
    return after


async def come_back(after: House, person: Person) -> Line:
    """The same person with the same cookies, at the server that has come back."""
    again = after.person()
    again.web.cookie_jar.update_cookies({cookie.key: cookie.value for cookie in person.web.cookie_jar})
    again.code, again.seat = person.code, person.seat
    return await again.connect()


async def test_a_table_counts_down_before_the_first_deal(open_house: Open) -> None:
    house = await open_house(waits=WAITS)
    people, (line, *_) = await at_a_table(house)
    assert stands(line) == {"why": "countdown", "ms": 3000} and line.view["phase"] == "first"
    await pass_time(house, 2990)
    for action in ("look green", "call green green"):  # the second one would be held
        refused = await line.ask("act", action=action)
        assert (refused["t"], refused["code"]) == ("refused", "standstill")
    assert house.table(people[0].code).timeline.now() == 0
    late = await house.person().connect(code=people[0].code, seat=None)
    assert stands(late) == {"why": "countdown", "ms": 10}
    await pass_time(house, 10)
    await line.settle()
    assert stands(line) is None
    assert (await line.ask("act", action="look green"))["t"] == "done"
    await pass_time(house, 1990)
    assert line.view["holder"] == 0
    await pass_time(house, 20)
    await line.settle()
    assert line.view["holder"] == 1


async def test_a_table_counts_down_before_each_further_deal(open_house: Open) -> None:
    """P1.3: the next deal begins when all are ready; its time only when the table has counted down."""
    house = await open_house(waits=WAITS)
    people, lines = await at_a_table(house, deals=2, turn_s=3)
    table = house.table(people[0].code)
    for _ in range(9):  # nobody does anything: P6.2
        await pass_time(house, 5000)
    await lines[0].settle()
    assert lines[0].view["phase"] == "ready" and stands(lines[0]) is None
    for line in lines:
        assert (await line.ask("act", action="ready"))["t"] == "done"
    await lines[0].settle()
    assert lines[0].view["phase"] == "first" and stands(lines[0]) == {"why": "countdown", "ms": 3000}
    began = table.timeline.now()
    await pass_time(house, 2990)
    assert table.timeline.now() == began
    await pass_time(house, 20)
    assert table.timeline.now() == began + 10


async def test_after_a_kill_the_table_waits_for_its_people_counts_down_and_goes_on_where_it_stood(
    open_house: Open,
) -> None:
    before = await open_house(waits=WAITS)
    people, lines = await at_a_table(before)
    await pass_time(before, 3000 + 7000)
    assert (await lines[0].ask("act", action="look purple"))["t"] == "done"
    truth = before.table(people[0].code).state.match.truth()
    seen = lines[0].events
    after = await killed(before, open_house)
    one = await come_back(after, people[0])
    assert stands(one) == {"why": "people", "ms": 20_000}
    table = after.table(people[0].code)
    began = table.timeline.now()
    assert table.state.match.truth() == truth and one.events == seen
    await pass_time(after, 5000)
    two = await come_back(after, people[1])
    assert stands(two) == {"why": "people", "ms": 15_000}
    assert (await two.ask("act", action="look red"))["code"] == "standstill"
    await pass_time(after, 1000)
    three = await come_back(after, people[2])
    await one.settle()
    assert stands(one) == stands(three) == {"why": "countdown", "ms": 3000}
    await pass_time(after, 2990)
    assert table.timeline.now() == began
    assert table.state.match.truth() | {"now": 0} == truth | {"now": 0}  # no card, chip or point has moved
    await pass_time(after, 20)
    assert table.timeline.now() == began + 10 and (await one.ask("act", action="look green"))["t"] == "done"


async def test_after_a_kill_nobody_is_waited_for_longer_than_twenty_seconds(open_house: Open) -> None:
    before = await open_house(waits=WAITS)
    people, _ = await at_a_table(before)
    await pass_time(before, 4000)
    after = await killed(before, open_house)
    await pass_time(after, 60_000)  # nobody is there
    one = await come_back(after, people[0])
    assert stands(one) == {"why": "people", "ms": 20_000}
    await pass_time(after, 20_000)
    await one.settle()
    assert stands(one) == {"why": "countdown", "ms": 3000}
    await pass_time(after, 3000)
    await one.settle()
    assert stands(one) is None and after.table(people[0].code).timeline.runs


async def test_who_goes_again_is_waited_for_again(open_house: Open) -> None:
    before = await open_house(waits=WAITS)
    people, _ = await at_a_table(before)
    await pass_time(before, 4000)
    after = await killed(before, open_house)
    one = await come_back(after, people[0])
    await pass_time(after, 19_000)
    await one.ws.close()
    while len(after.server.broadcasts[people[0].code]):
        await settled(after)
    await pass_time(after, 60_000)
    assert stands(await come_back(after, people[1])) == {"why": "people", "ms": 20_000}


async def test_others_see_nothing_of_a_lost_line_but_that_somebody_is_not_there(open_house: Open) -> None:
    """The eyes stay where they were until P7.2 brings them back; who comes back is shown the present moment and all it saw."""
    house = await open_house()
    people, lines = await at_a_table(house, turn_s=3)
    assert (await lines[2].ask("act", action="look red"))["t"] == "done"
    assert (await lines[0].ask("act", action="look purple"))["t"] == "done"
    seen = lines[2].events
    told = len(lines[0].heard)
    await lines[2].ws.close()
    while 2 in house.server.broadcasts[people[0].code].of:
        await settled(house)
    await lines[0].settle()
    (news,) = (message for message in lines[0].heard[told:] if message["t"] != "pong")
    assert news["t"] == "table" and [seat["here"] for seat in news["table"]["seats"]] == [True, True, False]
    assert lines[0].view["gaze"][2] == "red"
    await pass_time(house, 6000 + 9450)  # the first round, and each has passed once by itself
    await lines[0].settle()
    assert lines[0].view["gaze"][2] == "red"
    back = await people[2].connect()
    assert back.events[: len(seen)] == seen and back.view["gaze"][2] == "red"
    assert {event["event"] for event in back.events[len(seen) :]} >= {"time_up", "case"}
    await pass_time(house, 9450)
    await back.settle()
    await lines[0].settle()
    assert back.view["gaze"][2] == "cards"
    assert back.view["holder"] == lines[0].view["holder"] and back.view["deadline"] == lines[0].view["deadline"]
