"""I3: what every agent can do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topsecret.games.intel.box import BESIDE, IN_FIELD, OFF, SPACE_NAMES, SPACES, Way

from .builders import at_table

FIELD = [space for space in range(SPACES) if IN_FIELD[space]]


@given(st.sampled_from(FIELD))
def test_I3_1_an_agent_moves_to_any_neighbouring_space_of_the_field(space: int) -> None:
    table = at_table(x1=f"hacker {SPACE_NAMES[space]}")
    reach = [Way(way).text for way in range(6) if BESIDE[space][way] != OFF and IN_FIELD[BESIDE[space][way]]]
    assert table.legal("move") == [f"move x1 {way}" for way in reach]


def test_I3_1_a_move_is_one_action() -> None:
    table = at_table(x1="hacker e3")
    table.play("move x1 NE")
    assert (table.place("x1"), table.actions_left) == ("d4", 2)
    assert table.told("moved") == [{"agent": "x1", "place": "e3", "target": "d4"}]


def test_I3_1_not_out_of_the_field() -> None:
    table = at_table(x1="hacker d3", x2="hacker h1")
    assert table.refused("move x1 NW") == ("outside_field", "I3.1")
    assert table.refused("move x2 W") == ("outside_field", "I3.1")
    assert table.refused("move x2 SE") == ("outside_field", "I3.1")


def test_I3_1_not_onto_an_agent_or_a_blockade() -> None:
    table = at_table(x1="hacker e3", x2="analyst e2", y1="analyst e4", blockade={"d3": "x", "d4": "y"})
    assert table.refused("move x1 W") == ("occupied", "I3.1")
    assert table.refused("move x1 E") == ("occupied", "I3.1")
    assert table.refused("move x1 NW") == ("barred", "I3.1")
    assert table.refused("move x1 NE") == ("barred", "I3.1")


def test_I3_1_only_ones_own_agents_on_the_board() -> None:
    table = at_table(x1="hacker e3", y1="analyst e5")
    assert table.refused("move y1 W") == ("not_yours", "I1.5")
    assert table.refused("move x2 W") == ("not_on_board", "I1.5")


def test_I3_1_intel_there_is_possessed_at_once() -> None:
    table = at_table(x1="hacker e3 memo", loose={"e4": "photo blueprint"})
    table.play("move x1 E")
    assert (table.has("x1"), table.on("e4")) == ("memo photo blueprint", "")


def test_I3_1_its_intel_goes_with_it() -> None:
    table = at_table(x1="hacker e3 memo")
    table.play("move x1 E", "move x1 SE")
    assert (table.place("x1"), table.has("x1")) == ("f5", "memo")


def test_I2_4_overload_by_move() -> None:
    table = at_table(x1="hacker e3 memo memo", loose={"e4": "photo photo"})
    table.play("move x1 E")
    assert (table.has("x1"), table.place("x1"), table.bag("photo")) == ("", "e4", 10)


def test_I2_4_honeypot_by_move() -> None:
    table = at_table(x1="hacker e3 memo", loose={"e4": "honeypot photo"})
    table.play("move x1 E")
    assert (table.place("x1"), table.on("e4"), table.bag("photo"), table.bag("memo")) == ("off", "", 10, 17)
    assert table.now["gone"][0]["hacker"] == 1


# I3.2


def test_I3_2_a_tile_to_a_neighbouring_own_agent() -> None:
    table = at_table(x1="hacker e3 memo photo", x2="analyst e4")
    table.play("give x1 photo x2")
    assert (table.has("x1"), table.has("x2"), table.actions_left) == ("memo", "photo", 2)


def test_I3_2_only_to_neighbours() -> None:
    table = at_table(x1="hacker e3 memo photo", x2="analyst e5")
    assert table.refused("give x1 photo x2") == ("not_beside", "I3.2")


def test_I3_2_not_to_the_enemy_nor_to_oneself() -> None:
    table = at_table(x1="hacker e3 memo photo", y1="analyst e4")
    assert table.refused("give x1 photo y1") == ("only_double_agents", "I4.5")
    assert table.refused("give x1 photo x1") == ("same_agent", "I3.2")
    assert table.refused("give x1 photo x2") == ("not_on_board", "I1.5")
    assert table.refused("give y1 photo x1") == ("not_yours", "I1.5")


def test_I3_2_only_what_it_has() -> None:
    table = at_table(x1="hacker e3 memo", x2="analyst e4")
    assert table.refused("give x1 photo x2") == ("not_carried", "I3.2")


def test_I2_4_overload_by_transfer() -> None:
    table = at_table(x1="hacker e3 memo", x2="analyst e4 photo photo photo")
    table.play("give x1 memo x2")
    assert (table.has("x1"), table.has("x2"), table.bag("photo"), table.bag("memo")) == ("", "", 10, 17)


# I3.3


def test_I3_3_retiring_scores_and_is_free() -> None:
    table = at_table(x1="hacker h3 memo cipher_key")
    table.play("retire x1")
    now = table.now
    assert (table.points, table.actions_left, table.place("x1")) == ([6, 0], 3, "off")
    assert (now["scored"][0]["cipher key"], table.bag("cipher key"), now["gone"][0]["hacker"]) == (1, 2, 1)
    assert table.told("retired") == [
        {"seat": 0, "role": "hacker", "points": 6, "total": 6, "agent": "x1", "place": "h3"}
    ]


def test_I3_3_no_intel_is_allowed() -> None:
    table = at_table(x1="hacker h3")
    table.play("retire x1")
    assert table.points == [0, 0]


def test_I3_3_not_in_the_turn_it_was_spawned() -> None:
    table = at_table()
    table.play("spawn hacker h3")
    assert table.refused("retire x1") == ("just_spawned", "I3.3")
    table.play("move x1 W")
    assert table.refused("retire x1") == ("just_spawned", "I3.3")
    table.end_turn()
    table.end_turn()
    table.play("retire x1")


def test_I3_3_only_on_the_bottom_row() -> None:
    table = at_table(x1="hacker g3 memo")
    assert table.refused("retire x1") == ("not_at_the_bottom", "I3.3")


def test_I3_3_only_ones_own() -> None:
    table = at_table(y1="hacker h3 memo", x1="hacker e3")
    assert table.refused("retire y1") == ("not_yours", "I1.5")
    assert table.refused("retire x2") == ("not_on_board", "I1.5")


def test_I3_3_the_slot_is_free_again() -> None:
    table = at_table(x1="hacker h3", x2="analyst h4")
    table.play("retire x1")
    table.end_turn()
    table.end_turn()
    table.play("spawn engineer h1")
    assert (table.now["role"]["x1"], table.place("x1")) == ("engineer", "h1")


# I3.4


def test_I3_4_any_tile_of_the_agent_pays() -> None:
    table = at_table(x1="engineer e3 memo cipher_key", x2="analyst h1 photo")
    assert table.legal("pay") == ["pay x1 memo", "pay x1 cipher key"]
    table.play("pay x1 cipher key", "block b2")
    assert (table.has("x1"), table.bag("cipher key")) == ("memo", 3)
    assert table.told("paid") == [{"agent": "x1", "tile": "cipher key"}]


def test_I3_4_a_cost_that_is_laid_out_is_paid_with_the_ability_and_not_before() -> None:
    table = at_table(x1="engineer e3 memo")
    table.play("pay x1 memo")
    assert (table.has("x1"), table.bag("memo")) == ("memo", 16)
    table.play("block b2")
    assert (table.has("x1"), table.bag("memo")) == ("", 17)


def test_I3_4_only_its_own_seat_sees_what_is_laid_out() -> None:
    table = at_table(x1="engineer e3 memo")
    before = [table.match.view(seat) for seat in (None, 1)], [table.match.events(seat) for seat in (None, 1)]
    table.play("pay x1 memo")
    assert ([table.match.view(seat) for seat in (None, 1)], [table.match.events(seat) for seat in (None, 1)]) == before
    assert table.match.view(0)["paying"] == ["x1", None]
    assert table.match.events(0)[-1]["event"] == "pay"


def test_I3_4_what_is_laid_out_can_be_taken_back() -> None:
    table = at_table(x1="engineer e3 memo")
    before = table.now
    assert table.refused("back") == ("nothing_laid_out", "I3.4")
    table.play("pay x1 memo", "back")
    assert table.now == before
    table.play("pay x1 memo")
    table.match.undo(0)
    assert table.now == before


@pytest.mark.parametrize(
    "action", ["end turn", "move x1 W", "retire x2", "spawn hacker h1", "give x1 memo x2", "pay x1 memo"]
)
def test_I3_4_while_a_cost_is_laid_out_only_its_ability_can_be_used(action: str) -> None:
    table = at_table(x1="engineer e3 memo", x2="analyst h2")
    assert action in table.legal() or action.startswith("give")
    table.play("pay x1 memo")
    assert table.refused(action) == ("finish_first", "I3.4")
    assert {text.split()[0] for text in table.legal()} == {"back", "block"}


def test_I3_4_double_agents_and_analysts_have_nothing_to_pay_for() -> None:
    table = at_table(x1="double_agent e3 memo", x2="analyst e4 memo")
    assert table.refused("pay x1 memo") == ("nothing_to_pay_for", "I3.4")
    assert table.refused("pay x2 memo") == ("nothing_to_pay_for", "I3.4")


def test_I3_4_only_a_tile_that_the_agent_itself_has() -> None:
    table = at_table(x1="engineer e3", x2="analyst e4 memo", y1="engineer h1 memo")
    assert table.refused("pay x1 memo") == ("not_carried", "I3.4")
    assert table.refused("pay y1 memo") == ("not_yours", "I1.5")
    assert table.refused("pay x3 memo") == ("not_on_board", "I1.5")


def test_I3_4_nothing_is_laid_out_where_the_ability_has_no_target() -> None:
    table = at_table(x1="comms_specialist e3 memo", x2="hacker e5 memo")
    assert table.refused("pay x1 memo") == ("no_target", "I3.4")
    assert table.refused("pay x2 memo") == ("no_target", "I3.4")


def test_I3_4_a_paid_ability_can_be_taken_back_inside_the_turn() -> None:
    table = at_table(x1="engineer e3 memo")
    before = table.now
    table.play("pay x1 memo", "block b2")
    table.match.undo(0)
    table.match.undo(0)
    assert table.now == before
