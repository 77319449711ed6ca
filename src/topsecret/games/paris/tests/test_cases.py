"""Cases of paris: every one is played by the rules, and all ways to deal the unseen cards give the same answer."""

from __future__ import annotations

from itertools import permutations

import pytest

from topsecret.games.paris.box import AGENT_COPIES
from topsecret.games.paris.cases import COLOURS, ME, SHAPES
from topsecret.kernel.cases import case, shipped
from topsecret.kernel.match import load

SAMPLE = [(difficulty, seed) for difficulty in SHAPES for seed in shipped("paris")[difficulty][:5]]
ALL = [(difficulty, seed) for difficulty in SHAPES for seed in shipped("paris")[difficulty]]


def prove(difficulty: str, seed: int) -> None:
    """From what the seat was told and sees, and from nothing else: every order in which the unseen cards can lie (first the hands of the
    others, then the pile) that breaks no rule gives those who are asked about the same cards."""
    puzzle = case("paris", difficulty, seed).puzzle
    match = load(puzzle.match.save())
    assert match.truth() == puzzle.match.truth()
    view, seen = match.view(ME), match.events(ME)
    seats = view["seats"]
    unseen = {colour: AGENT_COPIES - view["agent_discards"][colour] for colour in COLOURS[:seats]}
    unseen[view["card"][ME]] -= 1
    winks: dict[str, str] = {}
    for number in puzzle.evidence:
        told = seen[number - 1]
        if told["event"] == "caught":
            unseen[told["card"]] -= told["right"]  # it lies under the board of whoever called
            winks.pop(told["accused"], None)
        else:
            assert told["event"] == "wink"
            winks[COLOURS[told["seat"]]] = told["agent"]
    cards = [colour for colour, count in unseen.items() for _ in range(count)]
    others = COLOURS[1:seats]
    assert len(cards) == len(others) + view["pile"]
    asked = [agent.removeprefix("@agent.") for agent in puzzle.question.params["agents"]]
    assert not set(asked) & winks.keys(), "they were not seen to wink with this card"
    found = {
        tuple(hands[others.index(agent)] for agent in asked)
        for hands in set(permutations(cards, len(others)))
        if all(card != other and winks.get(other, card) == card for card, other in zip(hands, others, strict=True))
    }
    assert found == {puzzle.answer}
    truth = match.truth()["card"]
    assert puzzle.answer == tuple(truth[COLOURS.index(agent)] for agent in asked), "and it is the truth"


@pytest.mark.parametrize(("difficulty", "seed"), SAMPLE)
def test_every_case_is_played_by_the_rules_and_has_one_answer(difficulty: str, seed: int) -> None:
    prove(difficulty, seed)


@pytest.mark.long
@pytest.mark.parametrize(("difficulty", "seed"), ALL)
def test_so_is_every_case_of_the_list(difficulty: str, seed: int) -> None:
    prove(difficulty, seed)


def test_a_wink_for_a_card_that_is_gone_is_no_step_of_the_proof() -> None:
    for difficulty, seed in SAMPLE:
        puzzle = case("paris", difficulty, seed).puzzle
        seen = puzzle.match.events(ME)
        used = [number for step in puzzle.proof for number in step.says.events]
        for number in used:
            winker = COLOURS[seen[number - 1]["seat"]]
            later = [seen[one - 1] for one in puzzle.evidence if one > number]
            assert not any(told["event"] == "caught" and told["accused"] == winker for told in later)
        assert len(used) >= SHAPES[difficulty].needed
