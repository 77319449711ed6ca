"""When the disk does not take it: a clear refusal, nothing confirmed, nobody hears of it; and play goes on afterwards."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from tests.server.people import House
from tests.server.test_playing import two_people


async def test_an_action_that_is_not_saved_has_not_happened(house: House) -> None:
    mine, theirs, me, them = await two_people(house)
    view = mine.view
    legal = await mine.legal()
    house.store.full = True
    refused = await mine.ask("act", action=legal[0], id=9)
    assert refused["code"] == "not_saved" and "disk is full" in refused["message"]
    for line, person in ((mine, me), (theirs, them)):
        await line.settle()
        assert not [message for message in line.heard if message["t"] == "steps"]
        assert (await person.connect()).sync["events"] == line.events
    assert mine.view == view
    house.store.full = False
    assert (await mine.ask("act", action=legal[0], id=9))["t"] == "done"
    assert mine.view == house.table(me.code).state.match.view(me.seat)


async def test_nothing_else_is_confirmed_while_the_disk_is_full(house: House) -> None:
    host = await house.person().make()
    line = await host.connect()
    house.store.full = True
    assert (await line.ask("say", text="hello"))["code"] == "not_saved"
    for message in ({"t": "start"}, {"t": "rename", "name": "X"}, {"t": "note", "notes": "n"}):
        await line.send(message)
        assert (await line.hear("problem"))["code"] == "not_saved"
    assert (await host.post("/api/tables", {"game": "spies"}, 503))["code"] == "not_saved"
    assert (await house.person().post(f"/api/tables/{host.code}/join", {"name": "A"}, 503))["code"] == "not_saved"
    house.store.full = False
    assert (await host.get(f"/api/tables/{host.code}"))["table"]["state"] == "waiting"
    await line.send({"t": "start"})
    assert (await line.hear("sync"))["table"]["state"] == "playing"


async def test_a_damaged_table_is_set_aside_and_the_others_play_on(open_house: Any) -> None:
    before = await open_house()
    torn, edited, good = [await before.person().make(start=True) for _ in range(3)]
    line = await edited.connect()
    await line.act_until_it_is_not_my_turn()
    house = await open_house(before.store)
    house.store.damaged.add(torn.code)
    log = house.store.logs[edited.code]
    place = next(n for n, (kind, _) in enumerate(log) if kind == "acted")
    body = msgspec.json.decode(log[place][1])
    body["hashes"][0] = "0" * len(body["hashes"][0])
    log[place] = ("acted", msgspec.json.encode(body))
    for code in (torn.code, edited.code):
        assert (await house.person().get(f"/api/tables/{code}", 500))["code"] == "set_aside"
    assert (await house.person().get(f"/api/tables/{good.code}"))["table"]["state"] == "playing"


async def test_when_it_is_not_known_whether_it_was_written_everybody_gets_what_the_disk_has(house: House) -> None:
    mine, theirs, me, _ = await two_people(house)
    action = (await mine.legal())[0]
    append = house.store.append

    async def written_but_interrupted(table: str, after: int, records: Any) -> None:
        await append(table, after, records)
        raise OSError("interrupted")

    house.store.append = written_but_interrupted
    await mine.send({"t": "act", "id": 1, "action": action})
    assert (await theirs.hear("sync"))["events"][-1]
    house.store.append = append
    assert theirs.view == house.table(me.code).state.match.view(1 - me.seat)
    back = await me.connect(client=mine.client)
    assert back.sync["last"] == 1
    assert (await back.ask("act", action=action, id=1))["t"] == "done"


async def test_a_stopping_server_confirms_what_is_in_flight_and_says_so(open_house: Any) -> None:
    house = await open_house()
    mine, _, me, _ = await two_people(house)
    action = (await mine.legal())[0]
    gate, append = asyncio.Event(), house.store.append

    async def slowly(table: str, after: int, records: Any) -> None:
        await gate.wait()
        await append(table, after, records)

    house.store.append = slowly
    await mine.send({"t": "act", "id": 1, "action": action})
    while not house.table(me.code).lock.locked():
        await asyncio.sleep(0)
    stopping = asyncio.create_task(house.server._stop(house.http.app))
    await asyncio.sleep(0)
    gate.set()
    await stopping
    assert (await mine.hear("done"))["id"] == 1
    assert (await mine.hear("bye"))["code"] == "stopping"
    assert await mine.closed() == 1001
