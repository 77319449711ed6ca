"""P6: the end."""

from .builders import at_table, fresh


def test_P6_1_the_deal_ends_when_a_completion_cannot_draw_and_its_points_are_kept() -> None:
    table = at_table(left=[], winked=(0,))
    table.play(0, "complete green metro", 500)
    assert table.match.result == {
        "winners": [0, 1],
        "scores": [1, 1, 0, 0],
        "reason": {"code": "no_agent_left", "rule": "P6.1"},
    }
    assert table["place"][1] == "none"  # nothing more was drawn


def test_P6_1_or_a_call() -> None:
    table = at_table(left=[])
    table.play(3, "call red green", 1000)
    assert table.match.result is not None
    assert table.match.result["winners"] == [3]


def test_P6_1_or_a_discard_which_is_allowed() -> None:
    table = at_table(left=[])
    table.play(0, "discard green cafe", 1000)
    assert table.match.result is not None
    assert table.match.result["winners"] == [0, 1, 2, 3]
    assert table["place_discards"]["cafe"] == 1


def test_P6_1_the_last_card_that_is_the_own_colour_ends_it_too() -> None:
    table = at_table(left=["red"])
    table.play(0, "discard green", 1000, "own card")
    assert table.match.over


def test_P6_1_drawing_the_last_card_does_not_end_it() -> None:
    table = at_table(left=["blue"])
    table.play(0, "discard green", 1000, "agent blue")
    assert not table.match.over
    assert table["pile"] == 0


def test_P6_1_also_in_the_first_round() -> None:
    table = fresh(3, cards_removed=5)
    assert table["pile"] == 6
    table.play(0, "draw", 0, *["own card"] * 5, "agent green", "place cafe")
    assert not table.match.over
    table.play(1, "draw", 10)
    assert table.match.over
    assert table.told(None, "shows") == [(10, 0, "green", "cafe"), (10, 1, "none", "none"), (10, 2, "none", "none")]


def test_P6_2_it_ends_after_three_rounds_of_passes() -> None:
    table = at_table()
    for number in range(11):
        table.play(number % 4, "pass", 10 * number)
    assert not table.match.over
    table.until(100 + 11_999)  # the last pass is automatic
    assert not table.match.over
    table.until(100 + 12_000)
    assert table.match.result is not None
    assert table.match.result["reason"] == {"code": "nobody_dares", "rule": "P6.2"}


def test_P6_2_a_completion_a_valid_call_or_a_discard_begins_the_count_anew() -> None:
    for action, *outcomes in (
        ("discard green", "agent blue"),
        ("discard cafe", "place metro"),
        ("complete green cafe", "agent blue"),
    ):
        table = at_table(winked=(0,), quiet=11)
        table.play(0, action, 0, *outcomes)
        assert table["quiet"] == 0
    table = at_table(quiet=11)
    table.play(3, "call red green", 1000, "agent blue")
    assert table["quiet"] == 0
    table.refused(2, "call red blue", 1500)  # a void call does not count
    table.play(0, "pass", 1600)
    assert table["quiet"] == 1
