"""Imagined worlds: a seat may have laid out nothing, or any cost that it could pay now, all alike (I3.4)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from topsecret.kernel.fields import truth

from .builders import GAME, Table, at_table

DRAWS = 200


def imagined(table: Table, viewer: int | None) -> Counter[tuple[str, str]]:
    """How often each draft of seat 0 is imagined. The worlds differ in nothing else."""
    view, seen, rng = table.match.view(viewer), table.match.events(viewer), random.Random("worlds")
    found: Counter[tuple[str, str]] = Counter()
    now = table.now
    hidden = {"paying": now["paying"], "paying_with": now["paying_with"]}
    for _ in range(DRAWS):
        world, weight = GAME.imagine(view, seen, rng)
        assert weight == 1
        position = truth(world)
        found[position["paying"][0], position["paying_with"][0]] += 1
        assert position | hidden == now
    return found


@pytest.mark.parametrize("viewer", [1, None])
@pytest.mark.parametrize("laid_out", [(), ("pay x1 memo",), ("pay x3 photo",), ("pay x1 memo", "back")])
def test_I3_4_others_imagine_every_cost_that_could_be_laid_out(viewer: int | None, laid_out: tuple[str, ...]) -> None:
    table = at_table(
        x1="engineer e3 memo cipher_key", x2="analyst h1 photo", x3="smuggler h3 photo", loose={"c2": "memo"}
    )
    table.play(*laid_out)
    found = imagined(table, viewer)
    assert set(found) == {("nobody", "none"), ("x1", "memo"), ("x1", "cipher key"), ("x3", "photo")}
    assert all(abs(number - DRAWS / 4) < 31 for number in found.values()), found  # five standard deviations


def test_I3_4_whoever_laid_it_out_knows_it() -> None:
    table = at_table(x1="engineer e3 memo cipher_key")
    table.play("pay x1 memo")
    assert set(imagined(table, 0)) == {("x1", "memo")}


def test_I3_4_nothing_is_laid_out_where_nothing_can_be_paid() -> None:
    table = at_table(x1="hacker e3 memo", y1="engineer h3 memo")
    assert set(imagined(table, 1)) == {("nobody", "none")}
