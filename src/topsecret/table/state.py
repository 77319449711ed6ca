"""What is known of a table: who sits where, what was said, and the match. All of it is the fold of the table's records."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal

from msgspec.structs import replace

from topsecret.kernel import registry
from topsecret.kernel.errors import BadOptions, BadPosition, UnknownGame
from topsecret.kernel.fair import commitment
from topsecret.kernel.game import Game
from topsecret.kernel.match import Match
from topsecret.kernel.repeat import repeat

from . import beginnings
from . import records as r
from .errors import SetAside
from .faces import Face
from .snapshots import Snapshots
from .terms import Terms

CHAT_KEPT = 200
MOST_KEYS = 12  # devices that can hold one seat; the oldest goes first


@dataclass
class Seat:
    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    bot: str = ""
    keys: list[str] = field(default_factory=list)  # hashes of the secrets that hold it
    follows: str = ""
    away: bool = False  # the person has said goodbye to the running match
    stand_in: str = ""  # the bot that plays on for the person


What = Literal[
    "went_away", "stood_in", "came_back", "handed_over", "replaced", "paused", "resumed", "stopped", "timed_out"
]
Change = r.WentAway | r.StoodIn | r.CameBack | r.HandedOver | r.Replaced | r.Paused | r.Resumed | r.Stopped
WHAT: dict[type[r.Record], What] = {
    r.WentAway: "went_away",
    r.StoodIn: "stood_in",
    r.CameBack: "came_back",
    r.HandedOver: "handed_over",
    r.Replaced: "replaced",
    r.Paused: "paused",
    r.Resumed: "resumed",
    r.Stopped: "stopped",
}


@dataclass(frozen=True)
class Happening:
    """Something that people did at the table while the match ran, as everybody is told it."""

    what: What
    seat: int
    entries: int  # how long the match's log was by then
    by: int | None = None  # the seat of whoever did it, where that is somebody else
    bot: str = ""
    name: str = ""  # of whoever sat there before


@dataclass(frozen=True)
class Thought:
    """What a bot believed and why it did something; nobody is told before the end."""

    seat: int
    entries: int  # how long the match's log was before it
    why: list[tuple[str, dict[str, Any]]]


@dataclass(frozen=True)
class ChatLine:
    """Something said at the table."""

    n: int
    seat: int
    name: str
    text: str
    at: int
    reaction: str = ""


class TableState:
    """All that is known of one table. It changes only by `fold`."""

    def __init__(self, made: r.Made) -> None:
        try:
            self.game: Game = registry.game(made.game)
        except UnknownGame as problem:
            raise SetAside(str(problem)) from None
        self.code = made.code
        self.exercise = made.exercise  # a private table for one person; nothing of it can be verified
        self.options = self.game.options | made.options  # a table may be older than an option
        self.seats = [Seat() for _ in range(made.seats)]
        self.host = made.host
        self.terms = Terms()
        self.happened: list[Happening] = []
        self.thoughts: list[Thought] = []
        self.face: Face | None = None  # the clocks, if there are any
        self.decided_by_clock: dict[int, int] = {}  # by seat: the entry before which the clock decided something
        self.paused = False
        self.paused_by = -1  # the seat of whoever asked for it
        self.stopped = False  # by agreement, before its end
        self.holders_since = 0  # the entry of the match's log from which on the same people and bots have played
        self.match: Match | None = None
        self.snapshots: Snapshots | None = None  # of the match
        self.commitment = ""
        self.rematch = ""
        self.public = False
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self.said = 0
        self.counted: dict[tuple[int, str], set[int]] = {}  # the ids that counted, by seat and client
        self.lines = 0  # of the match's log that are in records
        self.records = 1  # that were folded
        self.acts: Counter[int] = Counter()  # how many, by seat
        self.ended = False  # the action that ended the match is on the disk
        self.time = 0  # the table's own, of the last record
        self.bots_seed = ""

    @property
    def status(self) -> Literal["waiting", "playing", "over"]:
        if self.match is None:
            return "waiting"
        return "over" if self.ended or self.stopped else "playing"

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def persons(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person"]

    def undo_since(self, seat: int) -> int:
        """The entry before which this seat takes nothing back: somebody else played it, or the clock decided."""
        return max(self.holders_since, self.decided_by_clock.get(seat, 0))

    def has_counted(self, seat: int, client: str, id: int) -> bool:
        return id in self.counted.get((seat, client), ())

    def last_id(self, seat: int, client: str) -> int:
        return max(self.counted.get((seat, client), ()), default=-1)

    # folding

    @classmethod
    def of(cls, entries: list[tuple[str, bytes]], kept: Mapping[str, bytes] | None = None) -> TableState:
        """The table that these records make. What snapshots among the kept values do not cover is played again, and every position of
        it is checked. Raises SetAside."""
        first, *records = [r.read(kind, body) for kind, body in entries]
        if not isinstance(first, r.Made):
            raise SetAside("the log does not begin with the making of a table")
        table = cls(first)
        for (kind, _), record in zip(entries[1:], records):
            try:
                if isinstance(record, r.Started):
                    table.begin(beginnings.new_match(table, record.secret, record.entropy))
                    table.open_snapshots(records, kept or {})
                table.replay(record)
                table.fold(record)
            except (IndexError, ValueError, BadOptions, BadPosition) as problem:
                raise SetAside(f"a record of the kind {kind} does not fit: {problem}") from None
        if table.match is not None:
            table.match.tell_all((None, *table.persons))  # now: whoever comes later does not wait for it
        return table

    def begin(self, match: Match) -> None:
        """This is the match from now on."""
        self.match, self.snapshots = match, Snapshots(match)
        self._reached()

    def open_snapshots(self, records: list[r.Record], kept: Mapping[str, bytes]) -> None:
        """The match, which is at its beginning, goes as far as its snapshots do."""
        assert self.match is not None and self.snapshots is not None
        lines: list[list[Any]] = []
        hashes: list[str] = []
        ends: set[int] = set()
        for record in records:
            if isinstance(record, r.PLAYED):
                lines += record.lines
                hashes += record.hashes
                ends.add(len(lines))
        if len(lines) == len(hashes):
            self.snapshots.open(self.match, kept, lines, hashes, ends)

    def replay(self, record: r.Record) -> None:
        """Does again what a record did to the match, unless a snapshot has it."""
        if isinstance(record, r.PLAYED):
            if self.match is None or len(record.lines) != len(record.hashes):
                raise SetAside("the log does not hang together")
            if self.lines + len(record.lines) <= len(self.match.entries):
                return
            for number, (said, hash) in enumerate(zip(record.lines, record.hashes), self.lines):
                problem = repeat(self.match, said, hash, number)
                if problem:
                    raise SetAside(f"the rules do not reproduce this match: {problem}")

    def fold(self, record: r.Record) -> None:
        """Takes a record that is on the disk into account."""
        self.records += 1
        if isinstance(record, r.DECIDED):
            if isinstance(record, r.Acted) and record.why:
                self.thoughts.append(Thought(record.seat, self.lines, record.why))
            self.lines += len(record.lines)
            self.face = getattr(record, "face", None) or self.face
            if isinstance(record, r.Acted) and record.by == "clock":
                self.decided_by_clock[record.seat] = self.lines
                self.happened.append(Happening("timed_out", record.seat, self.lines))
            self.time = max(self.time, record.at)
            self._reached()
            if not isinstance(record, r.Elapsed):
                self.acts[record.seat] += 1
                self._count(record.seat, record.client, record.id)
        elif isinstance(record, r.Spoken):
            self.chat.append(ChatLine(self.said, record.seat, record.name, record.text, record.at, record.reaction))
            self.said += 1
            self._count(record.seat, record.client, record.id)
        elif isinstance(record, Change):
            self._change(record)
        elif isinstance(record, r.Agreed):
            self.terms = record.terms
        elif isinstance(record, r.Listed):
            self.public = record.public
        elif isinstance(record, r.SatDown):
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
            self.options = self.game.options | record.options
            self.seats = self.seats[: record.seats] + [Seat() for _ in range(record.seats - len(self.seats))]
        elif isinstance(record, r.Started):
            self.lines = len(record.lines)
            self.face = record.face
            self._reached()
            if self.exercise is None:
                self.commitment = commitment(bytes.fromhex(record.secret), self.code)
            self.bots_seed = record.bots or sha256(f"bots of {record.secret}".encode()).hexdigest()
        elif isinstance(record, r.Succeeded):
            self.rematch = record.code

    def _change(self, record: Change) -> None:
        """Somebody goes, is stood in for, is back, or everybody has agreed to something. What was done before stands."""
        by: int | None = None
        seat, name, bot = -1, "", ""
        self.time = max(self.time, record.at)
        if isinstance(record, r.WentAway):
            seat, self.host, self.seats[record.seat].away = record.seat, record.host, True
        elif isinstance(record, r.StoodIn):
            seat, by, bot = record.seat, record.by, record.bot
            self.seats[seat].stand_in = bot
            if self.face is not None:
                self.face = replace(self.face, late=[0 if one == seat else n for one, n in enumerate(self.face.late)])
            self.holders_since = self.lines
        elif isinstance(record, r.CameBack):
            seat = record.seat
            if self.seats[seat].stand_in:
                self.holders_since = self.lines
            self.seats[seat].stand_in, self.seats[seat].away = "", False
        elif isinstance(record, r.Replaced):
            seat, name = record.seat, self.seats[record.seat].name
            self.seats[seat] = Seat("person", record.name, keys=[record.key])
            self.holders_since = self.lines
        elif isinstance(record, r.HandedOver):
            seat = self.host = record.host
        elif isinstance(record, r.Paused):
            seat, self.paused, self.paused_by = record.by, True, record.by
        elif isinstance(record, r.Resumed):
            seat, self.paused, self.paused_by = record.by, False, -1
        else:
            self.stopped = True
        self.happened.append(Happening(WHAT[type(record)], seat, self.lines, by, bot, name))

    def _reached(self) -> None:
        """Unless the match is ahead of these records: it has come to this."""
        if self.match is not None and self.snapshots is not None and self.lines == len(self.match.entries):
            self.ended = self.match.over
            self.snapshots.grow(self.match)

    def _count(self, seat: int, client: str, id: int) -> None:
        if client:
            self.counted.setdefault((seat, client), set()).add(id)
