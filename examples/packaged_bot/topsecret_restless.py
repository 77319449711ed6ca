"""A bot for any game without time: it never does the same sort of thing twice in a row, if it can help it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import topsecret
from topsecret.bots import Budget


class Restless:
    def __init__(self, game: topsecret.Game, seed: str) -> None:
        self.rng = random.Random(seed)
        self.last = ""

    def choose(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[topsecret.Move], budget: Budget
    ) -> topsecret.Move:
        chosen = self.rng.choice([move for move in legal if move.family != self.last] or legal)
        self.last = chosen.family
        return chosen
