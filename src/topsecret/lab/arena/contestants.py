"""A bot at one seat of one game: it is told what is new to its seat, and asked. Also what can be wrong with an answer."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any, Protocol

from topsecret.kernel.fields import Position
from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move

from .entrants import Entrant, made
from .guest import Guest, GuestFailed, GuestTooSlow

SLACK_MS = 50  # a busy machine
TOLERANCE = 1.5  # so many times its budget is no overtime yet
PATIENCE_SECONDS = 30.0  # after which nobody waits for a guest, whatever its budget

Events = list[dict[str, Any]]
Claim = tuple[Sequence[Any], Any, float]  # a place in the truth, what may stand there, and how likely that is


class Fault(Exception):
    """A bot did something for which it loses the game: crash, illegal or overtime."""

    def __init__(self, sort: str, words: str) -> None:
        self.sort = sort
        self.words = words
        super().__init__(f"{sort}: {words}")


class Contestant(Protocol):
    def choose(self, view: dict[str, Any], news: Events, legal: Sequence[Move]) -> Move: ...
    def beliefs(self) -> list[Claim]: ...
    def leave(self) -> None: ...


class OfTheHouse:
    """A bot of ours, in this process. It gets what its seat may know, and nothing else."""

    def __init__(self, entrant: Entrant, game: Game, seed: str) -> None:
        self.bot: Any = made(entrant, game, seed)
        self.budget = entrant.budget
        self.seed = seed
        self.seen: Events = []

    def choose(self, view: dict[str, Any], news: Events, legal: Sequence[Move]) -> Move:
        self.seen += news
        if news and hasattr(self.bot, "told"):
            self.bot.told(news)
        if hasattr(self.bot, "rng"):
            self.bot.rng = random.Random(f"{self.seed}/{len(self.seen)}")
        chosen: Move = self.bot.choose(view, self.seen, legal, self.budget)
        return chosen

    def show(self, truth: Position) -> None:
        """For a clairvoyant: from now on it imagines nothing but this."""
        self.bot.worlds.draw = lambda view, seen, rng, number: [truth] * number

    def beliefs(self) -> list[Claim]:
        return list(self.bot.beliefs()) if hasattr(self.bot, "beliefs") else []

    def leave(self) -> None:
        pass


class Visiting:
    """A bot of somebody else, in its own process."""

    def __init__(self, guest: Guest, key: str, seed: str) -> None:
        self.guest = guest
        self.key = key
        self.seed = seed
        self.told = 0
        try:
            guest.make(key, seed)
        except (GuestFailed, GuestTooSlow) as problem:
            raise Fault("crash", str(problem)) from None

    def choose(self, view: dict[str, Any], news: Events, legal: Sequence[Move]) -> Move:
        budget = self.guest.entrant.budget
        self.told += len(news)
        question = {
            "view": view,
            "events": news,
            "legal": [move.code for move in legal],
            "budget": [budget.milliseconds, budget.simulations],
            "luck": f"{self.seed}/{self.told}",
        }
        try:
            code = self.guest.choose(self.key, question, patience(self.guest.entrant))
        except GuestTooSlow as problem:
            raise Fault("overtime", str(problem)) from None
        except GuestFailed as problem:
            raise Fault("crash", str(problem)) from None
        return self.guest.game.actions.move(code)

    def beliefs(self) -> list[Claim]:
        return []

    def leave(self) -> None:
        try:
            self.guest.forget(self.key)
        except (GuestFailed, GuestTooSlow):
            self.guest.close()


def patience(entrant: Entrant) -> float:
    milliseconds = entrant.budget.milliseconds
    return PATIENCE_SECONDS if milliseconds is None else max(5.0, milliseconds / 1000 * 20)


class Stopwatch:
    """How long one answer takes: on the clock, and on the processor, since a busy machine is not the bot's fault."""

    def __init__(self) -> None:
        self.begun = time.perf_counter(), time.process_time()

    def milliseconds(self) -> tuple[float, float]:
        return (time.perf_counter() - self.begun[0]) * 1000, (time.process_time() - self.begun[1]) * 1000

    def check(self, entrant: Entrant, took: tuple[float, float]) -> None:
        """Raises Fault if it was overtime. A guest's processor is not ours: of it only the clock is known."""
        allowed = entrant.budget.milliseconds
        if allowed is None:
            return
        counted = took[0] if entrant.is_guest else min(took)
        if counted > allowed * TOLERANCE + SLACK_MS:
            raise Fault("overtime", f"{counted:.0f} ms, budget {allowed} ms")


def chosen_by(contestant: Contestant, view: dict[str, Any], news: Events, legal: Sequence[Move]) -> Move:
    """One of the legal actions; raises Fault."""
    try:
        move = contestant.choose(view, news, legal)
    except Fault:
        raise
    except Exception as problem:
        raise Fault("crash", f"{type(problem).__name__}: {problem}"[:400]) from problem
    if not isinstance(move, Move) or move.code not in {one.code for one in legal}:
        raise Fault("illegal", f"{move!s:.200} is not allowed")
    return move
