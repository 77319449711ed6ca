"""A match: playing, looking, saving, start positions, chance by hand, asides, time."""

import json
import types
from typing import Any

import pytest

from tests.kernel import parley
from tests.kernel.parleys import PARLEY, dealt, plays
from tests.probes import glances
from topsecret import (
    CHANCE,
    BadArgument,
    BadFile,
    BadOptions,
    BadPosition,
    Game,
    IllegalAction,
    Match,
    NoSuchSeat,
    NotYourTurn,
    ReadOnly,
    UnknownAction,
    load,
)
from topsecret.kernel.saved import verify

GLANCES = Game("glances", glances, glances, glances)


# Playing and looking


def test_text_json_and_actions_play_the_same() -> None:
    matches = [dealt("red", "blue") for _ in range(3)]
    matches[0].play(0, "ADD  2")
    matches[1].play(0, {"action": "add", "more": 2})
    matches[2].play(0, next(move for move in matches[2].legal(0) if str(move) == "add 2"))
    assert matches[0].save() == matches[1].save() == matches[2].save()


def test_play_returns_what_the_seat_is_told_by_it() -> None:
    match = dealt("red", "blue", goal=6)
    assert match.play(0, "add 3") == [{"n": 3, "event": "add", "seat": 0, "more": 3}]
    assert match.play(0, "whisper 1") == [{"n": 4, "event": "whisper", "seat": 0, "ear": 1}]
    assert match.events(1)[-1] == {"n": 5, "event": "heard", "seat": 1, "suit": "red"}
    assert match.play(0, "add 3") == [
        {"n": 5, "event": "add", "seat": 0, "more": 3},
        {"n": 6, "event": "reached", "total": 6},
    ]


def test_events_are_numbered_for_each_viewer_without_gaps() -> None:
    match = plays(dealt("red", "blue", "red"), "2 jot 1", "1 jot 3", "0 add 1", "0 whisper 2")
    for viewer in (None, 0, 1, 2):
        numbers = [event["n"] for event in match.events(viewer)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert match.events(viewer, since=2) == match.events(viewer)[2:]
    assert [event["event"] for event in match.events(1)[3:]] == ["jot", "add", "whisper"]
    assert [event["event"] for event in match.events(None)[3:]] == ["add", "whisper"]


def test_only_listed_actions_are_legal_and_the_error_says_what_is() -> None:
    match = dealt("red", "blue")
    assert [str(move) for move in match.legal(1)] == ["jot 0", "jot 1", "jot 2", "jot 3"]
    with pytest.raises(IllegalAction) as problem:
        match.play(1, "add 1")
    assert problem.value.code == "not_on_turn"
    assert problem.value.rule == "P1"
    assert problem.value.legal == ("jot 0", "jot 1", "jot 2", "jot 3")
    assert match.why_not(1, "add 1") is not None
    assert match.why_not(0, "add 1") is None


def test_what_cannot_be_read_says_what_was_expected() -> None:
    match = dealt("red", "blue")
    before = match.save()
    with pytest.raises(UnknownAction, match=r"expected add 1\.\.3 \| pass \| roll"):
        match.play(0, "add 4")
    with pytest.raises(NoSuchSeat, match="expected a seat from 0 to 1, or CHANCE, got 7"):
        match.play(7, "add 1")
    assert match.save() == before


def test_a_seat_that_is_not_in_the_match_does_not_exist_for_actions() -> None:
    match = dealt("red", "blue")
    with pytest.raises(IllegalAction, match="no such seat"):
        match.play(0, "whisper 2")
    assert "whisper 2" not in [str(move) for move in match.legal(0)]


def test_nobody_acts_after_the_end_and_the_result_names_the_rule() -> None:
    match = plays(dealt("red", "blue", goal=6), "0 add 3", "0 add 3")
    assert match.over and match.actors == () and match.legal(0) == []
    assert match.result == {"winners": [0], "scores": [6, 0], "reason": {"code": "reached", "rule": "P4"}}
    with pytest.raises(NotYourTurn, match="the match is over"):
        match.play(1, "jot 1")


def test_looking_changes_nothing() -> None:
    match = plays(dealt("red", "blue"), "0 add 1")
    before = match.dumps()
    match.view(0)["suit"][0] = "changed"
    match.events(0)[0]["event"] = "changed"
    match.truth()["suit"][0] = "changed"
    match.state().suit[0] = 9  # type: ignore[attr-defined]
    match.legal(0), match.can_undo(0), list(match.log())
    assert match.dumps() == before


# Asides


def test_an_aside_needs_no_turn_and_is_not_listed() -> None:
    match = dealt("red", "blue")
    assert "leave" not in [str(move) for move in match.legal(1)]
    match.play(1, "leave")
    assert match.result is not None
    assert match.result["reason"] == {"code": "left", "rule": "P5"}


def test_an_aside_waits_for_chance_and_keeps_to_its_phase() -> None:
    match = plays(dealt("red", "blue"), "0 roll")
    with pytest.raises(NotYourTurn):
        match.play(1, "leave")
    plays(match, "chance face 1", "1 leave")
    with pytest.raises(NotYourTurn):
        match.play(0, "leave")


# Saving


@pytest.mark.parametrize("chance", ["fair", "manual"])
def test_a_saved_match_comes_back_with_everything(chance: str) -> None:
    match = PARLEY.match(
        seats=3, seed="s", chance=chance, options={"mood": "very loud", "extras": ["calm"]}, entropy=("x",)
    )
    while match.actors == (CHANCE,):
        match.play(CHANCE, match.legal(CHANCE)[0])
    plays(match, "0 add 1", "1 jot 2", "0 add 2")
    match.undo(0)
    plays(match, "0 whisper 2", "0 pass")
    again = PARLEY.load(match.dumps())
    assert again.save() == match.save() == PARLEY.load(match.save()).save()
    for viewer in (None, 0, 1, 2):
        assert again.events(viewer) == match.events(viewer)
        assert again.view(viewer) == match.view(viewer)
    for one in (match, again):
        plays(one, "1 add 1")
        one.undo(1)
        plays(one, "1 roll", *(["chance face 2"] if chance == "manual" else []))
    assert again.save() == match.save()


def test_a_saved_match_is_one_json_document() -> None:
    match = plays(dealt("red", "blue"), "0 add 1")
    document = json.loads(match.dumps())
    assert document == match.save()
    assert document["format"] == "topsecret/1" and document["game"] == "parley" and document["rules"] == 3
    assert len(document["hashes"]) == len(document["log"]) == 3


def test_a_file_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadFile, match=r"game: expected one of .*; got 'parley'"):
        load(dealt("red", "blue").dumps())


