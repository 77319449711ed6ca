"""The commands that show something or let bots play: each prints for people, or JSON for programs, and returns the exit code."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table as Grid

import topsecret
from topsecret import bots
from topsecret.bots.live import Live
from topsecret.kernel import registry
from topsecret.kernel.errors import BadFile, BadOptions, TopSecretError, shorten
from topsecret.kernel.game import Game
from topsecret.kernel.pages import rule_page
from topsecret.kernel.saved import Saved
from topsecret.lab.selfplay import selfplay

from .keys import keyboard
from .live import LiveSession, live_display
from .progress import Estimate, Patience
from .screen import Screen
from .session import seat_names
from .speech import language_of

YES_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def console() -> Console:
    return Screen({}).console


def print_json(thing: Any) -> None:
    print(json.dumps(thing, ensure_ascii=False, indent=1))


# options


def options_of(game: Game, chosen: list[str]) -> dict[str, Any]:
    """`key=value` as the game takes it: true and false, numbers, texts, or names with commas between."""
    found: dict[str, Any] = {}
    for one in chosen:
        key, equals, value = one.partition("=")
        if not equals or not key:
            raise BadOptions(f"option: expected key=value, got {shorten(one)}")
        field = game.State.fields.get(key)
        if field is None or not field.is_option:
            raise BadOptions(f"option: expected one of {', '.join(game.options) or 'none'}; got {shorten(key)}")
        readings: list[Any] = [YES_NO.get(value.lower()), value, [part for part in value.split(",") if part]]
        try:
            readings.insert(0, json.loads(value))
        except (ValueError, RecursionError):
            pass
        fit = [reading for reading in readings if reading is not None and field.kind.read(reading) is not None]
        found[key] = fit[0] if fit else value
    return found


# games, rules


def about(game: Game) -> dict[str, Any]:
    seats = [game.seats[0], game.seats[-1]]
    return {"id": game.id, "title": game.title, "seats": seats, "options": game.options, "bots": bots.names(game)}


def show_games(args: argparse.Namespace) -> int:
    found = topsecret.games()
    if args.json:
        print_json([about(game) for game in found])
        return 0
    grid = Grid(box=SIMPLE)
    for heading in ("game", "title", "seats", "options", "bots"):
        grid.add_column(heading, overflow="fold")
    for game in found:
        options = "\n".join(f"{key}={json.dumps(value)}" for key, value in game.options.items())
        seats = f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        grid.add_row(game.id, game.title, seats, options, "\n".join(bots.names(game)))
    console().print(grid)
    return 0


def show_rules(args: argparse.Namespace) -> int:
    text = rule_page(registry.game(args.game), language_of(args.lang))
    if not text:
        raise TopSecretError(f"{args.game} has no rule page")
    out = console()
    if out.is_terminal and sys.stdin.isatty():
        os.environ.setdefault("LESS", "-RFX")
        with out.pager(styles=not out.no_color):
            out.print(Markdown(text))
    else:
        out.print(Markdown(text))
    return 0


# selfplay


def run_selfplay(args: argparse.Namespace) -> int:
    game = registry.game(args.game)
    names = args.bot or ["random"]
    args.seats = game.usual_seats if args.seats is None else args.seats
    if args.watch:
        return watch_in_time(args, game, args.bot or [bots.usual(game)])
    with Patience() as patience:
        options = options_of(game, args.option)
        step = partial(patience.step, "games", total=args.games)
        report = selfplay(game, args.games, args.seats, args.seed, options, names, on_game=step)
    if args.json:
        print_json(report)
        return 0
    out = console()
    length = report["length"]
    out.print(
        f"[now]{game.title}[/]: {report['games']} games, {report['seats']} seats, seed {report['seed']}",
        highlight=False,
    )
    out.print(f"length: {length['mean']:.1f} actions on average, {length['least']} to {length['most']}")
    grid = Grid(box=SIMPLE)
    for heading in ("seat", "bot", "wins", "share", "mean score"):
        grid.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in report["by_seat"]:
        grid.add_row(str(row["seat"]), row["bot"], str(row["wins"]), f"{row['share']:.1%}", f"{row['mean_score']:.1f}")
    out.print(grid)
    for reason in report["reasons"]:
        out.print(f"{reason['games']:>6}  {reason['share']:>6.1%}  {reason['words']} ({reason['rule']})")
    for figure, of in report["figures"].items():
        out.print(
            f"{figure.replace('_', ' ')}: {of['mean']:.1f} on average, {of['least']:.4g} to {of['most']:.4g}",
            highlight=False,
        )
    out.print(f"[quiet]{report['seconds']:.2f} s, {report['actions_per_second']:,.0f} actions/s[/]")
    return 0


# in real time


def watch_in_time(args: argparse.Namespace, game: Game, names: list[str]) -> int:
    """One game of bots, all open."""
    if not game.State.timed:
        raise BadOptions(f"watch: expected a game in real time, got {game.id}")
    if not 0.1 <= args.speed <= 1000:
        raise BadOptions(f"speed: expected 0.1 to 1000, got {args.speed}")
    match = game.match(seats=args.seats, options=options_of(game, args.option), seed=args.seed)
    sitting = {seat: names[seat % len(names)] for seat in range(match.seats)}
    language = language_of()
    display = live_display(game, seat_names(match.seats, -1, ""), None, language)
    screen = Screen(display.styles, language=language)
    LiveSession(Live(match, sitting, args.seed), display, screen, keyboard(), None, args.speed).run()
    return 0


def clean_name(name: str) -> str:
    return "".join(letter for letter in name if letter.isprintable() and letter not in "[]").strip()[:12] or "Chief"


# laws


LAW_GAMES = 20
QUICK_GAMES = 1
SLOWEST = ("modes", "frequencies")  # one compiles, the other enumerates: --quick goes without them


def run_laws(args: argparse.Namespace) -> int:
    from topsecret.kernel import laws

    unknown = [name for name in args.law if name not in laws.LAWS]
    if unknown:
        raise BadOptions(f"law: expected one of {', '.join(laws.ORDER)}; got {shorten(unknown[0])}")
    many = args.games if args.games is not None else QUICK_GAMES if args.quick else LAW_GAMES
    if many < 1:
        raise BadOptions(f"games: expected at least 1, got {many}")
    games = [registry.game(args.game)] if args.game else topsecret.games()
    left_out = [name for name in SLOWEST if args.quick and name not in args.law]
    names = args.law or [name for name in laws.ORDER if name not in left_out]
    reports: list[Any] = []
    with Patience() as patience:
        estimate = Estimate([(game.id, name) for game in games for name in names], patience.clock)
        for game in games:
            for name in names:
                show = partial(show_law, patience, estimate, game.id)
                reports += laws.run(game, games=many, seed=args.seed, laws=[name], on_progress=show)
                estimate.finish(game.id, name)
    broken = [report for report in reports if not report.holds]
    quick = (
        f"quick: {many} game{'s' * (many > 1)} for each law; left out: {', '.join(left_out) or 'no law'}"
        if args.quick
        else ""
    )
    if args.json:
        found = {
            "holds": not broken,
            "games": many,
            "left_out": left_out,
            "laws": [report.json() for report in reports],
        }
        print_json(found)
        return 1 if broken else 0
    out = console()
    grid = Grid(box=SIMPLE)
    for heading in ("game", "law", "cases", "figures", ""):
        grid.add_column(heading, justify="right" if heading == "cases" else "left", overflow="fold")
    for report in reports:
        summary = report.summary().items()
        figures = ", ".join(f"{name} {of['median']:g} ({of['least']:g}-{of['most']:g})" for name, of in summary)
        verdict = (
            f"skipped: {report.skipped}" if report.skipped else "[yes]holds[/]" if report.holds else "[no]BROKEN[/]"
        )
        grid.add_row(report.game, report.law, f"{report.tried:,}", figures, verdict)
    out.print(grid)
    for report in broken:
        for violation in report.violations:
            out.print(f"{report.game}: {report.law}: {violation}", markup=False)
    if quick:
        out.print(f"[quiet]{quick}[/]")
    out.print(
        "[no]A law is broken.[/]"
        if broken
        else "[yes]All laws hold.[/]"
        if not left_out
        else "[yes]These laws hold.[/]"
    )
    return 1 if broken else 0


def show_law(patience: Patience, estimate: Estimate, game: str, law: str, done: int, total: int) -> None:
    whole = len(estimate.parts)
    at = estimate.finished + done / total
    patience.step(f"{game}: {law}", at, whole, estimate.left(game, law, done / total))


# verify


def read_text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as problem:
        raise BadFile(f"{path}: {problem.strerror or problem}") from None
    except UnicodeDecodeError:
        raise BadFile(f"{path}: expected a JSON document, got bytes that are no text") from None


def run_verify(args: argparse.Namespace) -> int:
    text = read_text(args.file)
    try:
        saved = Saved.read(text)
    except BadFile as problem:
        raise BadFile(f"{args.file}: {problem}") from None
    with Patience() as patience:
        step = partial(patience.step, "lines")
        problems = topsecret.verify(text, on_line=step)
    is_over = saved.outcome is not None
    outcomes = sum(line[0] == "chance" for line in saved.log)
    if args.json:
        print_json(
            {
                "file": args.file,
                "holds": not problems,
                "over": is_over,
                "problems": problems,
                "outcomes": outcomes,
                "positions": len(saved.hashes),
            }
        )
        return 1 if problems else 0
    out = console()
    if problems:
        out.print(f"[no]{saved.game.title}: this does not hold[/]", highlight=False)
        for words in problems:
            out.print(f"  {words}", markup=False)
        return 1
    so_far = "" if is_over else " so far: the game is not over"
    out.print(f"[yes]{saved.game.title}: everything holds{so_far}[/]", highlight=False)
    if saved.fairness is not None:
        out.print(f"  commitment: the secret belongs to {saved.fairness['commitment'][:16]}…")
        out.print(f"  outcomes: {outcomes} drawn again from the secret, all the same")
    else:
        out.print(f"  outcomes: {outcomes} were played by hand; each was possible")
    out.print(f"  positions: {len(saved.hashes)} reached again, all the same")
    if not is_over:
        return 0
    scores, winners = (", ".join(map(str, saved.outcome[key])) or "nobody" for key in ("scores", "winners"))
    out.print(f"  result: scores {scores} by seat; won by seat {winners}")
    return 0


# bench


def bench_folder() -> Path:
    """The repository's bench; it is not part of the installed package."""
    folder = Path(topsecret.__file__).resolve().parents[2] / "bench"
    if not (folder / "engine.py").is_file():
        raise TopSecretError(
            "the bench needs a checkout of the repository: there is no bench/engine.py beside this package"
        )
    return folder


def run_bench(args: argparse.Namespace) -> int:
    folder = bench_folder()
    sys.path.insert(0, str(folder.parent))
    spec = importlib.util.spec_from_file_location(f"bench.{args.what}", folder / f"{args.what}.py")
    assert spec is not None and spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return int(module.main(args.rest))
