"""S6: every card, what it does and what it refuses. (What changes nothing or moves who sits out: S5.8.)"""

import pytest

from topsecret import CHANCE, IllegalAction
from topsecret.games.spies.box import COPIES

from .builders import CARDS, COLOURS, Table, at_table, card_part


def test_S6_the_copies_of_each_card() -> None:
    single = ["curfew", "swap", "rendezvous", "second identity"]
    assert dict(zip(CARDS, COPIES)) == {card: 1 if card in single else 2 for card in CARDS}


@pytest.mark.parametrize(("steps", "from_", "to"), [(1, 5, "4"), (2, 5, "3"), (1, "church", "ruins"), (2, 1, "ruins")])
def test_S6_step_back_takes_one_agent_one_or_two_back(steps: int, from_: str | int, to: str) -> None:
    table = card_part("step back", seat=1, place={"red": from_})
    table.card(1, f"step back red {steps}")
    assert table.place("red") == to


def test_S6_step_back_is_no_farther_than_two() -> None:
    table = card_part("step back")
    assert len([action for action in table.legal(0) if "step back" in action]) == 14


def test_S6_to_the_ruins_takes_one_agent_there_from_anywhere() -> None:
    table = card_part("to the ruins", seat=1, place={"red": 5, "blue": "ruins"})
    assert "card to the ruins blue" not in table.legal(1)
    table.card(1, "to the ruins red")
    assert table.place("red") == "ruins"


@pytest.mark.parametrize(("before", "after"), [(0, 3), (36, 39), (37, 40), (38, 40), (39, 40)])
def test_S6_tip_off_takes_two_markers_3_forward_and_stops_at_40(before: int, after: int) -> None:
    table = card_part("tip-off", marker={"red": before})
    table.card(0, "tip-off red blue")
    assert (table.marker("red"), table.marker("blue")) == (after, 3)
    assert table.last("tipped") == {"agent": "blue", "points": 3, "marker": 3}


@pytest.mark.parametrize("far", [40, 41])
def test_S6_tip_off_cannot_choose_a_marker_on_40_or_more(far: int) -> None:
    table = card_part("tip-off", marker={"red": far})
    assert table.refused(0, "card tip-off red blue") == ("marker_too_far", "S6")
    assert table.refused(0, "card tip-off red") == ("marker_too_far", "S6")
    table.card(0, "tip-off green blue")


def test_S6_tip_off_takes_two_if_two_can_be_chosen() -> None:
    table = card_part("tip-off", marker=dict.fromkeys(COLOURS[2:], 40))
    assert table.refused(0, "card tip-off red") == ("choose_two", "S6")
    assert [action for action in table.legal(0) if "tip-off" in action] == ["card tip-off red blue"]


def test_S6_tip_off_takes_one_if_only_one_can_be_chosen() -> None:
    table = card_part("tip-off", marker=dict.fromkeys(COLOURS[1:], 40) | {"red": 39})
    assert [action for action in table.legal(0) if "tip-off" in action] == ["card tip-off red"]
    table.card(0, "tip-off red")
    assert table.marker("red") == 40


def test_S6_tip_off_with_all_markers_at_40_cannot_be_played() -> None:
    table = card_part("tip-off", spare=False, marker=dict.fromkeys(COLOURS, 40))
    assert table.legal(0) == ["pass"]


@pytest.mark.parametrize(("way", "to"), [("forward", "6"), ("backward", "4")])
def test_S6_side_step_takes_one_agent_one_forward_or_back(way: str, to: str) -> None:
    table = card_part("side step", place={"red": 5})
    table.card(0, f"side step red {way}")
    assert table.place("red") == to


def test_S6_curfew_takes_all_agents_to_the_church() -> None:
    table = card_part("curfew", place={"red": 5, "gray": "ruins", "blue": 7})
    table.card(0, "curfew")
    assert set(table.now["place"].values()) == {"church"}


def test_S6_safe_cracker_takes_one_agent_to_the_safe() -> None:
    table = card_part("safe cracker", safe=3, place={"red": 9})
    table.card(0, "safe cracker red")
    assert table.place("red") == "3" and table.reached == ["red"]


def test_S6_both_back_takes_two_agents_one_back_each() -> None:
    table = card_part("both back", seat=1, place={"red": 1, "gray": "ruins"})
    table.card(1, "both back red gray")
    assert (table.place("red"), table.place("gray")) == ("church", "10")


def test_S6_both_forward_takes_two_agents_one_forward_each() -> None:
    table = card_part("both forward", seat=1, place={"red": 4, "gray": "ruins"})
    table.card(1, "both forward red gray")
    assert (table.place("red"), table.place("gray")) == ("5", "church")


