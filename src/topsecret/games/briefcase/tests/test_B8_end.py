"""B8: the end."""

import pytest

from topsecret import NotYourTurn

from .builders import RED, WHITE, dealt, duel, ordered


def test_B8_1_a_player_may_resign_at_any_time() -> None:
    for seat in (WHITE, RED):
        for game in (dealt(), ordered(), dealt(answers="manual")):
            game.match.play(seat, "resign")
            assert game.result == ([1 - seat], "resigned", "B8.1")
    waiting = dealt(answers="manual")
    waiting.play("b1 N 1")
    waiting.match.play(WHITE, "resign")
    assert waiting.result == ([RED], "resigned", "B8.1")
    with pytest.raises(NotYourTurn):
        waiting.match.play(RED, "resign")


def test_B8_1_sixty_turns_in_a_row_without_anything_are_a_draw() -> None:
    game = duel("e5=rook", "k11=plus")
    for turn in range(60):
        assert game.result is None and game.now["quiet"] == turn
        game.play("e5 N 3" if game.turn == WHITE else "k11 W 9")
    assert game.result == ([], "nothing_happens", "B8.1")
    assert game.match.result is not None and game.match.result["scores"] == [0, 0]


@pytest.mark.parametrize(
    ("white", "action", "stirs"),
    [
        ("e5=rook", "e5 N 1", False),
        ("e5=rook", "e5 NE 1", False),
        ("e5=rook", "e5 N 2", True),  # a capture
        ("e10=fan", "e10 N 1", True),  # a promotion
        ("e9=rook", "e9 N 2", False),  # no promotion
        ("f4=rook", "f4 N 2", False),  # taking the briefcase where it lies
        ("f6=rook", "f6 N 1", False),  # leaving it
        ("f6=rook", "f6 N 1 with", True),
        ("f6=rook", "f6 push N 1", True),
    ],
)
def test_B8_1_a_capture_a_promotion_or_another_square_of_the_briefcase_begins_the_count_anew(
    white: str, action: str, stirs: bool
) -> None:
    game = duel(f"{white} a1=plus", "e7=guard k11=plus", quiet=59, turns=70)
    game.play(action)
    assert (game.result is None) == stirs
    if stirs:
        assert game.now["quiet"] == 0


@pytest.mark.parametrize("action", ["purge e5", "token swap e5 a1", "token reveal e5", "expose e7"])
def test_B8_1_tokens_and_eliminations_are_no_such_thing(action: str) -> None:
    game = duel("e5=rook a1=plus h1=guard", "e7=? k11=plus", quiet=59, turns=70)
    game.play(action, "h1 N 8")
    assert game.result == ([], "nothing_happens", "B8.1")


def test_B8_1_a_move_two_is_one_turn() -> None:
    game = duel("e5=rook a1=plus", "k11=plus", quiet=58, turns=70)
    game.play("token move", "e5 N 3", "a1 N 9")
    assert game.now["quiet"] == 59 and game.now["turns"] == 71
    game.play("k11 W 9")
    assert game.result == ([], "nothing_happens", "B8.1")


def test_B8_1_four_hundred_turns_in_all_are_a_draw() -> None:
    game = duel("f6=rook", "k11=plus", turns=399)
    assert game.play("f6 N 1 with") == "yes"
    assert game.result == ([], "too_long", "B8.1")


def test_B8_1_a_win_on_that_very_turn_stands() -> None:
    for counts in ({"turns": 399}, {"turns": 399, "quiet": 59}):
        delivered = duel("f10=rook", "k11=plus", briefcase="f10", **counts)
        delivered.play("f10 N 1 with")
        assert delivered.result == ([WHITE], "delivered", "B6.5")
        captured = duel("f10=rook", "f11=plus", **counts)
        captured.play("f10 N 1")
        assert captured.result == ([WHITE], "no_spies", "B4.7")
        held_out = duel(
            "f11=rook",
            "k11=plus",
            turn=RED,
            briefcase="f11",
            safe_extraction=True,
            extracting=WHITE,
            extractor="1",
            **counts,
        )
        held_out.play("k11 S 1")
        assert held_out.result == ([WHITE], "extracted", "B6.6")


def test_B8_1_an_arrival_on_the_last_turn_that_still_has_to_hold_out_is_a_draw() -> None:
    game = duel("f10=rook", "k11=plus", briefcase="f10", safe_extraction=True, turns=399)
    game.play("f10 N 1 with")
    assert game.result == ([], "too_long", "B8.1")


def test_B8_2_when_it_is_over_all_pieces_and_orders_are_shown() -> None:
    game = ordered("pretend rook", "pretend fan harmless")
    game.match.play(WHITE, "resign")
    for viewer in (WHITE, RED, None):
        seen = game.match.view(viewer)
        assert [list(row.values()) for row in seen["piece"]] == [list(row.values()) for row in game.now["piece"]]
        assert seen["order"] == ["pretend fan harmless", "pretend rook"]
        assert len(game.told("was", viewer)) == 26
        assert game.told("order_was", viewer) == [
            {"seat": WHITE, "order": "pretend fan harmless"},
            {"seat": RED, "order": "pretend rook"},
        ]


def test_B8_2_where_no_orders_were_given_none_are_shown() -> None:
    for game in (dealt(), dealt(answers="manual")):
        game.match.play(WHITE, "resign")
        assert game.told("order_was") == []
