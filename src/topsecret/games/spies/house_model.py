"""How the agents of the house move in cases: a model that is published, in whole numbers.

Of all movements that a roll allows a player makes each as often as its weight says. For the owner of an agent a movement weighs 1; if it
brings that agent to a building that is worth more, 48 more, shared by all agents that it moves; and if it causes a scoring in which no
agent scores more than that one, 96 more, shared in the same way (rounded down). What a movement brings about, the rules say.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, cast

from topsecret.kernel.fields import Position
from topsecret.kernel.registry import game

from .box import AGENTS, SPREAD_AGENTS, VALUE
from .state import Actions, State

BETTER = 48
TOPS_A_SCORING = 96
FIRST_MOVE = {family.name: family.start for family in Actions.families}["move"]


class Weighed(NamedTuple):
    """All movements of a roll, and by agent how much its owner wishes each."""

    codes: list[int]
    weights: list[list[int]]


def weigh(before: Position) -> Weighed:
    """In a position in which somebody is to move."""
    rules, now = game("spies").interpreted, cast(State, before)
    codes = [int(code) for code in rules.listed(before, now.turn) if 0 <= code - FIRST_MOVE < len(SPREAD_AGENTS)]
    weights: list[list[int]] = [[] for _ in range(AGENTS)]
    for code in codes:
        after = before.copy()
        rules.apply(after, now.turn, code)
        for agent, weight in enumerate(weights_of(now, cast(State, after), SPREAD_AGENTS[code - FIRST_MOVE])):
            weights[agent].append(weight)
    return Weighed(codes, weights)


def weights_of(before: State, after: State, moved: int) -> list[int]:
    """By agent, of one movement."""
    share = moved.bit_count()
    scored = [after.marker[agent] - before.marker[agent] for agent in range(AGENTS)]
    most = max(scored)
    weights = []
    for agent in range(AGENTS):
        weight = 1
        if VALUE[after.place[agent]] > VALUE[before.place[agent]]:
            weight += BETTER // share
        if most > 0 and scored[agent] == most:
            weight += TOPS_A_SCORING // share
        weights.append(weight)
    return weights


def likelihoods(weighed: Weighed, code: int) -> list[Fraction]:
    """By agent: how likely its owner makes this movement."""
    place = weighed.codes.index(code)
    return [Fraction(row[place], sum(row)) for row in weighed.weights]
