"""Errors say what is true, what was expected, and what may have been meant."""

import difflib
from typing import Any

import pytest

import topsecret
from topsecret import CHANCE, BadArgument, BadOptions, BadPosition, Match, NoSuchSeat, UnknownAction
from topsecret.kernel import meant

SPIES = topsecret.game("spies")


def rolled(face: str) -> Match:
    match = SPIES.match(4, {"starter": 0}, chance="manual")
    while str(match.legal(CHANCE)[0]) != "roll 1-3":
        match.play(CHANCE, match.legal(CHANCE)[0])
    match.play(CHANCE, f"roll {face}")
    return match


def said(match: Match, thing: Any, seat: int = 0) -> UnknownAction:
    with pytest.raises(UnknownAction) as problem:
        match.play(seat, thing)
    return problem.value


def test_a_seat_that_nobody_plays_is_named_as_such() -> None:
    match = rolled("3")
    with pytest.raises(NoSuchSeat, match=r"^seat: expected a seat from 0 to 3, or None for a spectator, got 9$"):
        match.view(9)
    with pytest.raises(NoSuchSeat, match=r"^seat: expected a seat from 0 to 3, or CHANCE, got 'chance'$"):
        match.legal("chance")
    with pytest.raises(BadArgument, match=r"^since: expected the number of an event, or 0, got 'x'$"):
        match.events(0, "x")  # type: ignore[arg-type]


def test_bad_options_and_positions_carry_the_rule_that_they_break() -> None:
    with pytest.raises(BadOptions) as options:
        SPIES.match(4, {"starter": 6})
    assert options.value.rule == "S2.4" and str(options.value).endswith("(S2.4)")
    with pytest.raises(BadPosition) as position:
        SPIES.match(4, start={"agents_held": [3, 0, 0, 0]})
    assert position.value.rule == "S2.3" and str(position.value).endswith("(S2.3)")
    with pytest.raises(BadPosition) as unreadable:
        SPIES.match(4, start={"safe": "moon"})
    assert unreadable.value.rule == ""


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("rd+2", ["red+2"]),
        ("RED+1 blu+2", ["red+1 blue+2"]),
        ("vilet+1 oragne+1 gary+1", ["violet+1 orange+1 gray+1"]),
        ("everybody sleeps", []),
        ("", []),
    ],
)
def test_what_is_near_is_offered(typed: str, near: list[str]) -> None:
    problem = said(rolled("3"), typed)
    assert list(problem.near) == near
    assert ("did you mean" in str(problem)) == bool(near)


def test_only_what_is_possible_now_is_named() -> None:
    match = rolled("3")
    problem = said(match, "rd+2")
    assert str(problem) == (
        "cannot read 'rd+2' as an action: did you mean red+2? expected <agent>+<points> … (as in red+1 blue+2)"
    )
    assert "no action is possible now" in str(said(match, "rd+2", seat=1))
    assert said(match, {"action": "mvoe"}).near == (SPIES.actions.by_name["move"].expects_json,)
    match.play(0, "red+3")
    assert match.actors == (CHANCE,)
    with pytest.raises(UnknownAction, match=r"did you mean roll 4\? expected roll 1-3 \| roll 2 \| roll 3"):
        match.play(CHANCE, "rol 4")


def test_a_few_actions_are_listed_as_they_are() -> None:
    paris = topsecret.game("paris").match(4, {"starter": 0}, seed="x")
    assert said(paris, "lok gren").near == ("look green",)
    assert said(paris, "lok gren").expected == tuple(map(str, paris.legal(0)))


@pytest.mark.parametrize(
    "typed", ["x" * 10**6, "rd+2 " * 10**5, "a b c d e f g h " * 6, "red+ " * 19, "f2 " * 30, "+" * 99]
)
def test_the_work_is_bounded_whatever_comes(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    def counted(word: str, candidates: list[str], n: int) -> list[str]:
        nonlocal compared
        compared += len(candidates)
        assert len(word) <= meant.LONGEST
        return difflib.get_close_matches(word, candidates, n)

    monkeypatch.setattr(meant, "get_close_matches", counted)
    for match in (
        rolled("6"),
        topsecret.game("briefcase").match(2, seed="x"),
        topsecret.game("intel").match(2, seed="x"),
    ):
        said(match, typed, match.actors[0])
    assert compared <= 3 * 2 * meant.MOST_COMPARED
