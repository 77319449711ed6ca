"""Compiles the modules that every action goes through with mypyc: the same Python, as C. Only for wheels that are asked to be compiled
(`hatch_build.py`) and for measuring (`bench/`): never beside the sources, where a compiled module would hide what is edited.

    python native/build.py FOLDER      a copy of the package in FOLDER/src, compiled; put that on PYTHONPATH to run it
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
NEEDS = ("mypy>=1.18", "setuptools")  # beside what the package itself needs: types are read from there
MADE = "topsecret/native.json"  # says which modules are compiled, and from what

# Left out: what declares by metaclasses, inherits from what is not compiled (enums, tuples, futures, sockets), or has msgspec's structs.
MODULES = (
    "kernel/audience",
    "kernel/entries",
    "kernel/feed",
    "kernel/log",
    "kernel/marks",
    "kernel/match",
    "kernel/moves",
    "kernel/seen_log",
    "kernel/undo",
    "kernel/view",
    "kernel/visibility",
    "server/broadcast",
    "server/connection",
    "server/frames",
    "server/lag",
    "server/outgoing",
    "server/rates",
    "server/wire",
    "store/chain",
    "store/writer",
    "table/acts",
    "table/agenda",
    "table/changing",
    "table/clocks",
    "table/live",
    "table/lock",
    "table/paper",
    "table/papers",
    "table/presence",
    "table/reading",
    "table/seating",
    "table/standstill",
    "table/state",
    "table/ticks",
    "table/timeline",
    "table/watch",
)


class CannotCompile(Exception):
    """Something that is needed is not there, or the compiler refused; the words say what."""


def why_not() -> str:
    """What is missing here; empty: nothing."""
    if importlib.util.find_spec("mypyc") is None or importlib.util.find_spec("setuptools") is None:
        return "mypyc or setuptools is not installed"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(os.environ.get("CC", compiler)) is None:
        return f"there is no C compiler ({compiler})"
    if not Path(sysconfig.get_paths()["include"], "Python.h").exists():
        return "the headers of Python are not installed"
    return ""


def fingerprint() -> str:
    """By all that the compiled package is made from."""
    found = hashlib.sha256(Path(__file__).read_bytes())
    for path in sorted((SOURCES / "topsecret").rglob("*.py")):
        found.update(f"{path.relative_to(SOURCES)}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def build(folder: Path) -> Path:
    """A copy of the package with its modules compiled: FOLDER/src. Raises CannotCompile."""
    if problem := why_not():
        raise CannotCompile(problem)
    sources = folder / "src"
    shutil.rmtree(folder, ignore_errors=True)
    leave_out = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(SOURCES / "topsecret", sources / "topsecret", ignore=leave_out)
    shutil.copy(ROOT / "pyproject.toml", folder)  # how mypy reads the types
    work = [sys.executable, str(Path(__file__).resolve()), "--in-place", str(folder)]
    done = subprocess.run(work, cwd=sources, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise CannotCompile("mypyc or the C compiler refused:\n" + "\n".join(done.stdout.splitlines()[-40:]))
    for name in ("build", "made", ".mypy_cache"):
        shutil.rmtree(sources / name, ignore_errors=True)
    made = {name: hashlib.sha256((sources / f"topsecret/{name}.py").read_bytes()).hexdigest() for name in MODULES}
    (sources / MADE).write_text(json.dumps(made, indent=1) + "\n")
    return sources


def built() -> Path:
    """The same, made once for these sources and kept in bench/build/, which git ignores."""
    folder = ROOT / "bench" / "build" / f"native-{fingerprint()}"
    if not (folder / "src" / MADE).exists():
        half = folder.with_name(f"{folder.name}.{os.getpid()}")
        build(half)
        shutil.rmtree(folder, ignore_errors=True)
        half.rename(folder)
    return folder / "src"


def extensions(sources: Path) -> list[Path]:
    """What was compiled, from the folder of the package on."""
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    return sorted(path.relative_to(sources) for path in sources.rglob(f"*{ending}"))


def compile_in_place(folder: Path) -> None:
    """In a process of its own, in the copy."""
    from mypyc.build import mypycify
    from setuptools import setup  # type: ignore[import-untyped]

    # one group: modules call each other directly
    modules = mypycify(
        ["--config-file", str(folder / "pyproject.toml"), *(f"topsecret/{name}.py" for name in MODULES)],
        opt_level="2",
        debug_level="0",
        group_name="topsecret",
        target_dir="made",
    )
    setup(name="topsecret", ext_modules=modules, script_args=["build_ext", "--inplace", "--build-temp", "made"])


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="native/build.py", description="Compiles a copy of the package with mypyc.")
    parser.add_argument("folder", type=Path, help="where it goes; what is there is removed")
    parser.add_argument("--in-place", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.in_place:
        compile_in_place(args.folder)
        return 0
    try:
        print(build(args.folder.resolve()))
    except CannotCompile as problem:
        print(f"topsecret: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
