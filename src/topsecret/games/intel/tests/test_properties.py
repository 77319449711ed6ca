"""What holds at every step of any game: 47 tiles, 24 agents, nobody holds too much."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from topsecret.games.intel.box import AGENT_NAMES, ALL_TILES, SPACE_NAMES
from topsecret.kernel import CHANCE_TURN

from .builders import GAME, KINDS, at_table

RULES = GAME.interpreted
games = st.tuples(st.integers(0, 10_000), st.sampled_from(["printed", "sideways"]))


def random_positions(seed: int, smuggler: str, most: int = 400):  # type: ignore[no-untyped-def]
    rng = random.Random(seed)
    state = GAME.begin(2, {"smuggler": smuggler}, strict=True)
    for _ in range(most):
        yield state
        who = RULES.actors(state)
        if who == 0:
            return
        if who == CHANCE_TURN:
            RULES.happen(state, RULES.pick(state, rng.randrange(RULES.total(state))))
        else:
            seat = who.bit_length() - 1
            RULES.apply(state, seat, RULES.drawn(state, seat, rng.randrange(RULES.ways(state, seat))))


@settings(max_examples=15, deadline=None)
@given(games)
def test_I1_4_I1_5_tiles_and_agents_are_conserved_at_every_step(game: tuple[int, str]) -> None:
    for state in random_positions(*game):
        loose = sum(map(sum, state.loose))
        held = sum(map(sum, state.carries))
        scored = sum(map(sum, state.scored))
        waiting = int(state.phase == 6)  # I4.7: the tile that the analyst drew
        assert sum(state.bag) + loose + held + scored + waiting == ALL_TILES == 47
        on_board = sum(place != len(SPACE_NAMES) for place in state.place)
        assert sum(map(sum, state.roster)) + sum(map(sum, state.gone)) + on_board == 24
        assert all(sum(carried) <= 3 for carried in state.carries)
        assert RULES.unsound(state) == 0


@settings(max_examples=10, deadline=None)
@given(games)
def test_I2_6_I5_1_actions_and_points_stay_in_bounds(game: tuple[int, str]) -> None:
    before = [0, 0]
    for state in random_positions(*game):
        assert 0 <= state.actions_left <= 3
        assert all(now >= then for now, then in zip(state.points, before))
        assert max(before) < 20
        before = list(state.points)


@settings(max_examples=40, deadline=None)
@given(
    st.dictionaries(st.sampled_from(SPACE_NAMES), st.sampled_from(KINDS), max_size=8),
    st.sets(st.sampled_from(SPACE_NAMES), max_size=8),
    st.sets(st.sampled_from(KINDS)),
)
def test_I2_1_a_tile_trickles_at_most_one_row_and_never_onto_a_blockade(
    tiles: dict[str, str], walls: set[str], even: set[str]
) -> None:
    few = {space: kind.replace(" ", "_") for space, kind in tiles.items() if list(tiles.values()).count(kind) <= 3}
    table = at_table(phase="roll", loose=few, blockade=dict.fromkeys(walls, "x"))
    table.roll(**{kind.replace(" ", "_"): True for kind in even})
    for told in table.told("trickled"):
        assert told["target"] == "off" or ord(told["target"][0]) == ord(told["place"][0]) + 1
        assert told["target"] not in walls and told["place"] not in walls
    moved = sum(told["number"] for told in table.told("trickled") + table.told("held"))
    assert moved == len(few)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1000), st.sampled_from(AGENT_NAMES))
def test_I2_4_nothing_lies_loose_under_an_agent(seed: int, name: str) -> None:
    for state in random_positions(seed, "printed", 200):
        space = state.place[AGENT_NAMES.index(name)]
        assert space == len(SPACE_NAMES) or state.lying[space] == 0


def test_no_step_has_more_than_a_few_hundred_codes() -> None:
    """Tiles on the board times two ways: the largest family."""
    assert max(family.size for family in GAME.actions.families) == 44 * 6 * 2
    assert GAME.chance.size < 100
