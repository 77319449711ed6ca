"""Bots in games with time play with human limits, and a player holds them to these, not the bots themselves:

- a bot is told what happened only after its reaction time, and with it the view of that moment: it never sees a match or a live view;
- what is easy to miss it misses now and then, or takes for something else;
- what it was told is taken away again after its memory span; a bot is made again for each decision, so it has nowhere to keep it;
- its eyes move at most so often; a call comes no sooner than the least time after what it was last told.

What is easy to miss, what is a look and what is a call says the game, in its `senses.py`.

A bot for such a game is a class `Name(game, rng)` in the game's `bots.py` with `wish(view, seen, at)`: what it wants to do now (a text, or
None) and when it wants to think again if nothing happens before.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, NamedTuple, Protocol, cast

from topsecret.kernel.errors import BadOptions, UnknownAction
from topsecret.kernel.game import Game
from topsecret.kernel.levels import Level
from topsecret.kernel.match import Match, copied
from topsecret.kernel.moves import Move

from .registry import at_level, level_of, levels, module_of, own
from .why import Why, explained

LEAST_REACTION_MS = 400
LEAST_CALL_MS = 700
LEAST_WAKE_MS = 50

Event = dict[str, Any]


@dataclass(frozen=True)
class Limits:
    """What a bot can do as a body. No bot of the house is quicker than the least times."""

    reaction_ms: int = 650  # on average
    spread_ms: int = 160  # standard deviation
    least_reaction_ms: int = LEAST_REACTION_MS
    least_call_ms: int = LEAST_CALL_MS
    looks_per_second: float = 1.6
    memory_s: float = 40.0
    misses: float = 0.08  # of what is easy to miss
    mistakes: float = 0.0  # of what is easy to miss and was not: taken for something else

    def __post_init__(self) -> None:
        if self.least_reaction_ms < LEAST_REACTION_MS or self.reaction_ms < self.least_reaction_ms:
            raise BadOptions(
                f"reaction: expected at least {LEAST_REACTION_MS} ms, got {min(self.least_reaction_ms, self.reaction_ms)}"
            )
        if self.least_call_ms < LEAST_CALL_MS:
            raise BadOptions(f"call: expected at least {LEAST_CALL_MS} ms, got {self.least_call_ms}")
        shares = 0 <= self.misses <= 1 and 0 <= self.mistakes <= 1
        if not (shares and 0 < self.looks_per_second <= 5 and self.memory_s > 0 and self.spread_ms >= 0):
            raise BadOptions(
                "limits: expected 0 to 5 looks a second, misses and mistakes from 0 to 1, a memory and a spread of at least 0"
            )

    def reaction(self, rng: random.Random) -> int:
        return max(self.least_reaction_ms, round(rng.gauss(self.reaction_ms, self.spread_ms)))


LIMITS = frozenset(limit.name for limit in fields(Limits))


class Wish(NamedTuple):
    action: str | None
    wake: int | None = None  # when to think again
    why: Why = []  # what it believed and why it does this (`why.py`)


class TimedBot(Protocol):
    def wish(self, view: dict[str, Any], seen: Sequence[Event], at: int) -> tuple[str | None, int | None]: ...


TimedBotClass = Callable[[Game, random.Random], TimedBot]


class Senses(Protocol):
    """A game's `senses.py`."""

    def easy_to_miss(self, event: Event, me: int) -> bool: ...
    def without(self, view: dict[str, Any], missed: Event) -> None: ...
    def taken_for(self, event: Event, view: dict[str, Any], rng: random.Random) -> Event: ...
    def as_taken(self, view: dict[str, Any], taken: Event) -> None: ...
    def is_over(self, missed: Event, event: Event) -> bool: ...
    def is_end_of(self, missed: Event, event: Event) -> bool: ...
    def is_look(self, action: Move) -> bool: ...
    def is_call(self, action: Move) -> bool: ...


class Thought(NamedTuple):
    """What a bot has in mind when it thinks."""

    view: dict[str, Any]
    seen: list[Event]  # numbered; what it has forgotten is not there
    at: int
    luck: int


class News(NamedTuple):
    """Something on its way to a bot."""

    reaches: int
    happened: int
    events: list[Event]
    view: dict[str, Any]


