"""B4.4 and B4.5: true answers, the double agent, standing orders, answers by hand."""

import json

import pytest

from topsecret import BadOptions, CannotUndo, NotYourTurn
from topsecret.games.briefcase.box import IN_BOX, Box, Piece
from topsecret.games.briefcase.state import HARMLESS, PRETENDED, Order

from .builders import GAME, RED, WHITE, dealt, duel, ordered

# B4.4


def test_B4_4_an_answer_is_true_to_the_piece() -> None:
    assert duel("e5=bishop").play("e5 N 1") == "no"
    assert duel("e5=bishop").play("e5 NE 1") == "yes"


def test_B4_4_the_double_agent_may_say_yes_and_no_to_the_same_attempt() -> None:
    game = duel("e5=? a1=plus", "e10=guard k11=plus", answers="manual")
    game.play("e5 N 2")
    game.answer("no")
    game.play("k11 S 1")
    game.answer("yes")
    game.play("e5 N 2")
    game.answer("yes")
    assert "e7" in game.spies(WHITE)


def test_B4_4_an_untrue_answer_is_refused_and_only_the_answerer_sees_that() -> None:
    game = duel("e5=rook", "e9=guard", answers="manual")
    game.play("e5 N 2")
    before = [json.dumps([game.match.view(who), game.match.events(who)]) for who in (WHITE, None)]
    assert game.refused("no", seat=RED) == ("untrue", "B4.4")
    assert [json.dumps([game.match.view(who), game.match.events(who)]) for who in (WHITE, None)] == before
    game.answer("yes")
    assert "e7" in game.spies(WHITE)


def test_B4_4_who_announced_cannot_answer_and_learns_nothing_from_trying() -> None:
    for piece in ("rook", "bishop", "?"):
        game = duel(f"e5={piece}", "e9=guard", answers="manual")
        game.play("e5 N 2")
        for reply in ("yes", "no"):
            problem = game.match.why_not(WHITE, reply)
            assert problem is not None
            assert (problem.code, problem.rule) == ("opponent_answers", "B4.3")
            with pytest.raises(NotYourTurn):
                game.match.play(WHITE, reply)


# B4.5: orders


@pytest.mark.parametrize(
    ("order", "line", "reply"),
    [
        ("yes", "e5 NE 5", "yes"),
        ("no", "e5 N 1", "no"),
        ("pretend rook", "e5 N 2", "yes"),
        ("pretend rook", "e5 N 3", "no"),
        ("pretend rook", "e5 NE 1", "no"),
        ("pretend runner", "e5 N 4", "yes"),
        ("pretend sweeper", "e5 N 1", "no"),
    ],
)
def test_B4_5_the_double_agent_answers_by_its_standing_order(order: str, line: str, reply: str) -> None:
    game = duel("e5=?", "k11=guard", order=[order, "yes"], briefcase="a9")
    assert game.play(line) == reply


def test_B4_5_the_order_counts_in_the_frame_of_the_double_agents_owner() -> None:
    game = duel("a1=guard", "e9=?", turn=RED, order=["yes", "pretend runner"])
    assert game.play("e9 N 1") == "no"
    game.play("a1 N 9")
    assert game.play("e9 S 4") == "yes"


@pytest.mark.parametrize(
    ("line", "harm"),
    [("e6 N 1", False), ("e6 E 1", True), ("e6 W 1", True)],  # nothing there; the free briefcase; an enemy
)
def test_B4_5_harmless_never_captures_or_takes(line: str, harm: bool) -> None:
    for order in ("yes", "pretend guard"):
        assert duel("e6=?", "d6=guard k9=fan", order=[f"{order} harmless", "yes"]).play(line) == (
            "no" if harm else "yes"
        )
        assert duel("e6=?", "d6=guard k9=fan", order=[order, "yes"]).play(line) == "yes"


