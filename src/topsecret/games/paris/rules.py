"""The rules of paris, in the order of the rule page.

Written in the small language of the kernel: the same functions run interpreted and compiled. The page's rooms have files of their
own: `deal` (P1, P2: set-up, drawing, the end of a deal), `eyes` (P3), `mission` (the case: P2.4, P4; calls: P5), `cards` (cards that
come and go), `invariants` (what every position obeys). The time is `state.now`; what falls due happens in `elapse`.
"""

from __future__ import annotations

from topsecret.kernel import CHANCE_TURN

from . import deal, eyes, invariants, mission
from .box import MOST_SEATS, RANDOM, Target
from .deal import begin_deal, lay_out, next_deal
from .eyes import end_winks
from .mission import deal_to_the_holder, pass_by_itself
from .state import Ended, Phase, Refusal, State

RULES = (deal, eyes, mission, invariants)  # P1 to P5, and what every position obeys


# P1, P2.1: set-up


def setup(state: State) -> None:
    state.now = 0
    state.deal = 1
    state.ended = Ended.NOT_YET
    state.drawer = 0
    for seat in range(MOST_SEATS):
        state.earlier[seat] = 0
    lay_out(state)
    if state.starter == RANDOM:
        state.phase = Phase.BEGIN
        state.first = 0
        state.holder = 0
        state.first_round = 1
        state.deadline = 0
    else:
        begin_deal(state, state.starter)


def weight_begin(state: State, starting: int) -> int:
    return 1 if starting < state.seats else 0


def do_begin(state: State, starting: int) -> None:
    begin_deal(state, starting)


# Who acts, and what happens by itself


def actors(state: State) -> int:
    """Anyone may act at any moment."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase < Phase.FIRST:
        return CHANCE_TURN
    return (1 << state.seats) - 1


def why_not_now(state: State, action: str) -> int:
    """Anyone may act at any moment, but not all actions belong to all parts of a deal."""
    if action == "ready":
        return Refusal.DEAL_GOES_ON
    if state.phase == Phase.READY:
        return Refusal.DEAL_OVER
    return Refusal.FIRST_ROUND_OVER if action == "draw" else Refusal.ONLY_DRAWING


def due(state: State) -> int:
    """P2.1, P3.3, P7.2, P1.3: the next end of a wink, or the time of the case."""
    soonest = time_is_up(state)
    for seat in range(state.seats):
        if state.wink[seat] != Target.NONE and state.wink_ends[seat] < soonest:
            soonest = state.wink_ends[seat]
    return soonest


def time_is_up(state: State) -> int:
    """P5.3: the case waits for what has come in time and is held."""
    return state.deadline + (state.grace_ms if state.phase == Phase.PLAY else 0)


def elapse(state: State) -> None:
    """P3.3: what falls due at a moment happens before what is done at it; a wink that is over first, then the case."""
    end_winks(state)
    if state.now < time_is_up(state):
        return
    if state.phase == Phase.FIRST:
        deal_to_the_holder(state)
    elif state.phase == Phase.PLAY:
        pass_by_itself(state)
    elif state.phase == Phase.READY:
        next_deal(state)


# P6: the end


def score(state: State, seat: int) -> int:
    return state.points[seat] + state.earlier[seat]


def winners(state: State) -> int:
    """P6.1: most cards under the board; several winners are possible."""
    best = 0
    most = -1
    for seat in range(state.seats):
        if score(state, seat) > most:
            most = score(state, seat)
            best = 0
        if score(state, seat) == most:
            best |= 1 << seat
    return best


def ending(state: State) -> int:
    """P6.1, P6.2: as the last deal ended (`end_deal`)."""
    return state.ended
