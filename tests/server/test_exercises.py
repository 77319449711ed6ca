"""An exercise is a private table that is made from an id: nobody else sees it, nothing of it can be verified, it outlives the server."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from tests.server.conftest import Open
from tests.server.memory import MemoryStore
from tests.server.people import House, Person
from topsecret.kernel import exercise as kernel
from topsecret.kernel import saved
from topsecret.kernel.exercise import Attempt, Cue, Exercise, Judgement, UnknownExercise, exercise, match_of
from topsecret.kernel.registry import game

SPIES = game("spies")
IN_PLAY = ["red", "blue", "green", "yellow", "gray"]
START = {
    "phase": "roll",
    "after": "roll",
    "turn": 1,
    "dealing": 2,
    "in_play": IN_PLAY,
    "place": {"red": "6"},
    "holds": [{"red": True}, {"gray": True}],
}


def has_moved(attempt: Attempt) -> Judgement:
    """Done after a move of one's own; else whoever says "I have" is believed."""
    moves = [event for event in attempt.seen if event["event"] == "move" and event["seat"] == 1]
    if moves:
        return Judgement(True, "moved", {"times": len(moves)})
    return Judgement(attempt.answer == "I have", "answered" if attempt.answer else "", light=("die",))


def posed(**more: Any) -> Exercise:
    wanted: dict[str, Any] = {"chance": ("roll 3", "roll 2", "roll 6"), "cues": (Cue(0, "blue+2"),), "seat": 1} | more
    return Exercise("lesson/first", 1, 2, START, has_moved, **wanted)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> dict[str, Exercise]:
    """The lessons that games have for this test."""
    known = {"first": posed()}
    monkeypatch.setattr(kernel, "module_of", lambda game, room: SimpleNamespace(exercise=known.get))
    return known


async def learner(house: House, id: str = "lesson/first") -> Person:
    person = house.person()
    seated = await person.post("/api/exercises", {"game": "spies", "exercise": id})
    person.code, person.seat = seated["code"], seated["seat"]
    return person


async def test_an_exercise_begins_with_its_position_and_its_outcomes_and_its_others_do_as_cued(
    house: House, known: dict[str, Exercise]
) -> None:
    person = await learner(house)
    line = await person.connect()
    assert (person.seat, line.view["place"]["red"], line.view["die"]) == (1, "6", "3")
    assert (await line.ask("act", action="red+3"))["t"] == "done"
    await line.wait_for_my_turn()  # the other has rolled a 2 and played its cue
    assert line.view["place"]["blue"] == "2"
    assert line.view["die"] == "6"


async def test_where_a_cue_does_not_fit_a_silent_seat_waits_and_a_bot_goes_on(
    house: House, known: dict[str, Exercise]
) -> None:
    known["first"] = posed(cues=(Cue(0, "blue+5"),))
    line = await (await learner(house)).connect()
    await line.ask("act", action="red+3")
    await line.settle()
    assert line.view["actors"] == [0], "there is no bot, and its cue is against the rules"
    known["first"] = posed(cues=(Cue(0, "blue+5"),), bots={0: "random"})
    line = await (await learner(house)).connect()
    await line.ask("act", action="red+3")
    await line.wait_for_my_turn()


async def test_the_judge_says_from_what_the_seat_has_seen_whether_it_is_done(
    house: House, known: dict[str, Exercise]
) -> None:
    line = await (await learner(house)).connect()
    first = await line.ask("attempt")
    assert first | {"id": 0} == {"t": "judged", "id": 0, "done": False, "word": "", "params": {}, "light": ["die"]}
    assert (await line.ask("attempt", answer="I have"))["done"]
    assert not (await line.ask("attempt", answer={"no": ["such", "answer"]}))["done"]
    await line.ask("act", action="red+3")
    done = await line.ask("attempt")
    assert (done["done"], done["word"], done["params"], done["light"]) == (True, "moved", {"times": 1}, None)


