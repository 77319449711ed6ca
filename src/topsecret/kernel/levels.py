"""Levels: how strong the bots are that people meet. A game declares them in its `levels.py`, as `LEVELS`, by name: which bot plays, how
long it may think about a decision, and what it does worse than it could, on purpose. Its name and its sentence are in the game's
strings: `level.<name>`, `level.<name>.help`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

NAMES = ("easy", "medium", "hard")  # what every game offers, from the weakest to the strongest


@dataclass(frozen=True)
class Level:
    """`handicaps` are numbers by name that the bot itself knows how to take: `haze` (so many times as much luck among good actions),
    `worlds`, `depth`, …; in games with time those of `bots.players.Limits`, too. What it does not know is refused when a bot is made."""

    bot: str
    milliseconds: int | None = None  # at most, for one decision
    simulations: int | None = None
    handicaps: Mapping[str, float] = field(default_factory=dict)
