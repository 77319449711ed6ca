"""A match again from its beginning, through the eyes of one viewer or with everything shown, and its outcomes to be drawn again.

Whoever shows a match that is still running asks only for eyes that may see: nothing here stands between.

How an outcome is drawn, so that anybody can do it again with HMAC-SHA-256 and whole numbers alone. Given are the proof (`table`,
`entropy`, and `secret` in hexadecimal) and one of `outcomes` (`family`, `occurrence`, `possible`, `drawn`):

1. The message is the UTF-8 text of the JSON list `[table, entropy, family, occurrence]` without spaces, not escaped to ASCII, as
   JavaScript's `JSON.stringify` writes it: `["PRAG-1743",[],"roll",0]`.
2. `digest` is the HMAC-SHA-256 of the message under the 32 bytes of the secret, read as a whole number with the first byte highest.
3. `total` is the sum of all weights of `possible`; `number` is `digest * total` divided by 2^256, rounded down: 0 to total - 1.
4. Going through `possible` in its order, the outcome drawn is the first at which the sum of the weights so far exceeds `number`.

`occurrence` counts the outcomes that were drawn under the same family before, in the whole log. An outcome is never taken back, and
an action that is taken back has drawn nothing, so undoing does not change the count. `family` is that of the first possible outcome.
Before the first outcome, `commitment` was published: the SHA-256, in hexadecimal, of the bytes `topsecret commitment`, a zero byte,
the table's UTF-8, a zero byte, and the secret.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, NamedTuple

from .fields import copier, spell_all
from .lens import Lens, Step, about
from .log import Entry, Undone, move_of
from .match import Match
from .view import Tell

Eyes = int | None | Literal["all"]  # a seat, the spectator, or everything


class Replay(NamedTuple):
    """The first view, and the steps that lead from it to the last."""

    first: dict[str, Any]
    steps: list[Step]


class Outcome(NamedTuple):
    """One drawn outcome, with all that was possible."""

    family: str
    occurrence: int  # which of its family, from 0
    possible: list[tuple[str, int]]  # each outcome with its weight
    drawn: str


def replay(match: Match, eyes: Eyes) -> Replay:
    """Plays the log again from its beginning. A match that can only be looked at has its position and no steps."""
    again = beginning(match)
    if eyes == "all":
        everything = Everything(again)
        first = everything.view()
        repeat(match, again)
        return Replay(first, everything.steps)
    lens = Lens(again, [eyes])
    first = again.view(eyes)
    repeat(match, again)
    return Replay(first, lens.take(eyes))


def outcomes(match: Match) -> list[Outcome]:
    """Every outcome of a match, in order. They tell secrets: to be shown after the end."""
    again, found, drawn = beginning(match), [], Counter[str]()
    for entry in list(match._entries):
        if entry.sort == "chance":
            weighed = again.outcomes()
            family = weighed[0][0].family
            possible = [(str(move), weight) for move, weight in weighed]
            found.append(Outcome(family, drawn[family], possible, str(move_of(match.game, entry))))
            drawn[family] += 1
        enter(again, entry)
    return found


def beginning(match: Match) -> Match:
    """The match before its first entry; outcomes come from the log."""
    return Match(match.game, match._begin, match.chance_mode, None, match._start)


def repeat(match: Match, again: Match) -> None:
    for entry in list(match._entries):
        enter(again, entry)


def enter(again: Match, entry: Entry) -> None:
    again._enter(Entry(entry.sort, entry.seat, entry.code, entry.at))


class Everything:
    """Follows a match and keeps what happened, nothing hidden."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.steps: list[Step] = []
        self._raw = match.state()
        self._about = about(match)
        self._told = 0
        self._count = 0
        self._numbers: dict[Tell, int] = {}
        match._watchers.append(self._look)

    def view(self) -> dict[str, Any]:
        """The whole position, in the form of a view."""
        told = about(self.match)
        front = {"game": self.match.game.id, "viewer": None, "actors": told["actors"]}
        return front | self.match.truth() | {"result": told["result"]}

    def _look(self) -> None:
        state, changes = self.match._state, {}
        for name, field in self.match.game.State.fields.items():
            value = getattr(state, name)
            if value != getattr(self._raw, name):
                setattr(self._raw, name, copier(field)(value))
                changes[name] = spell_all(field, self.match.seats, value)
        for name, thing in about(self.match).items():
            if thing != self._about[name]:
                self._about[name] = changes[name] = thing
        told = [self._event(tell) for tell in self.match._told[self._told :]]
        self._told = len(self.match._told)
        events = [event for event in told if event is not None]
        if events or changes:
            self.steps.append({"events": events, "changes": changes})

    def _event(self, tell: Tell | Undone) -> dict[str, Any] | None:
        told = tell.json(self._numbers) if isinstance(tell, Undone) else tell.whole()
        if told is not None:
            self._count += 1
        if isinstance(tell, Tell):
            self._numbers[tell] = self._count
        return told
