"""I2: the trickle, what arrives at agents, spawning."""

import pytest

from .builders import at_table, new_table

# I2.1


def test_I2_1_a_tile_is_drawn_to_the_left_then_one_to_the_right() -> None:
    table = new_table(starter=0)
    assert table.phase == "left"
    table.chance("draw photo")
    assert (table.on("a1"), table.phase) == ("photo", "right")
    table.chance("draw cipher key")
    assert (table.on("a5"), table.phase) == ("cipher_key", "roll")


def test_I2_1_a_draw_is_by_counts() -> None:
    table = new_table(starter=0)
    assert [weight for _, weight in table.match.outcomes()] == [17, 10, 7, 4, 3, 6]
    table.chance("draw cipher key")
    assert [weight for _, weight in table.match.outcomes()] == [17, 10, 7, 4, 2, 6]


def test_I2_1_all_six_dice_are_rolled() -> None:
    table = new_table(starter=0)
    table.chance("draw memo", "draw memo")
    for kind in ("memo", "photo", "blueprint", "credential", "cipher key", "honeypot"):
        assert [str(move) for move, _ in table.match.outcomes()] == [f"die {kind} {face}" for face in range(1, 7)]
        assert {weight for _, weight in table.match.outcomes()} == {1}
        table.chance(f"die {kind} 5")
    assert table.phase == "turn"
    assert set(table.now["dice"].values()) == {5}


@pytest.mark.parametrize(("face", "target"), [(1, "c2"), (3, "c2"), (5, "c2"), (2, "c3"), (4, "c3"), (6, "c3")])
def test_I2_1_odd_is_down_left_and_even_down_right(face: int, target: str) -> None:
    table = at_table(phase="roll", loose={"b3": "photo"})
    table.chance(
        "die memo 1",
        f"die photo {face}",
        *(f"die {kind} 1" for kind in ("blueprint", "credential", "cipher key", "honeypot")),
    )
    assert (table.on("b3"), table.on(target)) == ("", "photo")


def test_I2_1_each_kind_follows_its_own_die_the_new_ones_too() -> None:
    table = at_table(phase="left", loose={"c3": "memo photo photo"})
    table.trickle("memo", "photo", photo=True)
    assert (table.on("d3"), table.on("d4")) == ("memo", "photo photo")
    assert (table.on("b1"), table.on("b6")) == ("memo", "photo")


def test_I2_1_all_tiles_move_at_the_same_time_and_once() -> None:
    table = at_table(phase="roll", loose={"a3": "memo", "b3": "memo", "c2": "memo", "d2": "memo"})
    table.roll()
    assert [table.on(space) for space in ("a3", "b3", "c2", "d2", "e1")] == ["", "memo", "memo", "memo", "memo"]


def test_I2_1_tiles_that_agents_possess_stay_with_them() -> None:
    table = at_table(phase="roll", x1="hacker e3 memo")
    table.roll()
    assert (table.place("x1"), table.has("x1")) == ("e3", "memo")


def test_I2_1_with_one_tile_left_it_goes_to_the_left() -> None:
    table = at_table(phase="left", bag="photo")
    table.chance("draw photo")
    assert (table.on("a1"), table.phase) == ("photo", "roll")


def test_I2_1_from_an_empty_bag_nothing_is_drawn() -> None:
    table = at_table(bag="", x1="hacker h1")
    table.play("end turn")
    assert table.phase == "roll"


def test_I2_1_a_new_tile_on_a_blockaded_entry_is_placed_and_held() -> None:
    table = at_table(phase="left", blockade={"a1": "x", "a5": "y"})
    table.trickle("photo", "memo")
    assert (table.on("a1"), table.on("a5")) == ("photo", "memo")
    assert {"tile": "photo", "number": 1, "place": "a1"} in table.told("held")


# I2.2


@pytest.mark.parametrize(("space", "even"), [("b1", False), ("d1", False), ("b6", True), ("h3", False), ("h3", True)])
def test_I2_2_a_tile_that_leaves_the_board_goes_back_to_the_bag(space: str, even: bool) -> None:
    table = at_table(phase="roll", loose={space: "photo"})
    before = table.bag("photo")
    table.roll(photo=even)
    assert table.on(space) == ""
    assert table.bag("photo") == before + 1 == 10


