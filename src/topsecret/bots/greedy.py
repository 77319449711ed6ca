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
from .why import Why, as_event


class Greedy:
    """`judge.weigh(view, seen, legal)` gives each action a worth; a little luck decides among nearly equal ones, so that its moves do
    not give it away at once. `judge.haze(view)` says how much is nearly equal now; the handicap `haze` makes it so many times as much."""

    handicaps = frozenset({"haze"})

    def __init__(self, game: Game, seed: str) -> None:
        self.judge: Any = module_of(game, "judge")
        self.rng = random.Random(seed)
        self.level = Level("greedy")
        self.game = game
        self.last: tuple[View, Seen, list[Move], int] | None = (
            None  # what it saw, the best two actions, and of how many
        )

    def choose(self, view: View, seen: Seen, legal: Sequence[Move], budget: Budget) -> Move:
        worth: list[float] = self.judge.weigh(view, seen, legal)
        haze: float = self.judge.haze(view) * self.level.handicaps.get("haze", 1.0)
        hazy = [value + self.rng.random() * haze for value in worth]
        order = sorted(range(len(legal)), key=hazy.__getitem__, reverse=True)
        self.last = view, seen, [legal[index] for index in order[:2]], len(legal)
        return legal[order[0]]

    def explain(self) -> Why:
        """What speaks for the last action, and what it would have done otherwise; nothing where there was nothing to choose."""
        if self.last is None or self.last[3] < 2:
            return []
        view, seen, (best, second), count = self.last
        other = as_event(int(view["viewer"]), second)
        return [("glance", {"count": count}), *about(self.game, view, seen, best), ("otherwise", {"other": other})]


def about(game: Game, view: View, seen: Seen, move: Move, worlds: Any = None) -> Why:
    """What the game has to say about an action, from what its seat may know (`explain.py` in its folder)."""
    game_says: Any = module_of(game, "explain")
    said: Why = [] if game_says is None else game_says.about(game, view, seen, move, worlds)
    return said


def fits(game: Game) -> bool:
    return module_of(game, "judge") is not None


def make(game: Game, seed: str) -> Bot:
    return Greedy(game, seed)
