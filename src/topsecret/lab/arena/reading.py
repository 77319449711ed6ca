"""What somebody who knows a bot's program reads from its moves. The bot plays all seats; at each of its decisions the observer asks the
same program what it would do as every other that it might be (`disguises.py` of the game), and weighs all ways in which the seats can be
somebody together. Reported is how much the observer gives the truth after so many decisions of each seat."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations
from math import exp, log, prod
from typing import Any

from topsecret.bots.greedy import Greedy
from topsecret.bots.greedy1 import FirstGreedy
from topsecret.bots.registry import module_of
from topsecret.bots.search import Search
from topsecret.kernel import registry
from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move

from .entrants import Entrant, made
from .settings import Settings

MOVES = (1, 2, 4, 8)  # after so many decisions of each seat it is said what was read
SEARCHES = 3  # of a search, which says what it would do how often
SAMPLES = 24  # of a bot that does not say how likely it does what
UNSURE = 1.0  # how many samples' worth of "it may do anything" is added
NODES = 48  # for the luck of a judge
SLIP = 0.002  # of any bot: it may always do anything once in so many times


class Shadow:
    """The same program, told what it would have been told as somebody else."""

    def __init__(self, entrant: Entrant, game: Game, seed: str) -> None:
        self.bot: Any = made(entrant, game, seed)
        self.budget = entrant.budget
        self.seed = seed
        self.seen: list[dict[str, Any]] = []

    def policy(self, view: dict[str, Any], news: list[dict[str, Any]], legal: Sequence[Move]) -> list[float]:
        """How likely it does each of these."""
        self.seen += news
        bot = self.bot
        if news and hasattr(bot, "told"):
            bot.told(news)
        if hasattr(bot, "rng"):
            bot.rng = random.Random(f"{self.seed}/{len(self.seen)}")
        if hasattr(bot, "policy"):
            found = list(bot.policy(view, self.seen, legal, self.budget))
        elif isinstance(bot, Search):
            found = self._searched(view, legal)
        elif isinstance(bot, Greedy | FirstGreedy):
            found = by_judge(bot, view, self.seen, legal)
        else:
            found = self._sampled(view, legal)
        return [(1 - SLIP) * part + SLIP / len(legal) for part in found]

    def _searched(self, view: dict[str, Any], legal: Sequence[Move]) -> list[float]:
        """A search says how likely it does each of what it considered; with a few searches' luck, the same for all that it might be."""
        found = dict.fromkeys((move.code for move in legal), 0.0)
        for sample in range(SEARCHES):
            self.bot.rng = random.Random(f"{self.seed}/{len(self.seen)}/{sample}")
            chosen = self.bot.choose(view, self.seen, legal, self.budget)
            for move, part in self.bot.chances() or [(chosen, 1.0)]:
                found[move.code] += part / SEARCHES
        blur = UNSURE / (SEARCHES + UNSURE)  # what so few searches did not come upon is not impossible
        return [(1 - blur) * part + blur / len(legal) for part in found.values()]

    def _sampled(self, view: dict[str, Any], legal: Sequence[Move]) -> list[float]:
        """With the same luck for all that it might be: so a bot that does not care who it is tells nothing by chance."""
        counts = dict.fromkeys((move.code for move in legal), UNSURE / len(legal))
        for sample in range(SAMPLES):
            if hasattr(self.bot, "rng"):
                self.bot.rng = random.Random(f"{self.seed}/{len(self.seen)}/{sample}")
            counts[self.bot.choose(view, self.seen, legal, self.budget).code] += 1
        return [count / (SAMPLES + UNSURE) for count in counts.values()]


def by_judge(bot: Any, view: dict[str, Any], seen: list[dict[str, Any]], legal: Sequence[Move]) -> list[float]:
    """Of a bot that takes the best worth after some luck up to `haze` was added to each: exactly how likely it takes which."""
    worth: list[float] = bot.judge.weigh(view, seen, legal)
    level = getattr(bot, "level", None)
    haze: float = bot.judge.haze(view) * (level.handicaps.get("haze", 1.0) if level is not None else 1.0)
    best = max(worth)
    near = [index for index, value in enumerate(worth) if value + haze > best]
    found = [0.0] * len(worth)
    for node in range(
        NODES
    ):  # the highest of all comes out between the best worth and the best worth with all the luck
        highest = best + haze * (node + 0.5) / NODES
        under = [min((highest - worth[index]) / haze, 1.0) for index in near]
        all_under = prod(under)
        for index, part in zip(near, under):
            if part < 1.0:
                found[index] += all_under / part
    total = sum(found)
    return [part / total for part in found] if total else [float(value == best) for value in worth]


