"""The command `topsecret cases`: the case of a day or of a seed, solved at the keyboard or printed for programs."""

from __future__ import annotations

import argparse
import datetime
import time
from collections.abc import Callable
from typing import Any

from rich.markup import escape

from topsecret.kernel import registry
from topsecret.kernel.cases import PENALTY_S, Case, Says, case, case_of_the_day, in_words, read_date
from topsecret.kernel.errors import BadCase, IllegalAction, UnknownAction
from topsecret.kernel.match import Match
from topsecret.kernel.words import tell

from .commands import print_json
from .display import display_of
from .screen import Gone, Interrupted, Screen
from .session import LEAVING, seat_names

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
        Investigation(found, screen or Screen({}), clock).run()
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
        self.words = self.game.words()
        names = seat_names(self.puzzle.match.seats, self.puzzle.seat, "You")
        self.names = names
        self.display = display_of(self.game, names, self.puzzle.seat)
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

    def _show(self) -> None:
        view = self.match.view(self.puzzle.seat)
        self.screen.clear()
        self.screen.say(f"[title] TOP SECRET [/] [now]{self.game.title}[/] [quiet]{self.case.id}[/]")
        self.screen.lines(self.display.screen(view, self.screen.width, self.screen.height, False))
        self._evidence(())
        self.screen.say(f"[now]{escape(in_words(self.words, self.puzzle.question))}[/]")
        self.screen.say(f"[quiet]{escape(in_words(self.words, Says('case.about')))}[/]")
        for blank in self.puzzle.blanks:
            choices = " ".join(
                f"[typed]{number}[/] {escape(self._name(choice.key))}" for number, choice in enumerate(blank.choices, 1)
            )
            self.screen.say(f"{escape(in_words(self.words, blank.label))} … {choices}")
        how = (
            "numbers or names, one for each blank"
            if self.puzzle.blanks
            else "actions, as the rules write them; [typed]again[/] begins anew"
        )
        self.screen.say(
            f"[quiet]Type[/] {how}[quiet];[/] [typed]hint[/][quiet],[/] [typed]board[/] [quiet]or[/] [typed]q[/][quiet].[/]"
        )

    def _evidence(self, marked: tuple[int, ...]) -> None:
        for number in self.puzzle.evidence:
            event = self.puzzle.match.events(self.puzzle.seat)[number - 1]
            sign = "[now]»[/]" if number in marked else "[quiet]·[/]"
            self.screen.say(f"{sign} {escape(self._told(event))}")

    def _told(self, event: dict[str, Any]) -> str:
        return tell(self.game, event, lambda seat: self.names[seat])

    def _name(self, key: str) -> str:
        return self.words.strings.get(key, key)

    def _hint(self) -> None:
        if self.hints == len(self.puzzle.hints):
            self.screen.say("[quiet]There are no more hints.[/]")
            return
        hint = self.puzzle.hints[self.hints]
        self.hints += 1
        self.screen.say(f"[now]Hint {self.hints} of {len(self.puzzle.hints)}.[/] {escape(in_words(self.words, hint))}")
        if hint.events:
            self._evidence(hint.events)

    # answers

    def _answer(self, typed: str) -> bool:
        return self._chosen(typed) if self.puzzle.blanks else self._played(typed)

    def _chosen(self, typed: str) -> bool:
        parts = [part.strip() for part in typed.replace(",", " ").split()] if len(self.puzzle.blanks) > 1 else [typed]
        if len(parts) != len(self.puzzle.blanks):
            self.screen.say(f"[quiet]Expected {len(self.puzzle.blanks)} answers, got {len(parts)}.[/]")
            return False
        given = []
        for part, blank in zip(parts, self.puzzle.blanks, strict=True):
            named = {choice.value.lower(): choice.value for choice in blank.choices}
            named |= {self._name(choice.key).lower(): choice.value for choice in blank.choices}
            named |= {str(number): choice.value for number, choice in enumerate(blank.choices, 1)}
            if part.lower() not in named:
                self.screen.say(
                    f"[quiet]Expected one of {escape(', '.join(c.value for c in blank.choices))}; got {escape(part[:40])}.[/]"
                )
                return False
            given.append(named[part.lower()])
        if self.case.is_right(given):
            return True
        self._wrong()
        return False

    def _wrong(self) -> None:
        self.added += PENALTY_S
        self.screen.say(f"[no]No.[/] {PENALTY_S} seconds more.")

    def _played(self, typed: str) -> bool:
        """An action of the turn; whoever begins anew has tried in vain."""
        seat = self.puzzle.seat
        if typed.lower() == "again":
            self.match = self.puzzle.match.fork()
            self._wrong()
            self._show()
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
            self.match = self.puzzle.match.fork()
            self._wrong()
            self._show()
        return False

    def _solved(self) -> None:
        seconds = int(self.clock() - self.begun) + self.added
        hints = f", {self.hints} hint{'' if self.hints == 1 else 's'}" if self.hints else ""
        self.screen.say(f"[yes]Case closed[/] in {seconds // 60}:{seconds % 60:02d}{hints}. The shortest proof:")
        seen = self.puzzle.match.events(self.puzzle.seat)
        for number, step in enumerate(self.puzzle.proof, 1):
            told = " ".join(self._told(seen[event - 1]) for event in step.says.events if event <= len(seen))
            self.screen.say(
                f"[now]{number}[/] {escape(told)} {escape(in_words(self.words, step.says))}".replace("  ", " ")
            )
            if step.odds:
                blank = self.puzzle.blanks[0]
                bars = ", ".join(
                    f"{self._name(choice.key)} {odds // 10}%"
                    for choice, odds in zip(blank.choices, step.odds, strict=True)
                )
                self.screen.say(f"  [quiet]{escape(bars)}[/]")
