"""S5.1-S5.5: Top Secret cards are dealt, drawn, shuffled and lost."""

import pytest

from topsecret import CHANCE
from topsecret.kernel.words import tell

from .builders import CARDS, GAME, at_table, card_part

FULL = ["swap", "curfew", "rendezvous", "sprint"]


def test_S5_1_everybody_draws_two_cards_clockwise() -> None:
    match = GAME.match(3, {"cards": True, "sits_out": ["gray"], "starter": 1}, chance="manual")
    for agent in ("red", "blue", "green"):
        match.play(CHANCE, f"deal {agent}")
    for card in ("swap", "curfew", "sprint", "sprint", "decoy", "decoy"):
        match.play(CHANCE, f"draw {card}")
    drawn = [(event["seat"], event["card"]) for event in match.events(1) if event["event"] == "draw"]
    assert drawn == [(1, "swap"), (1, "curfew"), (2, None), (2, None), (0, None), (0, None)]
    assert match.view()["hand_size"] == [2, 2, 2]
    assert match.view()["supply_size"] == 20
    assert match.truth()["phase"] == "roll"


def test_S5_1_a_card_that_was_drawn_twice_cannot_be_drawn_again() -> None:
    match = GAME.match(4, {"cards": True, "starter": 0}, chance="manual")
    for agent in ("red", "blue", "green", "yellow"):
        match.play(CHANCE, f"deal {agent}")
    assert {str(move): weight for move, weight in match.outcomes()}["draw swap"] == 1
    assert {str(move): weight for move, weight in match.outcomes()}["draw sprint"] == 2
    match.play(CHANCE, "draw swap")
    assert "draw swap" not in map(str, match.legal(CHANCE))


def test_S5_1_seven_players_use_25_cards_without_second_identity() -> None:
    match = GAME.match(7, {"cards": True}, seed="seven")
    assert match.view()["supply_size"] + sum(match.view()["hand_size"]) == 25
    assert match.view()["removed"]["second identity"] == 1
    held = [hand["second identity"] for hand in match.truth()["hand"]]
    assert sum(held) + match.truth()["supply"]["second identity"] == 0


def test_S5_1_the_basic_game_has_no_cards() -> None:
    match = GAME.match(4, seed="basic")
    assert match.view()["supply_size"] == sum(match.view()["hand_size"]) == 0


def test_S5_2_on_1_to_3_a_player_may_stay_and_draw() -> None:
    table = at_table(cards=True)
    table.roll("1-3")
    before = table.now["place"]
    table.play(0, "stay")
    table.draw("swap")
    assert table.hand(0) == ["swap"]
    assert table.now["place"] == before
    assert table.phase == "poll"


def test_S5_2_nobody_stays_on_another_roll() -> None:
    table = at_table(cards=True)
    table.roll(3)
    assert table.refused(0, "stay") == ("must_move", "S5.2")


def test_S5_2_nobody_stays_in_the_basic_game() -> None:
    table = at_table()
    table.roll("1-3")
    assert table.refused(0, "stay") == ("only_with_cards", "S5.2")


def test_S5_2_staying_is_allowed_even_if_no_card_can_be_drawn() -> None:
    table = at_table(cards=True, hands={0: FULL})
    table.roll("1-3")
    table.play(0, "stay")
    assert table.phase == "poll"
    assert table.last("draw_lost") == {"seat": 0, "why": "hand full"}
    said = [tell(GAME, event) for event in table.match.events() if event["event"] in ("stay", "draw_lost")]
    assert said == ["Seat 0 moves nobody.", "Seat 0 draws nothing: the hand is full."]


def test_S5_3_a_movement_into_the_ruins_draws_one_card_at_once() -> None:
    table = at_table(cards=True, place={"red": 9})
    table.roll_and_move(2, "red+2")
    assert table.phase == "draw"
    table.draw("decoy")
    assert table.hand(0) == ["decoy"]
    assert table.phase == "poll"


