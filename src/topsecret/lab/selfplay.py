"""Bots play many games among themselves, and what came of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean, median
from typing import Any

from topsecret.bots import Budget, act, make
from topsecret.bots.live import Live
from topsecret.bots.registry import module_of
from topsecret.kernel.errors import BadOptions
from topsecret.kernel.game import Game
from topsecret.kernel.match import Match


def play_one(
    game: Game, seats: int, options: dict[str, Any], seed: str, bots: Sequence[str], budget: Budget
) -> tuple[Match, int]:
    """One match to its end, and how many actions it took. Bot k sits at seat k, and round again."""
    match = game.match(seats=seats, options=options, seed=seed)
    if game.State.timed:
        live = Live(match, {seat: bots[seat % len(bots)] for seat in range(seats)}, seed)
        return live.run(), live.actions
    players = [make(bots[seat % len(bots)], game, f"{seed}/{seat}") for seat in range(seats)]
    actions = 0
    while not match.over:
        seat = match.actors[0]
        act(match, seat, players[seat], budget)
        actions += 1
    return match, actions


def selfplay(
    game: Game,
    games: int,
    seats: int,
    seed: str,
    options: dict[str, Any],
    bots: Sequence[str],
    budget: Budget | None = None,
    on_game: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Plays so many games and reports on them. The same seed plays the same games."""
    if games < 1:
        raise BadOptions(f"games: expected at least 1, got {games}")
    lengths: list[int] = []
    wins = [0] * seats
    shares = [0.0] * seats  # a shared win counts in parts
    scores: list[list[int]] = [[] for _ in range(seats)]
    reasons: Counter[tuple[str, str]] = Counter()
    figures: dict[str, list[float]] = {}  # what the game's own `figures.py` counts
    counts: Any = module_of(game, "figures")
    nobody = 0
    begun = time.perf_counter()
    for number in range(games):
        match, actions = play_one(game, seats, options, f"{seed}/{number}", bots, budget or Budget())
        result = match.result
        assert result is not None
        lengths.append(actions)
        reasons[result["reason"]["code"], result["reason"]["rule"]] += 1
        nobody += not result["winners"]
        for seat in result["winners"]:
            wins[seat] += 1
            shares[seat] += 1 / len(result["winners"])
        for seat in range(seats):
            scores[seat].append(result["scores"][seat])
        for figure, value in (counts.figures(match) if counts is not None else {}).items():
            figures.setdefault(figure, []).append(value)
        if on_game is not None:
            on_game(number + 1)
    seconds = time.perf_counter() - begun
    words = game.words()
    return {
        "game": game.id,
        "games": games,
        "seats": seats,
        "seed": seed,
        "options": options,
        "length": {
            "unit": "actions",
            "mean": fmean(lengths),
            "median": median(lengths),
            "least": min(lengths),
            "most": max(lengths),
        },
        "by_seat": [
            {
                "seat": seat,
                "bot": bots[seat % len(bots)],
                "wins": wins[seat],
                "share": shares[seat] / games,
                "mean_score": fmean(scores[seat]),
            }
            for seat in range(seats)
        ],
        "nobody_won": nobody,
        "reasons": [
            {"reason": code, "rule": rule, "words": words.say(f"ending.{code}"), "games": count, "share": count / games}
            for (code, rule), count in reasons.most_common()
        ],
        "figures": {
            figure: {"mean": fmean(values), "least": min(values), "most": max(values)}
            for figure, values in figures.items()
        },
        "seconds": seconds,
        "actions_per_second": sum(lengths) / seconds,
    }
