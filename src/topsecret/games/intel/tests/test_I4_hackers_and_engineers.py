"""I4.9, I4.10: pins, thefts and blockades, and when they end."""

from .builders import at_table


def test_I4_9_a_hacker_pins_a_neighbouring_enemy() -> None:
    table = at_table(x1="hacker e3", y1="analyst e4", y2="analyst h1")
    table.play("pin x1 y1")
    assert (table.now["pinned"]["y1"], table.actions_left) == (True, 2)
    table = at_table(x1="hacker e3", y1="analyst e4", y2="analyst h1")
    assert table.refused("pin x1 y2") == ("not_beside", "I4.9")
    assert table.refused("pin x1 y3") == ("not_on_board", "I1.5")


def test_I4_9_only_enemies() -> None:
    table = at_table(x1="hacker e3", x2="analyst e4")
    assert table.refused("pin x1 x2") == ("not_an_enemy", "I4.9")


def test_I4_9_only_hackers_of_ones_own() -> None:
    table = at_table(x1="analyst e3", y1="hacker e4")
    assert table.refused("pin x1 y1") == ("no_hacker", "I4.9")
    table = at_table(x1="hacker e3", x2="analyst e5", y1="hacker e4")
    assert table.refused("pin x2 y1") == ("no_hacker", "I4.9")
    assert table.refused("pin y1 x1") == ("not_yours", "I1.5")
    assert table.refused("pin x3 y1") == ("not_on_board", "I1.5")


def test_I4_9_a_hacker_unpins_an_own_agent_at_any_distance() -> None:
    table = at_table(x1="hacker e3", x2="analyst h6 memo", pinned="x2")
    table.play("unpin x1 x2", "retire x2")
    assert (table.points, table.actions_left) == ([1, 0], 2)


def test_I4_9_itself_included() -> None:
    table = at_table(x1="hacker e3", pinned="x1")
    table.play("unpin x1 x1", "move x1 W")
    assert table.place("x1") == "e2"


def test_I4_9_only_what_is_pinned_and_ones_own_is_unpinned() -> None:
    table = at_table(x1="hacker e3", x2="analyst h6", y1="analyst h1", pinned="y1")
    assert table.refused("unpin x1 x2") == ("not_pinned", "I4.9")
    assert table.refused("unpin x1 y1") == ("not_yours", "I1.5")
    assert table.refused("unpin x1 x3") == ("not_on_board", "I1.5")


def test_I4_9_one_of_the_two_once_a_turn_for_each_hacker() -> None:
    table = at_table(x1="hacker e3", x2="hacker e5", y1="analyst e4", y2="analyst e2", pinned="x2")
    table.play("pin x1 y1")
    assert table.refused("pin x1 y2") == ("used_this_turn", "I4.9")
    assert table.refused("unpin x1 x2") == ("used_this_turn", "I4.9")
    table.play("unpin x2 x2")
    table.end_turn("photo", "photo")
    table.end_turn("photo", "photo")
    table.play("pin x1 y2")


def test_I4_9_a_pin_lasts_until_the_end_of_the_opponents_next_turn() -> None:
    table = at_table(x1="hacker h3", y1="analyst h4")
    table.play("pin x1 y1")
    table.end_turn()
    assert table.refused("move y1 E") == ("pinned", "I4.1")
    table.play("end turn")
    assert table.told("pin_ended") == [{"agent": "y1"}]
    table.trickle()
    table.end_turn()
    table.play("move y1 E")


def test_I4_9_theft_from_a_pinned_enemy_anywhere() -> None:
    table = at_table(x1="hacker h1 memo", y1="analyst d6 photo cipher_key", pinned="y1")
    assert table.refused("steal y1 photo") == ("pay_first", "I3.4")
    table.play("pay x1 memo")
    assert table.legal("steal") == ["steal y1 photo", "steal y1 cipher key"]
    assert table.refused("steal y1 memo") == ("not_carried", "I4.9")
    table.play("steal y1 cipher key")
    assert (table.has("x1"), table.has("y1"), table.bag("memo"), table.actions_left) == ("cipher_key", "photo", 17, 3)


