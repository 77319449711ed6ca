"""P2: the turn of the case."""

from typing import Any

import pytest

from topsecret import CHANCE, NotYourTurn
from topsecret.games.paris.box import Place

from .builders import FOUR, GAME, TURN, Table, at_table, fresh


def test_P2_1_the_starter_is_chosen_by_chance_unless_the_host_names_one() -> None:
    match = GAME.match(4, chance="manual")
    assert [str(move) for move in match.legal(CHANCE)] == ["begins 0", "begins 1", "begins 2", "begins 3"]
    assert fresh(4, 3)["holder"] == 3


def test_P2_1_whoever_has_the_case_draws_two_cards_and_hands_it_on() -> None:
    table = fresh(3, 1)
    assert table.refused(0, "draw", 500) == ("wait_for_the_case", "P2.1")
    table.play(1, "draw", 500, "agent red", "place metro")
    assert table["holder"] == 2
    assert [table.view(viewer)["card"][1] for viewer in (1, 0, None)] == ["red", None, None]
    assert [table.view(viewer)["place"][1] for viewer in (1, 2)] == ["metro", None]
    assert table.view(None)["agent_held"] == [False, True, False]
    assert table["deadline"] == 2500


def test_P2_1_after_two_seconds_the_cards_are_dealt_and_the_case_goes_on_by_itself() -> None:
    table = fresh(3)
    table.until(1999)
    assert table["holder"] == 0
    table.until(2000, "agent green", "place cafe")
    assert (table["holder"], table["phase"], table["deadline"]) == (1, "first", 4000)
    table.until(6000, "agent red", "place cafe", "agent red", "place cafe")
    assert (table["holder"], table["phase"], table["deadline"]) == (0, "play", 6000 + TURN)
    assert table["quiet"] == 0
    assert table["idle"] == [0, 0, 0]


@pytest.mark.parametrize(
    "action", ["pass", "complete green cafe", "discard green", "discard cafe", "discard green cafe"]
)
def test_P2_1_in_this_round_the_case_is_only_for_drawing(action: str) -> None:
    table = fresh(3)
    table.play(0, "draw", 0, "agent green", "place cafe")
    table.play(1, "draw", 0, "agent red", "place cafe")
    assert table.refused(2, action, 10) == ("only_drawing", "P2.1")
    assert at_table().refused(0, "draw", 10) == ("first_round_over", "P2.1")


def test_P2_2_the_own_card_is_discarded_and_replaced_at_once() -> None:
    table = fresh(3)
    table.play(0, "draw", 0, "own card", "own card", "agent green", "place cafe")  # twice in a row
    assert table.view(None)["agent_discards"]["red"] == 2
    assert table.view(None)["pile"] == 21 - 3
    assert table["card"][0] == "green"
    assert table.told(2, "own_card") == [(0, 0), (0, 0)]


def test_P2_2_an_own_colour_is_never_dealt() -> None:
    table = fresh(3)
    table.match.play(0, "draw", at=0)
    assert [(str(move), weight) for move, weight in table.match.outcomes()] == [
        ("agent green", 7),
        ("agent purple", 7),
        ("own card", 7),
    ]


def test_P2_3_everybody_holds_one_card_of_each_kind_from_the_first_draw_on() -> None:
    table = fresh(3)
    assert table["card"] == ["none"] * 3
    for seat in range(3):
        table.play(seat, "draw", seat, f"agent {('green', 'red', 'red')[seat]}", "place kiosk")
    assert table.view(None)["agent_held"] == table.view(None)["place_held"] == [True] * 3


def test_P2_4_passing_hands_the_case_to_the_left() -> None:
    table = at_table()
    assert table.refused(1, "pass", 500) == ("not_your_case", "P2.4")
    table.play(0, "pass", 1000)
    assert (table["holder"], table["deadline"], table["quiet"]) == (1, 1000 + TURN, 1)
    assert table.told(None, "case") == [(1000, 1, 0)]


