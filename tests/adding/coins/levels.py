"""The levels of coins."""

from topsecret.kernel.levels import Level

LEVELS = {
    "easy": Level("greedy", milliseconds=150, handicaps={"haze": 3.0}),
    "medium": Level("greedy", milliseconds=150),
    "hard": Level("honest", milliseconds=1000),
}
