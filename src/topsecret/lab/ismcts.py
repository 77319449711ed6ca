"""A stranger to measure against: OpenSpiel's information set Monte Carlo tree search, over a small adapter. It shares nothing with the
bots of the house but the rules and `imagine`: no judge, no beliefs, random playouts. Needs the extra `peers`; games without time."""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Sequence
from typing import Any

from topsecret.bots import Budget
from topsecret.kernel.engine import CHANCE_TURN
from topsecret.kernel.fields import Position
from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move
from topsecret.kernel.visibility import visibility

EXPLORATION = 1.4
MOST_STEPS = 400  # of one playout: then it is nobody's
DEFAULT_SIMULATIONS = 200
TRIES = 20  # to imagine a world that has a weight


def is_here() -> bool:
    return importlib.util.find_spec("pyspiel") is not None


class Node:
    """A position as OpenSpiel wants it: only what its search asks for."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.rules = game.interpreted
        self.position = position
        self._who = int(self.rules.actors(position))

    def clone(self) -> Node:
        return Node(self.game, self.position.copy())

    def current_player(self) -> int:
        return (self._who & -self._who).bit_length() - 1

    def is_chance_node(self) -> bool:
        return self._who == CHANCE_TURN

    def is_terminal(self) -> bool:
        return self._who == 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        return [int(code) for code in self.rules.listed(self.position, self.current_player())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        total = self.rules.total(self.position)
        weighed = ((move.code, self.rules.weight(self.position, move.code)) for move in self.game.chance)
        return [(code, weight / total) for code, weight in weighed if weight > 0]

    def apply_action(self, code: int) -> None:
        if self.is_chance_node():
            self.rules.happen(self.position, int(code))
        else:
            self.rules.apply(self.position, self.current_player(), int(code))
        self._who = int(self.rules.actors(self.position))

    def returns(self) -> list[float]:
        best = int(self.rules.winners(self.position)) if self.is_terminal() else 0
        seats = range(self.position.seats)
        return [(best >> seat & 1) / max(best.bit_count(), 1) for seat in seats]

    def observation_string(self) -> str:
        return repr(visibility(self.game.State, self.position.seats).view(self.position, self.current_player()))


class Playouts:
    """Random play to the end."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def evaluate(self, node: Node) -> list[float]:
        node, rules, rng = node.clone(), node.rules, self.rng
        for _ in range(MOST_STEPS):
            if node.is_terminal():
                break
            if node.is_chance_node():
                node.apply_action(rules.pick(node.position, rng.randrange(rules.total(node.position))))
            else:
                seat = node.current_player()
                ways = rules.ways(node.position, seat)
                if ways:
                    node.apply_action(rules.drawn(node.position, seat, rng.randrange(ways)))
                else:
                    node.apply_action(rules.nth(node.position, seat, rng.randrange(rules.count(node.position, seat))))
        return node.returns()

    def prior(self, node: Node) -> list[tuple[int, float]]:
        legal = node.legal_actions()
        return [(code, 1 / len(legal)) for code in legal]


class IsMcts:
    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.rng = random.Random(seed)

    def choose(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[Move], budget: Budget
    ) -> Move:
        if len(legal) == 1:
            return legal[0]
        import numpy as np
        from open_spiel.python.algorithms.ismcts import ISMCTSBot

        begun = time.perf_counter()
        log, sketch, seat = list(seen), self.game.sketch(view), int(view["viewer"])
        luck = np.random.RandomState(self.rng.getrandbits(32))
        search = ISMCTSBot(None, Playouts(self.rng), EXPLORATION, 1, random_state=luck, use_observation_string=True)
        root = self._imagined(sketch, seat, log)
        search.reset()
        tree = search.create_new_node(root)
        done = 0
        while True:
            search.run_simulation(self._imagined(sketch, seat, log))
            done += 1
            if budget.milliseconds is not None:
                if (time.perf_counter() - begun) * 1000 >= 0.9 * budget.milliseconds:
                    break
            elif done >= (budget.simulations or DEFAULT_SIMULATIONS):
                break
        allowed = {move.code: move for move in legal}
        visits = {code: child.visits for code, child in tree.child_info.items() if code in allowed}
        return allowed[max(visits, key=visits.__getitem__)] if visits else self.rng.choice(legal)

    def _imagined(self, sketch: Position, seat: int, log: list[dict[str, Any]]) -> Node:
        """A world as likely as its weight, roughly: the best of a few."""
        worlds = [self.game.complete(sketch, seat, log, self.rng)]
        while not worlds[-1][1] and len(worlds) < TRIES:
            worlds.append(self.game.complete(sketch, seat, log, self.rng))
        return Node(self.game, worlds[-1][0])
