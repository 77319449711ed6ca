"""How quick a table in time is: `topsecret bench live [--json] [--check]`, or `python bench/live.py`.

Tables of eight scripted people play paris at human pace on a plain `topsecret serve` (durable, secret), first 100 tables, then more and
more of them on one core until the 99th percentile is over 50 ms. Measured is the time from sending a look or a wink to its confirmation,
which leaves after the news of it: at least as long as from its arrival to the frames of those who may see it. Beside it, as the ceiling,
a bare aiohttp loop sends events out of memory to everybody (`load/bare.py`), driven by the same client at the same pace.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(path) for path in (ROOT, ROOT / "src") if str(path) not in sys.path]

from bench.figures import Figure, NotMeasured, tell  # noqa: E402
from bench.processes import HOST, enough_files, free_port, progress, started  # noqa: E402

P99_MS = 20.0  # at most, with 100 tables
HOLDS_MS = 50.0  # so many tables a core holds as stay under this
SHARE = 0.3  # of the ceiling, at least
SEATS = 8


@dataclass
class Sizes:
    """How much is played; the tests make everything small."""

    tables: int = 100
    rounds: int = 3
    warm_seconds: float = 2.0
    seconds: float = 8.0
    more: tuple[int, ...] = (
        150,
        200,
        250,
        300,
        400,
        500,
        600,
        800,
        1000,
        1300,
        1600,
        2000,
    )  # tables, to find out how many go
    profile_seconds: float = 8.0


@contextmanager
def running(side: str, frames: list[str], *, profiled: Path | None = None) -> Iterator[tuple[int, int]]:
    """A fresh server: its port and its process number."""
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if side == "ours":
            run = ["-m", "topsecret"] if profiled is None else ["-m", "bench.load.profiled", str(profiled)]
            command = [sys.executable, *run, "serve", "--no-open", "--host", HOST, "--port", str(port)]
            command += ["--data", str(folder / "data"), "--no-limits", "--countdown", "0"]
        else:
            (folder / "frames.json").write_text(json.dumps(frames))
            command = [sys.executable, "-m", "bench.load.bare", str(port), str(folder / "frames.json")]
        more = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
        with started(command, more, port, folder, patience=60) as pid:  # a profile takes its time to be written
            yield port, pid


def load(side: str, port: int, pid: int, **task: Any) -> dict[str, Any]:
    """Runs the load client in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.load.live", json.dumps({"side": side, "port": port, "pid": pid, **task})],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise NotMeasured(f"the load client failed: {done.stderr.strip()[-400:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def played(side: str, tables: list[int], sizes: Sizes, frames: list[str]) -> dict[str, Any]:
    """What was measured at each number of tables, on one server."""
    enough_files(max(tables) * SEATS)
    progress(f"{side}: {', '.join(map(str, tables))} tables")
    with running(side, frames) as (port, pid):
        return load(
            side,
            port,
            pid,
            tables=tables,
            warm_seconds=sizes.warm_seconds,
            seconds=sizes.seconds,
            p99_ms=HOLDS_MS if len(tables) > 1 else 1e9,
        )


def milliseconds(rows: list[dict[str, Any]], name: str) -> float:
    return round(statistics.median(row[name] or 0.0 for row in rows) * 1000, 3)


def side_by_side(sizes: Sizes) -> list[Figure]:
    """At 100 tables, in turns: how long it takes, and what a table costs."""
    quick = Figure(
        "p99_ms", f"p99 of a look or a wink with {sizes.tables} tables of eight", "ms", target=P99_MS, least=False
    )
    share = Figure("cpu_to_bare", "processor time of the bare loop for a table, to ours", "times", target=SHARE)
    rows: dict[str, list[dict[str, Any]]] = {"ours": [], "bare": []}
    frames: list[str] = []
    try:
        for _ in range(sizes.rounds):
            for side in ("ours", "bare"):
                round_of_it = played(side, [sizes.tables], sizes, frames)
                frames = frames or round_of_it["samples"]
                rows[side] += round_of_it["rows"]
    except NotMeasured as problem:
        quick.could_not(problem)
        share.could_not(problem)
        return [quick, share]
    quick.value = milliseconds(rows["ours"], "p99")
    for side, found in rows.items():
        for name in ("p50", "p99", "p999"):
            quick.more[f"{side}_{name}_ms"] = milliseconds(found, name)
        quick.more[f"{side}_actions_per_second_and_table"] = round(
            statistics.median(row["actions"] / row["tables"] for row in found), 2
        )
        quick.more[f"{side}_frames_per_second_and_seat"] = round(
            statistics.median(row["frames"] / row["tables"] / SEATS for row in found), 2
        )
        quick.more[f"{side}_load_client_cpu"] = round(statistics.median(row["client_cpu"] for row in found), 3)
    if any(row["server_cpu"] is None for found in rows.values() for row in found):
        share.reason = "the system does not tell processor time by process"
        return [quick, share]
    ratios = [bare["server_cpu"] / max(ours["server_cpu"], 1e-9) for ours, bare in zip(rows["ours"], rows["bare"])]
    share.value = statistics.median(ratios)
    for side, found in rows.items():
        share.more[f"{side}_cpu_per_table"] = round(
            statistics.median(row["server_cpu"] / row["tables"] for row in found), 5
        )
    return [quick, share]


def how_many(sizes: Sizes, frames: list[str]) -> Figure:
    """More and more tables on one core, until it takes too long."""
    figure = Figure(
        "tables_on_a_core", f"tables of eight that one core holds with p99 under {HOLDS_MS:.0f} ms", "tables"
    )
    try:
        for side in ("ours", "bare"):
            found = played(side, [sizes.tables, *sizes.more], sizes, frames)
            frames = frames or found["samples"]
            held = [row["tables"] for row in found["rows"] if (row["p99"] or 1.0) * 1000 <= HOLDS_MS]
            figure.more[f"{side}_tables"] = max(held, default=0)
            figure.more[f"{side}_steps"] = [
                f"{row['tables']} tables: p99 {(row['p99'] or 0) * 1000:.1f} ms, server {row['server_cpu'] or 0:.2f}, "
                f"load client {row['client_cpu']:.2f} of a core"
                for row in found["rows"]
            ]
    except NotMeasured as problem:
        figure.could_not(problem)
        return figure
    figure.value = float(figure.more["ours_tables"])
    figure.more["share_of_the_bare_loop"] = round(figure.value / max(1, figure.more["bare_tables"]), 3)
    return figure


def profile(sizes: Sizes) -> list[str]:
    """Where the time of our server goes."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "profile"
        with running("ours", [], profiled=out) as (port, pid):
            load("ours", port, pid, tables=[min(sizes.tables, 40)], warm_seconds=0.5, seconds=sizes.profile_seconds)
        return out.read_text().splitlines() if out.exists() else ["the server left no profile"]


def measure(sizes: Sizes, profiles: bool) -> list[Figure]:
    """Less than the wanted share of the bare loop is good enough with the profile that says where the time goes."""
    quick, share = side_by_side(sizes)
    figures = [quick, share, how_many(sizes, [])]
    if profiles or share.falls_short:
        try:
            share.more["profile"] = profile(sizes)
        except NotMeasured as problem:
            share.more["profile"] = [str(problem)]
        else:
            if share.falls_short:
                share.more["wanted"], share.target = share.target, None
    return figures


def main(argv: list[str] | None = None, sizes: Sizes | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="topsecret bench live",
        description="Measures tables of a game in time beside a bare aiohttp loop: five minutes on a quiet machine with two cores.",
        epilog="example: topsecret bench live --check",
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--check", action="store_true", help="exit 1 and name what falls short of its target")
    parser.add_argument("--tables", type=int, metavar="N", help="so many (default: 100)")
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of each side (default: 3)")
    parser.add_argument("--profile", action="store_true", help="show where the time goes in any case")
    args = parser.parse_args(argv)
    sizes = sizes or Sizes()
    sizes.tables = args.tables or sizes.tables
    sizes.rounds = args.rounds or sizes.rounds
    sizes.more = tuple(number for number in sizes.more if number > sizes.tables)
    machine = {"cpus": os.cpu_count(), "system": platform.system(), "python": platform.python_version()}
    return tell(measure(sizes, args.profile), machine, args.json, args.check)


if __name__ == "__main__":
    sys.exit(main())