def test_S5_3_one_movement_draws_once_however_many_agents_it_brings() -> None:
    table = at_table(cards=True, place={"red": 9, "blue": 10, "gray": 10})
    table.roll_and_move(4, "red+2 blue+1 gray+1")
    table.draw("decoy")
    assert table.phase == "poll"
    assert table.now["hand_size"] == [1, 0, 0, 0]


def test_S5_3_passing_through_the_ruins_draws_nothing() -> None:
    table = at_table(cards=True, place={"red": 10})
    table.roll_and_move(2, "red+2")
    assert "draw" not in table.told()


def test_S5_3_standing_in_the_ruins_draws_nothing() -> None:
    table = at_table(cards=True, place={"red": "ruins"})
    table.roll_and_move(2, "blue+2")
    assert "draw" not in table.told()


def test_S5_3_the_basic_game_draws_nothing() -> None:
    table = at_table(place={"red": 10})
    table.roll_and_move(2, "red+1 blue+1")
    assert (table.phase, table.turn) == ("roll", 1)


@pytest.mark.parametrize(
    ("card", "place"),
    [
        ("to the ruins red", {}),
        ("step back red 1", {}),
        ("step back red 2", {"red": 1}),
        ("side step red backward", {}),
        ("side step red forward", {"red": 10}),
        ("both back red blue", {}),
        ("both forward red blue", {"red": 10, "blue": 10}),
        ("swap red blue", {"red": "ruins"}),
        ("rendezvous red blue", {"blue": "ruins"}),
        ("sprint red 3", {"red": 8}),
    ],
)
def test_S5_3_a_card_of_the_player_whose_turn_it_is_draws_one_for_the_ruins(card: str, place: dict[str, str]) -> None:
    name = next(kind for kind in CARDS if card.startswith(kind))
    table = card_part(name, place=place)
    table.play(0, f"card {card}")
    assert table.phase == "draw"
    assert table.now["drawer"] == 0
    table.draw("asylum")
    assert table.phase == "card part" and table.asked == 0
    assert "asylum" in table.hand(0)


def test_S5_3_safe_cracker_and_decoy_draw_too_where_they_lead_into_the_ruins() -> None:
    table = card_part("safe cracker", safe="ruins")
    table.play(0, "card safe cracker red")
    assert table.phase == "draw"
    table = card_part("decoy", safe=10, place={"red": 10})
    table.play(0, "card decoy red forward")
    assert table.phase == "draw"


def test_S5_3_each_card_is_an_occasion_of_its_own() -> None:
    table = card_part("to the ruins", hands={0: ["to the ruins", "to the ruins", "asylum"]})
    table.play(0, "card to the ruins red")
    table.draw("swap")
    table.play(0, "card to the ruins blue")
    table.draw("curfew")
    assert sorted(table.hand(0)) == ["asylum", "curfew", "swap"]


def test_S5_3_a_card_that_another_player_plays_draws_nothing_for_anybody() -> None:
    table = card_part("to the ruins", seat=2)
    table.play(2, "card to the ruins red")
    assert (table.phase, table.asked) == ("card part", 2)
    assert "draw" not in table.told()


def test_S5_3_the_safe_is_no_agent() -> None:
    table = card_part("relocation")
    table.play(0, "card relocation ruins")
    assert table.phase == "card part"
    assert "draw" not in table.told()


def test_S5_4_a_draw_with_four_cards_in_hand_is_lost() -> None:
    table = at_table(cards=True, place={"red": 10}, hands={0: FULL})
    table.roll_and_move("1-3", "red+1")
    assert table.phase == "poll"
    assert table.last("draw_lost") == {"seat": 0, "why": "hand full"}
    assert sorted(table.hand(0)) == sorted(FULL)


def test_S5_4_three_cards_in_hand_leave_room_for_one() -> None:
    table = at_table(cards=True, place={"red": 10}, hands={0: FULL[:3]})
    table.roll_and_move("1-3", "red+1")
    table.draw("decoy")
    assert table.now["hand_size"][0] == 4


