"""B6: the briefcase."""

import pytest

from .builders import RED, WHITE, Duel, duel


def arrival(line: str, piece: str = "rook", red: str = "a1=guard k11=plus", **more: object) -> Duel:
    square = line.split()[0]
    return duel(f"{square}={piece} a2=plus", red, briefcase=square, **more)


def test_B6_1_whichever_spy_stands_on_its_square_controls_it_however_it_came_there() -> None:
    game = duel("f6=fan e2=rook", "a11=guard k11=plus")
    game.play("token swap f6 e2")
    assert game.refused("e2 N 1 with") == ("no_briefcase", "B6.2")
    assert game.play("f6 N 2 with") == "yes"  # the rook is there now
    assert game.briefcase == "f8"


def test_B6_1_landing_on_an_enemy_carrier_captures_it_and_takes_the_briefcase() -> None:
    game = duel("f4=rook", "f6=guard k11=plus")
    assert game.play("f4 N 2") == "yes"
    assert game.told("captured") == [{"seat": RED, "spy": "1", "square": "f6"}]
    assert game.told("controls") == [{"seat": WHITE, "spy": "1", "square": "f6"}]
    assert game.briefcase == "f6"
    game.play("k11 S 1")
    assert game.play("f6 N 1 with") == "yes"


def test_B6_2_a_carrier_may_move_without_the_briefcase_which_then_lies_free() -> None:
    game = duel("f6=rook", "k11=plus")
    assert game.play("f6 N 2") == "yes"
    assert game.briefcase == "f6" and set(game.spies(WHITE)) == {"f8"}
    assert game.told("lies_free") == [{"square": "f6"}]


def test_B6_2_a_carrier_may_move_with_the_briefcase() -> None:
    game = duel("f6=rook", "f8=guard k11=plus")
    assert game.play("f6 N 2 with") == "yes"
    assert game.briefcase == "f8" and set(game.spies(WHITE)) == {"f8"}
    assert game.told("captured") == [{"seat": RED, "spy": "1", "square": "f8"}]


def test_B6_2_a_carrier_may_stay_and_push_only_the_briefcase() -> None:
    game = duel("f6=rook", "k11=plus")
    assert game.play("f6 push E 2") == "yes"
    assert game.briefcase == "h6" and set(game.spies(WHITE)) == {"f6"}
    assert game.told("lies_free") == [{"square": "h6"}]


@pytest.mark.parametrize("line", ["f6 NE 1 with", "f6 push NE 1", "f6 NE 1"])
def test_B6_2_each_way_needs_a_line_that_the_movement_allows(line: str) -> None:
    game = duel("f6=rook", "k11=plus")
    assert game.play(line) == "no"
    assert game.briefcase == "f6" and game.turn == RED


def test_B6_2_only_the_carrier_can_carry_or_push() -> None:
    game = duel("f6=rook e6=guard", "k11=plus")
    assert game.refused("e6 N 1 with") == ("no_briefcase", "B6.2")
    assert game.refused("e6 push N 1") == ("no_briefcase", "B6.2")
    free = duel("e6=rook", "k11=plus")
    assert free.refused("e6 push N 1") == ("no_briefcase", "B6.2")


def test_B6_3_pushed_onto_an_own_spy_it_is_controlled_by_that_one() -> None:
    game = duel("f6=rook h6=runner", "k11=plus")
    assert game.play("f6 push E 2") == "yes"
    assert game.told("controls") == [{"seat": WHITE, "spy": "2", "square": "h6"}]
    game.play("k11 S 1")
    assert game.play("h6 N 4 with") == "yes"


def test_B6_3_pushed_onto_an_enemy_it_is_controlled_by_the_enemy_and_nothing_is_captured() -> None:
    game = duel("f6=rook", "h6=plus")
    assert game.play("f6 push E 2") == "yes"
    assert game.told("captured") == []
    assert game.told("controls") == [{"seat": RED, "spy": "1", "square": "h6"}]
    assert game.play("h6 S 1 with") == "yes"


def test_B6_3_it_cannot_be_pushed_over_spies() -> None:
    for other in ("f6=rook g6=plus", "f6=rook a1=plus"):
        game = duel(other, "g6=plus" if "a1" in other else "k11=plus")
        assert game.refused("f6 push E 2") == ("in_the_way", "B4.2")


def test_B6_4_a_free_briefcase_blocks_a_line() -> None:
    game = duel("f4=shuttle", "k11=plus")
    assert game.refused("f4 N 3") == ("in_the_way", "B4.2")


