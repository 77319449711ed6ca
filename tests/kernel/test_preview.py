"""What an action would bring about, as far as its seat may know: up to the first thing that is not its own to know or to decide."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

import topsecret
from tests.broken import base
from topsecret.kernel import HIDDEN, Game
from topsecret.kernel.errors import IllegalAction, NotYourTurn, UnknownAction, UnknownAssumption
from topsecret.kernel.game import Untold

SPIES, BRIEFCASE, INTEL = (topsecret.game(id) for id in ("spies", "briefcase", "intel"))
SMALL = Game("honest", base, base, base)

MOVE: dict[str, Any] = {
    "phase": "move",
    "die": "4",
    "turn": 0,
    "holds": [{"red": True}, {"blue": True}],
    "agents_held": [1, 1],
    "in_play": ["red", "blue", "green", "yellow", "violet"],
    "place": {"red": "5", "blue": "church"},
}
OUT = {"starter": 0, "sits_out": ["orange", "gray"]}


def spies(start: dict[str, Any] = MOVE, **options: Any) -> topsecret.Match:
    return SPIES.match(seats=2, options=OUT | options, start=start)


def names(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


def test_a_hidden_cell_can_be_carried_along_but_nothing_may_depend_on_it() -> None:
    assert HIDDEN + 1 is HIDDEN and 1 << HIDDEN is HIDDEN and ~HIDDEN & 3 is HIDDEN
    for use in (
        lambda: HIDDEN == 1, lambda: HIDDEN != HIDDEN, lambda: HIDDEN < 2, lambda: bool(HIDDEN), lambda: [0][HIDDEN],
        lambda: range(HIDDEN), lambda: int(HIDDEN), lambda: max(HIDDEN, 1), lambda: {HIDDEN: 1}, lambda: 1 in [HIDDEN],
    ):  # fmt: skip
        with pytest.raises(Untold):
            use()


def test_an_outcome_is_not_foreseen() -> None:
    """Nobody ends at the safe: the die goes on to the next seat."""
    found = spies().preview(0, "red+1 blue+3")
    assert names(found["events"]) == ["move", "moved", "moved", "turn_begins"]
    assert found["stops_at"] == {"why": "outcome", "family": "roll"}
    assert found["changes"]["place"]["red"] == "6" and found["changes"]["turn"] == 1
    assert found["changes"]["actors"] == ["chance"] and "marker" not in found["changes"]


def test_what_the_seat_decides_next_is_no_stop() -> None:
    found = spies().preview(0, "red+2 blue+2")
    assert names(found["events"]) == ["move", "moved", "moved", "scoring", *["scored"] * 5]
    assert found["stops_at"] is None and found["changes"]["marker"]["red"] == 7


def test_asking_changes_nothing() -> None:
    match = spies()
    before = match.dumps(), match.view(0), match.events(0)
    match.preview(0, "red+2 blue+2", "pass")
    assert (match.dumps(), match.view(0), match.events(0)) == before


def test_what_depends_on_anothers_secret_stops_there_with_what_was_told_before() -> None:
    """The last turn: whoever is revealed is not the asker's to know, and the action that does it changes nothing yet."""
    start = MOVE | {"phase": "safe", "marker": {"red": 45, "blue": 3}, "place": {"red": "7"}, "safe": "7"}
    found = spies(start).preview(0, "safe 9")
    assert names(found["events"]) == ["place_safe", "safe_moved", "last_turn_over"]
    assert found["stops_at"] == {"why": "secret", "field": "holds"}
    assert found["changes"] == {}


def test_points_that_are_left_make_a_preview_of_an_action_that_cannot_be_played() -> None:
    found = spies().preview(0, "red+2")
    assert found["unfinished"] == {"code": "too_few_points", "rule": "S3.2"}
    assert found["changes"]["marker"]["red"] == 7
    assert spies().preview(0, "red+4")["unfinished"] is None
    with pytest.raises(IllegalAction, match=r"S3\.2"):
        spies().preview(0, "red+5")


def test_what_playing_would_refuse_is_refused() -> None:
    match = spies()
    for seat, action, error in (
        (1, "red+4", NotYourTurn),
        (0, "nonsense", UnknownAction),
        (0, "gray+4", IllegalAction),
    ):
        with pytest.raises(error) as asked:
            match.preview(seat, action)
        with pytest.raises(error) as played:
            match.play(seat, action)
        assert str(asked.value) == str(played.value)


def test_everybody_passes_as_an_assumption() -> None:
    hands = {
        "hand": [{"decoy": 1, "sprint": 1}, {"swap": 1}],
        "hand_size": [2, 1],
        "supply": {"decoy": 1, "sprint": 1, "swap": 0},
    }
    match = spies(MOVE | hands | {"supply_size": 23}, cards=True)
    found = match.preview(0, "red+2 blue+2", "pass")
    assert names(found["events"]) == ["move", "moved", "moved", "poll_opens"]
    assert found["stops_at"] == {"why": "answer", "seats": [1]}
    assert "marker" not in found["changes"]
    ahead = found["if"]
    assert names(ahead["events"]) == ["poll", "answered", "answered", "nobody_plays", "scoring", *["scored"] * 5]
    assert ahead["changes"]["marker"]["red"] == 7 and ahead["changes"]["phase"] == "safe"
    assert ahead["stops_at"] is None


