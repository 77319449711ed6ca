"""How fast the server is: `topsecret bench server [--json] [--check]`, or `python bench/server.py`.

Beside it run the boardgame.io server and a Colyseus server (npm, installed into bench/peers/) with the same game (bench/boardgame/,
bench/colyseus/), and one load client (bench/load/) speaks to all: the same tables of four, the same turns, one side after the other,
again and again, and the median of the rounds' ratios. Ours keeps secrets and is confirmed only when on the disk; the peers keep their
matches in memory. Then ours takes turns with that of an earlier commit (bench/turns.py). A peer that cannot be had (no Node, no such
commit) says so and does not fail `--check`; a figure that could not be measured for any other reason does.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(path) for path in (ROOT, ROOT / "src") if str(path) not in sys.path]

from bench import turns  # noqa: E402
from bench.figures import Figure, NoPeer, NotMeasured, tell  # noqa: E402
from bench.processes import enough_files, free_port, our_command, progress, started  # noqa: E402

PEER = HERE / "boardgame"
COLYSEUS = HERE / "colyseus"
PROGRAMS = {"boardgame.io": PEER / "serve.js", "colyseus": COLYSEUS / "serve.js"}
PEERS = HERE / "peers"
PEER_OF = {"theirs": "boardgame.io", "colyseus": "colyseus"}  # as the load client calls them

TIMES = 3.0  # at least so many times the peer's actions a second
P99 = 0.5  # at most this share of the peer's
GROWTH = 1.3  # at most so much dearer late in a match
BESIDE_BOTS_MS = 50.0  # the p99 of people's actions while bots think


@dataclass
class Sizes:
    """How much is played; the tests make everything small."""

    connections: tuple[int, ...] = (500, 2000)
    rounds: int = 5
    warm_seconds: float = 2.0
    seconds: float = 4.0
    rate: float = 1000.0
    growth_connections: int = 200
    growth: tuple[int, int] = (10, 500)
    window: int = 20
    waiting_tables: int = 5000
    running_tables: int = 500
    thinkers: int = 4
    people: int = 100
    people_rate: float = 200.0
    turns: turns.Turns = field(default_factory=turns.Turns)


# the two servers


def web_build() -> ModuleType:
    """web/build.py knows where Node is."""
    spec = importlib.util.spec_from_file_location("web_build", ROOT / "web" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["web_build"] = module
    spec.loader.exec_module(module)
    return module


def peer_command(port: int, peer: str = "boardgame.io") -> tuple[list[str], dict[str, str]]:
    """Installs the peers where they are not yet, and says how to start this one."""
    build = web_build()
    folders = [PEERS]
    try:
        node = build.find_node()
        PEERS.mkdir(exist_ok=True)
        with build.locked(PEERS / ".lock"):
            for name in ("package.json", "package-lock.json"):
                shutil.copyfile(PEER / name, PEERS / name)
            build.install_packages(node, PEERS)
            if peer == "colyseus":
                folders.append(install_colyseus(build, node))
    except (build.CannotBuild, OSError) as problem:
        raise NoPeer(f"the {peer} server cannot be installed: {' '.join(str(problem).split())[:300]}") from None
    paths = os.pathsep.join(str(folder / "node_modules") for folder in folders)
    more = {"NODE_ENV": "production", "NODE_PATH": paths}
    return [node.node, str(PROGRAMS[peer]), str(port)], more


def install_colyseus(build: ModuleType, node: Any) -> Path:
    """Without what is optional: native parts for systems that this one is not, which a lock would ask for. Its folder."""
    folder, wanted = PEERS / "colyseus", (COLYSEUS / "package.json").read_bytes()
    folder.mkdir(exist_ok=True)
    stamp = folder / "installed.json"
    if not stamp.exists() or stamp.read_bytes() != wanted:
        (folder / "package.json").write_bytes(wanted)
        build.run(node, [*node.npm, "install", "--omit=optional", "--no-package-lock"], "npm install", folder)
        stamp.write_bytes(wanted)
    return folder


@contextmanager
def running(side: str, *wishes: str) -> Iterator[tuple[int, int]]:
    """A fresh server: its port and its process number. `wishes` are for ours."""
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        command, more = our_command(port, folder) if side == "ours" else peer_command(port, PEER_OF[side])
        with started([*command, *wishes], more, port, folder) as pid:
            yield port, pid


def load(side: str, port: int, pid: int, **task: Any) -> dict[str, Any]:
    """Runs the load client in a process of its own."""
    whole = json.dumps({"side": side, "port": port, "pid": pid, **task})
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    done = subprocess.run(
        [sys.executable, "-m", "bench.load", whole],
        env=os.environ | {"PYTHONPATH": paths},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise NotMeasured(f"the load client failed: {done.stderr.strip()[-400:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# what is measured


def to_compare_with() -> tuple[list[str], dict[str, NoPeer]]:
    """The peers that can be had, and why the others cannot: one that is missing excuses no other."""
    here, missing = [], {}
    for side, peer in PEER_OF.items():
        try:
            peer_command(0, peer)
            here.append(side)
        except NoPeer as problem:
            missing[side] = problem
    return here, missing


def side_by_side(connections: int, sizes: Sizes, peers: list[str]) -> dict[str, list[dict[str, Any]]]:
    """Rounds of ours and of the peers', one after the other; who begins changes."""
    enough_files(connections)
    sides = ["ours", *peers]
    found: dict[str, list[dict[str, Any]]] = {side: [] for side in sides}
    for number in range(sizes.rounds):
        for side in sides if number % 2 == 0 else sides[::-1]:
            progress(f"{connections:,} connections, round {number + 1} of {sizes.rounds}: {side}")
            with running(side) as (port, pid):
                one = load(
                    side,
                    port,
                    pid,
                    connections=connections,
                    warm_seconds=sizes.warm_seconds,
                    seconds=sizes.seconds,
                    rate=sizes.rate,
                )
                found[side].append(one)
    return found


