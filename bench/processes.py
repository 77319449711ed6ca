"""Servers in processes of their own, for as long as they are measured."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.figures import NotMeasured

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
SPARE_FILES = 200  # open files of a process beside its connections


def progress(words: str) -> None:
    print(f"  … {words}", file=sys.stderr, flush=True)


def our_command(port: int, folder: Path, sources: Path = ROOT / "src") -> tuple[list[str], dict[str, str]]:
    """How our server is started, from these sources."""
    command = [sys.executable, "-m", "topsecret", "serve", "--no-open", "--host", HOST, "--port", str(port)]
    return [*command, "--data", str(folder / "data"), "--no-limits"], {"PYTHONPATH": str(sources)}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(command: list[str], more: dict[str, str], port: int, folder: Path, patience: float = 15) -> Iterator[int]:
    """A server that runs in this folder: its process number. It has so many seconds to stop by itself."""
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(
            command, env=os.environ | more, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder
        )
    try:
        wait_for(process, port, folder / "log")
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(patience)
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
