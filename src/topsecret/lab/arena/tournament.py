"""A tournament: blocks are played until there are enough, or a test can say enough; written down as they come, and gone on with later."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import topsecret
from topsecret.kernel.errors import BadFile, BadOptions

from .playing import Visits
from .settings import Pairing, Settings, Task
from .shares import Interval, Sequential, interval
from .summary import summary
from .workers import results

FORMAT = "topsecret arena/1"
SAVE_SECONDS = 5.0


class Tally:
    """The blocks of one pairing. Blocks finish in any order, but the test takes them by number: so it stops at the same one again."""

    def __init__(self, seats: int, stop_at: float | None) -> None:
        self.seats = seats
        self.stop_at = stop_at
        self.blocks: dict[int, float] = {}
        self.sequential = Sequential()
        self.looked = 0
        self.stopped: int | None = None  # after so many blocks

    def add(self, number: int, share: float) -> None:
        self.blocks[number] = share
        while self.stop_at is not None and self.stopped is None and self.looked in self.blocks:
            self.sequential.add(self.blocks[self.looked])
            self.looked += 1
            if self.sequential.excludes(self.stop_at):
                self.stopped = self.looked

    def counted(self) -> list[float]:
        """The blocks that count: after a stop only those before it."""
        return [share for number, share in sorted(self.blocks.items()) if self.stopped is None or number < self.stopped]

    def interval(self) -> Interval:
        blocks = self.counted()
        if self.stopped is None:
            return interval(blocks, self.seats)
        mean = sum(blocks) / len(blocks)
        return Interval(mean, min(self.sequential.low, mean), max(self.sequential.high, mean))


class Tournament:
    def __init__(
        self,
        settings: Settings,
        file: Path | None = None,
        stop_at: float | None = None,
        visits: Visits | None = None,
    ) -> None:
        self.settings = settings
        self.visits = visits
        self.file = file
        self.blocks: dict[tuple[Pairing, int], dict[str, Any]] = {}
        self.readings: dict[tuple[str, int], dict[str, Any]] = {}
        self.tallies = {pairing: Tally(settings.seats, stop_at) for pairing in settings.pairings()}
        self.stop_at = stop_at
        self.seconds = 0.0
        if file is not None and file.exists():
            self._resume(read(file))

    # played so far

    @property
    def total(self) -> int:
        """How many blocks will have been played."""
        most = self.settings.blocks
        return sum(most if tally.stopped is None else tally.stopped for tally in self.tallies.values())

    @property
    def done(self) -> int:
        return sum(len(tally.counted()) for tally in self.tallies.values())

    @property
    def is_complete(self) -> bool:
        return self.done >= self.total and not any(self.is_wanted(task) for task in self.settings.tasks() if task.reads)

    def is_wanted(self, task: Task) -> bool:
        if task.reads:
            return (task.pairing.alone, task.number) not in self.readings
        tally = self.tallies[task.pairing]
        return tally.stopped is None and task.number not in tally.blocks

    def standing(self) -> str:
        """The running result in a line."""
        parts = []
        for pairing, tally in self.tallies.items():
            if tally.blocks:
                share, low, high = tally.interval()
                parts.append(f"{pairing.alone} {shown(share)} ({shown(low)}-{shown(high)}) against {pairing.others}")
        return "; ".join(parts)

    # playing

    def run(self, jobs: int = 1, on_step: Callable[[Tournament], None] | None = None) -> None:
        """Plays what is missing. Whatever ends it, what was finished is in the file."""
        begun, saved, before = time.monotonic(), time.monotonic(), self.seconds
        try:
            for task, found in results(self.settings, self.settings.tasks(), jobs, self.is_wanted, self.visits):
                self._add(task, found)
                self.seconds = before + time.monotonic() - begun
                if on_step is not None:
                    on_step(self)
                if time.monotonic() - saved > SAVE_SECONDS:
                    self.save(with_summary=False)
                    saved = time.monotonic()
        finally:
            self.seconds = before + time.monotonic() - begun
            self.save()

    def _add(self, task: Task, found: dict[str, Any]) -> None:
        if task.reads:
            self.readings[task.pairing.alone, task.number] = found
            return
        self.blocks[task.pairing, task.number] = found
        games = found["games"]
        self.tallies[task.pairing].add(task.number, sum(game["share"] for game in games) / len(games))

    # the file

    def counted(self) -> list[dict[str, Any]]:
        """The blocks that count, by pairing and number."""
        return [
            self.blocks[pairing, number]
            for pairing, tally in self.tallies.items()
            for number in sorted(tally.blocks)
            if tally.stopped is None or number < tally.stopped
        ]

    def document(self, with_summary: bool = True) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "topsecret": topsecret.__version__,
            "settings": self.settings.json(),
            "games_a_pairing": self.settings.games,
            "stop_at": self.stop_at,
            "seconds": round(self.seconds, 1),
            "summary": summary(self) if with_summary else None,
            "blocks": [self.blocks[key] for key in sorted(self.blocks)],
            "readings": [self.readings[key] for key in sorted(self.readings)],
        }

    def save(self, with_summary: bool = True) -> None:
        """All at once or not at all. The summary takes a moment, so while games are played it is left out."""
        if self.file is None:
            return
        beside = self.file.with_name(self.file.name + ".part")
        try:
            beside.write_text(json.dumps(self.document(with_summary), ensure_ascii=False) + "\n", encoding="utf-8")
            os.replace(beside, self.file)
        except OSError as problem:
            raise BadFile(f"{self.file}: {problem.strerror or problem}") from None

    def _resume(self, document: dict[str, Any]) -> None:
        ours, theirs = self.settings.json(), document["settings"]
        for key, value in ours.items():
            if theirs.get(key) != value:
                raise BadOptions(
                    f"{self.file}: expected a tournament with the same {key}, {value!r}, got {theirs.get(key)!r}; "
                    "choose another file, or remove it to begin again"
                )
        self.seconds = document["seconds"]
        for found in document["blocks"]:
            self._add(Task(Pairing(found["alone"], found["others"]), found["block"]), found)
        for found in document["readings"]:
            self._add(Task(Pairing(found["bot"], found["bot"]), found["number"], True), found)


def read(file: Path) -> dict[str, Any]:
    """The document of a tournament; raises BadFile."""
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadFile(f"{file}: {problem.strerror or problem}") from None
    except ValueError:
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadFile(f"{file}: expected a tournament of the arena ({FORMAT})")
    return document


def shown(share: float) -> str:
    """.63, 1.00"""
    text = f"{share:.2f}"
    return text[1:] if text.startswith("0") else text
