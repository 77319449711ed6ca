"""Hiding: what moves tell about a secret is traded against winning."""

from __future__ import annotations

from math import log

import pytest

from tests.bots.test_search import TWELVE, played, searching
from topsecret.bots.hiding import usual, veiled

np = pytest.importorskip("numpy", reason="searches need numpy")

SHARES = [[0.30, 0.28, 0.10, 0.10], [0.10, 0.28, 0.30, 0.10], [0.10, 0.10, 0.28, 0.30]]
USUAL = [0.2, 0.4, 0.2, 0.2]


def told(chosen: list[list[float]]) -> float:
    """What a move tells about the secret, in nats, if all secrets are equally likely."""
    over_all = [sum(row[move] for row in chosen) / len(chosen) for move in range(len(USUAL))]
    return sum(part * log(part / whole) for row in chosen for part, whole in zip(row, over_all)) / len(chosen)


def test_what_costs_nothing_to_tell_is_told_and_what_is_dear_is_not() -> None:
    for shares in SHARES:
        assert veiled(shares, USUAL, 0.0005)[shares.index(max(shares))] > 0.99
        assert veiled(shares, USUAL, 100.0) == pytest.approx(USUAL, abs=0.01)


def test_the_dearer_it_is_the_less_is_told_and_the_less_is_won() -> None:
    ways = [[veiled(shares, USUAL, price) for shares in SHARES] for price in (0.02, 0.05, 0.2)]
    won = [sum(s * p for shares, row in zip(SHARES, way) for s, p in zip(shares, row)) for way in ways]
    tells = [told(way) for way in ways]
    assert tells == sorted(tells, reverse=True) and won == sorted(won, reverse=True)


def test_of_two_moves_that_are_nearly_as_good_it_takes_the_one_that_others_would_make_too() -> None:
    chances = veiled(SHARES[0], USUAL, 0.05)
    assert chances[1] > chances[0] > chances[2]


def test_what_is_usual_is_what_is_good_for_many() -> None:
    common = usual(np.array(SHARES), [1 / 3] * 3, 0.05)
    assert (
        sum(common) == pytest.approx(1.0) and common.index(max(common)) == 2
    )  # very good for one, and good for another
    alone = usual(np.array(SHARES), [0.98, 0.01, 0.01], 0.05)
    assert alone[0] > common[0]  # what one is taken for anyway may be shown


def test_a_search_that_hides_knows_what_is_usual_for_everybody_and_chooses_the_same_again() -> None:
    match = played(3, 8, "hides")
    seat = match.actors[0]
    view, seen, legal = match.view(seat), match.events(seat), match.legal(seat)
    bot, again = searching(hiding=0.5), searching(hiding=0.5)
    assert bot.choose(view, seen, legal, TWELVE) == again.choose(view, seen, legal, TWELVE)
    assert bot.veiled == again.veiled and len(bot.veiled) > 1
    says = bot.worlds.as_anybody(view, [move.code for move in legal])
    assert (
        says is not None and says[0].shape == (len(view["in_play"]), len(legal)) and sum(says[1]) == pytest.approx(1.0)
    )
    for world in bot.worlds.drawn:  # no secret is in it
        bot.worlds.drawn = [world]
        again_says = bot.worlds.as_anybody(view, [move.code for move in legal])
        assert again_says is not None and (again_says[0] == says[0]).all() and again_says[1] == says[1]
