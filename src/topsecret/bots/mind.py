"""Where the bots of tables think: each lives as long as its seat, wherever that is (a process, a thread, on the spot), and is asked one
question after the other. A question brings what is new since the last one."""

from __future__ import annotations

import random
import traceback
from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from topsecret.kernel import registry

from .interface import Budget
from .players import Thought, timed_bot, wish_of
from .registry import make
from .why import Why, explained

LATER_MS = 1000  # when a bot that failed in a game with time thinks again


@dataclass(frozen=True)
class Question:
    """All that a bot gets: what its seat may know."""

    who: str  # the seat, unique among all tables
    game: str
    bot: str
    seed: str
    view: dict[str, Any]
    since: int  # the number of the last event that it was told before; 0: it is made again
    events: list[dict[str, Any]] = field(default_factory=list)  # those after it
    legal: tuple[int, ...] = ()  # codes
    budget: Budget = field(default_factory=Budget)
    # in games with time
    at: int = 0
    luck: int = 0
    remembers: float = 0.0  # what is older is forgotten

    @property
    def last(self) -> int:
        """The number of the last event that it knows with this."""
        return int(self.events[-1]["n"]) if self.events else self.since


class Decision(NamedTuple):
    """What a bot wants to do: a code, or in a game with time a text or nothing, and when to ask it again."""

    action: int | str | None
    wake: int | None = None
    problem: str = ""  # why somebody else decided: chance
    why: Why = []  # what it believed and why it moved; told after the match


class Mind:
    """One bot, and what it was told."""

    def __init__(self, question: Question) -> None:
        self.game = registry.game(question.game)
        self.name = question.bot
        self.seed = question.seed
        self.told = 0  # the number of the last event
        self.seen: deque[dict[str, Any]] = deque()
        self.bot: Any = (
            timed_bot(question.bot, self.game)
            if self.game.State.timed
            else make(question.bot, self.game, question.seed)
        )

    def decide(self, question: Question) -> Decision:
        self.seen.extend(question.events)
        self.told = question.last
        return self._wish(question) if self.game.State.timed else self._choose(question)

    def _choose(self, question: Question) -> Decision:
        bot, legal = self.bot, [self.game.actions.move(code) for code in question.legal]
        if hasattr(bot, "told") and question.events:
            bot.told(question.events)
        if hasattr(bot, "rng"):
            bot.rng = random.Random(f"{self.seed}/{self.told}")
        chosen = bot.choose(question.view, list(self.seen), legal, question.budget)
        if chosen.code not in question.legal:
            raise ValueError(f"{chosen} is not allowed")
        return Decision(chosen.code, why=explained(bot))

    def _wish(self, question: Question) -> Decision:
        while self.seen and self.seen[0]["at"] < question.remembers:
            self.seen.popleft()
        thought = Thought(question.view, list(self.seen), question.at, question.luck)
        wish = wish_of(self.bot, self.game, thought)
        return Decision(wish.action, wish.wake, why=wish.why)


class Minds:
    """The bots that live in one place, by their seats."""

    def __init__(self) -> None:
        self.minds: dict[str, Mind] = {}

    def decide(self, question: Question) -> Decision | None:
        """What the bot decides; None if it is not here with all that it was told before: then it must be told everything. A bot that
        fails or cheats is replaced by chance for this decision, and made again for the next."""
        if question.since:
            mind = self.minds.get(question.who)
            if mind is None or mind.told != question.since:
                return None
        try:
            if not question.since:
                self.minds[question.who] = Mind(question)
            return self.minds[question.who].decide(question)
        except Exception:
            self.minds.pop(question.who, None)
            return by_chance(question, traceback.format_exc(limit=-3))

    def forget(self, who: str) -> None:
        self.minds.pop(who, None)


def by_chance(question: Question, problem: str) -> Decision:
    """Somebody has to decide."""
    if question.legal:
        return Decision(random.Random(f"{question.seed}/{question.since}").choice(question.legal), None, problem)
    return Decision(None, question.at + LATER_MS, problem)


def told_everything(question: Question, events: list[dict[str, Any]]) -> Question:
    """The same question to a bot that is made again."""
    return replace(question, since=0, events=events)
