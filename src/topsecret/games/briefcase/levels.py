"""The levels of briefcase."""

from topsecret.kernel.levels import Level

LEVELS = {
    "easy": Level("greedy", milliseconds=150, handicaps={"haze": 32.0}),
    "medium": Level(
        "search", milliseconds=150, simulations=60, handicaps={"candidates": 8.0, "worlds": 6.0, "depth": 2.0}
    ),
    "hard": Level("search", milliseconds=1000),
}
