"""Playing over the socket: what is confirmed, what is told to whom, and what two windows of one seat share."""

from __future__ import annotations

from typing import Any

from tests.server.people import House, Line, Person


async def two_people(house: House, **wishes: Any) -> tuple[Line, Line, Person, Person]:
    """A started table of two people; the first line is of whoever has the first turn."""
    host = await house.person().make(seats=2, **wishes)
    guest = await house.person().join(host.code, "Ada")
    first, second = await host.connect(), await guest.connect()
    await first.send({"t": "start"})
    await first.hear("sync")
    await second.hear("sync")
    if 0 in first.view["actors"]:
        return first, second, host, guest
    return second, first, guest, host


async def test_an_action_is_confirmed_and_everybody_is_told(house: House) -> None:
    mine, theirs, *_ = await two_people(house)
    assert (await mine.act_any())["t"] == "done"
    steps = next(message for message in mine.heard if message["t"] == "steps")  # the roll comes in one of its own
    assert steps["steps"][0]["events"][0]["event"] == "move"
    assert (await theirs.hear("steps"))["steps"][0] == steps["steps"][0]


async def test_a_family_of_very_many_actions_is_counted_and_listed_on_request(house: House) -> None:
    moves: list[Any] = []
    while not moves:  # until a high roll; a match may be over without one
        me = await house.person().make(seats=2)
        line = await me.connect()
        await line.send({"t": "start"})
        await line.hear("sync")
        table = house.table(me.code).state
        while not table.match.over and len(moves := table.match.legal(me.seat)) <= 100:
            await line.act_any() if me.seat in line.view["actors"] else await line.hear("steps")
        moves = [] if table.match.over else moves
    moves = [move.json for move in table.match.legal(me.seat)]
    few = await line.ask("legal")
    assert few["actions"] == [] and few["more"] == [{"family": "move", "count": len(moves)}]
    many = await line.ask("legal", family="move")
    assert many["actions"] == moves and many["more"] == []
    assert (await line.ask("legal", family="place_safe"))["actions"] == []
    assert (await line.ask("legal", family="fly"))["code"] == "bad_argument"
    assert (await line.ask("act", action=moves[-1]))["t"] == "done"


async def test_the_steps_lead_to_the_view_that_the_match_shows(house: House) -> None:
    mine, theirs, me, them = await two_people(house, options={"cards": True, "dossier": True})
    watcher = await house.person().connect(code=me.code, seat=None)
    for _ in range(40):
        for line in (mine, theirs):
            legal = await line.legal()
            if legal:
                assert (await line.ask("act", action=legal[-1]))["t"] == "done"
    for line in (mine, theirs, watcher):
        await line.settle()
    match = house.table(me.code).state.match
    for line, viewer in ((mine, me.seat), (theirs, them.seat), (watcher, None)):
        assert line.view == match.view(viewer) and line.events == match.seen(viewer)


async def test_a_refused_action_names_the_rule_and_changes_nothing(house: House) -> None:
    mine, theirs, me, _ = await two_people(house)
    before = len(house.store.logs[me.code])
    refused = await mine.ask("act", action="safe 3")
    assert refused["t"] == "refused" and refused["rule"] and refused["code"]
    assert (await mine.ask("act", action={"action": "fly"}))["code"] == "unknown_action"
    assert (await theirs.ask("act", action={"action": "stay"}))["code"] == "not_your_turn"
    assert len(house.store.logs[me.code]) == before


async def test_asking_changes_nothing(house: House) -> None:
    mine, theirs, me, _ = await two_people(house)
    before = len(house.store.logs[me.code])
    legal = await mine.legal()
    preview = await mine.ask("ask", action=legal[0])
    assert preview["t"] == "preview" and preview["events"][0]["points"] == legal[0]["points"]
    assert preview["unfinished"] is None and preview["if"] is None
    assert (await mine.ask("ask", action={"action": "stay"}))["t"] == "refused"
    assert (await mine.ask("ask", action=legal[0], assume="nothing"))["code"] == "unknown_assumption"
    assert (await theirs.ask("ask", action=legal[0]))["code"] == "not_your_turn"
    assert (await theirs.legal()) == []
    assert len(house.store.logs[me.code]) == before