def middle(rounds: list[dict[str, Any]], *path: str) -> float | None:
    """The median of a value over the rounds; None if it was not to be had."""
    values = []
    for one in rounds:
        value: Any = one
        for name in path:
            value = value[name]
        if value is None:
            return None
        values.append(float(value))
    return statistics.median(values)


def ratio(ours: list[dict[str, Any]], theirs: list[dict[str, Any]], *path: str) -> float:
    """The median of the rounds' ratios; raises NotMeasured where somebody did nothing in a round."""

    def at(one: dict[str, Any]) -> float:
        value: Any = one
        for name in path:
            value = value[name]
        if not value:
            raise NotMeasured(f"nothing was done in a round ({' '.join(path)})")
        return float(value)

    return statistics.median(at(a) / at(b) for a, b in zip(ours, theirs, strict=True))


def of_all(found: dict[str, list[dict[str, Any]]], what: dict[str, tuple[tuple[str, ...], float]]) -> dict[str, Any]:
    """Medians of all sides; `what` says where each is found and what it is multiplied with."""
    told: dict[str, Any] = {}
    for name, (path, factor) in what.items():
        for side, rounds in found.items():
            value = middle(rounds, *path)
            if value is not None:
                told[f"{PEER_OF.get(side, side)}_{name}"] = round(value * factor, 3)
    return told


