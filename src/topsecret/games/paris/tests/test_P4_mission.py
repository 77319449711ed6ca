"""P4: completing a mission."""

from .builders import LOOK, WINK, at_table


def test_P4_1_only_with_the_case_and_only_after_a_wink_since_the_card_was_drawn() -> None:
    table = at_table(winked=(1,))
    assert table.refused(1, "complete purple kiosk", 0) == ("not_your_case", "P2.4")
    assert table.refused(0, "complete green metro", 0) == ("not_winked", "P4.1")
    table.play(0, "look green", 0)
    table.play(0, "wink green", 0)
    table.play(0, "complete green metro", 0, "agent blue", "place cafe")  # nobody has seen the wink


def test_P4_1_a_card_drawn_after_the_wink_needs_another() -> None:
    table = at_table()
    table.play(0, "look green", 0)
    table.play(0, "wink green", 0)
    table.play(0, "discard green", 100, "agent green")
    for seat in (1, 2, 3):
        table.play(seat, "pass", 1000)
    assert table.refused(0, "complete green metro", 1100) == ("not_winked", "P4.1")
    table.play(0, "wink green", 1100)
    table.play(0, "complete green metro", 1200, "agent blue", "place cafe")


def test_P4_1_two_who_hold_each_others_cards() -> None:
    table = at_table(("green cafe", "red metro", "blue kiosk", "red fountain"))
    table.play(0, "look green", 0)
    table.play(1, "look red", 0)
    table.play(0, "wink green", 100)
    table.play(1, "wink red", 100)
    table.play(0, "look cafe", LOOK)
    table.play(1, "look metro", LOOK + WINK)
    table.play(0, "complete green metro", 2000, "agent blue", "place kiosk")
    table.play(1, "complete red cafe", 2100, "agent blue", "place kiosk")
    assert table["points"] == [2, 2, 0, 0]


def test_P4_2_right_both_cards_are_won_and_the_active_player_draws_first() -> None:
    table = at_table(winked=(0,))
    table.match.play(0, "complete green metro", at=3000)
    assert (table["phase"], table["drawer"]) == ("draw agent", 0)
    table.draw("agent blue")
    assert (table["phase"], table["drawer"]) == ("draw place", 1)
    table.draw("place kiosk")
    assert table["points"] == [1, 1, 0, 0]
    assert (table["agents_won"]["green"], table["places_won"]["metro"]) == (1, 1)
    assert table.told(3, "mission") == [(3000, 0, "green", "metro", 1)]
    assert (table["holder"], table["winked"]) == (1, [False] * 4)


def test_P4_3_wrong_the_contact_shows_nothing_and_the_agent_card_is_discarded() -> None:
    table = at_table(winked=(0,))
    table.play(0, "complete green cafe", 3000, "agent blue")
    assert table["points"] == [0] * 4
    assert table["agent_discards"]["green"] == 1
    assert table["place"][1] == "metro"
    assert table.told(2, "mission") == [(3000, 0, "green", "cafe", 0)]
    assert table.view(2)["place"][1] is None
    assert table["not_there"][1] == ["cafe"]
    assert (table["holder"], table["quiet"]) == (1, 0)


def test_P4_3_a_contact_without_a_location_card_is_met_nowhere() -> None:
    won = [place for place, held in zip(("cafe", "metro", "kiosk", "fountain"), (1, 0, 1, 1)) for _ in range(8 - held)]
    table = at_table(("green cafe", "purple none", "blue kiosk", "red fountain"), won_places=won, winked=(0,))
    table.play(0, "complete green metro", 0, "agent blue")
    assert table.told(None, "mission") == [(0, 0, "green", "metro", 0)]
    assert table["not_there"][1] == []
