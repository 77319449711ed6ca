"""The command `topsecret doctor`: does everything that a server needs stand ready, is the file of tables whole, and what can be saved of
it if it is not?"""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from topsecret import native
from topsecret.bots import search, warm
from topsecret.data_folder import data_folder
from topsecret.kernel.compiled import cache_home
from topsecret.store import files
from topsecret.store.files import CannotOpen
from topsecret.store.repair import Found, examine, repair

from .door import listening
from .files import FOLDER as CLIENT
from .run import PORT

LEAST_PYTHON = (3, 11)
LEAST_NODE = (20, 19)
TRIES = 30  # writes, to find out how fast the disk is


@dataclass(frozen=True)
class Finding:
    what: str
    state: Literal["ok", "note", "bad"]
    words: str

    def __str__(self) -> str:
        return f"{self.what:<10} {self.state:<5} {self.words}"


def run(data: str | None, repairs: bool, port: int | None = None) -> int:
    """Says what it finds; 0 if nothing is bad, or is no longer."""
    folder = data_folder(data)
    found = list(surroundings(folder, PORT if port is None else port))
    for one in found:
        print(one)
    tables = look_at_tables(folder, repairs)
    return tables if tables else int(any(one.state == "bad" for one in found))


# what is around the tables


def surroundings(folder: Path, port: int) -> Iterator[Finding]:
    yield python()
    yield server()
    yield numba()
    yield bots()
    yield node()
    yield client()
    writable = writes_to(folder)
    yield writable
    if writable.state == "ok":
        yield disk(folder)
    yield port_of(port)


def python() -> Finding:
    version = platform.python_version()
    if sys.version_info < LEAST_PYTHON:
        return Finding("Python", "bad", f"{version}; at least {'.'.join(map(str, LEAST_PYTHON))} is needed")
    return Finding("Python", "ok", f"{version}, {sys.executable}")


def numba() -> Finding:
    if importlib.util.find_spec("numba") is None:
        words = "not installed: people play as ever, but strong bots and many games at once are slow (pip install topsecret[fast])"
        return Finding("numba", "note", words)
    from importlib.metadata import version

    return Finding("numba", "ok", f"{version('numba')}: rules are compiled for bots and for many games")


def server() -> Finding:
    """Whether what every action goes through is compiled."""
    made = native.compiled()
    if not made:
        return Finding("server", "ok", "plain Python, as by default (docs/serving.md says how to have it compiled)")
    if edited := native.edited():
        words = f"{', '.join(edited)}: edited since it was compiled, and what runs is as it was; install it anew"
        return Finding("server", "bad", words)
    if missing := native.missing():
        return Finding("server", "note", f"compiled for another Python: {', '.join(missing)} run from their sources")
    return Finding("server", "ok", f"{len(made)} modules that every action goes through are compiled")


def bots() -> Finding:
    """Whether bots think with compiled code yet."""
    waiting = [game.id for game in warm.searched() if not search.is_ready(game)]
    if waiting:
        words = f"of {', '.join(waiting)} go by the judge alone until it is compiled (topsecret warm; a server does it, too)"
        return Finding("bots", "note", words)
    return Finding("bots", "ok", f"think ahead with compiled code, which is kept in {cache_home()}")


def node() -> Finding:
    path = shutil.which("node")
    said = ""
    if path is not None:
        try:
            said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=20).stdout.strip()
        except (OSError, subprocess.SubprocessError):
            said = ""
    numbers = [int(part) for part in said.lstrip("v").split(".")[:2] if part.isdigit()]
    if len(numbers) < 2:
        return Finding("Node", "note", "not found: only needed to build the browser client, and ./play brings its own")
    if tuple(numbers) < LEAST_NODE:
        return Finding(
            "Node", "note", f"{said}: too old to build the browser client (20.19 or newer); ./play brings its own"
        )
    return Finding("Node", "ok", said)


def client() -> Finding:
    if not (CLIENT / "index.html").exists():
        words = "not built: the server works, but browsers are shown how to build it (./play does, or web/build.py)"
        return Finding("client", "bad", words)
    return Finding("client", "ok", "the browser client is built")


def writes_to(folder: Path) -> Finding:
    probe = folder / f".doctor-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
        free = shutil.disk_usage(folder).free
    except OSError as problem:
        return Finding("folder", "bad", f"{folder}: cannot be written to ({problem.strerror or problem})")
    words = f"{folder}, {free / 2**30:.1f} GB free"
    return Finding("folder", "bad" if free < 50 * 2**20 else "ok", words)


def disk(folder: Path) -> Finding:
    """How long one confirmed action takes at least: it is on the disk first."""
    probe = folder / f".doctor-{os.getpid()}"
    took: list[float] = []
    try:
        with open(probe, "wb", buffering=0) as file:
            for _ in range(TRIES):
                begun = time.perf_counter()
                file.write(b"x" * files.PAGE)
                os.fsync(file.fileno())
                took.append((time.perf_counter() - begun) * 1000)
    except OSError as problem:
        return Finding("disk", "bad", f"cannot be written to ({problem.strerror or problem})")
    finally:
        probe.unlink(missing_ok=True)
    usual, slow = statistics.median(took), sorted(took)[int(len(took) * 0.9)]
    return Finding("disk", *what_it_means(usual, slow))


def what_it_means(usual: float, slow: float) -> tuple[Literal["ok", "note"], str]:
    said = f"a write takes {usual:.1f} ms, one in ten {slow:.1f} ms or more: "
    if usual <= 10 and slow <= 50:
        return "ok", said + "nobody notices it"
    if usual <= 50:
        return "note", said + "fine for tables of friends; with hundreds of tables answers come later"
    return "note", said + "every action waits that long; put the data folder on another disk (--data)"


def port_of(port: int) -> Finding:
    try:
        listening("127.0.0.1", [port]).close()
    except OSError as problem:
        words = f"{port} is taken ({problem.strerror or problem}): without --port the next free one is used"
        return Finding("port", "note", words)
    return Finding("port", "ok", f"{port} is free")


# tables


def look_at_tables(folder: Path, repairs: bool) -> int:
    path = folder / files.FILE
    if not path.exists():
        print(f"there are no tables in {folder}")
        return 0
    try:
        problem, tables = examine(folder)
    except CannotOpen as held:
        if repairs or "another server" not in str(held):
            raise
        print(
            Finding(
                "tables",
                "note",
                "a server is using them; stop it to have them looked through (topsecret backup checks a copy)",
            )
        )
        return 0
    broken = [found for found in tables if not found.is_whole]
    if not problem and not broken:
        print(f"{path}: whole, {len(tables)} tables")
        return 0
    print(f"{path}: damaged{f' ({problem})' if problem else ''}; {len(tables) - len(broken)} tables are whole")
    for found in broken:
        print(f"  {told(found)}")
    if not repairs:
        print("topsecret doctor --repair writes a new file with all that holds; this one is kept beside it")
        return 1
    aside, _ = repair(folder)
    print(f"repaired: each log goes on from the last record that holds; the damaged file is {aside}")
    return 0


def told(found: Found) -> str:
    length = "an unknown number" if found.length is None else str(found.length)
    return f"{found.name}: {found.good} of {length} records of its log hold"
