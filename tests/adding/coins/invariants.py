"""What is true of every position that play can reach; a start position must keep to it."""

from __future__ import annotations

from .box import COINS, Coin
from .state import Flaw, Phase, State


def unsound(state: State) -> int:
    if (state.phase == Phase.TOSS) != (state.tossed < COINS):
        return Flaw.TOSSES
    for seat in range(state.tossed, COINS):
        if state.coin[seat] != Coin.TAILS:
            return Flaw.COIN_TOO_EARLY
    return Flaw.SOUND
