"""Exercises: matches for one person that are made from an id, such as a lesson or a case.

The folder of a game knows all of its exercises (`lessons.py`, `cases.py`: a function `exercise(key)`); whoever asks for one says its id,
`lesson/KEY` or `case/KEY`, and never a position. An exercise has a position to begin with, outcomes that are given (then ordinary ones),
what the other seats do, and a judge, who says from what the person's seat has seen whether it is done. Its outcomes were chosen, so it
is no match that can be verified: its file says that outcomes were played by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import TopSecretError, shorten
from .fair import Fair
from .fields import truth
from .match import Match
from .registry import module_of

if TYPE_CHECKING:
    from .game import Game

ROOMS = {"lesson": "lessons", "case": "cases"}  # what the first part of an id means: the module of the game's folder
ID = r"^(lesson|case)/[a-z0-9][a-z0-9_.-]{0,59}$"


class UnknownExercise(TopSecretError):
    """The game has no exercise of that id."""

    code = "unknown_exercise"


class Cue(NamedTuple):
    """What a seat that is not the person's does. Without time: each seat's cues in their order, one for each of its turns. With time: so
    many milliseconds after the beginning of the match, or after each time that the person does `when`."""

    seat: int
    action: str
    after: int = 0
    when: str = ""


class Attempt(NamedTuple):
    """All that a judge may look at: what the person's seat sees, was told and has written, and what was answered in so many words."""

    game: Game
    view: dict[str, Any]
    seen: Sequence[dict[str, Any]]
    notes: str = ""
    answer: Any = None


class Judgement(NamedTuple):
    """Whether it is done, and what to say: a key of the game's words with its parameters (empty: nothing). `light`: what to touch next, by
    the names that the board gives its things; None: as before. Words that come with a light (even an empty one) are about a step on the
    way: nothing went wrong. Without one they say what was wrong."""

    done: bool
    word: str = ""
    params: Mapping[str, Any] = {}
    light: tuple[str, ...] | None = None


Judge = Callable[[Attempt], Judgement]


@dataclass(frozen=True)
class Exercise:
    """One exercise, whole. `start` is a position in the form of `Match.truth`; what is left out is as after the set-up."""

    id: str
    version: int  # of whatever made it: the list of lessons, the generator of cases
    seats: int
    start: dict[str, Any]
    judge: Judge
    options: dict[str, Any] = field(default_factory=dict)
    seat: int = 0  # the person's
    chance: tuple[str, ...] = ()  # the outcomes that come first, each family's in their order
    cues: tuple[Cue, ...] = ()
    bots: dict[int, str] = field(default_factory=dict)  # who goes on where a seat has no cues left; without: nobody


def exercise(game: Game, id: str) -> Exercise:
    """The exercise of that id; raises UnknownExercise."""
    room, _, key = id.partition("/") if re.match(ID, id) else ("", "", "")
    module: Any = module_of(game, ROOMS[room]) if room else None
    make: Callable[[str], Exercise | None] | None = getattr(module, "exercise", None)
    found = None if make is None else make(key)
    if found is None:
        raise UnknownExercise(f"{game.id} has no exercise {shorten(id)}")
    return found


def pose(
    game: Game, seats: int, options: dict[str, Any], start: Any, chance: Sequence[str], source: Fair | None = None
) -> Match:
    """A match that begins with this position and these outcomes, before its first entry; raises BadPosition or UnknownAction."""
    begin = game.position(seats, options, start)
    fair = source or Fair.from_seed(None)
    given: dict[str, list[int]] = {}
    for text in chance:
        move = game.chance.read(text)
        given.setdefault(move.family, []).append(move.code)
    fair.given = {family: tuple(codes) for family, codes in given.items()}
    return Match(game, begin, "manual", fair, truth(begin))


def match_of(game: Game, one: Exercise, seed: str | None = None) -> Match:
    """The match of an exercise, at the person's or somebody else's first choice."""
    match = pose(game, one.seats, one.options, one.start, one.chance, Fair.from_seed(seed))
    match.settle()
    return match