def other_parley(version: int, **changed: Any) -> Game:
    module = types.ModuleType("other_parley")
    vars(module).update({key: value for key, value in vars(parley).items() if not key.startswith("__")})
    vars(module).update(changed, VERSION=version)
    return Game("parley", module, module)


def pass_to_the_right(state: Any, seat: int) -> None:
    state.turn = (seat + state.seats - 1) % state.seats


def test_a_match_of_other_rules_that_give_the_same_is_played_on() -> None:
    match = plays(dealt("red", "blue", "red"), "0 pass")
    newer = other_parley(version=4)
    again = newer.load(match.dumps())
    again.play(1, "add 1")
    assert any("version 3" in problem for problem in verify(match.dumps(), newer))


def test_a_match_that_todays_rules_do_not_reproduce_opens_to_be_looked_at() -> None:
    match = plays(dealt("red", "blue", "red"), "0 pass", "1 add 1")
    newer = other_parley(version=4, do_end=pass_to_the_right)
    again = newer.load(match.dumps())
    assert again.truth() == match.truth()
    assert again.view(1) == match.view(1)
    assert again.legal(1) == []
    assert again.save() == match.save()
    for attempt in (lambda: again.play(1, "add 1"), lambda: again.undo(1)):
        with pytest.raises(ReadOnly, match="today's rules"):
            attempt()


def test_a_match_of_the_same_version_that_is_not_reproduced_is_refused() -> None:
    match = plays(dealt("red", "blue", "red"), "0 pass", "1 add 1")
    with pytest.raises(BadFile, match=r"log\[3\]"):
        other_parley(version=3, do_end=pass_to_the_right).load(match.dumps())


def never_sound(state: Any) -> int:
    return 1


