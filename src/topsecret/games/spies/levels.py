"""The levels of spies."""

from topsecret.kernel.levels import Level

LEVELS = {
    "easy": Level("greedy", milliseconds=150, handicaps={"haze": 5.0}),
    "medium": Level(
        "search", milliseconds=150, simulations=400, handicaps={"candidates": 12.0, "worlds": 16.0, "mixing": 0.02}
    ),
    "hard": Level("search", milliseconds=1000, handicaps={"mixing": 0.006}),
}
