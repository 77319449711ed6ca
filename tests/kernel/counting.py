"""Functions beside the rules, for tests: they know no game."""

import math

import numpy as np

from topsecret.kernel.engine import CHANCE_TURN
from topsecret.kernel.extend import (
    Floats,
    Ints,
    Rng,
    State,
    States,
    actors,
    apply,
    assign,
    below,
    count,
    happen,
    nth,
    pick,
    playout,
    refuse,
    score,
    total,
    winners,
)

WORTH = (0.5, 1.0, 0.25, 0.125)
SHIFT = np.array([3, 1, 2])
HALF = 0.5


def first_seat(who: int) -> int:
    seat = 0
    while who >> seat & 1 == 0:
        seat += 1
    return seat


def step(state: State, rng: Rng) -> int:
    """One random step; how many choices there were."""
    who = actors(state)
    if who == CHANCE_TURN:
        happen(state, pick(state, below(rng, total(state))))
        return 1
    seat = first_seat(who)
    choices = count(state, seat)
    code = nth(state, seat, below(rng, choices))
    if refuse(state, seat, code) != 0:
        return -1_000_000
    apply(state, seat, code)
    return choices


def choices_of_games(states: States, rng: Rng, games: int, limit: int, found: Ints) -> int:
    """Plays from the first state on the second: for each game how many choices there were."""
    steps = 0
    for game in range(games):
        assign(states[1], states[0])
        while actors(states[1]) != 0 and steps < limit:
            found[game] += step(states[1], rng)
            steps += 1
    return steps


def average_score(states: States, rng: Rng, games: int, limit: int, seat_scores: Floats) -> float:
    """What seats score at the average, weighed; and the mean of the roots."""
    roots = 0.0
    for _ in range(games):
        states[1] = states[0]
        playout(states[1], rng, limit)
        for seat in range(len(seat_scores)):
            seat_scores[seat] += score(states[1], seat) * WORTH[seat] / games
        roots += math.sqrt(1 + winners(states[1])) * HALF + SHIFT[1]
    return roots / games