# I2.3


def test_I2_3_a_blockade_redirects_to_the_other_side() -> None:
    table = at_table(phase="roll", loose={"b3": "photo"}, blockade={"c2": "y"})
    table.roll()
    assert table.on("c3") == "photo"


def test_I2_3_the_other_side_may_be_off_the_board() -> None:
    table = at_table(phase="roll", loose={"b1": "photo"}, blockade={"c1": "y"})
    table.roll(photo=True)
    assert table.bag("photo") == 10


def test_I2_3_the_way_off_the_board_is_not_barred_by_a_blockade_on_the_other_side() -> None:
    table = at_table(phase="roll", loose={"b1": "photo"}, blockade={"c1": "y"})
    table.roll()
    assert table.bag("photo") == 10


def test_I2_3_blockades_on_both_sides_hold() -> None:
    table = at_table(phase="roll", loose={"b3": "photo"}, blockade={"c2": "y", "c3": "x"})
    table.roll()
    assert table.on("b3") == "photo"


def test_I2_3_a_blockade_on_its_own_space_holds() -> None:
    table = at_table(phase="roll", loose={"b3": "photo", "h2": "memo"}, blockade={"b3": "y", "h2": "x"})
    table.roll()
    assert (table.on("b3"), table.on("h2")) == ("photo", "memo")


def test_I2_3_several_tiles_may_share_a_space() -> None:
    table = at_table(phase="roll", loose={"b2": "photo", "b3": "memo memo"})
    table.roll(photo=True)
    assert table.on("c2") == "memo memo photo"


# I2.4


def test_I2_4_a_tile_that_arrives_is_possessed() -> None:
    table = at_table(phase="roll", loose={"d3": "photo"}, x1="hacker e2")
    table.roll()
    assert (table.has("x1"), table.on("e2")) == ("photo", "")
    assert table.told("took") == [{"agent": "x1", "tile": "photo", "number": 1, "place": "e2"}]


def test_I2_4_three_tiles_are_allowed() -> None:
    table = at_table(phase="roll", loose={"d3": "photo"}, x1="hacker e2 memo memo")
    table.roll()
    assert table.has("x1") == "memo memo photo"


def test_I2_4_overload_by_trickle_all_goes_back_to_the_bag() -> None:
    table = at_table(phase="roll", loose={"d3": "photo"}, x1="hacker e2 memo memo cipher_key")
    table.roll()
    assert (table.has("x1"), table.place("x1")) == ("", "e2")
    assert (table.bag("memo"), table.bag("photo"), table.bag("cipher key")) == (17, 10, 3)
    assert table.told("overloaded") == [{"agent": "x1"}]


def test_I2_4_several_tiles_that_arrive_together_count_together() -> None:
    table = at_table(phase="roll", loose={"d2": "memo memo", "d3": "photo photo"}, x1="hacker e2")
    table.roll(memo=True)
    assert table.has("x1") == ""


def test_I2_4_honeypot_by_trickle_the_agent_is_gone_for_good() -> None:
    table = at_table(phase="roll", loose={"d3": "honeypot"}, y1="hacker e2 photo photo")
    table.roll()
    now = table.now
    assert (now["place"]["y1"], now["role"]["y1"], now["gone"][1]["hacker"]) == ("off", "none", 1)
    assert (table.bag("honeypot"), table.bag("photo"), table.has("y1")) == (6, 10, "")
    assert table.told("trapped") == [{"agent": "y1", "role": "hacker", "place": "e2"}]


def test_I2_4_a_honeypot_and_a_fourth_tile_at_the_same_time() -> None:
    """The honeypot is settled first: the agent is gone, not merely overloaded."""
    table = at_table(phase="roll", loose={"d3": "honeypot", "d2": "blueprint"}, x1="hacker e2 photo photo memo")
    table.roll(blueprint=True)
    assert table.place("x1") == "off"
    assert (table.told("overloaded"), len(table.told("trapped"))) == ([], 1)
    assert [table.bag(kind) for kind in ("memo", "photo", "blueprint", "honeypot")] == [17, 10, 7, 6]


