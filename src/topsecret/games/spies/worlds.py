"""What a search of spies thinks about: worlds drawn from the beliefs, and the decisions that follow from the beliefs alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from topsecret.kernel.extend import Extension
from topsecret.kernel.fields import Position
from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move

from . import search
from .beliefs import AGENT, Beliefs, Holding, owners
from .box import AGENTS

WARMTH = 0.55  # how much chance is in what others do: differences of worth below this mean little
SEARCHED = ("move", "safe", "poll", "card part")


class Worlds:
    SETTINGS = {"candidates": 32.0, "worlds": 48.0}

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tool: Extension | None = None
        self.beliefs = Beliefs(game, self.judged)
        self.joint: dict[Holding, float] = {}
        self.viewer: int | None = None  # whose beliefs these are, as soon as there are any

    def told(self, events: Sequence[dict[str, Any]]) -> None:
        """Beliefs follow the whole log when they are needed."""

    def searches(self, view: dict[str, Any]) -> bool:
        return view["phase"] in SEARCHED

    def use(self, tool: Extension, floats: Callable[[int], Any]) -> None:
        if self.tool is not tool:
            self.tool = tool
            self.states = tool.states(2)
            self.likely, self.scratch = floats(AGENTS), floats(search.SCRATCH)

    def judged(self, board: Position, code: int) -> list[float]:
        assert self.tool is not None
        self.tool.put(self.states, 0, board)
        self.tool.likelihoods(self.states, code, WARMTH, self.likely, self.scratch)
        return [float(part) for part in self.likely]

    def draw(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], rng: random.Random, number: int
    ) -> list[Position]:
        self.beliefs.follow(view, seen)
        self.joint = self.beliefs.joint(view)
        sketch, me, log = self.game.sketch(view), int(view["viewer"]), list(seen)
        self.viewer = me
        ways, weights = list(self.joint), list(self.joint.values())
        if view["cards"]:
            number = max(1, number // 3)
        found: list[tuple[Position, float]] = []
        for way in rng.choices(ways, weights, k=number):
            world: Any = sketch.copy()
            for seat, held in enumerate(way):
                if seat != me:
                    world.holds[seat] = [int(agent in held) for agent in range(AGENTS)]
            found.append(self.game.complete(world, me, log, rng))
        if not view["cards"]:
            return [world for world, _ in found]
        return rng.choices([world for world, _ in found], [weight for _, weight in found], k=number)

    def claims(self) -> list[tuple[list[Any], Any, float]]:
        """For each other seat and each agent that it may hold: how likely it does."""
        if self.viewer is None:
            return []
        found = owners(self.joint, len(next(iter(self.joint))))
        theirs = {agent for way in self.joint for seat in range(len(way)) if seat != self.viewer for agent in way[seat]}
        return [
            (["holds", seat, name], True, found[seat][agent])
            for seat in range(len(found))
            for name, agent in AGENT.items()
            if seat != self.viewer and agent in theirs
        ]

    def more(self, view: dict[str, Any]) -> list[float]:
        return []

    def decide(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[Move], rng: random.Random
    ) -> Move | None:
        """The dossier: who is behind each agent by the most likely joint belief (S7.2)."""
        if view["phase"] != "dossier":
            return None
        self.beliefs.follow(view, seen)
        self.joint = self.beliefs.joint(view)
        me, names = int(view["viewer"]), list(AGENT)
        likely = max(self.joint, key=self.joint.__getitem__)
        plan = dict.fromkeys(names, "free")
        for seat, held in enumerate(likely):
            for agent in held:
                plan[names[agent]] = f"seat {seat}"
        for move in legal:
            if move.family == "write":
                agent, guess = move.params["agent"], move.params["guess"]
                if plan[agent] == guess != view["guess"][me][agent]:
                    return move
        return next((move for move in legal if move.family == "hand_in"), None)
