"""I4: pins, pushes, and the double agent, the comms specialist, the analyst and the smuggler."""

import pytest

from topsecret import CannotUndo
from topsecret.games.intel.box import Smuggler

from .builders import at_table

# I4.1


def test_I4_1_a_pinned_agent_cannot_move_or_retire() -> None:
    table = at_table(x1="analyst h3 memo", pinned="x1")
    assert table.refused("move x1 W") == ("pinned", "I4.1")
    assert table.refused("retire x1") == ("pinned", "I4.1")


def test_I4_1_the_smugglers_journey_is_a_move() -> None:
    table = at_table(sideways=True, x1="smuggler e3 memo", pinned="x1")
    assert table.refused("pay x1 memo") == ("pinned", "I4.1")


def test_I4_1_a_pinned_agent_may_give_receive_and_use_abilities() -> None:
    table = at_table(x1="engineer e3 memo photo", x2="hacker e4 memo", pinned="x1")
    table.play("give x1 photo x2", "give x2 photo x1", "block d3", "pay x1 memo", "block b1")
    assert table.has("x1") == "photo"


def test_I4_1_a_pinned_agent_cannot_be_pinned_again() -> None:
    table = at_table(x1="hacker e3", x2="hacker e5", y1="analyst e4")
    table.play("pin x1 y1")
    assert table.refused("pin x2 y1") == ("pinned_already", "I4.1")


def test_I4_1_pins_and_blockades_outlast_the_agent_that_made_them() -> None:
    table = at_table(x1="hacker h3", x2="engineer h5", y1="analyst h4 memo")
    table.play("pin x1 y1", "block g5", "retire x1", "retire x2")
    table.end_turn()
    assert table.refused("retire y1") == ("pinned", "I4.1")
    assert table.now["blockade"]["g5"] == "x"


# I4.2


def test_I4_2_a_pushed_tile_may_not_go_onto_a_blockade_or_off_the_board() -> None:
    table = at_table(x1="comms_specialist h1", loose={"b1": "memo", "a3": "photo"}, blockade={"a1": "y"})
    assert table.refused("raise memo b1 NW") == ("off_the_board", "I4.2")
    assert table.refused("raise memo b1 NE") == ("blockaded", "I4.2")
    assert table.refused("raise photo a3 NE") == ("off_the_board", "I4.2")
    assert table.legal("lift") == []


def test_I4_2_a_pushed_tile_is_possessed_by_the_agent_it_meets() -> None:
    table = at_table(x1="comms_specialist h1", y1="analyst e3", loose={"f3": "memo"})
    table.play("raise memo f3 NE")
    assert (table.has("y1"), table.on("e3")) == ("memo", "")


def test_I4_2_overload_by_a_pushed_tile() -> None:
    table = at_table(x1="comms_specialist h1", y1="analyst e3 photo photo photo", loose={"f3": "memo"})
    table.play("raise memo f3 NE")
    assert (table.has("y1"), table.place("y1"), table.bag("photo")) == ("", "e3", 10)


def test_I4_2_honeypot_by_push() -> None:
    table = at_table(x1="comms_specialist h1", y1="analyst e3 photo", loose={"f3": "honeypot"})
    table.play("raise honeypot f3 NE")
    assert (table.place("y1"), table.now["gone"][1]["analyst"], table.bag("honeypot"), table.bag("photo")) == (
        "off",
        1,
        6,
        10,
    )


def test_I4_2_also_onto_ones_own_agent_even_the_pusher() -> None:
    table = at_table(x1="comms_specialist e3", loose={"f3": "honeypot"})
    table.play("raise honeypot f3 NE")
    assert table.place("x1") == "off"


def test_I4_2_a_tile_under_a_blockade_may_be_moved_away() -> None:
    table = at_table(x1="comms_specialist h1", loose={"c3": "memo"}, blockade={"c3": "y"})
    table.play("raise memo c3 NW")
    assert (table.on("c3"), table.on("b3")) == ("", "memo")


# I4.3, I4.4


def test_I4_3_a_blockade_may_be_put_on_loose_intel_which_then_stays() -> None:
    table = at_table(x1="engineer e3", loose={"d3": "memo"})
    table.play("block d3")
    table.end_turn("photo", "photo")
    assert table.on("d3") == "memo"


def test_I4_4_there_is_no_switching_out() -> None:
    assert not [family.name for family in at_table().match.game.actions.families if "switch" in family.pattern]


# I4.5


