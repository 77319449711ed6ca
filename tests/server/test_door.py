"""The owner of a server lets the network in and shuts it out while it runs."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from tests.server.conftest import Open
from tests.server.people import House, Person

NETWORK = "127.0.0.2"  # stands for the machine's address in the network


def can_stand_for_a_network() -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((NETWORK, 0))
        except OSError:
            return False
    return True


pytestmark = pytest.mark.skipif(not can_stand_for_a_network(), reason="this system has one loopback address only")


@pytest.fixture
async def house(open_house: Open) -> House:
    house = await open_house()
    door = house.server.door
    door.find_network = lambda: NETWORK
    door.runner, door.port = house.http.runner, house.http.port or 0
    return house


async def owner(house: House) -> Person:
    person = house.person()
    assert (await person.post("/api/owner", {"token": house.server.owner.new_token()}))["mine"]
    return person


async def turn(person: Person, open: bool, status: int = 200) -> Any:
    return await person.post("/api/door", {"open": open}, status)


async def test_the_owner_opens_the_door_and_others_come_in_by_the_networks_address(house: House) -> None:
    chief = await owner(house)
    assert (await chief.get("/api/door"))["state"] == "closed"
    door = await turn(chief, True)
    assert door["state"] == "open" and door["address"] == f"http://{NETWORK}:{house.http.port}/"
    friend = Person(door["address"], {})
    house.people.append(friend)
    await chief.make("spies", seats=3)
    await friend.join(chief.code, "Bea")
    line = await friend.connect()
    assert (await chief.get("/api/door"))["guests"] == 1
    assert line.sync["seat"] == 1
    await line.ws.close()


async def test_a_closed_door_sends_guests_away_and_keeps_their_seats(house: House) -> None:
    chief = await owner(house)
    await chief.make("spies", seats=3)
    at_home = await chief.connect()
    friend = Person((await turn(chief, True))["address"], {})
    house.people.append(friend)
    await friend.join(chief.code, "Bea")
    line = await friend.connect()
    assert (await turn(chief, False)) == {"state": "closed", "address": "", "mine": True, "guests": 0}
    assert (await line.hear("bye"))["code"] == "closed"
    await line.ws.close()
    with pytest.raises(OSError):
        await friend.get("/healthz")
    await at_home.send({"t": "ping"})
    assert await at_home.hear("pong")
    await at_home.ws.close()
    await turn(chief, True)
    assert (await friend.get(f"/api/tables/{chief.code}"))["mine"] == [1]


async def test_names_of_the_network_count_only_while_the_door_is_open(house: House) -> None:
    chief, stranger = await owner(house), house.person(Host=f"{NETWORK}:{house.http.port}")
    assert (await stranger.get("/healthz", 421))["code"] == "wrong_host"
    await turn(chief, True)
    assert (await stranger.get("/healthz"))["ok"]
    await turn(chief, False)
    assert (await stranger.get("/healthz", 421))["code"] == "wrong_host"


async def test_only_the_owner_turns_the_door_wherever_a_request_comes_from(house: House) -> None:
    somebody = house.person()  # on this very machine
    assert (await turn(somebody, True, 403))["code"] == "not_owner"
    assert (await somebody.post("/api/owner", {"token": "x" * 43}, 403))["code"] == "bad_token"
    assert not (await somebody.get("/api/door"))["mine"]
    assert house.server.door.state == "closed"


async def test_the_owners_token_is_good_once_and_for_ten_minutes(house: House) -> None:
    token, late = house.server.owner.new_token(), house.server.owner.new_token()
    await house.person().post("/api/owner", {"token": token})
    await house.person().post("/api/owner", {"token": token}, 403)
    house.clock.advance(601)
    await house.person().post("/api/owner", {"token": late}, 403)


async def test_the_networks_address_is_not_told_to_those_who_call_us_by_another_name(house: House) -> None:
    chief, friend = await owner(house), house.person(Host=f"{NETWORK}:{house.http.port}")
    await turn(chief, True)
    assert (await house.person().get("/api/door"))["address"]
    assert await friend.get("/api/door") == {"state": "open", "address": "", "mine": False, "guests": 0}


async def test_without_a_network_the_door_says_so(house: House) -> None:
    chief = await owner(house)
    house.server.door.find_network = lambda: None
    assert (await turn(chief, True, 503))["code"] == "no_network"
    assert house.server.door.state == "closed"


async def test_a_server_for_a_network_has_no_door_to_turn(house: House) -> None:
    chief = await owner(house)
    house.server.door.is_fixed = True
    house.server.door.address = "http://192.168.1.7:8765/"
    assert (await chief.get("/api/door"))["state"] == "always"
    assert (await turn(chief, False, 409))["code"] == "door_fixed"
