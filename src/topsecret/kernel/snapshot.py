"""What a match has come to, in parts: so that a long one opens without playing its whole log again.

A part holds the entries of a stretch of the log, what was told by them, and the position after the last. Parts never change; put one after
the other they give the match back. The log stays the only truth: a part whose entries are not those of the log, or whose position does
not have the fingerprint that the log has there, is not believed, nor is any after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, takewhile
from struct import error as StructError
from typing import Any, NamedTuple

from .log import Entry, Undone, line
from .match import Match
from .moves import Family
from .view import Tell

SORTS = {"action": "a", "chance": "c", "time": "t", "undo": "u"}
SORT_OF = {letter: sort for sort, letter in SORTS.items()}


class ToldPart(NamedTuple):
    """Something told, small."""

    number: int  # of the entry
    family: int  # which of the game's actions, outcomes and events, in this order
    seat: int
    values: tuple[int, ...]
    heard: list[int | None] | None


class Part(NamedTuple):
    """Some entries of a match, in columns, and where they lead to."""

    first: int  # the number of the first entry
    sorts: str  # a letter for each entry
    seats: list[int]
    codes: list[int]
    times: list[int]
    struck: list[list[int]]  # for each undo: the entries that it took back
    told: list[ToldPart]
    drawn: dict[str, int]  # how many outcomes of each family the fair source has given by then
    packed: bytes  # the position after the last entry

    @property
    def end(self) -> int:
        """The number of the entry after the last."""
        return self.first + len(self.sorts)


class NotBelieved(Exception):
    """A part that does not fit the log."""


def part_of(match: Match, first: int) -> Part:
    """The entries from this number to the last, as they stand now."""
    entries = match.entries[first:]
    order = {family: number for number, family in enumerate(families(match))}
    told: list[ToldPart] = []
    struck: list[list[int]] = []
    for tell in reversed(match.entries.told):
        if tell.number < first:
            break
        if isinstance(tell, Undone):
            struck.append(sorted({gone.number for gone in tell.tells}))
        else:
            told.append(ToldPart(tell.number, order[tell.family], tell.seat, tell.values, tell.heard))
    return Part(
        first=first,
        sorts="".join(SORTS[entry.sort] for entry in entries),
        seats=[entry.seat for entry in entries],
        codes=[entry.code for entry in entries],
        times=[entry.at for entry in entries],
        struck=struck[::-1],
        told=told[::-1],
        drawn=dict(match.fair.drawn) if match.fair is not None else {},
        packed=match.entries.packed,
    )


def restore(match: Match, parts: Iterable[Part], log: Sequence[list[Any]], hashes: Sequence[str]) -> int:
    """Gives a match that has no entries yet those of the parts, as far as they are believed: how many lines of the log it has then."""
    known = families(match)
    for part in parts:
        try:
            add(match, part, known, log, hashes)
        except (NotBelieved, IndexError, KeyError, TypeError, ValueError, StructError):
            break
    return len(match.entries)


def add(match: Match, part: Part, known: list[Family], log: Sequence[list[Any]], hashes: Sequence[str]) -> None:
    """Puts a part at the end of a match; raises, and then the match has not changed."""
    entries = [
        Entry(SORT_OF[sort], seat, code, at)
        for sort, seat, code, at in zip(part.sorts, part.seats, part.codes, part.times, strict=True)
    ]
    need(bool(entries) and part.first == len(match.entries), "the part that comes next")
    need([line(match.game, entry) for entry in entries] == log[part.first : part.end], "the entries of the log")
    state = match.entries.begin.unpacked(part.packed)
    need(state.fingerprint() == hashes[part.end - 1], "the position of the log")
    if match.fair is not None:
        outcomes = sum(part.drawn.values()) - match.fair.drawn.total()
        need(outcomes == part.sorts.count(SORTS["chance"]), "as many outcomes as were drawn")
    struck = struck_by(match, part, entries)
    told = told_in(match, part, entries, known, struck)
    match.entries.take_up(entries, struck, told, hashes[part.first : part.end], state)
    if match.fair is not None:
        match.fair.drawn = Counter(part.drawn)


def struck_by(match: Match, part: Part, entries: list[Entry]) -> dict[int, list[int]]:
    """For each undo of a part, by its number: the entries that it took back."""
    undos = [number for number, entry in enumerate(entries, part.first) if entry.sort == "undo"]
    struck = dict(zip(undos, part.struck, strict=True))
    if not struck:
        return struck
    earlier, gone = [*match.entries, *entries], set[int]()
    for undo, numbers in struck.items():
        for number in numbers:
            counts = number >= part.first or match.entries.stands(number)
            need(0 <= number < undo and earlier[number].sort == "action" and counts and number not in gone, "an action")
            gone.add(number)
        need(bool(numbers), "an undo that takes something back")
    return struck


def told_in(
    match: Match, part: Part, entries: list[Entry], known: list[Family], struck: dict[int, list[int]]
) -> list[Tell | Undone]:
    """What was told while these entries were carried out, in order."""
    timed = match.game.State.timed
    told: list[Tell | Undone] = []
    for number, family, seat, values, heard in part.told:
        entry, kind = entries[number - part.first], known[family]
        need(part.first <= number and len(values) == len(kind.parts), "what an entry of this part told")
        tell = Tell(kind, seat, tuple(values), entry.at if timed else None)
        tell.number, tell.heard = number, heard
        told.append(tell)
    tells = told.copy()
    for undo, numbers in struck.items():
        since, gone = min(numbers), set(numbers)
        late = takewhile(lambda tell: tell.number >= since, chain(reversed(tells), reversed(match.entries.told)))  # noqa: B023
        away = [tell for tell in late if isinstance(tell, Tell) and tell.number in gone]
        told.append(Undone(undo, entries[undo - part.first].seat, away))
    return sorted(told, key=number_of)


def number_of(tell: Tell | Undone) -> int:
    return tell.number


def families(match: Match) -> list[Family]:
    """All that can be told in a game, in a fixed order."""
    game = match.game
    return [*game.actions.families, *game.chance.families, *game.told.families]


def need(holds: bool, expected: str) -> None:
    if not holds:
        raise NotBelieved(f"expected {expected}")
