"""A match: options and a log. Everything else (position, events, result) is the fold of the log."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from functools import lru_cache
from typing import Any, Final

from .audience import SPECTATOR
from .engine import CHANCE_TURN, NEVER
from .errors import (
    BadOptions,
    BadPosition,
    CannotUndo,
    IllegalAction,
    NotYourTurn,
    ReadOnly,
    UnknownAction,
    UnknownGame,
    shorten,
)
from .fair import Fair
from .fields import Position, fingerprint, truth
from .game import Game
from .heard import Heard
from .log import Entry, Undone, carry_out, line, move_of
from .marks import Marks
from .moves import Move
from .sight import Glance, sight
from .undo import strike_drafts_after, told_by, undoable
from .view import Tell

FORMAT = "topsecret/1"
LATEST = 2**31 - 2


class ChanceActor:
    """Who acts when nobody chooses."""

    def __repr__(self) -> str:
        return "chance"


CHANCE: Final = ChanceActor()


class Match:
    """A match of one game. Pure: no clock, no files, no randomness of its own but the fair source it was given."""

    def __init__(self, game: Game, begin: Position, chance: str, fair: Fair | None, start: Any) -> None:
        self.game = game
        self.chance_mode = chance
        self.fair = fair
        self._start = start
        self._begin = begin
        self._state = begin.copy()
        self._entries: list[Entry] = []
        self._standing: list[int] = []  # the numbers of those that were not taken back
        self._hashes: list[str] = []
        self._told: list[Tell | Undone] = []
        self._heard: dict[int, Heard] = {}
        self._marks = Marks(begin)
        self._packed = begin.packed()  # the position after the last entry
        self._glance: Glance | None = None  # and how much all see of it, once that was asked
        self._watchers: list[Callable[[], None]] = []  # called after every entry
        self._read_only = ""
        self._turn: int | None = None  # whose it is, once it was asked
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
            raise BadOptions(f"seed: expected a text, got {shorten(seed)}")
        if not isinstance(entropy, list | tuple) or not all(isinstance(part, str) for part in entropy):
            raise BadOptions(f"entropy: expected texts, got {shorten(entropy)}")
        begin = game.begin(seats, options, strict) if start is None else game.position(seats, options, start, strict)
        fair = None
        if chance == "fair":
            fair = Fair.from_seed(seed)
            fair.entropy = tuple(entropy)
        match = cls(game, begin, chance, fair, None if start is None else truth(begin))
        match.settle()
        return match

    # looking

    @property
    def seats(self) -> int:
        return self._state.seats

    @property
    def options(self) -> dict[str, Any]:
        fields = self.game.State.fields
        return {name: fields[name].kind.json(getattr(self._begin, name)) for name in self.game.options}

    @property
    def actors(self) -> tuple[Any, ...]:
        """The seats that may act now, or (CHANCE,), or () when it is over."""
        return acting(self._who(), self.seats)

    def _who(self) -> int:
        """Whose turn it is, as the rules say it; asked once for each position of a game without time."""
        if self._turn is None or self.game.State.timed:
            self._turn = int(self.game.interpreted.actors(self._state))
        return self._turn

    @property
    def over(self) -> bool:
        return self._who() == 0

    @property
    def now(self) -> int:
        """The time of the match in milliseconds; 0 in games without time."""
        return self._state.now if self.game.State.timed else 0

    @property
    def result(self) -> dict[str, Any] | None:
        """Winners, scores and the reason with its rule, once it is over."""
        if not self.over:
            return None
        rules, state = self.game.interpreted, self._state
        ending = self.game.Ending.of(rules.ending(state))
        best = rules.winners(state)
        return {
            "winners": [seat for seat in range(self.seats) if best >> seat & 1],
            "scores": [int(rules.score(state, seat)) for seat in range(self.seats)],
            "reason": {"code": ending.name.lower(), "rule": ending.rule},
        }

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may know; None is a spectator."""
        viewer = self._viewer(seat)
        about = {
            "game": self.game.id,
            "viewer": seat,
            "actors": [a if a is not CHANCE else "chance" for a in self.actors],
        }
        return about | sight(self.game.State, self.seats).view(self._state, viewer) | {"result": self.result}

    def events(self, seat: int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """What a seat has been told so far, in order, numbered from 1 for this viewer; `since`: only what came after that number."""
        if not isinstance(since, int) or isinstance(since, bool) or since < 0:
            raise UnknownAction(f"since={shorten(since)}", ["the number of an event, or 0"])
        return [{"n": n} | copied(event) for n, event in enumerate(self.heard(seat)[since:], since + 1)]

    def heard(self, seat: int | None) -> list[dict[str, Any]]:
        """The same from the beginning, without numbers: to be read, not to be changed."""
        return self._heard_by(self._viewer(seat)).events

    def _heard_by(self, viewer: int) -> Heard:
        """The events of one viewer; each is made once, so that an action costs the same late in a match as early."""
        found = self._heard.get(viewer)
        if found is None:
            found = self._heard[viewer] = Heard(viewer)
        found.listen(self._told)
        return found

    def truth(self) -> dict[str, Any]:
        """The whole position, secrets included. Never sent while a match runs."""
        return truth(self._state)

    def glance(self) -> Glance:
        """How much everybody sees of the fields that have rules; asked once for each position of a game without time."""
        if self._glance is None or self.game.State.timed:
            self._glance = sight(self.game.State, self.seats).glance(self._state)
        return self._glance

    def state(self) -> Position:
        """A copy of the position for rules to work on."""
        return self._state.copy()

    def legal(self, seat: Any) -> list[Move]:
        """The actions of a seat now (or, for CHANCE, the possible outcomes)."""
        rules = self.game.interpreted
        if seat is CHANCE:
            if self.actors != (CHANCE,):
                return []
            return [move for move in self.game.chance if rules.weight(self._state, move.code) > 0]
        self._seat(seat)
        if self._read_only or seat not in self.actors:
            return []
        return [self.game.actions.move(code) for code in rules.listed(self._state, seat)]

    def why_not(self, seat: int, action: Any) -> IllegalAction | None:
        """The error that playing this would raise, or None; raises UnknownAction if it cannot be read."""
        return self._refusal(self._seat(seat), self.game.actions.read(action))

    def outcomes(self) -> list[tuple[Move, int]]:
        """The possible outcomes now with their weights."""
        weight = self.game.interpreted.weight
        return [(move, weight(self._state, move.code)) for move in self.legal(CHANCE)]

    def log(self) -> Iterator[tuple[Any, str]]:
        """Who did what, in order: seat (or CHANCE) and text; what was taken back is left out."""
        for entry in self._entries:
            if not entry.undone and entry.sort in ("action", "chance"):
                yield (CHANCE if entry.sort == "chance" else entry.seat), str(move_of(self.game, entry))

    # playing

    def play(self, seat: Any, action: Any, at: int | None = None) -> list[dict[str, Any]]:
        """Plays a text, a JSON object or an action. Returns what this seat is told by it. Raises, and then nothing has changed."""
        if self._read_only:
            raise ReadOnly(self._read_only)
        if seat is CHANCE or (isinstance(seat, str) and seat == "chance"):
            return self._play_chance(action)
        viewer = self._seat(seat)
        before = len(self._heard_by(viewer).events)
        self.act(viewer, action, at)
        return self.events(seat, before)

    def act(self, seat: int, action: Any, at: int | None = None) -> None:
        """As `play`, for those who hear of it in another way."""
        if self._read_only:
            raise ReadOnly(self._read_only)
        viewer = self._seat(seat)
        move = self.game.actions.read(action)
        if self.game.State.timed:
            at = self._time(self.now if at is None else at)
            self._look_ahead(at, viewer, move)
            if self._next_due(at) is not None:
                self.advance(at)
            self._enter(Entry("action", viewer, move.code, at))
        else:
            if at is not None:
                raise UnknownAction(f"at={shorten(at)}", ["no time: this game has none"])
            self._allow(viewer, move)
            self._enter(Entry("action", viewer, move.code))
        self.settle()

    def advance(self, to: int) -> None:
        """Lets time pass up to and including `to`: whatever falls due happens. Time in which nothing happens leaves no entry."""
        if not self.game.State.timed:
            raise UnknownAction(f"to={shorten(to)}", ["no time: this game has none"])
        if self._read_only:
            raise ReadOnly(self._read_only)
        to = self._time(to)
        while (falls := self._next_due(to)) is not None:
            self._enter(Entry("time", at=falls))
            self.settle()
        if not self.over and self.actors != (CHANCE,):
            self._state.now = to

    def undo(self, seat: int) -> None:
        """Takes this seat's last action back, if nothing was learned since."""
        if self._read_only:
            raise ReadOnly(self._read_only)
        self._seat(seat)
        undoable(self, seat)
        self._enter(Entry("undo", seat))

    def can_undo(self, seat: int) -> bool:
        self._seat(seat)
        if self._standing and self._entries[self._standing[-1]].sort == "chance":  # the most common no
            return False
        try:
            undoable(self, seat)
        except CannotUndo:
            return False
        return True

    # checks

    def _viewer(self, seat: Any) -> int:
        return SPECTATOR if seat is None else self._seat(seat)

    def _seat(self, seat: Any) -> int:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise NotYourTurn(shorten(seat), tuple(a for a in self.actors if a is not CHANCE))
        return int(seat)

    def _time(self, at: Any) -> int:
        if not isinstance(at, int) or isinstance(at, bool) or not self.now <= at <= LATEST:
            raise UnknownAction(
                f"the time {shorten(at)}", ["a whole number of milliseconds, not before what has happened"]
            )
        return int(at)

    def _allow(self, seat: int, move: Move) -> None:
        aside = self.game.actions.family(move.code).aside
        if self.over or (seat not in self.actors and not (aside and self.actors != (CHANCE,))):
            raise NotYourTurn(f"seat {seat}", self.actors)
        refusal = self._refusal(seat, move)
        if refusal is not None:
            raise refusal

    def _refusal(self, seat: int, move: Move) -> IllegalAction | None:
        refused = self.game.interpreted.refuse(self._state, seat, move.code)
        if not refused:
            return None
        why = self.game.Refusal.of(refused)
        rule = why.rule or self.game.actions.family(move.code).rule
        words = self.game.words().say(f"refusal.{why.name.lower()}")
        return IllegalAction(str(move), why.name.lower(), rule, words, [str(legal) for legal in self.legal(seat)])

    def _look_ahead(self, at: int, seat: int, move: Move) -> None:
        """In a game with time: would it be allowed once everything due until then has happened? If not, nothing may change."""
        if self._next_due(at) is None:
            kept = self._state.now
            self._state.now = at
            try:
                self._allow(seat, move)
            finally:
                self._state.now = kept
            return
        ahead = self._fork()
        ahead.advance(at)
        ahead._allow(seat, move)

    def _fork(self) -> Match:
        fork = Match(self.game, self._state, self.chance_mode, None, None)
        if self.fair is not None:
            fork.fair = Fair(self.fair.secret, self.fair.table, self.fair.entropy)
            fork.fair.drawn = self.fair.drawn.copy()
        return fork

    def _next_due(self, until: int) -> int | None:
        """When the next thing falls due, if that is not after `until` and play is not waiting for an outcome."""
        if self.actors in ((), (CHANCE,)):
            return None
        falls = self.game.interpreted.due(self._state)
        return None if falls == NEVER or falls > until else max(falls, self.now)

    # carrying out

    def _play_chance(self, outcome: Any) -> list[dict[str, Any]]:
        if self.actors != (CHANCE,):
            raise NotYourTurn("chance", self.actors)
        move = self.game.chance.read(outcome)
        if self.game.interpreted.weight(self._state, move.code) <= 0:
            legal = [str(other) for other in self.legal(CHANCE)]
            rule = self.game.chance.family(move.code).rule
            raise IllegalAction(str(move), "impossible_outcome", rule, "this outcome is not possible now", legal)
        before = len(self._heard_by(SPECTATOR).events)
        self._enter(Entry("chance", code=move.code, at=self.now))
        return self.events(None, before)

    def settle(self) -> None:
        """Draws outcomes from the fair source until somebody has to choose."""
        while self.fair is not None and self._who() == CHANCE_TURN:
            self._enter(Entry("chance", code=self._fair_outcome(), at=self.now))

    def _fair_outcome(self) -> int:
        """The next outcome as the fair source decides it. It is keyed by the family of the first possible outcome."""
        assert self.fair is not None
        rules = self.game.interpreted
        total = rules.total(self._state)
        first = rules.pick(self._state, 0) if total > 0 else -1
        code = int(rules.pick(self._state, self.fair.next(self.game.chance.family(first).name, total)))
        if first < 0 or code < 0 or rules.weight(self._state, code) <= 0:  # only from a start that no match could reach
            raise BadPosition("an outcome is needed, but none is possible")
        return code

    def _enter(self, entry: Entry) -> None:
        """Appends an entry that was found allowed, and carries it out. The only place where a match changes."""
        number = len(self._entries)
        if entry.sort == "undo":
            undone = undoable(self, entry.seat)
            self._strike(undone)
            gone = {undone, *strike_drafts_after(self, undone)}
            self._marks.forget_after(undone)
            struck = [tell for n in gone for tell in told_by(self, n)]
            self._state = self._fold(len(self._entries))
            self._told.append(Undone(number, entry.seat, struck))
        else:
            if entry.sort == "action" and not self.game.State.timed:  # what is done in time is never taken back
                self._marks.set(number, entry.seat, self._packed, self.glance())
            heard: list[Tell] = []
            carry_out(self.game, self._state, entry, heard)
            for tell in heard:
                tell.number = number
            self._told += heard
            self._standing.append(number)
        self._turn = self._glance = None
        self._entries.append(entry)
        self._packed = self._state.packed()
        self._hashes.append(fingerprint(self._packed))
        for watch in self._watchers:
            watch()

    def _strike(self, number: int) -> None:
        """An entry no longer counts; it stays in the log."""
        self._entries[number].undone = True
        at = bisect_left(self._standing, number)  # near the end
        del self._standing[at]

    def _fold(self, length: int) -> Position:
        """The position after the first entries of the log, as they stand now."""
        near, state = self._marks.nearest(length)
        for entry in self._entries[near:length]:
            if not entry.undone and entry.sort != "undo":
                carry_out(self.game, state, entry, None)
        return state

    def still(self) -> Match:
        """The match as it is now, to be read in another thread while play goes on."""
        still = copy(self)
        still._entries = list(self._entries)
        still._state = self.state()
        return still

    # saving

    def recorded(self, since: int) -> tuple[list[list[Any]], list[str]]:
        """The lines of the log from that number on, and the hashes of the positions after each."""
        return [line(self.game, entry) for entry in self._entries[since:]], self._hashes[since:]

    def save(self) -> dict[str, Any]:
        """The whole match as one JSON document (`.topsecret.json`), secrets included."""
        if self._opened is not None:
            return deepcopy(self._opened)
        lines, hashes = [line(self.game, entry) for entry in self._entries], list(self._hashes)
        if self.now > (self._entries[-1].at if self._entries else 0):  # time has passed since the last entry
            lines.append(line(self.game, Entry("time", at=self.now)))
            hashes.append(self._state.fingerprint())
        return {
            "format": FORMAT,
            "game": self.game.id,
            "rules": self.game.version,
            "seats": self.seats,
            "options": self.options,
            "start": self._start,
            "chance": self.chance_mode,
            "log": lines,
            "hashes": hashes,
            "position": self.truth(),
            "outcome": self.result,
            "fairness": self.fair.proof() if self.fair else None,
        }

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
