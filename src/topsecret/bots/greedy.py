"""Looks one action ahead: plays what the game's own judge (`judge.py` in its folder) finds best, seen from its own seat."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from topsecret.kernel.game import Game
from topsecret.kernel.levels import Level
from topsecret.kernel.moves import Move

from .interface import Bot, Budget, Seen, View
from .registry import module_of


class Greedy:
    """`judge.weigh(view, seen, legal)` gives each action a worth; a little luck decides among nearly equal ones, so that its moves do
    not give it away at once. `judge.haze(view)` says how much is nearly equal now; the handicap `haze` makes it so many times as much."""

    handicaps = frozenset({"haze"})

    def __init__(self, game: Game, seed: str) -> None:
        self.judge: Any = module_of(game, "judge")
        self.rng = random.Random(seed)
        self.level = Level("greedy")

    def choose(self, view: View, seen: Seen, legal: Sequence[Move], budget: Budget) -> Move:
        worth: list[float] = self.judge.weigh(view, seen, legal)
        haze: float = self.judge.haze(view) * self.level.handicaps.get("haze", 1.0)
        hazy = [value + self.rng.random() * haze for value in worth]
        return legal[max(range(len(legal)), key=hazy.__getitem__)]


def fits(game: Game) -> bool:
    return module_of(game, "judge") is not None


def make(game: Game, seed: str) -> Bot:
    return Greedy(game, seed)