async def test_help_is_worked_out_on_request_and_refused_where_the_table_plays_without(house: House) -> None:
    for option, answer in (("assisted", "help"), ("manual", "refused")):
        line = await (await house.person().make("intel", options={"help": option, "starter": 0}, start=True)).connect()
        reply = await line.ask("help", topic="trickle")
        assert reply["t"] == answer and (reply.get("code") == "help_off" or reply["found"]["spaces"])
    assert (await line.ask("help", topic="trickle", about="a1"))["code"] == "help_off"


async def test_nothing_can_be_played_before_the_start(house: House) -> None:
    line = await (await house.person().make()).connect()
    for tag in ("act", "ask"):
        assert (await line.ask(tag, action="stay"))["code"] == "not_started"
    assert (await line.ask("undo"))["code"] == "not_started"
    assert (await line.ask("legal"))["code"] == "not_started"


async def test_an_action_can_be_taken_back_where_nothing_was_learned(house: House) -> None:
    mine, theirs, *_ = await two_people(house)
    while True:  # until a movement leads to placing the safe: no outcome is drawn in between
        if mine.sync["seat"] not in mine.view["actors"]:
            mine, theirs = theirs, mine
        await mine.settle()
        before = mine.view
        await mine.act_any()
        steps = mine.last("steps")
        await theirs.settle()
        if steps["can_undo"]:
            break
        assert (await mine.ask("undo"))["code"] == "cannot_undo"
    assert (await mine.ask("undo"))["t"] == "done"
    undone = mine.last("steps")
    assert undone["steps"][-1]["events"][-1]["event"] == "undone"
    await theirs.hear("steps")
    assert mine.view == before and theirs.events[-1]["event"] == "undone"


async def test_a_spectator_only_watches(house: House) -> None:
    _, _, me, _ = await two_people(house)
    watcher = await house.person().connect(code=me.code, seat=None)
    assert all(agent is None for row in watcher.sync["view"]["holds"] for agent in row.values())
    for tag, more in (("act", {"action": "stay"}), ("undo", {}), ("legal", {}), ("say", {"text": "psst"})):
        assert (await watcher.ask(tag, **more))["code"] == "spectator"
    for message in ({"t": "note", "notes": "x"}, {"t": "draft", "draft": 1}, {"t": "start"}, {"t": "rematch"}):
        await watcher.send(message)
        assert (await watcher.hear("problem"))["code"] == "spectator"


async def test_a_seat_needs_its_cookie(house: House) -> None:
    _, _, me, them = await two_people(house)
    for person, seat in ((house.person(), 0), (me, them.seat), (me, 7)):
        assert (await person.get(f"/api/tables/{me.code}/ws?seat={seat}", 403))["code"] == "not_yours"
    assert (await me.get(f"/api/tables/{me.code}/ws?seat=x", 400))["code"] == "bad_request"


# numbering


async def test_a_message_that_comes_twice_counts_once(house: House) -> None:
    mine, _, me, _ = await two_people(house)
    action = (await mine.legal())[0]
    assert (await mine.ask("act", action=action, id=7))["t"] == "done"
    lines = house.table(me.code).state.lines
    assert (await mine.ask("act", action=action, id=7)) == {"t": "done", "id": 7}
    assert house.table(me.code).state.lines == lines