def test_B6_4_landing_on_a_free_briefcase_takes_it() -> None:
    game = duel("f4=shuttle", "k11=plus")
    assert game.play("f4 N 2") == "yes"
    assert game.told("controls") == [{"seat": WHITE, "spy": "1", "square": "f6"}]


def test_B6_5_a_move_with_the_briefcase_to_the_far_rank_wins_at_once() -> None:
    game = arrival("f9 N 2")
    game.play("f9 N 2 with")
    assert game.result == ([WHITE], "delivered", "B6.5")


def test_B6_5_red_wins_on_rank_one() -> None:
    game = duel("a2=plus", "f2=plus", turn=RED, briefcase="f2")
    game.play("f2 S 1 with")
    assert game.result == ([RED], "delivered", "B6.5")


def test_B6_5_a_move_along_that_rank_wins_too() -> None:
    game = arrival("f11 E 1")
    game.play("f11 E 1 with")
    assert game.result == ([WHITE], "delivered", "B6.5")


def test_B6_5_taking_it_there_is_not_yet_a_win() -> None:
    game = duel("f9=rook", "k2=plus", briefcase="f11")
    assert game.play("f9 N 2") == "yes"
    assert game.result is None
    game.play("k2 S 1")
    game.play("f11 W 1 with")
    assert game.result == ([WHITE], "delivered", "B6.5")


def test_B6_5_pushing_it_there_is_not_yet_a_win_nor_to_a_spy_who_stands_there() -> None:
    for others in ("", " f11=rook"):
        game = duel(f"f9=shuttle{others}", "k2=plus", briefcase="f9")
        assert game.play("f9 push N 2") == "yes"
        assert game.result is None and game.briefcase == "f11"


def test_B6_5_leaving_without_it_to_the_far_rank_is_no_win() -> None:
    game = arrival("f9 N 2")
    assert game.play("f9 N 2") == "yes"
    assert game.result is None


def test_B6_5_on_ones_own_first_rank_nothing_is_won() -> None:
    game = arrival("f3 S 2")
    assert game.play("f3 S 2 with") == "yes"
    assert game.result is None


# B6.6


def test_B6_6_the_carrier_must_still_be_there_after_the_opponents_next_turn() -> None:
    game = arrival("f9 N 2", safe_extraction=True)
    game.play("f9 N 2 with")
    assert game.result is None
    assert game.told("must_hold_out") == [{"seat": WHITE, "spy": "1"}]
    game.play("k11 S 1")
    assert game.result == ([WHITE], "extracted", "B6.6")


def test_B6_6_a_captured_carrier_has_not_held_out() -> None:
    game = arrival("f9 N 2", red="h11=rook k11=plus", safe_extraction=True)
    game.play("f9 N 2 with")
    assert game.play("h11 W 2") == "yes"
    assert game.result is None
    assert game.told("did_not_hold_out") == [{"seat": WHITE, "spy": "1"}]
    assert game.now["extracting"] == "none"


def test_B6_6_both_moves_of_a_move_two_are_included() -> None:
    game = arrival("f9 N 2", red="h11=rook k11=plus", safe_extraction=True)
    game.play("f9 N 2 with")
    game.play("token move", "k11 S 1")
    assert game.result is None
    game.play("h11 W 2")
    assert game.result is None and game.turn == WHITE


def test_B6_6_an_exposed_carrier_has_not_held_out() -> None:
    game = duel("f9=? a2=plus", "a1=guard k11=plus", briefcase="f9", safe_extraction=True, order=["yes", "yes"])
    game.play("f9 N 2 with")
    game.play("expose f11", "k11 S 1")
    assert game.result is None and game.briefcase == "f11"


def test_B6_6_a_crowned_carrier_is_promoted_on_arrival_and_may_spoil_it_with_the_second_move() -> None:
    game = arrival("f9 N 2", piece="flank", safe_extraction=True)
    game.play("token move", "f9 N 2 with")
    assert game.told("was_promoted") == [{"seat": WHITE, "spy": "1"}]
    game.play("f11 S 2")
    assert game.told("did_not_hold_out") == [{"seat": WHITE, "spy": "1"}]
    game.play("k11 S 1")
    assert game.result is None


def test_B6_6_no_spies_left_still_wins_at_once() -> None:
    game = arrival("f9 N 2", red="f11=guard", safe_extraction=True)
    game.play("f9 N 2 with")
    assert game.result == ([WHITE], "no_spies", "B4.7")


def test_B6_6_who_holds_out_may_lose_all_the_same() -> None:
    game = duel("f9=rook", "a2=guard h11=rook", briefcase="f9", safe_extraction=True)
    game.play("f9 N 2 with")
    game.play("h11 W 2")
    assert game.result == ([RED], "no_spies", "B4.7")