def test_I4_9_theft_ends_at_three_and_never_overloads() -> None:
    table = at_table(x1="hacker h1 memo memo memo", y1="analyst d6 cipher_key", pinned="y1")
    table.play("pay x1 memo", "steal y1 cipher key")
    assert table.has("x1") == "memo memo cipher_key"


def test_I4_9_theft_once_a_turn_for_each_hacker() -> None:
    table = at_table(x1="hacker h1 memo memo", x2="hacker h2 memo", y1="analyst d6 photo photo", pinned="y1")
    table.play("pay x1 memo", "steal y1 photo")
    assert table.refused("pay x1 memo") == ("used_this_turn", "I4.9")
    table.play("pay x2 memo", "steal y1 photo")


def test_I4_9_pinning_and_stealing_go_together() -> None:
    table = at_table(x1="hacker e3 memo", y1="analyst e4 photo")
    table.play("pin x1 y1", "pay x1 memo", "steal y1 photo")
    assert table.has("x1") == "photo"


def test_I4_9_only_from_pinned_enemies() -> None:
    table = at_table(
        x1="hacker e3 memo", x2="analyst h1 photo", y1="analyst e4 photo", y2="analyst h6 photo", pinned="y1 x2"
    )
    table.play("pay x1 memo")
    assert table.refused("steal y2 photo") == ("not_pinned", "I4.9")
    assert table.refused("steal x2 photo") == ("not_an_enemy", "I4.9")
    assert table.refused("steal y3 photo") == ("not_on_board", "I1.5")


# I4.10


def test_I4_10_an_engineer_blockades_a_neighbouring_space_for_an_action() -> None:
    table = at_table(x1="engineer d3", y1="hacker d4", blockade={"d2": "y"})
    assert table.legal("block") == ["block c2", "block c3", "block e2", "block e3"]
    assert table.refused("block d4") == ("not_free", "I4.10")
    assert table.refused("block d2") == ("not_free", "I4.10")
    assert table.refused("block h1") == ("not_beside_an_engineer", "I4.10")
    table.play("block c3")
    assert (table.now["blockade"]["c3"], table.actions_left) == ("x", 2)


def test_I4_10_only_engineers_and_only_with_an_action() -> None:
    table = at_table(x1="hacker d3")
    assert table.refused("block c3") == ("no_engineer", "I4.10")
    table = at_table(x1="engineer d3", more={"actions_left": 0, "spawning": False})
    assert table.refused("block c3") == ("no_actions", "I2.6")


def test_I4_10_for_intel_anywhere_and_no_action() -> None:
    table = at_table(x1="engineer d3 memo memo", y1="hacker h1", blockade={"h2": "y"}, loose={"a2": "photo"})
    table.play("pay x1 memo")
    assert len(table.legal("block")) == 44 - 2 - 1
    assert table.refused("block h1") == ("not_free", "I4.10")
    assert table.refused("block h2") == ("not_free", "I4.10")
    table.play("block a2", "pay x1 memo", "block h6")
    assert (table.actions_left, table.now["blockade"]["a2"], table.now["blockade"]["h6"]) == (3, "x", "x")


def test_I4_10_a_blockade_lasts_until_the_end_of_the_opponents_next_turn() -> None:
    table = at_table(x1="engineer e3", y1="hacker f3")
    table.play("block e2")
    table.end_turn("photo", "photo")
    assert table.refused("move y1 NW") == ("barred", "I3.1")
    table.play("end turn")
    assert table.told("blockade_ended") == [{"place": "e2"}]
    assert table.now["blockade"]["e2"] == "none"


def test_I4_10_the_other_sides_blockade_stays_over_the_end_of_that_turn() -> None:
    table = at_table(x1="engineer e3", y1="engineer h3", blockade={"b3": "y"})
    table.play("block e2")
    table.play("end turn")
    assert (table.now["blockade"]["b3"], table.now["blockade"]["e2"]) == ("none", "x")


def test_I4_10_two_engineers_offer_a_space_once() -> None:
    table = at_table(x1="engineer e3", x2="engineer e5")
    assert len(table.legal("block")) == len(set(table.legal("block"))) == 10
