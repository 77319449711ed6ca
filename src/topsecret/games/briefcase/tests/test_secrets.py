"""Nothing that an owner gets tells what a spy is, beyond the answers. The general law is in tests/; these are the hard cases by name."""

import json
import random
from typing import Any

import pytest

from topsecret import ActionError, Match
from topsecret.kernel import laws

from .builders import GAME, RED, WHITE, Duel, dealt, duel


def everything(match: Match, viewer: int | None) -> str:
    """All that a viewer can get out of a match, as bytes that would be sent."""
    got: list[Any] = [match.view(viewer), match.events(viewer)]
    if viewer is not None:
        got.append([str(move) for move in match.legal(viewer)])
        got.append(match.can_undo(viewer))
        for action in (
            "e5 N 1",
            "e5 N 2 with",
            "e5 push N 1",
            "expose e5",
            "yes",
            "no",
            "purge e5",
            "token reveal e5",
            "order no",
        ):
            got.append(str(match.why_not(viewer, action)))
        try:
            match.undo(viewer)
        except ActionError as problem:
            got.append(str(problem))
    return json.dumps(got)


def worlds(*whites: str, order: str = "no", **more: Any) -> list[Duel]:
    return [duel(white, "k11=plus g10=?", order=[order, "yes"], **more) for white in whites]


@pytest.mark.parametrize(
    "actions",
    [
        ["purge e5", "a1 N 9"],
        ["token swap e5 a1", "a1 N 1"],
        ["token move", "e5 N 6", "waive"],
        ["e5 N 6"],
        ["order pretend rook", "e5 N 6"],
    ],
    ids=" then ".join,
)
def test_what_is_done_tells_the_owner_and_spectators_nothing_of_the_piece(actions: list[str]) -> None:
    pair = worlds("e5=? a1=bishop h1=sweeper", "e5=bishop a1=? h1=sweeper", "e5=sweeper a1=bishop h1=?", briefcase="k5")
    for game in pair:
        game.play(*actions)
    assert len({everything(game.match, WHITE) for game in pair}) == 1
    assert len({everything(game.match, None) for game in pair}) == 1


def test_a_captured_spy_does_not_say_what_it_was() -> None:
    pair = [duel("e5=rook", f"e7={piece} k11=plus") for piece in ("guard", "?", "runner")]
    for game in pair:
        game.play("e5 N 2")
    assert len({everything(game.match, RED) for game in pair}) == 1


def test_a_promoted_spy_does_not_say_what_it_was() -> None:
    pair = worlds("e10=runner a1=fan", "e10=fan a1=runner", "e10=flank a1=fan", briefcase="k5")
    for game in pair:
        game.play("e10 N 1")
        game.play("k11 S 1")
        game.play("e11 SW 2")
    assert len({everything(game.match, WHITE) for game in pair}) == 1


def test_that_the_double_agent_is_gone_shows_in_nothing_that_the_owner_gets() -> None:
    """Only the opponent, who sees the pieces, can no longer expose it."""
    pair = worlds("e5=? a1=bishop h1=sweeper", "e5=bishop a1=? h1=sweeper", briefcase="k5")
    for game in pair:
        game.play("purge e5", "h1 N 9")
    assert len({everything(game.match, WHITE) for game in pair}) == 1
    exposes = [[str(move) for move in game.match.legal(RED) if move.family == "expose"] for game in pair]
    assert exposes == [[], ["expose a1"]]


def test_while_an_answer_is_awaited_the_owner_sees_the_same_for_every_piece() -> None:
    pair = [duel(f"e5={piece} a1=plus", "k11=guard", answers="manual") for piece in ("rook", "bishop", "?")]
    for game in pair:
        game.play("e5 N 2")
    assert len({everything(game.match, WHITE) for game in pair}) == 1
    assert len({everything(game.match, None) for game in pair}) == 1


def test_every_piece_of_the_other_shows_only_where_it_may() -> None:
    """No view of an owner ever has a piece of an own spy, unless it was revealed or exposed."""
    for seed in range(12):
        rng = random.Random(seed)
        match = GAME.match(2, {"answers": ("automatic", "manual")[seed % 2]}, seed=f"pieces {seed}")
        while not match.over:
            seat = match.actors[0]
            match.play(seat, rng.choice(match.legal(seat)))
            if match.over or rng.random() > 0.2:
                continue
            for viewer in (WHITE, RED, None):
                seen = match.view(viewer)
                for side in (WHITE, RED):
                    for spy, piece in seen["piece"][side].items():
                        shown = seen["shown"][side][spy]
                        may = viewer == 1 - side or shown == "all" or (viewer == side and shown == "owner")
                        assert (piece is not None) == may


@pytest.mark.parametrize("options", [{}, {"answers": "manual"}, {"notebook": "off", "safe_extraction": True}])
def test_secrets_make_no_difference_to_both_seats_and_spectators(options: dict[str, Any]) -> None:
    laws.require([laws.LAWS["secrecy"](GAME, 2, options, f"briefcase {options}")])


def test_the_law_follows_pairs_of_worlds_deep_enough() -> None:
    report = laws.LAWS["secrecy"](GAME, 2, {}, "deep")
    assert max(report.figures["depth"]) >= 5


@pytest.mark.parametrize("first", [["token move", "e5 N 6", "waive"], ["e5 N 6"]], ids=" then ".join)
def test_an_order_changed_in_secret_does_not_show_in_what_the_other_can_take_back(first: list[str]) -> None:
    got = []
    for secretly in (False, True):
        game = duel("e5=bishop a1=?", "k11=plus g10=?", order=["no", "yes"], briefcase="k5")
        game.play(*first)
        if secretly:
            game.play("order yes", seat=RED)
        got.append(everything(game.match, WHITE))
    assert got[0] == got[1]


def test_a_first_order_cannot_be_taken_back_once_both_have_one() -> None:
    game = dealt()
    game.play("order yes", seat=WHITE)
    assert game.match.can_undo(WHITE)
    game.play("order no", seat=RED)
    assert not game.match.can_undo(WHITE)