def at_connections(connections: int, sizes: Sizes) -> list[Figure]:
    """Actions a second, and the time an action takes when there are 1,000 a second in all."""
    speeds, waits = {}, {}
    for side, peer in PEER_OF.items():
        end = "" if side == "theirs" else f"_to_{peer}"
        speeds[side] = Figure(
            f"actions_{connections}{end}",
            f"actions a second at {connections:,} connections, to the {peer} server's",
            "times",
            target=TIMES if side == "theirs" else None,
        )
        waits[side] = Figure(
            f"p99_{connections}{end}",
            f"p99 of an action at {sizes.rate:,.0f} a second and {connections:,} connections, to the {peer} server's",
            "times",
            target=P99 if side == "theirs" else None,
            least=False,
        )
    figures = [*speeds.values(), *waits.values()]
    here, missing = to_compare_with()
    for side, why in missing.items():
        speeds[side].could_not(why)
        waits[side].could_not(why)
    if not here:
        return figures
    try:
        found = side_by_side(connections, sizes, here)
        for side in here:
            speeds[side].value = ratio(found["ours"], found[side], "free", "per_second")
            waits[side].value = ratio(found["ours"], found[side], "paced", "p99")
    except NotMeasured as problem:
        for side in here:
            for figure in (speeds[side], waits[side]):
                figure.value = None
                figure.could_not(problem)
        return figures
    speeds[here[0]].more = of_all(
        found,
        {
            "actions_per_second": (("free", "per_second"), 1),
            "p99_ms": (("free", "p99"), 1e3),
            "server_cpu_share": (("free", "server_cpu"), 1),
            "cpu_ms_per_action": (("free", "server_cpu_per_action"), 1e3),
            "load_client_cpu_share": (("free", "client_cpu"), 1),
            "bytes_per_action": (("free", "bytes_per_action"), 1),
            "memory_kB_per_connection": (("memory_per_connection",), 1e-3),
        },
    )
    waits[here[0]].more = of_all(
        found,
        {
            "p50_ms": (("paced", "p50"), 1e3),
            "p99_ms": (("paced", "p99"), 1e3),
            "actions_per_second": (("paced", "per_second"), 1),
            "server_cpu_share": (("paced", "server_cpu"), 1),
        },
    )
    for side, rounds in found.items():
        reached = middle(rounds, "paced", "per_second") or 0.0
        if reached < 0.97 * sizes.rate:
            name = PEER_OF.get(side, side)
            waits[here[0]].more[f"{name}_note"] = f"does not keep up with {sizes.rate:,.0f} actions a second here"
    return figures


def growth(sizes: Sizes) -> list[Figure]:
    early, late = sizes.growth
    figure = Figure(
        "growth",
        f"processor time of an action around action {late} of a match, to one around action {early}",
        "times",
        target=GROWTH,
        least=False,
    )
    for side, rounds in (("ours", sizes.rounds), ("theirs", 1)):
        try:
            costs = growth_of(side, sizes, rounds)
        except NotMeasured as problem:
            if side == "ours" or not isinstance(problem, NoPeer):
                figure.value = None
                figure.could_not(problem)
                break
            continue
        name = "ours" if side == "ours" else "boardgame.io"
        for when, cost in (("early", 0), ("late", 1)):
            figure.more[f"{name}_{when}_ms"] = round(statistics.median(one[cost] for one in costs) * 1e3, 4)
        grown = statistics.median(one[1] / max(one[0], 1e-9) for one in costs)
        if side == "ours":
            figure.value = grown
        else:
            figure.more["boardgame.io_growth"] = round(grown, 2)
    return [figure]


