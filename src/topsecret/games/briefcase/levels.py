"""The levels of briefcase."""

from topsecret.kernel.levels import Level

LEVELS = {
    "easy": Level("greedy", milliseconds=150, handicaps={"haze": 32.0}),
    "medium": Level(
        "search", milliseconds=150, simulations=400, handicaps={"candidates": 12.0, "worlds": 16.0, "depth": 2.0}
    ),
    "hard": Level("search", milliseconds=1000),
}
