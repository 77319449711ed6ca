"""The second probe: a duel in which one sees the other's secret and not one's own."""

import json
import random
from typing import Any

import pytest

from tests.probes import mirror
from tests.probes.agree import imagined_worlds_agree
from topsecret import ActionError, CannotUndo, Game, Match, NotYourTurn
from topsecret.kernel import CHANCE

MIRROR = Game("mirror", mirror, mirror, mirror)


def faced(first: str = "rook bishop queen wild", second: str = "wild queen bishop rook") -> Match:
    """A match in which the spies of both sides have these pieces, in order; both are ready."""
    match = MIRROR.match(chance="manual")
    for piece in f"{first} {second}".split():
        match.play(CHANCE, f"deal {piece}")
    match.play(0, "ready")
    match.play(1, "ready")
    return match


def answers(match: Match) -> list[int]:
    return [event["yes"] for event in match.events(None) if event["event"] == "answered"]


# Rules


def test_M1_each_side_sees_the_pieces_of_the_other_and_not_its_own() -> None:
    match = faced()
    pieces = {"ada": "wild", "bob": "queen", "cay": "bishop", "dee": "rook"}
    assert match.view(0)["piece"][1] == pieces
    assert set(match.view(1)["piece"][1].values()) == {None}
    assert set(match.view(None)["piece"][0].values()) == {None}
    deals = [event["piece"] for event in match.events(1) if event["event"] == "deal"]
    assert deals == ["rook", "bishop", "queen", "wild", None, None, None, None]


def test_M2_an_order_is_known_to_its_giver_alone() -> None:
    match = faced()
    match.play(0, "order always no")
    assert match.view(0)["order"] == [None, "always no"]
    assert match.view(1)["order"] == ["always yes", None]
    assert match.view(None)["order"] == [None, None]
    assert [event for event in match.events(1) if event["event"] == "order"] == []


def test_M2_an_order_may_be_taken_back_as_long_as_it_was_not_used() -> None:
    match = faced()
    match.play(0, "order always no")
    heard = match.events(1)
    match.undo(0)
    assert match.view(0)["order"][1] == "always yes"
    assert match.events(1) == heard
    last = len(match.events(0))
    assert match.events(0)[-1] == {"n": last, "event": "undone", "seat": 0, "events": [last - 1]}


def test_M2_both_give_their_first_order_at_once_and_none_waits_for_the_other() -> None:
    match = MIRROR.match(seed="a")
    assert match.actors == (0, 1)
    match.play(1, "order like a rook")
    match.play(0, "order always no")
    match.undo(1)  # the other's draft in between does not matter
    match.play(1, "ready")
    assert match.actors == (0,)
    match.play(0, "ready")
    assert match.view(0)["order"][1] == "always no"
    assert match.view(1)["order"][0] == "always yes"


def test_M3_answers_are_true_and_narrow_what_a_spy_can_be() -> None:
    match = faced()
    match.play(0, "can ada go straight")
    assert answers(match) == [1]
    assert match.view(1)["can_be"][0]["ada"] == ["rook", "queen", "wild"]
    match.play(1, "can dee go slanted")
    assert answers(match) == [1, 0]
    assert match.view(None)["can_be"][1]["dee"] == ["rook", "wild"]


def test_M3_the_wild_one_answers_by_its_order_and_survives_every_answer() -> None:
    match = faced()
    match.play(0, "can dee go straight")
    match.play(1, "order always no")
    match.play(1, "can bob go straight")
    match.play(0, "can dee go straight")
    assert answers(match) == [1, 1, 0]
    assert match.view(0)["can_be"][0]["dee"] == ["wild"]


def test_M3_after_so_many_questions_nobody_wins() -> None:
    match = faced()
    for _ in range(mirror.MOST_QUESTIONS):
        match.play(match.actors[0], "can ada go straight")
    assert match.result == {
        "winners": [0, 1],
        "scores": [0, 0],
        "reason": {"code": "no_more_questions", "rule": "M3"},
    }


@pytest.mark.parametrize(("spy", "winner"), [("dee", 0), ("ada", 1)])
def test_M4_a_guess_ends_it_and_all_pieces_are_shown(spy: str, winner: int) -> None:
    match = faced()
    match.play(0, f"guess {spy}")
    assert match.result is not None
    assert match.result["winners"] == [winner]
    assert match.view(None)["piece"][0]["dee"] == "wild"


def test_M5_resigning_is_an_aside_at_any_time_and_never_listed() -> None:
    match = faced()
    assert "resign" not in [str(move) for move in match.legal(0) + match.legal(1)]
    with pytest.raises(NotYourTurn):
        match.play(1, "guess ada")
    match.play(1, "resign")
    assert match.result is not None
    assert match.result["winners"] == [0]
    assert match.result["reason"] == {"code": "resigned", "rule": "M5"}
    with pytest.raises(NotYourTurn):
        match.play(0, "resign")


def test_M5_nobody_resigns_while_chance_has_its_turn() -> None:
    match = MIRROR.match(chance="manual")
    with pytest.raises(NotYourTurn):
        match.play(1, "resign")


# Nothing tells which spy is the wild one


def test_neither_undo_nor_errors_nor_lists_tell_a_side_which_spy_is_wild() -> None:
    """In two deals that agree for seat 0, everything that seat 0 gets is the same, byte for byte."""
    got = []
    for first in ("rook bishop queen wild", "wild bishop queen rook"):
        match = faced(first)
        match.play(0, "can ada go straight")
        said = [match.view(0), match.events(0), match.can_undo(0), match.can_undo(1)]
        for wrong in ("can ada go straight", "guess dee", "order always no", "nonsense"):
            with pytest.raises(ActionError) as problem:
                match.play(0, wrong)
            said.append(f"{type(problem.value).__name__}: {problem.value}")
        with pytest.raises(CannotUndo) as undo:
            match.undo(0)
        said.append(str(undo.value))
        match.play(1, "can bob go slanted")
        said += [match.view(0), match.events(0), [str(move) for move in match.legal(0)]]
        got.append(json.dumps(said))
    assert got[0] == got[1]


def test_imagined_deals_are_all_that_agree_and_each_is_as_likely() -> None:
    match = faced()
    match.play(0, "can ada go straight")  # rook, queen or wild
    match.play(1, "can ada go straight")
    match.play(0, "can bob go straight")  # bishop or wild
    rng = random.Random(3)
    count: dict[tuple[int, ...], int] = {}
    world: Any
    for _ in range(2000):
        world, weight = MIRROR.imagine(match.view(0), match.events(0), rng)
        assert weight == 1
        assert world.piece[1] == match.state().piece[1]  # type: ignore[attr-defined]
        count[tuple(world.piece[0])] = count.get(tuple(world.piece[0]), 0) + 1
    agreeing = [deal for deal in mirror.permutations(range(4)) if deal[0] in (0, 2, 3) and deal[1] in (1, 3)]
    assert sorted(count) == agreeing
    expected = 2000 / len(agreeing)
    assert sum((n - expected) ** 2 / expected for n in count.values()) < 30  # 9 degrees of freedom


def test_every_imagined_world_of_mirror_agrees_with_what_is_seen() -> None:
    for game in range(40):
        rng = random.Random(game)
        match = MIRROR.match(chance="manual", strict=True)
        while not match.over:
            actor = rng.choice(match.actors)
            match.play(actor, rng.choice(match.legal(actor)))
            imagined_worlds_agree(MIRROR, match, rng)
