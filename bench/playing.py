"""What the measurements of the engine share: how much is played, random games of both kinds, and two sides in one run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bench.figures import NotMeasured
from topsecret.kernel import Game, Position
from topsecret.kernel.compiled import CannotCompile, Compiled

SEED = 20_24


@dataclass
class Sizes:
    """How much is played; the tests make everything small."""

    rounds: int = 25  # short ones: what else the machine does hits single rounds, and the median leaves them out
    compiled: int = 30_000  # games a round
    variants: int = 3_000
    interpreted: int = 60
    leduc: int = 150_000
    openspiel: int = 20_000
    stepped: int = 400
    decisions: int = 60
    cold: bool = True


Run = Callable[[], tuple[int, float]]  # plays once: steps (or games), seconds


def speed(run: Run) -> float:
    done, seconds = run()
    return done / max(seconds, 1e-9)


def side_by_side(one: Run, other: Run, rounds: int) -> tuple[float, float, float]:
    """The median ratio of the speeds, and both median speeds. Who begins changes from round to round."""
    one(), other()
    pairs = []
    for round in range(rounds):
        if round % 2 == 0:
            first, second = speed(one), speed(other)
        else:
            second, first = speed(other), speed(one)
        pairs.append((first, second))
    ratio = statistics.median(a / b for a, b in pairs)
    return ratio, statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


# what is played


def compiled_rules(game: Game) -> Compiled:
    try:
        return Compiled(game.rules)
    except CannotCompile as problem:
        raise NotMeasured(str(problem)) from None


def compiled_games(compiled: Compiled, begin: Position, games: int) -> Run:
    def run() -> tuple[int, float]:
        start = time.process_time()
        steps, _ = compiled.random_games(begin, games, SEED)
        return steps, time.process_time() - start

    return run


def counted_games(compiled: Compiled, begin: Position, games: int) -> Run:
    """The same, counting games."""

    def run() -> tuple[int, float]:
        start = time.process_time()
        compiled.random_games(begin, games, SEED)
        return games, time.process_time() - start

    return run


def interpreted_games(game: Game, begin: Position, games: int, told: bool = False) -> Run:
    """Random games in the interpreted mode; with `told`, every event is appended to a list with its numbers, as a match gets
    it before it is projected for a viewer."""
    playout = game.interpreted.playout

    def run() -> tuple[int, float]:
        rng, steps = [SEED], 0
        start = time.process_time()
        for _ in range(games):
            state = begin.copy()
            if told:
                heard: list[Any] = []
                state._told = heard.append
            steps += playout(state, rng, 1_000_000)
        return steps, time.process_time() - start

    return run
