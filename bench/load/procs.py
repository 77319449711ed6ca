"""What a process has used, where the system tells it (Linux)."""

from __future__ import annotations

from pathlib import Path


def cpu_seconds(pid: int) -> float | None:
    """Processor time of a process with all its threads, to the nanosecond where the kernel counts so."""
    try:
        total = 0
        for thread in Path(f"/proc/{pid}/task").iterdir():
            total += int((thread / "schedstat").read_text().split()[0])
        return total / 1e9
    except (OSError, ValueError, IndexError):
        return None


def children(pid: int) -> list[int]:
    """The processes that it has started."""
    found: list[int] = []
    try:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            found += [int(child) for child in (thread / "children").read_text().split()]
    except (OSError, ValueError):
        pass
    return found


def children_cpu(pid: int) -> float | None:
    """Processor time of the processes that it has started."""
    times = [cpu_seconds(child) for child in children(pid)]
    return None if not times else sum(time for time in times if time is not None)


def memory_bytes(pid: int) -> int | None:
    """Memory that a process has for itself now."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return None
