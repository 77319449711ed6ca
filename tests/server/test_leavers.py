"""People leave, and games go on: a bot plays on for whoever has gone, never too early, and they take their seat back at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.people import House, Line, Person
from tests.server.test_bots import settled
from topsecret.table import records as r
from topsecret.table.presence import Presence

BOARDS = ["spies", "briefcase", "intel", "paris"]


async def sit(house: House, game: str = "spies", seats: int = 2, **more: Any) -> tuple[list[Person], list[Line]]:
    """So many people at a table whose match has begun."""
    people = [await house.person().make(game, seats=seats, name="Ada", **more)]
    people += [await house.person().join(people[0].code, name) for name in ("Bea", "Carl", "Dora")[: seats - 1]]
    lines = [await person.connect() for person in people]
    await lines[0].send({"t": "start"})
    for line in lines:
        await line.hear("sync")
    return people, lines


async def until_gone(house: House, line: Line, code: str, seat: int) -> None:
    """The connection breaks, and the server notices."""
    await line.ws.close()
    presence: Presence = house.table(code).presence
    while presence.is_here(seat):
        await settled(house)


async def until_seat(line: Line, seat: int, **has: Any) -> dict[str, Any]:
    """Until everybody is told that a seat looks like this."""
    while True:
        found: dict[str, Any] = (await line.hear("table"))["table"]["seats"][seat]
        if all(found[key] == value for key, value in has.items()):
            return found


async def pass_time(house: House, seconds: float) -> None:
    house.clock.advance(seconds)
    await settled(house)


def seats_of(game: str) -> int:
    return 3 if game == "paris" else 2


@pytest.mark.parametrize("game", BOARDS)
async def test_a_bot_plays_on_after_the_grace_time_and_never_before(house: House, game: str) -> None:
    people, lines = await sit(house, game, seats_of(game))
    code, mine = people[0].code, lines[0]
    await until_gone(house, lines[1], code, 1)
    assert (await until_seat(mine, 1, here=False))["gone_ms"] == 0
    await pass_time(house, 59.9)
    await mine.send({"t": "stand_in", "seat": 1})
    assert (await mine.hear("problem"))["code"] == "too_early"
    await pass_time(house, 0.1)
    await mine.send({"t": "stand_in", "seat": 1})
    seat = await until_seat(mine, 1, here=False)
    while not seat["stand_in"]:
        seat = await until_seat(mine, 1, here=False)
    told = await mine.hear("happened")
    assert told["what"] == "stood_in" and told["seat"] == 1 and told["by"] == 0 and told["bot"] == seat["stand_in"]
    await mine.send({"t": "stand_in", "seat": 1})  # once is enough
    await mine.settle()
    assert [kind for kind, _ in house.store.logs[code]].count("stood_in") == 1
    acts = await played(house, mine, code)
    assert acts and {act.by for act in acts} == {"bot"}


async def played(house: House, mine: Line, code: str) -> list[r.Acted]:
    """What seat 1 has done once a bot had to do something for it."""
    for _ in range(400):
        found = [record for record in recorded(house, code) if isinstance(record, r.Acted) and record.seat == 1]
        if found:
            return found
        await pass_time(house, 0.5)
        await mine.settle()
        if 0 in mine.view["actors"] and 1 not in mine.view["actors"]:
            await mine.act_any()
    return []


def recorded(house: House, code: str) -> list[r.Record]:
    return [r.read(*record) for record in house.store.logs[code]]


async def test_nobody_is_stood_in_for_who_is_here_and_nobody_but_a_seat_may_ask(house: House) -> None:
    people, lines = await sit(house, seats=3)
    watcher = await house.person().connect(code=people[0].code, seat=None)
    await pass_time(house, 1000)
    for seat, code in ((1, "not_gone"), (0, "not_gone"), (9, "no_such_seat")):
        await lines[0].send({"t": "stand_in", "seat": seat})
        assert (await lines[0].hear("problem"))["code"] == code
    await watcher.send({"t": "stand_in", "seat": 1})
    assert (await watcher.hear("problem"))["code"] == "spectator"


async def test_the_grace_time_and_the_level_are_the_hosts_choice_before_the_start(house: House) -> None:
    host = await house.person().make(seats=3, terms={"grace_s": 600})
    guest = await house.person().join(host.code, "Bea")
    mine, theirs = await host.connect(), await guest.connect()
    assert mine.sync["table"]["terms"] | {"grace_s": 600, "stand_in": "medium"} == mine.sync["table"]["terms"]
    terms = {"grace_s": 30, "stand_in": "random"}
    await theirs.send({"t": "arrange", "terms": terms})
    assert (await theirs.hear("problem"))["code"] == "not_host"
    await mine.send({"t": "arrange", "terms": terms | {"stand_in": "nobody"}})
    assert (await mine.hear("problem"))["code"] == "bad_terms"
    await mine.send({"t": "arrange", "terms": terms})
    assert (await mine.hear("table"))["table"]["terms"] == terms | {
        "move_s": 0,
        "bank_s": 0,
        "answer_s": 0,
        "late": "bot",
    }
    await mine.send({"t": "start"})
    await mine.hear("sync")
    await mine.send({"t": "arrange", "terms": {"grace_s": 10, "stand_in": "random"}})
    assert (await mine.hear("problem"))["code"] == "started"
    await until_gone(house, theirs, host.code, 1)
    await pass_time(house, 30)
    await mine.send({"t": "stand_in", "seat": 1})
    assert (await mine.hear("happened"))["bot"] == "random"


async def taken_over(house: House, game: str = "spies", seats: int = 2) -> tuple[list[Person], list[Line]]:
    """Seat 1 is played by a bot."""
    people, lines = await sit(house, game, seats)
    await until_gone(house, lines[1], people[0].code, 1)
    await pass_time(house, 60)
    await lines[0].send({"t": "stand_in", "seat": 1})
    await lines[0].hear("happened")
    return people, lines


@pytest.mark.parametrize("game", BOARDS)
async def test_the_person_takes_the_seat_back_at_once_by_their_cookie(open_house: Any, game: str) -> None:
    house = await open_house(bot_pace=1.0)
    people, lines = await taken_over(house, game, seats_of(game))
    back = await people[1].connect()
    assert back.sync["table"]["seats"][1]["here"] and not back.sync["table"]["seats"][1]["stand_in"]
    assert (await lines[0].hear("happened"))["what"] == "came_back"
    assert [one["what"] for one in back.sync["happened"]] == ["stood_in", "came_back"]
    before = len(acts_of(house, people[0].code, 1))
    await pass_time(house, 5)
    assert len(acts_of(house, people[0].code, 1)) == before  # what the bot was about to do is not done
    if game != "paris":
        actor = back if 1 in back.view["actors"] else lines[0]
        assert (await actor.act_any())["t"] == "done"


def acts_of(house: House, code: str, seat: int) -> list[r.Acted]:
    return [record for record in recorded(house, code) if isinstance(record, r.Acted) and record.seat == seat]


async def test_a_transfer_token_takes_the_seat_back_and_the_table_s_link_does_not(house: House) -> None:
    people, lines = await sit(house)
    code = people[0].code
    token = (await people[1].post(f"/api/tables/{code}/transfer", {"seat": 1}))["token"]
    await until_gone(house, lines[1], code, 1)
    await pass_time(house, 60)
    await lines[0].send({"t": "stand_in", "seat": 1})
    await lines[0].hear("happened")
    stranger = house.person()
    assert (await stranger.post(f"/api/tables/{code}/join", {"name": "Eve", "seat": 1}))["waits"]
    assert (await house.person().post(f"/api/tables/{code}/join", {"name": "Eve"}, 409))["code"] == "started"
    with pytest.raises(Exception, match="403"):
        await stranger.connect(code=code, seat=1)
    assert house.table(code).state.seats[1].stand_in
    phone = house.person()
    phone.code, phone.seat = code, (await phone.post(f"/api/tables/{code}/claim", {"token": token}))["seat"]
    assert not (await phone.connect()).sync["table"]["seats"][1]["stand_in"]


async def test_whoever_says_goodbye_has_gone_and_the_next_person_is_host(house: House) -> None:
    people, lines = await sit(house, seats=3)
    await lines[0].send({"t": "leave"})
    assert (await lines[0].hear("bye"))["code"] == "left"
    told = await lines[1].hear("happened")
    assert (told["what"], told["seat"]) == ("went_away", 0)
    assert lines[1].last("table")["table"]["host"] == 1
    await pass_time(house, 60)
    await lines[2].send({"t": "stand_in", "seat": 0})
    assert (await lines[2].hear("happened"))["what"] == "went_away"
    assert (await lines[2].hear("happened"))["what"] == "stood_in"
    back = await people[0].connect()
    assert back.sync["seat"] == 0 and back.sync["table"]["seats"][0]["here"]
    assert back.sync["table"]["host"] == 1


async def test_the_bot_gets_the_view_and_the_seen_log_of_that_seat_and_nothing_else(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    thinker = house.server.house.thinker
    decide = thinker.decide

    async def listening(question: Any, events: Any) -> Any:
        match = house.table(people[0].code).reading()
        asked.append((question, match.view(1), match.events(1)))
        return await decide(question, events)

    people, lines = await sit(house, options={"cards": True})
    while 1 not in house.table(people[0].code).state.match.actors:
        await lines[0].act_any()
    monkeypatch.setattr(thinker, "decide", listening)
    await until_gone(house, lines[1], people[0].code, 1)
    await pass_time(house, 60)
    await lines[0].send({"t": "stand_in", "seat": 1})
    await lines[0].hear("happened")
    await pass_time(house, 1)
    question, view, events = asked[0]
    assert question.view == view and question.events == events and question.since == 0
    assert question.view["viewer"] == 1


async def test_who_played_what_is_in_the_log_the_replay_and_survives_a_restart(open_house: Any) -> None:
    house = await open_house()
    people, lines = await taken_over(house)
    mine, code = lines[0], people[0].code
    assert await played(house, mine, code)
    await people[1].connect()
    await mine.settle()
    live = [message for message in mine.heard if message["t"] == "happened"]
    assert [one["what"] for one in live] == ["stood_in", "came_back"]
    replay = await people[0].get(f"/api/tables/{code}/replay")
    assert replay["happened"] == [{key: one[key] for key in one if key != "t"} | {"t": "happened"} for one in live]
    assert 0 < live[0]["n"] < live[1]["n"] <= len(mine.events)
    again = await open_house(house.store)
    people[0].web._base_url = again.http.make_url("")
    stranger = again.person()
    found = await stranger.connect(code=code, seat=None)
    assert [one["what"] for one in found.sync["happened"]] == ["stood_in", "came_back"]
    assert [act.by for act in acts_of(again, code, 1)].count("bot") >= 1


async def test_undo_never_crosses_a_change_of_holder(house: House) -> None:
    people, lines = await sit(house)
    code = people[0].code
    table = house.table(code)
    while True:  # until somebody could take something back
        seat = next(iter(table.state.match.actors))
        await lines[seat].act_any()
        if table.can_undo(seat):
            break
    await lines[seat].settle()
    other = 1 - seat
    await until_gone(house, lines[other], code, other)
    await pass_time(house, 60)
    assert table.can_undo(seat)
    driver = house.server.house.drivers[code]
    driver.stopped = True  # the bot sits there and has done nothing yet
    await lines[seat].send({"t": "stand_in", "seat": other})
    await lines[seat].hear("happened")
    assert not table.can_undo(seat)
    assert (await lines[seat].ask("undo"))["code"] == "cannot_undo"


async def test_what_a_person_asked_before_a_bot_played_on_is_not_done_then(house: House) -> None:
    people, lines = await sit(house)
    code, table = people[0].code, house.table(people[0].code)
    seat = next(iter(table.state.match.actors))
    action = (await lines[seat].legal())[0]
    table.state.seats[seat].stand_in = "random"
    assert (await lines[seat].ask("act", action=action))["code"] == "bot_plays"
    assert (await lines[seat].ask("undo"))["code"] == "bot_plays"
    await lines[seat].send({"t": "back"})
    await until_seat(lines[seat], seat, here=True)
    assert (await lines[seat].ask("act", action=action))["t"] == "done"
    table.state.seats[seat].keys = ["somebody else's"]
    for tag in ("act", "undo"):
        assert (await lines[seat].ask(tag, **({"action": action} if tag == "act" else {})))["code"] == "not_yours"
    await lines[seat].send({"t": "rematch"})
    assert (await lines[seat].hear("problem"))["code"] == "not_yours"
    assert code
