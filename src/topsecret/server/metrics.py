"""What happens on a server, in numbers, as Prometheus reads them. They are told to whoever runs it and to nobody else: on a server with one
table a counter would tell what somebody did."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Histogram:
    """How often something took how long."""

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds


class Metrics:
    """Counts as it goes; what can be counted when somebody asks is given then."""

    def __init__(self) -> None:
        self.actions: Counter[str] = Counter()  # by game
        self.refusals: Counter[str] = Counter()  # by code
        self.tables_made: Counter[str] = Counter()  # by game
        self.answers = Histogram()  # from a message with an action to its confirmation
        self.commits = Histogram()
        self.bots = Histogram()

    def text(self, tables: Mapping[str, int], connections: Mapping[str, int]) -> str:
        """All of it; `tables` in memory by state, `connections` by kind."""
        lines: list[str] = []
        lines += gauge("topsecret_tables", "tables in memory", "state", tables)
        lines += gauge("topsecret_connections", "open connections to tables", "kind", connections)
        lines += counter("topsecret_tables_made_total", "tables that were made", "game", self.tables_made)
        lines += counter("topsecret_actions_total", "actions of people that counted", "game", self.actions)
        lines += counter("topsecret_refusals_total", "messages and requests that were refused", "code", self.refusals)
        lines += histogram(
            "topsecret_answer_seconds", "from an action's arrival to its confirmation, with the disk", self.answers
        )
        lines += histogram("topsecret_commit_seconds", "writing one transaction to the disk", self.commits)
        lines += histogram("topsecret_bot_seconds", "a decision of a bot, with its waiting for a worker", self.bots)
        return "\n".join(lines) + "\n"


def head(name: str, about: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def labelled(name: str, label: str, counts: Mapping[str, int]) -> Iterator[str]:
    for value, count in sorted(counts.items()):
        safe = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        yield f'{name}{{{label}="{safe}"}} {count}'


def gauge(name: str, about: str, label: str, counts: Mapping[str, int]) -> Iterator[str]:
    yield from head(name, about, "gauge")
    yield from labelled(name, label, counts)


def counter(name: str, about: str, label: str, counts: Mapping[str, int]) -> Iterator[str]:
    yield from head(name, about, "counter")
    yield from labelled(name, label, counts)


def histogram(name: str, about: str, found: Histogram) -> Iterator[str]:
    yield from head(name, about, "histogram")
    so_far = 0
    for bound, count in zip(found.bounds, found.counts):
        so_far += count
        yield f'{name}_bucket{{le="{bound:g}"}} {so_far}'
    so_far += found.counts[-1]
    yield f'{name}_bucket{{le="+Inf"}} {so_far}'
    yield f"{name}_sum {found.sum:.6f}"
    yield f"{name}_count {so_far}"
