"""The levels of intel."""

from topsecret.kernel.levels import Level

LEVELS = {
    "easy": Level("greedy", milliseconds=150, handicaps={"haze": 25.0}),
    "medium": Level("search", milliseconds=150, simulations=24, handicaps={"depth": 1.0, "candidates": 4.0}),
    "hard": Level("search", milliseconds=1000),
}
