"""Bots think outside the event loop: in processes of their own, or in threads where no process can be started."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any, Protocol

from topsecret.bots.interface import Budget
from topsecret.bots.registry import make
from topsecret.kernel import registry

log = logging.getLogger("topsecret.table")


@dataclass(frozen=True)
class Question:
    """All that a bot gets: what its seat may know."""

    game: str
    bot: str
    seed: str
    view: dict[str, Any]
    seen: list[dict[str, Any]]
    legal: list[int]  # codes


class Thinker(Protocol):
    async def choose(self, question: Question) -> int:
        """The code of the chosen action. Never raises: a bot that fails plays at random."""

    async def close(self) -> None: ...


def think(question: Question) -> int:
    """The choice of a bot. A bot that fails or cheats is replaced by chance for this action."""
    game = registry.game(question.game)
    try:
        legal = [game.actions.move(code) for code in question.legal]
        chosen = make(question.bot, game, question.seed).choose(question.view, question.seen, legal, Budget())
        if chosen.code in question.legal:
            return chosen.code
        log.error("the bot %s of %s chose what is not allowed; chance decides", question.bot, question.game)
    except Exception:
        log.exception("the bot %s of %s failed; chance decides", question.bot, question.game)
    return random.Random(question.seed).choice(question.legal)


class Here:
    """Thinks at once and on the spot: for tests."""

    async def choose(self, question: Question) -> int:
        return think(question)

    async def close(self) -> None:
        pass


class Elsewhere:
    """Thinks in a few processes, which start when they are first needed."""

    def __init__(self, workers: int | None = None, processes: bool = True) -> None:
        self.workers = workers or min(4, max(1, (os.cpu_count() or 1) // 2))
        self.processes = processes
        self.pool: Executor | None = None

    async def choose(self, question: Question) -> int:
        if len(question.legal) == 1:
            return question.legal[0]
        loop = asyncio.get_running_loop()
        for _ in range(2):
            pool = self.pool = self.pool or self._start()
            try:
                return await loop.run_in_executor(pool, think, question)
            except (BrokenProcessPool, OSError, RuntimeError) as problem:
                log.warning("bots cannot think in a process of their own (%s); they use a thread", problem)
                if self.pool is pool:
                    pool.shutdown(wait=False, cancel_futures=True)
                    self.processes, self.pool = False, None
        return random.Random(question.seed).choice(question.legal)

    def _start(self) -> Executor:
        if self.processes:
            try:
                context = multiprocessing.get_context("spawn")
                return ProcessPoolExecutor(self.workers, context, initializer=settle_down)
            except (OSError, ImportError, NotImplementedError) as problem:
                log.warning("bots cannot think in a process of their own (%s); they use a thread", problem)
                self.processes = False
        return ThreadPoolExecutor(self.workers, thread_name_prefix="bot")

    async def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None


def settle_down() -> None:
    """A thinking process leaves Ctrl+C to its parent, stands back behind it, and ends with it, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def watch() -> None:
            wait([sentinel])
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()
