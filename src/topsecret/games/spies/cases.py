"""Cases of spies: who is behind this agent, given these movements?

The others move as a published model says (`house_model.py`); what that makes of them is worked out in fractions, over all ways in which
the unseen agents can be dealt to them. The answer is the most probable owner, and it has 95 percent or more.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

from topsecret.kernel.cases import Blank, Choice, Lot, Puzzle, Says, Step
from topsecret.kernel.match import CHANCE, Match
from topsecret.kernel.names import texts
from topsecret.kernel.registry import game

from .box import AGENTS, Agent, Building, Face
from .house_model import likelihoods, weigh

VERSION = 1
ME, SEATS = 0, 4
OTHERS = range(1, SEATS)
FREE = SEATS  # the owner of an agent that nobody plays
OPTIONS = {"starter": 1, "help": "manual"}
FACES = texts(Face)[1:5]  # 2 to 5: so a model with paper and pencil has few movements to think of
ENOUGH = Fraction(95, 100)
NAMES = texts(Agent)
OWNERS = (*(f"seat {seat}" for seat in OTHERS), "free")


class Shape(NamedTuple):
    movements: tuple[int, int]  # of the others, in all
    chain: tuple[int, int]  # so many are enough, and no fewer


SHAPES = {"easy": Shape((5, 9), (2, 2)), "medium": Shape((7, 12), (3, 3)), "hard": Shape((9, 14), (4, 5))}


class Seen(NamedTuple):
    """A movement of somebody else: the number of its event, who made it, and by agent how likely its owner would have."""

    event: int
    seat: int
    likely: list[Fraction]


def make(lot: Lot, difficulty: str) -> Puzzle | None:
    shape = SHAPES[difficulty]
    match = game("spies").match(SEATS, OPTIONS, chance="manual")
    for dealt in lot.shuffled(NAMES)[:SEATS]:
        match.play(CHANCE, f"deal {dealt}")
    held = [owned(match, seat) for seat in range(SEATS)]
    seen: list[Seen] = []
    while len(seen) < shape.movements[1]:
        seat = turn(match, lot, held, seen)
        if seat is None:
            return None
        if seat == ME or len(seen) < shape.movements[0]:
            continue
        for agent in lot.shuffled([one for one in range(AGENTS) if one != held[ME]]):
            odds = owners(seen, agent, held[ME])
            owner = held.index(agent) if agent in held else FREE
            if odds[owner - 1] >= ENOUGH:
                chain = shortest_chain(seen, agent, held[ME], owner, shape.chain)
                if chain is not None:
                    return puzzle(match, seen, agent, owner, chain, held[ME])
    return None


def owned(match: Match, seat: int) -> int:
    """The agent of a seat."""
    return next(NAMES.index(agent) for agent, has in match.truth()["holds"][seat].items() if has)


def turn(match: Match, lot: Lot, held: Sequence[int], seen: list[Seen]) -> int | None:
    """A whole turn: the others move as the model says, I and the safe go as the lot decides. None if the match is over."""
    match.play(CHANCE, f"roll {lot.pick(FACES)}")
    seat = int(match.truth()["turn"])
    weighed = weigh(match.position)
    place = lot.below(len(weighed.codes)) if seat == ME else lot.weighed(weighed.weights[held[seat]])
    code = weighed.codes[place]
    before = len(match.events(ME))
    match.act(seat, match.game.actions.move(code))
    if seat != ME:
        number = next(event["n"] for event in match.events(ME, before) if event["event"] == "move")
        seen.append(Seen(number, seat, likelihoods(weighed, code)))
    if match.over:
        return None
    if match.truth()["phase"] == "safe":
        here = match.truth()["safe"]
        match.play(seat, f"safe {lot.pick([one for one in texts(Building) if one != here])}")
    return None if match.over else seat


# who is who


def owners(seen: Sequence[Seen], agent: int, mine: int) -> list[Fraction]:
    """By owner, seat 1 first and "free" last: how likely the agent is theirs. Every deal of the unseen agents counts as often as its
    owners would have moved so."""
    likely = {seat: [Fraction(1)] * AGENTS for seat in OTHERS}
    for one in seen:
        likely[one.seat] = [part * more for part, more in zip(likely[one.seat], one.likely, strict=True)]
    unseen = [one for one in range(AGENTS) if one != mine]
    found = [Fraction(0)] * SEATS
    for deal in permutations(unseen, len(OTHERS)):
        weight = Fraction(1)
        for seat, held in zip(OTHERS, deal, strict=True):
            weight *= likely[seat][held]
        found[deal.index(agent) if agent in deal else FREE - 1] += weight
    whole = sum(found)
    return [part / whole for part in found]


def nearly(seen: Sequence[Seen], agent: int, mine: int, owner: int) -> float:
    """The same for one owner, quickly: near enough to leave out what is far from enough."""
    likely = {seat: [1.0] * AGENTS for seat in OTHERS}
    for one in seen:
        row = likely[one.seat]
        for place in range(AGENTS):
            row[place] *= float(one.likely[place])
    unseen = [one for one in range(AGENTS) if one != mine]
    a, b, c = (likely[seat] for seat in OTHERS)
    whole = theirs = 0.0
    for x, y, z in permutations(unseen, len(OTHERS)):
        weight = a[x] * b[y] * c[z]
        whole += weight
        if (agent not in (x, y, z)) if owner == FREE else (x, y, z)[owner - 1] == agent:
            theirs += weight
    return theirs / whole


def shortest_chain(
    seen: Sequence[Seen], agent: int, mine: int, owner: int, length: tuple[int, int]
) -> list[Seen] | None:
    """The first of the smallest sets of movements that are enough by themselves; None if it is not as long as it shall be."""
    for size in range(1, length[1] + 1):
        for chosen in combinations(seen, size):
            if nearly(chosen, agent, mine, owner) > float(ENOUGH) - 1e-6:
                if owners(chosen, agent, mine)[owner - 1] >= ENOUGH:
                    return list(chosen) if size >= length[0] else None
    return None


# in words


def puzzle(match: Match, seen: Sequence[Seen], agent: int, owner: int, chain: list[Seen], mine: int) -> Puzzle:
    colour, name = f"@agent.{NAMES[agent]}", f"@agent.{NAMES[agent]}.name"
    choices = (*(Choice(value, "case.owner") for value in OWNERS[:-1]), Choice("free", "case.free"))
    steps = []
    for upto, one in enumerate(chain, 1):
        odds = tuple(int(part * 1000) for part in owners(chain[:upto], agent, mine))
        steps.append(Step(Says("case.step", {"percent": odds[owner - 1] // 10}, (one.event,)), odds=odds))
    seats = sorted({one.seat for one in chain})
    return Puzzle(
        match=match,
        seat=ME,
        evidence=tuple(one.event for one in seen),
        question=Says("case.question", {"agent": colour, "name": name}),
        blanks=(Blank(Says("case.blank", {"name": name}), "guess", choices),),
        answer=(OWNERS[owner - 1],),
        hints=(
            Says("case.hint.who", {"seats": [f"seat {seat}" for seat in seats]}),
            Says("case.hint.first", {}, (chain[0].event,)),
            Says("case.hint.enough", {}, tuple(one.event for one in chain)),
        ),
        proof=tuple(steps),
    )
