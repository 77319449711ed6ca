"""B7: eliminations and tokens."""

import pytest

from .builders import RED, WHITE, duel

# B7.1


def test_B7_1_an_own_purge_removes_a_spy_and_reveals_nothing() -> None:
    for piece in ("rook", "?"):
        game = duel(f"e5={piece} e6=guard", "k11=plus")
        game.play("purge e5")
        assert set(game.spies(WHITE)) == {"e6"}
        for viewer in (WHITE, None):
            assert game.match.view(viewer)["piece"][WHITE]["1"] is None
            assert game.told("purged", viewer) == [{"seat": WHITE, "spy": "1", "square": "e5"}]
        assert game.now["can_be"][WHITE]["1"] == duel().now["can_be"][WHITE]["1"]


def test_B7_1_a_briefcase_that_the_purged_spy_held_is_free() -> None:
    game = duel("f6=rook e6=guard", "k11=plus")
    game.play("purge f6")
    assert game.briefcase == "f6" and game.told("lies_free") == [{"square": "f6"}]
    assert game.play("e6 E 1") == "yes"


def test_B7_1_a_purge_once_a_turn_and_again_in_later_turns() -> None:
    game = duel("e5=rook e6=guard a1=plus", "k11=plus")
    game.play("purge e5")
    assert game.refused("purge e6") == ("one_a_turn", "B4.1")
    game.play("a1 N 1")
    game.play("k11 S 1")
    game.play("purge e6", "a2 N 1")
    assert set(game.spies(WHITE)) == {"a3"}


def test_B7_1_only_an_own_spy_can_be_purged() -> None:
    game = duel("e5=rook", "k11=plus")
    assert game.refused("purge k11") == game.refused("purge e6") == ("no_spy_of_yours", "B7.1")


# B7.2


def test_B7_2_exposing_removes_the_double_agent_and_shows_it_to_all() -> None:
    game = duel("e5=rook", "g10=? k11=plus")
    game.play("expose g10")
    assert set(game.spies(RED)) == {"k11"}
    for viewer in (WHITE, RED, None):
        assert game.told("exposed", viewer) == [{"seat": RED, "spy": "1", "square": "g10", "piece": "?"}]
        assert game.match.view(viewer)["piece"][RED]["1"] == "?"
    assert game.now["can_be"][RED]["1"] == ["?"]
    assert game.turn == WHITE  # the move comes after it


def test_B7_2_it_cannot_be_anybody_else() -> None:
    game = duel("e5=rook", "g10=? k11=plus")
    assert game.refused("expose k11") == ("not_the_double_agent", "B7.2")
    assert game.refused("expose e5") == ("no_spy_of_theirs", "B7.2")
    assert game.refused("expose a1") == ("no_spy_of_theirs", "B7.2")
    assert [str(move) for move in game.match.legal(WHITE) if move.family == "expose"] == ["expose g10"]


def test_B7_2_a_double_agent_that_is_off_the_board_cannot_be_exposed() -> None:
    game = duel("e5=rook", "k11=plus")
    assert [move for move in game.match.legal(WHITE) if move.family == "expose"] == []


def test_B7_2_a_briefcase_that_it_held_is_free() -> None:
    game = duel("e5=rook", "f6=? k11=plus")
    game.play("expose f6")
    assert game.told("lies_free") == [{"square": "f6"}]


# B7.3


def test_B7_3_reveal_shows_the_owner_one_piece_and_both_see_which_spy() -> None:
    for piece in ("rook", "?"):
        game = duel(f"e5={piece} e6=guard", "k11=plus")
        game.play("token reveal e5")
        assert game.told("learned", WHITE) == game.told("learned", RED) == [{"seat": WHITE, "spy": "1", "piece": piece}]
        assert game.told("learned", None) == [{"seat": WHITE, "spy": "1", "piece": None}]
        assert game.match.view(WHITE)["piece"][WHITE]["1"] == piece
        assert game.match.view(WHITE)["piece"][WHITE]["2"] is None
        assert game.match.view(None)["piece"][WHITE]["1"] is None
        assert game.match.view(RED)["can_be"][WHITE]["1"] == [piece]
        assert game.turn == WHITE


def test_B7_3_of_a_promoted_spy_the_original_piece_is_shown() -> None:
    game = duel("e10=fan a1=plus", "k11=plus", briefcase="a6")
    game.play("e10 N 1")
    game.play("k11 S 1")
    game.play("token reveal e11")
    assert game.told("learned", WHITE)[0]["piece"] == "fan"
    assert game.play("e11 S 2") == "yes"


