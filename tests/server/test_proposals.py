"""What all people at a table agree to: a pause, to stop for good, somebody new on an abandoned seat; and who is host."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import topsecret
from tests.server.conftest import Open
from tests.server.people import House, Line
from tests.server.test_leavers import acts_of, pass_time, sit, taken_over, until_gone
from tests.server.test_leavers import seats_of as seats_for
from topsecret.bots.mind import Decision, Question
from topsecret.table.thinking import Events, Here


async def until_table(line: Line, **has: Any) -> dict[str, Any]:
    while True:
        found: dict[str, Any] = (await line.hear("table"))["table"]
        if all(found[key] == value for key, value in has.items()):
            return found


@pytest.mark.parametrize("game", ["spies", "briefcase", "intel", "paris"])
async def test_a_pause_holds_when_all_people_agree_and_nobody_acts_in_it(house: House, game: str) -> None:
    people, lines = await sit(house, game, seats_for(game))
    table = house.table(people[0].code)
    await lines[1].send({"t": "propose", "what": "pause"})
    [proposal] = (await until_table(lines[0]))["proposals"]
    assert proposal["by"] == 1 and proposal["yes"] == [1] and 0 in proposal["waits_for"]
    for seat in proposal["waits_for"]:
        await lines[seat].send({"t": "vote", "what": "pause", "yes": True})
    assert (await until_table(lines[0], paused=True))["proposals"] == []
    now = table.timeline.now()
    await pass_time(house, 500)
    assert table.timeline.now() == now and not table.timeline.runs
    seat = next(iter(table.state.match.actors))
    assert (await lines[seat].ask("act", action="anything"))["code"] == "paused"
    assert (await lines[seat].ask("undo"))["code"] == "paused"
    await lines[1].send({"t": "propose", "what": "play_on"})  # whoever asked for it ends it
    await until_table(lines[0], paused=False)
    await pass_time(house, 10)
    assert table.timeline.runs
    await lines[0].settle()
    assert [one["what"] for one in lines[0].heard if one["t"] == "happened"] == ["paused", "resumed"]


async def test_what_has_counted_is_confirmed_again_whatever_was_agreed_to_since(house: House) -> None:
    """The answer may have been lost with the line: whoever asks again must hear that it stands, not that it was refused."""
    people, lines = await sit(house, "intel", 2)
    table = house.table(people[0].code)
    actor = next(iter(table.state.match.actors))
    mine = lines[actor]
    action = (await mine.legal())[0]
    assert (await mine.ask("act", id=7, action=action))["t"] == "done"
    assert (await mine.ask("undo", id=8))["t"] == "done"
    records = table.state.records
    await lines[0].send({"t": "propose", "what": "pause"})
    await until_table(mine, paused=True)
    assert (await mine.ask("act", id=7, action=action))["t"] == "done"
    assert (await mine.ask("undo", id=8))["t"] == "done"
    assert (await mine.ask("act", id=9, action=action))["code"] == "paused"
    assert table.state.records == records + 1


async def test_in_a_pause_a_host_who_has_gone_for_too_long_keeps_nobody_waiting(house: House) -> None:
    people, lines = await sit(house, seats=3)
    await lines[0].send({"t": "propose", "what": "pause"})
    await until_table(lines[2], paused=True)
    await lines[1].send({"t": "propose", "what": "play_on"})
    while not (await until_table(lines[2]))["proposals"]:
        pass
    await lines[2].send({"t": "vote", "what": "play_on", "yes": True})
    await until_gone(house, lines[0], people[0].code, 0)
    await lines[2].settle()
    assert house.table(people[0].code).state.paused  # the host may be back in a moment
    await pass_time(house, 50)
    for line in lines[1:]:
        await line.settle()
    await pass_time(house, 10)
    assert (await until_table(lines[1], paused=False))["host"] == 1


class Slow(Here):
    """Thinks until it may decide."""

    def __init__(self) -> None:
        super().__init__()
        self.thinks, self.may_decide = asyncio.Event(), asyncio.Event()

    async def decide(self, question: Question, events: Events) -> Decision:
        self.thinks.set()
        await self.may_decide.wait()
        return await super().decide(question, events)


async def test_a_bot_that_thinks_while_all_agree_to_a_pause_plays_on_after_it(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    slow = house.server.house.thinker = Slow()
    host = await house.person().make("intel", seats=2, bots=["random"], start=True)
    line = await host.connect()
    while not slow.thinks.is_set():
        await line.act_any()
        await line.settle()
    await line.send({"t": "propose", "what": "pause"})
    await until_table(line, paused=True)
    told = len(line.events)
    slow.may_decide.set()
    await line.settle()
    await line.send({"t": "propose", "what": "play_on"})
    await until_table(line, paused=False)
    while len(line.events) == told:
        await line.hear("steps")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_pause_survives_a_restart_and_the_host_alone_can_say_it(open_house: Open) -> None:
    house = await open_house()
    people, lines = await sit(house, seats=3)
    await lines[0].send({"t": "propose", "what": "pause"})
    await until_table(lines[2], paused=True)
    again = await open_house(house.store)
    found = await again.person().connect(code=people[0].code, seat=None)
    assert found.sync["table"]["paused"]


async def test_a_no_ends_a_proposal_and_only_what_is_proposed_is_voted_on(house: House) -> None:
    _, lines = await sit(house, seats=3)
    await lines[1].send({"t": "propose", "what": "pause"})
    await until_table(lines[2])
    await lines[2].send({"t": "vote", "what": "pause", "yes": False})
    assert (await until_table(lines[2]))["proposals"] == []
    await lines[2].send({"t": "vote", "what": "pause", "yes": True})
    assert (await lines[2].hear("problem"))["code"] == "not_proposed"
    await lines[2].send({"t": "propose", "what": "play_on"})
    assert (await lines[2].hear("problem"))["code"] == "not_running"


@pytest.mark.parametrize("game", ["spies", "paris"])
async def test_all_agree_to_stop_and_everything_is_shown(open_house: Open, game: str) -> None:
    house = await open_house()
    people, lines = await sit(house, game, 3)
    code, table = people[0].code, house.table(people[0].code)
    await until_gone(house, lines[2], code, 2)
    await lines[0].send({"t": "propose", "what": "stop"})
    while not (await until_table(lines[1]))["proposals"]:
        pass
    await lines[1].send({"t": "vote", "what": "stop", "yes": True})
    await lines[1].settle()
    assert table.state.status == "playing"  # whoever was here a moment ago is asked, too
    await pass_time(house, 50)
    for line in lines[:2]:
        await line.settle()
    await pass_time(house, 10)  # and then no longer
    sync = await lines[0].hear("sync")
    assert sync["table"]["state"] == "over" and sync["table"]["unfinished"]
    truth = table.state.match.truth() | {"now": sync["view"].get("now")}  # which goes on to the moment of the sync
    assert {name: sync["view"].get(name) for name in truth} == truth
    assert sync["view"]["result"]["winners"] == [] and sync["view"]["actors"] == []
    assert (await lines[0].ask("act", action="anything"))["code"] == "not_running"
    replay = await people[1].get(f"/api/tables/{code}/replay?eyes=all")
    assert replay["over"] and replay["unfinished"] and replay["fairness"]["secret"]
    saved = await people[0].get(f"/api/tables/{code}/file")
    assert topsecret.verify(saved) == [] and saved["outcome"] is None
    again = await open_house(house.store)
    found = await again.person().connect(code=code, seat=None)
    assert found.sync["table"]["unfinished"] and found.sync["view"] | {"now": 0} == sync["view"] | {
        "viewer": None,
        "now": 0,
    }


@pytest.mark.parametrize("game", ["briefcase", "intel"])
async def test_in_a_duel_one_resigns_and_nobody_new_sits_down(house: House, game: str) -> None:
    people, lines = await taken_over(house, game)
    await lines[0].send({"t": "propose", "what": "stop"})
    assert (await lines[0].hear("problem"))["code"] == "duel"
    asked = await house.person().post(f"/api/tables/{people[0].code}/join", {"name": "Eve", "seat": 1}, 409)
    assert asked["code"] == "duel"
    assert (await lines[0].ask("act", action="resign"))["t"] == "done"
    assert lines[0].view["result"]["winners"] == [1]


async def test_somebody_new_sits_down_only_if_all_allow_it_and_finds_no_papers(house: House) -> None:
    people, lines = await sit(house, seats=3)
    code, table = people[0].code, house.table(people[0].code)
    await lines[1].send({"t": "note", "notes": "Carl is red, I think"})
    await lines[1].send({"t": "draft", "draft": {"half": "made"}})
    await lines[1].settle()
    dora = house.person()
    taken = await dora.post(f"/api/tables/{code}/join", {"name": "Dora", "seat": 1}, 409)
    assert taken["code"] == "seat_taken"
    await until_gone(house, lines[1], code, 1)
    await pass_time(house, 60)
    seated = await dora.post(f"/api/tables/{code}/join", {"name": "Dora", "seat": 1})
    assert seated == {"code": code, "seat": 1, "waits": True}
    dora.code, dora.seat = code, 1
    assert (await dora.get(f"/api/tables/{code}"))["mine"] == []
    await lines[0].send({"t": "vote", "what": "seat", "seat": 1, "yes": True})
    await lines[0].settle()
    assert table.state.names[1] == "Bea"
    await lines[2].send({"t": "vote", "what": "seat", "seat": 1, "yes": True})
    told = await lines[0].hear("happened")
    assert (told["what"], told["seat"], told["name"]) == ("replaced", 1, "Bea")
    assert (await dora.get(f"/api/tables/{code}"))["mine"] == [1]
    line = await dora.connect()
    assert line.sync["notes"] == "" and line.sync["draft"] is None
    assert line.sync["events"] == table.state.match.seen(1) and not line.sync["can_undo"]
    with pytest.raises(Exception, match="403"):
        await people[1].connect()


async def test_whoever_comes_back_keeps_the_seat_that_somebody_asked_for(house: House) -> None:
    people, lines = await taken_over(house, seats=3)
    code = people[0].code
    await house.person().post(f"/api/tables/{code}/join", {"name": "Dora", "seat": 1})
    await lines[0].send({"t": "vote", "what": "seat", "seat": 1, "yes": True})
    back = await people[1].connect()
    await lines[2].send({"t": "vote", "what": "seat", "seat": 1, "yes": True})
    await lines[2].settle()
    await back.settle()
    assert house.table(code).state.names[1] == "Bea" and not house.table(code).proposals


async def test_the_host_hands_the_table_over_before_and_during_a_match(house: House) -> None:
    host = await house.person().make(seats=3, name="Ada")
    guest = await house.person().join(host.code, "Bea")
    mine, theirs = await host.connect(), await guest.connect()
    await theirs.send({"t": "hand_over", "seat": 1})
    assert (await theirs.hear("problem"))["code"] == "not_host"
    await mine.send({"t": "hand_over", "seat": 1})
    await until_table(theirs, host=1)
    await theirs.send({"t": "start"})
    await theirs.hear("sync")
    await theirs.send({"t": "hand_over", "seat": 2})
    assert (await theirs.hear("problem"))["code"] == "no_person"
    await theirs.send({"t": "hand_over", "seat": 0})
    await until_table(mine, host=0)


@pytest.mark.parametrize("started", [False, True])
async def test_when_the_host_has_gone_the_next_person_is_host(house: House, started: bool) -> None:
    host = await house.person().make(seats=3, name="Ada")
    guest = await house.person().join(host.code, "Bea")
    mine, theirs = await host.connect(), await guest.connect()
    if started:
        await mine.send({"t": "start"})
        await theirs.hear("sync")
    await until_gone(house, mine, host.code, 0)
    await pass_time(house, 59)
    assert house.table(host.code).state.host == 0
    await pass_time(house, 2)
    await until_table(theirs, host=1)
    assert not acts_of(house, host.code, 1) or started
