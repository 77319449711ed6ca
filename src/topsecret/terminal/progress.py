"""A progress bar for what takes longer than two seconds, where somebody looks."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

PATIENCE = 2.0


class Patience:
    """`step(what, done, total)` shows a bar on stderr, but only after two seconds and only on a terminal."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.console = Console(stderr=True)
        self.progress: Progress | None = None

    def __enter__(self) -> Patience:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.progress is not None:
            self.progress.stop()

    def step(self, what: str, done: int, total: int) -> None:
        if self.progress is None:
            if not sys.stderr.isatty() or time.monotonic() - self.begun < PATIENCE:
                return
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self.progress = Progress(*columns, console=self.console, transient=True)
            self.task = self.progress.add_task(what, total=total)
            self.progress.start()
        self.progress.update(self.task, description=what, completed=done, total=total)