def test_a_start_that_todays_rules_refuse_opens_to_be_looked_at() -> None:
    match = PARLEY.match(seats=3, chance="manual", start=dealt("red", "blue", "red").truth())
    again = other_parley(version=4, unsound=never_sound).load(match.dumps())
    assert again.view(1) == match.view(1)
    assert again.save() == match.save()
    with pytest.raises(ReadOnly, match="today's rules"):
        again.play(0, "pass")
    with pytest.raises(BadFile, match="start: "):
        other_parley(version=3, unsound=never_sound).load(match.dumps())


def test_a_fair_match_saved_before_an_outcome_goes_on_with_the_fair_one() -> None:
    whole = PARLEY.match(seats=3, seed="any").save()
    by_hand = PARLEY.match(seats=3, chance="manual")
    by_hand.play(CHANCE, whole["log"][0][1])
    cut = whole | {"log": whole["log"][:1], "hashes": whole["hashes"][:1], "position": by_hand.truth()}
    again = PARLEY.load(cut)
    assert again.save() == whole
    with pytest.raises(NotYourTurn):
        again.play(CHANCE, whole["log"][1][1])


# Start positions


def test_a_start_in_which_chance_has_nothing_to_give_is_refused() -> None:
    with pytest.raises(BadPosition, match="none is possible"):
        GLANCES.match(seats=3, start={"discard": [5, 5, 5], "deck": [0, 0, 0]})


def deal_to_seat_0_alone(state: Any, suit: int) -> int:
    return 1 if state.turn == 0 else 0


def test_a_start_after_which_chance_has_nothing_to_give_is_refused_and_does_not_go_on_for_ever() -> None:
    game = other_parley(version=3, weight_deal=deal_to_seat_0_alone)
    with pytest.raises(BadPosition, match="none is possible"):
        game.match(seats=3, seed="any", start={})


def test_any_legal_position_can_be_the_start() -> None:
    begun = plays(dealt("red", "blue"), "0 add 3", "1 jot 2")
    match = PARLEY.match(start=begun.truth(), chance="manual")
    assert match.truth() == begun.truth() and match.seats == 2
    plays(match, "0 pass", "1 hand in")
    assert PARLEY.load(match.dumps()).save() == match.save()


def test_what_a_start_leaves_out_is_as_after_the_set_up() -> None:
    match = PARLEY.match(seats=2, start={"phase": "turn", "total": 9, "suit": ["red", "blue"]})
    assert match.view(1)["suit"] == [None, "blue"] and match.view()["turn"] == 0
    match.play(0, "add 3")
    assert match.over
    assert match.save()["start"]["total"] == 9


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ({"total": 18}, r"too much \(P4\)"),
        ({"total": 100}, "total: expected a whole number from 0 to 99, got 100"),
        ({"total": True}, "total: expected"),
        ({"suit": ["red"]}, "suit: expected a list of 2"),
        ({"suit": ["red", "green"]}, r"suit\[1\]: expected one of red, blue, none, got 'green'"),
        ({"turn": 2}, "turn: expected"),
        ({"goal": 20}, "goal: expected 12 as in the options, got 20"),
        ({"nonsense": 1}, "expected a field: one of"),
        ({"seats": 3}, "seats: expected 2"),
        ([], "expected an object with fields"),
    ],
)
def test_a_start_that_cannot_be_says_why(start: Any, said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        PARLEY.match(seats=2, start=start)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 1}, {"seats": 4}, {"seats": "2"}, {"seats": True}, {"seats": 2.0}, {"options": {"goal": 4}}, {"options": {"goal": 5.0}},
        {"options": {"goal": "long"}}, {"options": {"total": 3}}, {"options": {"mood": "angry"}}, {"options": {"kind": 1}},
        {"options": {"extras": ["calm", "calm"]}}, {"options": []}, {"options": {1: 2}}, {"seed": 4}, {"chance": "none"},
        {"entropy": "abc"},
        {"options": {"goal": "short", "mood": "very loud"}},
    ],
)  # fmt: skip
def test_wrong_options_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        PARLEY.match(**wrong)


def test_options_have_words() -> None:
    match = PARLEY.match(seats=2, options={"goal": "short", "extras": ["very loud"]})
    assert match.options == {"goal": "short", "mood": "calm", "kind": True, "extras": ["very loud"]}


# Chance