def test_I2_4_what_arrives_with_a_honeypot_goes_back_to_the_bag() -> None:
    table = at_table(phase="roll", loose={"d3": "honeypot photo"}, x1="hacker e2")
    table.roll()
    assert (table.place("x1"), table.on("e2"), table.bag("photo")) == ("off", "", 10)


def test_I2_4_nobody_ever_holds_a_honeypot() -> None:
    """So there is no action that gives, steals or pays one."""
    texts = [str(move) for move in at_table().match.game.actions]
    assert not [text for text in texts if "honeypot" in text and text.split()[0] not in ("raise", "lower", "shift")]


# I2.5


def test_I2_5_spawn_up_to_three_agents() -> None:
    table = at_table()
    table.play("spawn hacker h1", "spawn hacker h2", "spawn double agent h6")
    assert [table.place(agent) for agent in ("x1", "x2", "x3")] == ["h1", "h2", "h6"]
    assert table.now["roster"][0]["hacker"] == 0
    assert table.actions_left == 3
    assert table.refused("spawn analyst h3") == ("enough_agents", "I2.5")


def test_I2_5_spawning_is_optional() -> None:
    assert "end turn" in at_table().legal()


def test_I2_5_only_what_is_in_the_roster() -> None:
    table = at_table(roster=("analyst", None))
    assert table.refused("spawn hacker h1") == ("none_left", "I1.5")
    table.play("spawn analyst h1")
    assert table.legal("spawn") == []


def test_I2_5_only_onto_completely_empty_starred_tiles() -> None:
    table = at_table(loose={"h1": "memo"}, blockade={"h2": "y"}, x1="hacker h3", y1="hacker h4")
    for star in ("h1", "h2", "h3", "h4"):
        assert table.refused(f"spawn analyst {star}") == ("not_empty", "I2.5")
    assert {text.split()[-1] for text in table.legal("spawn")} == {"h5", "h6"}


@pytest.mark.parametrize("first", ["move x1 W", "block h2", "retire x1", "give x2 memo x1"])
def test_I2_5_spawn_after_an_action_or_a_retirement_is_refused(first: str) -> None:
    table = at_table(x1="engineer h3 photo", x2="hacker h4 memo")
    assert table.legal("spawn")
    table.play(first)
    assert table.refused("spawn analyst h6") == ("spawning_over", "I2.5")


def test_I2_5_spawn_after_an_ability_that_costs_no_action_is_refused() -> None:
    table = at_table(x1="engineer h3 photo")
    table.play("pay x1 photo", "block b2")
    assert table.actions_left == 3
    assert table.refused("spawn analyst h6") == ("spawning_over", "I2.5")


def test_I2_5_a_place_freed_by_retiring_is_filled_next_turn() -> None:
    table = at_table(x1="hacker h1", x2="hacker h2", x3="analyst h3")
    table.play("retire x1")
    assert table.refused("spawn analyst h6") == ("spawning_over", "I2.5")
    table.end_turn()
    table.end_turn()
    table.play("spawn analyst h6")
    assert table.place("x1") == "h6"


# I2.6


def test_I2_6_up_to_three_actions_a_turn() -> None:
    table = at_table(x1="hacker e3")
    table.play("move x1 W", "move x1 E", "move x1 W")
    assert table.actions_left == 0
    assert table.refused("move x1 E") == ("no_actions", "I2.6")
    assert table.legal() == ["end turn"]


def test_I2_6_what_is_free_stays_possible() -> None:
    table = at_table(x1="engineer h3 photo", x2="hacker g3")
    table.play("move x2 W", "move x2 E", "move x2 W", "pay x1 photo", "block a3", "retire x1")
    assert table.points == [0, 0]


def test_I2_actions_are_counted_afresh_every_turn() -> None:
    table = at_table(x1="hacker e3", y1="hacker e5")
    table.play("move x1 W")
    table.end_turn()
    assert (table.turn, table.actions_left) == (1, 3)
    assert table.refused("put back") == ("no_extra", "I4.7")
