"""A choice as the owner of every agent would see it: what a search has to know that hides who it is.

Of each movement (or safe) that the owner of some agent would think about it is found out how good it is for everybody: games are played
with it in which any agent may be one's own, from what is public alone and always with the same luck, and who is in front in the end
counts for all agents at once. With the judge that says how often a search as that agent's owner would win (a correlation of .4 to .7; the
judge alone has -.1 to .4 after the first scoring). All follows from the seen log: a bot that is made again finds the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from math import exp
from typing import Any, NamedTuple, Protocol

from topsecret.kernel.extend import Extension
from topsecret.kernel.fields import Position

from . import search
from .beliefs import AGENT, Beliefs
from .box import AGENTS, BUILDINGS
from .state import Phase

HIDES_IN = {"move": Phase.MOVE, "safe": Phase.SAFE}
WARMTH = 0.55  # how much chance is in what others do: differences of worth below this mean little
FEW, MANY = 1, 3  # so many others are no reason to hide, and reason enough
HOLDS_ON, LETS_GO = 18, 32  # until a marker has come so far one hides as well as one can, and from there on not at all
LEAST_PRICE = 0.004  # for what was done when nobody hid
OF_EACH = 6  # what the judge likes best for the owner of an agent
GAMES = 128  # with each of these
COUNTS_AS = 120  # what they say is as good as so many games of a search with each
WORLDS = 21
SOFTLY = 4.0  # points by which one is in front and need not fear
STANDS_EARLY, STANDS_LATE, A_POINT = (
    0.45,
    0.9,
    0.012,
)  # how much of a win it is to be in front, and a point of the judge's
LATE = 18
MOST_CHOICES = search.AFTER_MOVE - search.FIRST_MOVE + BUILDINGS
FAR_FROM_BEST = 6.0  # in points: what is worse is all the same
NAMES = list(AGENT)


class Choice(NamedTuple):
    price: float  # of a nat of what it tells, in shares of a win
    codes: list[int]  # what somebody might do
    shares: Any  # by agent and code: how often its owner wins with it
    games: int  # of a search with each, that would say as much
    mine: int  # the row of one's own agent
    chosen: int | None = None  # None: not yet, or nothing of this


class Judging(Protocol):
    """What is needed of `Worlds`."""

    tool: Extension | None
    beliefs: Beliefs
    states: Any
    scratch: Any

    def floats(self, number: Any) -> Any: ...
    def likelihoods(self, board: Position, codes: Sequence[int], slip: float) -> Any: ...


def matters(markers: Iterable[int], seats: int) -> float:
    """How much it matters who one is: the nearer the end, and the fewer watch, the less there is to gain by hiding."""
    late = (max(markers) - HOLDS_ON) / (LETS_GO - HOLDS_ON)
    return min(1.0, max(0.0, 1.0 - late)) * min(1.0, (seats - 1 - FEW) / (MANY - FEW))


class Anybody:
    """It is given the worlds whenever it is asked, and does not hold them: a bot that is forgotten is gone."""

    def __init__(self) -> None:
        self.found: dict[Any, Choice] = {}  # by the place in the match and the board
        self.given: dict[Any, Choice] = {}  # the same with what was done

    def choices(self, worlds: Judging, view: dict[str, Any], codes: Sequence[int], hiding: float) -> list[Choice]:
        """None where it is not so simple: for what is not done by the owner of an agent, and with cards, where hiding cost half of the
        wins (docs/bots.md)."""
        if (
            view["cards"]
            or hiding * matters(view["marker"].values(), view["seats"]) <= 0
            or view["phase"] not in HIDES_IN
        ):
            return []
        beliefs, me = worlds.beliefs, int(view["viewer"])
        mine = next(agent for agent in range(AGENTS) if view["holds"][me][NAMES[agent]])
        done = []
        for number, (board, likely, code) in enumerate(beliefs.own):
            then = self._choice(worlds, number, board, likely, (), me, mine, hiding)
            key = number, code, id(then)
            if key not in self.given:
                self.given[key] = then._replace(chosen=then.codes.index(code) if code in then.codes else None)
            done.append(self.given[key])
        now = beliefs.board.copy()
        now.phase, now.turn = HIDES_IN[view["phase"]], me
        return [*done, self._choice(worlds, len(beliefs.own), now, beliefs.rows(), codes, me, mine, hiding)]

    def _choice(
        self, worlds: Judging, number: int, board: Any, likely: list[list[float]], codes: Sequence[int],
        me: int, mine: int, hiding: float,
    ) -> Choice:  # fmt: skip
        key = number, int(board.phase), int(board.safe), int(board.die), *map(int, board.place), *map(int, board.marker)
        if key not in self.found:
            agents = [agent for agent in range(AGENTS) if board.in_play >> agent & 1]
            codes = sorted(codes or every_code(worlds, board))
            liked = worlds.likelihoods(board, codes, 0.0)
            best = {k for agent in agents for k in (-liked[:, agent]).argsort(kind="stable")[:OF_EACH]}
            thought_of = sorted(best, key=codes.__getitem__)
            early = max(0.0, 1.0 - max(board.marker) / LATE)
            stands = standings(worlds, number, board, likely, [codes[k] for k in thought_of], me, agents)
            judged = (WARMTH * liked[thought_of]).T[agents]
            judged = (judged - judged.max(axis=1, keepdims=True)).clip(-FAR_FROM_BEST)
            shares = (STANDS_LATE - (STANDS_LATE - STANDS_EARLY) * early) * stands + A_POINT * early * judged
            price = max(LEAST_PRICE, hiding * matters(board.marker, board.seats))
            self.found[key] = Choice(price, [codes[k] for k in thought_of], shares, COUNTS_AS, agents.index(mine))
        return self.found[key]


def every_code(worlds: Judging, board: Position) -> list[int]:
    tool, states = worlds.tool, worlds.states
    assert tool is not None
    tool.put(states, 0, board)
    codes = worlds.floats(MOST_CHOICES).astype("int64")
    return [int(code) for code in codes[: tool.choices(states, codes)]]


def standings(
    worlds: Judging, number: int, board: Any, likely: list[list[float]], codes: list[int], me: int, agents: list[int]
) -> Any:
    """By agent and code: how likely it is in front in the end."""
    tool, floats = worlds.tool, worlds.floats
    assert tool is not None
    rng = random.Random(f"anybody/{number}")
    asked, seeds = floats(len(codes)).astype("int64"), floats(GAMES).astype("int64")
    asked[:], seeds[:] = codes, [rng.getrandbits(62) | 1 for _ in range(GAMES)]
    settings, ahead = floats(5), floats((len(codes), AGENTS))
    settings[1], settings[4] = WORLDS, SOFTLY
    states = tool.states(search.STATES + WORLDS)
    for world in range(WORLDS):
        mine = agents[world % len(agents)]
        tool.put(states, search.STATES + world, dealt(board, likely, me, mine, agents, rng))
    tool.standings(states, tool.rng(1), me, asked, seeds, ahead, settings, worlds.scratch)
    return ahead.T[agents] / GAMES


def dealt(board: Any, likely: list[list[float]], me: int, mine: int, agents: list[int], rng: random.Random) -> Any:
    """A world in which one holds that agent, and the others what they seem to, one after the other."""
    world = board.copy()
    left = [agent for agent in agents if agent != mine]
    others = [seat for seat in range(board.seats) if seat != me]
    rng.shuffle(others)
    held = {me: mine}
    for seat in others:
        best = max(likely[seat][agent] for agent in left)
        held[seat] = rng.choices(left, [exp(likely[seat][agent] - best) for agent in left])[0]
        left.remove(held[seat])
    for seat, agent in held.items():
        world.holds[seat] = [int(one == agent) for one in range(AGENTS)]
        world.agents_held[seat] = 1
    return world
