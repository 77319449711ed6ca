"""What a search of intel thinks about: all is public, so there is one world."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from topsecret.kernel.extend import Extension
from topsecret.kernel.fields import Position
from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move

from .judge import known


class Worlds:
    SETTINGS = {"candidates": 10.0, "depth": 3.0, "worlds": 1.0}

    def __init__(self, game: Game) -> None:
        self.game = game

    def told(self, events: Sequence[dict[str, Any]]) -> None:
        """There is nothing to remember."""

    def use(self, tool: Extension, floats: Callable[[int], Any]) -> None:
        """There is nothing to judge beforehand."""

    def decide(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[Move], rng: random.Random
    ) -> Move | None:
        """Everything is searched."""
        return None

    def searches(self, view: dict[str, Any]) -> bool:
        return True

    def draw(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], rng: random.Random, number: int
    ) -> list[Position]:
        return [known(view)]

    def more(self, view: dict[str, Any]) -> list[float]:
        return []
