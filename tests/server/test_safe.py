"""Who is let in, what every answer carries, and that secrets stay where they belong."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from tests.server.people import House, Person
from topsecret.server import guard
from topsecret.server.run import allowed_hosts
from topsecret.table.state import TableState


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/games", "/api/nothing", "/assets/none.js", "/t/PRAG-1743"])
async def test_every_answer_has_the_headers_that_keep_a_page_safe(house: House, path: str) -> None:
    async with house.person().web.get(path) as answer:
        for name, value in guard.HEADERS.items():
            assert answer.headers[name] == value
        assert "unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "localhost@evil.example", "x@localhost", "[", "a b"]
)
async def test_another_name_for_this_server_is_turned_away(house: House, host: str) -> None:
    person = house.person(Host=host)
    assert (await person.get("/api/games", 421))["code"] == "wrong_host"
    assert (await person.post("/api/tables", {"game": "spies"}, 421))["code"] == "wrong_host"


def test_on_the_local_network_the_machine_has_more_names() -> None:
    assert allowed_hosts("127.0.0.1", None, []) == {"localhost", "127.0.0.1", "::1"}
    names = allowed_hosts("0.0.0.0", "192.168.1.7", ["Spies.Example."])
    assert {"localhost", "192.168.1.7", "spies.example"} <= names and "0.0.0.0" not in names


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "same-origin"},  # a browser that says no origin with a POST is none
    ],
)
async def test_other_pages_can_neither_post_nor_open_sockets(house: House, headers: dict[str, str]) -> None:
    host = await house.person().make()
    before = dict(house.store.logs)
    person = house.person(**headers)
    assert (await person.post("/api/tables", {"game": "spies"}, 403))["code"] == "wrong_origin"
    assert (await person.post(f"/api/tables/{host.code}/join", {"name": "Eve"}, 403))["code"] == "wrong_origin"
    with pytest.raises(Exception, match="403"):
        await person.connect(code=host.code, seat=None)
    assert house.store.logs == before


async def test_our_own_page_may_post_and_open_sockets(house: House) -> None:
    origin = str(house.http.make_url("")).rstrip("/")
    person = await house.person(**{"Origin": origin, "Sec-Fetch-Site": "same-origin"}).make()
    assert (await person.connect()).sync["seat"] == 0


async def test_a_post_needs_json(house: House) -> None:
    person = house.person()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        async with person.web.post("/api/tables", data=b'{"game": "spies"}', headers={"Content-Type": kind}) as answer:
            assert answer.status == 415 and (await answer.json())["code"] == "not_json"


async def cookies_of(person: Person) -> list[Any]:
    async with person.web.post("/api/tables", json={"game": "spies"}) as answer:
        person.code = (await answer.json())["code"]
        return list(answer.cookies.values())


async def test_a_seat_is_held_by_a_cookie_that_only_this_table_gets(house: House) -> None:
    person = house.person()
    (cookie,) = await cookies_of(person)
    assert cookie.key == "seat-0" and cookie["path"] == f"/api/tables/{person.code}"
    assert cookie["httponly"] and cookie["samesite"] == "Strict" and not cookie["secure"]
    assert len(cookie.value) >= 43


async def test_over_tls_the_cookie_is_secure(open_house: Any) -> None:
    house = await open_house(secure=True)
    (cookie,) = await cookies_of(house.person())
    assert cookie["secure"]


async def test_secrets_are_kept_only_as_hashes_and_never_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    person = house.person()
    (cookie,) = await cookies_of(person)
    person.seat = 0
    line = await person.connect()
    token = (await person.post(f"/api/tables/{person.code}/transfer", {"seat": 0}))["token"]
    await line.ask("act", action={"action": "x"})
    await line.send({"t": "note", "notes": "n"})
    await line.settle()
    written = repr(house.store.logs) + repr(house.store.kept)
    for secret in (cookie.value, token):
        assert secret not in written and secret not in caplog.text and secret not in repr(line.heard)


async def test_the_secret_behind_the_dice_is_told_to_nobody(house: House) -> None:
    host = await house.person().make(start=True)
    line = await host.connect()
    await line.act_until_it_is_not_my_turn()
    secret = house.table(host.code).state.match.fair.secret.hex()
    assert secret not in repr(line.heard) + repr(await host.get(f"/api/tables/{host.code}"))


async def test_a_failure_inside_tells_nothing_of_the_inside(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    host = await house.person().make()
    line = await host.connect()

    def broken(*_: Any) -> Any:
        raise ValueError("the inside")

    monkeypatch.setattr(TableState, "has_counted", broken)
    monkeypatch.setattr(guard, "check_origin", broken)
    failure = await host.post("/api/tables", {"game": "spies"}, 500)
    assert failure["code"] == "internal" and "inside" not in failure["message"]
    await line.send({"t": "say", "id": 1, "text": "x"})
    problem = await line.hear("problem")
    assert problem["code"] == "internal" and "inside" not in problem["message"]
    assert await line.closed() == 1011
    assert "the inside" in caplog.text


# another device


async def test_a_transfer_is_good_once(house: House) -> None:
    host = await house.person().make(name="Ada")
    token = (await host.post(f"/api/tables/{host.code}/transfer", {"seat": 0}))["token"]
    phone = house.person()
    seated = await phone.post(f"/api/tables/{host.code}/claim", {"token": token})
    assert seated == {"code": host.code, "seat": 0, "waits": False}
    assert (await phone.get(f"/api/tables/{host.code}"))["mine"] == [0]
    assert (await host.get(f"/api/tables/{host.code}"))["mine"] == [0]
    thief = house.person()
    assert (await thief.post(f"/api/tables/{host.code}/claim", {"token": token}, 403))["code"] == "bad_token"


async def test_a_transfer_is_good_for_ten_minutes(house: House) -> None:
    host = await house.person().make()
    token = (await host.post(f"/api/tables/{host.code}/transfer", {"seat": 0}))["token"]
    house.clock.advance(601)
    assert (await house.person().post(f"/api/tables/{host.code}/claim", {"token": token}, 403))["code"] == "bad_token"


async def test_a_transfer_is_made_only_by_whoever_holds_the_seat_and_for_its_table(house: House) -> None:
    host, other = await house.person().make(), await house.person().make()
    assert (await other.post(f"/api/tables/{host.code}/transfer", {"seat": 0}, 403))["code"] == "not_yours"
    token = (await host.post(f"/api/tables/{host.code}/transfer", {"seat": 0}))["token"]
    assert (await other.post(f"/api/tables/{other.code}/claim", {"token": token}, 403))["code"] == "bad_token"


async def test_a_transfer_does_not_outlive_the_person_on_the_seat(house: House) -> None:
    host = await house.person().make()
    guest = await house.person().join(host.code, "Ada")
    token = (await guest.post(f"/api/tables/{host.code}/transfer", {"seat": 1}))["token"]
    line = await host.connect()
    await line.send({"t": "remove", "seat": 1})
    await line.settle()
    await house.person().join(host.code, "Ben", seat=1)
    assert (await guest.post(f"/api/tables/{host.code}/claim", {"token": token}, 403))["code"] == "bad_token"
