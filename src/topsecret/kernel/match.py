"""A match: options and a log. Everything else (position, events, result) is the fold of the log."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import lru_cache
from typing import Any, Final

from .audience import SPECTATOR
from .engine import CHANCE_TURN, NEVER
from .entries import Entries
from .errors import (
    BadArgument,
    BadOptions,
    BadPosition,
    CannotUndo,
    IllegalAction,
    NoSuchSeat,
    NotYourTurn,
    ReadOnly,
    UnknownAction,
    UnknownGame,
    shorten,
)
from .fair import Fair
from .fields import Position, truth
from .game import Game
from .log import Entry, Moment, line, move_of
from .meant import clearer
from .moves import Move
from .seen_log import SeenLog, listen_together
from .undo import taken_back, undoable, what_undo_reaches
from .visibility import VisibleCells, visibility

FORMAT = "topsecret/1"
LATEST = 2**31 - 2


class ChanceActor:
    """Who acts when nobody chooses."""

    def __repr__(self) -> str:
        return "chance"


CHANCE: Final = ChanceActor()


class Match:
    """A match of one game. Pure: no clock, no files, no randomness of its own but the fair source it was given."""

    def __init__(
        self,
        game: Game,
        begin: Position,
        chance: str,
        fair: Fair | None,
        start: Any,
        entries: Entries | None = None,
    ) -> None:
        """A match before its first entry, or with these."""
        self.game = game
        self.seats = begin.seats
        self.chance_mode = chance
        self.fair = fair
        self.start = start  # the position that was given to begin with, as JSON, or None
        self.entries = Entries(game, begin) if entries is None else entries  # with the position, what was told, hashes
        self._seen_logs: dict[int, SeenLog] = {}
        self._watchers: list[Callable[[], None]] = []  # called after every entry
        self._read_only = ""
        self._origin: Match | None = None  # of which this is an earlier moment
        self._opened: dict[str, Any] | None = None  # the document of a match that can only be looked at

    # making one

    @classmethod
    def new(
        cls,
        game: Game,
        seats: Any,
        options: Any,
        seed: Any,
        chance: Any,
        start: Any,
        entropy: Any,
        strict: bool = False,
    ) -> Match:
        if seats is None:
            seats = start["seats"] if isinstance(start, dict) and "seats" in start else game.usual_seats
        if chance not in ("fair", "manual"):
            raise BadOptions(f"chance: expected 'fair' or 'manual', got {shorten(chance)}")
        if seed is not None and not isinstance(seed, str):
            raise BadOptions(f"seed: expected text, got {shorten(seed)}")
        if not isinstance(entropy, list | tuple) or not all(isinstance(part, str) for part in entropy):
            raise BadOptions(f"entropy: expected a list of texts, got {shorten(entropy)}")
        begin = game.begin(seats, options, strict) if start is None else game.position(seats, options, start, strict)
        fair = Fair.from_seed(seed, entropy=tuple(entropy)) if chance == "fair" else None
        match = cls(game, begin, chance, fair, None if start is None else truth(begin))
        match.settle()
        return match

    def fork(self) -> Match:
        """A full copy that goes on from here on its own: for trying out what would come of an action, and for reading the match as it
        is now, in another thread too, while play goes on. Cheap: what has happened is shared, because it never changes. Nobody
        watches a fork; its fair source draws the same outcomes as long as the same is played."""
        fork = self._with(self.entries.fork(), self.fair and self.fair.fork())
        fork._seen_logs = {viewer: seen.fork() for viewer, seen in self._seen_logs.items()}
        return fork

    def as_of(self, moment: Moment) -> Match:
        """The match as it was then, to be read (also in another thread) while play goes on here; costs little, early and late."""
        then = self._with(self.entries.as_of(moment), self.fair)
        then._origin = self
        return then

    def _with(self, entries: Entries, fair: Fair | None) -> Match:
        """The same match with other entries; nobody watches it."""
        other = Match(self.game, entries.begin, self.chance_mode, fair, self.start, entries)
        other._read_only, other._origin, other._opened = self._read_only, self._origin, self._opened
        return other

    # looking

    @property
    def position(self) -> Position:
        """The position itself, secrets included: to be read, not to be changed (`state` gives a copy)."""
        return self.entries.position

    @property
    def options(self) -> dict[str, Any]:
        fields = self.game.State.fields
        return {name: fields[name].kind.json(getattr(self.entries.begin, name)) for name in self.game.options}

    @property
    def actors(self) -> tuple[Any, ...]:
        """The seats that may act now, or (CHANCE,), or () when it is over."""
        return acting(self.who(), self.seats)

    def who(self) -> int:
        """Whose turn it is, as the rules say it: seats as bits, CHANCE_TURN, or 0."""
        return self.entries.who()

    @property
    def over(self) -> bool:
        return self.who() == 0

    @property
    def now(self) -> int:
        """The time of the match in milliseconds; 0 in games without time."""
        return self.position.now if self.game.State.timed else 0

    @property
    def result(self) -> dict[str, Any] | None:
        """Winners, scores and the reason with its rule, once it is over."""
        return self.game.result(self.position) if self.over else None

    def view(self, seat: Any = None) -> dict[str, Any]:
        """What a seat may know; None is a spectator."""
        viewer = self.viewer(seat)
        about = {
            "game": self.game.id,
            "viewer": seat,
            "actors": [a if a is not CHANCE else "chance" for a in self.actors],
        }
        return about | visibility(self.game.State, self.seats).view(self.position, viewer) | {"result": self.result}

    def events(self, seat: Any = None, since: Any = 0) -> list[dict[str, Any]]:
        """What a seat has been told so far, in order, numbered from 1 for this viewer; `since`: only what came after that number."""
        if not isinstance(since, int) or isinstance(since, bool) or since < 0:
            raise BadArgument("since", "the number of an event, or 0", since)
        return [{"n": n} | copied(event) for n, event in enumerate(self.seen(seat)[since:], since + 1)]

    def seen(self, seat: Any) -> list[dict[str, Any]]:
        """The same from the beginning, without numbers: to be read, not to be changed."""
        return self.seen_log(self.viewer(seat)).events

    def seen_log(self, viewer: int) -> SeenLog:
        """The events of one viewer (a seat or SPECTATOR); each is made once, so that an action costs the same late in a match as early."""
        found = self._seen_logs.get(viewer)
        if found is None:
            found = (
                SeenLog(viewer) if self._origin is None else self._origin.seen_log(viewer).until(len(self.entries.told))
            )
            self._seen_logs[viewer] = found
        found.listen(self.entries.told)
        return found

    def tell_all(self, seats: Iterable[int | None]) -> None:
        """Works out at once what all of these have been told so far; for a match whose seen logs nobody has asked for yet."""
        logs = [SeenLog(self.viewer(seat)) for seat in seats]
        listen_together(logs, self.entries.told)
        self._seen_logs = {log.viewer: log for log in logs}

    def told_by(self, seat: int | None, entries: int) -> int:
        """How many events a seat had been told when the log had so many entries."""
        place = bisect_left(self.entries.told, entries, key=lambda tell: tell.number)
        return self.seen_log(self.viewer(seat)).count(place)

    def truth(self) -> dict[str, Any]:
        """The whole position, secrets included. Never sent while a match runs."""
        return truth(self.position)

    def watch(self, watcher: Callable[[], None]) -> None:
        """From now on this is called after every entry."""
        self._watchers.append(watcher)

    def unwatch(self, watcher: Callable[[], None]) -> None:
        self._watchers.remove(watcher)

    def visible_cells(self) -> VisibleCells:
        """How much everybody sees of the fields that have rules."""
        return self.entries.visible_cells()

    def state(self) -> Position:
        """A copy of the position for rules to work on."""
        return self.position.copy()

    def legal(self, seat: Any) -> list[Move]:
        """The actions of a seat now (or, for CHANCE, the possible outcomes)."""
        rules = self.game.interpreted
        if seat is CHANCE:
            if self.actors != (CHANCE,):
                return []
            return [move for move in self.game.chance if rules.weight(self.position, move.code) > 0]
        self.check_seat(seat, ", or CHANCE")
        if self._read_only or seat not in self.actors:
            return []
        return [self.game.actions.move(code) for code in rules.listed(self.position, seat)]

    def why_not(self, seat: Any, action: Any) -> IllegalAction | None:
        """The error that playing this would raise, or None; raises UnknownAction if it cannot be read."""
        return self._refusal(self.check_seat(seat), self.read(seat, action))

    def read(self, seat: Any, action: Any) -> Move:
        """What a text or a JSON object means as an action of a seat (or, for CHANCE, as an outcome). UnknownAction says what is possible
        now, and what may have been meant."""
        book = self.game.chance if seat is CHANCE else self.game.actions
        try:
            return book.read(action)
        except UnknownAction as problem:
            raise clearer(problem, book, action, self.legal(seat)) from None

    def preview(self, seat: Any, action: Any, assume: Any = None) -> dict[str, Any]:
        """What an action would bring about, as far as this seat may know; raises what playing it would raise (see `preview.py`)."""
        if self._read_only:
            raise ReadOnly(self._read_only)
        return self.game.preview(self.view(self.check_seat(seat)), self.read(seat, action), assume, self.now)

    def help(self, seat: Any, topic: str, about: str = "") -> Any:
        """Help beyond the view, worked out from what this seat has seen (see `help.py`)."""
        return self.game.help(self.view(self.check_seat(seat)), self.events(seat), topic, about)

    def outcomes(self) -> list[tuple[Move, int]]:
        """The possible outcomes now with their weights."""
        weight = self.game.interpreted.weight
        return [(move, weight(self.position, move.code)) for move in self.legal(CHANCE)]

    def log(self) -> Iterator[tuple[Any, str]]:
        """Who did what, in order: seat (or CHANCE) and text; what was taken back is left out."""
        for entry in map(self.entries.__getitem__, self.entries.standing):
            if entry.sort != "time":
                yield (CHANCE if entry.sort == "chance" else entry.seat), str(move_of(self.game, entry))

    # playing

    def play(self, seat: Any, action: Any, at: Any = None) -> list[dict[str, Any]]:
        """Plays a text, a JSON object or an action. Returns what this seat is told by it. Raises, and then nothing has changed."""
        if self._read_only:
            raise ReadOnly(self._read_only)
        if seat is CHANCE or (isinstance(seat, str) and seat == "chance"):
            return self._play_chance(action)
        viewer = self.check_seat(seat, ", or CHANCE")
        before = len(self.seen_log(viewer).events)
        self.act(viewer, action, at)
        return self.events(seat, before)

    def act(self, seat: Any, action: Any, at: Any = None) -> None:
        """As `play`, for those who hear of it in another way."""
        if self._read_only:
            raise ReadOnly(self._read_only)
        viewer = self.check_seat(seat)
        move = self.read(viewer, action)
        if self.game.State.timed:
            at = self.check_time(self.now if at is None else at)
            self.look_ahead(at, viewer, move)
            if self.next_due(at) is not None:
                self.advance(at)
            self.enter(Entry("action", viewer, move.code, at))
        else:
            if at is not None:
                raise BadArgument("at", "no time, as this game has none", at)
            self.require_allowed(viewer, move)
            self.enter(Entry("action", viewer, move.code))
        self.settle()

    def advance(self, to: Any) -> None:
        """Lets time pass up to and including `to`: whatever falls due happens. Time in which nothing happens leaves no entry."""
        if not self.game.State.timed:
            raise BadArgument("to", "no time, as this game has none", to)
        if self._read_only:
            raise ReadOnly(self._read_only)
        to = self.check_time(to)
        while (falls := self.next_due(to)) is not None:
            self.enter(Entry("time", at=falls))
            self.settle()
        if not self.over and self.actors != (CHANCE,):
            self.position.now = to

    def undo(self, seat: Any, since: int = 0) -> None:
        """Takes this seat's last action back, if nothing was learned since. Entries before the number `since` stand."""
        if self._read_only:
            raise ReadOnly(self._read_only)
        self.check_seat(seat)
        undoable(self.entries, seat, since)
        self.enter(Entry("undo", seat))

    def can_undo(self, seat: Any, since: int = 0) -> bool:
        self.check_seat(seat)
        if self.entries.standing and self.entries[self.entries.standing[-1]].sort == "chance":  # the most common no
            return False
        return not isinstance(what_undo_reaches(self.entries, seat, since), CannotUndo)

    # checks

    def viewer(self, seat: Any) -> int:
        """The number of a viewer: a seat, or SPECTATOR for None; raises NoSuchSeat."""
        return SPECTATOR if seat is None else self.check_seat(seat, ", or None for a spectator")

    def check_seat(self, seat: Any, other: str = "") -> int:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise NoSuchSeat(seat, self.seats, other)
        return int(seat)

    def check_time(self, at: Any) -> int:
        """A moment that is not past; raises BadArgument."""
        if not isinstance(at, int) or isinstance(at, bool) or not self.now <= at <= LATEST:
            raise BadArgument("time", "whole milliseconds, not in the past", at)  # not since when: that may be a secret
        return int(at)

    def require_allowed(self, seat: int, move: Move) -> None:
        """Raises what playing this would raise."""
        who = self.who()
        aside = self.game.actions.family(move.code).aside
        if not who or not (who >> seat & 1 or (aside and who != CHANCE_TURN)):
            raise NotYourTurn(f"seat {seat}", self.actors)
        refusal = self._refusal(seat, move)
        if refusal is not None:
            raise refusal

    def _refusal(self, seat: int, move: Move) -> IllegalAction | None:
        refused = self.game.interpreted.refuse(self.position, seat, move.code)
        if not refused:
            return None
        return self.game.illegal(self.position, move, refused, [str(legal) for legal in self.legal(seat)])

    def look_ahead(self, at: int, seat: int, move: Move) -> None:
        """In a game with time: would it be allowed once everything due until then has happened? If not, nothing may change."""
        if self.next_due(at) is None:
            kept = self.position.now
            self.position.now = at
            try:
                self.require_allowed(seat, move)
            finally:
                self.position.now = kept
            return
        ahead = Match(self.game, self.position, self.chance_mode, self.fair and self.fair.fork(), None)
        ahead.advance(at)
        ahead.require_allowed(seat, move)

    def next_due(self, until: int) -> int | None:
        """When the next thing falls due, if that is not after `until` and play is not waiting for an outcome."""
        if self.actors in ((), (CHANCE,)):
            return None
        falls = self.game.interpreted.due(self.position)
        return None if falls == NEVER or falls > until else max(falls, self.now)

    # carrying out

    def _play_chance(self, outcome: Any) -> list[dict[str, Any]]:
        if self.actors != (CHANCE,):
            raise NotYourTurn("chance", self.actors)
        move = self.read(CHANCE, outcome)
        if self.game.interpreted.weight(self.position, move.code) <= 0:
            legal = [str(other) for other in self.legal(CHANCE)]
            rule = self.game.chance.family(move.code).rule
            raise IllegalAction(str(move), "impossible_outcome", rule, "this outcome is not possible now", legal)
        before = len(self.seen_log(SPECTATOR).events)
        self.enter(Entry("chance", code=move.code, at=self.now))
        return self.events(None, before)

    def settle(self) -> None:
        """Draws outcomes from the fair source until somebody has to choose."""
        while self.fair is not None and self.who() == CHANCE_TURN:
            self.enter(Entry("chance", code=self.fair_outcome(), at=self.now))

    def fair_outcome(self) -> int:
        """The next outcome as the fair source decides it. It is keyed by the family of the first possible outcome."""
        assert self.fair is not None
        rules = self.game.interpreted
        total = rules.total(self.position)
        first = rules.pick(self.position, 0) if total > 0 else -1
        family = self.game.chance.family(first).name
        given, number = self.fair.next_given(family), self.fair.next(family, total)
        if given is not None and rules.weight(self.position, given) > 0:  # an exercise says what comes, where it can
            return given
        code = int(rules.pick(self.position, number))
        if (
            first < 0 or code < 0 or rules.weight(self.position, code) <= 0
        ):  # only from a start that no match could reach
            raise BadPosition("an outcome is needed, but none is possible")
        return code

    def enter(self, entry: Entry) -> None:
        """Appends an entry that was found allowed, and carries it out. The only place where a match changes."""
        if entry.sort == "undo":
            self.entries.take_back(entry, taken_back(self.entries, entry.seat))
        else:
            self.entries.carry_out(entry)
        for watch in self._watchers:
            watch()

    # saving

    def recorded(self, since: int) -> tuple[list[list[Any]], list[str]]:
        """The lines of the log from that number on, and the hashes of the positions after each."""
        return [line(self.game, entry) for entry in self.entries[since:]], self.entries.hashes[since:]

    def save(self) -> dict[str, Any]:
        """The whole match as one JSON document (`.topsecret.json`), secrets included."""
        if self._opened is not None:
            return deepcopy(self._opened)
        lines, hashes = [line(self.game, entry) for entry in self.entries], self.entries.hashes.copy()
        if self.now > (self.entries[-1].at if self.entries else 0):  # time has passed since the last entry
            lines.append(line(self.game, Entry("time", at=self.now)))
            hashes.append(self.position.fingerprint())
        return {
            "format": FORMAT,
            "game": self.game.id,
            "rules": self.game.version,
            "seats": self.seats,
            "options": self.options,
            "start": self.start,
            "chance": self.chance_mode,
            "log": lines,
            "hashes": hashes,
            "position": self.truth(),
            "outcome": self.result,
            "fairness": self.proof(),
        }

    def proof(self) -> dict[str, Any] | None:
        """By which everything can be recomputed; None where outcomes were played by hand or chosen beforehand."""
        return self.fair.proof() if self.fair is not None and self.chance_mode == "fair" else None

    def dumps(self) -> str:
        return json.dumps(self.save(), ensure_ascii=False, indent=1)

    @classmethod
    def load(cls, document: Any, game: Game | None = None) -> Match:
        """A saved match. If it was made with other rules that do not reproduce it, it opens read-only from its position."""
        from .saved import load

        return load(document, game)

    def freeze(self, document: dict[str, Any], why: str) -> None:
        self._opened = document
        self._read_only = f"this match can only be looked at: {why}"


@lru_cache(maxsize=1024)
def acting(who: int, seats: int) -> tuple[Any, ...]:
    """Whom the rules mean by this number."""
    return (CHANCE,) if who == CHANCE_TURN else tuple(seat for seat in range(seats) if who >> seat & 1)


def copied(event: dict[str, Any]) -> dict[str, Any]:
    """An event of its own for whoever asked; parameters are at most one list or object deep."""
    return {key: value.copy() if isinstance(value, list | dict) else value for key, value in event.items()}


def load(document: Any) -> Match:
    """A saved match of any game; raises BadFile."""
    return Match.load(document)


__all__ = ["CHANCE", "Match", "UnknownGame", "load"]
