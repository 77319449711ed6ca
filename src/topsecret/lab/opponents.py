"""Opponents that are not the model: bots that exist to be measured against, and that share as little as possible with the searches of the
house, whose playouts take everybody for a player by the judge."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from topsecret.bots import Budget
from topsecret.bots.registry import module_of
from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move

from . import ismcts

QUIRK = 3.0  # how strong a quirk is, in units of what the judge takes for luck


class Quirky:
    """Plays by the first judge with quirks: for each action, whenever it can be done, a liking of its own that stays the same through
    a game. So it is neither the judge nor the judge with luck, and differs from game to game."""

    def __init__(self, game: Game, seed: str) -> None:
        self.judge: Any = module_of(game, "judge1") or module_of(game, "judge")
        self.rng = random.Random(seed)
        self.seed = seed
        self.liking: dict[int, float] = {}

    def choose(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[Move], budget: Budget
    ) -> Move:
        haze: float = self.judge.haze(view)
        worth: list[float] = self.judge.weigh(view, seen, legal)
        quirky = [value + QUIRK * haze * self._likes(move.code) for value, move in zip(worth, legal)]
        return legal[max(range(len(legal)), key=quirky.__getitem__)]

    def _likes(self, code: int) -> float:
        if code not in self.liking:
            self.liking[code] = random.Random(f"{self.seed}/{code}").gauss(0, 0.5)
        return self.liking[code]


def available(game: Game) -> dict[str, Callable[[Game, str], Any]]:
    """By name, for this game."""
    found: dict[str, Callable[[Game, str], Any]] = {}
    if game.State.timed:
        return found
    if module_of(game, "judge1") is not None:
        found["quirky"] = Quirky
    if ismcts.is_here():
        found["ismcts"] = ismcts.IsMcts
    return found
