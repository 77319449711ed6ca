"""Runs a real server for a long time under the load of a small club, and says whether it stays as it was: memory, open files, latency.

    python -m tests.soak                    an hour
    python -m tests.soak --minutes 10 --tables 20 --json FILE

Exit code 1 if something grows or somebody met an error. The load is gentle by intent: it is not how much a server can take (that is
`topsecret bench server`), but whether it can run for months.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

import aiohttp

from bench.load.procs import cpu_seconds, memory_bytes
from tests.server.process import ServerProcess, free_port
from tests.soak.guests import Crowd, Party
from tests.soak.verdict import Sample, by_quarter, helpers_mb, judge, open_files, quantile
from topsecret.server.admin import PORT_FILE, token_in

HEADINGS = "minute  actions  p50 ms  p99 ms  CPU ms  server MB  helpers MB  files  tables made  in memory"


def shown(value: float | None, width: int, digits: int = 1) -> str:
    return ("-" if value is None else f"{value:.{digits}f}").rjust(width)


def line(one: Sample) -> str:
    return (
        f"{one.minute:6.1f} {one.actions:8d} {shown(one.p50_ms, 7)} {shown(one.p99_ms, 7)} {shown(one.cpu_ms, 7)} "
        f"{shown(one.memory_mb, 10)} {shown(one.helpers_mb, 11)} {shown(one.files, 6, 0)} {one.tables:12d} {shown(one.in_memory, 10, 0)}"
    )


class Sampler:
    """Looks at a server and at its people, one stretch of time after the other."""

    def __init__(self, crowd: Crowd, pid: int, folder: Path) -> None:
        self.crowd, self.pid, self.folder = crowd, pid, folder
        self.begun = time.monotonic()
        self.actions, self.used = 0, cpu_seconds(pid)

    async def in_memory(self) -> int:
        """Tables, as the server's own numbers have it."""
        address = f"http://127.0.0.1:{(self.folder / PORT_FILE).read_text().split()[-1]}/metrics"
        headers = {"Authorization": f"Bearer {token_in(self.folder)}"}
        async with aiohttp.ClientSession() as web, web.get(address, headers=headers) as answer:
            found = re.findall(r"^topsecret_tables\{.*\} (\d+)$", await answer.text(), re.MULTILINE)
            return sum(map(int, found))

    async def take(self) -> Sample:
        times, size, used = self.crowd.take_times(), memory_bytes(self.pid), cpu_seconds(self.pid)
        actions, before = self.crowd.actions - self.actions, self.used
        self.actions, self.used = self.crowd.actions, used
        return Sample(
            minute=(time.monotonic() - self.begun) / 60,
            actions=actions,
            p50_ms=quantile(times, 0.5),
            p99_ms=quantile(times, 0.99),
            memory_mb=None if size is None else size / 1e6,
            helpers_mb=helpers_mb(self.pid),
            files=open_files(self.pid),
            tables=self.crowd.tables,
            cpu_ms=None if used is None or before is None or not actions else (used - before) * 1e3 / actions,
            in_memory=await self.in_memory(),
        )


async def soak(
    minutes: float, tables: int, pace: float, every: float, folder: Path, least: int = 0
) -> tuple[list[Sample], list[str]]:
    """The samples, and what went wrong. It goes on until that many minutes are over and at least `least` actions were done."""
    server = ServerProcess(folder, "--bot-pace", "0.5", "--admin-port", str(free_port()), limits=True)
    await server.start()
    crowd = Crowd(server.address, pace, random.Random("soak"))
    end = time.monotonic() + minutes * 60

    def is_over() -> bool:
        return time.monotonic() >= end and crowd.actions >= least

    parties = [asyncio.create_task(Party(crowd, number, is_over).run()) for number in range(tables)]
    sampler, samples = Sampler(crowd, server.pid, folder), list[Sample]()
    print(HEADINGS, flush=True)
    try:
        while not is_over():
            await asyncio.sleep(min(every, max(0.1, end - time.monotonic())))
            samples.append(await sampler.take())
            print(line(samples[-1]), flush=True)
            if any(party.done() for party in parties) and not is_over():
                break
        done = await asyncio.gather(*parties, return_exceptions=True)
        crowd.faults += [repr(problem) for problem in done if isinstance(problem, BaseException)]
    finally:
        for party in parties:
            party.cancel()
        code = await server.stop()
    if code != 0:
        crowd.faults.append(f"the server stopped with exit code {code}")
    if "Traceback" in server.errors:
        crowd.faults.append(f"the server has left a traceback: {server.errors[-2000:]}")
    print(f"{crowd.tables} tables, {crowd.matches} matches to their end, {crowd.actions} actions")
    return samples, crowd.faults


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0, help="how long (default: 60)")
    parser.add_argument("--tables", type=int, default=8, help="played at all the time (default: 8)")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between two actions of a person (default: 2)")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two samples (default: 60)")
    parser.add_argument("--json", metavar="FILE", help="the samples go there, too")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        samples, faults = asyncio.run(soak(args.minutes, args.tables, args.pace, args.every, Path(folder)))
    if args.json:
        Path(args.json).write_text(json.dumps([asdict(one) for one in samples], indent=1) + "\n", "utf-8")
    problems = judge(samples)
    print("medians by quarter", HEADINGS, sep="\n")
    for one in by_quarter(samples):
        print(line(one))
    for words in sorted(set(faults))[:20]:
        print(f"fault ({faults.count(words)} times): {words}")
    for words in problems:
        print(f"not flat: {words}")
    if not problems and not faults:
        print("flat")
    return 1 if problems or faults else 0


if __name__ == "__main__":
    sys.exit(main())
