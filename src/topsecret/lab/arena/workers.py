"""Several processes that play tasks. They are ended at once when somebody presses Ctrl-C; what they had not finished is played again."""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from topsecret.kernel.errors import TopSecretError

from .blocks import Player
from .playing import Visits
from .settings import Settings, Task

Found = tuple[Task, dict[str, Any]]


def results(
    settings: Settings, tasks: Iterable[Task], jobs: int, wanted: Callable[[Task], bool], visits: Visits | None = None
) -> Iterator[Found]:
    """Each task with what came of it, as they are finished. `wanted` is asked before a task is begun."""
    remaining = (task for task in tasks if wanted(task))
    if jobs > 1:
        yield from _by_many(settings, remaining, jobs, visits)
        return
    player = Player(settings, visits)
    try:
        for task in remaining:
            yield task, player.play(task)
    finally:
        player.close()


def _by_many(settings: Settings, tasks: Iterator[Task], jobs: int, visits: Visits | None) -> Iterator[Found]:
    context = multiprocessing.get_context("spawn")
    workers: dict[Connection, Any] = {}
    busy: dict[Connection, Task] = {}
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(theirs, settings, visits))
            process.start()
            theirs.close()
            workers[ours] = process
        for pipe in workers:
            _give(pipe, tasks, busy)
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                task = busy.pop(ready)
                try:
                    found = ready.recv()
                except EOFError:
                    raise TopSecretError(f"a process died while it played {' against '.join(task.pairing)}") from None
                if isinstance(found, str):
                    raise TopSecretError(f"{' against '.join(task.pairing)}, block {task.number}: {found}")
                _give(ready, tasks, busy)
                yield task, found
    finally:
        for pipe, process in workers.items():
            pipe.close()
            process.terminate()
        for process in workers.values():
            process.join()


def _give(pipe: Connection, tasks: Iterator[Task], busy: dict[Connection, Task]) -> None:
    task = next(tasks, None)
    if task is not None:
        pipe.send(task)
        busy[pipe] = task


def work(pipe: Connection, settings: Settings, visits: Visits | None) -> None:
    """The life of one process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asked for it all ends it
    player = Player(settings, visits)
    try:
        while True:
            task = pipe.recv()
            try:
                found: Any = player.play(task)
            except Exception:
                found = traceback.format_exc(limit=-4)
            pipe.send(found)
    except (EOFError, OSError):
        pass
    finally:
        player.close()
