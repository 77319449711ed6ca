"""Ratings on one scale from games of any number of seats: the Plackett-Luce model of Weng and Lin (2011) with the constants of OpenSkill.
The intervals come from drawing the blocks again, since a rating's own uncertainty knows nothing of blocks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
KAPPA = 0.0001
TAU = MU / 300


class Rating(NamedTuple):
    mu: float = MU
    sigma: float = SIGMA


class Rated(NamedTuple):
    mu: float
    low: float
    high: float


Game = tuple[Sequence[str], Sequence[int]]  # who sat at each seat, and its rank: 0 for the winners


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after one game, by seat."""
    known = [Rating(one.mu, sqrt(one.sigma**2 + TAU**2)) for one in before]
    c = sqrt(sum(one.sigma**2 + BETA**2 for one in known))
    strength = [exp(one.mu / c) for one in known]
    seats = range(len(known))
    behind = [sum(strength[other] for other in seats if ranks[other] >= ranks[seat]) for seat in seats]
    equals = [sum(ranks[other] == ranks[seat] for other in seats) for seat in seats]
    after = []
    for seat in seats:
        omega = delta = 0.0
        for other in seats:
            if ranks[other] <= ranks[seat]:
                part = strength[seat] / behind[other]
                omega += ((seat == other) - part) / equals[other]
                delta += part * (1 - part) / equals[other]
        mu, sigma = known[seat]
        shrink = delta * (sigma / c) ** 2 * (sigma / c)
        after.append(Rating(mu + omega * sigma**2 / c, sigma * sqrt(max(1 - shrink, KAPPA))))
    return after


def through(games: Sequence[Game]) -> dict[str, Rating]:
    """The ratings after all games in this order. A bot at several seats of a game gets the mean of what they brought."""
    ratings: dict[str, Rating] = {}
    for sitting, ranks in games:
        after = rate([ratings.get(bot, Rating()) for bot in sitting], ranks)
        for bot in set(sitting):
            mine = [rating for rating, other in zip(after, sitting) if other == bot]
            ratings[bot] = Rating(sum(r.mu for r in mine) / len(mine), sum(r.sigma for r in mine) / len(mine))
    return ratings


def ratings(blocks: Sequence[Sequence[Game]], seed: str, most_games: int = 120_000) -> dict[str, Rated]:
    """Each bot's rating with its 95 % interval, from blocks of games. The blocks come in an order of their own, so that a rating does not
    hang on which pairing was played last."""
    chance = random.Random(f"{seed}/ratings")
    order = list(blocks)
    chance.shuffle(order)
    found = through([game for block in order for game in block])
    again: dict[str, list[float]] = {bot: [] for bot in found}
    games = sum(map(len, blocks))
    for _ in range(max(20, min(200, most_games // max(games, 1)))):
        drawn = chance.choices(order, k=len(order))
        for bot, rating in through([game for block in drawn for game in block]).items():
            again[bot].append(rating.mu)
    rated = {}
    for bot, rating in found.items():
        drawn_mu = sorted(again[bot]) or [rating.mu]
        last = len(drawn_mu) - 1
        low, high = drawn_mu[round(0.025 * last)], drawn_mu[round(0.975 * last)]
        rated[bot] = Rated(rating.mu, min(low, rating.mu), max(high, rating.mu))
    return rated
