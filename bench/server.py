"""How fast the server is: `topsecret bench server [--json] [--check]`, or `python bench/server.py`.

Beside it runs the boardgame.io server (npm, installed into bench/peers/) with a game of comparable work (bench/boardgame/), and one
load client (bench/load/) speaks to both: the same tables of four, the same turns, one side after the other, again and again, and
the median of the rounds' ratios. Ours keeps secrets and is confirmed only when on the disk; the peer keeps its matches in memory.
What cannot be measured here (no Node, too few open files) says so and does not fail `--check`.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(path) for path in (ROOT, ROOT / "src") if str(path) not in sys.path]

from bench.figures import Figure, NotMeasured, tell  # noqa: E402

PEER = HERE / "boardgame"
PEERS = HERE / "peers"
HOST = "127.0.0.1"
SPARE_FILES = 200  # open files of a process beside its connections

TIMES = 3.0  # at least so many times the peer's actions a second
P99 = 0.5  # at most this share of the peer's
GROWTH = 1.3  # at most so much dearer late in a match


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


def progress(words: str) -> None:
    print(f"  … {words}", file=sys.stderr, flush=True)


# the two servers


def web_build() -> ModuleType:
    """web/build.py knows where Node is."""
    spec = importlib.util.spec_from_file_location("web_build", ROOT / "web" / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["web_build"] = module
    spec.loader.exec_module(module)
    return module


def peer_command(port: int) -> tuple[list[str], dict[str, str]]:
    """Installs the peer where it is not yet, and says how to start it."""
    build = web_build()
    try:
        node = build.find_node()
        PEERS.mkdir(exist_ok=True)
        with build.locked(PEERS / ".lock"):
            for name in ("package.json", "package-lock.json"):
                shutil.copyfile(PEER / name, PEERS / name)
            build.install_packages(node, PEERS)
    except (build.CannotBuild, OSError) as problem:
        raise NotMeasured(
            f"the boardgame.io server cannot be installed: {' '.join(str(problem).split())[:300]}"
        ) from None
    more = {"NODE_ENV": "production", "NODE_PATH": str(PEERS / "node_modules")}
    return [node.node, str(PEER / "serve.js"), str(port)], more


def our_command(port: int, folder: Path) -> tuple[list[str], dict[str, str]]:
    command = [sys.executable, "-m", "topsecret", "serve", "--no-open", "--host", HOST, "--port", str(port)]
    return [*command, "--data", str(folder / "data"), "--no-limits"], {"PYTHONPATH": str(ROOT / "src")}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(side: str) -> Iterator[tuple[int, int]]:
    """A fresh server: its port and its process number."""
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        command, more = our_command(port, folder) if side == "ours" else peer_command(port)
        with open(folder / "log", "wb") as log:
            process = subprocess.Popen(
                command, env=os.environ | more, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder
            )
        try:
            wait_for(process, port, folder / "log")
            yield port, process.pid
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(600):
        if process.poll() is not None:
            break
        try:
            with socket.create_connection((HOST, port), timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise NotMeasured(f"the server did not start: {log.read_text(errors='replace')[-300:]}")


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


def enough_files(connections: int) -> None:
    """Lets this process and its children open as many files as the system allows."""
    if os.name != "posix":
        return
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = connections + SPARE_FILES
    if most != resource.RLIM_INFINITY and most < need:
        raise NotMeasured(f"the system allows {most} open files, {need} are needed (ulimit -n)")
    if now < need:
        resource.setrlimit(resource.RLIMIT_NOFILE, (need, most))


# what is measured


def side_by_side(connections: int, sizes: Sizes) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rounds of ours and of theirs, one after the other; who begins changes."""
    enough_files(connections)
    found: dict[str, list[dict[str, Any]]] = {"ours": [], "theirs": []}
    for number in range(sizes.rounds):
        for side in ("ours", "theirs") if number % 2 == 0 else ("theirs", "ours"):
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
    return found["ours"], found["theirs"]


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
    """The median of the rounds' ratios."""

    def at(one: dict[str, Any]) -> float:
        value: Any = one
        for name in path:
            value = value[name]
        return float(value or 0.0)

    return statistics.median(at(a) / max(at(b), 1e-9) for a, b in zip(ours, theirs))


def both(
    ours: list[dict[str, Any]], theirs: list[dict[str, Any]], what: dict[str, tuple[tuple[str, ...], float]]
) -> dict[str, Any]:
    """Medians of both sides; `what` says where each is found and what it is multiplied with."""
    told: dict[str, Any] = {}
    for name, (path, factor) in what.items():
        for side, rounds in (("ours", ours), ("boardgame.io", theirs)):
            value = middle(rounds, *path)
            if value is not None:
                told[f"{side}_{name}"] = round(value * factor, 3)
    return told


def at_connections(connections: int, sizes: Sizes) -> list[Figure]:
    """Actions a second, and the time an action takes when there are 1,000 a second in all."""
    speed = Figure(
        f"actions_{connections}",
        f"actions a second at {connections:,} connections, to the boardgame.io server's",
        "times",
        target=TIMES,
    )
    wait = Figure(
        f"p99_{connections}",
        f"p99 of an action at {sizes.rate:,.0f} a second and {connections:,} connections, to the boardgame.io server's",
        "times",
        target=P99,
        least=False,
    )
    try:
        ours, theirs = side_by_side(connections, sizes)
    except NotMeasured as problem:
        speed.reason = wait.reason = str(problem)
        return [speed, wait]
    speed.value = ratio(ours, theirs, "free", "per_second")
    speed.more = both(
        ours,
        theirs,
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
    wait.value = ratio(ours, theirs, "paced", "p99")
    wait.more = both(
        ours,
        theirs,
        {
            "p50_ms": (("paced", "p50"), 1e3),
            "p99_ms": (("paced", "p99"), 1e3),
            "actions_per_second": (("paced", "per_second"), 1),
            "server_cpu_share": (("paced", "server_cpu"), 1),
        },
    )
    for side, rounds in (("ours", ours), ("boardgame.io", theirs)):
        reached = middle(rounds, "paced", "per_second") or 0.0
        if reached < 0.97 * sizes.rate:
            wait.more[f"{side}_note"] = f"does not keep up with {sizes.rate:,.0f} actions a second here"
    return [speed, wait]


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
            if side == "ours":
                figure.reason = str(problem)
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


def measure(sizes: Sizes) -> list[Figure]:
    figures = [figure for connections in sizes.connections for figure in at_connections(connections, sizes)]
    return figures + growth(sizes)


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
        description="Measures the server beside the boardgame.io server; takes about six minutes. Wants a quiet machine.",
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
