"""Bots think outside the event loop: in processes of their own, or in threads where no process can be started. A seat sticks to one of
them, where its bot lives and remembers. They are started and made warm before the first decision, never in it."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, Protocol

from topsecret.bots.mind import Decision, Minds, Question, by_chance, told_everything
from topsecret.bots.registry import names
from topsecret.bots.search import compiled
from topsecret.bots.warm import searched, stand_back
from topsecret.kernel import registry

log = logging.getLogger("topsecret.table")

TRIES = 3  # of one decision: a process may die under it, and a bot that is made again must be told everything

Events = Callable[[], list[dict[str, Any]]]  # all that a seat may remember, from the beginning


class Thinker(Protocol):
    async def ready(self) -> None:
        """Until bots can think without a delay that a first decision has and others do not."""

    async def decide(self, question: Question, events: Events) -> Decision:
        """What a bot decides. Never raises: a bot that fails is replaced by chance."""

    def forget(self, who: str) -> None:
        """This seat needs its bot no more."""

    async def close(self) -> None: ...


def warned(question: Question, decision: Decision) -> Decision:
    if decision.problem:
        log.error("the bot %s of %s failed; chance decides: %s", question.bot, question.game, decision.problem)
    return decision


class Here:
    """Thinks at once and on the spot: for tests."""

    def __init__(self) -> None:
        self.minds = Minds()

    async def ready(self) -> None:
        pass

    async def decide(self, question: Question, events: Events) -> Decision:
        found = self.minds.decide(question) or self.minds.decide(told_everything(question, events()))
        return warned(question, found or by_chance(question, "it was not there"))

    def forget(self, who: str) -> None:
        self.minds.forget(who)

    async def close(self) -> None:
        pass


class Workers:
    """A few processes, in each of which some bots live."""

    def __init__(self, workers: int | None = None, processes: bool = True) -> None:
        self.size = workers or min(4, max(1, (os.cpu_count() or 1) // 2))
        self.processes = processes
        self.pools: list[Executor] = []
        self.home: dict[str, int] = {}  # where each seat's bot lives
        self._warm: asyncio.Task[None] | None = None
        self._closed = False

    async def ready(self) -> None:
        if self._warm is None:
            self._warm = asyncio.get_running_loop().create_task(self._warm_all())
        await asyncio.shield(self._warm)

    async def _warm_all(self) -> None:
        self.pools = [self._start() for _ in range(self.size)]
        if not self.processes:
            read_games()  # one after the other: they share what they read
            return
        await asyncio.gather(*(self._warm_up(number) for number in range(self.size)))

    async def _warm_up(self, number: int) -> None:
        """Starts a process and lets it read all games and bots; where none can be started a thread thinks."""
        pool = self.pools[number]
        try:
            await asyncio.get_running_loop().run_in_executor(pool, warm_up)
        except (BrokenProcessPool, OSError, RuntimeError) as problem:
            if not self._closed:
                self._replace(number, pool, problem)

    async def decide(self, question: Question, events: Events) -> Decision:
        await self.ready()
        for _ in range(TRIES):
            if self._closed:
                break
            number = self._home_of(question.who)
            pool = self.pools[number]
            try:
                found = await asyncio.get_running_loop().run_in_executor(pool, decide_here, question)
            except (BrokenProcessPool, OSError, RuntimeError) as problem:
                if not self._closed:
                    self._replace(number, pool, problem)
                    await self._warm_up(number)
                continue
            if found is not None:
                return warned(question, found)
            question = told_everything(question, events())
        return warned(question, by_chance(question, "no process has answered"))

    def forget(self, who: str) -> None:
        number = self.home.pop(who, None)
        if number is not None and not self._closed:
            try:
                self.pools[number].submit(forget_here, who)
            except (BrokenProcessPool, RuntimeError):
                pass  # it has forgotten everything

    def _home_of(self, who: str) -> int:
        if who not in self.home:
            crowd = Counter(self.home.values())
            self.home[who] = min(range(self.size), key=crowd.__getitem__)
        return self.home[who]

    def _replace(self, number: int, pool: Executor, problem: Exception) -> None:
        """Another process (once more a process: the bots in it are told everything again), or a thread where there can be none."""
        if self.pools[number] is not pool:
            return  # somebody else has seen to it
        pool.shutdown(wait=False, cancel_futures=True)
        if isinstance(problem, BrokenProcessPool):
            log.warning("a process in which bots think has died; another one is started")
        else:
            self._use_threads(problem)
        self.pools[number] = self._start()

    def _use_threads(self, problem: Exception) -> None:
        log.warning("bots cannot think in a process of their own (%s); they use a thread", problem)
        self.processes = False

    def _start(self) -> Executor:
        if self.processes:
            try:
                return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=settle_down)
            except (OSError, ImportError, NotImplementedError) as problem:
                self._use_threads(problem)
        return ThreadPoolExecutor(1, thread_name_prefix="bots")

    async def close(self) -> None:
        self._closed = True
        if self._warm is not None and not self._warm.done():
            self._warm.cancel()
        for pool in self.pools:
            pool.shutdown(wait=False, cancel_futures=True)


# in the place where bots think

_minds = Minds()


def decide_here(question: Question) -> Decision | None:
    return _minds.decide(question)


def forget_here(who: str) -> None:
    _minds.forget(who)


def read_games() -> None:
    for id in registry.ids():
        names(registry.game(id))
    for game in searched():
        compiled(game)  # what lies in the cache is loaded now, not in the first decision


def warm_up() -> None:
    """In a process of its own. What it has read stays: Python need not look through that for garbage again and again, and finds what
    bots leave behind the sooner."""
    read_games()
    gc.collect()
    gc.freeze()


def settle_down() -> None:
    """A thinking process leaves Ctrl+C to its parent, stands back behind it, and ends with it, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stand_back()
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def watch() -> None:
            wait([sentinel])
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()