def growth_of(side: str, sizes: Sizes, rounds: int) -> list[tuple[float, float]]:
    """What an action costs early and late, in new matches each time."""
    costs: list[tuple[float, float]] = []
    with running(side) as (port, pid):
        task = {"connections": sizes.growth_connections, "window": sizes.window}
        load(side, port, pid, growth=[sizes.growth[1] // 2], **task)  # warms up
        for number in range(rounds):
            progress(f"growth within a match, round {number + 1} of {rounds}: {side}")
            found = load(side, port, pid, growth=list(sizes.growth), **task)["costs"]
            if found is None:
                raise NotMeasured("the system does not tell processor time by process")
            costs.append((found[0], found[1]))
    return costs


def memory(sizes: Sizes) -> list[Figure]:
    """What a table in memory takes, at which nobody is connected."""
    waiting = Figure("waiting_table", f"memory of a table that waits, of {sizes.waiting_tables:,}", "kB")
    playing = Figure("running_table", f"memory of a table that is played at, of {sizes.running_tables:,}", "kB")
    try:
        enough_files(sizes.running_tables)
        with running("ours") as (port, pid):
            progress(f"{sizes.waiting_tables:,} tables that wait, {sizes.running_tables:,} that are played at")
            found = load(
                "ours",
                port,
                pid,
                connections=0,
                waiting_tables=sizes.waiting_tables,
                running_tables=sizes.running_tables,
            )
        if found["waiting"] is None:
            raise NotMeasured("the system does not tell memory by process")
        waiting.value, playing.value = found["waiting"] / 1e3, found["running"] / 1e3
    except NotMeasured as problem:
        for figure in (waiting, playing):
            figure.could_not(problem)
    return [waiting, playing]


def beside_bots(sizes: Sizes) -> list[Figure]:
    """Bots of the strongest level think without a break, and people act as ever."""
    figure = Figure(
        "p99_beside_bots",
        f"p99 of people's actions, {sizes.people_rate:,.0f} a second, while {sizes.thinkers} bots of the strongest level think",
        "ms",
        target=BESIDE_BOTS_MS,
        least=False,
    )
    try:
        enough_files(sizes.people + sizes.thinkers)
        with running("ours", "--bot-pace", "0") as (port, pid):
            progress(f"{sizes.thinkers} bots think, {sizes.people} people act")
            found = load(
                "ours",
                port,
                pid,
                connections=sizes.people,
                thinkers=sizes.thinkers,
                rate=sizes.people_rate,
                warm_seconds=sizes.warm_seconds,
                seconds=2 * sizes.seconds,
            )
        if found["p99"] is None or not found["are_ready"]:
            raise NotMeasured("nobody acted, or some bot has not decided anything within 50 s")
        figure.value = found["p99"] * 1e3
        figure.more = {
            "p50_ms": round(found["p50"] * 1e3, 3),
            "actions_per_second": round(found["per_second"], 1),
            "decisions_of_bots": sum(found["decisions"]),
        }
        if found["thinking"] is not None:
            figure.more["share_of_a_core_that_bots_took"] = round(found["thinking"], 2)
    except NotMeasured as problem:
        figure.could_not(problem)
    return [figure]


def measure(sizes: Sizes) -> list[Figure]:
    figures = [figure for connections in sizes.connections for figure in at_connections(connections, sizes)]
    return figures + growth(sizes) + memory(sizes) + beside_bots(sizes) + turns.measure(sizes.turns)


def machine() -> dict[str, Any]:
    found: dict[str, Any] = {"cpus": os.cpu_count(), "system": platform.system(), "python": platform.python_version()}
    build = web_build()
    try:
        found["node"] = build.says(build.find_node().node, "--version")
    except build.CannotBuild:
        found["node"] = None
    return found


def main(argv: list[str] | None = None, sizes: Sizes | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="topsecret bench server",
        description="Measures the server beside the boardgame.io and Colyseus servers; takes about ten minutes. Wants a quiet machine.",
        epilog="example: topsecret bench server --check",
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--check", action="store_true", help="exit 1 and name what falls short of its target")
    parser.add_argument(
        "--connections", type=int, action="append", metavar="N", help="so many (may be repeated; default: 500 and 2000)"
    )
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of each (default: 3)")
    args = parser.parse_args(argv)
    sizes = sizes or Sizes()
    if args.connections:
        sizes.connections = tuple(args.connections)
    if args.rounds:
        sizes.rounds = args.rounds
    return tell(measure(sizes), machine(), args.json, args.check)


if __name__ == "__main__":
    sys.exit(main())
