"""Ways to sit together: public tables, school mode, ready-made reactions, and taking one's data away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.conftest import Open
from tests.server.people import House, Line, Person
from topsecret.store.repair import examine
from topsecret.store.sqlite import SqliteStore
from topsecret.table.names import COVERS, MORE_COVERS


async def listed(house: House) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = (await house.person().get("/api/public"))["tables"]
    return tables


async def publish(line: Line, public: bool = True) -> None:
    await line.send({"t": "publish", "public": public})
    await line.settle()


# public tables


async def test_a_table_is_listed_only_when_its_host_says_so_and_while_it_waits(house: House) -> None:
    host = await house.person().make("spies", name="Ada", seats=2)
    line = await host.connect()
    assert await listed(house) == []
    await publish(line)
    assert await listed(house) == [{"code": host.code, "game": "spies", "host": "Ada", "seats": 2, "open": 1}]
    assert line.last("table")["table"]["public"]
    await publish(line, False)
    assert await listed(house) == []
    await publish(line)
    friend = await house.person().join((await listed(house))[0]["code"], "Bea")  # quick join
    assert friend.seat == 1 and await listed(house) == []  # it is full


async def test_a_listed_table_whose_people_are_away_is_not_shown(house: House) -> None:
    host = await house.person().make("spies", seats=3)
    line = await host.connect()
    await publish(line)
    await line.ws.close()
    while len(house.server.broadcasts[host.code]):
        await house.person().get("/healthz")
    assert await listed(house) == []


async def test_only_the_host_lists_a_table_and_only_before_the_start(house: House) -> None:
    host = await house.person().make("spies", seats=3)
    guest = await house.person().join(host.code)
    line = await guest.connect()
    await line.send({"t": "publish", "public": True})
    assert (await line.hear("problem"))["code"] == "not_host"
    mine = await host.connect()
    await mine.send({"t": "start"})
    await mine.hear("sync")
    await mine.send({"t": "publish", "public": True})
    assert (await mine.hear("problem"))["code"] == "started"


async def test_a_listed_table_is_still_listed_after_a_restart(open_house: Open) -> None:
    before = await open_house()
    host = await before.person().make("spies", seats=3)
    await publish(await host.connect())
    after = await open_house(before.store)
    assert (await after.person().get(f"/api/tables/{host.code}"))["table"]["public"]


# reactions


async def test_a_reaction_goes_to_everybody_as_a_code_and_counts_once(house: House) -> None:
    host = await house.person().make("spies", name="Ada", seats=3)
    line, watcher = await host.connect(), await house.person().connect(code=host.code, seat=None)
    for _ in range(2):
        assert (await line.ask("react", id=7, reaction="well_played"))["t"] == "done"
    said = await watcher.hear("said")
    assert said["reaction"] == "well_played" and said["text"] == "" and said["seat"] == 0
    late = await house.person().connect(code=host.code, seat=None)
    assert [one["reaction"] for one in late.sync["chat"]] == ["well_played"]
    await line.send({"t": "react", "id": 8, "reaction": "buy my coins"})
    assert (await line.hear("problem"))["code"] == "bad_message"
    assert (await watcher.ask("react", reaction="hello"))["code"] == "spectator"


# school mode


async def test_on_a_quiet_server_there_are_cover_names_and_reactions_only(open_house: Open) -> None:
    house = await open_house(quiet=True)
    assert (await house.person().get("/api/games"))["quiet"]
    host = await house.person().make("spies", name="Ada Lovelace", seats=3)
    guest = await house.person().join(host.code, "Bea")
    line = await guest.connect()
    table = line.sync["table"]
    names = [seat["name"] for seat in table["seats"] if seat["kind"] == "person"]
    assert table["quiet"] and len(set(names)) == 2 and set(names) <= {*COVERS, *MORE_COVERS}
    assert (await line.ask("say", text="meet me outside"))["code"] == "quiet"
    await line.send({"t": "rename", "name": "Bea"})
    assert (await line.hear("problem"))["code"] == "quiet"
    mine = await host.connect()
    await mine.send({"t": "publish", "public": True})
    assert (await mine.hear("problem"))["code"] == "quiet"
    assert (await line.ask("react", reaction="hello"))["t"] == "done"
    written = repr(house.store.logs)
    assert "Lovelace" not in written and "outside" not in written


async def test_what_was_said_before_a_server_became_quiet_is_not_shown(open_house: Open) -> None:
    before = await open_house()
    host = await before.person().make("spies", seats=3)
    line = await host.connect()
    await line.ask("say", text="secret meeting")
    await line.ask("react", reaction="hello")
    after = await open_house(before.store, quiet=True)
    watcher = await after.person().connect(code=host.code, seat=None)
    assert [one["reaction"] for one in watcher.sync["chat"]] == ["hello"]


# taking one's data away


async def a_talk(house: House) -> tuple[Person, Person, Line, Line]:
    """Two people who have said and noted something, and whose match has begun."""
    ada = await house.person().make("spies", name="Lovelace", seats=2)
    bea = await house.person().join(ada.code, "Bea")
    hers, his = await ada.connect(), await bea.connect()
    await hers.send({"t": "rename", "name": "Countess"})
    await hers.ask("say", text="analytical engines")
    await hers.ask("react", reaction="hello")
    await his.ask("say", text="good evening")
    await hers.send({"t": "start"})
    await hers.hear("sync")
    await hers.send({"t": "note", "notes": "babbage is red"})
    await hers.settle()
    await his.settle()
    return ada, bea, hers, his


async def test_names_notes_and_words_are_erased_and_the_match_still_verifies(open_house: Open, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data")
    house = await open_house(store)
    ada, _, hers, his = await a_talk(house)
    for _ in range(6):
        line = hers if 0 in house.table(ada.code).reading().actors else his
        await line.act_any()
    await ada.post(f"/api/tables/{ada.code}/erase", {"seat": 0})
    for line in (hers, his):
        shown = json.dumps(await line.hear("sync"))
        assert "good evening" in shown and "Bea" in shown and '"hello"' in shown
        assert not [word for word in ("Lovelace", "Countess", "analytical") if word in shown]
    after = await open_house(await again(store, house))
    look = await after.person().get(
        f"/api/tables/{ada.code}"
    )  # played again from its log, and every position is checked
    assert look["table"]["state"] == "playing" and len(after.table(ada.code).state.match.entries) > 6
    await after.close()
    problem, tables = examine(store.folder)
    assert not problem and all(one.is_whole for one in tables)
    kept = b"".join(path.read_bytes() for path in store.folder.iterdir())
    assert not [word for word in (b"Lovelace", b"Countess", b"analytical", b"babbage") if word in kept]


async def again(store: SqliteStore, house: House) -> SqliteStore:
    await house.close()
    return SqliteStore(store.folder)


async def test_a_match_goes_on_after_somebody_has_taken_their_data_away(house: House) -> None:
    ada, _, hers, his = await a_talk(house)
    await ada.post(f"/api/tables/{ada.code}/erase", {"seat": 0})
    sync = await his.hear("sync")
    assert sync["table"]["seats"][0]["name"] in (*COVERS, *MORE_COVERS)
    line = hers if 0 in house.table(ada.code).reading().actors else his
    assert (await line.act_any())["t"] == "done"
    assert (await ada.connect()).sync["notes"] == ""


async def test_nobody_takes_the_data_of_another_seat_away(house: House) -> None:
    ada, bea, _, _ = await a_talk(house)
    before = dict(house.store.logs)
    assert (await bea.post(f"/api/tables/{ada.code}/erase", {"seat": 0}, 403))["code"] == "not_yours"
    assert (await house.person().post(f"/api/tables/{ada.code}/erase", {"seat": 0}, 403))["code"] == "not_yours"
    waiting = await house.person().make()
    assert (await waiting.post(f"/api/tables/{waiting.code}/erase", {"seat": 0}, 400))["code"] == "not_started"
    house.store.full = True
    assert (await ada.post(f"/api/tables/{ada.code}/erase", {"seat": 0}, 503))["code"] == "not_saved"
    house.store.full = False
    assert {code: house.store.logs[code] for code in before} == before
    assert house.table(ada.code).state.seats[0].name == "Countess"


@pytest.mark.parametrize("wrong", [{}, {"seat": -1}, {"seat": 99}, {"seat": "x"}])
async def test_a_wrong_wish_to_erase_is_refused(house: House, wrong: dict[str, Any]) -> None:
    ada, *_ = await a_talk(house)
    assert (await ada.web.post(f"/api/tables/{ada.code}/erase", json=wrong)).status in (400, 403)
