"""Things that have names: agents, buildings, kinds of card. In rules they are integers from 0 on."""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import Any

from .errors import DeclarationError


class Names(IntEnum):
    """A closed set of names. Values count from 0; `text` is what people type and read."""

    @property
    def text(self) -> str:
        return self.name.lower().replace("_", " ")


class Signs(Names):
    """Names that are signs, written the same in every language: the squares of a board. They need no words."""

    @property
    def text(self) -> str:
        return self.name


class Seats:
    """The axis of seats: `per=Seats` is one entry for each player's place."""


Axis = type[Names] | type[Seats] | int


@cache
def texts(names: type[Names]) -> tuple[str, ...]:
    """The texts of all members, by value; the values must be 0, 1, 2, …"""
    members = list(names)
    if [int(member) for member in members] != list(range(len(members))):
        raise DeclarationError(f"{names.__name__}: expected values 0, 1, 2, …, got {[int(m) for m in members]}")
    return tuple(member.text for member in members)


@cache
def by_text(names: type[Names]) -> dict[str, int]:
    found = {text.lower(): value for value, text in enumerate(texts(names))}
    if len(found) != len(names):
        raise DeclarationError(f"{names.__name__}: two members have the same text")
    return found


def find(names: type[Names], text: Any) -> int | None:
    """The member that a person means by this text, or None."""
    return by_text(names).get(text.lower()) if isinstance(text, str) else None
