"""The records of a table's log. A table is the fold of these and of nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from .errors import SetAside


class Record(Struct, frozen=True):
    """The root of all records; the kind is the name of the class in small letters."""


class Made(Record, frozen=True):
    code: str
    game: str
    options: dict[str, Any]
    seats: int
    at: int  # milliseconds since 1970
    host: int = 0


class Seated(Record, frozen=True):
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
    at: int


class Acted(Record, frozen=True):
    """An action, with the lines that it added to the match's log (outcomes too) and the hashes of the positions after each."""

    seat: int
    client: str
    id: int
    lines: list[list[Any]]
    hashes: list[str]


class Undone(Record, frozen=True):
    seat: int
    client: str
    id: int
    lines: list[list[Any]]
    hashes: list[str]


class Spoken(Record, frozen=True):
    seat: int
    name: str
    text: str
    at: int
    client: str = ""
    id: int = -1


class Succeeded(Record, frozen=True):
    """The rematch has this code."""

    code: str


ALL = (Made, Seated, Held, Renamed, Arranged, Botted, Left, Started, Acted, Undone, Spoken, Succeeded)
_decoders: dict[str, msgspec.json.Decoder[Any]] = {kind.__name__.lower(): msgspec.json.Decoder(kind) for kind in ALL}
_encode = msgspec.json.Encoder().encode


def written(record: Record) -> tuple[str, bytes]:
    return type(record).__name__.lower(), _encode(record)


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
