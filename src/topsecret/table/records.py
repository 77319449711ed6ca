"""The records of a table's log. A table is the fold of these and of nothing else."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from topsecret.kernel.exercise import Cue

from .errors import SetAside
from .faces import Face
from .terms import Terms


class Record(Struct, frozen=True):
    """The root of all records."""


class Posed(Struct, frozen=True):
    """What an exercise is made from. All of it is here, so that it goes on as it began whatever a later version makes from its id."""

    id: str
    version: int
    start: dict[str, Any]
    chance: list[str]
    cues: list[Cue]
    silent: list[int]  # seats that do only what their cues say


class Made(Record, frozen=True):
    code: str
    game: str
    options: dict[str, Any]
    seats: int
    at: int  # milliseconds since 1970
    host: int = 0
    exercise: Posed | None = None


class SatDown(Record, frozen=True):
    """A person sits down. `key` is the hash of the secret that holds the seat; empty: whoever follows from the table before."""

    seat: int
    name: str
    key: str = ""
    follows: str = ""  # the code of the table before, whose holder of this seat may take it


class Held(Record, frozen=True):
    """The same person holds the seat on one more device."""

    seat: int
    key: str


class Renamed(Record, frozen=True):
    seat: int
    name: str


class Arranged(Record, frozen=True):
    seats: int
    options: dict[str, Any]


class Agreed(Record, frozen=True):
    """What happens when somebody goes."""

    terms: Terms


class Botted(Record, frozen=True):
    """A bot sits on the seat; an empty bot: it is open again."""

    seat: int
    bot: str
    name: str


class Left(Record, frozen=True):
    """A seat is open again: its person has gone or was sent away."""

    seat: int
    host: int


class Started(Record, frozen=True):
    """The secret behind all outcomes, and what the set-up drew with it."""

    secret: str
    entropy: list[str]
    rules: int
    lines: list[list[Any]]
    hashes: list[str]
    at: int  # milliseconds since 1970; from here on the table has its own time
    bots: str = ""  # the secret that the bots' luck is drawn from; never sent
    face: Face | None = None  # the clocks after it, if there are any


class Acted(Record, frozen=True):
    """An action, with the lines that it added to the match's log (outcomes too) and the hashes of the positions after each."""

    seat: int
    client: str
    id: int
    lines: list[list[Any]]
    hashes: list[str]
    at: int = 0  # the table's time, as in all records from the start on
    by: Literal["", "bot", "clock"] = (
        ""  # empty: whoever sits there; a bot that plays on for them, or for this once as the time was over
    )
    face: Face | None = None
    why: list[tuple[str, dict[str, Any]]] = []  # of a bot: what it believed and why it did this; shown after the end


class TakenBack(Record, frozen=True):
    """An action was taken back; the match's log keeps both."""

    seat: int
    client: str
    id: int
    lines: list[list[Any]]
    hashes: list[str]
    at: int = 0
    face: Face | None = None


class Elapsed(Record, frozen=True):
    """Time has passed, and something fell due."""

    lines: list[list[Any]]
    hashes: list[str]
    at: int


class WentAway(Record, frozen=True):
    """The person of this seat has said goodbye to the running match. The seat stays theirs."""

    seat: int
    host: int
    at: int


class StoodIn(Record, frozen=True):
    """A bot plays on for the person of this seat, who has gone."""

    seat: int
    bot: str
    by: int  # the seat of whoever let it; -1: the clock
    at: int


class CameBack(Record, frozen=True):
    """The person plays this seat again."""

    seat: int
    at: int


class HandedOver(Record, frozen=True):
    """Somebody else is host."""

    host: int
    at: int


class Replaced(Record, frozen=True):
    """Somebody new holds an abandoned seat: all who sat there have allowed it."""

    seat: int
    name: str
    key: str
    at: int


class Paused(Record, frozen=True):
    """Time stands still, and nobody acts."""

    by: int
    at: int


class Resumed(Record, frozen=True):
    by: int
    at: int


class Stopped(Record, frozen=True):
    """All who sat there have agreed to stop: the match stays unfinished."""

    at: int


class Spoken(Record, frozen=True):
    seat: int
    name: str
    text: str
    at: int
    client: str = ""
    id: int = -1
    reaction: str = ""  # one of the ready-made ones, in place of a text


class Listed(Record, frozen=True):
    """Whether the table is shown to everybody who comes to this server."""

    public: bool


class Succeeded(Record, frozen=True):
    """The rematch has this code."""

    code: str


DECIDED = (Acted, Elapsed, TakenBack)  # the match went on
PLAYED = (*DECIDED, Started)  # these have lines of the match's log

KINDS: dict[str, type[Record]] = {  # as they are called in logs
    "made": Made,
    "seated": SatDown,
    "held": Held,
    "renamed": Renamed,
    "arranged": Arranged,
    "agreed": Agreed,
    "botted": Botted,
    "left": Left,
    "started": Started,
    "acted": Acted,
    "undone": TakenBack,
    "elapsed": Elapsed,
    "went_away": WentAway,
    "stood_in": StoodIn,
    "came_back": CameBack,
    "handed_over": HandedOver,
    "replaced": Replaced,
    "paused": Paused,
    "resumed": Resumed,
    "stopped": Stopped,
    "spoken": Spoken,
    "listed": Listed,
    "succeeded": Succeeded,
}
_kinds = {record: kind for kind, record in KINDS.items()}
_decoders: dict[str, msgspec.json.Decoder[Any]] = {kind: msgspec.json.Decoder(KINDS[kind]) for kind in KINDS}
_encode = msgspec.json.Encoder().encode


def written(record: Record) -> tuple[str, bytes]:
    return _kinds[type(record)], _encode(record)


def read(kind: str, body: bytes) -> Record:
    """A record from the log; raises SetAside."""
    decoder = _decoders.get(kind)
    if decoder is None:
        raise SetAside(f"a record of the unknown kind {kind[:40]!r}: was it written by a newer version?")
    try:
        record: Record = decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
        raise SetAside(f"a record of the kind {kind} cannot be read: {problem}") from None
    return record
