"""Our server beside that of an earlier commit, in turns: `python bench/turns.py`, and a part of `topsecret bench server`.

All run at once, each with its own load client and as many connections. Nobody acts but when its side's turn has come: a few
seconds of the one, a few of the other, again and again; so whatever else the machine does hits all. The median of the pairs counts.
Where there is a C compiler, ours runs twice: as it is installed by default, and compiled (native/build.py). Then the targets are about
the compiled one, and the plain one is reported beside it.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(path) for path in (ROOT, ROOT / "src") if str(path) not in sys.path]

from bench import earlier  # noqa: E402
from bench.figures import Figure, NoPeer, NotMeasured, tell  # noqa: E402
from bench.processes import enough_files, free_port, our_command, progress, started  # noqa: E402

CPU = 0.55  # at most this share of the earlier commit's processor time for an action
P99 = 0.6  # at most this share of its p99 at `rate` actions a second
NOW, NATIVE, EARLIER = "now", "native", "earlier"  # the sides


@dataclass
class Turns:
    """How much is played."""

    connections: int = 2000
    pairs: int = 6
    warm_seconds: float = 0.5
    seconds: float = 2.0
    rate: float = 1000.0
    commit: str = earlier.COMMIT
    native: bool = True  # also measure the compiled one, where it can be made


class Client:
    """A load client that acts only when it is told to."""

    def __init__(self, port: int, pid: int, turns: Turns) -> None:
        task = {"side": "ours", "port": port, "pid": pid, "connections": turns.connections, "in_turns": True}
        times: dict[str, float] = {"warm_seconds": turns.warm_seconds, "seconds": turns.seconds, "rate": turns.rate}
        times["least_actions"] = turns.connections  # on a busy machine a turn may take longer
        paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.load", json.dumps(task | times)],
            env=os.environ | {"PYTHONPATH": paths},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.hear()  # everybody is connected

    def measure(self, how: str) -> dict[str, Any]:
        """Everybody acts for a while, `free` or `paced`."""
        assert self.process.stdin is not None
        self.process.stdin.write(how + "\n")
        self.process.stdin.flush()
        return self.hear()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise NotMeasured("a load client has ended; what it says stands above")
        found: dict[str, Any] = json.loads(line)
        return found

    def close(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.stdout.close()
        self.process.wait()


@contextmanager
def client_of(sources: Path, turns: Turns) -> Iterator[Client]:
    """A server from these sources, with everybody connected to it."""
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with started(*our_command(port, folder, sources), port, folder) as pid:
            client = Client(port, pid, turns)
            try:
                yield client
            finally:
                client.close()


def sources_of(commit: str) -> Path:
    """The sources of a commit, taken out of git once."""
    asked = ["git", "-C", str(ROOT), "rev-parse", f"{commit}^{{commit}}"]
    try:
        named = subprocess.run(asked, capture_output=True, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise NoPeer(f"git has no commit {commit} here to compare with") from None
    folder = ROOT / "bench" / "build" / f"sources-{named[:12]}"
    if not folder.exists():
        half = folder.with_name(f"{folder.name}.{os.getpid()}")
        try:
            earlier.sources_of(commit, ROOT, half)
        except NotMeasured as problem:
            raise NoPeer(str(problem)) from None
        half.rename(folder)
    return folder / "src"


def native_sources() -> Path:
    """Ours as it is now, compiled; made once. Raises NoPeer where that cannot be done."""
    spec = importlib.util.spec_from_file_location("native_build", ROOT / "native" / "build.py")
    assert spec is not None and spec.loader is not None
    native = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(native)
    if problem := native.why_not():
        raise NoPeer(f"nothing is compiled here: {problem}")
    try:
        sources: Path = native.built()
    except native.CannotCompile as refused:
        raise NotMeasured(str(refused)) from None
    return sources


def in_turns(turns: Turns, sources: dict[str, Path]) -> dict[str, list[dict[str, Any]]]:
    """For each side what was found in each of its turns."""
    sides = list(sources)
    enough_files(len(sides) * turns.connections)
    found: dict[str, list[dict[str, Any]]] = {side: [] for side in sides}
    with ExitStack() as open_now:
        clients = {}
        for side in sides:
            progress(f"{turns.connections:,} connections to the server of {side}")
            clients[side] = open_now.enter_context(client_of(sources[side], turns))
        for number in range(-1, turns.pairs):  # the first pair warms up
            for side in sides if number % 2 else sides[::-1]:
                one = {how: clients[side].measure(how) for how in ("free", "paced")}
                if number >= 0:
                    found[side].append(one)
            if number >= 0:
                last = [found[side][-1] for side in sides]
                told = [f"{one['free']['server_cpu_per_action'] * 1e6:.0f} µs" for one in last]
                told += [f"{one['paced']['p99'] * 1e3:.1f} ms" for one in last]
                progress(f"pair {number + 1} of {turns.pairs}, {', '.join(sides)}: {', '.join(told)}")
    return found


def compared(
    figure: Figure, found: dict[str, list[dict[str, Any]]], how: str, what: str, unit: float, ours: str = NOW
) -> None:
    """The median of the pairs' ratios, their range, and both sides' medians."""
    sides = (ours, EARLIER)
    now, then = ([one[how][what] for one in found[side]] for side in sides)
    if None in (*now, *then):
        raise NotMeasured("the system does not tell processor time by process, or nobody acted")
    ratios = [a / max(b, 1e-9) for a, b in zip(now, then)]
    figure.value = statistics.median(ratios)
    figure.more = {"least": round(min(ratios), 3), "most": round(max(ratios), 3)}
    for side, values in zip(sides, (now, then)):
        figure.more[side] = round(statistics.median(values) * unit, 3)


def measure(turns: Turns) -> list[Figure]:
    """Three figures of ours as it is installed by default, and the same three of the compiled one. The targets are about the compiled
    one; where there is none, about the plain one."""
    sources = {NOW: ROOT / "src"}
    absent: NotMeasured | None = None
    try:
        if turns.native:
            sources[NATIVE] = native_sources()
    except NotMeasured as problem:
        absent = problem
    plain = figures_of(turns, "", "", NATIVE not in sources)
    native = figures_of(turns, "native_", "compiled: ", NATIVE in sources) if turns.native else []
    try:
        found = in_turns(turns, sources | {EARLIER: sources_of(turns.commit)})
        for side, figures in ((NOW, plain), (NATIVE, native)):
            if side in sources:
                for figure, (how, what, unit) in zip(figures, MEASURED):
                    compared(figure, found, how, what, unit, side)
    except NotMeasured as problem:
        for figure in plain + native:
            figure.value = None
            figure.could_not(problem)
    else:
        if absent is not None:
            for figure in native:
                figure.could_not(absent)
    return plain + native


MEASURED = (("free", "server_cpu_per_action", 1e6), ("paced", "server_cpu_per_action", 1e6), ("paced", "p99", 1e3))


def figures_of(turns: Turns, name: str, words: str, has_targets: bool) -> list[Figure]:
    peer = f"that of commit {turns.commit[:7]}"
    many = f"at {turns.connections:,} connections"
    rate = f"at {turns.rate:,.0f} actions a second"
    cpu = Figure(f"{name}cpu_to_earlier", f"{words}µs of the server for an action {many}, to {peer}", "times")
    paced = Figure(f"{name}paced_cpu_to_earlier", f"{words}the same {rate}", "times")
    p99 = Figure(f"{name}p99_to_earlier", f"{words}p99 in ms {rate} {many}, to {peer}", "times")
    cpu.least = p99.least = False
    if has_targets:
        cpu.target, p99.target = CPU, P99
    return [cpu, paced, p99]


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="bench/turns.py", description="The server beside that of an earlier commit, in turns."
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--check", action="store_true", help="exit 1 and name what falls short of its target")
    parser.add_argument("--connections", type=int, default=Turns.connections, metavar="N", help="so many to each")
    parser.add_argument("--pairs", type=int, default=Turns.pairs, metavar="N", help="turns of each")
    parser.add_argument("--seconds", type=float, default=Turns.seconds, metavar="S", help="what a turn takes")
    parser.add_argument("--commit", default=Turns.commit, metavar="C", help="the other side (default: the pinned one)")
    parser.add_argument("--plain", action="store_true", help="without the compiled one")
    args = parser.parse_args(argv)
    turns = Turns(args.connections, args.pairs, seconds=args.seconds, commit=args.commit, native=not args.plain)
    return tell(measure(turns), {"cpus": os.cpu_count()}, args.json, args.check)


if __name__ == "__main__":
    sys.exit(main())
