"""What a newcomer may try and cannot do: the refusal names the right rule, in words that help."""

from collections.abc import Callable

import pytest

from topsecret import IllegalAction

from .builders import GAME, RED, WHITE, Duel, dealt, duel


def announced() -> Duel:
    """White has announced a line, and Red has to answer by hand."""
    game = duel("f1=rook", "f11=guard", answers="manual")
    game.play("f1 N 2")
    return game


def after_the_first(**fields: object) -> Duel:
    """The first announcement of a Move 2 is over: it was f1's, and was denied."""
    game = duel("f1=rook c1=plus", "f11=guard", **fields)
    game.play("token move", "f1 NE 1")
    return game


CASES: list[tuple[Callable[[], Duel], int, str, tuple[str, str], str]] = [
    # the position, who tries, what, code and rule, the words
    (dealt, WHITE, "f1 N 1", ("orders_first", "B4.5"), "the first turn waits until both players have given an order"),
    (dealt, WHITE, "purge f1", ("orders_first", "B4.5"), "the first turn waits until both players have given an order"),
    (dealt, WHITE, "order instead no", ("no_order_yet", "B4.5"), "you have not given an order yet"),
    (duel, WHITE, "yes", ("nothing_announced", "B4.3"), "nothing has been announced that could be answered"),
    (
        duel,
        WHITE,
        "order instead no",
        ("orders_given", "B4.5"),
        'both orders have been given: change yours on your turn, as in "order no"',
    ),
    (duel, WHITE, "e5 N 1", ("no_spy_of_yours", "B4.2"), "no spy of yours stands there"),
    (duel, WHITE, "f11 S 1", ("no_spy_of_yours", "B4.2"), "no spy of yours stands there"),
    (duel, WHITE, "f11 S 1 with", ("no_spy_of_yours", "B6.2"), "no spy of yours stands there"),
    (duel, WHITE, "purge e5", ("no_spy_of_yours", "B7.1"), "no spy of yours stands there"),
    (duel, WHITE, "token reveal e5", ("no_spy_of_yours", "B7.3"), "no spy of yours stands there"),
    (duel, WHITE, "token swap f1 e5", ("no_spy_of_yours", "B7.5"), "no spy of yours stands there"),
    (duel, WHITE, "f1 N 6", ("in_the_way", "B4.2"), "a spy or the briefcase is in the way"),
    (duel, WHITE, "f1 N 2 with", ("no_briefcase", "B6.2"), "that spy does not have the briefcase"),
    (duel, WHITE, "f1 push N 2", ("no_briefcase", "B6.2"), "that spy does not have the briefcase"),
    (
        lambda: duel("f1=rook f3=plus"),
        WHITE,
        "f1 N 2",
        ("own_spy_there", "B4.2"),
        "one of your own spies stands at the end of that line",
    ),
    (duel, WHITE, "waive", ("nothing_to_waive", "B7.4"), "only the second announcement of a Move 2 can be waived"),
    (
        after_the_first,
        WHITE,
        "f1 N 1",
        ("another_spy", "B7.4"),
        "the second announcement must be made with another spy",
    ),
    (
        after_the_first,
        WHITE,
        "purge c1",
        ("move_begun", "B4.1"),
        "tokens and eliminations come before the first announcement",
    ),
    (
        lambda: duel(prepared=True),
        WHITE,
        "purge f1",
        ("one_a_turn", "B4.1"),
        "only one token or one elimination a turn",
    ),
    (
        lambda: duel(spent=[{"reveal": True}, {}]),
        WHITE,
        "token reveal f1",
        ("token_spent", "B1.3"),
        "you have already used that token",
    ),
    (duel, WHITE, "expose e5", ("no_spy_of_theirs", "B7.2"), "no enemy spy stands there"),
    (duel, WHITE, "expose f11", ("not_the_double_agent", "B7.2"), "that spy is not the double agent"),
    (duel, WHITE, "order yes", ("order_stands", "B4.5"), "that is already your order"),
    (
        lambda: duel("f1=rook", "f11=runner", box="trio"),
        WHITE,
        "order pretend guard",
        ("not_in_the_box", "B4.5"),
        "that piece is not in this box",
    ),
    (
        lambda: duel(answers="manual"),
        WHITE,
        "order no",
        ("no_orders", "B4.5"),
        "at this table answers are given by hand, so there are no orders",
    ),
    (announced, RED, "no", ("untrue", "B4.4"), "that answer would not be true"),
    (announced, RED, "f11 S 1", ("answer_first", "B4.3"), 'first answer the announcement: "yes" or "no"'),
]


@pytest.mark.parametrize(("game", "seat", "tried", "why", "words"), CASES)
def test_what_is_refused_says_which_rule_and_why(
    game: Callable[[], Duel], seat: int, tried: str, why: tuple[str, str], words: str
) -> None:
    with pytest.raises(IllegalAction) as problem:
        game().match.play(seat, tried)
    assert ((problem.value.code, problem.value.rule), problem.value.words) == (why, words)


def test_what_follows_from_the_rest_may_be_left_out_of_a_start_position() -> None:
    whole = duel("f1=rook c1=plus", "f11=guard").now
    start = {name: value for name, value in whole.items() if name not in ("board", "dealing", "dealt")}
    assert GAME.match(2, start=start, chance="manual").truth() == whole
