"""Who is who: the exact joint posterior over identities, from what one seat has seen.

A belief follows the seen log. Each movement and each safe of another seat is judged for the owner of every agent (`likelihoods` in
`search.py`: how likely would it have done this?), and every way to give the unseen agents to the other seats (at most 720 with one agent
each) is as likely as all that its owners did. Somebody may not play like that, but hide, or play by other lights: then what they do
tells nothing of who they are. How likely that is shows in what they do, too. Everything follows from the seen log alone: a belief that
is made again is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import exp, log
from typing import Any, NamedTuple, cast

from topsecret.kernel.fields import Position
from topsecret.kernel.game import Game
from topsecret.kernel.names import by_text
from topsecret.kernel.seen_log import standing

from .box import AGENTS, Agent, Building, Face
from .state import Phase, State

Holding = tuple[tuple[int, ...], ...]  # by seat: its agents
Judged = Callable[[Position, int], list[float]]  # by agent: the logarithm of how likely its owner does this
AGENT, BUILDING, FACE = by_text(Agent), by_text(Building), by_text(Face)
HIDES = 0.25  # how likely somebody is, at first, whose moves tell nothing of who they are: they do what is usual for anybody


class Own(NamedTuple):
    """Something that one did oneself: the board before it, what was believed then, and what it was."""

    board: State
    likely: list[list[float]]
    code: int


class Beliefs:
    hides = HIDES

    def __init__(self, game: Game, judged: Judged) -> None:
        self.game = game
        self.judged = judged
        self.me: int | None = None
        self.begin(2, {})

    def begin(self, seats: int, options: dict[str, Any]) -> None:
        self.heard = 0  # events that stand and were followed
        self.last = 0  # the number of the last of them
        self.board = cast(State, self.game.begin(seats, options))
        self.likely = [[0.0] * AGENTS for _ in range(seats)]
        self.usual = [0.0] * seats  # the logarithm of how likely all that was for anybody
        self.own: list[Own] = []  # what one did oneself

    def follow(self, view: dict[str, Any], seen: Sequence[dict[str, Any]]) -> None:
        """Hears what is new; after something was taken back, everything again."""
        told, self.me = standing(list(seen)), view["viewer"]
        if self.heard > len(told) or (self.heard and told[self.heard - 1]["n"] != self.last) or not self.heard:
            self.begin(view["seats"], {name: view[name] for name in self.game.options})
        for event in told[self.heard :]:
            self._hear(event)
        self.heard = len(told)
        self.last = told[-1]["n"] if told else 0

    def _hear(self, event: dict[str, Any]) -> None:
        board, name = self.board, event["event"]
        if name == "sit_out":
            board.in_play &= ~(1 << AGENT[event["agent"]])
        elif name == "turn_begins":
            board.turn = event["seat"]
        elif name == "roll":
            board.die = FACE[event["face"]]
        elif name in ("move", "place_safe"):
            board.phase = Phase.MOVE if name == "move" else Phase.SAFE
            params = {key: event[key] for key in ("points", "building") if key in event}
            self._judge(event["seat"], self.game.actions.read({"action": name} | params).code)
        elif name == "moved":
            board.place[AGENT[event["agent"]]] = BUILDING[event["target"]]
        elif name in ("scored", "tipped"):
            board.marker[AGENT[event["agent"]]] = event["marker"]
        elif name == "safe_moved":
            board.safe = BUILDING[event["target"]]

    def _judge(self, seat: int, code: int) -> None:
        self.board.turn = seat
        if seat == self.me:
            self.own.append(Own(self.board.copy(), self.rows(), code))
            return
        judged = self.judged(self.board, code)
        anybody = [exp(part) for agent, part in enumerate(judged) if self.board.in_play >> agent & 1]
        self.usual[seat] += log(sum(anybody) / len(anybody))
        for agent, part in enumerate(judged):
            self.likely[seat][agent] += part

    def rows(self) -> list[list[float]]:
        return [self.row(seat).copy() for seat in range(len(self.likely))]

    def row(self, seat: int) -> list[float]:
        """By agent: the logarithm of how likely all that a seat did is for its owner, as one who hides or as one who does not."""
        if seat >= len(self.likely):
            return [0.0] * AGENTS
        if self.hides <= 0:
            return self.likely[seat]
        return [added(part + log(1 - self.hides), self.usual[seat] + log(self.hides)) for part in self.likely[seat]]

    def joint(self, view: dict[str, Any]) -> dict[Holding, float]:
        """Every way in which the others can hold their agents, with how likely it is."""
        me, seats = view["viewer"], view["seats"]
        names = list(AGENT)
        mine = {agent for agent in range(AGENTS) if me is not None and view["holds"][me][names[agent]]}
        free = [agent for agent in range(AGENTS) if names[agent] in view["in_play"] and agent not in mine]
        ways: list[tuple[Holding, float]] = [((), 0.0)]
        for seat in range(seats):
            if seat == me:
                ways = [((*way, tuple(sorted(mine))), part) for way, part in ways]
                continue
            likely = self.row(seat)
            ways = [
                ((*way, held), part + max((likely[agent] for agent in held), default=0.0))
                for way, part in ways
                for held in combinations(self._left(free, way, me), view["agents_held"][seat])
            ]
        best = max((part for _, part in ways), default=0.0)
        weights = {way: exp(part - best) for way, part in ways}
        whole = sum(weights.values())
        return {way: weight / whole for way, weight in weights.items()}

    def _left(self, free: list[int], way: Holding, me: int | None) -> list[int]:
        taken = {agent for seat, held in enumerate(way) if seat != me for agent in held}
        return [agent for agent in free if agent not in taken]


def added(one: float, other: float) -> float:
    """The logarithm of a sum, from those of its parts."""
    most = max(one, other)
    return most + log(exp(one - most) + exp(other - most))


def owners(joint: dict[Holding, float], seats: int) -> list[list[float]]:
    """By seat and agent: how likely that seat holds that agent."""
    found = [[0.0] * AGENTS for _ in range(seats)]
    for way, part in joint.items():
        for seat, held in enumerate(way):
            for agent in held:
                found[seat][agent] += part
    return found
