"""Choosing so that a move tells little about who one is.

Somebody who knows a bot's program asks of each move how likely it would have been for everybody that the bot might be. What they learn
is the information that moves carry about the secret. The best trade of that against winning, at a price for each unit (nat) of it, has the
form (Blahut and Arimoto's, of rate and distortion)

    chance of a move, given a secret  ~  how usual the move is * exp(share of wins with it / price)

where how usual a move is hangs on nothing secret: a public model of all players says it. Where little is at stake all secrets choose
nearly the same; where much is, each does what it must."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def veiled(shares: Sequence[float], usual: Sequence[float], price: float) -> list[float]:
    """How likely each move is chosen. `shares`: how often it wins; `usual`: how likely it is for anybody, as far as is public."""
    best = max(shares)
    weights = [common * exp((share - best) / price) for share, common in zip(shares, usual, strict=True)]
    whole = sum(weights)
    return [weight / whole for weight in weights]