def test_an_answer_that_is_given_and_not_shown_is_assumed_too() -> None:
    hands = {
        "hand": [{"decoy": 1, "sprint": 1}, {"swap": 1}],
        "hand_size": [2, 1],
        "supply": {"decoy": 1, "sprint": 1, "swap": 0},
    }
    match = spies(MOVE | hands | {"supply_size": 23}, cards=True)
    match.play(0, "red+2 blue+2")
    match.play(1, "yes")
    found = match.preview(0, "no", "pass")
    assert found["stops_at"] == {"why": "secret", "field": "answer"}
    assert names(found["if"]["events"])[-6:] == ["scoring", *["scored"] * 5]


def test_what_leaves_nothing_to_assume_has_no_if() -> None:
    assert spies().preview(0, "red+2 blue+2", "pass")["if"] is None


def test_an_assumption_that_the_game_does_not_have_is_refused() -> None:
    for assume in ("yes", 3, ["pass"]):
        with pytest.raises(UnknownAssumption, match="pass"):
            spies().preview(0, "red+4", assume)  # type: ignore[arg-type]


@pytest.mark.parametrize("answers", ["automatic", "manual"])
@pytest.mark.parametrize("notebook", ["assisted", "manual"])
def test_both_answers_can_be_looked_at_whatever_the_piece_is(answers: str, notebook: str) -> None:
    """The same line in three deals: asking answers nothing."""
    asked = []
    for seed in ("one", "two", "three"):
        match = BRIEFCASE.match(options={"answers": answers, "notebook": notebook, "starter": 0}, seed=seed)
        while match.view()["phase"] == "order":
            match.play(match.actors[0], "order yes")
        lines = [move for move in match.legal(0) if move.family == "move"][::9]
        asked.append([[match.preview(0, line, reply) for reply in ("yes", "no")] for line in lines])
        for line, (yes, no) in zip(lines, asked[-1], strict=True):
            assert yes["events"] == no["events"] == [{"event": "move", "seat": 0, **line.params}]
            assert yes["stops_at"] == no["stops_at"]
            assert "moved" in names(yes["if"]["events"]) and "moved" not in names(no["if"]["events"])
    assert asked[0] == asked[1] == asked[2]


def test_an_answer_that_the_seat_knows_is_not_assumed_away() -> None:
    match = BRIEFCASE.match(options={"starter": 0}, seed="shown")
    while match.view()["phase"] == "order":
        match.play(match.actors[0], "order no")
    match.play(0, "token reveal b1")
    line = next(move for move in match.legal(0) if move.family == "move" and str(move).startswith("b1 "))
    yes, no = (match.preview(0, line, reply) for reply in ("yes", "no"))
    assert yes == no and yes["if"] is None and "answered" in names(yes["events"])


def test_a_draft_can_be_previewed() -> None:
    match = SMALL.match(seats=2, seed="draft")
    seat = match.actors[0]
    found = match.preview(seat, "mark red")
    assert names(found["events"]) == ["mark"] and list(found["changes"]) == ["mark"] and found["stops_at"] is None


def test_what_an_action_shows_its_seat_is_a_secret_until_then() -> None:
    """The peek is through, and all is known but the token itself: its field is left out."""
    match = SMALL.match(seats=2, seed="peek")
    found = match.preview(0, "peek 1")
    assert found["stops_at"] == {"why": "secret", "field": "token"}
    assert found["changes"]["knows"] == [[False, True], [None, None]] and "token" not in found["changes"]


def test_a_spectator_has_no_previews() -> None:
    with pytest.raises(NotYourTurn, match="spectator"):
        SPIES.preview(spies().view(), "red+4")


def test_in_a_game_with_time_an_action_is_looked_at_as_if_it_were_done_now() -> None:
    """A look finds what is not the asker's to know; eyes that have just moved are refused until they have rested."""
    match = topsecret.game("paris").match(4, seed="time")
    found = match.preview(0, "look green")
    assert found["events"] == [{"event": "look", "seat": 0, "sight": "green"}]
    assert found["stops_at"] == {"why": "secret", "field": "gaze"}
    assert found["changes"] == {}
    draws = match.preview(0, "draw")
    assert (draws["stops_at"] or {})["why"] == "outcome" and draws["changes"]["actors"] == ["chance"]
    match.play(0, "look green", at=100)
    for at, refused in ((100, True), (549, True), (550, False)):
        match.advance(at)
        with pytest.raises(IllegalAction, match=r"P3\.1") if refused else nullcontext():
            match.preview(0, "look blue")
        assert match.now == at


def test_a_view_is_enough() -> None:
    """Whoever has a view can preview, without the match."""
    match = spies()
    assert SPIES.preview(match.view(0), "red+2 blue+2") == match.preview(0, "red+2 blue+2")
