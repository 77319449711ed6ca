"""One game of the arena: who sat where, who won, how long it took, what was believed, and what went wrong."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, log10
from typing import Any, Protocol

from topsecret.bots.live import Live
from topsecret.kernel.errors import BadOptions
from topsecret.kernel.fields import truth
from topsecret.kernel.game import Game
from topsecret.kernel.match import Match
from topsecret.kernel.moves import Move

from .contestants import Contestant, Fault, OfTheHouse, Stopwatch, Visiting, chosen_by, patience
from .entrants import Entrant
from .guest import Guest, GuestFailed, GuestTooSlow

MOST_ACTIONS = 20_000  # no game needs so many: one that does is nobody's
A_DECADE = 20  # steps of the scale on which times are counted
TENTHS = 10  # beliefs are counted by tenths
SURE = 0.001  # nobody is surer than this: one mistake would weigh without end

Times = Counter[int]


def step_of(milliseconds: float) -> int:
    """Where a time stands on the scale: twentieths of a power of ten."""
    return round(A_DECADE * log10(max(milliseconds, 0.001)))


def milliseconds_of(step: int) -> float:
    return float(10 ** (step / A_DECADE))


@dataclass
class Tenth:
    """What was said with about this probability: how often, how often it was right, and the sums for mean and log-loss."""

    said: int = 0
    right: int = 0
    sum: float = 0.0
    loss: float = 0.0


@dataclass
class Played:
    """What one game came to. `shares` by seat: a tie is split, and a win of nobody's is nobody's."""

    shares: list[float]
    winners: list[int]
    actions: int
    log: str  # a fingerprint: the same game again has the same
    times: dict[str, Times] = field(default_factory=dict)
    claims: dict[str, dict[int, Tenth]] = field(default_factory=dict)
    faults: list[dict[str, str]] = field(default_factory=list)


class Visits(Protocol):
    """How a match with remote bots is played: at a real table (`server/visits.py`). Raises an error with `seat` and `sort`."""

    def __call__(
        self,
        game: Game,
        seats: int,
        options: dict[str, Any],
        seed: str,
        visitors: Mapping[int, str],
        decide: Callable[[Match, int], Any],
        took: Callable[[int, float], None],
        seconds: float,
    ) -> Match: ...


class Table:
    """The bots of one worker: guests stay from game to game."""

    def __init__(self, game: Game, visits: Visits | None = None) -> None:
        self.game = game
        self.visits = visits
        self.guests: dict[str, Guest] = {}

    def guest(self, entrant: Entrant) -> Guest:
        return self.guests.setdefault(entrant.label, Guest(entrant, self.game))

    def seat(self, entrant: Entrant, seed: str) -> Contestant:
        if entrant.is_guest:
            return Visiting(self.guest(entrant), seed, seed)
        return OfTheHouse(entrant, self.game, seed)

    def close(self) -> None:
        for guest in self.guests.values():
            guest.close()
        self.guests.clear()

    def play(self, seats: int, options: dict[str, Any], seed: str, sitting: Sequence[Entrant]) -> Played:
        """The same seed gives the same deal, dice and draws whoever sits where: outcomes are keyed by what is drawn for the how many-th
        time (`kernel/fair.py`). A bot's own luck is keyed by seed, seat and what it was told."""
        match = self.game.match(seats=seats, options=options, seed=seed)
        if self.game.State.timed:
            return self._in_time(match, seed, sitting)
        sitting_here = InTurns(self, seed, sitting)
        try:
            sitting_here.sit_down()
            if any(one.source == "remote" for one in sitting):
                match = self._over_the_protocol(match, seed, sitting_here)
            else:
                while not match.over and sitting_here.played.actions < MOST_ACTIONS:
                    seat = match.actors[0]
                    match.act(seat, sitting_here.decide(match, seat))
        except Fault as fault:
            return lost(sitting_here.played, match, sitting, sitting_here.asked, fault)
        finally:
            sitting_here.leave()
        return finished(sitting_here.played, match)

    def _over_the_protocol(self, match: Match, seed: str, here: InTurns) -> Match:
        """The same, but at a table on a server, to which the remote bots come."""
        if self.visits is None:
            raise BadOptions("bot: expected no remote bot: there is no server here")
        remote = {seat: one for seat, one in enumerate(here.sitting) if one.source == "remote"}
        seconds = min(map(patience, remote.values()))
        commands = {seat: one.name for seat, one in remote.items()}
        try:
            return self.visits(
                self.game, match.seats, match.options, seed, commands, here.decide, here.visitor_took, seconds
            )
        except Fault:
            raise
        except Exception as problem:
            seat, sort = getattr(problem, "seat", None), getattr(problem, "sort", None)
            if not isinstance(seat, int) or not isinstance(sort, str):
                raise
            here.asked = seat
            raise Fault(sort, str(problem)) from None

    def _in_time(self, match: Match, seed: str, sitting: Sequence[Entrant]) -> Played:
        played = Played([], [], 0, "", {one.label: Counter() for one in sitting})
        houses = {seat: one.name if not one.is_guest else "random" for seat, one in enumerate(sitting)}
        live = Live(match, houses, seed)
        faults: list[tuple[int, Fault]] = []
        for seat, entrant in enumerate(sitting):
            kind: Any = live.bots[seat]
            if entrant.is_guest:
                kind = GuestInTime(self.guest(entrant), entrant)
            live.bots[seat] = Timed(kind, seat, entrant, played.times[entrant.label], faults)
        while not match.over and (when := live.next_time()) is not None:
            live.advance(when)
            if faults:
                return lost(played, match, sitting, *faults[0])
        played.actions = live.actions
        return finished(played, match)


