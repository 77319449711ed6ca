"""The part of the protocol that tells of cases: puzzles that are fixed by game, difficulty and seed. A server keeps nothing of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .protocol_http import Replay

Difficulty = Literal["easy", "medium", "hard"]
CaseSeed = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class CaseWords(Struct, frozen=True):
    """A sentence by its key in the game's words. A parameter that begins with `@` is a key itself, `seat 2` is whoever
    sits there; a list is said with commas between."""

    key: str
    params: dict[str, Any] = {}
    events: list[int] = []  # the events that it speaks of, by their numbers


class CaseChoice(Struct, frozen=True):
    value: str
    key: str  # of its words


class CaseBlank(Struct, frozen=True):
    """What is to be filled in; `kind` is what the game's signs call it."""

    label: CaseWords
    kind: str
    choices: list[CaseChoice]


class CaseStep(Struct, frozen=True):
    """A step of the shortest proof."""

    says: CaseWords
    left: list[str] = []  # what it leaves of the choices
    odds: list[int] = []  # or how likely each choice is, in thousandths


class CaseOfTheDay(Struct, frozen=True):
    game: str
    difficulty: Difficulty
    seed: int
    question: str  # in the language that was asked for


class CasesOfTheDay(Struct, frozen=True):
    """`GET /api/cases?date=2026-11-18&language=de`: the case of each game for that day, the same on every server."""

    date: str
    cases: list[CaseOfTheDay]


class CaseFile(Struct, frozen=True):
    """`GET /api/cases/GAME?difficulty=D&seed=S`: a case without its answer, for one of the seeds that every server knows."""

    id: str
    game: str
    version: int
    difficulty: Difficulty
    seed: int
    question: CaseWords
    about: CaseWords  # what one has to know
    blanks: list[CaseBlank]  # empty: the answer is played, at a table that is made from `exercise`
    evidence: list[int]  # the events that the question is about, by their numbers
    hints: int
    exercise: str
    seeds: dict[str, list[int]]  # by difficulty: all that there are
    replay: Replay  # what happened, through the eyes of the seat that is asked


class CaseHint(Struct, frozen=True):
    """`GET /api/cases/GAME/hint?difficulty=D&seed=S&number=1`"""

    says: CaseWords


class CaseTry(Struct, frozen=True, forbid_unknown_fields=True):
    """`POST /api/cases/GAME/try`: one answer, a value for each blank; where it is played, the actions. Answered by CaseTried."""

    difficulty: Difficulty
    seed: CaseSeed
    answer: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=40)]


class CaseTried(Struct, frozen=True):
    right: bool
    answer: list[str] = []  # what was tried
    proof: list[CaseStep] = []  # if it is
    replay: Replay | None = None  # and where the answer is played: the shortest way
