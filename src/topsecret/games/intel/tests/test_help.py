"""The odds of the next trickle, against every draw and every throw of the dice, played by the rules."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import topsecret
from topsecret import CHANCE
from topsecret.kernel.errors import UnknownTopic

GAME = topsecret.game("intel")
KINDS = ("memo", "photo", "blueprint", "credential", "cipher key", "honeypot")


def a_few_turns(seed: int, turns: int) -> topsecret.Match:
    match, rng = GAME.match(seed=str(seed)), random.Random(seed)
    while match.view()["turns"] <= turns or match.view()["phase"] != "turn":
        match.play(match.actors[0], rng.choice(match.legal(match.actors[0])))
    return match


def arrived(match: topsecret.Match, left: str, right: str, face: int) -> set[tuple[str, str]]:
    """Where tiles arrive, if these two are drawn and all dice show this face."""
    match = GAME.match(start=match.truth(), options=match.options, chance="manual")
    match.play(match.actors[0], "end turn")
    for outcome in (f"draw {left}", f"draw {right}", *(f"die {kind} {face}" for kind in KINDS)):
        match.play(CHANCE, outcome)
    told = match.events()
    moved = {
        (event["tile"], event["target"]) for event in told if event["event"] == "trickled" and event["target"] != "off"
    }
    entered = {(event["tile"], event["place"]) for event in told if event["event"] == "entered"}
    held = {(event["tile"], event["place"]) for event in told if event["event"] == "held"}
    return moved | (entered & held)


@pytest.mark.parametrize("seed", range(3))
def test_I2_1_the_odds_are_those_of_all_draws_and_all_dice(seed: int) -> None:
    match = a_few_turns(seed, 4 + 5 * seed)
    bag: dict[str, int] = match.view()["bag"]
    whole = sum(bag.values())
    chances: dict[tuple[str, str], Fraction] = {}
    for left, right in product(KINDS, repeat=2):
        ways = bag[left] * (bag[right] - (left == right))
        if ways > 0:
            for face in (1, 2):  # each die is its own kind's: together or not makes no difference to one kind
                for found in arrived(match, left, right, face):
                    chances[found] = chances.get(found, Fraction()) + Fraction(ways, 2 * whole * (whole - 1))
    odds: dict[str, Any] = match.help(match.actors[0], "trickle")
    said = {
        (tile, space): Fraction(ways, odds["of"]) for space, row in odds["spaces"].items() for tile, ways in row.items()
    }
    assert said == chances


def test_there_is_nothing_to_say_once_it_is_over() -> None:
    match = GAME.match(seed="over")
    match.play(0, "resign")
    with pytest.raises(UnknownTopic):
        match.help(0, "trickle")
