"""P5: caught!"""

import pytest

from .builders import Table, at_table, fresh

THREE = ("green cafe", "purple metro", "red kiosk")


def test_P5_1_a_call_costs_a_chip_and_needs_three_players() -> None:
    table = at_table(chips=[3, 1, 3, 3])
    for action in ("call red green", "call green red", "call purple purple"):
        assert table.refused(1, action, 1000) == ("three_players", "P5.1")
    table.play(1, "call purple blue", 1000, "agent red")
    assert table.view(None)["chips"] == [3, 0, 3, 3]
    assert table.refused(1, "call red blue", 5000) == ("no_chip", "P5.1")


def test_P5_2_right_the_caller_takes_the_card() -> None:
    table = at_table()
    table.play(2, "call red green", 1000, "agent blue")
    assert table["points"] == [0, 0, 1, 0]
    assert table["agents_won"]["green"] == 1
    assert table["card"][0] == "blue"
    assert table.told(None, "caught") == [(1000, 2, "red", "green", "green", 1)]


def test_P5_2_wrong_the_card_is_discarded_and_the_chip_is_gone() -> None:
    table = at_table()
    table.play(2, "call red blue", 1000, "agent green")
    assert table["points"] == [0] * 4
    assert table["agent_discards"]["green"] == 1
    assert table.view(None)["chips"] == [3, 3, 2, 3]
    assert table.told(1, "caught") == [(1000, 2, "red", "blue", "green", 0)]


def test_P5_2_a_call_moves_neither_the_case_nor_its_clock() -> None:
    table = at_table(quiet=5)
    before = (table["holder"], table["deadline"])
    table.play(2, "call red green", 1000, "own card", "agent blue")
    assert (table["holder"], table["deadline"]) == before
    assert table["quiet"] == 0


def test_P5_2_who_holds_no_agent_card_cannot_be_called() -> None:
    table = fresh(4)
    assert table.refused(0, "call green blue", 1500) == ("no_card", "P5.2")
    table.play(0, "draw", 1500, "agent green", "place cafe")
    table.play(2, "call red green", 2500, "agent blue")  # also in the first round
    assert table["phase"] == "first"


def test_P5_3_two_calls_within_one_second_the_second_is_void_and_keeps_its_chip() -> None:
    table = at_table()
    table.play(2, "call red green", 1000, "agent blue")
    told = [table.match.events(viewer) for viewer in (None, 0, 1, 2, 3)]
    assert table.refused(1, "call red blue", 1999) == ("too_soon", "P5.3")
    assert table.view(None)["chips"] == [3, 3, 2, 3]
    assert [table.match.events(viewer) for viewer in (None, 0, 1, 2, 3)] == told  # only the caller learns
    table.play(1, "call red blue", 2000, "agent green")
    assert table["points"] == [0, 1, 1, 0]


@pytest.mark.parametrize("change", ["complete green cafe", "discard green"])
def test_P5_3_so_it_is_after_any_change_of_the_card(change: str) -> None:
    table = at_table(winked=(0,))
    table.play(0, change, 4000, "agent blue")
    assert table.refused(2, "call red blue", 4999) == ("too_soon", "P5.3")
    table.play(2, "call red blue", 5000, "agent green")


def test_P5_3_and_after_the_first_draw() -> None:
    table = fresh(4)
    table.play(0, "draw", 100, "agent green", "place cafe")
    assert table.refused(1, "call red blue", 1099) == ("too_soon", "P5.3")


def test_P5_4_a_call_after_the_card_was_shown_is_too_late() -> None:
    table = at_table(winked=(0,))
    table.play(0, "complete green metro", 4000, "agent green", "place cafe")
    assert table.refused(2, "call red green", 4000) == ("too_soon", "P5.3")


# P5.5


def witnessed() -> Table:
    return at_table(THREE)  # the default with three players


def test_P5_5_with_three_players_a_call_needs_a_wink_that_was_shown() -> None:
    table = witnessed()
    assert table.refused(2, "call red green", 1000) == ("not_shown", "P5.5")
    table.play(0, "look green", 1000)
    table.play(0, "wink green", 1100)
    assert table.refused(2, "call red green", 1200) == ("not_shown", "P5.5")
    table.play(2, "look red", 1300)
    assert table.told(2, "sees") == [(1300, 2, "red", "green", "green", 0)]
    table.play(2, "call red green", 1400, "agent purple")
    assert table["points"] == [0, 0, 1]


def test_P5_5_from_four_players_on_calls_are_free_unless_the_host_says_otherwise() -> None:
    at_table().play(2, "call red green", 1000, "agent blue")
    table = at_table(options={"calls": "witnessed"})
    assert table.refused(2, "call red green", 1000) == ("not_shown", "P5.5")
    at_table(THREE, options={"calls": "free"}).play(2, "call red green", 1000, "agent purple")


def test_P5_5_a_wink_for_an_earlier_card_does_not_count_and_its_watcher_sees_that() -> None:
    table = at_table(THREE, options={"wink_ms": 3000})
    table.play(0, "look green", 0)
    table.play(0, "wink green", 100)
    table.play(0, "discard green", 200, "agent green")
    table.play(2, "look red", 300)
    assert table.told(2, "sees") == [(300, 2, "red", "green", "green", 1)]
    assert table.view(2)["wink_spent"][0] is True
    assert table.refused(2, "call red green", 2000) == ("not_shown", "P5.5")


def test_P5_5_without_the_honour_code_the_named_player_must_be_the_one_winked_at() -> None:
    table = at_table(
        ("green cafe", "purple metro", "blue kiosk", "red fountain"),
        options={"calls": "witnessed", "honour_code": False},
    )
    table.play(2, "look red", 0)
    table.play(0, "look blue", 0)
    table.play(0, "wink blue", 10)
    assert table.refused(2, "call red green", 1000) == ("not_shown", "P5.5")
    table.play(2, "call red blue", 1000, "agent blue")
    assert table.told(None, "caught") == [(1000, 2, "red", "blue", "green", 0)]


def test_P5_5_where_calls_are_free_nobody_is_told_whether_a_wink_is_for_the_present_card() -> None:
    table = at_table()
    table.play(0, "look green", 0)
    table.play(0, "wink green", 100)
    table.play(2, "look red", 300)
    assert table.told(2, "sees")[0][-1] is None
    assert table.view(2)["wink_spent"][0] is None
