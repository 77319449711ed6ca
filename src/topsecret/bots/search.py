"""Thinks ahead, with functions that are compiled beside the rules: the bot behind the levels that people meet.

A game that can be searched has two files. `search.py` is compiled: `candidates` (the judge's best actions) and `simulate` (tries them
on). `worlds.py` is plain Python, from what the seat has seen alone: worlds that agree with it, drawn as often as they are likely.

All candidates are tried with the same worlds and the same dice, and after each of a few rounds the worse half is left out (sequential
halving). What was found is counted in whole numbers, so the same seed and simulations choose the same on one and on several threads.

Nobody waits for a compiler: as long as the compiled code is not in the cache (`topsecret warm`), the judge alone decides.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil, exp, log, log2
from typing import Any, cast

from topsecret.kernel.extend import Extension
from topsecret.kernel.game import Game
from topsecret.kernel.levels import Level
from topsecret.kernel.moves import Move

from .greedy import Greedy, about
from .hiding import Reputation, steadied, usual, veiled
from .interface import Bot, Budget, Seen, View
from .registry import module_of
from .why import Why, as_event, percent

for_people = False  # they meet it as levels
SLICE_MS = 8.0  # so often Python looks at the clock
FIRST_SLICE = 2  # seeds
MOST_SEEDS = 4096  # in one slice
DEFAULT_MS = 150
LEAST_CHANCE = 0.01  # what is less likely than this is not done at all
KEEP = 0.9  # of the time that it has a search uses: slices end late
LEAST_USUAL = 1e-6  # nothing is quite unusual
HANDICAPS = {
    "candidates": 12.0,
    "depth": 3.0,
    "worlds": 64.0,
    "mixing": 0.0,
    "hiding": 0.0,
    "beliefs": 1.0,
    "dice": 1.0,
    "haze": 1.0,
    "threads": 1.0,
}


def fits(game: Game) -> bool:
    return module_of(game, "search") is not None and module_of(game, "worlds") is not None


def make(game: Game, seed: str) -> Bot:
    return Search(game, seed)


@dataclass(frozen=True)
class Considered:
    """An action that was thought about: what the judge said of it, and how likely it wins by the search."""

    move: Move
    worth: float
    share: float
    simulations: int


@dataclass(frozen=True)
class Veil:
    """What hiding has to know: what a nat costs, and of each candidate how usual it is and how good by the public model."""

    price: float
    usual: list[float]
    public: list[float]
    games: int  # so many were played for each to know that


Claim = tuple[list[Any], Any, float]  # a place in the position, what may stand there, and how likely that is


class Search:
    """`level.handicaps`: how many candidates, turns of depth, worlds, threads; `mixing`: actions that win nearly as often (by so much)
    are chosen now and then; `hiding`: so much of a win it gives for a nat of what its moves would tell about who it is (`hiding.py`), in
    games whose worlds say what is usual; `haze`: that of the judge, where it decides alone. To see what they give: `beliefs=0` takes all
    worlds that can be for equally likely, `dice=0` tries each candidate with dice of its own."""

    handicaps = frozenset(HANDICAPS)

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.level = Level("search")
        self.judge = Greedy(game, seed)
        self.worlds: Any = cast(Any, module_of(game, "worlds")).Worlds(game)
        self.numbers: Any = module_of(
            game, "search"
        )  # STATES, SCRATCH and ONE: how much room it needs, and what a won game counts
        self.tool: Extension | None = None
        self.reputation = Reputation()
        self.considered: list[Considered] = []  # of the last decision, the best first
        self.veiled: list[tuple[Move, float]] = []  # how likely each was, where it hides
        self.last: tuple[View, Seen, Move, bool] | None = (
            None  # what it saw and did last, and whether the judge alone decided
        )

    def told(self, events: Seen) -> None:
        self.worlds.told(events)

    def choose(self, view: View, seen: Seen, legal: Sequence[Move], budget: Budget) -> Move:
        self.considered, self.veiled, self.last = [], [], None
        tool = self.tool or compiled(self.game)
        if len(legal) == 1:
            return legal[0]
        if tool is None:
            return self._judged(view, seen, legal, budget)
        self.tool = tool
        self.worlds.use(tool, floats)
        decided: Move | None = self.worlds.decide(view, seen, legal, self.rng)
        if decided is not None:
            self.last = view, seen, decided, False
            return decided
        if not self.worlds.searches(view):
            return self._judged(view, seen, legal, budget)
        begun = time.perf_counter()
        states, settings = self._imagined(tool, view, seen)
        found = self._candidates(tool, states, view["viewer"], legal, settings, int(self._setting("candidates")))
        until, veil = self._until(begun, budget), self._veil(view, legal, found)
        if len(found) == 1:
            return found[0][0]
        lean = [veil.price * log(common) for common in veil.usual] if veil else [0.0] * len(found)
        won, tried = self._try(tool, states, view["viewer"], found, settings, until, budget, lean)
        shares = [float(w) / float(t) / self.numbers.ONE for w, t in zip(won, tried, strict=True)]
        if veil:
            chances = veiled(steadied(shares, tried.tolist(), veil.public, veil.games), veil.usual, veil.price)
            self.veiled = [(move, chance) for (move, _), chance in zip(found, chances) if chance > LEAST_CHANCE]
        self.considered = sorted(
            (Considered(*one, share, int(t)) for one, share, t in zip(found, shares, tried, strict=True)),
            key=lambda one: (-one.simulations, -one.share),
        )
        chosen = self._mixed()
        self.last = view, seen, chosen, False
        return chosen

    def explain(self) -> Why:
        """Of the last decision: what it believed, how often the chosen action won, and what came next."""
        if self.last is None:
            return []
        view, seen, chosen, by_judge = self.last
        if by_judge:
            return self.judge.explain()
        said, seat = about(self.game, view, seen, chosen, self.worlds), int(view["viewer"])
        if not self.considered:
            return said
        best = self.considered[0]
        mine = next(one for one in self.considered if one.move == chosen)
        said.append(
            ("won", {"percent": percent(mine.share), "simulations": sum(x.simulations for x in self.considered)})
        )
        other = self.considered[1] if chosen == best.move else best
        key = "next" if chosen == best.move else "mixed"
        return [*said, (key, {"other": as_event(seat, other.move), "percent": percent(other.share)})]

    def _setting(self, name: str) -> float:
        return float(self.level.handicaps.get(name, self.worlds.SETTINGS.get(name, HANDICAPS[name])))

    def _judged(self, view: View, seen: Seen, legal: Sequence[Move], budget: Budget) -> Move:
        self.judge.rng = self.rng
        haze = self._setting("haze")
        self.judge.level = Level("greedy", handicaps={"haze": haze})
        chosen = self.judge.choose(view, seen, legal, budget)
        self.last = view, seen, chosen, True
        return chosen

    def _until(self, begun: float, budget: Budget) -> float | None:
        """When it must have decided; None if simulations are counted instead."""
        if budget.simulations is not None:
            return None
        limits = [limit for limit in (budget.milliseconds, self.level.milliseconds) if limit is not None]
        return begun + min(limits, default=DEFAULT_MS) * KEEP / 1000

    def _imagined(self, tool: Extension, view: View, seen: Seen) -> tuple[Any, Any]:
        import numpy as np

        if hasattr(self.worlds, "believes"):
            self.worlds.believes = self._setting("beliefs") > 0
        positions = self.worlds.draw(view, seen, self.rng, int(self._setting("worlds")))
        states = self._put(tool, positions)
        return states, np.array([self._setting("depth"), float(len(positions)), *self.worlds.more(view)])

    def _put(self, tool: Extension, positions: Sequence[Any]) -> Any:
        base = self.numbers.STATES
        states = tool.states(base + len(positions))
        for number, position in enumerate(positions):
            tool.put(states, base + number, position)
        states[0] = states[base]
        return states

    def _veil(self, view: View, legal: Sequence[Move], found: list[tuple[Move, float]]) -> Veil | None:
        """What hiding has to know of each candidate; None where the game does not say. Then the candidates are what anybody might do:
        whoever did what nobody else would think of could not hide."""
        hiding = self._setting("hiding")
        if hiding <= 0 or not hasattr(self.worlds, "as_anybody"):
            return None
        choices = self.worlds.as_anybody(view, [move.code for move in legal], hiding)
        if not choices:
            return None
        *done, now = choices
        common = usual(now.shares, self.reputation.after(done, len(now.shares)), now.price)
        worths, allowed = dict(found), {move.code: move for move in legal}
        found[:] = [(allowed[code], worths.get(allowed[code], 0.0)) for code in now.codes]
        return Veil(now.price, [part + LEAST_USUAL for part in common], now.shares[now.mine].tolist(), now.games)

    def _candidates(
        self, tool: Extension, states: Any, seat: int, legal: Sequence[Move], settings: Any, most: int
    ) -> list[tuple[Move, float]]:
        import numpy as np

        codes, worths = np.zeros(most, dtype=np.int64), np.zeros(most)
        number = tool.candidates(states, seat, codes, worths, settings, np.zeros(self.numbers.SCRATCH))
        allowed = {move.code: move for move in legal}
        found = [(allowed[int(c)], float(w)) for c, w in zip(codes[:number], worths[:number]) if int(c) in allowed]
        return found or [(legal[0], 0.0)]

    def _try(
        self, tool: Extension, states: Any, seat: int, found: list[tuple[Move, float]], settings: Any,
        until: float | None, budget: Budget, lean: Sequence[float],
    ) -> tuple[Any, Any]:  # fmt: skip
        """Won games (as `simulate` counts them) and simulations of each candidate. `lean`: what speaks for each besides winning."""
        import numpy as np

        number, one = len(found), self.numbers.ONE
        codes = np.array([move.code for move, _ in found], dtype=np.int64)
        won, tried = np.zeros(number, dtype=np.int64), np.zeros(number, dtype=np.int64)
        active = np.ones(number, dtype=np.int64)
        phases = max(1, ceil(log2(number)))
        cap = budget.simulations if budget.simulations is not None else self.level.simulations
        threads = max(1, int(self._setting("threads")))
        rooms = [(self._room(tool, states), tool.rng(1), np.zeros(self.numbers.SCRATCH)) for _ in range(threads)]
        with ThreadPoolExecutor(threads) if threads > 1 else _Nobody() as pool:
            for phase in range(phases):
                left = None if cap is None else max(0, cap - int(tried.sum())) // (phases - phase)
                now = time.perf_counter()
                ends = None if until is None else now + (until - now) / (phases - phase)
                size, alive, done = FIRST_SLICE, int(active.sum()), 0
                while True:
                    if left is not None:
                        size = min(size, max(1, (left - done) // alive))
                    seeds = np.array([self.rng.getrandbits(62) | 1 for _ in range(size)], dtype=np.int64)
                    begun = time.perf_counter()
                    if self._setting("dice") > 0:
                        self._slice(tool, rooms, seat, codes, active, seeds, won, settings, pool)
                    else:
                        self._each_alone(tool, rooms, seat, codes, active, size, won, settings, pool)
                    tried += active * size
                    done += alive * size
                    took = (time.perf_counter() - begun) * 1000
                    if ends is not None and time.perf_counter() >= ends:
                        break
                    if left is not None and done + alive > left:
                        break
                    if until is not None:
                        rest = (ends or 0.0) * 1000 - time.perf_counter() * 1000
                        size = max(1, min(MOST_SEEDS, int(size * min(SLICE_MS, rest) / max(took, 1e-3))))
                    else:
                        size = MOST_SEEDS // alive
                order = sorted(range(number), key=lambda k: (-active[k], -won[k] / max(1, tried[k]) - lean[k] * one))
                for k in order[max(2, ceil(alive / 2)) if phase + 1 < phases else 1 :]:
                    if phase + 1 < phases:
                        active[k] = 0
        return won, tried

    def _room(self, tool: Extension, states: Any) -> Any:
        """The same states, for a thread of its own."""
        room = tool.states(len(states))
        for number in range(len(states)):
            room[number] = states[number]
        return room

    def _slice(
        self, tool: Extension, rooms: list[Any], seat: int, codes: Any, active: Any, seeds: Any, won: Any, settings: Any,
        pool: Any,
    ) -> None:  # fmt: skip
        if len(rooms) == 1:
            states, rng, scratch = rooms[0]
            tool.simulate(states, rng, seat, codes, active, seeds, won, settings, scratch)
            return
        parts = [won * 0 for _ in rooms]
        jobs = [
            pool.submit(tool.simulate, room[0], room[1], seat, codes, active, seeds[n :: len(rooms)].copy(), parts[n], settings, room[2])
            for n, room in enumerate(rooms)
        ]  # fmt: skip
        for job in jobs:
            job.result()
        for part in parts:
            won += part

    def _each_alone(
        self, tool: Extension, rooms: list[Any], seat: int, codes: Any, active: Any, size: int, won: Any, settings: Any,
        pool: Any,
    ) -> None:  # fmt: skip
        """Every candidate with worlds and dice of its own."""
        import numpy as np

        for number in range(len(codes)):
            if active[number]:
                seeds = np.array([self.rng.getrandbits(62) | 1 for _ in range(size)], dtype=np.int64)
                only = np.zeros(len(codes), dtype=np.int64)
                only[number] = 1
                self._slice(tool, rooms, seat, codes, only, seeds, won, settings, pool)

    def _mixed(self) -> Move:
        """The best, or now and then one that is nearly as good."""
        chances = self.chances()
        if len(chances) == 1:
            return chances[0][0]
        return self.rng.choices([move for move, _ in chances], [part for _, part in chances])[0]

    def chances(self) -> list[tuple[Move, float]]:
        """How likely each action was in the last decision that was thought about."""
        if self.veiled or not self.considered:
            return self.veiled
        mixing, best = self._setting("mixing"), self.considered[0]
        if mixing <= 0.0:
            return [(best.move, 1.0)]
        # only what was tried as often as the best: what was left out early was seldom tried, and may only have been lucky
        tried = [one for one in self.considered if one.simulations == best.simulations]
        near = [one for one in tried if one.share >= best.share - 3 * mixing]
        weights = [exp((one.share - best.share) / mixing) for one in near]
        return [(one.move, weight / sum(weights)) for one, weight in zip(near, weights)]

    def beliefs(self) -> list[Claim]:
        """What it took for how likely when it last imagined worlds; nothing in games where nothing is believed."""
        claims: list[Claim] = self.worlds.claims() if hasattr(self.worlds, "claims") else []
        return claims


def floats(number: int | tuple[int, ...]) -> Any:
    """Room for so many."""
    import numpy as np

    return np.zeros(number)


class _Nobody:
    """No threads."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


INTERPRETED = "TOPSECRET_BOTS"  # "interpreted": no bot uses compiled code, for tests


_tools: dict[Game, Extension] = {}  # what was loaded so far


def _load(game: Game) -> Extension:
    search: Any = module_of(game, "search")
    tool = game.extend(search)
    tool.compile()
    return tool


def is_ready(game: Game) -> bool:
    """Whether the compiled search is in the cache."""
    search: Any = module_of(game, "search")
    return search is not None and game.is_compiled(search)


def compiled(game: Game, wait: bool = False) -> Extension | None:
    """The compiled search, if it is in the cache; `wait`: it is compiled, if need be. None where there is none. What was loaded once stays:
    to find out whether it is there takes reading all rules anew, and each bot asks."""
    if not wait and os.environ.get(INTERPRETED) == "interpreted":
        return None
    tool = _tools.get(game)
    if tool is None:
        if not wait and not is_ready(game):
            return None
        tool = _tools[game] = _load(game)
    return tool if tool.mode == "compiled" else None
