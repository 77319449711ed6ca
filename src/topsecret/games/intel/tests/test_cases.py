"""Cases of intel: the way is there, it needs no luck, and there is no shorter one."""

from __future__ import annotations

from typing import cast

import pytest

from topsecret.games.intel.cases import ME, SHAPES, exercise, judge, reaches_the_goal
from topsecret.games.intel.state import State
from topsecret.games.intel.ways import can_still_win, shortest_way
from topsecret.kernel.cases import case, shipped
from topsecret.kernel.exercise import Attempt, match_of
from topsecret.kernel.match import Match, load
from topsecret.kernel.registry import game

ALL = [(difficulty, seed) for difficulty in SHAPES for seed in shipped("intel")[difficulty]]
INTEL = game("intel")


def reachable(match: Match, steps: int) -> bool:
    """Whether so many actions, or fewer, reach the goal without luck: all are tried, one after the other, and nothing is left out but the
    end of the turn and giving up."""
    rules, layer = INTEL.interpreted, [match.state()]
    idle = {"end turn", "resign"}
    for _ in range(steps):
        further = []
        for state in layer:
            for code in rules.listed(state, ME):
                if str(INTEL.actions.move(code)) in idle:
                    continue
                after = state.copy()
                rules.apply(after, ME, code)
                if cast(State, after).points[ME] >= 20:
                    return True
                if rules.actors(after) == 1 << ME:
                    further.append(after)
        layer = further
    return False


@pytest.mark.parametrize(("difficulty", "seed"), ALL)
def test_every_listed_way_reaches_the_goal_by_the_rules_and_the_search_would_not_have_left_it_out(
    difficulty: str, seed: int
) -> None:
    puzzle = case("intel", difficulty, seed).puzzle
    assert SHAPES[difficulty].steps[0] <= len(puzzle.answer) <= SHAPES[difficulty].steps[1]
    match = load(puzzle.match.save())
    assert match.truth() == puzzle.match.truth()
    for action in puzzle.answer:
        assert not match.over
        assert can_still_win(cast(State, match.position), ME)
        match.play(ME, action)
    assert match.result is not None
    assert (match.result["winners"], match.result["reason"]["code"]) == ([ME], "goal")
    assert match.result["scores"][ME] >= 20


@pytest.mark.parametrize("seed", shipped("intel")["easy"][:4])
def test_no_shorter_way_is_there_tried_without_leaving_anything_out(seed: int) -> None:
    puzzle = case("intel", "easy", seed).puzzle
    assert not reachable(puzzle.match, len(puzzle.answer) - 1)


@pytest.mark.long
@pytest.mark.parametrize(("difficulty", "seed"), [one for one in ALL if one[0] != "hard"][::8])
def test_so_it_is_for_many_cases_of_the_list(difficulty: str, seed: int) -> None:
    puzzle = case("intel", difficulty, seed).puzzle
    assert not reachable(puzzle.match, len(puzzle.answer) - 1)


@pytest.mark.long
@pytest.mark.parametrize(("difficulty", "seed"), ALL[::6])
def test_the_search_finds_a_way_of_the_listed_length_again(difficulty: str, seed: int) -> None:
    puzzle = case("intel", difficulty, seed).puzzle
    found = shortest_way(puzzle.match.state(), 100_000, 9)
    assert found is not None and len(found) == len(puzzle.answer)


def test_any_way_is_right_and_what_falls_short_is_not() -> None:
    puzzle = case("intel", "medium", shipped("intel")["medium"][0]).puzzle
    assert reaches_the_goal(puzzle, puzzle.answer)
    assert not reaches_the_goal(puzzle, puzzle.answer[:-1])
    assert not reaches_the_goal(puzzle, [])
    assert not reaches_the_goal(puzzle, ["fly home"])
    assert not reaches_the_goal(puzzle, ["end turn", *puzzle.answer])


def test_the_table_of_a_case_begins_with_its_position_and_knows_when_it_is_solved() -> None:
    seed = shipped("intel")["easy"][0]
    puzzle = case("intel", "easy", seed).puzzle
    posed = exercise(f"easy-{seed}")
    assert posed is not None
    match = match_of(INTEL, posed)
    assert match.truth() == puzzle.match.truth()
    assert not judge(Attempt(INTEL, match.view(ME), match.events(ME))).done
    for action in puzzle.answer:
        match.play(ME, action)
    assert judge(Attempt(INTEL, match.view(ME), match.events(ME))).done
    assert [exercise(key) for key in ("easy-", "hard-x", "cruel-1", f"hard-{seed + 10**6}", "")] == [None] * 5