def test_S6_swap_lets_two_agents_trade_places() -> None:
    table = card_part("swap", seat=1, place={"red": 4, "gray": "ruins"})
    table.card(1, "swap gray red")
    assert (table.place("red"), table.place("gray")) == ("ruins", "4")


def test_S6_rendezvous_takes_one_agent_to_another() -> None:
    table = card_part("rendezvous", place={"red": 4, "gray": 9})
    table.card(0, "rendezvous red gray")
    assert (table.place("red"), table.place("gray")) == ("9", "9")


@pytest.mark.parametrize(("way", "to"), [("forward", "8"), ("backward", "6")])
def test_S6_decoy_takes_one_agent_away_from_the_safe(way: str, to: str) -> None:
    table = card_part("decoy", place={"red": 7})
    table.card(0, f"decoy red {way}")
    assert table.place("red") == to


def test_S6_decoy_needs_an_agent_at_the_safe() -> None:
    table = card_part("decoy", place={"red": 7, "blue": 6})
    assert table.refused(0, "card decoy blue forward") == ("not_at_the_safe", "S6")


def test_S6_asylum_takes_one_or_two_agents_from_the_ruins_to_the_church() -> None:
    for agents in ("red", "red blue"):
        table = card_part("asylum", place={"red": "ruins", "blue": "ruins", "gray": "ruins"})
        table.card(0, f"asylum {agents}")
        assert all(table.place(agent) == "church" for agent in agents.split())
        assert table.place("gray") == "ruins"


def test_S6_asylum_is_for_agents_in_the_ruins() -> None:
    table = card_part("asylum", place={"red": "ruins", "blue": 4})
    assert table.refused(0, "card asylum blue") == ("not_in_the_ruins", "S6")
    assert table.refused(0, "card asylum red blue") == ("not_in_the_ruins", "S6")


def test_S6_relocation_takes_the_safe_to_any_other_building() -> None:
    table = card_part("relocation")
    assert len([action for action in table.legal(0) if "relocation" in action]) == 11
    assert table.refused(0, "card relocation 7") == ("changes_nothing", "S5.8")
    table.card(0, "relocation church")
    assert table.safe == "church" and table.reached == []


@pytest.mark.parametrize(("steps", "to"), [(1, "10"), (2, "ruins"), (3, "church")])
def test_S6_sprint_takes_one_agent_one_to_three_forward(steps: int, to: str) -> None:
    table = card_part("sprint", seat=1, place={"red": 9})
    table.card(1, f"sprint red {steps}")
    assert table.place("red") == to


# second identity


def test_S6_1_second_identity_takes_a_free_agent_at_random() -> None:
    table = card_part("second identity", seat=1)
    table.play(1, "card second identity")
    assert [(str(move), weight) for move, weight in table.match.outcomes()] == [
        ("take violet", 1),
        ("take orange", 1),
        ("take gray", 1),
    ]
    table.take("orange")
    assert table.holds(1) == ["blue", "orange"]
    assert (table.phase, table.asked) == ("card part", 1)


def test_S6_1_only_its_player_sees_which() -> None:
    table = card_part("second identity", seat=1)
    table.play(1, "card second identity")
    table.take("orange")
    assert table.last("take", 1) == {"seat": 1, "agent": "orange"}
    for viewer in (None, 0, 2, 3):
        assert table.last("take", viewer) == {"seat": 1, "agent": None}
        assert table.match.view(viewer)["agents_held"] == [1, 2, 1, 1]


def test_S6_1_it_is_discarded_and_can_be_drawn_again() -> None:
    table = card_part("second identity", seat=1)
    table.play(1, "card second identity")
    table.take("orange")
    assert table.match.view()["discard"]["second identity"] == 1
    again = card_part("second identity", seat=1, holds={1: ["blue", "orange"]})
    again.play(1, "card second identity")
    again.take("gray")
    assert again.holds(1) == ["blue", "orange", "gray"]


def test_S6_1_it_cannot_be_played_when_no_agent_is_free() -> None:
    table = card_part("second identity", seats=6, holds={1: ["blue", "gray"]})
    assert table.refused(0, "card second identity") == ("no_free_agent", "S6.1")


def nobody_is_free(**more: object) -> Table:
    return at_table(6, cards=True, holds={1: ["blue", "gray"]}, **more)  # type: ignore[arg-type]


