"""Start positions, options and typed things that cannot be are refused by name."""

from typing import Any

import pytest

from topsecret import BadArgument, BadOptions, BadPosition, UnknownAction
from topsecret.games.paris.state import Flaw

from .builders import FOUR, GAME, PLACES, at_table, fresh, position

WINKING: dict[str, Any] = {"wink": ["green", "none", "none", "none"], "wink_ends": [500, 0, 0, 0]}
FLAWS: dict[str, dict[str, Any]] = {
    "agent_cards": {"pile": 9},
    "place_cards": {"places_left": dict.fromkeys(PLACES, 8)},
    "hands": {"agent_held": [True, True, True, False]},
    "line": {"line": [0, 2, 0, 0]},
    "points": {"points": [1, 0, 0, 0]},
    "gaze": {"gaze": ["red", "cards", "cards", "cards"], "facing": ["red", "away", "away", "away"]},
    "wink": WINKING,  # without being remembered as a wink at the contact
    "seen": {"shown": [[[], [], [], []], [["blue"], [], [], []], [[], [], [], []], [[], [], [], []]]},
    "case": {"now": 20_000},
    "phase": {"first_round": True},
}


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_position_with_a_flaw_is_refused(flaw: str) -> None:
    rule = Flaw[flaw.upper()].rule
    with pytest.raises(BadPosition, match=rf"\({rule}\)") as problem:
        GAME.match(4, start=position() | FLAWS[flaw])
    assert GAME.words().say(f"flaw.{flaw}") in str(problem.value)


def test_every_flaw_is_met() -> None:
    assert {flaw.name.lower() for flaw in Flaw if flaw} == set(FLAWS) | {"starter", "eyes"}


@pytest.mark.parametrize(
    "more",
    [
        {"gaze": ["kiosk", "cards", "cards", "cards"]},  # against the honour code
        {"facing": ["green", "away", "away", "away"]},
        {"rests": [9999, 0, 0, 0]},
        {
            "wink": ["green", "none", "none", "none"],
            "wink_ends": [9999, 0, 0, 0],
            "winked": [True, False, False, False],
        },
        {"wink": ["blue", "none", "none", "none"], "wink_ends": [500, 0, 0, 0]},
        {"card": ["red", "purple", "blue", "red"]},
        {"changed": [5, 0, 0, 0]},
        {"not_there": [["cafe"], [], [], []]},
        {"chips": [3, 3, 3, 4]},
        {"earlier": [1, 0, 0, 0]},
        {"agent_due": 1},
        {"quiet": 12},  # it would be over
        {"is_ready": [True, False, False, False]},  # for what?
        {"phase": "first", "first_round": True},  # the holder has drawn already
        {"phase": "draw agent", "drawer": 0, "agent_due": 0},  # and holds one
        {"phase": "ready"},
        {"phase": "over"},
        {"deadline": "soon"},
        {"nonsense": 1},
        {"batch_left": [dict.fromkeys(PLACES, 8)] * 9},
    ],
)
def test_other_positions_that_cannot_be(more: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        GAME.match(4, start=position() | more)


def test_a_sound_position_is_taken_as_it_is() -> None:
    table = at_table(winked=(0,), **WINKING)
    assert table["wink"][0] == "green"
    assert table["card"] == [hand.split()[0] for hand in FOUR]


@pytest.mark.parametrize(
    "options",
    [{"starter": 4}, {"cards_removed": 6}, {"deals": 0}, {"wink_ms": 0}, {"look_ms": "fast"}, {"turn_s": None}, {"honour_code": 1},
     {"eyes": "open"}, {"calls": []}, {"slow": "yes"}, {"speed": 1}, []],
)  # fmt: skip
def test_options_that_cannot_be(options: Any) -> None:
    with pytest.raises(BadOptions):
        GAME.match(4, options)


def test_the_starter_must_be_there() -> None:
    with pytest.raises(BadOptions, match=r"nobody plays at that seat \(P2.1\)"):
        GAME.match(3, {"starter": 3})


@pytest.mark.parametrize(
    "action",
    [
        "",
        "look",
        "look pink",
        "look red green",
        "wink",
        "wink kiosk",
        "call red",
        "complete kiosk",
        "look \0",
        {"action": "look"},
        7,
        None,
    ],
)
def test_garbage_is_no_action(action: Any) -> None:
    with pytest.raises(UnknownAction):
        fresh().match.play(0, action, at=0)


@pytest.mark.parametrize("at", [-1, "now", 1.5, 2**31, True])
def test_garbage_is_no_time(at: Any) -> None:
    with pytest.raises(BadArgument):
        fresh().match.play(0, "look green", at=at)


def test_a_match_in_time_is_saved_and_comes_back() -> None:
    match = GAME.match(4, {"deals": 2}, "saved")
    match.play(0, "look green", at=100)
    match.advance(30_000)
    again = GAME.load(match.dumps())
    assert again.save() == match.save()
    assert [again.events(viewer) for viewer in (None, 0, 1)] == [match.events(viewer) for viewer in (None, 0, 1)]
