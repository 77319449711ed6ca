"""Samples of a running server, and whether they are flat."""

from __future__ import annotations

import os
import statistics
from dataclasses import dataclass, replace
from typing import Any

from bench.load.procs import children, memory_bytes

LEAST_SAMPLES = 8


@dataclass(frozen=True)
class Sample:
    """What was seen in one stretch of time, and how the server stood at its end."""

    minute: float
    actions: int
    p50_ms: float | None  # of an action, from sending it to its confirmation
    p99_ms: float | None
    memory_mb: float | None  # of the server itself
    helpers_mb: float | None  # of the processes in which its bots think
    files: int | None  # that it has open, sockets too
    tables: int  # that were made so far
    cpu_ms: float | None = None  # of the server, for each action
    in_memory: int | None = None  # tables; those that nobody is at leave after two minutes, unless bots play on


@dataclass(frozen=True)
class Bound:
    """How much more is still flat: so many times as much, and so much beyond that."""

    times: float
    more: float


BOUNDS = {
    "memory_mb": Bound(1.02, 1.0),
    "helpers_mb": Bound(1.02, 1.0),
    "files": Bound(1.0, 3.0),
    "in_memory": Bound(1.25, 2.0),  # bots play on at some tables, one hour at more of them than the other
    "cpu_ms": Bound(1.25, 0.5),
    "p50_ms": Bound(2.0, 5.0),  # which hangs on what else the machine is doing
}


def quantile(times: list[float], share: float) -> float | None:
    """Of seconds, in milliseconds."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1e3 if times else None


def of_kind(samples: list[Sample], name: str) -> list[float]:
    return [float(value) for one in samples if (value := getattr(one, name)) is not None]


def judge(samples: list[Sample]) -> list[str]:
    """What grows, and what could not be measured. The last quarter of the run is compared with its second quarter; in the first one
    everything is still filling up."""
    if len(samples) < LEAST_SAMPLES:
        return [f"too short to tell: {len(samples)} samples, expected at least {LEAST_SAMPLES}"]
    quarter = len(samples) // 4
    problems = []
    for name, bound in BOUNDS.items():
        early, late = of_kind(samples[quarter : 2 * quarter], name), of_kind(samples[-quarter:], name)
        if not early or not late:
            problems.append(f"{name} could not be measured")
            continue
        before, after = statistics.median(early), statistics.median(late)
        if after > before * bound.times + bound.more:
            problems.append(f"{name} grows: {before:.1f} in the second quarter, {after:.1f} in the last")
    if not sum(one.actions for one in samples[-quarter:]):
        problems.append("nobody could act any more in the last quarter")
    return problems


def by_quarter(samples: list[Sample]) -> list[Sample]:
    """The medians of each quarter of the run; actions are all of that quarter's."""
    size = len(samples) // 4
    found = []
    for begin in range(0, size * 4, size) if size else ():
        some = samples[begin : begin + size]
        medians: dict[str, Any] = {
            name: statistics.median(values) if (values := of_kind(some, name)) else None
            for name in ("p50_ms", "p99_ms", "memory_mb", "helpers_mb", "files", "cpu_ms", "in_memory")
        }
        found.append(replace(some[-1], actions=sum(one.actions for one in some), **medians))
    return found


def open_files(pid: int) -> int | None:
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return None


def helpers_mb(pid: int) -> float | None:
    sizes = [size for child in children(pid) if (size := memory_bytes(child)) is not None]
    return sum(sizes) / 1e6 if sizes else None
