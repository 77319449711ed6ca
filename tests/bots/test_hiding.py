"""Hiding: what moves tell about a secret is traded against winning."""

from __future__ import annotations

from contextlib import nullcontext
from math import log
from typing import Any, NamedTuple

import pytest

from tests.bots.test_search import SPIES, TOOL, TWELVE, few_games, played, searching
from topsecret.bots.hiding import Reputation, steadied, usual, veiled
from topsecret.bots.search import floats
from topsecret.games.spies import anybody
from topsecret.games.spies.disguises import put_on
from topsecret.lab import reader

np = pytest.importorskip("numpy", reason="searches need numpy")

SHARES = [[0.30, 0.28, 0.10, 0.10], [0.10, 0.28, 0.30, 0.10], [0.10, 0.10, 0.28, 0.30]]
USUAL = [0.2, 0.4, 0.2, 0.2]
STANDINGS = anybody.standings


class Done(NamedTuple):
    price: float
    shares: Any
    mine: int
    chosen: int | None


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


def test_a_search_that_hides_knows_what_is_usual_for_everybody_and_chooses_the_same_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few_games(monkeypatch)
    match = played(3, 8, "hides")
    seat = match.actors[0]
    view, seen, legal = match.view(seat), match.events(seat), match.legal(seat)
    bot, again = searching(hiding=0.5), searching(hiding=0.5)
    assert bot.choose(view, seen, legal, TWELVE) == again.choose(view, seen, legal, TWELVE)
    assert bot.veiled == again.veiled and len(bot.veiled) > 1
    *done, now = bot.worlds.as_anybody(view, [move.code for move in legal], 0.5)
    assert now.shares.shape == (len(view["in_play"]), len(now.codes)) and now.chosen is None
    assert {move.code for move, _ in bot.veiled} <= set(now.codes) <= {move.code for move in legal}
    assert len(done) == len(bot.worlds.beliefs.own) > 0 and done[0].price == now.price
    assert bot.worlds.as_anybody(view, [move.code for move in legal], 0.5)[:-1] == done  # nothing is found out twice


def test_what_is_usual_hangs_on_nothing_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """As everybody that it might be, a seat finds the same."""
    few_games(monkeypatch)
    match = played(3, 6, "public")
    seat = match.actors[0]
    view, seen, legal = match.view(seat), match.events(seat), match.legal(seat)
    found = []
    for agent in view["in_play"][:3]:
        bot = searching(hiding=0.5)
        other, told = put_on(view, seen, agent)
        bot.worlds.use(TOOL, floats)
        bot.worlds.draw(other, told, bot.rng, 2)
        found.append(bot.worlds.as_anybody(other, [move.code for move in legal], 0.5))
    for choices in found[1:]:
        for one, first in zip(choices, found[0], strict=True):
            assert one.codes == first.codes and (one.shares == first.shares).all() and one.chosen == first.chosen


def test_what_one_did_is_followed_as_others_see_it_and_again_after_it_was_taken_back() -> None:
    shares = np.array(SHARES)
    tells, tells_nothing = Done(0.02, shares, 0, 0), Done(100.0, shares, 0, 0)
    reputation = Reputation()
    assert reputation.after([], 3) == pytest.approx([1 / 3] * 3)
    assert reputation.after([tells_nothing], 3) == pytest.approx([1 / 3] * 3, abs=0.01)
    once = reputation.after([tells], 3)
    assert once[0] > 0.6 and sum(once) == pytest.approx(1.0)
    assert reputation.after([tells, tells], 3)[0] > once[0]
    assert reputation.after([tells], 3) == once and reputation.after([], 3) == pytest.approx([1 / 3] * 3)


def test_whoever_seems_to_be_one_of_two_does_what_is_good_for_these_two() -> None:
    among_two = usual(np.array(SHARES), [0.49, 0.49, 0.02], 0.05)
    assert among_two.index(max(among_two)) == 1


def test_what_was_tried_seldom_counts_less_than_what_the_judge_says() -> None:
    lucky, often = steadied([0.40, 0.30], [10, 4000], [0.20, 0.28], 120)
    assert lucky < often
    assert steadied([0.40, 0.30], [9000, 9000], [0.20, 0.28], 120) == pytest.approx([0.40, 0.30], abs=0.01)


def test_a_reader_works_out_once_what_is_the_same_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks a program that hides as the owner of every agent; what is public of its choices is shared, and all comes out the same."""
    few_games(monkeypatch)
    monkeypatch.setattr(reader, "ASKS", TWELVE)
    match = played(4, 5, "read at once")
    found, asked = [], []
    for shared in (True, False):
        if not shared:
            monkeypatch.setattr(reader, "known_to_all", lambda *_: nullcontext())
        monkeypatch.setattr(reader.Read, "remembered", {})
        games: list[int] = []
        monkeypatch.setattr(anybody, "standings", lambda *a, of=STANDINGS, to=games: to.append(1) or of(*a))
        beliefs = reader.Read(SPIES, lambda: searching("program", hiding=0.2))
        beliefs.follow(match.view(0), match.events(0))
        found.append(beliefs.joint(match.view(0)))
        asked.append(len(games))
    assert found[0] == found[1] and 0 < asked[0] * 7 <= asked[1]