async def test_a_resend_counts_once_after_a_reconnect_and_after_a_restart(house: House, open_house) -> None:  # type: ignore[no-untyped-def]
    mine, _, me, _ = await two_people(house)
    action = (await mine.legal())[0]
    assert (await mine.ask("act", action=action, id=7))["t"] == "done"
    await mine.ws.close()
    again = await me.connect(client=mine.client)
    assert again.sync["last"] == 7
    assert (await again.ask("act", action=action, id=7))["t"] == "done"
    lines = house.table(me.code).state.lines
    restarted = await open_house(house.store)
    person = restarted.person()
    person.web.cookie_jar.update_cookies(
        {cookie.key: cookie.value for cookie in me.web.cookie_jar}, restarted.http.make_url(f"/api/tables/{me.code}/")
    )
    person.code, person.seat = me.code, me.seat
    line = await person.connect(client=mine.client)
    assert line.sync["last"] == 7
    assert (await line.ask("act", action=action, id=7))["t"] == "done"
    assert restarted.table(me.code).state.lines == lines


async def test_a_refused_number_is_not_remembered(house: House) -> None:
    mine, *_ = await two_people(house)
    assert (await mine.ask("act", action="stay", id=3))["t"] == "refused"
    action = (await mine.legal())[0]
    assert (await mine.ask("act", action=action, id=3))["t"] == "done"
    assert mine.last("steps")["steps"]


async def test_the_same_number_of_another_client_is_another_message(house: House) -> None:
    mine, _, me, _ = await two_people(house)
    other = await me.connect()
    assert (await mine.ask("say", text="one", id=5))["t"] == "done"
    assert (await other.ask("say", text="two", id=5))["t"] == "done"
    assert [words.text for words in house.table(me.code).state.chat] == ["one", "two"]


# coming back


async def test_a_client_that_comes_back_gets_the_rest_or_everything(house: House) -> None:
    mine, _, me, _ = await two_people(house)
    await mine.act_any()
    everything = mine.events
    known = len(everything) - 2
    back = await me.connect(since=known)
    assert back.sync["since"] == known and back.sync["events"] == everything[known:]
    wrong = await me.connect(since=10_000)
    assert wrong.sync["since"] == 0 and wrong.sync["events"] == everything


async def test_two_windows_of_one_seat_mirror_drafts_and_notes(house: House) -> None:
    mine, theirs, me, _ = await two_people(house)
    second = await me.connect()
    await mine.send({"t": "draft", "draft": {"points": {"red": 2}}})
    assert (await second.hear("draft"))["draft"] == {"points": {"red": 2}}
    await second.send({"t": "note", "notes": "red is <Ada>"})
    assert (await mine.hear("note"))["notes"] == "red is <Ada>"
    third = await me.connect()
    assert third.sync["draft"] == {"points": {"red": 2}} and third.sync["notes"] == "red is <Ada>"
    await theirs.settle()
    assert not [message for message in theirs.heard if message["t"] in ("draft", "note")]


async def test_a_draft_is_gone_once_its_seat_acts(house: House) -> None:
    mine, _, me, _ = await two_people(house)
    second = await me.connect()
    await mine.send({"t": "draft", "draft": [1]})
    await second.hear("draft")
    await mine.act_any()
    assert (await second.hear("draft"))["draft"] is None
    assert (await me.connect()).sync["draft"] is None
    assert house.store.kept[me.code][f"draft:{me.seat}"] == b"null"


async def test_a_draft_that_is_too_long_is_refused(house: House) -> None:
    mine, *_ = await two_people(house)
    await mine.send({"t": "draft", "draft": "x" * 3000})
    assert (await mine.hear("problem"))["code"] == "too_long"


async def test_what_is_said_stays_text_and_reaches_everybody(house: House) -> None:
    mine, theirs, me, _ = await two_people(house)
    words = "<script>alert('x')</script> \u202e& more"
    assert (await mine.ask("say", text=words))["t"] == "done"
    said = await theirs.hear("said")
    assert said["text"] == "<script>alert('x')</script> & more" and said["seat"] == me.seat and said["n"] == 0
    assert (await mine.ask("say", text="\u202e"))["code"] == "empty"
    assert (await me.connect()).sync["chat"] == [
        {key: said[key] for key in ("t", "n", "seat", "name", "text", "reaction", "at")}
    ]
