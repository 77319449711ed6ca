"""How fast bots think: `topsecret bench bots [--json] [--check] [--only NAME]`, or `python bench/bots.py`.

Speeds are per second of processor time on one core, so that other work on the machine counts as little as possible; the first answer of
a fresh process is seconds on the clock. What is not in the cache of compiled code is compiled first, and that is not measured. What
cannot be measured here (no numba) says so and does not fail `--check`.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(path) for path in (HERE.parent, HERE.parent / "src") if str(path) not in sys.path]

import topsecret  # noqa: E402
from bench.figures import Figure, NotMeasured, tell  # noqa: E402
from topsecret import bots  # noqa: E402
from topsecret.bots import Budget, search  # noqa: E402

TARGETS = {"spies_playouts": 80_000.0, "first_answer": 2.0}
FIRST = """
import sys, time, topsecret
from topsecret import bots
from topsecret.bots import Budget
game = topsecret.game(sys.argv[1])
match = game.match(seats=game.usual_seats, seed="bench")
seat = match.actors[0]
bots.make("hard", game, "bench").choose(match.view(seat), match.events(seat), match.legal(seat), Budget(simulations=1))
"""


@dataclass
class Sizes:
    """How much is tried; the tests make everything small."""

    rounds: int = 7
    simulations: int = 6_000
    decisions: int = 6
    starts: int = 5


@dataclass
class Position:
    """A decision with a choice, as a seat sees it."""

    view: dict[str, Any]
    seen: list[dict[str, Any]]
    legal: list[Any]


def positions(id: str, wanted: int, options: dict[str, Any] | None = None) -> list[Position]:
    """Decisions from the middle of a game of the baseline."""
    game = topsecret.game(id)
    match = game.match(seats=game.usual_seats, seed="bench", options=options or {})
    players = [bots.make("greedy1", game, str(seat)) for seat in range(match.seats)]
    found: list[Position] = []
    while not match.over and len(found) < wanted:
        seat = match.actors[0]
        one = Position(match.view(seat), match.events(seat), match.legal(seat))
        if len(one.legal) > 8 and is_searched(game, one):
            found.append(one)
        match.act(seat, players[seat].choose(one.view, one.seen, one.legal, Budget()))
    return found


def is_searched(game: topsecret.Game, one: Position) -> bool:
    """What a bot decides without a search is not measured."""
    bot: Any = bots.make("search", game, "bench")
    return bool(bot.worlds.searches(one.view)) and bot.worlds.decide(one.view, one.seen, one.legal, bot.rng) is None


def ready(id: str) -> None:
    game = topsecret.game(id)
    if not search.fits(game):
        raise NotMeasured(f"{id} has no search")
    if search.compiled(game, wait=True) is None:
        raise NotMeasured("numba is not installed")


def searched(id: str, simulations: int, some: Sequence[Position]) -> tuple[int, float]:
    """Simulations that were made, and the seconds of processor time that they took."""
    done, seconds = 0, 0.0
    for number, one in enumerate(some):
        bot: Any = bots.make("search", topsecret.game(id), f"bench {number}")
        begun = time.process_time()
        bot.choose(one.view, one.seen, one.legal, Budget(simulations=simulations))
        seconds += time.process_time() - begun
        done += sum(found.simulations for found in bot.considered)
    return done, seconds


def speed(id: str, sizes: Sizes) -> Figure:
    """Simulations a second, whole searches included; for spies these are playouts to the end by the judge's policy."""
    name = "spies_playouts" if id == "spies" else f"{id}_simulations"
    sort = "playouts to the end by the judge's policy" if id == "spies" else "simulations"
    figure = Figure(name, f"{id}: {sort}, within whole searches", "a second", target=TARGETS.get(name))
    try:
        ready(id)
    except NotMeasured as problem:
        figure.reason = str(problem)
        return figure
    some = positions(id, sizes.decisions)
    searched(id, 64, some[:1])
    rounds = [searched(id, sizes.simulations, some) for _ in range(sizes.rounds)]
    figure.value = statistics.median(done / max(seconds, 1e-9) for done, seconds in rounds)
    few = [searched(id, 64, some) for _ in range(sizes.rounds)]
    figure.more["milliseconds before the first simulation"] = 1000 * statistics.median(s / len(some) for _, s in few)
    figure.more["searches of 2,000 simulations a second"] = 1 / (
        statistics.median(s / len(some) for _, s in few) + 2_000 / figure.value
    )
    return figure


def first_answer(id: str, sizes: Sizes) -> Figure:
    figure = Figure(
        f"first_answer_{id}", f"{id}: first answer of a fresh process, warm cache", "s", target=TARGETS["first_answer"]
    )
    try:
        ready(id)
    except NotMeasured as problem:
        figure.reason = str(problem)
        return figure
    took = []
    for _ in range(sizes.starts):
        begun = time.perf_counter()
        words, where = [sys.executable, "-c", FIRST, id], {"PYTHONPATH": str(HERE.parent / "src")}
        subprocess.run(words, check=True, cwd=HERE.parent, env=os.environ | where)
        took.append(time.perf_counter() - begun)
    figure.value = min(took)  # other work on the machine only adds
    figure.more["median"] = statistics.median(took)
    return figure


def measures(sizes: Sizes) -> dict[str, Callable[[], Figure]]:
    found: dict[str, Callable[[], Figure]] = {}
    for game in topsecret.games():
        if search.fits(game):
            name = "spies_playouts" if game.id == "spies" else f"{game.id}_simulations"
            found[name] = lambda id=game.id: speed(id, sizes)  # type: ignore[misc]
            found[f"first_answer_{game.id}"] = lambda id=game.id: first_answer(id, sizes)  # type: ignore[misc]
    return found


def main(argv: list[str] | None = None, sizes: Sizes | None = None) -> int:
    found = measures(sizes or Sizes())
    parser = argparse.ArgumentParser(prog="topsecret bench bots", description="How fast bots think.")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--check", action="store_true", help="exit code 1 if a figure falls short")
    parser.add_argument("--only", action="append", choices=list(found), help="only this figure (may be repeated)")
    args = parser.parse_args(argv)
    figures = [measure() for name, measure in found.items() if not args.only or name in args.only]
    machine = {"python": platform.python_version(), "cpus": os.cpu_count() or 1, "processor": platform.machine()}
    return tell(figures, machine, args.json, args.check)


if __name__ == "__main__":
    sys.exit(main())