def test_S6_1_drawn_with_no_free_agent_left_it_is_shown_and_removed_and_another_is_drawn() -> None:
    table = nobody_is_free(hands={0: ["swap"]})
    table.roll("1-3")
    table.play(0, "stay")
    table.draw("second identity")
    assert table.last("card_removed") == {"seat": 0, "card": "second identity"}
    assert table.match.view()["removed"]["second identity"] == 1
    assert table.phase == "draw" and table.now["hand_size"][0] == 1
    table.draw("curfew")
    assert table.hand(0) == ["curfew", "swap"]
    assert table.phase == "poll"


def test_S6_1_the_card_drawn_in_its_place_may_fill_the_hand() -> None:
    table = nobody_is_free(hands={0: ["swap", "curfew", "rendezvous"]})
    table.roll("1-3")
    table.play(0, "stay")
    table.draw("second identity")
    table.draw("sprint")
    assert table.now["hand_size"][0] == 4


def test_S6_1_the_discards_are_shuffled_for_the_card_drawn_in_its_place() -> None:
    table = nobody_is_free(supply=["second identity"])
    table.roll("1-3")
    table.play(0, "stay")
    assert "shuffled" not in table.told()
    table.draw("second identity")
    assert table.last("shuffled")["cards"] == [card for card in CARDS if card != "second identity"]
    table.draw("curfew")
    assert table.hand(0) == ["curfew"]


def test_S6_1_with_a_free_agent_left_it_is_drawn_like_any_other() -> None:
    table = at_table(6, cards=True)
    table.roll("1-3")
    table.play(0, "stay")
    table.draw("second identity")
    assert table.hand(0) == ["second identity"]


def last_turn(holds: dict[int, list[str]], marker: dict[str, int], **more: object) -> Table:
    """Seat 3's agent yellow goes to the safe on 1 and ends the game."""
    table = at_table(cards=True, turn=3, holds=holds, marker={"yellow": 41} | marker, safe=1, **more)  # type: ignore
    table.roll_and_move("1-3", "yellow+1")
    table.play(3, "safe 5")
    return table


def test_S6_1_at_the_end_the_farther_agent_is_kept_and_the_other_is_free() -> None:
    table = last_turn({0: ["red", "gray"]}, {"red": 20, "gray": 30})
    assert (table.phase, table.match.actors) == ("keep", (0,))
    assert table.legal(0) == ["keep gray"]
    assert table.refused(0, "keep red") == ("not_farthest", "S6.1")
    assert table.refused(0, "keep blue") == ("agent_not_held", "S6.1")
    table.play(0, "keep gray")
    assert table.match.over
    assert table.match.result is not None and table.match.result["scores"] == [30, 0, 0, 42]
    assert table.last("given_back") == {"seat": 0, "agent": "red"}


def test_S6_1_if_they_are_level_the_player_chooses() -> None:
    table = last_turn({0: ["red", "gray"]}, {"red": 30, "gray": 30})
    assert table.legal(0) == ["keep red", "keep gray"]
    table.play(0, "keep red")
    assert table.now["kept"][0] == "red"


def test_S6_1_all_who_hold_several_choose_at_the_same_time_and_secretly() -> None:
    table = last_turn({0: ["red", "gray"], 1: ["blue", "orange"]}, {"red": 9, "gray": 9, "blue": 3, "orange": 3})
    assert table.match.actors == (0, 1)
    told = table.match.events(1)
    table.play(0, "keep gray")
    assert table.match.events(1) == told
    assert table.match.view(1)["kept"][0] is None
    table.play(1, "keep blue")
    assert table.match.over
    assert table.match.view(None)["kept"] == ["gray", "blue", "green", "yellow"]


def test_S6_1_whoever_holds_three_agents_keeps_the_farthest() -> None:
    table = last_turn({0: ["red", "gray", "violet"]}, {"red": 9, "gray": 12, "violet": 12})
    assert table.legal(0) == ["keep violet", "keep gray"]
    table.play(0, "keep violet")
    back = [event["agent"] for event in table.match.events() if event["event"] == "given_back"]
    assert back == ["red", "gray"]


def test_S6_1_an_agent_given_back_is_level_with_its_player_and_the_player_wins() -> None:
    table = last_turn({0: ["red", "gray"]}, {"red": 41, "gray": 41}, place={"red": 2, "gray": 2})
    table.play(0, "keep red")
    assert table.match.result is not None and table.match.result["winners"] == [0]


def test_S6_1_a_card_that_is_not_there_cannot_be_drawn() -> None:
    table = at_table(cards=True, hands={1: ["swap"]})
    table.roll("1-3")
    table.play(0, "stay")
    with pytest.raises(IllegalAction) as caught:
        table.match.play(CHANCE, "draw swap")
    assert (caught.value.code, caught.value.rule) == ("impossible_outcome", "S5.3")
