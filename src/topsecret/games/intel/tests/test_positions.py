"""Start positions: any position that a match could have, and a clear answer to all others; garbage gets a typed error."""

import re
from pathlib import Path
from typing import Any

import pytest

from topsecret import BadPosition, UnknownAction
from topsecret.games.intel.state import Flaw, Refusal
from topsecret.kernel.pages import rule_numbers

from . import test_refusals
from .builders import GAME, at_table, counts

BROKEN: dict[Flaw, list[dict[str, Any]]] = {
    Flaw.TILES: [
        {"more": {"bag": counts(["memo"])}},
        {"more": {"lying": {"a1": 1}}},
        {"more": {"extra": "photo"}},
    ],
    Flaw.AGENTS: [
        {"x1": "hacker h1", "more": {"role": {"x1": "none"}}},
        {"x1": "hacker h1", "more": {"place": {"x1": "off"}}},
        {"more": {"roster": [counts([], ["hacker"])] * 2}},
        {"more": {"gone": [{"hacker": 1}, {}]}},
        {"y1": "hacker h1", "fresh": "y1"},
    ],
    Flaw.PLACES: [
        {"x1": "hacker c1"},
        {"x1": "hacker h1", "y1": "hacker h1"},
        {"x1": "hacker h1", "blockade": {"h1": "x"}},
    ],
    Flaw.POSSESSION: [
        {"x1": "hacker h1", "loose": {"h1": "memo"}},
        {"x1": "hacker h1 memo memo memo photo"},
    ],
    Flaw.POINTS: [
        {"scored": ("memo", ""), "more": {"points": [2, 0]}},
        {"scored": ("cipher_key cipher_key cipher_key credential credential", "")},
    ],
    Flaw.PINS: [
        {"pinned": "x1"},
        {"x1": "analyst h1", "more": {"hacked": {"x1": True}}},
        {"y1": "hacker h1", "more": {"stole": {"y1": True}}},
    ],
    Flaw.BLOCKADES: [{"blockade": {"a1": "y"}, "more": {"turns": 1}}],
    Flaw.PHASE: [
        {"phase": "left", "bag": ""},
        {"more": {"turns": 0}},
        {"more": {"phase": "first seat"}},
        {"more": {"rolled": 5}},
        {"phase": "left", "more": {"rolled": 1}},
        {"phase": "roll", "more": {"rolled": 1}},
        {"more": {"dice": {"memo": 0}}},
        {"more": {"actions_left": 2}},
    ],
    Flaw.DRAFT: [
        {"more": {"paying": ["x1", "nobody"]}},
        {"x1": "analyst h1 memo", "more": {"paying": ["x1", "nobody"], "paying_with": ["memo", "none"]}},
        {"y1": "engineer h1 memo", "more": {"paying": ["nobody", "y1"], "paying_with": ["none", "memo"]}},
    ],
    Flaw.END: [
        {"phase": "turn", "more": {"phase": "over"}},
        {"more": {"winner": 1}},
        {"more": {"end": "goal"}},
        {"roster": ("", "")},
        {"roster": ("", None), "scored": ("", "memo")},
        *(
            {"more": {"phase": "over", "end": end, "winner": 0}}
            for end in ("goal", "all gone", "one gone", "last turn")
        ),
        {"more": {"phase": "over", "end": "resigned"}},
        {"more": {"phase": "over", "end": "last turn", "turns": 200, "winner": 0}},
        {"roster": ("", ""), "scored": ("", "memo"), "more": {"phase": "over", "end": "all gone", "winner": 0}},
    ],
}


def test_every_flaw_has_a_position() -> None:
    assert set(BROKEN) | {Flaw.SOUND} == set(Flaw)


@pytest.mark.parametrize(("flaw", "table"), [(flaw, table) for flaw, tables in BROKEN.items() for table in tables])
def test_a_position_that_cannot_be_is_named(flaw: Flaw, table: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as caught:
        at_table(**table)
    assert f"({flaw.rule})" in str(caught.value), caught.value
    assert GAME.words().say(f"flaw.{flaw.name.lower()}") in str(caught.value)


def test_any_position_of_a_match_is_a_start() -> None:
    table = at_table(x1="engineer h3 memo", y1="hacker e4 photo", loose={"b2": "honeypot"}, pinned="x1")
    table.play("pay x1 memo")
    again = GAME.match(2, {}, chance="manual", start=table.now)
    assert again.truth() == table.now


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ({"roster": ("", ""), "more": {"phase": "over", "end": "all gone"}}, "draw"),
        (
            {"roster": ("", None), "scored": ("", "memo"), "more": {"phase": "over", "end": "one gone", "winner": 1}},
            "one_gone",
        ),
        ({"more": {"phase": "over", "end": "last turn", "turns": 200}}, "draw"),
        ({"more": {"phase": "over", "end": "resigned", "winner": 1}}, "resigned"),
    ],
)
def test_a_game_that_is_over_for_a_reason_is_a_position(table: dict[str, Any], reason: str) -> None:
    result = at_table(**table).match.result
    assert result is not None and result["reason"]["code"] == reason


@pytest.mark.parametrize(
    "start",
    [{"place": {"x9": "h1"}}, {"place": {"x1": "z1"}}, {"loose": {"a1": {"gold": 1}}}, {"turns": -1}, 7, {"x": 1}],
)
def test_garbage_positions_are_named(start: Any) -> None:
    with pytest.raises(BadPosition):
        GAME.match(2, {}, chance="manual", start=start)


TYPED = [
    "",
    "move",
    "move x1",
    "move x1 UP",
    "move x9 N",
    "spawn boss h1",
    "spawn hacker g1",
    "give x1 honeypot x2",
    "raise memo z1 NE",
]
SENT = [{}, {"action": "move"}, {"action": "move", "agent": "x1", "way": 3}, {"action": "fly"}, None, 3]


@pytest.mark.parametrize("action", [*TYPED, "raise memo a1 SW", "x" * 1000, *SENT])
def test_garbage_actions_are_named(action: Any) -> None:
    with pytest.raises(UnknownAction):
        at_table(x1="hacker h1").match.play(0, action)


TESTS = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))


def test_every_refusal_is_tested() -> None:
    unused = {Refusal.ALLOWED, Refusal.NOT_NOW, Refusal.NO_SUCH_SEAT}  # `why_not_now` says more; no action names a seat
    assert set(Refusal) - unused - {why for *_, why in test_refusals.CASES} == set()


def test_every_rule_of_the_page_is_tested() -> None:
    rules = [number for number in rule_numbers(GAME) if "." in number]
    assert len(rules) == 29
    assert [rule for rule in rules if f"def test_{rule.replace('.', '_')}_" not in TESTS] == []


def test_what_the_page_says_to_type_can_be_read() -> None:
    assert GAME.folder is not None
    page = (
        (GAME.folder / "README.md")
        .read_text(encoding="utf-8")
        .split("## What you type")[1]
        .split("## What you are told")[0]
    )
    typed, outcomes = page.split("Where outcomes are played by hand")
    families = {
        GAME.actions.read(text).family
        for line in typed.splitlines()
        if "|" in line
        for text in re.findall(r"`([^`]+)`", line)
    }
    assert families == {family.name for family in GAME.actions.families}
    drawn = {
        GAME.chance.read(text).family
        for line in outcomes.splitlines()
        if "|" in line
        for text in re.findall(r"`([^`]+)`", line)
    }
    assert drawn == {family.name for family in GAME.chance.families}
