"""What a search of briefcase thinks about: one's own pieces as they can lie by the notebook, each deal equally likely, and orders."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from topsecret.kernel.extend import Extension
from topsecret.kernel.fields import Position
from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move

from .box import MOST_SPIES, PIECES
from .notebook import masks_of, odds_of
from .orders import new_order


class Worlds:
    SETTINGS = {"candidates": 16.0, "depth": 4.0, "worlds": 32.0}

    def __init__(self, game: Game) -> None:
        self.game = game
        self.beliefs = [0.0] * (2 * MOST_SPIES * PIECES)

    def told(self, events: Sequence[dict[str, Any]]) -> None:
        """The notebook is worked out from the view or the whole log."""

    def use(self, tool: Extension, floats: Callable[[int], Any]) -> None:
        """There is nothing to judge beforehand."""

    def searches(self, view: dict[str, Any]) -> bool:
        return bool(view["phase"] == "turn")

    def draw(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], rng: random.Random, number: int
    ) -> list[Position]:
        self.beliefs = [0.0] * (2 * MOST_SPIES * PIECES)
        for side, masks in enumerate(masks_of(view, seen)):
            for spy, odds in enumerate(odds_of(masks)):
                for piece, likely in odds.items():
                    self.beliefs[(side * MOST_SPIES + spy) * PIECES + piece] = likely
        sketch, log = self.game.sketch(view), list(seen)
        return [self.game.complete(sketch, view["viewer"], log, rng)[0] for _ in range(number)]

    def more(self, view: dict[str, Any]) -> list[float]:
        return self.beliefs

    def decide(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[Move], rng: random.Random
    ) -> Move | None:
        """B4.5: another order, whenever it should stand."""
        wanted = new_order(view)
        return next((move for move in legal if move.family == "order" and move.params["order"] == wanted), None)
