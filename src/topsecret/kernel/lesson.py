"""Lessons: exercises with one goal each, for somebody who has never seen the game.

A game's `lessons.py` lists them as data. What is said is in the game's words: `lesson.KEY` is the title, and under it `goal` (one
sentence), `why`, `how`, `done`, `means`, and a word for each reaction that the goal gives. `rehearse` plays a solution as a table would.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

from .errors import ActionError
from .exercise import Attempt, Cue, Exercise, Judge, Judgement, match_of
from .game import Game
from .match import CHANCE
from .moves import Move
from .registry import module_of

SAID = ("goal", "why", "how", "done", "means")  # of every lesson, besides its title
MOTION_MS = 600  # with time: from one thing that the person does to the next


class Step(NamedTuple):
    """One thing that the person does: an action, notes, an answer, or (with time) nothing for a while."""

    act: str = ""
    notes: str = ""
    answer: Any = None
    wait: int = 0  # milliseconds before it, with time


class Wrong(NamedTuple):
    """A typical try that does not reach the goal, and the reaction to it."""

    steps: tuple[Step | str, ...]
    word: str


@dataclass(frozen=True)
class Lesson:
    """One lesson. `light`: what to touch, by the names that the board gives its things (`target:red` is `data-target="red"`). `choices`:
    what can be answered in words, as keys of the game's words. `folder`: it is about the notebook or the dossier, which lies open."""

    key: str
    seats: int
    start: dict[str, Any]
    goal: Judge
    solution: tuple[Step | str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    seat: int = 0
    chance: tuple[str, ...] = ()
    cues: tuple[Cue, ...] = ()
    bots: dict[int, str] = field(default_factory=dict)
    light: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    folder: bool = False
    wrong: tuple[Wrong, ...] = ()


def steps(said: Iterable[Step | str]) -> list[Step]:
    """A text is an action."""
    return [Step(one) if isinstance(one, str) else one for one in said]


def as_exercises(lessons: Sequence[Lesson], version: int) -> Callable[[str], Exercise | None]:
    """What a `lessons.py` calls `exercise`."""
    known = {lesson.key: lesson for lesson in lessons}

    def exercise(key: str) -> Exercise | None:
        lesson = known.get(key)
        return None if lesson is None else exercise_of(lesson, version)

    return exercise


def exercise_of(lesson: Lesson, version: int) -> Exercise:
    return Exercise(
        id=f"lesson/{lesson.key}",
        version=version,
        seats=lesson.seats,
        start=lesson.start,
        judge=lambda attempt: named(lesson, lesson.goal(attempt)),
        options=lesson.options,
        seat=lesson.seat,
        chance=lesson.chance,
        cues=lesson.cues,
        bots=lesson.bots,
    )


def named(lesson: Lesson, found: Judgement) -> Judgement:
    """A reaction under its whole key."""
    return found._replace(word=f"lesson.{lesson.key}.{found.word}") if found.word else found


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game, in their order; none where it has no `lessons.py`."""
    module: Any = module_of(game, "lessons")
    return () if module is None else tuple(module.LESSONS)


class Rehearsal:
    """An exercise without a table: the person's steps, and what the others do. `bot` chooses for seats that have a bot."""

    def __init__(
        self, game: Game, exercise: Exercise, bot: Callable[[Any, int], Move] | None = None, seed: str = "lesson"
    ) -> None:
        self.exercise = exercise
        self.match = match_of(game, exercise, seed)
        self.notes = ""
        self._bot = bot
        self._played = dict.fromkeys(range(exercise.seats), 0)
        self._order = count()
        self._cued: list[tuple[int, int, Cue]] = []
        if game.State.timed:
            for cue in exercise.cues:
                if not cue.when:
                    self._cue(cue.after, cue)
        self.others()

    def _cue(self, when: int, cue: Cue) -> None:
        heapq.heappush(self._cued, (when, next(self._order), cue))

    def others(self) -> None:
        """Without time: until the person is asked, or nobody knows what to do."""
        while not self.match.game.State.timed and (actors := self.match.actors) and CHANCE not in actors:
            moves = [(seat, move) for seat in actors if (move := self._of_another(seat)) is not None]
            if not moves:
                return
            seat, move = moves[0]
            self._played[seat] += 1
            self.match.play(seat, move)

    def _of_another(self, seat: int) -> Move | None:
        if seat == self.exercise.seat:
            return None
        cues = [cue for cue in self.exercise.cues if cue.seat == seat]
        if self._played[seat] < len(cues):
            move = self.match.game.actions.read(cues[self._played[seat]].action)
            if self.match.why_not(seat, move) is None:
                return move
        return self._bot(self.match, seat) if self._bot is not None and seat in self.exercise.bots else None

    def let_pass(self, to: int) -> None:
        """With time: what is cued until then is done."""
        while self._cued and self._cued[0][0] <= to:
            when, _, cue = heapq.heappop(self._cued)
            with suppress(ActionError):  # it does not fit what was played
                self.match.play(cue.seat, cue.action, at=max(when, self.match.now))
        self.match.advance(max(to, self.match.now))

    def do(self, step: Step) -> None:
        """Raises what playing it would raise."""
        if step.notes:
            self.notes = step.notes
        if self.match.game.State.timed:
            self.let_pass(self.match.now + (step.wait or MOTION_MS))
            if step.act:
                move = self.match.read(self.exercise.seat, step.act)
                self.match.play(self.exercise.seat, move, at=self.match.now)
                for cue in self.exercise.cues:
                    if cue.when == str(move):
                        self._cue(self.match.now + cue.after, cue)
        elif step.act:
            self.match.play(self.exercise.seat, step.act)
            self.others()

    def judge(self, answer: Any = None) -> Judgement:
        match, seat = self.match, self.exercise.seat
        return self.exercise.judge(Attempt(match.game, match.view(seat), match.events(seat), self.notes, answer))


def rehearse(game: Game, exercise: Exercise, said: Iterable[Step | str]) -> Judgement:
    """What the judge says after these steps."""
    rehearsal, answer = Rehearsal(game, exercise), None
    for step in steps(said):
        rehearsal.do(step)
        answer = step.answer if step.answer is not None else answer
    return rehearsal.judge(answer)


# what goals are made of


def told(attempt: Attempt, event: str, **params: Any) -> list[dict[str, Any]]:
    """The events of a kind that this seat was told, with these parameters."""
    return [
        one
        for one in attempt.seen
        if one["event"] == event and all(one.get(name) == value for name, value in params.items())
    ]
