"""Looking at a match again: while it runs through one's own eyes, after the end through any, from a table or from a file."""

from __future__ import annotations

import json
from typing import Any

import pytest

import topsecret
from tests.server.people import House
from tests.server.test_playing import two_people
from tests.server.test_rematch import finished
from topsecret.kernel.saved import verify
from topsecret.table.names import short_of


def last_view(replay: dict[str, Any]) -> dict[str, Any]:
    view = dict(replay["first"])
    for step in replay["steps"]:
        view.update(step["changes"])
    return view


async def test_while_a_match_runs_everybody_sees_it_through_their_own_eyes_only(house: House) -> None:
    mine, _, me, them = await two_people(house, options={"cards": True})
    await mine.act_any()
    at = f"/api/tables/{me.code}/replay"
    own = await me.get(f"{at}?eyes={me.seat}")
    assert last_view(own) == mine.view and not own["over"]
    assert own["fairness"] is None and own["outcomes"] == [] and own["result"] is None
    assert (await me.get(at))["eyes"] == str(me.seat)
    assert (await house.person().get(at))["eyes"] == "spectator"
    for person, eyes in ((me, them.seat), (me, "all"), (house.person(), 0), (house.person(), "all")):
        assert (await person.get(f"{at}?eyes={eyes}", 403))["code"] == "not_yours"
    assert (await me.get(f"/api/tables/{me.code}/file", 409))["code"] == "not_over"
    for eyes in ("7", "x", "-1", "", "①"):
        assert (await me.get(f"{at}?eyes={eyes}", 400))["code"] == "bad_eyes"


async def test_the_history_on_the_socket_leads_to_the_present(house: House) -> None:
    mine, theirs, me, _ = await two_people(house)
    watcher = await house.person().connect(code=me.code, seat=None)
    await mine.act_any()
    for line in (theirs, watcher):
        await line.hear("steps")
    for line in (mine, theirs, watcher):
        past = await line.ask("history")
        assert past["t"] == "past" and last_view(past) == line.view
        assert [event for step in past["steps"] for event in step["events"]] == line.events


async def test_there_is_no_history_before_the_start(house: House) -> None:
    host = await house.person().make()
    assert (await (await host.connect()).ask("history"))["code"] == "not_started"
    assert (await host.get(f"/api/tables/{host.code}/replay", 409))["code"] == "not_started"


async def test_after_the_end_everybody_sees_everything_and_can_check_it(house: House) -> None:
    host, _, _, _ = await finished(house)
    stranger = house.person()
    match = house.table(host.code).state.match
    for eyes in ("0", "1", "2", "spectator", "all"):
        replay = await stranger.get(f"/api/tables/{host.code}/replay?eyes={eyes}")
        assert replay["over"] and replay["result"] == match.result and replay["eyes"] == eyes
        assert replay["fairness"]["commitment"] == house.table(host.code).state.commitment
        assert replay["outcomes"] and replay["names"][:2] == ["Ada", "Ben"]
    assert None not in replay["first"]["supply"].values()


async def test_a_match_can_be_kept_as_a_file_and_looked_at_again(house: House) -> None:
    host, *_ = await finished(house)
    async with host.web.get(f"/api/tables/{host.code}/file") as answer:
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{short_of(host.code)}.topsecret.json"'
        document = json.loads(await answer.text())
    assert verify(document) == []
    replay = await house.person().post("/api/replay?eyes=1", document)
    table = await host.get(f"/api/tables/{host.code}/replay?eyes=1")
    assert replay | {"names": table["names"], "thoughts": table["thoughts"]} == table
    assert replay["thoughts"] == []
    async with host.web.get(f"/api/tables/{host.code}/seen") as answer:
        assert "attachment" in answer.headers["Content-Disposition"] and (await answer.json())["eyes"] == "0"


@pytest.mark.parametrize("body", [{}, [], "x", {"format": "topsecret/1"}])
async def test_a_file_that_is_none_is_refused(house: House, body: Any) -> None:
    assert (await house.person().post("/api/replay", body, 400))["code"] == "bad_file"


async def test_a_file_that_was_edited_is_refused(house: House) -> None:
    match = topsecret.game("spies").match(seats=2, seed="x")
    document = match.save()
    document["log"][-1][1] = "roll 1" if document["log"][-1][1] != "roll 1" else "roll 2"
    assert (await house.person().post("/api/replay", document, 400))["code"] == "bad_file"
    async with house.person().web.post(
        "/api/replay", data=b"[" * 100_000, headers={"Content-Type": "application/json"}
    ) as answer:
        assert answer.status == 400 and (await answer.json())["code"] == "bad_file"
