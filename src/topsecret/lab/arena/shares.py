"""How sure a share of wins is. The unit is the block: the same deal under every rotation. Blocks are independent of each other, the games
within one are not, so intervals come from the spread over blocks."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, log1p, sqrt
from typing import NamedTuple

CONFIDENCE = 0.95
NORMAL = 1.959963984540054  # two-sided 95 %
STUDENT = (0.0, 12.706, 4.303, 3.182, 2.776)  # the same for very few blocks, by degrees of freedom


class Interval(NamedTuple):
    share: float
    low: float
    high: float


def student(freedom: int) -> float:
    """The two-sided 95 % point of Student's t, by an expansion in 1/freedom."""
    if freedom < len(STUDENT):
        return STUDENT[max(freedom, 1)]
    z, n = NORMAL, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def interval(blocks: Sequence[float], games_a_block: int) -> Interval:
    """The mean of the blocks with its 95 % interval: Wilson's, for as many games as would have the spread that the blocks have. Where
    the blocks do not differ, a block counts as one game if all were won or all lost, and its games count one by one else."""
    n = len(blocks)
    if n == 0:
        return Interval(0.5, 0.0, 1.0)
    mean = sum(blocks) / n
    spread = sum((one - mean) ** 2 for one in blocks) / (n - 1) / n if n > 1 else 0.0
    if spread > 0:
        games = mean * (1 - mean) / spread
    else:
        games = n if mean in (0.0, 1.0) else n * games_a_block
    t = student(n - 1) if spread > 0 else NORMAL
    middle = (mean + t * t / (2 * games)) / (1 + t * t / games)
    half = t / (1 + t * t / games) * sqrt(mean * (1 - mean) / games + t * t / (4 * games * games))
    return Interval(mean, max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half)))


class Sequential:
    """An interval that holds at all times together with 95 %, however often one looks and whenever one stops: a gambler bets on the next
    block being above (or below) each possible share; a share at which a gambler has become rich is ruled out. (The hedged betting
    sequence of Waudby-Smith and Ramdas, 2023.)"""

    STEPS = 400
    BOLDNESS = 0.5  # a bet loses at most this part of the capital

    def __init__(self) -> None:
        shares = [step / self.STEPS for step in range(self.STEPS + 1)]
        self.up = dict.fromkeys(shares, 0.0)  # logarithms of the capital
        self.down = dict.fromkeys(shares, 0.0)
        self.n = 0
        self.sum = 0.5
        self.squares = 0.25
        self.low, self.high = 0.0, 1.0

    def add(self, block: float) -> None:
        """The next block's share."""
        self.n += 1
        spread = self.squares / self.n  # by what came before: a bet may not know its outcome
        bet = sqrt(2 * log(2 / (1 - CONFIDENCE)) / (spread * self.n * log1p(self.n)))
        rich = log(2 / (1 - CONFIDENCE))
        for share in list(self.up):
            above = min(bet, self.BOLDNESS / share if share else inf)
            below = min(bet, self.BOLDNESS / (1 - share) if share < 1 else inf)
            self.up[share] += log1p(max(-1 + 1e-12, above * (block - share)))
            self.down[share] += log1p(max(-1 + 1e-12, -below * (block - share)))
            if max(self.up[share], self.down[share]) >= rich:
                del self.up[share], self.down[share]
        if self.up:
            self.low = max(0.0, min(self.up) - 1 / self.STEPS)
            self.high = min(1.0, max(self.up) + 1 / self.STEPS)
        self.sum += block
        self.squares += (block - self.sum / (self.n + 1)) ** 2

    def excludes(self, share: float) -> bool:
        return not self.low <= share <= self.high