def test_B4_5_harmless_never_carries_or_pushes_but_may_leave_the_briefcase() -> None:
    for line, reply in (("f6 N 1 with", "no"), ("f6 push N 1", "no"), ("f6 N 1", "yes")):
        assert duel("f6=?", "k9=fan", order=["yes harmless", "yes"]).play(line) == reply


def test_B4_5_a_pretended_piece_is_never_promoted() -> None:
    game = duel("e10=?", "k9=fan", order=["pretend runner", "yes"])
    assert game.play("e10 N 1") == "yes"
    assert game.told("was_promoted") == [] and len(game.told("not_promoted")) == 1


def test_B4_5_each_gives_a_first_order_before_the_first_turn_and_in_any_order() -> None:
    game = dealt()
    assert game.match.actors == (WHITE, RED)
    game.play("order pretend rook", seat=RED)
    assert game.match.actors == (WHITE,)
    with pytest.raises(NotYourTurn):
        game.match.play(RED, "order no")
    game.play("order no", seat=WHITE)
    assert game.match.actors == (WHITE,) and game.phase == "turn"
    assert game.now["order"] == ["pretend rook", "no"]


def test_B4_5_a_first_order_may_be_replaced_until_both_have_one() -> None:
    game = dealt()
    assert game.refused("f1 N 1", seat=WHITE) == ("orders_first", "B4.5")
    assert game.refused("order instead no", seat=RED) == ("no_order_yet", "B4.5")
    game.play("order yes", seat=RED)
    game.play("order instead pretend fan", seat=RED)
    assert game.refused("order instead pretend fan", seat=RED) == ("order_stands", "B4.5")
    assert game.match.view(RED)["order"] == ["pretend fan", None]
    assert game.phase == "order"
    game.play("order no", seat=WHITE)
    assert game.refused("order instead no", seat=WHITE) == ("orders_given", "B4.5")


def test_B4_5_an_order_changed_between_two_attempts_changes_the_answer_and_nobody_is_told() -> None:
    game = duel("e5=? a1=plus", "k11=plus", order=["no", "no"])
    assert game.play("e5 N 1") == "no"
    heard = [game.match.events(WHITE), game.match.events(None), game.match.view(WHITE), game.match.view(None)]
    game.play("order yes")
    assert [game.match.events(WHITE), game.match.events(None), game.match.view(WHITE), game.match.view(None)] == heard
    assert game.turn == RED
    game.play("k11 S 1")
    assert game.play("e5 N 1") == "yes"


def test_B4_5_an_order_is_changed_on_ones_own_turn_only_and_to_another_one() -> None:
    game = duel("e5=?", "k11=plus", order=["no", "no"])
    with pytest.raises(NotYourTurn):
        game.match.play(RED, "order yes")
    assert game.refused("order no") == ("order_stands", "B4.5")
    game.play("order pretend guard harmless")
    assert game.match.view(WHITE)["order"] == [None, "pretend guard harmless"]


def test_B4_5_an_order_may_change_between_the_announcements_of_a_move_two() -> None:
    game = duel("e5=? a1=plus", "k11=plus")
    game.play("token move", "a1 N 1", "order no", "e5 N 6")
    assert game.turn == RED


def test_B4_5_an_order_may_be_taken_back_as_long_as_nothing_happened() -> None:
    game = duel("e5=?", "k11=plus", order=["no", "no"])
    game.play("order yes")
    game.match.undo(WHITE)
    assert game.now["order"] == ["no", "no"]
    game.play("e5 N 1")
    with pytest.raises(CannotUndo):
        game.match.undo(WHITE)


def test_B4_5_only_pieces_of_the_box_can_be_pretended() -> None:
    game = duel("e5=rook", "e9=rook", box="trio")
    assert game.refused("order pretend guard") == ("not_in_the_box", "B4.5")
    game.play("order pretend runner harmless")


