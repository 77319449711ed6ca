"""Choosing so that a move tells little about who one is.

Somebody who knows a bot's program asks of each move how likely it would have been for everybody that the bot might be. What they learn
is the information that moves carry about the secret. This is the best trade of that against winning: of all ways to choose by secret the
one with the highest share of wins, less `price` for each unit (nat) of information. It has the form

    chance of a move, given a secret  ~  chance of the move over all secrets * exp(share of wins with it / price)

and is found by going back and forth between the two (Blahut and Arimoto's way for rate and distortion). Where little is at stake all
secrets choose nearly the same; where much is, each does what it must."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

ROUNDS = 40


def pooled(shares: Sequence[Sequence[float]], prior: Sequence[float], price: float) -> list[list[float]]:
    """By secret and move: how likely it is chosen. `shares`: how often each move wins, by secret; `prior`: how likely each secret is
    held to be by others."""
    moves = range(len(shares[0]))
    tops = [max(row) for row in shares]
    pull = [[exp((share - top) / price) for share in row] for row, top in zip(shares, tops)]
    over_all = [1.0 / len(moves)] * len(moves)
    chosen: list[list[float]] = []
    for _ in range(ROUNDS):
        chosen = []
        for row in pull:
            weights = [part * force for part, force in zip(over_all, row)]
            whole = sum(weights)
            chosen.append([weight / whole for weight in weights])
        over_all = [sum(likely * row[move] for likely, row in zip(prior, chosen)) for move in moves]
    return chosen