class Observer:
    """Weighs who is who from what all seats do."""

    def __init__(self, game: Game, entrant: Entrant, seats: int, seed: str) -> None:
        self.disguises: Any = module_of(game, "disguises")
        self.seats = seats
        self.game, self.entrant, self.seed = game, entrant, seed
        self.shadows: dict[tuple[int, str], Shadow] = {}
        self.likely: list[dict[str, float]] = [{} for _ in range(seats)]  # logarithms, by seat and secret

    def watch(
        self, seat: int, view: dict[str, Any], news: list[dict[str, Any]], legal: Sequence[Move], chosen: Move
    ) -> None:
        at = [move.code for move in legal].index(chosen.code)
        for secret in self.disguises.all_of(view):
            if (seat, secret) not in self.shadows:
                self.shadows[seat, secret] = Shadow(self.entrant, self.game, f"{self.seed}/{seat}")
            shadow = self.shadows[seat, secret]
            other, told = self.disguises.put_on(view, news, secret)
            part = shadow.policy(other, told, legal)[at]
            self.likely[seat][secret] = self.likely[seat].get(secret, 0.0) + log(part)

    def gives(self, truth: Sequence[str]) -> list[float]:
        """How much it gives the truth about each seat, all seats weighed together."""
        every = list(next(row for row in self.likely if row))
        rows = [row or dict.fromkeys(every, 0.0) for row in self.likely]
        tops = [max(row.values()) for row in rows]
        total, right = 0.0, [0.0] * self.seats
        for way in permutations(every, self.seats):
            if self.disguises.fit_together(way):
                weight = exp(sum(rows[seat][secret] - tops[seat] for seat, secret in enumerate(way)))
                total += weight
                for seat, secret in enumerate(way):
                    if secret == truth[seat]:
                        right[seat] += weight
        return [part / total for part in right]


def can_read(game: Game, options: dict[str, Any], seats: int) -> bool:
    """Whether the game says who else a seat might be, with these options."""
    disguises: Any = module_of(game, "disguises")
    return disguises is not None and bool(disguises.all_of(game.match(seats=seats, options=options, seed="0").view(0)))


def read(settings: Settings, entrant: Entrant, number: int) -> list[dict[str, float]]:
    """One game: for each seat how much the observer gave the truth after its first, second, fourth and eighth decision."""
    if entrant.is_guest:
        return []
    game, seed = registry.game(settings.game), f"{settings.seed}/reading/{number}"
    match = game.match(seats=settings.seats, options=settings.options, seed=seed)
    disguises: Any = module_of(game, "disguises")
    truth = [disguises.worn_by(match.view(seat)) for seat in range(match.seats)]
    every = len(disguises.all_of(match.view(0)))
    observer = Observer(game, entrant, match.seats, f"{seed}/observer")
    players = [made(entrant, game, f"{seed}/{seat}") for seat in range(match.seats)]
    seen: list[list[dict[str, Any]]] = [[] for _ in range(match.seats)]
    waiting: list[list[dict[str, Any]]] = [
        [] for _ in range(match.seats)
    ]  # news since the last decision that is watched
    moves, rows = [0] * match.seats, [{"guess": 1 / every} for _ in range(match.seats)]
    while not match.over and min(moves) < MOVES[-1]:
        seat = match.actors[0]
        news, legal, view = match.events(seat, len(seen[seat])), match.legal(seat), match.view(seat)
        seen[seat] += news
        waiting[seat] += news
        bot: Any = players[seat]
        if news and hasattr(bot, "told"):
            bot.told(news)
        if hasattr(bot, "rng"):
            bot.rng = random.Random(f"{seed}/{seat}/{len(seen[seat])}")
        chosen = bot.choose(view, seen[seat], legal, entrant.budget)
        if len(legal) > 1:
            observer.watch(seat, view, waiting[seat], legal, chosen)
            waiting[seat] = []
            moves[seat] += 1
        match.act(seat, chosen)
        if min(moves) in MOVES and str(min(moves)) not in rows[0]:
            for row, given in zip(rows, observer.gives(truth)):
                row[str(min(moves))] = round(given, 6)
    return rows
