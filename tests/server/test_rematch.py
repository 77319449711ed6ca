"""After the end: a rematch with the same seats, and who may follow to it."""

from __future__ import annotations

from tests.server.people import House, Line, Person


async def finished(house: House) -> tuple[Person, Person, Line, Line]:
    host = await house.person().make(seats=3, bots=["", "random"], name="Ada")
    guest = await house.person().join(host.code, "Ben")
    mine, theirs = await host.connect(), await guest.connect()
    await mine.send({"t": "start"})
    await mine.hear("sync")
    await theirs.hear("sync")
    while mine.view["result"] is None:
        for line in (mine, theirs):
            await line.settle()
            if line.sync["seat"] in line.view["actors"]:
                await line.act_any()
    return host, guest, mine, theirs


async def test_people_follow_to_a_rematch_with_the_same_seats_and_it_starts_when_all_have(house: House) -> None:
    host, guest, mine, theirs = await finished(house)
    await theirs.send({"t": "rematch"})
    while not (code := (await mine.hear("table"))["table"]["rematch"]):
        pass
    await mine.send({"t": "rematch"})  # the same one
    assert (await mine.hear("table"))["table"]["rematch"] == code
    for person, followed in ((host, [host.seat]), (guest, [host.seat, guest.seat])):
        table = (await person.get(f"/api/tables/{code}"))["table"]
        assert table["host"] == guest.seat and table["state"] == "waiting"
        seated = await person.post(f"/api/tables/{host.code}/follow", {"seat": person.seat})
        assert seated == {"code": code, "seat": person.seat, "waits": False}
        assert (await person.get(f"/api/tables/{code}"))["mine"] == [person.seat]
        assert (await mine.hear("table"))["table"]["followed"] == followed
    table = (await host.get(f"/api/tables/{code}"))["table"]
    old = (await host.get(f"/api/tables/{host.code}"))["table"]
    assert [(seat["kind"], seat["name"]) for seat in table["seats"]] == [
        (seat["kind"], seat["name"]) for seat in old["seats"]
    ]
    assert table["state"] == "playing" and table["commitment"] != old["commitment"]


async def test_only_whoever_held_a_seat_can_follow_to_it(house: House) -> None:
    host, guest, mine, _ = await finished(house)
    follow = f"/api/tables/{host.code}/follow"
    assert (await host.post(follow, {"seat": 0}, 409))["code"] == "no_rematch"
    await mine.send({"t": "rematch"})
    while not (code := (await mine.hear("table"))["table"]["rematch"]):
        pass
    assert (await host.post(follow, {"seat": 1}, 403))["code"] == "not_yours"
    assert (await house.person().post(follow, {"seat": 0}, 403))["code"] == "not_yours"
    await host.post(follow, {"seat": 0})
    line = await host.connect(code=code)
    await line.send({"t": "remove", "seat": 1})
    await line.settle()
    await house.person().join(code, "Cid", seat=1)
    assert (await guest.post(follow, {"seat": 1}, 409))["code"] == "seat_taken"


async def test_with_bots_alone_a_rematch_starts_at_once(house: House) -> None:
    host = await house.person().make(seats=2, bots=["random"], name="Ada", start=True)
    line = await host.connect()
    while line.view["result"] is None:
        await line.settle()
        if 0 in line.view["actors"]:
            await line.act_any()
    await line.send({"t": "rematch"})
    while not (code := (await line.hear("table"))["table"]["rematch"]):
        pass
    await host.post(f"/api/tables/{host.code}/follow", {"seat": 0})
    assert (await host.get(f"/api/tables/{code}"))["table"]["state"] == "playing"


async def test_there_is_no_rematch_before_the_end(house: House) -> None:
    host = await house.person().make(start=True)
    line = await host.connect()
    await line.send({"t": "rematch"})
    assert (await line.hear("problem"))["code"] == "not_over"


async def test_whoever_asks_for_the_rematch_may_change_options(house: House) -> None:
    host = await house.person().make("spies", seats=2, bots=["random"], options={"cards": True}, start=True)
    line = await host.connect()
    while line.view["result"] is None:
        await line.settle()
        if 0 in line.view["actors"]:
            await line.act_any()
    await line.send({"t": "rematch", "options": {"cards": "perhaps"}})
    assert (await line.hear("problem"))["code"] == "bad_options"
    await line.send({"t": "rematch", "options": {"cards": False}})
    while not (code := (await line.hear("table"))["table"]["rematch"]):
        pass
    old, new = [(await host.get(f"/api/tables/{one}"))["table"]["options"] for one in (host.code, code)]
    assert old["cards"] is True and new == old | {"cards": False}
