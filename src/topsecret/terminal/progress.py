"""A progress bar for what takes longer than two seconds, where somebody looks; and how long it will take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

PATIENCE = 2.0


class Estimate:
    """How long the rest will take, where the parts are of several sorts (a law) that each take their own time. A part is (whose, sort).
    What a sort took before is expected of it again; of a sort that was not yet, the mean of all."""

    def __init__(self, parts: Sequence[tuple[str, str]], clock: Callable[[], float]) -> None:
        self.parts = list(parts)
        self.clock = clock
        self.begun = clock()
        self.took: dict[tuple[str, str], float] = {}

    @property
    def finished(self) -> int:
        return len(self.took)

    def finish(self, whose: str, sort: str) -> None:
        """This part is done; the next one begins."""
        now = self.clock()
        self.took[whose, sort] = now - self.begun
        self.begun = now

    def left(self, whose: str, sort: str, done: float) -> float:
        """Seconds to go, when so much of this part (more than 0, up to 1) is done."""
        passed = self.clock() - self.begun
        known = self.took | {(whose, sort): passed / done}
        mean = sum(known.values()) / len(known)
        rest = 0.0
        for part in self.parts:
            if part not in known:
                alike = [seconds for (_, other), seconds in known.items() if other == part[1]]
                rest += sum(alike) / len(alike) if alike else mean
        return rest + max(0.0, known[whose, sort] - passed)


def in_words(seconds: float) -> str:
    """`about 40 s`, `about 3 min`"""
    return f"about {max(1, round(seconds))} s" if seconds < 90 else f"about {round(seconds / 60)} min"


class Patience:
    """`step(what, done, total)` shows a bar on stderr, but only after two seconds and only on a terminal."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, console: Console | None = None) -> None:
        self.clock = clock
        self.begun = clock()
        self.console = console or Console(stderr=True)
        self.is_watched = console is not None or sys.stderr.isatty()
        self.progress: Progress | None = None

    def __enter__(self) -> Patience:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.progress is not None:
            self.progress.stop()

    def step(self, what: str, done: float, total: float, left: float | None = None) -> None:
        """`left`: seconds to go, if that is known better than by what is done."""
        passed = self.clock() - self.begun
        if not self.is_watched or passed < PATIENCE or not done:
            return
        said = in_words(passed * (total - done) / done if left is None else left)
        if self.progress is None:
            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.percentage:.0f} %, {task.fields[left]} left"),
            )
            self.progress = Progress(*columns, console=self.console, transient=True)
            self.task = self.progress.add_task(what, total=total, left=said)
            self.progress.start()
        self.progress.update(self.task, description=what, completed=done, total=total, left=said)
