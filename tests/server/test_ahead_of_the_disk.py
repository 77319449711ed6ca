"""Memory runs ahead of the disk while something is written. Nobody ever hears of that, and what is over stays over."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest

from tests.server.people import House, Person
from tests.server.test_playing import two_people
from topsecret.store.interface import StoreError
from topsecret.table import room as room_module


async def finished(house: House, game: str, rng: random.Random) -> Person:
    """Two people have played a match to its end."""
    host = await house.person().make(game, seats=2)
    await house.person().join(host.code, "Ada")
    room = house.room(host.code)
    await room.start(0)
    while not (match := room.table.match).over:
        seat = rng.choice(match.actors)
        await room.act(seat, "client-x", len(match._entries), rng.choice(match.legal(seat)), lambda: None)
    return host


@pytest.mark.parametrize("game", ["spies", "intel", "briefcase"])
async def test_the_end_is_told_only_when_it_is_on_the_disk(house: House, game: str) -> None:
    append, told = house.store.append, []

    async def looked_at(table: str, records: Any) -> None:
        if table in house.server.crowds:
            told.append(house.server.crowds[table].info().state)  # as when somebody's connection is lost just now
        await append(table, records)

    house.store.append = looked_at
    host = await finished(house, game, random.Random(game))
    assert "over" not in told and "playing" in told
    assert (await host.get(f"/api/tables/{host.code}"))["table"]["state"] == "over"


@pytest.mark.parametrize("game", ["spies", "intel", "briefcase"])
async def test_nothing_is_taken_back_after_the_end_when_everybody_may_see_everything(house: House, game: str) -> None:
    for seed in range(4):
        host = await finished(house, game, random.Random(f"{game} {seed}"))
        line = await host.connect()
        assert line.sync["can_undo"] is False
        for seat in (0, 1):
            room = house.room(host.code)
            assert not room.can_undo(seat)
        assert (await line.ask("undo"))["code"] == "cannot_undo"
        assert (await host.get(f"/api/tables/{host.code}/replay?eyes=all"))["over"] is True


async def test_a_draft_outlives_an_action_that_was_not_saved(house: House) -> None:
    mine, _, me, _ = await two_people(house)
    action = (await mine.ask("legal"))["actions"][0]
    await mine.send({"t": "draft", "draft": {"half": 1}})
    await mine.settle()
    append = house.store.append

    async def broken(table: str, records: Any) -> None:
        await asyncio.sleep(0)
        raise StoreError("the end of its log is torn")

    house.store.append = broken
    assert (await mine.ask("act", action=action))["code"] == "not_saved"
    house.store.append = append
    assert (await me.connect()).sync["draft"] == {"half": 1}
    assert (await mine.ask("act", action=action))["t"] == "done"
    assert (await me.connect()).sync["draft"] is None


async def test_a_note_that_was_not_saved_is_not_shown_as_if_it_were(house: House) -> None:
    host = await house.person().make()
    line, second = await host.connect(), await host.connect()
    house.store.full = True
    await line.send({"t": "note", "notes": "lost"})
    assert (await line.hear("problem"))["code"] == "not_saved"
    await second.settle()
    assert not [message for message in second.heard if message["t"] == "note"]
    assert (await host.connect()).sync["notes"] == ""


async def test_bots_go_on_when_an_action_was_written_after_all(house: House) -> None:
    host = await house.person().make(seats=2, bots=["random"], start=True)
    line = await host.connect()
    await line.wait_for_my_turn()
    room, append = house.room(host.code), house.store.append

    async def written_but_interrupted(table: str, records: Any) -> None:
        await append(table, records)
        raise OSError("interrupted")

    while 0 in line.view["actors"]:  # until the action after which it is the bot's turn
        legal = (await line.ask("legal"))["actions"]
        trial = room.table.match.still()
        trial = type(trial).load(trial.save())
        trial.act(0, legal[0])
        if 0 in trial.actors:
            assert (await line.ask("act", action=legal[0]))["t"] == "done"
            continue
        house.store.append = written_but_interrupted
        await line.send({"t": "act", "id": 10**6, "action": legal[0]})
        while not room.table.has_counted(0, line.client, 10**6):
            await asyncio.sleep(0)
        house.store.append = append
        break
    back = await host.connect(client=line.client)
    await back.wait_for_my_turn()
    assert any(event.get("seat") == 1 for event in back.events[len(line.events) :]) or back.view["result"]


async def test_a_damaged_log_tells_a_socket_nothing_of_its_inside(house: House) -> None:
    mine, _, me, _ = await two_people(house)
    action = (await mine.ask("legal"))["actions"][0]
    log = house.store.logs[me.code]
    place = next(n for n, (kind, _) in enumerate(log) if kind == "started")
    body = msgspec.json.decode(log[place][1])
    body["secret"] = "00" * 32
    log[place] = ("started", msgspec.json.encode(body))
    house.room(me.code).stale = True
    refused = await mine.ask("act", action=action)
    assert refused["code"] == "set_aside" and refused["message"] == "this table is damaged and was set aside"


async def test_no_log_grows_without_end_and_every_match_can_be_played_to_its_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, _, me, _ = await two_people(house)
    records = len(house.store.logs[me.code])
    monkeypatch.setattr(room_module, "MOST_RECORDS", 2 * (records + 1))
    monkeypatch.setattr(room_module.Room._need_paper, "__defaults__", (records + 1,))
    assert (await mine.ask("say", text="hello"))["t"] == "done"
    assert (await mine.ask("say", text="hello"))["code"] == "too_many"
    assert (await mine.ask("undo"))["code"] == "too_many"
    assert (await mine.act_any())["t"] == "done"
    assert len(house.store.logs[me.code]) == records + 2
