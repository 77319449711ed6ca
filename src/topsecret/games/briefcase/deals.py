"""Exact counting of deals (B9.1): in how many ways the pieces can lie under the spies, if each spy can only be what its mask says.

A deal gives each spy one piece and each piece to one spy. So the number of deals is that of the perfect matchings, and it is counted
spy by spy over the set of pieces that are gone: at most 8,192 sets for 13 pieces. The same counts give how often a spy is a piece, and
draw a deal so that each comes equally often. Spies of which nothing is known are all alike and are counted at once.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from math import factorial

PIECES_AT_MOST = 13
REMEMBERED = 32  # positions: one that is asked about now is asked about often, and each takes 64 kB


@cache
def bits() -> list[tuple[int, ...]]:
    """By mask: its single bits."""
    table: list[tuple[int, ...]] = [()]
    for mask in range(1, 1 << PIECES_AT_MOST):
        table.append((*table[mask & (mask - 1)], mask & -mask))
    return table


class Deals:
    """All deals in which spy n has a piece of masks[n]; there are as many pieces as spies."""

    def __init__(self, masks: Sequence[int]) -> None:
        self.masks = tuple(masks)
        self.every = 0
        for mask in masks:
            self.every |= mask
        self.asked = sorted(
            (n for n in range(len(masks)) if masks[n] != self.every), key=lambda n: masks[n].bit_count()
        )
        self.unasked = [n for n in range(len(masks)) if masks[n] == self.every]
        self.left = array("q", bytes(8 << PIECES_AT_MOST))  # by the pieces that are gone: the ways to go on
        if len(masks) == self.every.bit_count():
            self._go_on(*self.come())

    def come(self) -> tuple[list[int], list[list[int]]]:
        """By the pieces that are gone: the ways to come there. By spies that are done: which pieces can be gone."""
        table, came, stages = bits(), [0] * (1 << PIECES_AT_MOST), [[0]]
        came[0] = 1
        for spy in self.asked:
            mask, stage = self.masks[spy], list[int]()
            for gone in stages[-1]:
                ways = came[gone]
                for bit in table[mask & ~gone]:
                    further = gone | bit
                    if not came[further]:
                        stage.append(further)
                    came[further] += ways
            stages.append(stage)
        return came, stages

    def _go_on(self, came: list[int], stages: list[list[int]]) -> None:
        table, left = bits(), [0] * (1 << PIECES_AT_MOST)
        self._shares: list[dict[int, int]] = [{} for _ in self.masks]
        for gone in stages[-1]:
            left[gone] = factorial(len(self.unasked))
        for spy, stage in zip(reversed(self.asked), reversed(stages[:-1]), strict=True):
            mask = self.masks[spy]
            share = dict.fromkeys(table[mask], 0)
            for gone in stage:
                ways, onward = came[gone], 0
                for bit in table[mask & ~gone]:
                    after = left[gone | bit]
                    onward += after
                    share[bit] += ways * after
                left[gone] = onward
            self._shares[spy] = share
        self.left = array("q", left)
        for bit in table[self.every] if self.unasked else ():
            rest = self.count - sum(self._shares[spy].get(bit, 0) for spy in self.asked)
            for spy in self.unasked:
                self._shares[spy][bit] = rest // len(self.unasked)

    @property
    def count(self) -> int:
        """How many deals there are."""
        return self.left[0]

    def shares(self) -> list[dict[int, int]]:
        """By spy: in how many deals it has each piece (given as a bit), if in any."""
        if self.count == 0:
            return [{} for _ in self.masks]
        return [{bit: ways for bit, ways in share.items() if ways} for share in self._shares]

    def draw(self, rng: random.Random) -> list[int]:
        """A deal, each as likely as any other: the piece of every spy, as a bit."""
        table, left = bits(), self.left
        dealt = [0] * len(self.masks)
        gone = 0
        for spy in self.asked:
            at = rng.randrange(left[gone])
            for bit in table[self.masks[spy] & ~gone]:
                ways = left[gone | bit]
                if at < ways:
                    dealt[spy] = bit
                    break
                at -= ways
            gone |= dealt[spy]
        rest = list(table[self.every & ~gone])
        rng.shuffle(rest)
        for spy in self.unasked:
            dealt[spy] = rest.pop()
        return dealt


@lru_cache(maxsize=REMEMBERED)
def deals(masks: tuple[int, ...]) -> Deals:
    """The same, remembered: many questions are asked about one position."""
    return Deals(masks)


@lru_cache(maxsize=REMEMBERED)
def odds(masks: tuple[int, ...]) -> tuple[dict[int, float], ...]:
    """By spy: how likely it is each piece (by its number), as deals go."""
    known = deals(masks)
    whole = known.count
    return tuple({bit.bit_length() - 1: ways / whole for bit, ways in share.items()} for share in known.shares())
