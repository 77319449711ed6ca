"""Choosing so that a move tells little about who one is.

Somebody who knows a bot's program asks of each move how likely it would have been for everybody that the bot might be. What they learn
is the information that moves carry about the secret. The best trade of that against winning, at a price for each unit (nat) of it, has the
form (Blahut and Arimoto's, of rate and distortion)

    chance of a move, given a secret  ~  how usual the move is * exp(share of wins with it / price)

where how usual a move is hangs on nothing secret: it is how likely it is over all secrets, if all choose like this, by a public model of
what is good for each. Where little is at stake all secrets choose nearly the same; where much is, each does what it must.

How likely each secret is to others is not the same for long: whoever has done what only two would do hides behind the other one, and
need not do what is good for all seven. A `Reputation` follows that, from one's own moves and the same public model."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Protocol

ROUNDS = 40
DOUBT = 0.1  # so far everybody is held to be equally likely, whatever was done
FAITH = 0.7  # what a move tells by the public model counts so much: the model is not the search


class Choice(Protocol):
    """A choice, as a game's worlds tell of it."""

    @property
    def price(self) -> float: ...
    @property
    def shares(self) -> Any: ...  # an array by secret and move: how often it wins, by the public model
    @property
    def mine(self) -> int: ...  # the row of one's own secret
    @property
    def chosen(self) -> int | None: ...


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


def steadied(shares: Sequence[float], tried: Sequence[int], public: Sequence[float], games: int) -> list[float]:
    """What simulations and the public model, which is made of so many games, say together. What was left out early was tried seldom, and
    may only have been lucky."""
    whole = sum(tried)
    found = sum(share * number for share, number in zip(shares, tried)) / whole
    said = sum(share * number for share, number in zip(public, tried)) / whole
    return [
        found + (number * (share - found) + games * (model - said)) / (number + games)
        for share, number, model in zip(shares, tried, public, strict=True)
    ]


class Reputation:
    """Who one seems to be to somebody who has seen all that one did, by the public model."""

    def __init__(self) -> None:
        self.steps: list[tuple[Choice, Any]] = []  # by secret the logarithm of how likely all that was

    def after(self, done: Sequence[Choice], secrets: int) -> list[float]:
        """How likely each secret is; what was followed before is not followed again."""
        import numpy as np

        known = 0
        while known < min(len(self.steps), len(done)) and self.steps[known][0] is done[known]:
            known += 1
        del self.steps[known:]
        for choice in done[known:]:
            before = self.steps[-1][1] if self.steps else np.zeros(secrets)
            if choice.chosen is None:
                self.steps.append((choice, before))
                continue
            common = usual(choice.shares, believed(before), choice.price)
            weights = np.exp((choice.shares - choice.shares.max(axis=1, keepdims=True)) / choice.price) * np.array(
                common
            )
            likely = weights[:, choice.chosen] / weights.sum(axis=1)
            self.steps.append((choice, before + FAITH * np.log(likely + 1e-6)))
        return believed(self.steps[-1][1] if self.steps else np.zeros(secrets))


def believed(logarithms: Any) -> list[float]:
    import numpy as np

    parts = np.exp(logarithms - logarithms.max())
    return [DOUBT / len(parts) + (1 - DOUBT) * float(part) for part in parts / parts.sum()]
