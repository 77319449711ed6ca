"""B4: a turn. Announcing, being answered, capturing, and what it is to have no spies."""

from typing import Any

import pytest

from topsecret import NotYourTurn
from topsecret.games.briefcase.moving import count_move

from .builders import GAME, RED, WHITE, duel, ordered


def test_B4_1_at_most_one_token_or_elimination_before_the_move() -> None:
    preparations = ["token reveal e5", "token move", "token swap e5 f5", "purge f5", "expose g10"]
    for first in preparations:
        for second in preparations:
            game = duel("e5=rook f5=guard g5=plus", "f11=guard g10=?")
            game.play(first)
            if "f5" in first and "purge" in first:
                second = second.replace("f5", "g5")
            assert game.refused(second) == ("one_a_turn", "B4.1")


def test_B4_1_after_the_first_announcement_it_is_too_late() -> None:
    game = duel("e5=rook f5=guard", "f11=guard g10=?")
    game.play("token move", "e5 N 1")
    for late in ("purge f5", "expose g10", "token reveal f5", "token swap e6 f5"):
        assert game.refused(late) == ("move_begun", "B4.1")


def test_B4_2_a_line_is_announced_with_an_own_spy() -> None:
    game = duel("e5=rook", "e9=guard")
    assert game.refused("d5 N 1") == ("no_spy_of_yours", "B4.2")
    assert game.refused("e9 S 1") == ("no_spy_of_yours", "B4.2")


def test_B4_2_a_spy_in_between_is_in_the_way_of_both_sides() -> None:
    game = duel("e5=rook e7=guard", "h5=guard")
    assert game.refused("e5 N 3") == ("in_the_way", "B4.2")
    assert game.refused("e5 E 4") == ("in_the_way", "B4.2")
    assert game.refused("e5 N 2") == ("own_spy_there", "B4.2")
    assert game.play("e5 E 3") == "no"  # the enemy spy itself can be announced


def test_B4_2_a_free_briefcase_in_between_is_in_the_way() -> None:
    game = duel("e6=shuttle d6=rook", "f11=guard", briefcase="f6")
    assert game.refused("e6 E 2") == ("in_the_way", "B4.2")
    assert game.play("e6 E 1") == "no"


def test_B4_2_what_everyone_sees_to_be_impossible_costs_nothing() -> None:
    game = duel("e5=rook e6=guard", "f11=guard")
    game.refused("e5 N 1")
    assert game.turn == WHITE and game.told("answered") == []


def test_B4_2_a_line_longer_than_any_reach_may_be_announced_and_counts() -> None:
    game = duel("a1=runner", "f11=guard")
    assert game.play("a1 N 10") == "no"
    assert game.turn == RED


def test_B4_2_a_longer_line_than_a_promoted_reach_may_be_announced_too() -> None:
    crowned = ["runner", "skater", "fan", "flank"]
    start = duel("f6=fan", "a11=guard").now["can_be"]
    game = duel("f5=fan", "a11=guard", promoted=[{"1": True}, {}], can_be=[start[0] | {"1": crowned}, start[1]])
    assert game.play("f5 S 3") == "no"


def test_B4_3_a_granted_attempt_moves_the_spy_and_a_denied_one_ends_the_turn() -> None:
    game = duel("e5=rook", "e9=rook")
    assert game.play("e5 N 2") == "yes"
    assert set(game.spies(WHITE)) == {"e7"}
    assert game.play("e9 SW 1") == "no"
    assert set(game.spies(RED)) == {"e9"}
    assert game.turn == WHITE
    assert [(told["reply"], told["line"]) for told in game.told("answered")] == [("yes", "e5 N 2"), ("no", "e9 SW 1")]


def test_B4_3_there_is_nothing_to_answer_at_a_table_that_answers_by_itself() -> None:
    game = duel()
    assert game.refused("yes") == ("nothing_announced", "B4.3")
    with pytest.raises(NotYourTurn):
        game.match.play(RED, "yes")


def test_B4_6_landing_on_an_enemy_captures_it_and_its_piece_stays_secret_from_its_owner() -> None:
    game = duel("e5=rook a1=fan", "e7=guard a11=fan")
    assert game.play("e5 N 2") == "yes"
    assert set(game.spies(RED)) == {"a11"}
    assert game.told("captured", RED) == [{"seat": RED, "spy": "1", "square": "e7"}]
    assert game.match.view(RED)["piece"][RED]["1"] is None
    assert game.match.view(RED)["place"][RED]["1"] == "off"
    assert game.match.view(None)["piece"][RED]["1"] is None
    assert game.match.view(WHITE)["piece"][RED]["1"] == "guard"


def test_B4_7_whoever_has_no_spies_left_loses_by_capture() -> None:
    game = duel("e5=rook", "e7=guard")
    game.play("e5 N 2")
    assert game.result == ([WHITE], "no_spies", "B4.7")


def test_B4_7_whoever_has_no_spies_left_loses_by_an_own_purge() -> None:
    game = duel("e5=rook", "e7=guard")
    game.play("purge e5")
    assert game.result == ([RED], "no_spies", "B4.7")


def test_B4_7_whoever_has_no_spies_left_loses_by_exposing() -> None:
    game = duel("e5=rook", "e7=?")
    game.play("expose e7")
    assert game.result == ([WHITE], "no_spies", "B4.7")


def test_B4_7_there_is_no_pass_and_always_an_announcement() -> None:
    """Even all thirteen in a corner leave somebody room to go."""
    corner = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "a4", "b4"]
    pieces = [
        "guard",
        "rook",
        "bishop",
        "shuttle",
        "arrow",
        "trident",
        "plus",
        "sweeper",
        "runner",
        "skater",
        "fan",
        "flank",
        "?",
    ]
    game = duel(" ".join(f"{square}={piece}" for square, piece in zip(corner, pieces)), "k11=guard")
    state: Any = game.match.state()
    assert count_move(state, WHITE) > 0
    assert [str(move) for move in game.match.legal(WHITE) if str(move) in ("pass", "waive")] == []


def test_B4_a_whole_turn_for_each_side_in_order() -> None:
    game = ordered()
    turns = []
    for action in ("b1 N 9", "j11 S 9", "h1 E 1", "h11 E 1"):
        turns.append(game.turn)
        game.play(action)
    assert turns == [WHITE, RED, WHITE, RED]
    assert [told["seat"] for told in game.told("turn_begins")] == [WHITE, RED, WHITE, RED, WHITE]


def test_B4_what_is_typed_reads_in_any_case_and_nonsense_is_named() -> None:
    game = duel("e5=rook", "f11=guard")
    assert str(GAME.actions.read("E5 ne 2")) == "e5 NE 2"
    for nonsense in (
        "e5",
        "e5 NE",
        "e5 NE 12",
        "e12 N 1",
        "e5 push",
        "token",
        "token swap e5",
        "order",
        "",
        "l1 N 1",
        "a1 S 1",
    ):
        with pytest.raises(Exception, match="cannot read"):
            game.match.play(WHITE, nonsense)
    things: tuple[Any, ...] = (
        None,
        3,
        {"action": "move"},
        {"action": "move", "line": 3},
        {"action": "swap", "squares": ["a1", "a1"]},
        [],
    )
    for thing in things:
        with pytest.raises(Exception, match="cannot read"):
            game.match.play(WHITE, thing)
