"""Cases of briefcase: every one is played by the rules, has one answer, and its chain is the shortest."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from topsecret.games.briefcase.box import ABLE, IN_BOX, LONGEST_LINE, WAYS, Box, Direction, Piece
from topsecret.games.briefcase.cases import PIECES, SHAPES, SPIES
from topsecret.games.briefcase.chains import Answer, forces, shortest_chain
from topsecret.kernel.cases import Case, case, shipped
from topsecret.kernel.match import Match, load

SAMPLE = [(difficulty, seed) for difficulty in SHAPES for seed in shipped("briefcase")[difficulty][:5]]
ALL = [(difficulty, seed) for difficulty in SHAPES for seed in shipped("briefcase")[difficulty]]
Told = list[tuple[int, str, set[int]]]  # spy, answer, the pieces that could have given it


def told(found: Case) -> Told:
    """The answers of the case, read anew from its events and from the table of pieces (B2): which pieces could have given each."""
    seen = found.puzzle.match.events(found.puzzle.seat)
    answers = []
    for number in found.puzzle.evidence:
        event = seen[number - 1]
        assert (event["event"], event["seat"]) == ("answered", 0)
        _, way, far = event["line"].split()
        row = (int(Box.STANDARD) * 2 * WAYS + Direction[way]) * (LONGEST_LINE + 1) + int(far)
        goes = {piece for piece in range(SPIES) if ABLE[row] >> piece & 1}
        could = goes if event["reply"] == "yes" else set(range(SPIES)) - goes
        answers.append((int(event["spy"]) - 1, event["reply"], could | {int(Piece.DOUBLE_AGENT)}))
    return answers


def some_deal_with(answers: Told, spy: int, piece: int) -> bool:
    """Whether any deal agrees with the answers and gives this piece to this spy: spy after spy, every piece that is left is tried. Spies
    without an answer take what remains."""
    can = {one: set(range(SPIES)) for one, _, _ in answers}
    can.setdefault(spy, set(range(SPIES)))
    for one, _, could in answers:
        can[one] &= could
    can[spy] &= {piece}
    order = sorted(can, key=lambda one: len(can[one]))

    @cache
    def deal(place: int, gone: frozenset[int]) -> bool:
        if place == len(order):
            return True
        return any(deal(place + 1, gone | {free}) for free in can[order[place]] - gone)

    return deal(0, frozenset())


def prove(difficulty: str, seed: int) -> None:
    found = case("briefcase", difficulty, seed)
    puzzle = found.puzzle
    answers, spy = told(found), int(puzzle.question.params["spy"]) - 1
    right = PIECES.index(puzzle.answer[0])
    assert [piece for piece in range(SPIES) if some_deal_with(answers, spy, piece)] == [right]
    own = [answer for answer in answers if answer[0] == spy]
    shown = [piece for piece in range(SPIES) if some_deal_with(own, spy, piece)]
    assert len(shown) >= SHAPES[difficulty].own, "its own answers do not show it"
    chain = [puzzle.evidence.index(step.says.events[0]) for step in puzzle.proof]
    assert SHAPES[difficulty].chain[0] <= len(chain) <= SHAPES[difficulty].chain[1]
    forced = [answers[number] for number in chain]
    assert [piece for piece in range(SPIES) if some_deal_with(forced, spy, piece)] == [right]
    assert puzzle.proof[-1].left == puzzle.answer
    again = replayed(puzzle.match)
    assert again.truth() == puzzle.match.truth()
    assert again.truth()["piece"][0][puzzle.question.params["spy"]] == puzzle.answer[0], "and it is the truth"


def replayed(match: Match) -> Match:
    """The same again through the rules, from its file: every line is allowed and leads to the position that it says."""
    return load(match.save())


@pytest.mark.parametrize(("difficulty", "seed"), SAMPLE)
def test_every_case_is_played_by_the_rules_and_has_one_answer(difficulty: str, seed: int) -> None:
    prove(difficulty, seed)


@pytest.mark.long
@pytest.mark.parametrize(("difficulty", "seed"), ALL)
def test_so_is_every_case_of_the_list(difficulty: str, seed: int) -> None:
    prove(difficulty, seed)


@pytest.mark.parametrize("difficulty", ["easy", "medium"])
def test_no_fewer_answers_than_those_of_the_chain_force_the_piece(difficulty: str) -> None:
    """Every smaller set of answers is tried: some deal with another piece agrees with each."""
    found = case("briefcase", difficulty, shipped("briefcase")[difficulty][0])
    answers, spy = told(found), int(found.puzzle.question.params["spy"]) - 1
    others = [piece for piece in range(SPIES) if PIECES[piece] != found.puzzle.answer[0]]
    fewer = combinations(answers, len(found.puzzle.proof) - 1)
    assert all(any(some_deal_with(list(some), spy, piece) for piece in others) for some in fewer)


def test_the_chain_leaves_out_what_is_not_needed() -> None:
    """Three pieces a, b, c: two spies share a and b, so the third is c, whatever was said about it."""
    a, b, c = 1, 2, 4
    answers = [Answer(1, 2, a | b | c), Answer(2, 0, a | b), Answer(3, 0, a | b), Answer(4, 1, a | b)]
    assert [one.event for one in shortest_chain(answers, 3, 7, 2, c)] == [2, 4]
    assert forces(answers, 3, 7, 2, c)
    assert not forces(answers[:3], 3, 7, 2, c)


def test_hints_come_in_steps_and_the_last_names_all_answers_that_are_needed() -> None:
    found = case("briefcase", *SAMPLE[-1])
    events = [set(hint.events) for hint in found.puzzle.hints]
    assert events[0] < events[2] and events[1] < events[2]
    assert events[2] == {step.says.events[0] for step in found.puzzle.proof}
    assert IN_BOX[Box.STANDARD].bit_count() == SPIES
