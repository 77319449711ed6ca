"""Plays at random: every action alike, and an unfinished choice (a draft) in proportion to the ways in which it can be completed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move

from .interface import Bot, Budget, Seen, View
from .why import Why


class Random:
    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.count = 0  # of how many actions it drew one

    def choose(self, view: View, seen: Seen, legal: Sequence[Move], budget: Budget) -> Move:
        self.count = len(legal)
        if any(move.is_draft for move in legal):
            return self._complete(view, legal)
        return self.rng.choice(legal)

    def explain(self) -> Why:
        return [("chance", {"count": self.count})] if self.count > 1 else []

    def _complete(self, view: View, legal: Sequence[Move]) -> Move:
        """A draft is its seat's own, so its completions can be counted on what the seat sees."""
        rules, known = self.game.interpreted, self.game.sketch(view)
        ways = rules.ways(known, view["viewer"])
        if ways == 0:  # somebody else's draft, which must be changed before it can be completed
            return self.rng.choice(legal)
        return self.game.actions.move(rules.drawn(known, view["viewer"], self.rng.randrange(ways)))


def fits(game: Game) -> bool:
    return not game.State.timed


def make(game: Game, seed: str) -> Bot:
    return Random(game, seed)
