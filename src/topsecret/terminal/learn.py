"""The command `topsecret learn GAME`: its lessons one after the other, each with one goal. In a game with time a clock runs only while
something is typed: every action comes a moment after the one before, and Enter lets a second pass."""

from __future__ import annotations

import argparse
from typing import Any

from rich.markup import escape

from topsecret.kernel import registry
from topsecret.kernel.errors import BadOptions, IllegalAction, UnknownAction
from topsecret.kernel.exercise import Judgement
from topsecret.kernel.game import Game
from topsecret.kernel.lesson import Lesson, Rehearsal, Step, exercise_of, lessons_of, steps
from topsecret.kernel.words import tell

from .display import display_of
from .screen import Gone, Interrupted, Screen
from .session import LEAVING, Again, Quit, Session, seat_names
from .speech import language_of

A_SECOND = 1000


def run(args: argparse.Namespace, screen: Screen | None = None) -> int:
    game = registry.game(args.game)
    lessons = lessons_of(game)
    if not lessons:
        raise BadOptions(f"{game.id} has no lessons")
    keys = [lesson.key for lesson in lessons]
    if args.lesson and args.lesson not in keys:
        raise BadOptions(f"lesson: expected one of {', '.join(keys)}; got {args.lesson[:40]!r}")
    screen = screen or Screen({}, language=language_of(args.lang))
    first = keys.index(args.lesson) if args.lesson else 0
    try:
        for number, lesson in enumerate(lessons[first:], first + 1):
            Lecture(game, lesson, f"{number}/{len(lessons)}", screen).run()
    except Interrupted:
        raise KeyboardInterrupt from None
    except (Gone, Quit):
        pass
    return 0


class Asking(Session):
    """One question of a lesson, as in a real game."""

    def __init__(self, rehearsal: Rehearsal, names: list[str], screen: Screen) -> None:
        me = rehearsal.exercise.seat
        display = display_of(rehearsal.match.game, names, me, screen.language)
        super().__init__(rehearsal.match, me, {}, display, names, screen.restyled(display.styles, pace=0.0))

    def ask(self, asides: dict[str, Any]) -> bool:
        """Lets the person act once; False: something changed, or an aside was typed, and it is to be asked again."""
        view, legal = self.match.view(self.me), self.match.legal(self.me)
        menu = self.display.menu(view, legal)
        self._show(view, menu)
        self.asides = asides
        try:
            move = self._choose(menu, view, legal, is_first=True)
        except Again:
            return False
        if move is not None:
            self.match.play(self.me, move)
        return move is not None

    def _command(self, typed: str, view: dict[str, Any]) -> bool:
        if typed.strip().lower() in self.asides:
            self.asides[typed.strip().lower()]()
            raise Again
        return super()._command(typed, view)