async def test_only_ids_that_the_game_knows_make_an_exercise(house: House, known: dict[str, Exercise]) -> None:
    person = house.person()
    for id in ("lesson/second", "case/nothing"):
        refused = await person.post("/api/exercises", {"game": "spies", "exercise": id}, 404)
        assert refused["code"] == "unknown_exercise"
    for id in ("first", "lesson/../state", "lesson/", "other/first", "", "lesson/" + "a" * 99):
        refused = await person.post("/api/exercises", {"game": "spies", "exercise": id}, 400)
        assert refused["code"] == "bad_request"
    more = {"game": "spies", "exercise": "lesson/first", "start": START}
    assert (await person.post("/api/exercises", more, 400))["code"] == "bad_request", "a client says no position"
    assert (await person.post("/api/exercises", {"game": "chess", "exercise": "lesson/first"}, 404))[
        "code"
    ] == "unknown_game"


async def test_an_exercise_belongs_to_one_browser_and_is_in_no_list(house: House, known: dict[str, Exercise]) -> None:
    person, stranger = await learner(house), house.person()
    line = await person.connect()
    info = (await person.get(f"/api/tables/{person.code}"))["table"]
    assert (info["exercise"], info["commitment"], info["public"]) == ("lesson/first", "", False)
    path = f"/api/tables/{person.code}"
    for at in (path, f"{path}/replay", f"{path}/seen", f"{path}/file"):
        assert (await stranger.get(at, 404))["code"] == "no_such_table"
    assert (await stranger.post(f"{path}/join", {"name": "Eve"}, 404))["code"] == "no_such_table"
    assert (await stranger.get("/api/public"))["tables"] == []
    await line.send({"t": "publish", "public": True})
    assert (await line.hear("problem"))["code"] == "started"
    assert (await stranger.get("/api/public"))["tables"] == []


async def test_an_exercise_survives_a_restart_whatever_a_later_version_makes_from_its_id(
    open_house: Open, known: dict[str, Exercise]
) -> None:
    store = MemoryStore()
    before = await open_house(store)
    person = await learner(before)
    line = await person.connect()
    await line.ask("act", action="red+3")
    await line.wait_for_my_turn()
    seen, cookies = (line.view, line.events), person.web.cookie_jar
    known["first"] = posed(chance=("roll 5",), cues=())
    after = await open_house(store)
    again = after.person()
    again.web.cookie_jar.update_cookies(
        {cookie.key: cookie.value for cookie in cookies}, after.http.make_url(f"/api/tables/{person.code}")
    )
    again.code, again.seat = person.code, person.seat
    line = await again.connect()
    assert (line.view, line.events) == seen
    assert line.sync["table"]["exercise"] == "lesson/first"


async def test_a_table_that_is_no_exercise_has_no_judge(house: House) -> None:
    person = await house.person().make("spies", bots=["random"], start=True)
    line = await person.connect()
    assert (await line.ask("attempt"))["code"] == "no_exercise"


def test_nothing_of_an_exercise_can_be_verified_and_its_file_says_so(known: dict[str, Exercise]) -> None:
    match = match_of(SPIES, exercise(SPIES, "lesson/first"))
    match.play(1, "red+3")
    document = json.loads(match.dumps())
    assert (document["chance"], document["fairness"], match.proof()) == ("manual", None, None)
    assert document["start"]["place"]["red"] == "6"
    assert saved.load(document).truth() == match.truth()
    assert SPIES.match(2).proof() is not None


def test_given_outcomes_come_first_and_one_that_cannot_be_is_left_out() -> None:
    match = match_of(SPIES, posed(chance=("begins 0", "roll 1-3", "roll 4")))
    assert match.truth()["die"] == "1-3"
    match.play(1, "blue+1")
    assert match.truth()["die"] == "4"
    fork = match.fork()
    fork.play(0, "blue+4")
    match.play(0, "blue+4")
    assert fork.truth() == match.truth(), "after them the ordinary source goes on, for a fork as well"


def test_an_unknown_exercise_is_a_typed_error(known: dict[str, Exercise]) -> None:
    with pytest.raises(UnknownExercise, match="spies has no exercise 'lesson/none'"):
        exercise(SPIES, "lesson/none")