def test_B4_5_every_piece_but_the_double_agent_can_be_pretended_with_and_without_harm() -> None:
    pretended = [(PRETENDED[order], HARMLESS[order]) for order in Order if PRETENDED[order] != Piece.NONE]
    real = [piece for piece in Piece if IN_BOX[Box.STANDARD] >> piece & 1 and piece != Piece.DOUBLE_AGENT]
    assert sorted(pretended) == [(piece, harmless) for piece in real for harmless in (0, 1)]


# B4.5: by hand


def test_B4_5_by_hand_there_are_no_orders_and_the_opponent_answers() -> None:
    game = dealt(answers="manual")
    assert game.phase == "turn"
    assert game.refused("order no") == ("no_orders", "B4.5")
    game.play("b1 N 9")
    assert game.match.actors == (RED,)
    assert game.told("answered") == []
    assert game.match.view(WHITE)["line"] == game.now["line"]


def test_B4_5_by_hand_both_answers_are_open_for_the_double_agent_and_only_the_true_one_else() -> None:
    for piece, replies in (("?", ["no", "yes"]), ("rook", ["yes"]), ("bishop", ["no"])):
        game = duel(f"e5={piece}", "e9=guard", answers="manual")
        game.play("e5 N 2")
        assert [str(move) for move in game.match.legal(RED)] == replies
        assert game.match.legal(WHITE) == []


def test_B4_5_by_hand_two_announcements_get_two_answers() -> None:
    game = duel("e5=rook a1=plus", "e9=guard", answers="manual")
    game.play("token move", "e5 N 2")
    game.answer("yes")
    assert game.turn == WHITE and game.phase == "turn"
    game.play("a1 E 1")
    game.answer("yes")
    assert game.turn == RED
    assert set(game.spies(WHITE)) == {"e7", "b1"}


def test_B4_5_what_the_owner_gets_is_the_same_for_a_true_answer_and_one_of_the_double_agent() -> None:
    """In content, size and order: byte for byte."""
    for order, piece, line in (
        ("no", "bishop", "e5 N 1"),
        ("yes", "rook", "e5 N 1"),
        ("pretend rook", "plus", "e5 E 1"),
    ):
        got = []
        for white in (f"e5=? a1={piece}", f"e5={piece} a1=?"):
            game = duel(white, "k11=plus", order=[order, "yes"])
            game.play(line)
            got.append(
                json.dumps(
                    [game.match.view(WHITE), game.match.events(WHITE), game.match.view(None), game.match.events(None)]
                )
            )
        assert got[0] == got[1]


def test_B4_5_the_time_to_answer_is_an_option_of_the_table() -> None:
    assert GAME.options["answer_ms"] == 1500
    assert GAME.match(2, {"answer_ms": 0}).options["answer_ms"] == 0
    for wrong in (-1, 10_001, "soon", None, True):
        with pytest.raises(BadOptions, match="answer_ms"):
            GAME.match(2, {"answer_ms": wrong})


def test_B4_5_spectators_see_no_piece_no_order_and_no_notebook_until_the_end() -> None:
    game = ordered("pretend rook", "pretend fan")
    game.play("b1 N 9")
    seen = game.match.view(None)
    assert {cell for row in seen["piece"] for cell in row.values()} == {None}
    assert {cell for row in seen["can_be"] for cell in row.values()} == {None}
    assert seen["order"] == [None, None]
    game.match.play(RED, "resign")
    seen = game.match.view(None)
    assert None not in {cell for row in seen["piece"] for cell in row.values()}
    assert seen["order"] == ["pretend fan", "pretend rook"]


def test_B4_5_spectators_see_an_exposed_double_agent() -> None:
    game = duel("e5=rook", "g10=? a11=fan")
    game.play("expose g10")
    assert game.match.view(None)["piece"][RED]["1"] == "?"
    assert {value for spy, value in game.match.view(None)["piece"][RED].items() if spy != "1"} == {None}