class Lecture:
    """One lesson, until it is done or was shown."""

    def __init__(self, game: Game, lesson: Lesson, number: str, screen: Screen) -> None:
        self.game = game
        self.lesson = lesson
        self.number = number
        self.screen = screen
        self.exercise = exercise_of(lesson, 1)
        self.names = seat_names(lesson.seats, lesson.seat, screen.t("case.you"))
        self.begin()

    def begin(self) -> None:
        self.rehearsal = Rehearsal(self.game, self.exercise)
        self.asking = None if self.game.State.timed else Asking(self.rehearsal, self.names, self.screen)
        self.told = 0
        self.answer: Any = None
        self.is_shown = False

    def run(self) -> None:
        self._open()
        while True:
            judged = self.rehearsal.judge(self.answer)
            if judged.done or self.is_shown:
                self._news()
                self._close(judged)
                return
            if judged.word:
                sign = "[no]✗[/]" if judged.light is None else "☞"  # a light: a step on the way
                self.screen.say(f"{sign} {self._say(judged.word, dict(judged.params))}")
            self._go_on()

    # what is said

    def _say(self, key: str, params: dict[str, Any] | None = None) -> str:
        named = {f"name{seat}": name for seat, name in enumerate(self.names)}
        return escape(self.game.words(self.screen.language).say(key, named | (params or {})))

    def _open(self) -> None:
        key = f"lesson.{self.lesson.key}"
        self.screen.say()
        self.screen.say(f"[title] {self.number} [/] [now]{self._say(key)}[/]")
        self.screen.say(f"[now]■[/] {self._say(f'{key}.goal')}")
        self.screen.say(self._say(f"{key}.why"))
        self.screen.tell("learn.asides")

    def _close(self, judged: Judgement) -> None:
        key = f"lesson.{self.lesson.key}"
        mark = "[yes]✓[/] " if judged.done else ""
        self.screen.say(f"{mark}[now]{self._say(f'{key}.done')}[/] {self._say(f'{key}.means')}")
        typed = self.screen.ask(f"[quiet]{self.screen.t('learn.next')}[/] ").strip().lower()
        if typed in LEAVING:
            raise Quit

    def _news(self) -> None:
        """What was seen since the last time, in a game that has no board here."""
        if self.asking is not None:
            return
        events = self.rehearsal.match.events(self.exercise.seat)
        for event in events[self.told :]:
            words = tell(self.game, event, lambda seat: self.names[seat], self.screen.language)
            self.screen.say(f"[quiet]{event['at'] / 1000:.1f}[/] {escape(words)}")
        self.told = len(events)

    # what is done

    def _go_on(self) -> None:
        asides = {"show": self._show, "again": self.begin}
        match = self.rehearsal.match
        can_act = self.exercise.seat in match.actors and not match.over
        if self.lesson.choices and not (can_act and self._acts_first()):
            self._choose(asides)
        elif self.asking is not None and can_act and not self._is_written():
            if self.asking.ask(asides):
                self.rehearsal.others()
        else:
            self._typed(asides)

    def _acts_first(self) -> bool:
        """Whether something is to be done before the question makes sense."""
        done = any(seat == self.exercise.seat for seat, _ in self.rehearsal.match.log())
        return bool(steps(self.lesson.solution)[0].act) and not done

    def _is_written(self) -> bool:
        """Whether what is left is to be written down: the terminal has no pencil."""
        written = any(step.notes for step in steps(self.lesson.solution))
        return written and not self._acts_first()

    def _choose(self, asides: dict[str, Any]) -> None:
        words = [self._say(choice) for choice in self.lesson.choices]
        self._news()
        self.screen.say("   ".join(f"[typed]{number}[/] {word}" for number, word in enumerate(words, 1)))
        typed = self._ask(asides)
        if typed.isdecimal() and 1 <= int(typed[:3]) <= len(words):
            self.answer = self.lesson.choices[int(typed[:3]) - 1]

    def _typed(self, asides: dict[str, Any]) -> None:
        self._news()
        if self._is_written():
            self.screen.tell("learn.written")
        typed = self._ask(asides)
        if not self.game.State.timed:
            return
        if not typed:
            self.rehearsal.let_pass(self.rehearsal.match.now + A_SECOND)
            return
        try:
            self.rehearsal.do(Step(typed))
        except UnknownAction:
            self.screen.say(f"  [no]✗[/] {self.screen.t('not_understood', typed=escape(typed[:60]))}")
        except IllegalAction as refusal:
            self.screen.say(f"  [no]✗[/] {self._say(f'refusal.{refusal.code}')} [quiet]({refusal.rule})[/]")

    def _ask(self, asides: dict[str, Any]) -> str:
        typed = self.screen.ask("[now]>[/] ").strip()
        if typed.lower() in LEAVING:
            raise Quit
        if typed.lower() in asides:
            asides[typed.lower()]()
            return ""
        return typed

    def _show(self) -> None:
        """The recorded solution, from the beginning."""
        self.begin()
        for step in steps(self.lesson.solution):
            said = step.act or (self._say(step.answer) if step.answer is not None else "✎")
            self.screen.say(f"  [typed]{said}[/]")
            self.rehearsal.do(step)
            self.answer = step.answer if step.answer is not None else self.answer
        self.is_shown = True
