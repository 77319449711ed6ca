"""The levels of briefcase."""

from topsecret.kernel.levels import Level

LEVELS = {
    "easy": Level("greedy", milliseconds=150, handicaps={"haze": 6.0}),
    "medium": Level("greedy", milliseconds=150),
    "hard": Level("greedy", milliseconds=1000),
}
