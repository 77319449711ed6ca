"""B5: promotion."""

import pytest

from .builders import RED, WHITE, duel

CROWNED = {"runner", "skater", "fan", "flank"}
QUIET = {"briefcase": "a6"}


@pytest.mark.parametrize(
    ("piece", "line"), [("runner", "e9 N 2"), ("skater", "e9 NE 2"), ("fan", "e10 NW 1"), ("flank", "e9 N 2")]
)
def test_B5_1_a_crowned_spy_is_promoted_on_the_far_rank_and_everybody_learns_it(piece: str, line: str) -> None:
    game = duel(f"{line.split()[0]}={piece}", "a1=guard", **QUIET)
    game.play(line)
    for viewer in (WHITE, RED, None):
        assert game.told("was_promoted", viewer) == [{"seat": WHITE, "spy": "1"}]
        assert game.match.view(viewer)["promoted"][WHITE]["1"] is True
    assert game.match.view(WHITE)["piece"][WHITE]["1"] is None
    assert game.match.view(RED)["piece"][WHITE]["1"] == piece


def test_B5_1_red_is_promoted_on_rank_one() -> None:
    game = duel("k11=guard", "e3=runner", turn=RED, **QUIET)
    game.play("e3 S 2")
    assert game.told("was_promoted") == [{"seat": RED, "spy": "1"}]


def test_B5_1_that_a_spy_was_not_promoted_is_told_too() -> None:
    for piece in ("rook", "?"):
        game = duel(f"e9={piece}", "a1=guard", **QUIET)
        assert game.play("e9 N 2") == "yes"
        assert game.told("not_promoted", WHITE) == [{"seat": WHITE, "spy": "1"}]
        assert game.now["promoted"][WHITE]["1"] is False
        assert game.can_be(WHITE, "e11") == {"rook", "shuttle", "arrow", "?"}


def test_B5_1_what_it_was_before_is_not_said() -> None:
    game = duel("e9=flank", "a1=guard", **QUIET)
    game.play("e9 N 2")
    assert game.can_be(WHITE, "e11") == {"runner", "flank"}


def test_B5_1_the_new_movement_counts_from_the_next_move_on() -> None:
    game = duel("e10=fan", "a1=guard k11=plus", **QUIET)
    game.play("e10 N 1")
    game.play("k11 S 1")
    assert game.play("e11 SE 2") == "yes"
    assert game.can_be(WHITE, "g9") == {"runner", "fan", "flank"}  # all four go there once promoted: nothing new


def test_B5_1_with_a_move_two_it_counts_in_the_second_move() -> None:
    game = duel("e10=fan a1=plus", "a2=guard", **QUIET)
    game.play("token move", "e10 N 1")
    assert game.play("e11 S 2") == "yes"
    assert game.turn == RED


def test_B5_1_a_spy_swapped_there_is_promoted_when_it_next_ends_a_move_there() -> None:
    game = duel("e2=flank g11=rook", "a1=guard k1=plus", **QUIET)
    game.play("token swap e2 g11", "e2 E 1")
    assert game.told("was_promoted") == game.told("not_promoted") == []
    game.play("k1 N 1")
    assert game.play("g11 W 1") == "yes"
    assert game.told("was_promoted") == [{"seat": WHITE, "spy": "1"}]


def test_B5_1_a_denied_move_or_a_push_promotes_nobody() -> None:
    game = duel("g11=flank", "a1=guard", briefcase="g11")
    assert game.play("g11 S 1") == "no"
    game.play("a1 N 1")
    assert game.play("g11 push W 1") == "yes"
    assert game.told("was_promoted") == game.told("not_promoted") == []


def test_B5_1_a_promoted_spy_is_promoted_only_once() -> None:
    game = duel("e10=fan", "a1=guard k11=plus", **QUIET)
    game.play("e10 N 1")
    game.play("k11 S 1")
    game.play("e11 W 2")
    assert len(game.told("was_promoted")) == 1 and game.told("not_promoted") == []


def test_B5_1_the_win_comes_first() -> None:
    game = duel("e10=fan", "a1=guard", briefcase="e10")
    game.play("e10 N 1 with")
    assert game.result == ([WHITE], "delivered", "B6.5")
    assert game.told("was_promoted") == []
