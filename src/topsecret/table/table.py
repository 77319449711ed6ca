"""A table: who sits where, what was said, and the match. All of it is the fold of the table's records."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from topsecret.kernel import registry
from topsecret.kernel.errors import BadOptions, UnknownGame
from topsecret.kernel.fair import Fair, commitment
from topsecret.kernel.game import Game
from topsecret.kernel.match import Match
from topsecret.kernel.repeat import repeat

from . import records as r
from .errors import SetAside

CHAT_KEPT = 200
MOST_KEYS = 12  # devices that can hold one seat; the oldest goes first


@dataclass
class Seat:
    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    bot: str = ""
    keys: list[str] = field(default_factory=list)  # hashes of the secrets that hold it
    follows: str = ""


@dataclass(frozen=True)
class Words:
    """Something said."""

    n: int
    seat: int
    name: str
    text: str
    at: int


class Table:
    """The state of one table. It changes only by `fold`."""

    def __init__(self, made: r.Made) -> None:
        try:
            self.game: Game = registry.game(made.game)
        except UnknownGame as problem:
            raise SetAside(str(problem)) from None
        self.code = made.code
        self.options = made.options
        self.seats = [Seat() for _ in range(made.seats)]
        self.host = made.host
        self.match: Match | None = None
        self.commitment = ""
        self.rematch = ""
        self.chat: deque[Words] = deque(maxlen=CHAT_KEPT)
        self.said = 0
        self.counted: dict[tuple[int, str], set[int]] = {}  # the ids that counted, by seat and client
        self.lines = 0  # of the match's log that are in records
        self.records = 1  # that were folded
        self.ended = False  # the action that ended the match is on the disk

    @property
    def state(self) -> Literal["waiting", "playing", "over"]:
        if self.match is None:
            return "waiting"
        return "over" if self.ended else "playing"

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def persons(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person"]

    def has_counted(self, seat: int, client: str, id: int) -> bool:
        return id in self.counted.get((seat, client), ())

    def last_id(self, seat: int, client: str) -> int:
        return max(self.counted.get((seat, client), ()), default=-1)

    # folding

    @classmethod
    def of(cls, entries: list[tuple[str, bytes]]) -> Table:
        """The table that these records make; every position of its match is checked. Raises SetAside."""
        first = r.read(*entries[0])
        if not isinstance(first, r.Made):
            raise SetAside("the log does not begin with the making of a table")
        table = cls(first)
        for kind, body in entries[1:]:
            record = r.read(kind, body)
            try:
                table.replay(record)
                table.fold(record)
            except (IndexError, ValueError, BadOptions) as problem:
                raise SetAside(f"a record of the kind {kind} does not fit: {problem}") from None
        return table

    def replay(self, record: r.Record) -> None:
        """Does again what a record did to the match."""
        if isinstance(record, r.Started):
            self.match = self.new_match(record.secret, record.entropy)
        if isinstance(record, r.Started | r.Acted | r.Undone):
            if self.match is None or len(record.lines) != len(record.hashes):
                raise SetAside("the log does not hang together")
            for number, (said, hash) in enumerate(zip(record.lines, record.hashes), self.lines):
                problem = repeat(self.match, said, hash, number)
                if problem:
                    raise SetAside(f"the rules do not reproduce this match: {problem}")

    def fold(self, record: r.Record) -> None:
        """Takes a record that is on the disk into account."""
        self.records += 1
        if isinstance(record, r.Acted | r.Undone):
            self.lines += len(record.lines)
            self.ended = self.match is not None and self.match.over
            self._count(record.seat, record.client, record.id)
        elif isinstance(record, r.Spoken):
            self.chat.append(Words(self.said, record.seat, record.name, record.text, record.at))
            self.said += 1
            self._count(record.seat, record.client, record.id)
        elif isinstance(record, r.Seated):
            keys = [record.key] if record.key else []
            self.seats[record.seat] = Seat("person", record.name, keys=keys, follows=record.follows)
        elif isinstance(record, r.Held):
            seat = self.seats[record.seat]
            seat.keys = [*seat.keys, record.key][-MOST_KEYS:]
        elif isinstance(record, r.Renamed):
            self.seats[record.seat].name = record.name
        elif isinstance(record, r.Botted):
            self.seats[record.seat] = Seat("bot", record.name, record.bot) if record.bot else Seat()
        elif isinstance(record, r.Left):
            self.seats[record.seat] = Seat()
            self.host = record.host
        elif isinstance(record, r.Arranged):
            self.options = record.options
            self.seats = self.seats[: record.seats] + [Seat() for _ in range(record.seats - len(self.seats))]
        elif isinstance(record, r.Started):
            self.lines = len(record.lines)
            self.commitment = commitment(bytes.fromhex(record.secret), self.code)
        elif isinstance(record, r.Succeeded):
            self.rematch = record.code

    def _count(self, seat: int, client: str, id: int) -> None:
        if client:
            self.counted.setdefault((seat, client), set()).add(id)

    # the match

    def new_match(self, secret: str, entropy: list[str]) -> Match:
        """The match before its first outcome."""
        begin = self.game.begin(len(self.seats), self.options)
        return Match(self.game, begin, "fair", Fair(bytes.fromhex(secret), self.code, tuple(entropy)), None)
