"""Making a table, sitting down, and who may change what before the start."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.people import House


async def test_the_game_alone_is_enough_to_make_a_table(house: House) -> None:
    host = await house.person().make()
    look = await host.get(f"/api/tables/{host.code}")
    assert look["mine"] == [0] and look["table"]["host"] == 0 and look["table"]["state"] == "waiting"
    assert [seat["kind"] for seat in look["table"]["seats"]] == ["person", "open", "open", "open"]


async def test_play_now_starts_at_once_with_bots_on_all_other_seats(house: House) -> None:
    host = await house.person().make(start=True, seats=5)
    line = await host.connect()
    table = line.sync["table"]
    assert table["state"] == "playing" and len(table["commitment"]) == 64
    assert [seat["kind"] for seat in table["seats"]] == ["person", *["bot"] * 4]
    names = [seat["name"] for seat in table["seats"]]
    assert len(set(names)) == 5 and all(names)
    assert line.sync["view"]["viewer"] == 0


async def test_guests_get_the_first_open_seat_or_the_one_they_ask_for(house: House) -> None:
    host = await house.person().make(seats=4)
    assert (await house.person().join(host.code, "Ada", seat=3)).seat == 3
    assert (await house.person().join(host.code.lower(), "Ben")).seat == 1
    assert (await house.person().post(f"/api/tables/{host.code}/join", {"name": "Cid", "seat": 3}, 409))[
        "code"
    ] == "seat_taken"


async def test_two_people_never_have_the_same_name(house: House) -> None:
    host = await house.person().make(name="Ada")
    await house.person().join(host.code, "Ada")
    seats = (await host.get(f"/api/tables/{host.code}"))["table"]["seats"]
    assert [seat["name"] for seat in seats[:2]] == ["Ada", "Ada 2"]


async def test_names_stay_text_and_lose_what_cannot_be_seen(house: House) -> None:
    host = await house.person().make(name="<b>\u202eA\u0007da</b>")
    assert (await host.get(f"/api/tables/{host.code}"))["table"]["seats"][0]["name"] == "<b>Ada</b>"
    failure = await host.post("/api/tables", {"game": "spies", "name": "\u200b \u202e"}, 400)
    assert failure["code"] == "bad_name"


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "chess"}, 404, "unknown_game"),
        ({"game": "spies", "seats": 9}, 400, "bad_options"),
        ({"game": "spies", "options": {"colour": "red"}}, 400, "bad_options"),
        ({"game": "spies", "options": {"cards": 3}}, 400, "bad_options"),
        ({"game": "spies", "bots": ["deep blue"]}, 400, "unknown_bot"),
        ({"game": "spies", "seats": 2, "bots": ["random", "random"]}, 400, "bad_options"),
        ({"game": "spies", "seat": 1}, 400, "bad_request"),
        ({"game": 3}, 400, "bad_request"),
        ([], 400, "bad_request"),
    ],
)
async def test_a_wrong_wish_makes_no_table(house: House, wish: Any, status: int, code: str) -> None:
    assert (await house.person().post("/api/tables", wish, status))["code"] == code
    assert house.store.logs == {}


async def test_the_host_arranges_seats_options_and_bots(house: House) -> None:
    host = await house.person().make()
    line = await host.connect()
    await line.send({"t": "arrange", "seats": 3, "options": {"cards": True}})
    await line.send({"t": "set_bot", "seat": 2, "bot": "random"})
    await line.settle()
    table = line.heard[-2]["table"]
    assert table["options"]["cards"] is True and [seat["bot"] for seat in table["seats"]] == ["", "", "random"]
    await line.send({"t": "set_bot", "seat": 2, "bot": "greedy"})
    changed = (await line.hear("table"))["table"]["seats"][2]
    assert changed["bot"] == "greedy" and changed["name"] == table["seats"][2]["name"]
    await line.send({"t": "set_bot", "seat": 2, "bot": ""})
    assert (await line.hear("table"))["table"]["seats"][2]["kind"] == "open"


@pytest.mark.parametrize(
    "wish",
    [
        {"t": "start"},
        {"t": "arrange", "seats": 3},
        {"t": "set_bot", "seat": 2, "bot": "random"},
        {"t": "remove", "seat": 0},
    ],
)
async def test_only_the_host_decides_before_the_start(house: House, wish: dict[str, Any]) -> None:
    host = await house.person().make()
    guest = await (await house.person().join(host.code)).connect()
    before = len(house.store.logs[host.code])
    await guest.send(wish)
    assert (await guest.hear("problem"))["code"] == "not_host"
    assert len(house.store.logs[host.code]) == before


async def test_a_removed_guest_is_told_and_cannot_come_back_with_the_old_cookie(house: House) -> None:
    host = await house.person().make()
    guest = await house.person().join(host.code, "Ada")
    theirs, line = await guest.connect(), await host.connect()
    await line.send({"t": "remove", "seat": 1})
    assert (await theirs.hear("bye"))["code"] == "removed"
    assert (await line.hear("table"))["table"]["seats"][1]["kind"] == "open"
    await house.person().join(host.code, "Ben")
    assert (await guest.get(f"/api/tables/{host.code}"))["mine"] == []
    assert (await guest.get(f"/api/tables/{host.code}/ws?seat=1", 403))["code"] == "not_yours"


async def test_when_the_host_leaves_the_next_person_is_host(house: House) -> None:
    host = await house.person().make()
    guest = await house.person().join(host.code, "Ada", seat=2)
    theirs, line = await guest.connect(), await host.connect()
    await line.send({"t": "leave"})
    assert (await line.hear("bye"))["code"] == "removed"
    while (table := (await theirs.hear("table"))["table"])["host"] == 0:
        pass
    assert table["host"] == 2 and table["seats"][0]["kind"] == "open"
    await theirs.send({"t": "start"})
    assert (await theirs.hear("sync"))["table"]["state"] == "playing"


async def test_whoever_comes_into_an_empty_table_is_host(house: House) -> None:
    host = await house.person().make()
    line = await host.connect()
    await line.send({"t": "set_bot", "seat": 1, "bot": "random"})
    await line.send({"t": "leave"})
    await line.hear("bye")
    guest = await house.person().join(host.code, "Ada", seat=3)
    table = (await guest.get(f"/api/tables/{host.code}"))["table"]
    assert table["host"] == 3 and [seat["kind"] for seat in table["seats"]] == ["open", "bot", "open", "person"]


async def test_nobody_joins_after_the_start_and_nothing_is_arranged(house: House) -> None:
    host = await house.person().make(start=True)
    assert (await house.person().post(f"/api/tables/{host.code}/join", {"name": "Ada"}, 409))["code"] == "started"
    line = await host.connect()
    for wish in ({"t": "start"}, {"t": "arrange", "seats": 2}):
        await line.send(wish)
        assert (await line.hear("problem"))["code"] == "started"


async def test_seats_with_people_do_not_go_when_the_table_gets_smaller(house: House) -> None:
    host = await house.person().make(seats=4)
    await house.person().join(host.code, "Ada", seat=3)
    line = await host.connect()
    await line.send({"t": "arrange", "seats": 3})
    assert (await line.hear("problem"))["code"] == "somebody_sits_there"


async def test_everybody_sees_who_is_here(house: House) -> None:
    host = await house.person().make()
    guest = await house.person().join(host.code, "Ada")
    line = await host.connect()
    assert [seat["here"] for seat in line.sync["table"]["seats"]] == [True, False, False, False]
    theirs = await guest.connect()
    assert (await line.hear("table"))["table"]["seats"][1]["here"] is True
    second = await guest.connect()
    await theirs.ws.close()
    await second.ws.close()
    assert (await line.hear("table"))["table"]["seats"][1]["here"] is False
    watcher = await house.person().connect(code=host.code, seat=None)
    assert watcher.sync["seat"] is None and (await line.hear("table"))["table"]["spectators"] == 1


async def test_everybody_learns_of_a_big_screen_and_only_a_spectator_is_one(house: House) -> None:
    host = await house.person().make()
    line = await host.connect()
    screen = await house.person().connect(code=host.code, seat=None, hello=False)
    await screen.send({"t": "hello", "v": 1, "client": screen.client, "stage": True})
    assert (await screen.hear("sync"))["table"]["stages"] == 1
    told = (await line.hear("table"))["table"]
    assert (told["spectators"], told["stages"]) == (1, 1)
    second = await host.connect(hello=False)
    await second.send({"t": "hello", "v": 1, "client": second.client, "stage": True})
    assert (await second.hear("sync"))["table"]["stages"] == 1
    await screen.ws.close()
    assert (await line.hear("table"))["table"]["stages"] == 0


async def test_a_nickname_can_be_changed_at_any_time(house: House) -> None:
    host = await house.person().make(start=True)
    line = await host.connect()
    await line.send({"t": "rename", "name": "Control"})
    assert (await line.hear("table"))["table"]["seats"][0]["name"] == "Control"


@pytest.mark.parametrize("mark", [0x034F, 0x17B4, 0x180B, 0x180F, 0xFE00, 0xFE0F, 0xE0020, 0xE0100, 0xE01EF, 0x200D])
async def test_a_mark_that_is_not_drawn_makes_no_other_name(house: House, mark: int) -> None:
    host = await house.person().make(name="Ada", seats=4)
    for name in (f"Ada{chr(mark)}", f"A{chr(mark)}da", f"{chr(mark)}Ada "):
        await house.person().join(host.code, name)
    assert house.table(host.code).state.names == ["Ada", "Ada 2", "Ada 3", "Ada 4"]
    nobody = await house.person().make(seats=2)
    assert (await house.person().post(f"/api/tables/{nobody.code}/join", {"name": chr(mark)}, 400))[
        "code"
    ] == "bad_name"
