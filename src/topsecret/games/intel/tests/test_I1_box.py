"""I1: the board, the tiles, the agents, the start."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topsecret import BadOptions, NotYourTurn
from topsecret.games.intel.box import (
    ALL_TILES,
    BESIDE,
    BOX,
    DOWN,
    ENTRY,
    IN_FIELD,
    IS_BOTTOM,
    OFF,
    ROSTER,
    SPACE_NAMES,
    SPACES,
    SPOTS,
    TILES,
    VALUE,
    Way,
)

from .builders import GAME, at_table, new_table

spaces = st.sampled_from(range(SPACES))


def beside(space: str, way: str) -> str:
    found = BESIDE[SPACE_NAMES.index(space)][Way[way]]
    return "off" if found == OFF else SPACE_NAMES[found]


def test_I1_1_eight_staggered_rows_of_five_and_six() -> None:
    rows = [[name for name in SPACE_NAMES if name[0] == row] for row in "abcdefgh"]
    assert [len(row) for row in rows] == [5, 6, 5, 6, 5, 6, 5, 6]
    assert SPACES == 44
    assert [SPOTS[SPACE_NAMES.index(name)] for name in ("a1", "a5", "b1", "b6", "h6")] == [
        (0, 1),
        (0, 9),
        (1, 0),
        (1, 10),
        (7, 10),
    ]


def test_I1_1_below_a_space_lie_down_left_and_down_right() -> None:
    assert (beside("a1", "SW"), beside("a1", "SE")) == ("b1", "b2")
    assert (beside("b2", "SW"), beside("b2", "SE")) == ("c1", "c2")
    assert (beside("b1", "SW"), beside("b1", "SE")) == ("off", "c1")
    assert (beside("h3", "SW"), beside("h3", "SE")) == ("off", "off")


def test_I1_1_six_neighbours() -> None:
    around = {way: beside("e3", way) for way in Way.__members__}
    assert around == {"NW": "d3", "NE": "d4", "W": "e2", "E": "e4", "SW": "f3", "SE": "f4"}


@given(spaces, st.sampled_from(range(6)))
def test_I1_1_neighbours_are_neighbours_of_each_other(space: int, way: int) -> None:
    if BESIDE[space][way] != OFF:
        assert BESIDE[BESIDE[space][way]][5 - way] == space


@given(spaces)
def test_I1_1_every_space_above_the_bottom_has_something_below(space: int) -> None:
    below = [BESIDE[space][DOWN + side] for side in range(2)]
    assert (below == [OFF, OFF]) == bool(IS_BOTTOM[space])


def test_I1_1_left_and_right_are_the_same_for_both_players() -> None:
    for seat, agent in ((0, "x1"), (1, "y1")):
        placed: dict[str, Any] = {agent: "hacker e3"}
        table = at_table(seat, **placed)
        table.play(f"move {agent} W")
        assert table.place(agent) == "e2"


def test_I1_2_the_field_is_rows_d_to_h_and_h_is_the_bottom_row() -> None:
    assert {name[0] for name, inside in zip(SPACE_NAMES, IN_FIELD) if inside} == set("defgh")
    assert [name for name, bottom in zip(SPACE_NAMES, IS_BOTTOM) if bottom] == [f"h{n}" for n in range(1, 7)]


def test_I1_3_intel_comes_in_at_the_top_left_and_the_top_right() -> None:
    assert [SPACE_NAMES[entry] for entry in ENTRY] == ["a1", "a5"]


def test_I1_4_47_tiles_of_six_kinds() -> None:
    assert TILES == (17, 10, 7, 4, 3, 6)
    assert VALUE == (1, 2, 3, 4, 5, 0)
    assert ALL_TILES == 47


def test_I1_5_two_of_each_kind_of_agent() -> None:
    assert ROSTER == (2,) * 6
    assert sum(BOX.roster.values()) == 12


def test_I1_6_at_the_start_everything_is_in_the_bag_and_in_the_rosters() -> None:
    now = new_table(starter=0).now
    assert list(now["bag"].values()) == [17, 10, 7, 4, 3, 6]
    assert [list(roster.values()) for roster in now["roster"]] == [[2] * 6] * 2
    assert now["points"] == [0, 0]
    assert set(now["place"].values()) == {"off"}


def test_I1_6_who_starts_is_chosen() -> None:
    for seat in (0, 1):
        table = new_table(starter=seat)
        table.trickle()
        assert table.match.actors == (seat,)


def test_I1_6_or_drawn_by_lot() -> None:
    table = new_table()
    assert [(str(move), weight) for move, weight in table.match.outcomes()] == [("begins 0", 1), ("begins 1", 1)]
    table.chance("begins 1")
    table.trickle()
    assert table.match.actors == (1,)
    with pytest.raises(NotYourTurn):
        table.match.play(0, "end turn")


@pytest.mark.parametrize(
    "options", [{"starter": 2}, {"starter": "me"}, {"smuggler": "up"}, {"smuggler": 1}, {"cards": True}]
)
def test_I1_6_options_that_are_garbage_are_named(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        GAME.match(2, options)
    with pytest.raises(BadOptions):
        GAME.match(3, {})
