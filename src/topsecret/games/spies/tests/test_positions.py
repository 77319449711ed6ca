"""Start positions: any position that a match could have, and a clear answer to all others."""

import random
from typing import Any

import pytest

from topsecret import BadPosition
from topsecret.games.spies.box import COPIES
from topsecret.games.spies.state import Flaw

from .builders import CARDS, COLOURS, GAME, at_table, counts

BROKEN: dict[Flaw, list[tuple[dict[str, Any], dict[str, Any]]]] = {
    Flaw.AGENTS: [
        ({}, {"in_play": COLOURS[:6]}),
        ({"seats": 2}, {"in_play": COLOURS}),
        ({"seats": 2}, {"place": {"gray": "4"}}),
        ({"seats": 2}, {"marker": {"gray": 4}}),
    ],
    Flaw.REACHED: [
        ({}, {"reached": ["red"]}),
        ({"place": {"red": 7}}, {"reached": ["red"]}),  # before the die is rolled
        ({"place": {"red": 7}, "phase": "safe"}, {"reached": ["red"]}),  # after the scoring
        (
            {"place": {"red": 7}, "phase": "dossier", "dossier": True, "dossiers_due": True},
            {"after": "safe", "reached": ["red"]},
        ),
        ({"place": {"red": 7}, "cards": True}, {"phase": "draw", "after": "deal", "reached": ["red"]}),
    ],
    Flaw.FINISH: [
        ({"marker": {"red": 42}}, {}),
        ({"marker": {"red": 50}}, {"phase": "move"}),
        ({"marker": {"red": 42}, "cards": True, "hands": {0: ["swap"]}}, {"phase": "card part"}),
        ({"cards": True, "holds": {0: ["red", "gray"]}}, {"phase": "keep"}),
    ],
    Flaw.IDENTITIES: [
        ({"holds": {0: ["red"], 1: ["red"]}}, {}),
        ({"holds": {0: []}}, {}),
        ({"holds": {0: ["red", "gray"]}}, {}),
        ({"seats": 2, "holds": {0: ["gray"]}}, {}),
        ({}, {"agents_held": [1, 1, 1, 2]}),
        ({"seats": 6, "cards": True, "holds": {0: ["red", "gray"]}}, {"phase": "take", "after": "card part"}),
    ],
    Flaw.CARDS: [
        ({"cards": True}, {"supply_size": 25}),
        ({"cards": True}, {"discard": counts(["swap"]), "discard_size": 1}),
        ({"cards": True, "removed": ["sprint"]}, {}),
        ({"cards": False}, {"supply": counts(["swap"]), "supply_size": 1}),
        ({"cards": True, "supply": []}, {"phase": "draw", "after": "poll"}),
        ({"cards": True}, {"unshuffled": {"swap": 2}}),
        ({"cards": True, "seats": 7}, {"removed": counts([]), "supply_size": 26, "supply": dict(zip(CARDS, COPIES))}),
    ],
    Flaw.HANDS: [
        ({"cards": True, "hands": {0: ["swap", "curfew", "sprint", "decoy", "asylum"]}}, {}),
        ({"cards": True}, {"hand_size": [1, 0, 0, 0]}),
        ({"cards": True, "hands": {0: ["swap", "curfew"]}}, {"phase": "draw", "after": "deal"}),
    ],
    Flaw.PHASE: [
        ({}, {"phase": "poll"}),
        ({}, {"phase": "keep"}),
        ({}, {"phase": "deal"}),
        ({"cards": True}, {"phase": "draw", "after": "safe"}),
        ({"dossier": True}, {"phase": "dossier", "dossiers_due": True, "after": "move"}),
    ],
    Flaw.ANSWERS: [
        ({"cards": True}, {"phase": "poll", "answer": ["no"] * 4, "answer_given": [True] * 4}),
        ({"cards": True, "hands": {0: ["swap"]}}, {"phase": "poll"}),  # asks three empty hands
        (
            {"cards": True, "hands": {0: ["decoy"], 1: ["swap"]}},  # seat 0 cannot play it: nobody is at the safe
            {"phase": "poll", "answer": ["yes", "none", "no", "no"], "answer_given": [True, False, True, True]},
        ),
        ({"cards": True}, {"phase": "card part"}),
        ({"cards": True, "hands": {0: ["swap"]}}, {"phase": "card part", "passes": 4}),
        ({"cards": True}, {"answer_given": [True] + [False] * 3}),
        ({"cards": True, "hands": {0: ["decoy"]}}, {"phase": "card part", "must_play": True}),  # nobody is at the safe
    ],
    Flaw.DOSSIERS: [
        ({}, {"dossiers_due": True}),
        ({"dossier": True}, {"handed_in": [True] * 4}),
        ({"dossier": True, "marker": {"gray": 29}}, {}),  # nobody was asked
        ({"dossier": True, "marker": {"gray": 29}}, {"dossiers_due": True}),  # nobody has written one
        ({"dossier": True, "marker": {"gray": 29}}, {"dossiers_due": True, "handed_in": [True] * 4}),  # all are empty
        ({"dossier": True}, {"phase": "dossier", "after": "safe"}),
        ({"dossier": True}, {"guess": [{"blue": "free"}, {}, {}, {}]}),
        ({"dossier": True}, {"dossiers_due": True, "guess": [{"blue": "seat 0"}, {}, {}, {}]}),
        ({"dossier": True}, {"dossiers_due": True, "guess": [{"blue": "seat 4"}, {}, {}, {}]}),
    ],
    Flaw.KEPT: [
        ({"marker": {"red": 42}}, {"phase": "over"}),
        ({}, {"kept": ["red", "none", "none", "none"], "kept_chosen": [True, False, False, False]}),
        ({}, {"kept_chosen": [True, False, False, False]}),
    ],
}
ELSEWHERE = {Flaw.SOUND, Flaw.STARTER, Flaw.SITS_OUT}  # test_S2_4, test_S2_1, and below
CASES = [(flaw, *case) for flaw, cases in BROKEN.items() for case in cases]