class Player:
    """One seat with its limits: what has reached it, and what it may do when."""

    def __init__(self, game: Game, seat: int, seed: str, limits: Limits) -> None:
        self.game = game
        self.seat = seat
        self.senses = cast("Senses", module_of(game, "senses"))
        self.rng = random.Random(seed)
        self.limits = limits
        self.told = 0
        self.noticed = 0
        self.inbox: deque[News] = deque()
        self.view: dict[str, Any] = {}
        self.seen: deque[Event] = deque()
        self.missed: list[Event] = []
        self.mistaken: list[Event] = []  # as it was taken
        self.may_call = 0
        self.may_look = 0
        self.busy_until = 0  # what one does oneself one sees a reaction time later, too
        self.wakes = -1

    def sense(self, match: Match) -> int | None:
        """Takes what this seat was told just now; it will reach the bot later. Returns when."""
        senses = self.senses
        events = match.events(self.seat, self.told)
        self.told += len(events)
        kept = []
        view: dict[str, Any] = {}
        for event in events:
            goes_unnoticed = any(senses.is_end_of(missed, event) for missed in self.missed)
            self.missed = [missed for missed in self.missed if not senses.is_over(missed, event)]
            self.mistaken = [taken for taken in self.mistaken if not senses.is_over(taken, event)]
            is_easy_to_miss = senses.easy_to_miss(event, self.seat)
            if is_easy_to_miss and self.rng.random() < self.limits.misses:
                self.missed.append(event)
            elif not goes_unnoticed:
                self.noticed += 1
                if is_easy_to_miss and self.limits.mistakes and self.rng.random() < self.limits.mistakes:
                    view = view or match.view(self.seat)
                    event = senses.taken_for(event, view, self.rng)
                    self.mistaken.append(event)
                kept.append(event | {"n": self.noticed})  # a gap would say that something was missed
        if not kept and self.view:
            return None
        view = view or match.view(self.seat)
        for taken in self.mistaken:
            senses.as_taken(view, taken)
        for missed in self.missed:
            senses.without(view, missed)
        last = self.inbox[-1].reaches if self.inbox else 0
        when = max(last, match.now + self.limits.reaction(self.rng))
        self.inbox.append(News(when, match.now, kept, view))
        return when

    def wants_to_think(self, planned: int, at: int) -> bool:
        """Whether what was planned for that time still holds: something has reached it by now, or it wanted to wake then."""
        return planned == self.wakes or bool(self.inbox and self.inbox[0].reaches <= at)

    def think(self, at: int) -> Thought | Wish:
        """What the bot has in mind now, with what has reached it by now; or a wish without a thought: to wait."""
        while self.inbox and self.inbox[0].reaches <= at:
            news = self.inbox.popleft()
            self.view = news.view
            self.seen.extend(news.events)
            self.may_call = news.happened + self.limits.least_call_ms
        while self.seen and self.seen[0]["at"] < self.remembers(at):
            self.seen.popleft()
        if not self.view:
            return Wish(None)
        if at < self.busy_until:
            return Wish(None, self.busy_until)
        return Thought(self.view, list(self.seen), at, self.rng.getrandbits(64))

    def remembers(self, at: int) -> float:
        """What is older than this is forgotten."""
        return at - self.limits.memory_s * 1000

    def allow(self, wish: Wish, at: int) -> Wish:
        """The wish, or to come back with it when it is possible for a body. Raises UnknownAction."""
        if wish.action is None:
            return wish
        action = self.game.actions.read(wish.action)
        if self.senses.is_call(action) and at < self.may_call:
            return Wish(None, self.may_call)
        if self.senses.is_look(action):
            if at < self.may_look:
                return Wish(None, self.may_look)
            self.may_look = at + round(1000 / self.limits.looks_per_second)
        return wish

    def begin(self, at: int) -> None:
        """It does something now, and is busy with that for a moment."""
        self.busy_until = at + self.limits.reaction(self.rng)

    def done(self, wish: Wish, at: int) -> int | None:
        """After a decision, and what it came to: when to think again."""
        if wish.action is not None and self.inbox:
            self.busy_until = max(self.busy_until, self.inbox[-1].reaches)
        if wish.wake is None:
            return None
        self.wakes = max(wish.wake, self.busy_until, at + LEAST_WAKE_MS)
        return self.wakes


def wish_of(bot: TimedBotClass, game: Game, thought: Thought) -> Wish:
    """What a bot makes of what it has in mind. It gets copies: what it writes on them is gone with it."""
    made = bot(game, random.Random(thought.luck))
    wish = Wish(*made.wish(deepcopy(thought.view), [copied(event) for event in thought.seen], thought.at))
    if wish.action is not None and not isinstance(wish.action, str):
        raise UnknownAction(repr(wish.action)[:80], ["a text, or None"])
    return wish if wish.action is None else wish._replace(why=explained(made))


def timed_bot(name: str, game: Game) -> TimedBotClass:
    """The class of a bot for a game with time; raises BadOptions."""
    found = {key: thing for key, thing in own(game).items() if hasattr(thing, "wish")}
    if name not in found.keys() | levels(game).keys():
        raise BadOptions(f"bot: expected one of {', '.join([*found, *levels(game)])}; got {name!r:.80}")
    level = level_of(name, game)
    kind: TimedBotClass = found[name if level is None else level.bot]
    return kind if level is None else partial(_at_level, kind, name, level)


def _at_level(kind: TimedBotClass, name: str, level: Level, game: Game, rng: random.Random) -> TimedBot:
    bot: TimedBot = at_level(kind(game, rng), game, name, level, LIMITS)
    return bot


def limits_of(name: str, game: Game) -> Limits:
    """The limits with which a bot of that name plays: those of a person, or what its level says otherwise."""
    level = level_of(name, game)
    handicaps = {} if level is None else level.handicaps
    return Limits(**{limit: handicaps[limit] for limit in LIMITS & handicaps.keys()})  # type: ignore[arg-type]