def test_S5_4_the_card_being_played_is_not_in_hand_any_more() -> None:
    table = card_part("to the ruins", hands={0: ["to the ruins", "swap", "curfew", "sprint"]})
    table.play(0, "card to the ruins red")
    table.draw("asylum")
    assert table.now["hand_size"][0] == 4


def test_S5_4_a_card_may_be_played_as_soon_as_it_is_drawn() -> None:
    table = card_part("to the ruins", spare=False)
    table.play(0, "card to the ruins red")
    table.draw("asylum")
    table.play(0, "card asylum red")
    assert table.place("red") == "church"


def test_S5_4_a_draw_cannot_be_taken_back() -> None:
    table = at_table(cards=True, place={"red": 10})
    table.roll_and_move("1-3", "red+1")
    assert table.match.can_undo(0)  # nothing was drawn yet
    table.draw("swap")
    assert not table.match.can_undo(0)


def test_S5_5_an_empty_supply_takes_the_discards_when_a_card_has_to_be_drawn() -> None:
    table = at_table(cards=True, supply=["swap"], hands={1: ["decoy"]})
    table.roll("1-3")
    table.play(0, "stay")
    table.draw("swap")  # the last card: no shuffle yet
    assert table.now["supply_size"] == 0 and table.now["discard_size"] == 24
    assert "shuffled" not in table.told()
    table.poll()
    table.roll("1-3")
    table.play(1, "stay")
    assert "shuffled" in table.told()
    assert (table.now["supply_size"], table.now["discard_size"]) == (24, 0)
    assert "draw swap" not in map(str, table.match.legal(CHANCE))  # in hand, not among the discards
    table.draw("curfew")
    assert table.now["supply_size"] == 23


def test_S5_5_a_draw_lost_to_a_full_hand_shuffles_nothing() -> None:
    table = at_table(cards=True, supply=[], hands={0: FULL})
    table.roll("1-3")
    table.play(0, "stay")
    assert "shuffled" not in table.told()
    assert (table.now["supply_size"], table.now["discard_size"]) == (0, 22)


def everything_in_hands() -> dict[int, list[str]]:
    """Seven players hold all 25 cards: seat 0 one of them, the others four each."""
    rest = [c for c in CARDS for _ in range(2) if c not in ("second identity", "curfew", "swap", "rendezvous")]
    rest += ["curfew", "swap", "rendezvous"]
    rest.remove("to the ruins")
    return {0: ["to the ruins"]} | {seat: rest[4 * seat - 4 : 4 * seat] for seat in range(1, 7)}


def test_S5_5_with_supply_and_discards_empty_there_is_no_draw() -> None:
    table = at_table(7, cards=True, hands=everything_in_hands())
    assert (table.now["supply_size"], table.now["discard_size"]) == (0, 0)
    table.roll("1-3")
    table.play(0, "stay")
    assert table.last("draw_lost") == {"seat": 0, "why": "no cards"}
    assert table.phase == "poll"


def test_S5_5_a_played_card_lies_on_the_discards_before_the_draw_that_it_causes() -> None:
    table = at_table(7, cards=True, hands=everything_in_hands(), phase="card part", asked=0)
    table.play(0, "card to the ruins red")
    assert [str(move) for move in table.match.legal(CHANCE)] == ["draw to the ruins"]
    table.draw("to the ruins")
    assert table.hand(0) == ["to the ruins"]


def test_S5_5_everybody_is_told_what_was_shuffled() -> None:
    table = at_table(cards=True, supply=[], hands={1: ["decoy"], 2: ["curfew"]})
    table.roll("1-3")
    table.play(0, "stay")
    told = table.last("shuffled")
    assert "curfew" not in told["cards"]
    assert "decoy" in told["cards"] and "decoy" not in told["pairs"]
    assert "sprint" in told["pairs"]
