"""What a bot is. It gets what a seat may know (a view, the seen log, the legal actions) and never a state.

The simplest bot is a class `Name(game, seed)` with `choose`. At a table it is made once and lives as long as its seat:

- `choose(view, seen, legal, budget)` is asked for one of the legal actions, within the budget.
- `told(events)`, if it has that, hears everything its seat is told, once and in order, before it is asked; in portions that mean nothing.
  A bot that keeps beliefs works them out here. Should it have to be made again (its process died, the server was restarted), it is told
  everything from the beginning.
- `rng`, if it has that, is set before each choice to a generator of this choice alone, made from the seat's secret seed and the
  number of events so far. A bot that draws its luck from there, and counts simulations instead of milliseconds, chooses the same
  when it is made again.

- `explain()`, if it has that, is asked after each choice what the bot believed and why it moved: a few sentences by key (`why.py`). They
  are kept with the action, and told after the match.
- `level`, if it has that, is set to the level that it plays at (`kernel/levels.py`): its own limit of time, and handicaps, of which
  it knows those that its `handicaps` name.

In games with time a bot has `wish` instead (see `players.py`).
"""

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

    milliseconds: int | None = None
    simulations: int | None = None


class Bot(Protocol):
    """Chooses one of the legal actions of a seat."""

    def choose(self, view: View, seen: Seen, legal: Sequence[Move], budget: Budget) -> Move: ...


def act(match: Match, seat: int, bot: Bot, budget: Budget) -> Move:
    """Lets a bot play one action for a seat: the only way from a match to a bot and back."""
    move = bot.choose(match.view(seat), match.events(seat), match.legal(seat), budget)
    match.play(seat, move)
    return move