def test_B7_3_a_revealed_double_agent_is_still_answered_freely() -> None:
    for order, reply in (("yes", "yes"), ("no", "no")):
        game = duel("e5=?", "k11=plus", order=[order, "yes"])
        game.play("token reveal e5")
        assert game.play("e5 N 3") == reply


def test_B7_3_only_an_own_spy_on_the_board() -> None:
    game = duel("e5=rook", "k11=plus")
    assert game.refused("token reveal k11") == ("no_spy_of_yours", "B7.3")


# B7.4


def test_B7_4_move_two_gives_two_announcements_with_two_different_spies() -> None:
    game = duel("e5=rook g5=guard", "k11=plus")
    game.play("token move")
    assert game.play("e5 N 1") == "yes"
    assert game.turn == WHITE
    assert game.refused("e6 N 1") == ("another_spy", "B7.4")
    assert game.play("g5 N 1") == "yes"
    assert game.turn == RED


def test_B7_4_a_no_to_the_first_does_not_cancel_the_second() -> None:
    game = duel("e5=rook g5=guard", "k11=plus")
    game.play("token move")
    assert game.play("e5 NE 1") == "no"
    assert game.refused("e5 N 1") == ("another_spy", "B7.4")
    assert game.play("g5 NE 1") == "yes"
    assert game.turn == RED


def test_B7_4_the_second_may_be_waived_and_only_the_second() -> None:
    game = duel("e5=rook", "k11=plus")
    assert game.refused("waive") == ("nothing_to_waive", "B7.4")
    game.play("token move")
    assert game.refused("waive") == ("nothing_to_waive", "B7.4")
    game.play("e5 N 1")
    assert [str(move) for move in game.match.legal(WHITE) if move.family != "order"] == ["waive"]
    game.play("waive")
    assert game.turn == RED


def test_B7_4_a_spy_promoted_by_the_first_may_make_the_second() -> None:
    game = duel("e10=fan g5=guard", "k11=plus", briefcase="a6")
    game.play("token move", "e10 N 1")
    assert game.play("e11 W 2") == "yes"


def test_B7_4_a_push_counts_as_an_announcement_of_the_pushing_spy() -> None:
    game = duel("f6=rook h6=guard", "k11=plus")
    game.play("token move", "f6 push E 2")
    assert game.refused("f6 N 1") == ("another_spy", "B7.4")
    assert game.play("h6 N 1 with") == "yes"


def test_B7_4_the_game_may_end_with_the_first() -> None:
    game = duel("f10=rook h6=guard", "k11=plus", briefcase="f10")
    game.play("token move", "f10 N 1 with")
    assert game.result == ([WHITE], "delivered", "B6.5")


# B7.5


def test_B7_5_two_own_spies_exchange_squares_and_the_briefcase_stays() -> None:
    game = duel("f6=rook c2=fan", "k11=plus")
    game.play("token swap c2 f6")
    assert game.spies(WHITE) == {"f6": "fan", "c2": "rook"}
    assert game.briefcase == "f6"
    assert game.told("swapped") == [{"seat": WHITE, "spy": "2", "other": "1", "place": "c2", "target": "f6"}]
    assert game.turn == WHITE
    assert game.play("f6 N 1 with") == "yes"


def test_B7_5_nothing_is_promoted_or_won_by_it() -> None:
    game = duel("f11=rook c2=fan", "k11=plus", briefcase="f11")
    game.play("token swap f11 c2")
    assert game.result is None and game.told("was_promoted") == game.told("not_promoted") == []


def test_B7_5_only_two_own_spies_in_any_order() -> None:
    game = duel("f6=rook c2=fan", "k11=plus")
    assert game.refused("token swap c2 k11") == game.refused("token swap a1 c2") == ("no_spy_of_yours", "B7.5")
    for words in ("token swap f6 c2", "token swap c2 f6"):
        other = duel("f6=rook c2=fan", "k11=plus")
        other.play(words)
        assert other.spies(WHITE) == {"f6": "fan", "c2": "rook"}


@pytest.mark.parametrize("action", ["token reveal e5", "token move", "token swap e5 e6"])
def test_B7_each_token_can_be_used_once(action: str) -> None:
    game = duel("e5=sweeper e6=guard a1=plus", "k11=plus")
    game.play(action, "a1 N 9")
    if action == "token move":
        game.play("waive")
    game.play("k11 W 9")
    assert game.refused(action) == ("token_spent", "B1.3")


def test_B7_a_swap_and_a_purge_may_be_taken_back_before_the_answer() -> None:
    game = duel("e5=rook e6=guard", "k11=plus")
    before = game.now
    for action in ("token swap e5 e6", "purge e5", "token move"):
        game.play(action)
        game.match.undo(WHITE)
        assert game.now == before
    game.play("token reveal e5")
    assert not game.match.can_undo(WHITE)
