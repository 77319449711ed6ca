"""Bots in games with time. They play with human limits, and this harness holds them to these, not the bots themselves:

- a bot is told what happened only after its reaction time, and with it the view of that moment: it never sees a match or a live view;
- what is easy to miss (the game's `senses.py` says what) it misses now and then;
- what it was told is taken away again after its memory span; a bot is made anew for each decision, so it has nowhere to keep it;
- its eyes move at most so often; a call comes no sooner than the least time after what it was last told.

A live bot is a class `Name(game, rng)` in a game's `bots.py` with `wish(view, seen, at)`: what it wants to do now (a text, or None) and
when it wants to think again if nothing happens before.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from topsecret.kernel.engine import NEVER
from topsecret.kernel.errors import BadOptions, IllegalAction, NotYourTurn
from topsecret.kernel.game import Game
from topsecret.kernel.match import CHANCE, Match, copied

from .registry import module_of, own

LEAST_REACTION_MS = 400
LEAST_CALL_MS = 700
LEAST_WAKE_MS = 50


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

    def __post_init__(self) -> None:
        if self.least_reaction_ms < LEAST_REACTION_MS or self.reaction_ms < self.least_reaction_ms:
            raise BadOptions(
                f"reaction: expected at least {LEAST_REACTION_MS} ms, got {min(self.least_reaction_ms, self.reaction_ms)}"
            )
        if self.least_call_ms < LEAST_CALL_MS:
            raise BadOptions(f"call: expected at least {LEAST_CALL_MS} ms, got {self.least_call_ms}")
        if not (0 < self.looks_per_second <= 5 and 0 <= self.misses <= 1 and self.memory_s > 0 and self.spread_ms >= 0):
            raise BadOptions(
                "limits: expected 0 to 5 looks a second, misses from 0 to 1, a memory and a spread of at least 0"
            )

    def reaction(self, rng: random.Random) -> int:
        return max(self.least_reaction_ms, round(rng.gauss(self.reaction_ms, self.spread_ms)))


class Wish(NamedTuple):
    action: str | None
    wake: int | None = None  # when to think again


class LiveBot(Protocol):
    def wish(self, view: dict[str, Any], seen: Sequence[dict[str, Any]], at: int) -> tuple[str | None, int | None]: ...


class Senses(Protocol):
    """A game's `senses.py`."""

    def easy_to_miss(self, event: dict[str, Any], me: int) -> bool: ...
    def without(self, view: dict[str, Any], missed: dict[str, Any]) -> None: ...
    def is_over(self, missed: dict[str, Any], event: dict[str, Any]) -> bool: ...
    def is_end_of(self, missed: dict[str, Any], event: dict[str, Any]) -> bool: ...


class Player:
    """One seat with its limits: what has reached it, and what it may do when."""

    def __init__(
        self, game: Game, seat: int, bot: Callable[[Game, random.Random], LiveBot], seed: str, limits: Limits
    ) -> None:
        self.game = game
        self.seat = seat
        self.bot = bot
        self.rng = random.Random(seed)
        self.limits = limits
        self.told = 0
        self.noticed = 0
        self.inbox: deque[tuple[int, int, list[dict[str, Any]], dict[str, Any]]] = (
            deque()
        )  # when, happened, events, view
        self.view: dict[str, Any] = {}
        self.seen: deque[dict[str, Any]] = deque()
        self.missed: list[dict[str, Any]] = []
        self.may_call = 0
        self.may_look = 0
        self.busy_until = 0  # what one does oneself one sees a reaction time later, too
        self.wakes = -1

    def sense(self, match: Match, senses: Any) -> int | None:
        """Takes what this seat was told just now; it will reach the bot later. Returns when."""
        events = match.events(self.seat, self.told)
        self.told += len(events)
        kept = []
        for event in events:
            goes_unnoticed = any(senses.is_end_of(missed, event) for missed in self.missed)
            self.missed = [missed for missed in self.missed if not senses.is_over(missed, event)]
            if senses.easy_to_miss(event, self.seat) and self.rng.random() < self.limits.misses:
                self.missed.append(event)
            elif not goes_unnoticed:
                self.noticed += 1
                kept.append(event | {"n": self.noticed})  # a gap would say that something was missed
        if not kept and self.view:
            return None
        view = match.view(self.seat)
        for missed in self.missed:
            senses.without(view, missed)
        last = self.inbox[-1][0] if self.inbox else 0
        when = max(last, match.now + self.limits.reaction(self.rng))
        self.inbox.append((when, match.now, kept, view))
        return when

    def wake(self, at: int) -> Wish:
        """What the bot wants now, with what has reached it by now."""
        while self.inbox and self.inbox[0][0] <= at:
            _, happened, events, self.view = self.inbox.popleft()
            self.seen.extend(events)
            self.may_call = happened + self.limits.least_call_ms
        while self.seen and self.seen[0]["at"] < at - self.limits.memory_s * 1000:
            self.seen.popleft()
        if not self.view:
            return Wish(None)
        if at < self.busy_until:
            return Wish(None, self.busy_until)
        rng = random.Random(self.rng.getrandbits(64))  # copies: what a bot writes on what it is given is gone with it
        wish = Wish(*self.bot(self.game, rng).wish(deepcopy(self.view), [copied(event) for event in self.seen], at))
        family = "" if wish.action is None else self.game.actions.read(wish.action).family
        if family == "call" and at < self.may_call:
            return Wish(None, self.may_call)
        if family == "look":
            if at < self.may_look:
                return Wish(None, self.may_look)
            self.may_look = at + round(1000 / self.limits.looks_per_second)
        return wish


