"""The levels of spies."""

from topsecret.kernel.levels import Level

LEVELS = {
    "easy": Level("greedy", milliseconds=150, handicaps={"haze": 5.0}),
    "medium": Level(
        "search",
        milliseconds=150,
        simulations=80,
        handicaps={"candidates": 5.0, "worlds": 4.0, "beliefs": 0.0, "hiding": 0.15, "mixing": 0.08},
    ),
    "hard": Level("search", milliseconds=1000, handicaps={"hiding": 0.06, "mixing": 0.006}),
}
