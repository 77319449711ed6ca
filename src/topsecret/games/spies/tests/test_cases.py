"""Cases of spies: every one is played by the rules, and its answer is the most probable owner with 95 percent or more."""

from __future__ import annotations

from itertools import permutations
from math import prod

import pytest

from topsecret.games.spies.box import AGENTS, VALUE, Agent, Building
from topsecret.games.spies.cases import ENOUGH, OWNERS, SHAPES, owners
from topsecret.games.spies.house_model import BETTER, TOPS_A_SCORING, likelihoods, weigh
from topsecret.kernel.cases import Case, case, shipped
from topsecret.kernel.match import CHANCE, Match, load
from topsecret.kernel.names import texts
from topsecret.kernel.registry import game

NAMES = texts(Agent)
WORTH = dict(zip(texts(Building), VALUE, strict=True))
SAMPLE = [(difficulty, shipped("spies")[difficulty][0]) for difficulty in SHAPES]
ALL = [(difficulty, seed) for difficulty in SHAPES for seed in shipped("spies")[difficulty]]
Weighed = dict[int, tuple[list[int], list[int]]]  # by event: by agent the weight of what was done, and the sum of all


def weighed_anew(found: Case, only: set[int]) -> tuple[Weighed, dict[int, int]]:
    """The weights of these movements by the published words alone: every movement that was possible is played on a match of its own, and
    what came of it is read from what was told. Also who made each."""
    puzzle = found.puzzle
    match = game("spies").match(puzzle.match.seats, puzzle.match.options, chance="manual")
    weights: Weighed = {}
    who: dict[int, int] = {}
    for actor, text in puzzle.match.log():
        number = len(match.events(0)) + 1
        if actor is not CHANCE and number in only:
            rows = {str(move): of_one(match, actor, str(move)) for move in match.legal(actor) if move.family == "move"}
            weights[number] = rows[text], [sum(row[agent] for row in rows.values()) for agent in range(AGENTS)]
            who[number] = actor
        match.play(actor, text)
    return weights, who


def of_one(match: Match, seat: int, text: str) -> list[int]:
    tried = match.fork()
    told = tried.play(seat, text)
    moved = [event for event in told if event["event"] == "moved"]
    better = {event["agent"] for event in moved if WORTH[event["target"]] > WORTH[event["place"]]}
    before, after = match.truth()["marker"], tried.truth()["marker"]
    gains = {agent: after[agent] - before[agent] for agent in NAMES}
    tops = {agent for agent in NAMES if 0 < gains[agent] == max(gains.values())}
    share = len(moved)
    return [
        1 + (BETTER // share if agent in better else 0) + (TOPS_A_SCORING // share if agent in tops else 0)
        for agent in NAMES
    ]


def chances(weights: Weighed, who: dict[int, int], agent: int, mine: int) -> list[int]:
    """By owner, in whole numbers of the same size: all deals of the unseen agents, each as often as its owners would have moved so. To
    have no fractions, everything is multiplied by the sums of all agents."""
    found = [0, 0, 0, 0]
    for deal in permutations([one for one in range(AGENTS) if one != mine], 3):
        weight = 1
        for number, (row, sums) in weights.items():
            held = deal[who[number] - 1]
            weight *= row[held] * prod(sums[other] for other in range(AGENTS) if other != held)
        found[deal.index(agent) if agent in deal else 3] += weight
    return found


@pytest.mark.parametrize(("difficulty", "seed"), SAMPLE)
def test_the_answer_has_95_percent_in_whole_numbers_worked_out_anew(difficulty: str, seed: int) -> None:
    prove(difficulty, seed)


@pytest.mark.long
@pytest.mark.parametrize(("difficulty", "seed"), ALL[::21])
def test_so_it_is_for_many_cases_of_the_list(difficulty: str, seed: int) -> None:
    prove(difficulty, seed)


def prove(difficulty: str, seed: int) -> None:
    found = case("spies", difficulty, seed)
    puzzle = found.puzzle
    truth = puzzle.match.truth()
    mine = next(NAMES.index(agent) for agent, has in truth["holds"][0].items() if has)
    name = puzzle.question.params["agent"].removeprefix("@agent.")
    agent, right = NAMES.index(name), OWNERS.index(puzzle.answer[0])
    chain = {number for step in puzzle.proof for number in step.says.events}
    for numbers in (set(puzzle.evidence), chain):
        odds = chances(*weighed_anew(found, numbers), agent, mine)
        assert odds[right] * 100 >= 95 * sum(odds)
        assert odds[right] == max(odds)
    holder = next((f"seat {seat}" for seat in range(4) if truth["holds"][seat][name]), "free")
    assert holder == puzzle.answer[0], "and it is the truth"
    assert puzzle.proof[-1].odds[right] >= 950


@pytest.mark.parametrize(("difficulty", "seed"), [*SAMPLE, *ALL[::60]])
def test_a_case_is_a_match_by_the_rules_and_the_probabilities_grow_to_the_answer(difficulty: str, seed: int) -> None:
    puzzle = case("spies", difficulty, seed).puzzle
    assert load(puzzle.match.save()).truth() == puzzle.match.truth()
    right = OWNERS.index(puzzle.answer[0])
    grown = [step.odds[right] for step in puzzle.proof]
    assert grown[-1] >= 950 > max(grown[:-1], default=0)
    assert SHAPES[difficulty].chain[0] <= len(grown) <= SHAPES[difficulty].chain[1]
    assert all(995 <= sum(step.odds) <= 1000 for step in puzzle.proof), "rounded down"


def test_without_a_movement_all_owners_are_as_likely_as_the_deal_makes_them() -> None:
    sixth = owners([], 1, 0)
    assert [part * 6 for part in sixth] == [1, 1, 1, 3]
    assert ENOUGH * 100 == 95


def test_the_model_weighs_movements_as_it_says() -> None:
    """A lone step of red from the church to building 1: better for red alone, who shares with nobody."""
    match = game("spies").match(4, {"starter": 1}, chance="manual")
    for agent in ("red", "blue", "green", "yellow"):
        match.play(CHANCE, f"deal {agent}")
    match.play(CHANCE, "roll 2")
    weighed = weigh(match.position)
    codes = {str(match.game.actions.move(code)): place for place, code in enumerate(weighed.codes)}
    assert len(codes) == 28
    both, alone = codes["red+1 blue+1"], codes["red+2"]
    assert [weighed.weights[agent][alone] for agent in (0, 1)] == [1 + BETTER, 1]
    assert [weighed.weights[agent][both] for agent in (0, 1, 2)] == [1 + BETTER // 2, 1 + BETTER // 2, 1]
    likely = likelihoods(weighed, weighed.codes[alone])
    assert likely[0] > likely[1] and likely[1] == likely[2]
