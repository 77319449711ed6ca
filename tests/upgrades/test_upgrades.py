"""An upgrade kills no game: what earlier versions wrote opens, verifies and goes on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from yarl import URL

import topsecret
from tests.server.process import ServerProcess
from tests.upgrades.make import Player, has_gone_on, play
from topsecret.cli import main

HERE = Path(__file__).parent
VERSIONS = sorted(path.parent.parent for path in HERE.glob("*/data/tables.sqlite3"))
FILES = sorted(HERE.glob("*/*.topsecret.json"))


def name_of(path: Path) -> str:
    return str(path.relative_to(HERE)).replace(".topsecret.json", "")


def saved(state: str) -> list[Path]:
    return [path for path in FILES if state in path.name]


def test_every_version_has_matches_of_all_its_games() -> None:
    for version in VERSIONS:
        found = {path.name.split("-")[0] for path in FILES if path.parent == version}
        assert found >= {"briefcase", "intel", "paris", "spies"}


@pytest.mark.parametrize("path", saved("ended"), ids=name_of)
def test_an_ended_match_of_an_earlier_version_verifies_and_is_saved_as_it_was(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    assert topsecret.verify(document) == []
    assert main(["verify", str(path)]) == 0
    match = topsecret.load(document)
    assert match.over and match.result == document["outcome"]
    again = match.save()
    assert topsecret.verify(again) == []
    assert includes(again["position"], document["position"])
    assert again["log"] == document["log"]


@pytest.mark.parametrize("path", saved("running"), ids=name_of)
def test_an_unfinished_match_of_an_earlier_version_goes_on(path: Path) -> None:
    match = topsecret.load(json.loads(path.read_text(encoding="utf-8")))
    for _ in range(5):
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    again = topsecret.load(match.save())
    assert again.truth() == match.truth()
    assert [again.view(viewer) for viewer in (None, *range(again.seats))] == [
        match.view(viewer) for viewer in (None, *range(match.seats))
    ]


@pytest.mark.parametrize("version", VERSIONS, ids=name_of)
async def test_a_server_opens_the_tables_of_an_earlier_version(version: Path, tmp_path: Path) -> None:
    shutil.copytree(version / "data", tmp_path / "data")
    tables: dict[str, dict[str, Any]] = json.loads((version / "tables.json").read_text(encoding="utf-8"))
    server = ServerProcess(tmp_path / "data")
    await server.start()
    try:
        for name, table in tables.items():
            await goes_on(server.address, name, table)
    finally:
        assert await server.stop() == 0
    assert "set aside" not in server.errors


async def goes_on(address: str, name: str, table: dict[str, Any]) -> None:
    """Everybody comes back to the table and finds what was left there; then it goes on."""
    people: list[Player] = []
    try:
        for seat in table["seats"]:
            person = Player(address, seat["client"])
            people.append(person)
            person.code, person.seat, person.id = table["code"], seat["seat"], max(0, seat["last"])
            place = URL(address) / "api" / "tables" / table["code"]
            person.web.cookie_jar.update_cookies(seat["cookies"], place)
            await person.connect()
            assert person.sync["table"]["state"] == table["state"], name
            assert_as_it_was(name, seat, person.sync)
        if table["state"] == "waiting":
            await people[0].send({"t": "start"})
            for person in people:
                await person.hear("sync")
        if table["state"] == "over":
            await is_readable(people[0], name)
        else:
            before = people[0].events
            await play(people, has_gone_on(8))
            assert people[0].events > before, f"{name}: nothing has happened"
        if table["state"] == "playing":
            await counts_once(people, table)
    finally:
        for person in people:
            await person.web.close()


def assert_as_it_was(name: str, seat: dict[str, Any], sync: dict[str, Any]) -> None:
    if seat["view"] is None:
        assert sync["view"] is None, name
    else:
        assert includes(sync["view"], seat["view"]), f"{name}: seat {seat['seat']} sees something else"
    for part in ("last", "can_undo", "notes", "draft"):
        assert sync[part] == seat[part], (name, part)
    assert [[said["name"], said["text"]] for said in sync["chat"]] == seat["chat"], name
    assert bool(sync["events"]) == bool(seat["events"]), name


async def is_readable(person: Player, name: str) -> None:
    """An ended match can be looked at with all faces open, and its file verifies."""
    for path in ("replay?eyes=all", "replay", "file"):
        async with person.web.get(f"/api/tables/{person.code}/{path}") as answer:
            document = await answer.json()
            assert answer.status == 200, (name, path, document)
    assert topsecret.verify(document) == [], name


async def counts_once(people: list[Player], table: dict[str, Any]) -> None:
    """A message that had counted before the upgrade and is sent again is confirmed and not even read."""
    for person, seat in zip(people, table["seats"]):
        await person.send({"t": "act", "id": seat["last"], "action": "nonsense"})
        assert (await person.hear("done", "refused"))["t"] == "done"


def includes(now: Any, then: Any) -> bool:
    """Whether what was there then is there now; a later version may add to it."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(key in now and includes(now[key], part) for key, part in then.items())
    if isinstance(then, list):
        return isinstance(now, list) and len(now) == len(then) and all(map(includes, now, then))
    return bool(now == then)
