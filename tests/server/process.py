"""A real server process that a test starts, kills and starts again on the same data."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import topsecret

PATIENCE = 300.0  # seconds until a process that neither starts nor ends is given up


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """`topsecret serve` on one data folder. `up` is set while it listens."""

    def __init__(self, data: Path, *wishes: str, limits: bool = False, module: str = "topsecret") -> None:
        self.data = data
        self.module = module  # what is run; `hurried.py` has a clock of its own
        self.wishes = [*wishes, *([] if limits else ["--no-limits"])]
        self.port = free_port()
        self.up = asyncio.Event()
        self.process: Process | None = None
        self.errors = ""  # all that any of its lives said on stderr

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    async def launch(self) -> Process:
        wishes = [
            "--port",
            str(self.port),
            "--data",
            str(self.data),
            "--no-open",
            "--bot-pace",
            "0",
            "--countdown",
            "0",
        ]
        wishes += self.wishes
        source = Path(topsecret.__file__).parents[1]
        paths = os.pathsep.join([str(source), str(source.parent)])
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", self.module, "serve", *wishes),
            stdout=PIPE,
            stderr=PIPE,
            env={**os.environ, "PYTHONPATH": paths},
        )

    async def start(self, says: bool = True) -> None:
        """Until it listens, which it says on stdout, or (with logs for programs) notes down in its folder."""
        self.process = await self.launch()
        assert self.process.stdout is not None
        if not says:
            async with asyncio.timeout(PATIENCE):
                while not (self.data / "admin.port").exists() and self.process.returncode is None:
                    await asyncio.sleep(0.05)
            self.up.set()
            return
        line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        if not line:
            await self.ended()
            raise AssertionError(f"the server did not start: {self.errors}")
        self.up.set()

    async def kill(self) -> None:
        """At once, as a power cut would."""
        assert self.process is not None
        self.up.clear()
        if self.process.returncode is None:
            self.process.kill()
        await self.ended()

    async def stop(self) -> int:
        """In good order; the exit code."""
        assert self.process is not None
        self.up.clear()
        self.process.terminate()
        return await self.ended()

    async def ended(self) -> int:
        assert self.process is not None
        _, errors = await asyncio.wait_for(self.process.communicate(), PATIENCE)
        self.errors += errors.decode()
        assert self.process.returncode is not None
        return self.process.returncode
