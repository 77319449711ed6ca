"""P1: what is in the box, and several deals."""

import pytest

from topsecret import BadOptions

from .builders import COLOURS, GAME, Table, at_table, fresh


def test_P1_1_seat_0_plays_red_and_so_on_and_only_players_are_there() -> None:
    table = fresh(3)
    assert COLOURS == ["red", "green", "purple", "blue", "yellow", "orange", "black", "white"]
    table.play(0, "look purple", 0)
    assert table.refused(0, "look blue", 1000) == ("nobody_there", "P1.1")
    assert table.refused(0, "wink white", 1000) == ("nobody_there", "P1.1")
    assert table.refused(0, "call green blue", 1000) == ("nobody_there", "P1.1")


def test_P1_1_from_three_to_eight_play() -> None:
    assert list(GAME.seats) == [3, 4, 5, 6, 7, 8]
    with pytest.raises(BadOptions):
        GAME.match(2)


@pytest.mark.parametrize("seats", [3, 5, 8])
def test_P1_2_seven_cards_of_each_agent_that_is_played_eight_of_each_location_three_chips(seats: int) -> None:
    table = fresh(seats)
    assert [table["unseen"][colour] for colour in COLOURS] == [7] * seats + [0] * (8 - seats)
    assert table["places_left"] == {"cafe": 8, "metro": 8, "kiosk": 8, "fountain": 8}
    assert table.view(None)["chips"] == [3] * seats


@pytest.mark.parametrize("removed", [0, 2, 5])
def test_P1_3_cards_are_removed_unseen(removed: int) -> None:
    table = fresh(4, cards_removed=removed)
    assert table.view(0)["pile"] == 28 - 4 * removed
    assert sum(table["unseen"].values()) == 28  # which ones are gone nobody knows


def end_of_the_first_deal(deals: int = 2) -> Table:
    table = at_table(options={"deals": deals, "starter": 1}, left=[], first=1, winked=(0,))
    table.play(0, "complete green metro", 1000)
    return table


def test_P1_3_after_a_deal_all_hands_are_shown_to_everybody() -> None:
    table = end_of_the_first_deal()
    assert table["phase"] == "ready"
    assert table.view(None)["card"] == ["none", "purple", "blue", "red"]
    assert table.view(2)["place"] == ["cafe", "none", "kiosk", "fountain"]
    assert table.told(None, "deal_over") == [(1000, 1, "no agent left")]
    assert table.told(None, "shows")[3] == (1000, 3, "red", "fountain")


def test_P1_3_the_next_deal_begins_when_all_are_ready_at_the_left_of_the_last_starter_with_new_chips() -> None:
    assert at_table().refused(0, "ready", 0) == ("deal_goes_on", "P1.3")
    table = end_of_the_first_deal()
    for seat in (2, 0, 3):
        table.play(seat, "ready", 2000)
    assert table.refused(0, "ready", 2500) == ("ready_already", "P1.3")
    assert table.refused(0, "look green", 2500) == ("deal_over", "P6.1")
    assert table.view(None)["is_ready"] == [True, False, True, True]
    table.play(1, "ready", 3000)
    assert table["phase"] == "first"
    assert table["holder"] == table["first"] == 2
    assert table.view(None)["chips"] == [3] * 4
    assert (table["points"], table["earlier"]) == ([0] * 4, [1, 1, 0, 0])
    assert table["deadline"] == 5000


def test_P1_3_or_after_30_seconds() -> None:
    table = end_of_the_first_deal()
    table.until(30_999)
    assert table["phase"] == "ready"
    table.until(31_000)
    assert (table["phase"], table["deal"], table["holder"]) == ("first", 2, 2)


def test_P1_3_the_points_of_all_deals_are_added_up() -> None:
    table = end_of_the_first_deal(1)
    assert table.match.result == {
        "winners": [0, 1],
        "scores": [1, 1, 0, 0],
        "reason": {"code": "no_agent_left", "rule": "P6.1"},
    }


def test_P1_3_what_was_known_is_void_in_the_next_deal() -> None:
    table = at_table(options={"deals": 2, "starter": 0, "calls": "witnessed"}, left=[], winked=(0,))
    table.play(2, "look red", 0)
    table.play(0, "look green", 100)
    table.play(0, "wink green", 200)
    table.play(0, "complete green metro", 1000)
    assert table["shown"] == [[[]] * 4] * 4
    assert table["gaze"] == ["cards"] * 4
