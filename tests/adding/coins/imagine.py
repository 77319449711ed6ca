"""Worlds that agree with what a viewer has seen: a coin that is covered lies either way."""

from __future__ import annotations

import random
from typing import Any

from topsecret.kernel import HIDDEN

from .box import COINS, Coin
from .state import State


def imagine(world: State, viewer: int | None, seen: list[dict[str, Any]], rng: random.Random) -> float:
    for seat in range(COINS):
        if world.coin[seat] is HIDDEN:
            world.coin[seat] = rng.randrange(len(Coin)) if seat < world.tossed else Coin.TAILS
    return 1.0
