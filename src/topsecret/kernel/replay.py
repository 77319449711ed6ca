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
from collections.abc import Callable
from contextlib import closing
from typing import Any, Literal, NamedTuple

from .feed import Feed, Step, about
from .fields import copier, spell_all
from .log import Moment, Undone, move_of
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
        with closing(Everything(again)) as everything:
            first = everything.view()
            repeat(match, again)
            return Replay(first, everything.steps)
    with closing(Feed(again, [eyes])) as feed:
        first = again.view(eyes)
        repeat(match, again)
        return Replay(first, feed.take(eyes))


class Page(NamedTuple):
    """Some of a replay: the view at its beginning, how many events the viewer had been told by then, and the steps from there."""

    told: int
    first: dict[str, Any]
    steps: list[Step]


def page(match: Match, viewer: int | None, begin: Moment, end: Moment | None) -> Callable[[], Page]:
    """What works out the steps of a viewer from one moment of a match to another (None: to the last entry). It can be called in
    another thread while play goes on."""
    then = match.as_of(begin)
    told = len(then.seen(viewer))
    again = then.fork()
    entries = match.entries[begin.entries : None if end is None else end.entries]

    def work() -> Page:
        with closing(Feed(again, [viewer])) as feed:
            first = again.view(viewer)
            for entry in entries:
                again.enter(entry)
            return Page(told, first, feed.take(viewer))

    return work


def outcomes(match: Match) -> list[Outcome]:
    """Every outcome of a match, in order. They tell secrets: to be shown after the end."""
    again, found, drawn = beginning(match), [], Counter[str]()
    for entry in match.entries:
        if entry.sort == "chance":
            weighed = again.outcomes()
            family = weighed[0][0].family
            possible = [(str(move), weight) for move, weight in weighed]
            found.append(Outcome(family, drawn[family], possible, str(move_of(match.game, entry))))
            drawn[family] += 1
        again.enter(entry)
    return found


def told_by(match: Match, eyes: Eyes, entries: int) -> int:
    """How many events these eyes had been told when the log had so many entries."""
    if eyes != "all":
        return match.told_by(eyes, entries)
    told = (tell for tell in match.entries.told if tell.number < entries)
    return sum(isinstance(tell, Tell) or bool(tell.tells) for tell in told)


def unfinished(match: Match, seat: int | None) -> dict[str, Any]:
    """The whole position of a match that nobody plays on, in the form of a view: it is over, nobody has won."""
    scores = [int(match.game.interpreted.score(match.position, one)) for one in range(match.seats)]
    result = {"winners": [], "scores": scores, "reason": {"code": "unfinished", "rule": ""}}
    return {"game": match.game.id, "viewer": seat, "actors": []} | match.truth() | {"result": result}


def beginning(match: Match) -> Match:
    """The match before its first entry; outcomes come from the log."""
    return Match(match.game, match.entries.begin, match.chance_mode, None, match.start)


def repeat(match: Match, again: Match) -> None:
    for entry in match.entries:
        again.enter(entry)


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
        match.watch(self._look)

    def close(self) -> None:
        """Lets go of the match."""
        self.match.unwatch(self._look)

    def view(self) -> dict[str, Any]:
        """The whole position, in the form of a view."""
        told = about(self.match)
        front = {"game": self.match.game.id, "viewer": None, "actors": told["actors"]}
        return front | self.match.truth() | {"result": told["result"]}

    def _look(self) -> None:
        state, changes = self.match.position, {}
        for name, field in self.match.game.State.fields.items():
            value = getattr(state, name)
            if value != getattr(self._raw, name):
                setattr(self._raw, name, copier(field)(value))
                changes[name] = spell_all(field, self.match.seats, value)
        for name, thing in about(self.match).items():
            if thing != self._about[name]:
                self._about[name] = changes[name] = thing
        told = [self._event(tell) for tell in self.match.entries.told[self._told :]]
        self._told = len(self.match.entries.told)
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