class InTurns:
    """The bots at one match without time, and what is written down of them."""

    def __init__(self, table: Table, seed: str, sitting: Sequence[Entrant]) -> None:
        self.table, self.seed, self.sitting = table, seed, sitting
        self.played = Played([], [], 0, "", {one.label: Counter() for one in sitting})
        self.contestants: dict[int, Contestant] = {}
        self.told = [0] * len(sitting)
        self.asked = 0  # who was asked last: whose fault it is, if there is one

    def sit_down(self) -> None:
        for seat, entrant in enumerate(self.sitting):
            if entrant.source != "remote":
                self.asked = seat
                self.contestants[seat] = self.table.seat(entrant, f"{self.seed}/{seat}")

    def leave(self) -> None:
        for contestant in self.contestants.values():
            contestant.leave()

    def decide(self, match: Match, seat: int) -> Move:
        """What the bot at a seat does; raises Fault."""
        self.asked = seat
        entrant, contestant = self.sitting[seat], self.contestants[seat]
        legal, news = match.legal(seat), match.events(seat, self.told[seat])
        self.told[seat] += len(news)
        view = match.view(seat)
        if entrant.sees_all and isinstance(contestant, OfTheHouse):
            contestant.show(match.state())
        watch = Stopwatch()
        move = chosen_by(contestant, view, news, legal)
        took = watch.milliseconds()
        self.played.times[entrant.label][step_of(took[0])] += 1
        watch.check(entrant, took)
        self._believed(entrant.label, contestant, match)
        self.played.actions += 1
        return move

    def visitor_took(self, seat: int, milliseconds: float) -> None:
        self.asked = seat
        self.played.actions += 1
        self.played.times[self.sitting[seat].label][step_of(milliseconds)] += 1
        Stopwatch().check(self.sitting[seat], (milliseconds, milliseconds))

    def _believed(self, label: str, contestant: Contestant, match: Match) -> None:
        """What it believes, beside what is true."""
        claims = contestant.beliefs()
        if not claims:
            return
        said, true = self.played.claims.setdefault(label, {}), truth(match.position)
        for path, value, likely in claims:
            there: Any = true
            for key in path:
                there = there[key]
            count(said, likely, there == value)


class Timed:
    """In place of the class of a bot in a game with time: takes its time, and writes down its faults."""

    def __init__(self, kind: Any, seat: int, entrant: Entrant, times: Times, faults: list[tuple[int, Fault]]) -> None:
        self.kind, self.seat, self.entrant, self.times, self.faults = kind, seat, entrant, times, faults

    def __call__(self, game: Game, rng: random.Random) -> Any:
        return TimedBot(self, game, rng)


class TimedBot:
    def __init__(self, timed: Timed, game: Game, rng: random.Random) -> None:
        self.timed, self.game, self.rng = timed, game, rng

    def wish(self, view: dict[str, Any], seen: Sequence[dict[str, Any]], at: int) -> tuple[str | None, int | None]:
        timed, watch = self.timed, Stopwatch()
        try:
            action, wake = timed.kind(self.game, self.rng).wish(view, seen, at)
            if action is not None:
                self.game.actions.read(action)
            took = watch.milliseconds()
            timed.times[step_of(took[0])] += 1
            watch.check(timed.entrant, took)
        except Fault as fault:
            timed.faults.append((timed.seat, fault))
        except Exception as problem:
            words = f"{type(problem).__name__}: {problem}"[:400]
            timed.faults.append((timed.seat, Fault("crash", words)))
        else:
            return action, wake
        return None, None


class GuestInTime:
    """The class of a guest in a game with time."""

    def __init__(self, guest: Guest, entrant: Entrant) -> None:
        self.guest, self.entrant = guest, entrant

    def __call__(self, game: Game, rng: random.Random) -> Any:
        self.luck = rng.getrandbits(64)
        return self

    def wish(self, view: dict[str, Any], seen: Sequence[dict[str, Any]], at: int) -> tuple[str | None, int | None]:
        question = {"view": view, "seen": list(seen), "at": at, "luck": self.luck}
        try:
            return self.guest.wish(question, patience(self.entrant))
        except GuestTooSlow as problem:
            raise Fault("overtime", str(problem)) from None
        except GuestFailed as problem:
            raise Fault("crash", str(problem)) from None


def count(said: dict[int, Tenth], likely: float, right: bool) -> None:
    tenth = said.setdefault(min(int(likely * TENTHS), TENTHS - 1), Tenth())
    tenth.said += 1
    tenth.right += right
    tenth.sum += likely
    chance = min(max(likely, SURE), 1 - SURE)
    tenth.loss -= log(chance if right else 1 - chance)


def finished(played: Played, match: Match) -> Played:
    winners = list(match.result["winners"]) if match.result is not None else []
    played.winners = winners
    played.shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(match.seats)]
    played.log = fingerprint(match)
    return played


def lost(played: Played, match: Match, sitting: Sequence[Entrant], seat: int, fault: Fault) -> Played:
    """Whoever fails loses this game; the seats of the other bots share it."""
    label = sitting[seat].label
    others = [other for other, entrant in enumerate(sitting) if entrant.label != label]
    played.winners = others
    played.shares = [1 / len(others) if other in others else 0.0 for other in range(match.seats)]
    played.faults.append({"bot": label, "sort": fault.sort, "words": fault.words})
    played.log = fingerprint(match)
    return played


def fingerprint(match: Match) -> str:
    return hashlib.sha256(repr(list(match.log())).encode()).hexdigest()[:12]