def test_chance_by_hand_waits_for_its_outcome() -> None:
    match = PARLEY.match(seats=2, chance="manual")
    assert match.actors == (CHANCE,)
    assert [(str(move), weight) for move, weight in match.outcomes()] == [("deal red", 2), ("deal blue", 1)]
    with pytest.raises(NotYourTurn):
        match.play(0, "add 1")
    with pytest.raises(IllegalAction, match="not possible now"):
        match.play(CHANCE, "deal none")
    with pytest.raises(IllegalAction, match="not possible now"):
        match.play(CHANCE, "face 3")
    with pytest.raises(UnknownAction):
        match.play(CHANCE, "deal green")
    assert match.play(CHANCE, {"chance": "deal", "suit": "red"}) == [{"n": 1, "event": "deal", "seat": 0, "suit": None}]


def test_chance_does_not_act_out_of_turn() -> None:
    with pytest.raises(NotYourTurn):
        dealt("red", "blue").play(CHANCE, "face 3")
    fair = PARLEY.match(seats=2, seed="x")
    with pytest.raises(NotYourTurn):
        fair.play(CHANCE, "deal red")


def test_the_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    views = [PARLEY.match(seats=3, seed=seed).truth()["suit"] for seed in ("a", "a", *map(str, range(12)))]
    assert views[0] == views[1]
    assert len({tuple(view) for view in views}) > 2


# Time


def glance() -> Match:
    match = GLANCES.match(seats=3, chance="manual")
    for card in ("sun", "moon", "star"):
        match.play(CHANCE, f"draw {card}")
    return match


def test_what_falls_due_at_a_moment_happens_before_what_is_done_at_it() -> None:
    match = glance()
    match.play(1, "wink moon", at=1000)
    match.play(1, "wink moon", at=1000 + glances.WINK_MS)
    assert [line[0] for line in match.save()["log"][3:]] == [1, "time", 1]


def test_time_does_not_go_back() -> None:
    match = glance()
    match.play(0, "look 1", at=1000)
    before = match.save()
    for wrong in (999, -1, 1e3, "1000", None, True, 2**31):
        with pytest.raises(BadArgument, match="time: expected whole milliseconds"):
            match.advance(wrong)  # type: ignore[arg-type]
        if wrong is not None:
            with pytest.raises(BadArgument, match="time: expected whole milliseconds"):
                match.play(1, "look 0", at=wrong)  # type: ignore[arg-type]
    assert match.save() == before
    match.play(1, "look 0", at=1000)


def test_a_refused_action_in_time_changes_nothing() -> None:
    match = glance()
    match.play(1, "wink moon", at=1000)
    before = match.save(), match.events(1)
    for wrong in ("wink sun", "name 1 sun", "look 1"):
        with pytest.raises(IllegalAction):
            match.play(1, wrong, at=15_000)
    assert (match.save(), match.events(1)) == before


def test_a_refused_action_does_not_use_up_outcomes() -> None:
    matches = [GLANCES.match(seats=3, seed="q") for _ in range(2)]
    with pytest.raises(IllegalAction):
        matches[0].play(0, "name 0 sun", at=5)
    for match in matches:
        match.play(0, "name 1 sun", at=9)
    assert matches[0].save() == matches[1].save()


def test_a_game_without_time_has_no_times() -> None:
    match = dealt("red", "blue")
    assert match.now == 0
    with pytest.raises(BadArgument, match="this game has none"):
        match.play(0, "add 1", at=5)
    with pytest.raises(BadArgument, match="this game has none"):
        match.advance(5)


@pytest.mark.plain
def test_a_log_cannot_leap_over_what_falls_due() -> None:
    """Even a forger who recomputes all hashes does not get past it."""
    match = glance()
    match.play(1, "wink moon", at=1000)
    late = 1000 + glances.WINK_MS + 50
    forged = GLANCES.load(match.dumps())
    forged.look_ahead = lambda *_: None  # type: ignore[method-assign]
    forged.next_due = lambda until: None  # type: ignore[method-assign]
    forged.play(0, "look 1", at=late)
    del forged.look_ahead, forged.next_due
    with pytest.raises(
        BadFile, match=rf"log\[4\]: expected what falls due at {1000 + glances.WINK_MS} to happen first"
    ):
        GLANCES.load(forged.dumps())


def test_events_since_a_number_that_is_none_are_refused() -> None:
    match = dealt("red", "blue")
    assert match.events(0, since=1) == match.events(0)[1:]
    for since in (-1, "2", None, 1.5, True):
        with pytest.raises(BadArgument, match="the number of an event"):
            match.events(0, since=since)  # type: ignore[arg-type]