class Live:
    """A match in time with its bots. Seats without a bot are played by whoever calls `act`."""

    def __init__(
        self, match: Match, bots: dict[int, str], seed: str, limits: Limits | dict[int, Limits] | None = None
    ) -> None:
        if not match.game.State.timed:
            raise BadOptions(f"{match.game.id}: expected a game with time")
        self.match = match
        self.senses: Any = module_of(match.game, "senses")
        each = limits if isinstance(limits, dict) else dict.fromkeys(bots, limits or Limits())
        self.players = {
            seat: Player(match.game, seat, kind(name, match.game), f"{seed}/{seat}", each.get(seat, Limits()))
            for seat, name in bots.items()
        }
        self.agenda: list[tuple[int, int]] = []
        self.refused = 0
        self.actions = 0
        self._spread()

    def _spread(self) -> None:
        for seat, player in self.players.items():
            when = player.sense(self.match, self.senses)
            if when is not None:
                heapq.heappush(self.agenda, (when, seat))

    def next_time(self) -> int | None:
        """When something will happen by itself: a bot thinks, or something falls due."""
        if self.match.over:
            return None
        times = [self.agenda[0][0]] if self.agenda else []
        falls = self.match.game.interpreted.due(self.match.state())
        return min([*times, falls] if falls != NEVER else times, default=None)

    def advance(self, to: int) -> None:
        """Everything that happens up to and including that time."""
        while (when := self.next_time()) is not None and when <= to:
            when = max(when, self.match.now)
            self.match.advance(when)
            self._spread()
            while self.agenda and self.agenda[0][0] <= when and not self.match.over:
                planned, seat = heapq.heappop(self.agenda)
                player = self.players[seat]
                if planned == player.wakes or (player.inbox and player.inbox[0][0] <= when):
                    self._think(seat, when)
        if not self.match.over:
            self.match.advance(to)
            self._spread()

    def run(self, until: int = 2**31 - 2) -> Match:
        """To the end."""
        while not self.match.over and (when := self.next_time()) is not None and when <= until:
            self.advance(when)
        return self.match

    def act(self, seat: int, action: Any, at: int) -> list[dict[str, Any]]:
        """An action of a seat; raises as `Match.play` does."""
        assert self.match.actors != (CHANCE,)
        told = self.match.play(seat, action, at=at)
        self.actions += 1
        self._spread()
        return told

    def _think(self, seat: int, at: int) -> None:
        player = self.players[seat]
        wish = player.wake(at)
        if wish.action is not None:
            player.busy_until = at + player.limits.reaction(player.rng)
            try:
                self.act(seat, wish.action, at)
            except (IllegalAction, NotYourTurn):
                self.refused += 1  # it wanted something by what it last knew
            if player.inbox:
                player.busy_until = max(player.busy_until, player.inbox[-1][0])
        if wish.wake is not None:
            player.wakes = max(wish.wake, player.busy_until, at + LEAST_WAKE_MS)
            heapq.heappush(self.agenda, (player.wakes, seat))


def kind(name: str, game: Game) -> Callable[[Game, random.Random], LiveBot]:
    """The class of a live bot; raises BadOptions."""
    found = {key: thing for key, thing in own(game).items() if hasattr(thing, "wish")}
    if name not in found:
        raise BadOptions(f"bot: expected one of {', '.join(found)}; got {name!r:.80}")
    bot: Callable[[Game, random.Random], LiveBot] = found[name]
    return bot
