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


def memory_bytes(pid: int) -> int | None:
    """Memory that a process has for itself now."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return None