def test_P2_4_who_passes_may_discard_one_card_or_both_face_up_agent_first() -> None:
    table = at_table()
    table.play(0, "discard green", 0, "agent blue")
    table.play(1, "discard metro", 10, "place kiosk")
    table.play(2, "discard blue kiosk", 20, "agent red", "place cafe")
    public = table.view(None)
    assert (public["agent_discards"]["green"], public["agent_discards"]["blue"]) == (1, 1)
    assert (public["place_discards"]["metro"], public["place_discards"]["kiosk"]) == (1, 1)
    assert table["card"] == ["blue", "purple", "red", "red"]
    assert table["place"] == ["cafe", "kiosk", "cafe", "fountain"]
    assert table["holder"] == 3
    assert table.told(None, "discard_both") == [(20, 2, "blue", "kiosk")]


def test_P2_4_while_cards_are_drawn_nobody_acts() -> None:
    table = at_table()
    table.match.play(0, "discard green", at=0)
    with pytest.raises(NotYourTurn):
        table.match.play(2, "look red", at=1)


# P2.5: a location pile that runs dry


def dry(**fields: Any) -> Table:
    """All other location cards are under the board of seat 0."""
    held = [hand.split()[1] for hand in FOUR]
    won = [place.text for place in Place for _ in range(8 - held.count(place.text))]
    return at_table(FOUR, won_places=won, **fields)


def test_P2_5_location_discards_are_shuffled_when_the_pile_is_empty_and_a_card_must_be_drawn() -> None:
    table = at_table(places_left=[])
    assert table["place_discards"] == {"cafe": 7, "metro": 7, "kiosk": 7, "fountain": 7}
    table.match.play(0, "discard cafe", at=0)
    assert table.told(None, "reshuffled") == [(0, 8, 7, 7, 7)]  # the card just discarded is among them
    table.draw("place metro")
    assert table["place_pile"] == 28
    assert sum(table["place_discards"].values()) == 0


def test_P2_5_the_only_card_left_comes_back() -> None:
    table = dry()
    table.match.play(0, "discard cafe", at=0)
    assert [str(move) for move, _ in table.match.outcomes()] == ["place cafe"]
    table.draw("place cafe")
    assert table["place"][0] == "cafe"


def test_P2_5_whoever_lacks_a_card_waits_and_the_longest_first() -> None:
    # red completes with green: green's card is won, and there is no other
    table = dry(winked=(0, 2))
    table.play(0, "complete green metro", 0, "agent purple")
    assert table.view(None)["place_held"] == [True, False, True, True]
    assert table.view(None)["line"] == [0, 1, 0, 0]
    table.play(1, "pass", 10)
    table.play(2, "complete blue fountain", 20, "agent red")
    assert table["line"] == [0, 1, 0, 2]
    table.play(3, "pass", 30)
    # red discards: green has waited longest, blue next, and red comes after all others
    table.match.play(0, "discard cafe", at=40)
    assert table["drawer"] == 1
    table.draw("place cafe")
    assert table["place"] == ["none", "cafe", "kiosk", "none"]
    assert table["line"] == [2, 0, 0, 1]


def test_P2_5_agent_discards_are_never_shuffled() -> None:
    table = at_table(left=["red"])
    table.play(0, "discard green", 0, "own card")
    assert table.match.over


@pytest.mark.parametrize(
    "action", ["discard blue", "discard metro", "discard blue cafe", "discard green kiosk", "complete blue cafe"]
)
def test_P2_6_an_action_names_cards_that_are_held(action: str) -> None:
    assert at_table(winked=(0,)).refused(0, action, 0) == ("not_held", "P2.6")


def test_P2_6_a_card_that_was_called_away_meanwhile_is_not_held_any_more() -> None:
    table = at_table(winked=(0,))
    table.play(2, "call red green", 1000, "agent blue")
    assert table.refused(0, "complete green metro", 1100) == ("not_held", "P2.6")


def test_P2_6_cards_of_one_agent_are_alike() -> None:
    table = at_table(winked=(0,))
    table.play(2, "call red green", 1000, "agent green")
    table.play(0, "discard green", 1100, "agent blue")
    assert table["card"][0] == "blue"
