"""Cases: puzzles from a game's own logic, each with exactly one answer that follows from what one seat has seen.

A game's `cases.py` says how one is made: `VERSION`, and `make(lot, difficulty)`, which gives a Puzzle, or None where a lot gives none.
Everything that is drawn comes from the lot, which is whole numbers from SHA-256: so a case is fixed by game, version, difficulty and
seed, on every machine. `case_seeds.py` beside it lists seeds that give a case at the first try, so that nobody waits for a search; the
case of the day is one of them, found from the UTC date alone.
"""

from __future__ import annotations

import datetime
import hashlib
import importlib
import importlib.util
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from .errors import BadCase, shorten
from .match import Match
from .registry import game, ids
from .words import Words

T = TypeVar("T")
DIFFICULTIES = ("easy", "medium", "hard")
BY_WEEKDAY = ("easy", "easy", "medium", "medium", "medium", "hard", "hard")  # from Monday on
MOST_TRIES = 3_000  # for a seed that is not on the list
LARGEST_SEED = 10**9
PENALTY_S = 30  # what a wrong answer adds to one's time
NAMES = ("Ada", "Boris", "Clara", "Dimitri", "Edith", "Felix", "Greta", "Hugo")  # of the seats, but for one's own


class Says(NamedTuple):
    """A sentence, as a key of the game's words. A parameter that begins with `@` is a key itself, `seat 2` is whoever sits there, a
    list is said with commas between. `events`: the numbers of the events that it speaks of, as the case's seat was told them."""

    key: str
    params: dict[str, Any] = {}
    events: tuple[int, ...] = ()


def in_words(words: Words, says: Says, names: Sequence[str] = NAMES) -> str:
    """The sentence in a language; `names`: what the seats are called."""

    def name(param: str, value: Any) -> str:
        if isinstance(value, list):
            return ", ".join(name(param, one) for one in value)
        text = str(value)
        if text.startswith("seat ") and text[5:].isdigit():
            return names[int(text[5:])]
        return words.strings.get(text[1:], text[1:]) if text.startswith("@") else text

    return words.say(says.key, says.params, name)


class Choice(NamedTuple):
    value: str  # as the wire writes it
    key: str  # of its words


class Blank(NamedTuple):
    """What is to be filled in. `kind` is what the board's signs call it (`piece`)."""

    label: Says
    kind: str
    choices: tuple[Choice, ...]


class Step(NamedTuple):
    """One step of the shortest proof: what was told, and what it leaves of a blank's choices; or how likely each is, in thousandths."""

    says: Says
    left: tuple[str, ...] = ()
    odds: tuple[int, ...] = ()


class Puzzle(NamedTuple):
    """A match up to the question, through the eyes of a seat. Without blanks the answer is played: `answer` are the actions of a
    shortest way to the goal."""

    match: Match
    seat: int
    evidence: tuple[int, ...]  # the numbers of the events that the question is about
    question: Says
    blanks: tuple[Blank, ...]
    answer: tuple[str, ...]
    hints: tuple[Says, ...]
    proof: tuple[Step, ...]
    about: Says = Says("case.about")  # what one has to know


@dataclass(frozen=True)
class Case:
    game: str
    version: int
    difficulty: str
    seed: int
    puzzle: Puzzle

    @property
    def id(self) -> str:
        """What fixes it: `briefcase-1-hard-17`."""
        return f"{self.game}-{self.version}-{self.difficulty}-{self.seed}"

    def is_right(self, answer: Sequence[str]) -> bool:
        """Whether this is the answer; where it is played, whether these actions reach the goal."""
        module = room_of(self.game)
        reaches = getattr(module, "reaches_the_goal", None)
        if reaches is not None and not self.puzzle.blanks:
            return bool(reaches(self.puzzle, answer))
        return tuple(answer) == self.puzzle.answer


