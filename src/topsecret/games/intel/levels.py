"""The levels of intel."""

from topsecret.kernel.levels import Level

LEVELS = {
    "easy": Level("greedy", milliseconds=150, handicaps={"haze": 25.0}),
    "medium": Level("search", milliseconds=150, simulations=48, handicaps={"depth": 2.0, "candidates": 6.0}),
    "hard": Level("search", milliseconds=1000),
}
