"""The command `topsecret cases`: the case of a day or of a seed, solved at the keyboard or printed for programs."""

from __future__ import annotations

import argparse
import datetime
import time
from collections.abc import Callable
from typing import Any

from rich.markup import escape

from topsecret.kernel import registry
from topsecret.kernel.cases import PENALTY_S, Case, Choice, Says, case, case_of_the_day, in_words, names_of, read_date
from topsecret.kernel.errors import BadCase, IllegalAction, UnknownAction
from topsecret.kernel.match import Match
from topsecret.kernel.words import tell

from .commands import print_json
from .display import display_of
from .live import live_display
from .screen import Gone, Interrupted, Screen
from .session import LEAVING
from .speech import language_of

USUAL = "medium"  # for a seed without a difficulty


def run(args: argparse.Namespace, screen: Screen | None = None, clock: Callable[[], float] = time.monotonic) -> int:
    day = read_date(args.date) if args.date else datetime.datetime.now(datetime.UTC).date()
    if args.seed is not None and args.date:
        raise BadCase("expected a date or a seed, got both")
    if args.seed is None and args.difficulty:
        raise BadCase("difficulty: expected with a seed only, as a day has its own")
    if args.seed is not None:
        found = case(args.game, args.difficulty or USUAL, args.seed)
    else:
        found = case_of_the_day(args.game, day)
    if args.json:
        print_json(as_json(found))
        return 0
    try:
        Investigation(found, screen or Screen({}, language=language_of(args.lang)), clock).run()
    except Interrupted:
        raise KeyboardInterrupt from None
    except Gone:
        pass
    return 0


def as_json(found: Case) -> dict[str, Any]:
    """The whole case, with its answer and its proof."""
    puzzle, words = found.puzzle, registry.game(found.game).words()

    def said(says: Says) -> dict[str, Any]:
        return {"key": says.key, "params": says.params, "events": list(says.events), "words": in_words(words, says)}

    seen = puzzle.match.events(puzzle.seat)
    return {
        "id": found.id,
        "game": found.game,
        "version": found.version,
        "difficulty": found.difficulty,
        "seed": found.seed,
        "seat": puzzle.seat,
        "question": said(puzzle.question),
        "about": said(puzzle.about),
        "evidence": [seen[number - 1] for number in puzzle.evidence],
        "blanks": [
            {"label": said(blank.label), "choices": [choice.value for choice in blank.choices]}
            for blank in puzzle.blanks
        ],
        "hints": [said(hint) for hint in puzzle.hints],
        "answer": list(puzzle.answer),
        "proof": [said(step.says) | {"left": list(step.left), "odds": list(step.odds)} for step in puzzle.proof],
        "view": puzzle.match.view(puzzle.seat),
        "match": puzzle.match.save(),
    }