class Lot:
    """Draws whole numbers, the same everywhere: number n is the SHA-256 of the text of the lot and n."""

    def __init__(self, text: str, known: tuple[str, ...] | None = None) -> None:
        self.text = text
        self.drawn = 0
        self.known = known  # an answer that was found ahead, where finding it takes long

    def below(self, bound: int) -> int:
        digest = hashlib.sha256(f"{self.text}/{self.drawn}".encode()).digest()
        self.drawn += 1
        return int.from_bytes(digest, "big") * bound >> 256

    def among(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def pick(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        left, order = list(things), []
        while left:
            order.append(left.pop(self.below(len(left))))
        return order

    def weighed(self, weights: Sequence[int]) -> int:
        """The place of one, each as likely as its weight says."""
        at = self.below(sum(weights))
        for place, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return place
        raise AssertionError("the weights add up to less than their sum")


def has_cases(id: str) -> bool:
    """Whether a game has cases, with seeds that were found ahead."""
    rooms = (f"topsecret.games.{id}.{name}" for name in ("cases", "case_seeds"))
    return id in ids() and all(importlib.util.find_spec(room) is not None for room in rooms)


def room_of(id: str) -> ModuleType:
    """The game's own `cases.py`; raises UnknownGame or BadCase."""
    name = f"topsecret.games.{game(id).id}.cases"
    if importlib.util.find_spec(name) is None:
        raise BadCase(f"game: expected one with cases, got {id}")
    return importlib.import_module(name)


def names_of(found: Case) -> list[str]:
    """What the seats are called, or `@` and the key of it where the game has words (`SEATS_ARE_CALLED`); one's own is left empty."""
    names = list(getattr(room_of(found.game), "SEATS_ARE_CALLED", NAMES)[: found.puzzle.match.seats])
    names[found.puzzle.seat] = ""
    return names


def shipped(id: str) -> dict[str, tuple[int, ...]]:
    """By difficulty: seeds that were found ahead."""
    if not has_cases(game(id).id):
        raise BadCase(f"game: expected one with cases, got {id}")
    seeds: dict[str, tuple[int, ...]] = importlib.import_module(f"topsecret.games.{id}.case_seeds").SEEDS
    return seeds


def known_ahead(id: str, difficulty: str, seed: int) -> tuple[str, ...] | None:
    """The answer of a listed seed, where the game's list has answers too: finding one again would take long."""
    if importlib.util.find_spec(f"topsecret.games.{id}.case_seeds") is None:
        return None
    listed = importlib.import_module(f"topsecret.games.{id}.case_seeds")
    known: dict[str, tuple[str, ...]] = getattr(listed, "KNOWN", {})
    return known.get(f"{difficulty}-{seed}")


@lru_cache(maxsize=64)
def case(id: str, difficulty: str, seed: int) -> Case:
    """The case of a seed: from its first lot that gives one. Raises BadCase."""
    if difficulty not in DIFFICULTIES:
        raise BadCase(f"difficulty: expected one of {', '.join(DIFFICULTIES)}; got {shorten(difficulty)}")
    if not 0 <= seed <= LARGEST_SEED:
        raise BadCase(f"seed: expected a whole number from 0 to {LARGEST_SEED}, got {shorten(seed)}")
    for number in range(MOST_TRIES):
        found = attempt(id, difficulty, seed, number)
        if found is not None:
            return found
    raise BadCase(f"seed: expected one that gives a case within {MOST_TRIES} tries, got {seed}")


def attempt(id: str, difficulty: str, seed: int, number: int) -> Case | None:
    module = room_of(id)
    text = f"topsecret case/{id}/{module.VERSION}/{difficulty}/{seed}/{number}"
    puzzle = module.make(Lot(text, known_ahead(id, difficulty, seed) if number == 0 else None), difficulty)
    return None if puzzle is None else Case(id, module.VERSION, difficulty, seed, puzzle)


# the case of the day


def read_date(text: str) -> datetime.date:
    """Raises BadCase."""
    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            raise ValueError
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise BadCase(f"date: expected a day as 2026-11-18, got {shorten(text)}") from None


def seed_of_the_day(id: str, day: datetime.date) -> tuple[str, int]:
    """Which of the listed cases is this day's: easy at the beginning of the week, hard at its end. Days of one difficulty go through its
    list in order, and then again."""
    difficulty = BY_WEEKDAY[day.weekday()]
    in_week = [number for number in range(7) if BY_WEEKDAY[number] == difficulty]
    weeks = (day.toordinal() - 1) // 7  # the first day of the calendar was a Monday
    seeds = shipped(id)[difficulty]
    return difficulty, seeds[(weeks * len(in_week) + in_week.index(day.weekday())) % len(seeds)]


def case_of_the_day(id: str, day: datetime.date) -> Case:
    return case(id, *seed_of_the_day(id, day))
