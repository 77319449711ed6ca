"""I5: how it ends."""

from typing import Any

import pytest

from topsecret import NotYourTurn

from .builders import Table, at_table

NINETEEN = "cipher_key cipher_key cipher_key credential"


def result(table: Table) -> tuple[list[int], str, str]:
    found: Any = table.match.result
    return found["winners"], found["reason"]["code"], found["reason"]["rule"]


def test_I5_1_twenty_points_win_at_once_in_the_middle_of_a_turn() -> None:
    table = at_table(x1="hacker h3 memo", x2="analyst h1 photo", scored=(NINETEEN, ""))
    table.play("move x2 E", "retire x1")
    assert table.match.over
    assert result(table) == ([0], "goal", "I5.1")
    assert table.match.result is not None and table.match.result["scores"] == [20, 0]
    with pytest.raises(NotYourTurn):
        table.play("end turn")


def test_I5_1_nineteen_do_not() -> None:
    table = at_table(1, y1="hacker h3 credential", scored=("", "cipher_key cipher_key cipher_key"))
    table.play("retire y1")
    assert (table.points, table.match.over) == ([0, 19], False)


def test_I5_1_the_analyst_wins_before_the_extra_tile() -> None:
    table = at_table(x1="analyst h3 memo memo memo", scored=(NINETEEN, ""))
    table.play("retire x1")
    assert result(table) == ([0], "goal", "I5.1")


def test_I5_1_or_with_it() -> None:
    table = at_table(x1="analyst h3 memo memo memo", scored=("cipher_key cipher_key cipher_key", ""))
    table.play("retire x1")
    table.chance("extra photo")
    table.play("keep")
    assert (table.points, result(table)) == ([20, 0], ([0], "goal", "I5.1"))


# I5.2


def test_I5_2_a_player_without_agents_only_trickles_and_ends_the_turn() -> None:
    table = at_table(roster=("", None), y1="hacker h3")
    assert table.legal() == ["end turn"]
    table.end_turn()
    assert table.turn == 1


@pytest.mark.parametrize(
    ("scored", "expected"),
    [
        (("photo", "memo"), ([0], "all_gone", "I5.2")),
        (("memo", "photo photo"), ([1], "all_gone", "I5.2")),
        (("photo photo", "credential"), ([], "draw", "I5.2")),
    ],
)
def test_I5_2_when_both_have_none_the_higher_score_wins(
    scored: tuple[str, str], expected: tuple[list[int], str, str]
) -> None:
    """Both lose their last agent in the same trickle."""
    table = at_table(
        phase="roll",
        roster=("", ""),
        x1="hacker e3",
        y1="hacker e5",
        scored=scored,
        loose={"d4": "honeypot", "d6": "honeypot"},
    )
    table.roll()
    assert result(table) == expected


def test_I5_2_one_has_none_and_the_other_has_more_points() -> None:
    table = at_table(roster=("", None), x1="hacker h3", y1="hacker h5", scored=("memo", "photo"))
    table.play("retire x1")
    assert result(table) == ([1], "one_gone", "I5.2")


def test_I5_2_one_has_none_and_as_many_points_it_goes_on() -> None:
    table = at_table(roster=("", None), x1="hacker h3", y1="hacker h5 memo", scored=("photo", "photo"))
    table.play("retire x1")
    assert not table.match.over
    table.end_turn()
    table.play("retire y1")
    assert result(table) == ([1], "one_gone", "I5.2")


def test_I5_2_checked_after_a_honeypot_by_move() -> None:
    table = at_table(roster=("", None), x1="hacker e3", loose={"e4": "honeypot"}, scored=("", "photo"))
    table.play("move x1 E")
    assert result(table) == ([1], "one_gone", "I5.2")


def test_I5_2_checked_after_a_honeypot_by_push() -> None:
    table = at_table(
        roster=(None, ""), x1="comms_specialist h1", y1="hacker e3", loose={"f3": "honeypot"}, scored=("photo", "")
    )
    table.play("raise honeypot f3 NE")
    assert result(table) == ([0], "one_gone", "I5.2")


def test_I5_2_checked_after_the_analysts_extra_tile() -> None:
    for choice, expected in (("keep", False), ("put back", True)):
        table = at_table(roster=("", None), x1="analyst h3 memo memo memo", scored=("", "credential"))
        table.play("retire x1")
        assert table.phase == "extra"
        table.chance("extra photo")
        table.play(choice)
        assert table.match.over is expected
    assert result(table) == ([1], "one_gone", "I5.2")


@pytest.mark.parametrize(
    ("scored", "expected"),
    [
        (("photo", "memo"), ([0], "last_turn", "I5.2")),
        (("memo", "photo photo"), ([1], "last_turn", "I5.2")),
        (("photo photo", "credential"), ([], "draw", "I5.2")),
    ],
)
def test_I5_2_at_the_end_of_turn_200_the_higher_score_wins(
    scored: tuple[str, str], expected: tuple[list[int], str, str]
) -> None:
    table = at_table(1, scored=scored, more={"turns": 199})
    table.end_turn()
    assert (table.now["turns"], table.match.over) == (200, False)
    table.play("end turn")
    assert result(table) == expected


# I5.3


@pytest.mark.parametrize("seat", [0, 1])
def test_I5_3_a_player_may_resign_at_any_time(seat: int) -> None:
    table = at_table(x1="hacker h3", scored=("cipher_key", ""))
    assert "resign" not in table.legal()
    table.match.play(seat, "resign")
    assert result(table) == ([1 - seat], "resigned", "I5.3")


def test_I5_3_even_while_a_cost_is_laid_out_or_an_extra_tile_waits() -> None:
    table = at_table(x1="engineer h3 memo")
    table.play("pay x1 memo")
    table.match.play(1, "resign")
    assert (table.has("x1"), table.now["paying"]) == ("memo", ["nobody", "nobody"])
    table = at_table(x1="analyst h3 memo memo memo")
    table.play("retire x1")
    table.chance("extra cipher key")
    table.match.play(0, "resign")
    assert table.bag("cipher key") == 3
    table.match.game.require_sound(table.match.state())
