"""What every game must obey. Each law is tried on random games of one game; a violation says how to see it again.

from topsecret.kernel import laws
laws.require(laws.run(game, games=20))         # raises LawBroken, or nothing
laws.LAWS["secrecy"](game, 4, {}, "some seed")  # one law, one random game
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..game import Game
from . import foresight, play, secrecy, whole, worlds
from .driver import spread
from .report import LAWS, Case, Law, LawBroken, Report, Violation, require

ORDER = (
    "replay", "forms", "legal", "listing", "chance", "sound", "ends", "modes", "secrecy", "undo", "imagine", "frequencies", "views",
    "preview", "fulfilled", "help",
)  # fmt: skip
assert set(ORDER) == set(LAWS)


def run(
    game: Game,
    games: int = 20,
    seed: str = "0",
    laws: Iterable[str] | None = None,
    on_progress: Callable[[str, int, int], None] | None = None,
) -> list[Report]:
    """Tries laws (all, or those named) on so many random games each, over a spread of options and numbers of seats.
    `on_progress(law, done, games)` is called after each game. A law stops at the first game that breaks it."""
    cases = spread(game)
    reports = []
    for name in ORDER if laws is None else laws:
        report = Report(name, game.id)
        for number in range(games):
            seats, options = cases[number % len(cases)] if games >= len(cases) else cases[number * len(cases) // games]
            report.add(LAWS[name](game, seats, options, f"{seed}/{number}"))
            if on_progress is not None:
                on_progress(name, number + 1, games)
            if report.skipped or report.violations:
                break
        words = LAWS[name].conclude(game, report) if report.holds else None
        if words:
            report.violations.append(Violation(name, words, Case(game, 0, {}, seed, report), None, ""))
        reports.append(report)
    return reports


__all__ = [
    "LAWS", "ORDER", "Law", "LawBroken", "Report", "Violation", "foresight", "play", "require", "run", "secrecy",
    "spread", "whole", "worlds",
]  # fmt: skip