def test_I4_5_a_double_agent_gives_to_any_other_agent() -> None:
    table = at_table(x1="double_agent h1 memo photo", x2="analyst d6", y1="hacker d1")
    table.play("give x1 memo x2", "give x1 photo y1")
    assert (table.has("x2"), table.has("y1"), table.actions_left) == ("memo", "photo", 1)


def test_I4_5_overload_by_gift() -> None:
    table = at_table(x1="double_agent h1 memo", y1="hacker d1 cipher_key cipher_key cipher_key")
    table.play("give x1 memo y1")
    assert (table.has("y1"), table.place("y1"), table.bag("cipher key")) == ("", "d1", 3)


def test_I4_5_only_on_the_board_and_not_to_itself() -> None:
    table = at_table(x1="double_agent h1 memo")
    assert table.refused("give x1 memo y1") == ("not_on_board", "I1.5")
    assert table.refused("give x1 memo x1") == ("same_agent", "I3.2")


def test_I4_5_a_gift_next_door_is_not_offered_twice() -> None:
    table = at_table(x1="double_agent h1 memo", x2="analyst h2")
    assert table.legal("give") == ["give x1 memo x2"]


# I4.6


@pytest.mark.parametrize("role", ["comms_specialist", "smuggler"])
def test_I4_6_a_loose_tile_one_space_up_anywhere(role: str) -> None:
    """I4.8: the smuggler is printed with the same text."""
    table = at_table(x1=f"{role} h1", loose={"g5": "memo", "b3": "photo"})
    assert table.legal("lift") == [
        "raise photo b3 NW",
        "raise photo b3 NE",
        "raise memo g5 NW",
        "raise memo g5 NE",
    ]
    table.play("raise memo g5 NE", "raise photo b3 NW")
    assert (table.on("f6"), table.on("a2"), table.actions_left) == ("memo", "photo", 1)


@pytest.mark.parametrize("role", ["comms_specialist", "smuggler"])
def test_I4_6_one_space_down_costs_intel_too(role: str) -> None:
    table = at_table(x1=f"{role} h1 memo", loose={"g5": "photo"})
    assert table.refused("lower photo g5 SW") == ("pay_first", "I3.4")
    table.play("pay x1 memo")
    assert table.legal("lower") == ["lower photo g5 SW", "lower photo g5 SE"]
    assert table.refused("raise photo g5 NE") == ("finish_first", "I3.4")
    table.play("lower photo g5 SE")
    assert (table.on("h6"), table.has("x1"), table.actions_left, table.bag("memo")) == ("photo", "", 2, 17)


def test_I4_6_not_below_the_bottom() -> None:
    table = at_table(x1="comms_specialist g1 memo", loose={"h5": "photo", "b1": "memo"})
    table.play("pay x1 memo")
    assert table.refused("lower photo h5 SW") == ("off_the_board", "I4.2")
    assert table.refused("lower memo b1 SW") == ("off_the_board", "I4.2")
    table.play("lower memo b1 SE")


def test_I4_6_the_cost_is_paid_before_the_tile_arrives() -> None:
    """So an agent with three tiles can lower one onto itself."""
    table = at_table(x1="comms_specialist e3 memo memo memo", loose={"d3": "cipher_key"})
    table.play("pay x1 memo", "lower cipher key d3 SE")
    assert table.has("x1") == "memo memo cipher_key"


def test_I4_6_only_tiles_that_nobody_possesses() -> None:
    table = at_table(x1="comms_specialist h1 memo", y1="hacker e3 photo")
    assert table.refused("raise photo e3 NE") == ("no_such_tile", "I4.2")


def test_I4_6_only_with_a_comms_specialist_of_ones_own_and_an_action() -> None:
    table = at_table(x1="hacker h1", y1="comms_specialist h3", loose={"g5": "memo"})
    assert table.refused("raise memo g5 NW") == ("no_comms", "I4.6")
    table = at_table(x1="comms_specialist h1 memo", loose={"g5": "memo"}, more={"actions_left": 0, "spawning": False})
    assert table.refused("raise memo g5 NW") == ("no_actions", "I2.6")
    assert table.refused("pay x1 memo") == ("no_actions", "I2.6")


# I4.7


