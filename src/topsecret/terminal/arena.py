"""The command `topsecret arena`: bots play each other, with the running result; a table at the end, JSON and a page on request."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.table import Table as Grid

from topsecret.kernel import registry
from topsecret.kernel.errors import BadOptions
from topsecret.lab.arena.playing import Visits
from topsecret.lab.arena.reading import can_read
from topsecret.lab.arena.report import write
from topsecret.lab.arena.settings import Settings, settings
from topsecret.lab.arena.tournament import Tournament, shown

from .commands import console, options_of
from .progress import Patience

READINGS = 10  # games in which each bot is read, where there is a page to show it on


def run(args: argparse.Namespace) -> int:
    game = registry.game(args.game)
    options = options_of(game, args.option)
    if args.jobs is not None and not 1 <= args.jobs <= 256:
        raise BadOptions(f"jobs: expected 1 to 256, got {args.jobs}")
    if args.stop is not None and not 0 < args.stop < 1:
        raise BadOptions(f"stop: expected a share between 0 and 1, got {args.stop}")
    seats = game.usual_seats if args.seats is None else args.seats
    readings = args.readings
    wanted = settings(
        game, args.bots, args.against, args.games, seats, options, args.budget or "", args.seed, readings or 0
    )
    if readings is None and args.report and can_read(game, options, seats):
        wanted = settings(
            game, args.bots, args.against, args.games, seats, options, args.budget or "", args.seed, READINGS
        )
    elif readings and not can_read(game, options, seats):
        raise BadOptions(
            f"readings: expected a game that says who else a seat might be, got {game.id} with these options"
        )
    played = Tournament(wanted, Path(args.json) if args.json else None, args.stop, visits_of(wanted))
    try:
        with Patience() as patience:

            def step(played: Tournament) -> None:
                patience.step(played.standing(), played.done, played.total)

            played.run(args.jobs or os.cpu_count() or 1, step)
    except KeyboardInterrupt:
        tell(played, args)
        if args.json:
            console().print(f"stopped; the same command goes on where it was ({args.json})", highlight=False)
        return 130
    tell(played, args)
    return 0


def visits_of(chosen: Settings) -> Visits | None:
    """A server, if somebody plays over the protocol."""
    if all(one.source != "remote" for one in chosen.entered().values()):
        return None
    from topsecret.server import visits

    return visits.play


def tell(played: Tournament, args: argparse.Namespace) -> None:
    document = played.document()
    if args.report:
        write(document, Path(args.report))
    out, found, chosen = console(), document["summary"], played.settings
    fair = found["fair"]
    title = registry.game(chosen.game).title
    out.print(
        f"[now]{title}[/]: {found['games']} games, {chosen.seats} seats, seed {chosen.seed}; fair share {shown(fair)}",
        highlight=False,
    )
    grid = Grid(box=SIMPLE)
    for heading in ("alone", "against", "share", "95 %", "games", ""):
        grid.add_column(heading, justify="left" if heading in ("alone", "against", "") else "right")
    for row in found["pairings"]:
        if row["share"] is not None and not row["mirrored"]:
            between = f"{shown(row['low'])}-{shown(row['high'])}"
            verdict = "[yes]better[/]" if row["low"] > fair else "[no]worse[/]" if row["high"] < fair else "open"
            early = " (stopped early)" if row["stopped_early"] else ""
            grid.add_row(
                row["alone"], row["others"], shown(row["share"]), between, f"{row['games']}", f"{verdict}{early}"
            )
    out.print(grid)
    grid = Grid(box=SIMPLE)
    for heading in ("bot", "rating", "95 %", "ms, half", "99 %", "crash", "illegal", "late"):
        grid.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in found["bots"]:
        grid.add_row(*about(row, found["ratings"].get(row["bot"])))
    out.print(grid)
    for row in found["bots"]:
        if row["first_fault"]:
            out.print(f"{row['bot']}: {row['first_fault']}", markup=False, highlight=False)
    for bot, read in found["readings"].items():
        after = ", ".join(f"{shown(one['median'])} after {one['moves']}" for one in read["after"])
        out.print(
            f"an observer gives who {bot} is {after} moves of each (a guess: {shown(read['guess'])})", highlight=False
        )
    for bot, said in found["beliefs"].items():
        out.print(f"{bot}: {said['claims']:.0f} beliefs, log-loss {said['log_loss']:.3f}", highlight=False)
    if found["nobody_won"]:
        out.print(f"won by nobody: {found['nobody_won']} games", highlight=False)
    for name, path in (("blocks", args.json), ("page", args.report)):
        if path:
            out.print(f"{name}: {path}", markup=False, highlight=False)


def about(row: dict[str, Any], rating: dict[str, float] | None) -> list[str]:
    rated = ["", ""] if rating is None else [f"{rating['mu']:.1f}", f"{rating['low']:.1f}-{rating['high']:.1f}"]
    times = ["" if row[key] is None else f"{row[key]:.3g}" for key in ("ms_median", "ms_99")]
    return [row["bot"], *rated, *times, *(str(row["faults"][sort]) for sort in ("crash", "illegal", "overtime"))]
