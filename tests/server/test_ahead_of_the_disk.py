"""Memory runs ahead of the disk while something is written. Nobody ever hears of that, and what is over stays over."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest

from tests.server.people import House, Person
from tests.server.test_playing import two_people
from topsecret.table import paper
from topsecret.table.errors import NotSaved


async def finished(house: House, game: str, rng: random.Random) -> Person:
    """Two people have played a match to its end."""
    host = await house.person().make(game, seats=2)
    await house.person().join(host.code, "Ada")
    table = house.table(host.code)
    await table.start(0)
    while not (match := table.state.match).over:
        seat = rng.choice(match.actors)
        await table.act(seat, "client-x", len(match.entries), rng.choice(match.legal(seat)), lambda: None)
    return host


@pytest.mark.parametrize("game", ["spies", "intel", "briefcase"])
async def test_the_end_is_told_only_when_it_is_on_the_disk(house: House, game: str) -> None:
    append, told = house.store.append, []

    async def looked_at(table: str, after: int, records: Any) -> None:
        if table in house.server.broadcasts:
            told.append(house.server.broadcasts[table].info().state)  # as when somebody's connection is lost just now
        await append(table, after, records)

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
            table = house.table(host.code)
            assert not table.can_undo(seat)
        assert (await line.ask("undo"))["code"] == "cannot_undo"
        assert (await host.get(f"/api/tables/{host.code}/replay?eyes=all"))["over"] is True


async def test_a_draft_outlives_an_action_that_was_not_saved(house: House) -> None:
    mine, _, me, _ = await two_people(house)
    action = (await mine.legal())[0]
    await mine.send({"t": "draft", "draft": {"half": 1}})
    await mine.settle()
    append = house.store.append

    async def broken(table: str, after: int, records: Any) -> None:
        await asyncio.sleep(0)
        raise NotSaved("the end of its log is torn")

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
    table, append = house.table(host.code), house.store.append

    async def written_but_interrupted(table: str, after: int, records: Any) -> None:
        await append(table, after, records)
        raise OSError("interrupted")

    while 0 in line.view["actors"]:  # until the action after which it is the bot's turn
        legal = await line.legal()
        trial = table.state.match.fork()
        trial.act(0, legal[0])
        if 0 in trial.actors:
            assert (await line.ask("act", action=legal[0]))["t"] == "done"
            continue
        house.store.append = written_but_interrupted
        await line.send({"t": "act", "id": 10**6, "action": legal[0]})
        while not table.state.has_counted(0, line.client, 10**6):
            await asyncio.sleep(0)
        house.store.append = append
        break
    back = await host.connect(client=line.client)
    await back.wait_for_my_turn()
    assert any(event.get("seat") == 1 for event in back.events[len(line.events) :]) or back.view["result"]


async def test_a_damaged_log_tells_a_socket_nothing_of_its_inside(house: House) -> None:
    mine, _, me, _ = await two_people(house)
    action = (await mine.legal())[0]
    log = house.store.logs[me.code]
    place = next(n for n, (kind, _) in enumerate(log) if kind == "started")
    body = msgspec.json.decode(log[place][1])
    body["secret"] = "00" * 32
    log[place] = ("started", msgspec.json.encode(body))
    house.table(me.code).stale = True
    refused = await mine.ask("act", action=action)
    assert refused["code"] == "set_aside" and refused["message"] == "this table is damaged and was set aside"


async def test_no_log_grows_without_end_and_every_match_can_be_played_to_its_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, _, me, _ = await two_people(house)
    records = len(house.store.logs[me.code])
    monkeypatch.setattr(paper, "MOST_RECORDS", 2 * (records + 1))
    assert (await mine.ask("say", text="hello"))["t"] == "done"
    assert (await mine.ask("say", text="hello"))["code"] == "too_many"
    assert (await mine.ask("undo"))["code"] == "too_many"
    assert (await mine.act_any())["t"] == "done"
    assert len(house.store.logs[me.code]) == records + 2


async def test_what_a_match_waits_for_is_taken_however_much_a_seat_has_written(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs, me, _ = await two_people(house, options={"dossier": True})
    state = house.table(me.code).state
    is_draft, rng = (lambda move: state.game.actions.family(move.code).draft), random.Random(1)
    while {is_draft(move) for move in state.match.legal(me.seat)} != {True, False}:  # until all pages are written
        seat = rng.choice(state.match.actors)
        line = mine if seat == me.seat else theirs
        moves = [move for move in state.match.legal(seat) if is_draft(move)] or state.match.legal(seat)
        assert (await line.ask("act", action=rng.choice(moves).json))["t"] == "done"
    [draft, *_], [needed] = (
        [move.json for move in state.match.legal(me.seat) if is_draft(move) is wanted] for wanted in (True, False)
    )
    monkeypatch.setattr(paper, "MOST_RECORDS", 2 * state.acts[me.seat])
    assert (await mine.ask("act", action=draft))["code"] == "too_many"
    assert (await mine.ask("act", action=needed))["t"] == "done"