def test_I4_7_an_analyst_that_retires_with_three_draws_one_and_keeps_it() -> None:
    table = at_table(x1="analyst h3 memo memo photo")
    table.play("retire x1")
    assert (table.phase, table.points) == ("extra", [4, 0])
    assert [weight for _, weight in table.match.outcomes()] == [15, 9, 7, 4, 3, 6]
    table.chance("extra cipher key")
    assert table.legal() == ["keep", "put back"]
    assert table.match.view(1)["extra"] == "cipher key"
    table.play("keep")
    assert (table.points, table.phase, table.bag("cipher key")) == ([9, 0], "turn", 2)
    assert table.told("kept") == [{"seat": 0, "tile": "cipher key", "total": 9}]


def test_I4_7_or_puts_it_back() -> None:
    table = at_table(x1="analyst h3 memo memo photo")
    table.play("retire x1")
    table.chance("extra memo")
    table.play("put back")
    assert (table.points, table.phase, table.bag("memo")) == ([4, 0], "turn", 15)


def test_I4_7_a_kept_honeypot_is_out_of_play() -> None:
    table = at_table(x1="analyst h3 memo memo photo")
    table.play("retire x1")
    table.chance("extra honeypot")
    table.play("keep")
    assert (table.points, table.bag("honeypot"), table.now["scored"][0]["honeypot"]) == ([4, 0], 5, 1)


def test_I4_7_not_with_two() -> None:
    table = at_table(x1="analyst h3 memo photo")
    table.play("retire x1")
    assert (table.phase, table.points) == ("turn", [3, 0])


def test_I4_7_not_from_an_empty_bag() -> None:
    table = at_table(x1="analyst h3 memo memo photo", bag="")
    table.play("retire x1")
    assert (table.phase, table.points) == ("turn", [4, 0])


def test_I4_7_only_analysts_do() -> None:
    table = at_table(x1="hacker h3 memo memo photo")
    table.play("retire x1")
    assert table.phase == "turn"


def test_I4_7_what_was_drawn_cannot_be_taken_back_but_the_choice_can() -> None:
    table = at_table(x1="analyst h3 memo memo photo")
    table.play("retire x1")
    table.chance("extra memo")
    with pytest.raises(CannotUndo):
        table.match.undo(0)
    table.play("keep")
    table.match.undo(0)
    assert table.phase == "keep"


# I4.8


def test_I4_8_by_default_the_smuggler_is_as_printed() -> None:
    table = at_table(x1="smuggler e3 memo", loose={"g3": "photo"})
    assert table.match.options["smuggler"] == Smuggler.PRINTED.text
    assert table.refused("shift photo g3 W") == ("no_smuggler", "I4.8")
    table.play("pay x1 memo")
    assert table.refused("journey h1") == ("no_smuggler", "I4.8")


def test_I4_8_sideways_a_loose_tile_goes_sideways() -> None:
    table = at_table(sideways=True, x1="smuggler e3", loose={"g1": "photo", "b6": "memo"})
    assert table.legal("shift") == ["shift memo b6 W", "shift photo g1 E"]
    assert table.refused("shift photo g1 W") == ("off_the_board", "I4.2")
    table.play("shift photo g1 E")
    assert (table.on("g2"), table.actions_left) == ("photo", 2)


def test_I4_8_sideways_it_neither_raises_nor_lowers() -> None:
    table = at_table(sideways=True, x1="smuggler e3 memo", loose={"g1": "photo"})
    assert table.refused("raise photo g1 NE") == ("no_comms", "I4.6")
    table.play("pay x1 memo")
    assert table.refused("lower photo g1 SE") == ("paid_for_a_journey", "I4.8")


def test_I4_8_sideways_it_travels_to_an_empty_starred_tile() -> None:
    table = at_table(
        sideways=True, x1="smuggler d3 memo photo", x2="hacker h2", loose={"h1": "memo"}, blockade={"h3": "y"}
    )
    assert table.refused("journey h5") == ("pay_first", "I3.4")
    table.play("pay x1 memo")
    for star in ("h1", "h2", "h3"):
        assert table.refused(f"journey {star}") == ("no_landing", "I4.8")
    table.play("journey h5")
    assert (table.place("x1"), table.has("x1"), table.actions_left) == ("h5", "photo", 2)
    table.play("retire x1")
    assert table.points == [2, 0]


def test_I4_8_sideways_the_journey_needs_an_action() -> None:
    table = at_table(sideways=True, x1="smuggler d3 memo", more={"actions_left": 0, "spawning": False})
    assert table.refused("pay x1 memo") == ("no_actions", "I2.6")
    table = at_table(sideways=True, x1="hacker d3", loose={"g1": "photo"})
    assert table.refused("shift photo g1 E") == ("no_smuggler", "I4.8")
