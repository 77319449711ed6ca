"""Choosing so that a move tells little about who one is.

Somebody who knows a bot's program asks of each move how likely it would have been for everybody that the bot might be. What they learn
is the information that moves carry about the secret. The best trade of that against winning, at a price for each unit (nat) of it, has the
form (Blahut and Arimoto's, of rate and distortion)

    chance of a move, given a secret  ~  how usual the move is * exp(share of wins with it / price)

where how usual a move is hangs on nothing secret: it is how likely it is over all secrets, if all choose like this, by a public model of
what is good for each. Where little is at stake all secrets choose nearly the same; where much is, each does what it must."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

ROUNDS = 40


def usual(shares: Any, prior: Sequence[float], price: float) -> list[float]:
    """How likely each move is over all secrets. `shares` (an array by secret and move): how often it wins, by the public model; `prior`:
    how likely each secret is held to be by others."""
    import numpy as np

    pull = np.exp((shares - shares.max(axis=1, keepdims=True)) / price)
    held = np.array(prior)
    over_all = np.full(shares.shape[1], 1.0 / shares.shape[1])
    for _ in range(ROUNDS):
        chosen = pull * over_all
        over_all = held @ (chosen / chosen.sum(axis=1, keepdims=True))
    return [float(part) for part in over_all]


def veiled(shares: Sequence[float], usual: Sequence[float], price: float) -> list[float]:
    """How likely each move is chosen. `shares`: how often it wins; `usual`: how likely it is for anybody, as far as is public."""
    best = max(shares)
    weights = [common * exp((share - best) / price) for share, common in zip(shares, usual, strict=True)]
    whole = sum(weights)
    return [weight / whole for weight in weights]
