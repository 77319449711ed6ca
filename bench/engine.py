"""How fast the rules run: `topsecret bench engine [--json] [--check]`, or `python bench/engine.py`.

Every figure with two sides is a ratio measured in this run: a round of one, a round of the other, again and again, and the
median of the rounds' ratios; who begins changes. Speeds are per second of processor time, and so are the two start-up times, so
that other work on the machine counts as little as possible. Steps are actions and chance outcomes together.
What cannot be measured here (no g++, no numba, no OpenSpiel) says so and does not fail `--check`.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import os
import platform
import pstats
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(path) for path in (HERE.parent, HERE.parent / "src") if str(path) not in sys.path]

import topsecret  # noqa: E402
from bench import earlier  # noqa: E402
from bench.figures import Figure, NotMeasured, tell  # noqa: E402
from bench.playing import (  # noqa: E402
    SEED,
    Run,
    Sizes,
    compiled_games,
    compiled_rules,
    counted_games,
    interpreted_games,
    side_by_side,
    speed,
)
from topsecret import bots  # noqa: E402
from topsecret.bots.interface import Budget  # noqa: E402
from topsecret.kernel import Game, Position  # noqa: E402
from topsecret.kernel.compiled import Compiled  # noqa: E402
from topsecret.kernel.registry import games, ids  # noqa: E402

SEATS = 4
CARDS = {"cards": True}
BOTH = {"cards": True, "dossier": True}

# at least this much (seconds: less than this)
TARGETS: dict[str, float] = {
    "compiled_to_interpreted": 40,
    "compiled_to_cpp": 0.8,
    "leduc_to_openspiel_cpp": 4,
    "leduc_to_openspiel_python": 30,
    "interpreted_with_events": 240_000,
    "interpreted_to_earlier": 1.36,
    "events_to_earlier": 1.15,
    "cards_to_earlier": 1.3,
    "briefcase_to_earlier": 1.3,
    "intel_to_earlier": 1.3,
    "paris_to_earlier": 1.3,
    "greedy_spies": 10,
    "greedy_briefcase": 3.5,
    "warm_start": 0.6,
    "cold_start": 15,
}


# spies


def against_interpreted(sizes: Sizes) -> Figure:
    figure = Figure("compiled_to_interpreted", "spies: compiled against interpreted, without events", "times")
    game = topsecret.game("spies")
    begin = game.begin(SEATS)
    one = compiled_games(compiled_rules(game), begin, sizes.compiled)
    figure.value, fast, slow = side_by_side(one, interpreted_games(game, begin, sizes.interpreted), sizes.rounds)
    figure.more = {"compiled_steps_per_second": round(fast), "interpreted_steps_per_second": round(slow)}
    return figure


def variant(name: str, options: dict[str, Any]) -> Callable[[Sizes], Figure]:
    def measure(sizes: Sizes) -> Figure:
        figure = Figure(f"compiled_to_interpreted_{name}", f"spies with {name.replace('_', ' ')}: the same", "times")
        game = topsecret.game("spies")
        begin = game.begin(SEATS, options)
        one = compiled_games(compiled_rules(game), begin, sizes.variants)
        other = interpreted_games(game, begin, max(sizes.interpreted // 4, 1))
        figure.value, fast, slow = side_by_side(one, other, sizes.rounds)
        figure.more = {"compiled_steps_per_second": round(fast), "interpreted_steps_per_second": round(slow)}
        return figure

    return measure


def other_game(name: str) -> Callable[[Sizes], Figure]:
    """Every other game in its usual form: random games, compiled."""

    def measure(sizes: Sizes) -> Figure:
        game = topsecret.game(name)
        figure = Figure(f"random_{name}", f"{name}: random games, compiled", "steps/s")
        begin = game.begin(game.seats[0])
        compiled = compiled_rules(game)
        few = max(sizes.variants // 20, 1)  # their random games are longer
        steps, games = compiled_games(compiled, begin, few), counted_games(compiled, begin, few)
        slow = interpreted_games(game, begin, max(sizes.interpreted // 20, 1))
        ratio, figure.value, _ = side_by_side(steps, slow, sizes.rounds)
        figure.more = {"games_per_second": round(speed(games)), "times_interpreted": round(ratio, 1)}
        return figure

    return measure


class Loop:
    """A hand-written C++ loop, compiled here and spoken to line by line."""

    def __init__(self, folder: Path, name: str = "spies_loop") -> None:
        compiler = shutil.which("g++")
        if compiler is None:
            raise NotMeasured("there is no g++")
        program = folder / name
        command = [compiler, "-std=c++17", "-O3", "-march=native", "-o", str(program), str(HERE / f"{name}.cpp")]
        made = subprocess.run(command, capture_output=True, text=True)
        if made.returncode != 0:
            raise NotMeasured(f"g++ failed: {made.stderr.strip().splitlines()[:1]}")
        self.process = subprocess.Popen([str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def play(self, games: int, seed: int) -> tuple[int, list[int], float]:
        """Steps, wins by seat, seconds."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{games} {seed}\n")
        self.process.stdin.flush()
        steps, *wins, nanoseconds = map(int, self.process.stdout.readline().split())
        return steps, wins, nanoseconds / 1e9

    def close(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def same_game(compiled: Compiled, begin: Position, loop: Loop, games: int, seed: int) -> None:
    """The loop is the same game: the same random choices lead to the same steps and the same winners."""
    ours = compiled.random_games(begin, games, seed)
    steps, wins, _ = loop.play(games, seed)
    if ours != (steps, wins):
        raise AssertionError(f"the C++ loop plays another game: {steps} steps and wins {wins}, compiled rules {ours}")


def against_cpp(name: str, options: dict[str, Any], source: str) -> Callable[[Sizes], Figure]:
    def measure(sizes: Sizes) -> Figure:
        what = f"spies{' with cards' if options else ''}"
        figure = Figure(name, f"{what}: compiled against a hand-written C++ loop, same choices", "times")
        game = topsecret.game("spies")
        compiled, begin = compiled_rules(game), game.begin(SEATS, options)
        games = sizes.variants if options else sizes.compiled
        with tempfile.TemporaryDirectory() as folder:
            loop = Loop(Path(folder), source)
            try:
                for seed in (1, 77, SEED):
                    same_game(compiled, begin, loop, max(games // 10, 100), seed)

                def theirs() -> tuple[int, float]:
                    steps, _, seconds = loop.play(games, SEED)
                    return steps, seconds

                ours = compiled_games(compiled, begin, games)
                figure.value, fast, cpp = side_by_side(ours, theirs, 2 * sizes.rounds)
            finally:
                loop.close()
        figure.more = {"compiled_steps_per_second": round(fast), "cpp_steps_per_second": round(cpp)}
        return figure

    return measure


def with_events(sizes: Sizes) -> Figure:
    figure = Figure("interpreted_with_events", "spies: interpreted, every event appended to a list", "actions/s")
    game = topsecret.game("spies")
    begin = game.begin(SEATS)
    run = interpreted_games(game, begin, sizes.interpreted, told=True)
    run()
    steps = max(speed(run) for _ in range(sizes.rounds))  # the best round: there is no other side to compare with
    share = share_of_actions(game, begin)
    figure.value = steps * share
    figure.more = {"steps_per_second": round(steps), "share_of_actions": round(share, 3)}
    if figure.value < TARGETS["interpreted_with_events"]:
        figure.more["profile"] = profile(run)
    return figure


# the same rules, as an earlier commit ran them

AGAINST_EARLIER: dict[str, tuple[str, str, int, dict[str, Any], int]] = {  # mode, game, seats, options, games
    "interpreted_to_earlier": ("quiet", "spies", 4, {}, 60),
    "events_to_earlier": ("told", "spies", 4, {}, 60),
    "cards_to_earlier": ("compiled", "spies", 4, CARDS, 3000),
    "briefcase_to_earlier": ("compiled", "briefcase", 2, {}, 300),
    "intel_to_earlier": ("compiled", "intel", 2, {}, 300),
    "paris_to_earlier": ("compiled", "paris", 4, {}, 1500),
}


def against_earlier(name: str) -> Callable[[Sizes], Figure]:
    mode, game, seats, options, games = AGAINST_EARLIER[name]
    told = {"quiet": "interpreted", "told": "interpreted with events", "compiled": "compiled random games"}[mode]

    def measure(sizes: Sizes) -> Figure:
        what = f"{game}{' with cards' if options else ''}"
        figure = Figure(name, f"{what}: {told}, against commit {earlier.COMMIT[:7]}", "times")
        if mode == "compiled":
            compiled_rules(topsecret.game(game))
        with tempfile.TemporaryDirectory() as folder:
            sources = earlier.sources_of(earlier.COMMIT, HERE.parent, Path(folder))
            cache = HERE / "build" / "earlier"  # compiled once: it never changes
            ours, theirs = earlier.Rules(HERE.parent / "src"), earlier.Rules(sources, cache)
            try:
                wish = (mode, game, seats, options, max(games * sizes.variants // 3000, 1), SEED)
                rounds = sizes.rounds * (1 if mode == "compiled" else 3)  # shorter ones
                figure.value, fast, slow = side_by_side(lambda: ours.play(*wish), lambda: theirs.play(*wish), rounds)
            finally:
                ours.close()
                theirs.close()
        figure.more = {"steps_per_second": round(fast), "earlier_steps_per_second": round(slow)}
        return figure

    return measure


def share_of_actions(game: Game, begin: Position, games: int = 30) -> float:
    """How many of the steps are actions; the others are chance outcomes."""
    rules, rng = game.interpreted, random.Random(SEED)
    actions = steps = 0
    for _ in range(games):
        state = begin.copy()
        while who := rules.actors(state):
            steps += 1
            if who == topsecret.kernel.CHANCE_TURN:
                rules.happen(state, rules.pick(state, rng.randrange(rules.total(state))))
            else:
                actions += 1
                seat = (who & -who).bit_length() - 1
                rules.apply(state, seat, rules.drawn(state, seat, rng.randrange(rules.ways(state, seat))))
    return actions / steps


def profile(run: Run, lines: int = 10) -> list[str]:
    """Where the time goes: share of the time inside each function, without what it calls."""
    profiler = cProfile.Profile()
    profiler.runcall(run)
    stats = pstats.Stats(profiler, stream=io.StringIO())
    whole = sum(row[2] for row in stats.stats.values())  # type: ignore[attr-defined]
    rows = sorted(stats.stats.items(), key=lambda item: -item[1][2])[:lines]  # type: ignore[attr-defined]
    return [f"{row[2] / whole:5.1%}  {row[1]:>8} calls  {key[2]}" for key, row in rows]


# the bot of the house


def greedy(name: str) -> Callable[[Sizes], Figure]:
    """How quickly the greedy bot decides, over the opening of a game that it plays against itself."""

    def measure(sizes: Sizes) -> Figure:
        game = topsecret.game(name)
        figure = Figure(f"greedy_{name}", f"{name}: decisions of the greedy bot", "decisions/s")
        seats = SEATS if SEATS in game.seats else game.seats[0]
        match = game.match(seats, seed=str(SEED))
        players = [bots.make("greedy", game, str(seat)) for seat in range(seats)]
        taken: list[tuple[float, int]] = []
        while not match.over and len(taken) < sizes.decisions:
            seat = match.actors[0]
            view, seen, legal = match.view(seat), match.events(seat), match.legal(seat)
            start = time.process_time()
            move = players[seat].choose(view, seen, legal, Budget())
            taken.append((time.process_time() - start, len(legal)))
            match.play(seat, move)
        slowest, actions = max(taken)
        figure.value = len(taken) / max(sum(seconds for seconds, _ in taken), 1e-9)
        figure.more = {"slowest_ms": round(slowest * 1000, 1), "actions_weighed_then": actions}
        return figure

    return measure


# Leduc poker against OpenSpiel's


def leduc() -> Game:
    try:
        from tests.peers import leduc as module
    except ImportError:
        raise NotMeasured("Leduc poker is in tests/peers of the repository, which is not here") from None
    return Game("leduc", module, module, module)


def openspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise NotMeasured("OpenSpiel (open_spiel) is not installed") from None
    return pyspiel


FIRST_CARDS = (0, 3)  # OpenSpiel's search cannot begin with a chance outcome: both sides play on from this deal


def against_openspiel(sizes: Sizes) -> Figure:
    """OpenSpiel's RandomRolloutEvaluator plays whole rollouts in C++. Its package lets Python start it only through a search:
    one simulation of MCTS, which evaluates its root by as many rollouts as asked for."""
    figure = Figure("leduc_to_openspiel_cpp", "Leduc: compiled against OpenSpiel's own C++ rollouts", "times")
    pyspiel, game = openspiel(), leduc()
    compiled = compiled_rules(game)
    theirs = pyspiel.load_game("leduc_poker")
    root, begin = theirs.new_initial_state(), game.begin(2)
    for card in FIRST_CARDS:
        root.apply_action(card)
        game.interpreted.happen(begin, card)
    bot = pyspiel.MCTSBot(
        theirs, pyspiel.RandomRolloutEvaluator(sizes.openspiel, SEED), 1.0, 1, 100, False, SEED, False
    )

    def rollouts() -> tuple[int, float]:
        start = time.process_time()
        bot.mcts_search(root)
        return sizes.openspiel, time.process_time() - start

    ours = counted_games(compiled, begin, sizes.leduc)
    figure.value, fast, slow = side_by_side(ours, rollouts, sizes.rounds)
    figure.more = {"compiled_games_per_second": round(fast), "openspiel_games_per_second": round(slow)}
    return figure


def against_openspiel_python(sizes: Sizes) -> Figure:
    figure = Figure("leduc_to_openspiel_python", "Leduc: compiled against OpenSpiel stepped from Python", "times")
    pyspiel, game = openspiel(), leduc()
    compiled = compiled_rules(game)
    theirs = pyspiel.load_game("leduc_poker")

    def stepped() -> tuple[int, float]:
        rng, steps = random.Random(SEED), 0
        start = time.process_time()
        for _ in range(sizes.stepped):
            state = theirs.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))  # all outcomes of Leduc weigh the same
                steps += 1
        return steps, time.process_time() - start

    ours = compiled_games(compiled, game.begin(2), sizes.leduc)
    figure.value, fast, slow = side_by_side(ours, stepped, sizes.rounds)
    figure.more = {"compiled_steps_per_second": round(fast), "openspiel_steps_per_second": round(slow)}
    return figure


# a fresh process

FIRST_PLAYOUT = """
import topsecret
game = topsecret.game("spies")
compiled = game.compiled()
steps, _ = compiled.random_games(game.begin(4), 1, 1)
assert steps > 0
"""


def fresh_process(cache: str | None) -> tuple[float, float]:
    """From the start of a process to the end of its first compiled playout: seconds of processor time, of its own children too, and
    seconds on the clock."""
    place = {"PYTHONPATH": str(HERE.parent / "src")} | ({"TOPSECRET_CACHE": cache} if cache else {})
    usual = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }  # bytecode is kept, as usual
    before, start = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-c", FIRST_PLAYOUT], env=usual | place, check=True, capture_output=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return used, time.perf_counter() - start


def warm_start(sizes: Sizes) -> Figure:
    figure = Figure("warm_start", "spies: first compiled playout in a fresh process, from the cache", "s")
    game = topsecret.game("spies")
    compiled_games(compiled_rules(game), game.begin(SEATS), 1)()
    starts = [fresh_process(None) for _ in range(min(sizes.rounds, 9))]
    figure.value, on_the_clock = (statistics.median(times) for times in zip(*starts, strict=True))
    figure.more = {"on_the_clock": round(on_the_clock, 2)}
    return figure


def cold_start(sizes: Sizes) -> Figure:
    figure = Figure("cold_start", "spies: the same with an empty cache (compiles everything)", "s")
    compiled_rules(topsecret.game("spies"))
    if not sizes.cold:
        raise NotMeasured("left out")
    with tempfile.TemporaryDirectory() as folder:
        figure.value, on_the_clock = fresh_process(folder)
    figure.more = {"on_the_clock": round(on_the_clock, 1)}
    return figure


MEASURES: dict[str, Callable[[Sizes], Figure]] = {
    "compiled_to_interpreted": against_interpreted,
    "compiled_to_interpreted_cards": variant("cards", CARDS),
    "compiled_to_interpreted_cards_and_dossier": variant("cards_and_dossier", BOTH),
    **{f"random_{name}": other_game(name) for name in ids() if name != "spies"},
    "compiled_to_cpp": against_cpp("compiled_to_cpp", {}, "spies_loop"),
    "compiled_to_cpp_cards": against_cpp("compiled_to_cpp_cards", CARDS, "spies_cards_loop"),
    "leduc_to_openspiel_cpp": against_openspiel,
    "leduc_to_openspiel_python": against_openspiel_python,
    "interpreted_with_events": with_events,
    **{name: against_earlier(name) for name in AGAINST_EARLIER},
    **{
        f"greedy_{game.id}": greedy(game.id)
        for game in games()
        if not game.State.timed and "greedy" in bots.names(game)
    },
    "warm_start": warm_start,
    "cold_start": cold_start,
}


def measure(sizes: Sizes, only: list[str] | None = None) -> list[Figure]:
    figures = []
    for name, run in MEASURES.items():
        if only and name not in only:
            continue
        try:
            figure = run(sizes)
        except NotMeasured as problem:
            figure = Figure(name, name.replace("_", " "), "", reason=str(problem))
        figure.target = TARGETS.get(name)
        figures.append(figure)
    return figures


def machine() -> dict[str, Any]:
    found: dict[str, Any] = {"cpus": os.cpu_count(), "system": platform.system(), "python": platform.python_version()}
    for name in ("numba", "numpy", "pyspiel"):
        try:
            module = __import__(name)
        except ImportError:
            found[name] = None
        else:
            found[name] = getattr(module, "__version__", "installed")
    return found


def main(argv: list[str] | None = None, sizes: Sizes | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="topsecret bench engine",
        description="Measures how fast the rules run; takes one to two minutes.",
        epilog="example: topsecret bench engine --check",
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--check", action="store_true", help="exit 1 and name what falls short of its target")
    parser.add_argument(
        "--only", action="append", metavar="FIGURE", choices=list(MEASURES), help="one figure (may be repeated)"
    )
    args = parser.parse_args(argv)
    figures = measure(sizes or Sizes(), args.only)
    return tell(figures, machine(), args.json, args.check)


if __name__ == "__main__":
    sys.exit(main())