def test_every_flaw_has_a_position() -> None:
    assert set(BROKEN) | ELSEWHERE == set(Flaw)


@pytest.mark.parametrize(("flaw", "table", "fields"), CASES)
def test_a_position_that_cannot_be_is_refused(flaw: Flaw, table: dict[str, Any], fields: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        at_table(**table, fields=fields)
    assert str(caught.value) == f"{GAME.words().say(f'flaw.{flaw.name.lower()}')} ({flaw.rule})"


def test_an_agent_that_sits_out_is_not_in_play() -> None:
    options = {"sits_out": ["gray"]}
    start = GAME.match(3, options, seed="x").truth() | {"in_play": COLOURS[1:]}
    with pytest.raises(BadPosition, match=r"sits_out.*S2\.1"):
        GAME.match(3, options, start=start)


@pytest.mark.parametrize(
    "start",
    [
        [],
        "church",
        {"safe": 7},
        {"safe": "11"},
        {"place": {"pink": "1"}},
        {"place": ["church"] * 7},
        {"marker": {"red": -1}},
        {"marker": {"red": 200}},
        {"turn": 4},
        {"hand": [{}]},
        {"cards": True},
        {"seats": 5},
        {"secret": 1},
        {1: 2},
    ],
)
def test_what_cannot_be_read_is_refused(start: object) -> None:
    with pytest.raises(BadPosition):
        GAME.match(4, start=start)


@pytest.mark.parametrize("options", [{}, {"cards": True}, {"dossier": True}, {"cards": True, "dossier": True}])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7])
def test_every_position_of_a_game_can_be_a_start(seats: int, options: dict[str, bool]) -> None:
    rng = random.Random(seats)
    match = GAME.match(seats, options, seed="anywhere")
    for _ in range(60):
        again = GAME.match(seats, options, start=match.truth(), chance="manual")
        assert again.truth() == match.truth()
        assert again.actors == match.actors
        if match.over:
            break
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal(seat)))


def test_S2_3_until_all_are_dealt_only_the_first_seats_hold_an_agent() -> None:
    whole = GAME.match(seats=4, seed="dealt").truth()
    for changed in ({"phase": "deal"}, {"phase": "deal", "dealing": 2}, {"phase": "first seat", "dealing": 0}):
        with pytest.raises(BadPosition):
            GAME.match(seats=4, start=whole | changed, chance="manual")


def test_counts_that_follow_from_the_rest_may_be_left_out() -> None:
    start = {
        "phase": "roll",
        "holds": [{"red": True}, {"blue": True}, {"green": True, "gray": True}, {"yellow": True}],
        "hand": [{"swap": 1, "sprint": 2}, {}, {}, {"decoy": 1}],
        "discard": {"curfew": 1, "asylum": 2},
    }
    now = GAME.match(4, {"cards": True}, start=start, chance="manual").truth()
    assert now["agents_held"] == [1, 1, 2, 1]
    assert now["hand_size"] == [3, 0, 0, 1]
    assert now["supply"] == {card: copies - counts(["swap", "sprint", "sprint", "decoy", "curfew", "asylum", "asylum"])[card]
                             for card, copies in zip(CARDS, COPIES)}  # fmt: skip
    assert (now["supply_size"], now["discard_size"]) == (26 - 7, 3)


@pytest.mark.parametrize(
    ("field", "wrong", "rule"),
    [("hand_size", [1, 0, 0, 0], "S5.4"), ("agents_held", [2, 1, 1, 1], "S2.3"), ("supply_size", 3, "S1.5")],
)
def test_a_count_that_is_given_must_be_right(field: str, wrong: Any, rule: str) -> None:
    start = {"phase": "roll", "holds": [{agent: True} for agent in COLOURS[:4]]}
    GAME.match(4, {"cards": True}, start=start, chance="manual")
    with pytest.raises(BadPosition) as problem:
        GAME.match(4, {"cards": True}, start=start | {field: wrong}, chance="manual")
    assert problem.value.rule == rule
