"""S3: a turn of the basic game."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

import topsecret
from topsecret import CannotUndo, NotYourTurn
from topsecret.games.spies.box import VALUE, Agent, Building

from .builders import COLOURS, at_table, many

BUILDINGS = [building.text for building in Building]


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_S3_1_the_die_gives_that_many_points(face: int) -> None:
    table = at_table()
    table.roll(face)
    assert {sum(move.params["points"].values()) for move in table.match.legal(0)} == {face}


def test_S3_1_on_1_to_3_the_player_chooses_how_many() -> None:
    table = at_table()
    table.roll("1-3")
    assert {sum(move.params["points"].values()) for move in table.match.legal(0)} == {1, 2, 3}


def test_S3_1_only_the_player_whose_turn_it_is_moves() -> None:
    table = at_table(turn=2)
    table.roll(4)
    assert table.match.actors == (2,)
    with pytest.raises(NotYourTurn):
        table.play(0, "red+4")
    assert table.refused(2, "safe 4") == ("safe_later", "S3.5")


@pytest.mark.parametrize(("points", "ways"), [(2, 28), (3, 84), (4, 210), (5, 462), (6, 924)])
def test_S3_2_points_may_be_spread_over_any_agents(points: int, ways: int) -> None:
    table = at_table()
    table.roll(points)
    assert len(table.legal(0)) == ways == comb(7 + points - 1, points)


def test_S3_2_all_points_must_be_used_and_no_more() -> None:
    table = at_table()
    table.roll(4)
    assert table.refused(0, "red+3") == ("too_few_points", "S3.2")
    assert table.refused(0, "red+3 blue+2") == ("too_many_points", "S3.2")
    table.play(0, "red+3 blue+1")


def test_S3_2_agents_go_clockwise_one_building_a_point() -> None:
    table = at_table(place={"red": 3, "blue": "ruins", "gray": 10})
    table.roll_and_move(6, "red+2 blue+1 gray+3")
    assert (table.place("red"), table.place("blue"), table.place("gray")) == ("5", "church", "1")


def test_S3_2_worked_case_1_a_six_takes_red_to_2_blue_to_3_yellow_to_1() -> None:
    table = at_table()
    table.roll_and_move(6, "red+2 blue+3 yellow+1")
    assert [table.place(agent) for agent in COLOURS] == ["2", "3", "church", "1", "church", "church", "church"]


def test_S3_2_the_order_in_which_agents_are_named_is_of_no_matter() -> None:
    one, other = at_table(), at_table()
    one.roll_and_move(6, "red+2 blue+4")
    other.roll_and_move(6, "blue+4 red+2")
    assert one.now == other.now


def test_S3_2_anybodys_agent_may_be_moved() -> None:
    table = at_table()
    table.roll_and_move(3, "blue+1 gray+2")  # another player's, and a free one
    assert (table.place("blue"), table.place("gray")) == ("1", "2")


def test_S3_3_an_agent_that_ends_at_the_safe_makes_everybody_score() -> None:
    table = at_table(place={"red": 5})
    table.roll_and_move(2, "red+2")
    assert table.phase == "safe"
    assert table.last("scoring") == {"building": "7"}


def test_S3_3_passing_through_the_safe_does_not_score() -> None:
    table = at_table(place={"red": 6})
    table.roll_and_move(2, "red+2")
    assert (table.phase, table.turn) == ("roll", 1)
    assert table.marker("red") == 0


def test_S3_3_an_agent_that_stood_there_already_does_not_score() -> None:
    table = at_table(place={"red": 7, "blue": 1})
    table.roll_and_move(2, "blue+2")
    assert (table.phase, table.turn) == ("roll", 1)


def test_S3_3_leaving_the_safe_does_not_score() -> None:
    table = at_table(place={"red": 7})
    table.roll_and_move(2, "red+2")
    assert (table.phase, table.turn) == ("roll", 1)


def test_S3_4_worked_case_2_everybody_scores_the_building_it_stands_in() -> None:
    table = at_table(
        place={"blue": 6, "yellow": 2, "red": 10, "violet": "ruins"},
        marker={"blue": 1, "yellow": 1, "red": 1, "violet": 5, "green": 1},
    )
    table.roll_and_move("1-3", "blue+1")
    scored = {event["agent"]: event["points"] for event in table.match.events() if event["event"] == "scored"}
    assert scored == {"red": 10, "blue": 7, "green": 0, "yellow": 2, "violet": -3, "orange": 0, "gray": 0}
    assert [table.marker(a) for a in ("blue", "yellow", "red", "violet", "green")] == [8, 3, 11, 2, 1]


def test_S3_4_worked_case_2_the_ruins_never_take_a_marker_below_0() -> None:
    table = at_table(place={"blue": 6, "yellow": 2, "red": 10, "violet": "ruins"})
    table.roll_and_move("1-3", "blue+1")
    assert [table.marker(a) for a in ("blue", "yellow", "red", "violet", "green")] == [7, 2, 10, 0, 0]


def test_S3_4_free_agents_score_too() -> None:
    table = at_table(place={"red": 6, "gray": 9})
    table.roll_and_move("1-3", "red+1")
    assert table.marker("gray") == 9


def test_S3_4_an_agent_that_sits_out_does_not_score() -> None:
    table = at_table(2, place={"red": 6})
    table.roll_and_move("1-3", "red+1")
    assert {event["agent"] for event in table.match.events() if event["event"] == "scored"} == set(COLOURS[:5])


@many
@given(
    place=st.lists(st.sampled_from(BUILDINGS), min_size=7, max_size=7),
    marker=st.lists(st.integers(0, 28), min_size=7, max_size=7),
    face=st.integers(2, 6),
)
def test_S3_4_scoring_adds_up(place: list[str], marker: list[int], face: int) -> None:
    """Whatever the position: each marker moves by its building, and only scoring moves markers."""
    table = at_table(place=dict(zip(COLOURS, place)), marker=dict(zip(COLOURS, marker)))
    table.roll_and_move(face, f"orange+{face}")
    scores = table.place("orange") == table.safe
    for agent in Agent:
        value = VALUE[BUILDINGS.index(table.place(agent.text))] if scores else 0
        assert table.marker(agent.text) == max(0, marker[agent] + value)
    assert (table.phase == "safe") == scores


def test_S3_5_the_player_whose_turn_it_is_moves_the_safe_to_any_other_building() -> None:
    table = at_table(place={"red": 6}, turn=3)
    table.roll_and_move("1-3", "red+1")
    assert table.match.actors == (3,)
    assert table.legal(3) == [f"safe {building}" for building in BUILDINGS if building != "7"]
    assert table.refused(3, "safe 7") == ("safe_stays", "S3.5")
    table.play(3, "safe ruins")
    assert table.safe == "ruins"


def test_S3_5_worked_case_4_the_safe_placed_on_an_agent_does_not_score() -> None:
    table = at_table(place={"red": 6, "blue": 10})
    table.roll_and_move("1-3", "red+1")
    before = table.now["marker"]
    table.play(0, "safe 10")
    assert table.now["marker"] == before
    assert (table.phase, table.turn) == ("roll", 1)
    table.roll_and_move(2, "green+2")
    assert table.now["marker"] == before


def test_S3_6_the_die_goes_to_the_left() -> None:
    table = at_table(3, turn=2)
    table.roll_and_move(2, "red+2")
    assert (table.turn, table.phase) == (0, "roll")


# What can be taken back


def test_S3_2_a_movement_can_be_taken_back_before_the_next_roll() -> None:
    table = at_table(place={"red": 6})
    table.roll(3)
    before = table.now
    table.move("red+3")
    assert table.turn == 1
    table.match.undo(0)
    assert table.now == before
    assert table.told(1)[-1] == "undone"
    table.move("blue+3")


def test_S3_5_movement_and_safe_can_be_taken_back_one_after_the_other() -> None:
    table = at_table(place={"red": 6})
    table.roll("1-3")
    table.move("red+1")
    table.play(0, "safe 3")
    table.match.undo(0)
    assert (table.phase, table.safe, table.marker("red")) == ("safe", "7", 7)
    table.match.undo(0)
    assert (table.phase, table.marker("red")) == ("move", 0)


def test_S3_1_nothing_can_be_taken_back_after_a_roll() -> None:
    table = at_table()
    with pytest.raises(CannotUndo):
        table.match.undo(0)
    table.roll_and_move(3, "red+3")
    assert not table.match.can_undo(1)
    table.roll(2)
    for seat in range(4):
        assert not table.match.can_undo(seat)
        with pytest.raises(CannotUndo):
            table.match.undo(seat)


def test_S3_2_every_agent_that_moves_is_told_with_where_from_and_where_to() -> None:
    """So that nobody who shows it has to know the ring."""
    start = {
        "phase": "move",
        "die": "3",
        "turn": 0,
        "place": {"red": "ruins"},
        "in_play": ["red", "blue", "green", "yellow", "violet"],
    }
    held = {"holds": [{"red": True}, {"blue": True}], "agents_held": [1, 1]}
    match = topsecret.game("spies").match(2, {"starter": 0, "sits_out": ["orange", "gray"]}, start=start | held)
    told = [event for event in match.play(0, "red+2 blue+1") if event["event"] == "moved"]
    assert [(event["agent"], event["place"], event["target"]) for event in told] == [
        ("red", "ruins", "1"),
        ("blue", "church", "1"),
    ]
