"""Hiding: what moves tell about a secret is traded against winning."""

from __future__ import annotations

from math import log

import pytest

from tests.bots.test_search import TWELVE, played, searching
from topsecret.bots.hiding import pooled
from topsecret.games.spies.beliefs import AGENT

SHARES = [[0.30, 0.28, 0.10, 0.10], [0.10, 0.28, 0.30, 0.10], [0.10, 0.10, 0.28, 0.30]]
EVEN = [1 / 3] * 3


def told(chosen: list[list[float]], prior: list[float]) -> float:
    """What a move tells about the secret, in nats."""
    over_all = [sum(p * row[move] for p, row in zip(prior, chosen)) for move in range(len(chosen[0]))]
    return sum(
        p * part * log(part / whole)
        for p, row in zip(prior, chosen)
        for part, whole in zip(row, over_all)
        if part > 0 and whole > 0
    )


def won(chosen: list[list[float]]) -> float:
    return sum(share * part for shares, row in zip(SHARES, chosen) for share, part in zip(shares, row)) / len(SHARES)


def test_what_costs_nothing_to_tell_is_told_and_what_is_dear_is_not() -> None:
    for row, shares in zip(pooled(SHARES, EVEN, 0.0005), SHARES):
        assert row[shares.index(max(shares))] > 0.99
    dear = pooled(SHARES, EVEN, 10.0)
    assert told(dear, EVEN) < 0.001
    assert all(sum(row) == pytest.approx(1.0) for row in dear)


def test_the_dearer_it_is_the_less_is_told_and_the_less_is_won() -> None:
    ways = [pooled(SHARES, EVEN, price) for price in (0.005, 0.02, 0.05, 0.2)]
    tells, wins = [told(way, EVEN) for way in ways], [won(way) for way in ways]
    assert tells == sorted(tells, reverse=True) and wins == sorted(wins, reverse=True)
    assert wins[1] > wins[0] - 0.02  # moves that are nearly as good for two are found


def test_what_one_is_taken_for_anyway_may_be_shown() -> None:
    """Whoever is known to be the first secret plays its best move."""
    assert pooled(SHARES, [0.98, 0.01, 0.01], 0.05)[0][0] > pooled(SHARES, EVEN, 0.05)[0][0]


def test_a_search_that_hides_weighs_what_it_would_do_as_everybody_else() -> None:
    match = played(3, 8, "hides")
    seat = match.actors[0]
    view, seen, legal = match.view(seat), match.events(seat), match.legal(seat)
    bot, again = searching(hiding=0.5), searching(hiding=0.5)
    assert bot.choose(view, seen, legal, TWELVE) == again.choose(view, seen, legal, TWELVE)
    assert bot.pooled == again.pooled and len(bot.pooled) > 2
    assert sum(chance for _, chance in bot.pooled) > 0.8
    others = bot.worlds.disguises(view, bot.rng)
    assert len(others) == len(view["in_play"]) - 1
    mine = next(place for place, name in enumerate(AGENT) if view["holds"][seat][name])
    for _, worlds in others:
        for world in worlds:
            assert world.holds[seat][mine] == 0 and sum(world.holds[seat]) == 1
            held = [agent for row in world.holds for agent, has in enumerate(row) if has]
            assert len(held) == len(set(held)) == match.seats
