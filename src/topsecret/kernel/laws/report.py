"""What a law says after it has been tried, and what a law is."""

from __future__ import annotations

import random
import statistics
import traceback
from collections.abc import Callable, Iterable
from typing import Any

from ..audience import SPECTATOR
from ..game import Game

MOST_VIOLATIONS = 5


class LawBroken(AssertionError):
    """A game does not obey a law."""


class Enough(Exception):
    """A law found as many violations as anybody will read."""


class Violation:
    """One thing that does not hold, with what is needed to see it again: `laws.LAWS[law](game, seats, options, seed)`."""

    def __init__(self, law: str, words: str, case: Case, viewer: int | None, field: str) -> None:
        self.law = law
        self.words = words
        self.seats = case.seats
        self.options = case.options
        self.seed = case.seed
        self.step = case.step
        self.viewer = viewer
        self.field = field

    def json(self) -> dict[str, Any]:
        return dict(vars(self))

    def __str__(self) -> str:
        seen = "" if self.viewer is None else f", viewer {'spectator' if self.viewer == SPECTATOR else self.viewer}"
        where = f", {self.field}" if self.field else ""
        return f"{self.words} [seats {self.seats}, options {self.options}, seed {self.seed!r}, step {self.step}{seen}{where}]"


class Report:
    """How a law fared: cases tried, figures, violations; `skipped` says why it was not tried at all."""

    def __init__(self, law: str, game: str) -> None:
        self.law = law
        self.game = game
        self.tried = 0
        self.figures: dict[str, list[float]] = {}
        self.violations: list[Violation] = []
        self.skipped = ""

    @property
    def holds(self) -> bool:
        return not self.violations

    def note(self, figure: str, value: float) -> None:
        self.figures.setdefault(figure, []).append(value)

    def add(self, other: Report) -> None:
        self.tried += other.tried
        for figure, values in other.figures.items():
            self.figures.setdefault(figure, []).extend(values)
        self.violations += other.violations
        self.skipped = self.skipped or other.skipped

    def summary(self) -> dict[str, dict[str, float]]:
        """Each figure: how often it was noted, its sum, smallest, median, mean and largest value."""
        return {
            figure: {
                "noted": len(values),
                "sum": sum(values),
                "least": min(values),
                "median": statistics.median(values),
                "mean": statistics.fmean(values),
                "most": max(values),
            }
            for figure, values in self.figures.items()
        }

    def json(self) -> dict[str, Any]:
        return {
            "law": self.law,
            "game": self.game,
            "holds": self.holds,
            "tried": self.tried,
            "skipped": self.skipped or None,
            "figures": self.summary(),
            "violations": [violation.json() for violation in self.violations],
        }

    def __str__(self) -> str:
        figures = "; ".join(
            f"{figure} {values['median']:g} (of {values['noted']}: {values['least']:g}-{values['most']:g})"
            for figure, values in self.summary().items()
        )
        state = f"skipped: {self.skipped}" if self.skipped else "holds" if self.holds else "BROKEN"
        lines = [f"{self.game}: {self.law}: {state}, {self.tried} tried" + (f"; {figures}" if figures else "")]
        return "\n".join([*lines, *(f"  {violation}" for violation in self.violations)])


class Case:
    """One game to try a law on: who plays with which options, and the source of all random choices."""

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], seed: str, report: Report, purpose: str = ""
    ) -> None:
        self.game = game
        self.seed = seed
        self.purpose = purpose
        self.set_up(seats, options)
        self.report = report
        self.step = 0

    def set_up(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.options = options
        self.rng = random.Random(f"{self.seed}/{seats}/{sorted(options.items(), key=str)}/{self.purpose}")

    def beside(self, purpose: str) -> Case:
        """The same case with random choices of its own."""
        return Case(self.game, self.seats, self.options, self.seed, self.report, purpose)

    def tried(self, cases: int = 1) -> None:
        self.report.tried += cases

    def broken(self, words: str, viewer: int | None = None, field: str = "") -> None:
        self.report.violations.append(Violation(self.report.law, words, self, viewer, field))
        if len(self.report.violations) >= MOST_VIOLATIONS:
            raise Enough


class Law:
    """One law: call it for one random game; `conclude` judges the figures of many."""

    def __init__(self, name: str, body: Callable[[Case], None]) -> None:
        self.name = name
        self.body = body
        self.words = " ".join((body.__doc__ or "").split())
        self.conclude: Callable[[Game, Report], str | None] = lambda game, report: None
        self.__doc__ = body.__doc__

    def concluding(self, judge: Callable[[Game, Report], str | None]) -> Callable[[Game, Report], str | None]:
        self.conclude = judge
        return judge

    def __repr__(self) -> str:
        return f"<law {self.name}>"

    def __call__(
        self, game: Game, seats: int | None = None, options: dict[str, Any] | None = None, seed: str = "0"
    ) -> Report:
        report = Report(self.name, game.id)
        case = Case(game, game.seats[0] if seats is None else seats, dict(options or {}), seed, report)
        try:
            self.body(case)
        except Enough:
            pass
        except Exception as problem:  # rules that crash break whatever law was looking
            place = traceback.extract_tb(problem.__traceback__)[-1]
            crashed = f"{type(problem).__name__}: {problem} ({place.name}, line {place.lineno})"
            report.violations.append(Violation(self.name, f"crashed with {crashed}", case, None, ""))
        return report


LAWS: dict[str, Law] = {}


def law(name: str) -> Callable[[Callable[[Case], None]], Law]:
    """Makes a law of a function that tries it on one case."""

    def make(body: Callable[[Case], None]) -> Law:
        LAWS[name] = Law(name, body)
        return LAWS[name]

    return make


def require(reports: Iterable[Report]) -> None:
    """Raises LawBroken, with all that was found, unless every law holds."""
    broken = [str(report) for report in reports if not report.holds]
    if broken:
        raise LawBroken("\n".join(broken))
