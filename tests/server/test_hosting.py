"""What whoever runs a server has: numbers and administration on a port of their own, logs without secrets, proxies, archives."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestServer

from tests.server.conftest import Open
from tests.server.people import House, Person
from topsecret.server import logs
from topsecret.server.admin import Admin, token_in
from topsecret.server.proxy import BadProxy, Proxies
from topsecret.server.upkeep import DAY_MS, Upkeep
from topsecret.store import archive
from topsecret.store.sqlite import SqliteStore
from topsecret.table.names import short_of

TOKEN = "the token of the folder"


class Administrator:
    def __init__(self, house: House) -> None:
        self.house = house
        self.http = TestServer(Admin(house.server, TOKEN, lambda token: f"http://x/#owner={token}").app())
        self.headers = {"Authorization": f"Bearer {TOKEN}"}

    async def ask(self, path: str, status: int = 200, post: bool = False, **headers: str) -> Any:
        method = "POST" if post else "GET"
        async with aiohttp.request(method, self.http.make_url(path), headers=self.headers | headers) as answer:
            body = await answer.text()
            assert answer.status == status, body
            return json.loads(body) if body.startswith("{") else body


@pytest.fixture
async def admin(house: House) -> AsyncIterator[Administrator]:
    made = Administrator(house)
    await made.http.start_server()
    yield made
    await made.http.close()


# who may ask


async def test_numbers_and_administration_need_the_token_and_are_not_on_the_players_port(
    admin: Administrator, house: House
) -> None:
    for wrong in ("", "Bearer", "Bearer x", f"Basic {TOKEN}", f"Bearer {TOKEN}x"):
        for path in ("/metrics", "/tables"):
            assert (await admin.ask(path, 401, Authorization=wrong))["code"] == "not_owner"
    assert (await admin.ask("/metrics", 421, Host="evil.example"))["code"] == "wrong_host"
    for path in ("/metrics", "/tables", "/drain"):
        async with house.person().web.get(path) as answer:
            assert "topsecret_" not in await answer.text()


def test_the_token_of_a_folder_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    token = token_in(tmp_path)
    assert len(token) >= 43 and token_in(tmp_path) == token
    assert (tmp_path / "admin.token").stat().st_mode & 0o077 == 0


# numbers


def value(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found, name
    return float(found[1])


async def test_the_numbers_count_what_happened(admin: Administrator, house: House) -> None:
    me = await house.person().make("spies", seats=2, bots=["random"], start=True)
    await house.person().make("spies")
    line = await me.connect()
    await line.wait_for_my_turn()
    assert (await line.act_any())["t"] == "done"
    assert (await line.ask("act", action={"action": "nonsense"}))["t"] == "refused"
    await house.person().get("/api/tables/PRAG-0000", 404)
    text = await admin.ask("/metrics")
    assert (
        value(text, 'topsecret_tables{state="playing"}') == 1 and value(text, 'topsecret_tables{state="waiting"}') == 1
    )
    assert value(text, 'topsecret_connections{kind="seat"}') == 1
    assert value(text, 'topsecret_actions_total{game="spies"}') == 1
    assert value(text, 'topsecret_tables_made_total{game="spies"}') == 2
    assert value(text, 'topsecret_refusals_total{code="unknown_action"}') == 1
    assert value(text, 'topsecret_refusals_total{code="no_such_table"}') == 1
    assert (
        value(text, "topsecret_answer_seconds_count") == 1 == value(text, 'topsecret_answer_seconds_bucket{le="+Inf"}')
    )
    await line.ws.close()


async def test_the_numbers_have_the_form_that_prometheus_reads(admin: Administrator) -> None:
    text = await admin.ask("/metrics")
    sample = re.compile(r'[a-z_]+(\{[a-z]+="[^"\\\n]*"\})? [0-9.e+-]+')
    typed = re.compile(r"# TYPE [a-z_]+ (gauge|counter|histogram)|# HELP [a-z_]+ .+")
    assert text.endswith("\n") and all(sample.fullmatch(line) or typed.fullmatch(line) for line in text.splitlines())
    buckets = [
        float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith("topsecret_commit_seconds_b")
    ]
    assert buckets == sorted(buckets) and len(buckets) > 5


# tables


async def test_tables_are_listed_without_names_or_links(admin: Administrator, house: House) -> None:
    host = await house.person().make("spies", name="Mata Hari", seats=3, bots=["random"])
    said = await admin.ask("/tables")
    assert said["tables"] == [
        {"code": short_of(host.code), "state": "waiting", "game": "spies", "people": 1, "bots": 1, "here": 0}
    ]
    assert host.code not in json.dumps(said) and "Mata" not in json.dumps(said)


async def test_a_closed_table_sends_everybody_away_until_it_is_opened_again(admin: Administrator, house: House) -> None:
    host = await house.person().make("spies", seats=2, bots=["random"], start=True)
    line = await host.connect()
    said = await admin.ask(f"/tables/{short_of(host.code).lower()}/close", post=True)
    assert said == {"closed": short_of(host.code), "sent_away": 1}
    assert (await line.hear("bye"))["code"] == "table_closed"
    await line.ws.close()
    assert (await host.get(f"/api/tables/{host.code}", 403))["code"] == "table_closed"
    await admin.ask(f"/tables/{host.code}/open", post=True)
    assert (await host.get(f"/api/tables/{host.code}"))["mine"] == [0]


async def test_a_removed_table_is_gone_for_ever(admin: Administrator, house: House) -> None:
    host, other = await house.person().make(), await house.person().make()
    await admin.ask(f"/tables/{host.code}/remove", post=True)
    assert (await host.get(f"/api/tables/{host.code}", 404))["code"] == "no_such_table"
    assert host.code not in house.store.logs and other.code in house.store.logs
    assert (await admin.ask("/tables/PRAG-0000/remove", 404, post=True))["code"] == "no_such_table"


async def test_a_server_that_is_drained_makes_no_tables_and_stops_when_the_last_one_has_gone(
    admin: Administrator, house: House
) -> None:
    ended: list[bool] = []
    house.server.drained = lambda: ended.append(True)
    host = await house.person().make("spies", seats=2, bots=["random"], start=True)
    line = await host.connect()
    assert await admin.ask("/drain", post=True) == {"draining": True, "connections": 1}
    assert (await house.person().post("/api/tables", {"game": "spies"}, 503))["code"] == "draining"
    assert (await house.person().get("/healthz"))["draining"]
    await house.server.sweep()
    assert not ended
    await line.wait_for_my_turn()
    assert (await line.act_any())["t"] == "done"  # what runs goes on
    await admin.ask("/undrain", post=True)
    await house.person().make()
    await admin.ask("/drain", post=True)
    await line.ws.close()
    while house.server.connections:
        await line_gone(house)
    await house.server.sweep()
    assert ended == [True]


async def line_gone(house: House) -> None:
    """A moment for the server to notice."""
    await house.person().get("/healthz")


async def test_an_administrator_gets_a_new_way_in_for_the_owner(admin: Administrator, house: House) -> None:
    address = (await admin.ask("/owner", post=True))["address"]
    assert (await house.person().post("/api/owner", {"token": address.partition("#owner=")[2]}))["mine"]


# logs


def test_logs_tell_no_secrets() -> None:
    secret = "kJ8s7dHq2Lw0ZxcVbnM1qwErtY6uIoPAsdFgHjKlZxC"
    for form in (logs.JsonLines(), logs.Lines("%(message)s")):
        record = logging.LogRecord(
            "topsecret.x", logging.WARNING, "", 0, "table %s of %s", ("PRAG-1743-7KQ2M9XB", secret), None
        )
        line = form.format(record)
        assert "PRAG-1743" in line and "7KQ2M9XB" not in line and secret not in line


def test_a_line_for_programs_is_one_json_object() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError as problem:
        record = logging.LogRecord(
            "topsecret.x", logging.ERROR, "", 0, "it failed", (), (type(problem), problem, problem.__traceback__)
        )
    record.about = {"table": "PRAG-1743"}
    line = logs.JsonLines().format(record)
    said = json.loads(line)
    assert (
        "\n" not in line and said["level"] == "error" and said["what"] == "it failed" and said["table"] == "PRAG-1743"
    )
    assert "two\nlines" in said["trace"] and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", said["at"])


# proxies


@pytest.fixture
async def proxied(open_house: Open) -> House:
    return await open_house(proxies=("127.0.0.1",), hosts=frozenset({"spies.example"}))


def through(house: House, address: str, **more: str) -> Person:
    said = {"X-Forwarded-For": address, "X-Forwarded-Proto": "https", "X-Forwarded-Host": "spies.example"}
    return house.person(**{**said, "Host": "127.0.0.1:1", **more})


async def test_behind_a_proxy_limits_count_people_and_cookies_are_secure(open_house: Open) -> None:
    from topsecret.server.settings import Limits, Rate

    limits = Limits(requests=Rate(0, 3), messages=None)
    house = await open_house(limits=limits, proxies=("127.0.0.1",), hosts=frozenset({"spies.example"}))
    one, other = through(house, "203.0.113.5"), through(house, "198.51.100.9, 203.0.113.6")
    for _ in range(3):
        await one.get("/healthz")
    await one.get("/healthz", 429)
    await other.get("/healthz")  # another person behind the same proxy
    async with other.web.post("/api/tables", json={"game": "spies"}) as answer:
        assert answer.status == 200 and "Secure" in answer.headers["Set-Cookie"]
    await through(house, "1.2.3.4, 203.0.113.5").get(
        "/healthz", 429
    )  # what a client writes to the left counts for nothing


async def test_a_page_behind_a_proxy_plays_over_its_name(proxied: House) -> None:
    person = through(proxied, "203.0.113.5", Origin="https://spies.example")
    seated = await person.post("/api/tables", {"game": "spies"})
    ws = await person.web.ws_connect(f"/api/tables/{seated['code']}/ws")
    await ws.send_json({"t": "hello", "v": 1, "client": "12345678"})
    assert (await ws.receive_json())["t"] == "sync"
    assert list(proxied.server.connections) == ["203.0.113.5"]
    await ws.close()
    evil = through(proxied, "203.0.113.5", Origin="https://evil.example")
    assert (await evil.post("/api/tables", {"game": "spies"}, 403))["code"] == "wrong_origin"


async def test_what_somebody_else_forwards_is_not_believed(house: House) -> None:
    person = house.person(
        **{"X-Forwarded-Host": "localhost", "X-Forwarded-For": "9.9.9.9", "X-Forwarded-Proto": "https"}
    )
    async with person.web.post("/api/tables", json={"game": "spies"}) as answer:
        assert "Secure" not in answer.headers["Set-Cookie"]
    assert set(house.server.tables.of) <= {"127.0.0.1"}


@pytest.mark.parametrize("wrong", ["localhost", "10.0.0.0/99", "", "::g"])
def test_a_proxy_is_named_by_its_address(wrong: str) -> None:
    with pytest.raises(BadProxy):
        Proxies([wrong])


def test_networks_and_mapped_addresses_of_proxies_are_trusted() -> None:
    proxies = Proxies(["10.0.0.0/8", "::1"])
    assert proxies.trusts("10.1.2.3") and proxies.trusts("::ffff:10.1.2.3") and proxies.trusts("::1")
    assert not proxies.trusts("11.1.2.3") and not proxies.trusts(None) and not proxies.trusts("x")


# archives


async def test_tables_that_nobody_touches_are_archived_and_come_back_by_their_link(
    open_house: Open, tmp_path: Path
) -> None:
    store = SqliteStore(tmp_path / "data")
    house = await open_house(store)
    upkeep = Upkeep(house.server.house, store, days=180)
    old = await house.person().make("spies", seats=3)
    assert await upkeep.archive_old() == 0  # it is in memory
    house.clock.advance(300)
    await house.server.sweep()
    assert old.code not in house.server.house.tables
    assert await upkeep.archive_old() == 0  # touched today
    house.clock.advance(181 * DAY_MS / 1000)
    new = await house.person().make()
    assert await upkeep.archive_old() == 1
    assert (store.folder / archive.FOLDER / f"{old.code}.json.gz").exists()
    look = await old.get(f"/api/tables/{old.code}")
    assert look["mine"] == [0] and look["table"]["state"] == "waiting"
    assert not list((store.folder / archive.FOLDER).iterdir())
    assert sorted(await store.tables()) == sorted([old.code, new.code])


async def test_upkeep_does_something_now_and_then_only(open_house: Open, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data")
    house = await open_house(store)
    asked: list[int] = []

    async def untouched(before: int) -> tuple[list[str], list[str]]:
        asked.append(before)
        return [], []

    store.untouched = untouched  # type: ignore[method-assign]
    house.server.upkeep = Upkeep(house.server.house, store, days=1)
    for _ in range(3):
        await house.server.sweep()
    house.clock.advance(7 * 3600)
    await house.server.sweep()
    never = Upkeep(house.server.house, store, days=0)
    await never.sweep()
    assert len(asked) == 2
