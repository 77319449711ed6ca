"""Start positions: any position that a match could have, and a clear answer to all others."""

import random
from typing import Any

import pytest

from topsecret import BadPosition
from topsecret.games.briefcase.state import Flaw

from .builders import GAME, RED, SPIES, SQUARES, STANDARD, WHITE, duel, position

WHITES, REDS = "e5=rook f5=fan g5=?", "k11=plus g10=?"
ANYTHING = dict.fromkeys(SPIES, STANDARD)
EMPTY = [0] * len(SQUARES)


def only(spy: str, *pieces: str) -> list[dict[str, Any]]:
    """What White's spies can be: this one only these."""
    return [ANYTHING | {spy: list(pieces)}, ANYTHING]


BROKEN: dict[Flaw, list[dict[str, Any]]] = {
    Flaw.BOARD: [{"board": EMPTY}, {"place": [{"1": "a1"}, {}]}, {"place": [{"1": "f5"}, {}]}],
    Flaw.SPIES: [{"white": ""}, {"red": ""}],
    Flaw.PIECES: [
        {"piece": [{"1": "guard"}, {}]},
        {"piece": [{"1": "none"}, {}]},
        {"phase": "deal", "dealing": 0, "dealt": 3},
    ],
    Flaw.NOTEBOOK: [{"can_be": only("1", "guard", "?")}, {"can_be": only("1")}],
    Flaw.PROMOTION: [{"promoted": [{"1": True}, {}]}, {"promoted": [{"2": True}, {}]}],
    Flaw.SHOWN: [
        {"shown": [{"1": "owner"}, {}], "can_be": only("1", "rook")},
        {"shown": [{"1": "owner"}, {}], "spent": [{"reveal": True}, {}]},
        {"shown": [{"3": "all"}, {}], "can_be": only("3", "?")},
        {"shown": [{"4": "all"}, {}], "can_be": only("4", "guard")},
    ],
    Flaw.ORDERS: [
        {"ordered": [True, False]},
        {"phase": "order", "to_announce": 0},
        {"phase": "order", "to_announce": 0, "ordered": [False, False], "order": ["no", "yes"]},
        {"answers": "manual", "ordered": [True, True]},
        {"answers": "manual", "phase": "order", "to_announce": 0},
    ],
    Flaw.TOKENS: [
        {"to_announce": 2},
        {"to_announce": 0},
        {"to_announce": 2, "prepared": True},
        {"to_announce": 2, "prepared": True, "spent": [{"move": True}, {}], "second": True},
        {"second": True},
        {"announced": "2"},
        {"phase": "order", "to_announce": 0, "ordered": [False, True], "spent": [{"move": True}, {}]},
    ],
    Flaw.PHASE: [
        {"phase": "answer"},
        {"starter": RED},
        {"dealt": 3},
        {"dealing": 0},
        {"phase": "order", "ordered": [False, True]},
        {"phase": "order", "ordered": [False, True], "to_announce": 0, "turns": 1},
    ],
    Flaw.ANNOUNCEMENT: [
        {"line": "a1 N 6"},
        {"manner": "push"},
        {"answers": "manual", "phase": "answer"},
        {"answers": "manual", "phase": "answer", "line": "e5 E 3"},
    ],
    Flaw.COUNTS: [{"quiet": 3}, {"quiet": 60, "turns": 60}, {"turns": 400}],
    Flaw.EXTRACTION: [
        {"extracting": 0, "extractor": "2"},
        {"extractor": "2"},
        {"safe_extraction": True, "extracting": 0},
        {"safe_extraction": True, "extracting": 1, "extractor": "2"},
        {"safe_extraction": True, "extracting": 0, "extractor": "1"},
    ],
    Flaw.END: [
        {"winner": 0},
        {"how": "resigned"},
        {"phase": "over"},
        {"phase": "over", "winner": 0, "how": "nothing happens"},
        {"phase": "over", "winner": 0, "how": "no spies"},
        {"phase": "over", "winner": 0, "how": "delivered"},
    ],
}
CASES = [(flaw, case) for flaw, cases in BROKEN.items() for case in cases]


def test_every_flaw_has_a_position() -> None:
    assert set(BROKEN) | {Flaw.SOUND} == set(Flaw)


@pytest.mark.parametrize(("flaw", "fields"), CASES)
def test_a_position_that_cannot_be_is_refused(flaw: Flaw, fields: dict[str, Any]) -> None:
    given = {"white": WHITES, "red": REDS} | fields
    start = position(given.pop("white"), given.pop("red"))
    options = {name: value for name, value in given.items() if name in GAME.options}
    if "answers" in options and "ordered" not in given:
        start["ordered"] = [False, False]
    with pytest.raises(BadPosition, match=rf"\({flaw.rule}\)") as problem:
        GAME.match(2, options, start=start | given)
    assert GAME.words().say(f"flaw.{flaw.name.lower()}") in str(problem.value)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"briefcase": "off"}, "briefcase"),
        ({"briefcase": "l1"}, "briefcase"),
        ({"board": [0]}, "board"),
        ({"place": {"1": "a1"}}, "place"),
        ({"nonsense": 1}, "nonsense"),
        ({"piece": [{"14": "rook"}, {}]}, "14"),
        ({"turn": 2}, "turn"),
        ({"turn": True}, "turn"),
        ({"safe_extraction": True}, "safe_extraction"),
    ],
)
def test_what_cannot_be_read_is_named(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        GAME.match(2, start=position(WHITES, REDS) | fields)


def test_every_position_of_a_game_is_a_start_position() -> None:
    boxes: tuple[dict[str, Any], ...] = ({}, {"answers": "manual"}, {"box": "trio"}, {"safe_extraction": True})
    for seed, options in enumerate(boxes):
        rng = random.Random(seed)
        match = GAME.match(2, options, seed=f"start {seed}")
        while not match.over:
            seat = match.actors[0]
            match.play(seat, rng.choice(match.legal(seat)))
            if rng.random() < 0.1 or match.over:
                again = GAME.match(2, options, start=match.truth())
                assert again.truth() == match.truth()


def test_a_match_can_begin_in_the_middle_and_goes_on() -> None:
    game = duel(WHITES, REDS, turn=RED)
    game.play("k11 W 1")
    assert game.turn == WHITE
