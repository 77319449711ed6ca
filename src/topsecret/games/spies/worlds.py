"""What a search of spies thinks about: worlds drawn from the beliefs, and the decisions that follow from the beliefs alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any
from weakref import ref

from topsecret.kernel.extend import Extension
from topsecret.kernel.fields import Position
from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move

from . import search
from .anybody import WARMTH, Anybody, Choice
from .beliefs import AGENT, Beliefs, Holding, owners
from .box import AGENTS, FINISH

SLIP = 0.05  # and so often they do anything
CARD_IN_HAND, NEW_IDENTITY = 0.02, 0.08  # so much more likely one wins with it
SEARCHED = ("move", "safe", "poll", "card part")


def weakly(worlds: Worlds) -> Callable[[Position, int], list[float]]:
    """What judges for beliefs that belong to these worlds, and does not hold them: a bot that is forgotten is gone."""
    weak = ref(worlds)

    def judged(board: Position, code: int) -> list[float]:
        found = weak()
        assert found is not None
        return found.judged(board, code)

    return judged


class Worlds:
    SETTINGS = {"candidates": 32.0, "worlds": 48.0}

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tool: Extension | None = None
        self.beliefs = Beliefs(game, weakly(self))
        self.joint: dict[Holding, float] = {}
        self.drawn: list[Position] = []
        self.anybody = Anybody()
        self.believes = True  # else all that can be is equally likely
        self.viewer: int | None = None  # whose beliefs these are, as soon as there are any

    def told(self, events: Sequence[dict[str, Any]]) -> None:
        """Beliefs follow the whole log when they are needed."""

    def searches(self, view: dict[str, Any]) -> bool:
        return view["phase"] in SEARCHED

    def use(self, tool: Extension, floats: Callable[[Any], Any]) -> None:
        if self.tool is not tool:
            self.tool = tool
            self.states = tool.states(2)
            self.floats, self.scratch = floats, floats(search.SCRATCH)

    def judged(self, board: Position, code: int) -> list[float]:
        return [float(part) for part in self.likelihoods(board, [code], SLIP)[0]]

    def likelihoods(self, board: Position, codes: Sequence[int], slip: float) -> Any:
        """By code and agent: the logarithm of how likely its owner does this."""
        assert self.tool is not None
        self.tool.put(self.states, 0, board)
        asked, likely = self.floats(len(codes)).astype("int64"), self.floats((len(codes), AGENTS))
        asked[:] = codes
        self.tool.likelihoods(self.states, asked, WARMTH, slip, likely, self.scratch)
        return likely

    def draw(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], rng: random.Random, number: int
    ) -> list[Position]:
        self.beliefs.follow(view, seen)
        self.joint = self.beliefs.joint(view)
        if not self.believes:
            self.joint = dict.fromkeys(self.joint, 1 / len(self.joint))
        sketch, me, log = self.game.sketch(view), int(view["viewer"]), list(seen)
        self.viewer = me
        self.drawn = []
        for way in rng.choices(list(self.joint), list(self.joint.values()), k=number):
            world: Any = self.drawn[0].copy() if self.drawn else sketch.copy()
            for seat, held in enumerate(way):
                if seat != me:
                    world.holds[seat] = [int(agent in held) for agent in range(AGENTS)]
            # cards that others hold matter little to what is tried: they are dealt once
            self.drawn.append(world if self.drawn else self.game.complete(world, me, log, rng)[0])
        return self.drawn

    def as_anybody(self, view: dict[str, Any], codes: Sequence[int], hiding: float) -> list[Choice]:
        """What one did before, and the present choice, as the owner of every agent would see them; nothing where nobody hides."""
        return self.anybody.choices(self, view, codes, hiding) if self.drawn else []

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
        """What a card in hand is worth, and a new identity: less and less, the nearer the end."""
        left = max(0.0, 1.0 - max(view["marker"].values()) / FINISH)
        return [CARD_IN_HAND * min(1.0, 2 * left), NEW_IDENTITY * left]

    def decide(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[Move], rng: random.Random
    ) -> Move | None:
        """The dossier (S7.2): of all ways that can be, the one of whose entries most will be right."""
        if view["phase"] != "dossier":
            return None
        self.beliefs.follow(view, seen)
        self.joint = self.beliefs.joint(view)
        me, plan = int(view["viewer"]), self._guesses(view)
        for move in legal:
            if move.family == "write":
                agent, guess = move.params["agent"], move.params["guess"]
                if plan[agent] == guess != view["guess"][me][agent]:
                    return move
        return next((move for move in legal if move.family == "hand_in"), None)

    def _guesses(self, view: dict[str, Any]) -> dict[str, str]:
        """What to write for each agent. A seat is named once: for the agent that it will keep, if it holds two (S6.1)."""
        me, names = int(view["viewer"]), list(AGENT)
        kept: dict[tuple[int, ...], float] = {}  # by seat the agent that it keeps, -1 for one's own: how likely
        for way, part in self.joint.items():
            agents = tuple(
                -1 if seat == me else max(held, key=lambda agent: view["marker"][names[agent]], default=-1)
                for seat, held in enumerate(way)
            )
            kept[agents] = kept.get(agents, 0.0) + part
        owned = [[0.0] * AGENTS for _ in range(view["seats"])]
        for agents, part in kept.items():
            for seat, agent in enumerate(agents):
                if agent >= 0:
                    owned[seat][agent] += part
        free = [1.0 - sum(row[agent] for row in owned) for agent in range(AGENTS)]
        best = max(kept, key=lambda agents: sum(owned[seat][a] - free[a] for seat, a in enumerate(agents) if a >= 0))
        plan = dict.fromkeys(names, "free")
        for seat, agent in enumerate(best):
            if agent >= 0:
                plan[names[agent]] = f"seat {seat}"
        return plan