class Investigation:
    """One person solves one case."""

    def __init__(self, found: Case, screen: Screen, clock: Callable[[], float]) -> None:
        self.case = found
        self.puzzle = found.puzzle
        self.game = registry.game(found.game)
        self.words = self.game.words(screen.language)
        you = screen.t("case.you")
        self.names = [self.words.strings.get(name.removeprefix("@"), name) or you for name in names_of(found)]
        shown = live_display if self.game.State.timed else display_of
        self.display: Any = shown(self.game, self.names, self.puzzle.seat, screen.language)
        self.screen = screen.restyled(self.display.styles, pace=0.0)
        self.clock = clock
        self.begun = clock()
        self.added = 0
        self.hints = 0
        self.match: Match = self.puzzle.match.fork()

    def run(self) -> None:
        self._show()
        while True:
            typed = self.screen.ask("[now]>[/] ").strip()
            word = typed.lower()
            if word in LEAVING:
                return
            if word in ("?", "hint"):
                self._hint()
            elif word in ("", "b", "board"):
                self._show()
            elif self._answer(typed):
                self._solved()
                return

    # what is shown

    def _say(self, says: Says) -> str:
        return escape(in_words(self.words, says, self.names))

    def _show(self) -> None:
        view = self.match.view(self.puzzle.seat)
        screen = self.screen
        screen.clear()
        screen.say(f"[title] TOP SECRET [/] [now]{self.game.title}[/] [quiet]{self.case.id}[/]")
        if self.game.State.timed:
            screen.lines(self.display.table(view, self.match.now))
        else:
            screen.lines(self.display.screen(view, screen.width, screen.height, False))
        self._evidence(())
        screen.say(f"[now]{self._say(self.puzzle.question)}[/]")
        screen.say(f"[quiet]{self._say(self.puzzle.about)}[/]")
        for blank in self.puzzle.blanks:
            choices = " ".join(
                f"[typed]{number}[/] {escape(self._name(choice))}" for number, choice in enumerate(blank.choices, 1)
            )
            screen.say(f"{self._say(blank.label)} … {choices}")
        screen.say(screen.t("case.type" if self.puzzle.blanks else "case.play"))

    def _evidence(self, marked: tuple[int, ...]) -> None:
        for number in self.puzzle.evidence:
            event = self.puzzle.match.events(self.puzzle.seat)[number - 1]
            sign = "[now]»[/]" if number in marked else "[quiet]·[/]"
            self.screen.say(f"{sign} {escape(self._told(event))}")

    def _told(self, event: dict[str, Any]) -> str:
        form = "case.log" if f"case.log.{event['event']}" in self.words.strings else "event"
        return tell(self.game, event, lambda seat: self.names[seat], self.screen.language, form)

    def _name(self, choice: Choice) -> str:
        if choice.value.startswith("seat "):
            return self.names[int(choice.value.removeprefix("seat "))]
        return self.words.strings.get(choice.key, choice.value)

    def _hint(self) -> None:
        if self.hints == len(self.puzzle.hints):
            self.screen.say(self.screen.t("case.no_more_hints"))
            return
        hint = self.puzzle.hints[self.hints]
        self.hints += 1
        said = self.screen.t("case.hint", number=self.hints, of=len(self.puzzle.hints))
        self.screen.say(f"{said} {self._say(hint)}")
        if hint.events:
            self._evidence(hint.events)

    # answers

    def _answer(self, typed: str) -> bool:
        return self._chosen(typed) if self.puzzle.blanks else self._played(typed)

    def _chosen(self, typed: str) -> bool:
        blanks = self.puzzle.blanks
        parts = typed.replace(",", " ").split() if len(blanks) > 1 else [typed]
        if len(parts) != len(blanks):
            self.screen.say(self.screen.t("case.how_many", count=len(blanks), came=len(parts)))
            return False
        given = []
        for part, blank in zip(parts, blanks, strict=True):
            named = {choice.value.lower(): choice.value for choice in blank.choices}
            named |= {self._name(choice).lower(): choice.value for choice in blank.choices}
            named |= {str(number): choice.value for number, choice in enumerate(blank.choices, 1)}
            if part.lower() not in named:
                choices = escape(", ".join(self._name(choice) for choice in blank.choices))
                self.screen.say(self.screen.t("case.expected", choices=choices, came=escape(part[:40])))
                return False
            given.append(named[part.lower()])
        if self.case.is_right(given):
            return True
        self._wrong()
        return False

    def _wrong(self) -> None:
        self.added += PENALTY_S
        self.screen.say(self.screen.t("case.wrong", seconds=PENALTY_S))

    def _played(self, typed: str) -> bool:
        """An action of the turn; whoever begins anew has tried in vain."""
        seat = self.puzzle.seat
        if typed.lower() == "again":
            self._begin_anew()
            return False
        before = len(self.match.events(seat))
        try:
            self.match.play(seat, typed)
        except (IllegalAction, UnknownAction) as problem:
            self.screen.say(f"[no]{escape(str(problem)[:300])}[/]")
            return False
        self.screen.lines(self.display.news(self.match.events(seat, before)))
        if self.match.over and seat in (self.match.result or {}).get("winners", []):
            return True
        if seat not in self.match.actors:
            self._begin_anew()
        return False

    def _begin_anew(self) -> None:
        self.match = self.puzzle.match.fork()
        self._wrong()
        self._show()

    def _solved(self) -> None:
        seconds = int(self.clock() - self.begun) + self.added
        time = f"{seconds // 60}:{seconds % 60:02d}"
        self.screen.say(self.screen.t("case.closed", time=time, count=self.hints))
        solved = self.puzzle.match.fork()
        for action in () if self.puzzle.blanks else self.puzzle.answer:
            solved.play(self.puzzle.seat, action)
        seen = solved.events(self.puzzle.seat)
        for number, step in enumerate(self.puzzle.proof, 1):
            told = " ".join(self._told(seen[event - 1]) for event in step.says.events)
            self.screen.say(f"[now]{number}[/] {escape(told)} {self._say(step.says)}")
            if step.odds:
                odds = zip(self.puzzle.blanks[0].choices, step.odds, strict=True)
                said = ", ".join(f"{self._name(choice)} {part // 10} %" for choice, part in odds)
                self.screen.say(f"  [quiet]{escape(said)}[/]")
