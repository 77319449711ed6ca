"""What a bot is. It gets what a seat may know (a view, the seen log, the legal actions) and never a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from topsecret.kernel.match import Match
from topsecret.kernel.moves import Move

View = dict[str, Any]
Seen = Sequence[dict[str, Any]]


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one action. None: as much as it needs."""

    seconds: float | None = None
    simulations: int | None = None


class Bot(Protocol):
    """Chooses one of the legal actions of a seat."""

    def choose(self, view: View, seen: Seen, legal: Sequence[Move], budget: Budget) -> Move: ...


def act(match: Match, seat: int, bot: Bot, budget: Budget) -> Move:
    """Lets a bot play one action for a seat: the only way from a match to a bot and back."""
    move = bot.choose(match.view(seat), match.events(seat), match.legal(seat), budget)
    match.play(seat, move)
    return move
