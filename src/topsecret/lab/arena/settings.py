"""What is played: everything on which a result depends, so that anybody can repeat it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

from topsecret.kernel import registry
from topsecret.kernel.errors import BadOptions, shorten
from topsecret.kernel.game import Game

from .entrants import Entrant, budget_of, entrants, in_words

MOST_GAMES = 1_000_000


class Pairing(NamedTuple):
    """One bot alone, and another at all other seats."""

    alone: str
    others: str


class Task(NamedTuple):
    """One block of a pairing; or one game in which an observer reads a bot."""

    pairing: Pairing
    number: int
    reads: bool = False


@dataclass(frozen=True)
class Settings:
    game: str
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    against: tuple[str, ...]  # only these are the others; none: everybody
    budget: str
    seed: str
    games: int  # of each pairing
    readings: int  # games in which each bot is read

    def json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "bots": list(self.bots),
            "against": list(self.against),
            "budget": self.budget,
            "seed": self.seed,
        }

    @property
    def blocks(self) -> int:
        """As many as are needed for the games, each under every rotation."""
        return ceil(self.games / self.seats)

    def entered(self) -> dict[str, Entrant]:
        """The bots by how they were entered."""
        game, budget = registry.game(self.game), budget_of(self.budget or "1sims")
        if not self.budget:
            budget = type(budget)()
        found = entrants(",".join([*self.bots, *(one for one in self.against if one not in self.bots)]), game, budget)
        return {one.label: one for one in found}

    def pairings(self) -> list[Pairing]:
        """Everybody alone among everybody else's; with two seats that is the same both ways."""
        found: list[Pairing] = []
        others = self.against or self.bots
        for alone in self.bots:
            for other in others:
                same = Pairing(other, alone) in found and self.seats == 2
                if alone != other and not same:
                    found.append(Pairing(alone, other))
        return found

    def tasks(self) -> list[Task]:
        """In turns, so that every pairing has its first blocks early."""
        pairings = self.pairings()
        blocks = [Task(pairing, number) for number in range(self.blocks) for pairing in pairings]
        reads = [
            Task(Pairing(label, label), number, True) for number in range(self.readings) for label in self.entered()
        ]
        return [*reads, *blocks]


def settings(
    game: Game,
    bots: str,
    against: str = "",
    games: int = 100,
    seats: int | None = None,
    options: dict[str, Any] | None = None,
    budget: str = "",
    seed: str = "0",
    readings: int = 0,
) -> Settings:
    """Checked, so that nothing goes wrong after an hour; raises BadOptions."""
    seats = game.usual_seats if seats is None else seats
    game.begin(seats, options or {})
    if seats < 2:
        raise BadOptions(f"seats: expected at least 2, got {seats}")
    if not 1 <= games <= MOST_GAMES:
        raise BadOptions(f"games: expected 1 to {MOST_GAMES}, got {games}")
    if not 0 <= readings <= MOST_GAMES:
        raise BadOptions(f"readings: expected 0 to {MOST_GAMES}, got {readings}")
    if budget:
        budget = in_words(budget_of(budget))
    names, rest = texts(bots), texts(against)
    found = Settings(game.id, seats, options or {}, names, rest, budget, seed, games, readings)
    found.entered()
    if not found.pairings():
        raise BadOptions(f"bots: expected at least two, as in --bots greedy,random; got {shorten(bots)}")
    return found


def texts(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(",") if word.strip())


def rotations(task: Task, seats: int) -> list[Sequence[str]]:
    """Who sits where in each game of a block: the one alone has every seat once."""
    alone, others = task.pairing
    return [[alone if seat == lone else others for seat in range(seats)] for lone in range(seats)]
