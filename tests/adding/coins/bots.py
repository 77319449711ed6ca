"""A bot of the game's own: it claims what may be true, and believes what may be."""

from __future__ import annotations

import random
from collections.abc import Sequence

from topsecret.bots.interface import Budget, Seen, View
from topsecret.kernel import Game
from topsecret.kernel.moves import Move

from .judge import worth


class Honest:
    def __init__(self, game: Game, seed: str) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: View, seen: Seen, legal: Sequence[Move], budget: Budget) -> Move:
        heads = int(view["coin"][view["viewer"]] == "heads")
        possible = [move for move in legal if move.family == "claim" and move.params["heads"] in (heads, heads + 1)]
        replies = [move for move in legal if move.family == "reply" and worth(move, heads, view["claimed"]) > 0]
        return self.rng.choice(possible or replies)
