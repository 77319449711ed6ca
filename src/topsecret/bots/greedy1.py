"""The first `greedy`, frozen with the judges of its time (`judge1.py` in a game's folder): what all figures are measured against. It never
changes. People do not meet it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move

from .interface import Bot, Budget, Seen, View
from .registry import module_of

for_people = False


class FirstGreedy:
    """Plays what the first judge finds best, with a little luck among nearly equal actions."""

    def __init__(self, game: Game, seed: str) -> None:
        self.judge: Any = module_of(game, "judge1")
        self.rng = random.Random(seed)

    def choose(self, view: View, seen: Seen, legal: Sequence[Move], budget: Budget) -> Move:
        worth: list[float] = self.judge.weigh(view, seen, legal)
        haze: float = self.judge.haze(view)
        hazy = [value + self.rng.random() * haze for value in worth]
        return legal[max(range(len(legal)), key=hazy.__getitem__)]


def fits(game: Game) -> bool:
    return module_of(game, "judge1") is not None


def make(game: Game, seed: str) -> Bot:
    return FirstGreedy(game, seed)
