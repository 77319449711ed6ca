"""The levels of spies."""

from topsecret.kernel.levels import Level

LEVELS = {
    "easy": Level("greedy", milliseconds=150, handicaps={"haze": 5.0}),
    "medium": Level(
        "search",
        milliseconds=150,
        simulations=2000,
        handicaps={"candidates": 8.0, "worlds": 16.0, "hiding": 0.08, "mixing": 0.02},
    ),
    "hard": Level("search", milliseconds=1000, handicaps={"hiding": 0.06, "mixing": 0.006}),
}
