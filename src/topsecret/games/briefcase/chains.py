"""The shortest chain of answers that forces a piece (B9.1): no fewer of them would do.

An answer is a spy and the pieces that could have given it, as bits. A set of answers forces a piece if no deal that agrees with them
gives the spy another one. Whatever does not force it is contradicted by nothing in some deal: so of the answers that are left out of a
largest set that does not force it, every chain needs at least one. The smallest set that meets all of these demands is the chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple


class Answer(NamedTuple):
    event: int  # its number, as its owner was told
    spy: int
    fits: int  # the pieces, as bits, that could have given it


def masks_after(answers: Iterable[Answer], spies: int, every: int) -> list[int]:
    """What each spy can be by its own answers."""
    masks = [every] * spies
    for answer in answers:
        masks[answer.spy] &= answer.fits
    return masks


def some_deal(masks: Sequence[int]) -> bool:
    """Whether the pieces can be dealt so that every spy has one of its own."""
    owner: dict[int, int] = {}

    def seat(spy: int, tried: set[int]) -> bool:
        left = masks[spy]
        while left:
            bit = left & -left
            left ^= bit
            if bit in tried:
                continue
            tried.add(bit)
            if bit not in owner or seat(owner[bit], tried):
                owner[bit] = spy
                return True
        return False

    return all(seat(spy, set()) for spy in sorted(range(len(masks)), key=lambda one: masks[one].bit_count()))


def forces(answers: Iterable[Answer], spies: int, every: int, spy: int, piece: int) -> bool:
    """Whether these answers leave the spy nothing but this piece, given as a bit."""
    masks = masks_after(answers, spies, every)
    masks[spy] &= ~piece
    return masks[spy] == 0 or not some_deal(masks)


def shortest_chain(answers: Sequence[Answer], spies: int, every: int, spy: int, piece: int) -> list[Answer]:
    """Of all sets of answers that force the piece one of the smallest, in the order of the log. All of them together must force it."""
    demands: list[frozenset[int]] = []
    while True:
        chosen = smallest_that_meets(demands, len(answers))
        if forces([answers[number] for number in chosen], spies, every, spy, piece):
            return [answers[number] for number in sorted(chosen)]
        kept = set(chosen)
        for number in range(len(answers)):
            if number not in kept and not forces([answers[one] for one in (*kept, number)], spies, every, spy, piece):
                kept.add(number)
        demands.append(frozenset(range(len(answers))) - kept)


def smallest_that_meets(demands: Sequence[frozenset[int]], count: int) -> tuple[int, ...]:
    """The first of the smallest sets of numbers that has one of each demand."""
    asked = sorted(set().union(*demands)) if demands else []
    for size in range(count + 1):
        for chosen in combinations(asked, size):
            if all(not demand.isdisjoint(chosen) for demand in demands):
                return chosen
    raise AssertionError("a demand without members cannot be met")
