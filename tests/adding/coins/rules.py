"""The rules of coins, in the order of the page."""

from __future__ import annotations

from topsecret.kernel import CHANCE_TURN

from . import invariants
from .box import CLAIMER, COINS, REPLIER
from .state import Ending, Phase, State

RULES = (invariants,)


def setup(state: State) -> None:
    state.phase = Phase.TOSS


def actors(state: State) -> int:
    if state.phase == Phase.TOSS:
        return CHANCE_TURN
    if state.phase == Phase.CLAIM:
        return 1 << CLAIMER
    if state.phase == Phase.REPLY:
        return 1 << REPLIER
    return 0


def do_toss(state: State, coin: int) -> None:
    """C1.1"""
    state.coin[state.tossed] = coin
    state.tossed += 1
    if state.tossed == COINS:
        state.phase = Phase.CLAIM


def do_claim(state: State, seat: int, heads: int) -> None:
    """C2.1"""
    state.claimed = heads
    state.phase = Phase.REPLY


def do_reply(state: State, seat: int, reply: int) -> None:
    """C3.1"""
    state.doubted = reply
    state.phase = Phase.OVER


def is_true(state: State) -> bool:
    return state.coin[CLAIMER] + state.coin[REPLIER] == state.claimed


def winners(state: State) -> int:
    """C3.1: who was right wins."""
    if state.doubted == 1 and is_true(state):
        return 1 << CLAIMER
    if state.doubted == 0 and not is_true(state):
        return 1 << CLAIMER
    return 1 << REPLIER


def score(state: State, seat: int) -> int:
    return winners(state) >> seat & 1


def ending(state: State) -> int:
    return Ending.TRUE if is_true(state) else Ending.FALSE
