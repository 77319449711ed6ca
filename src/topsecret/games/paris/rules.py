"""The rules of paris, in the order of the rule page.

Written in the small language of the kernel: the same functions run interpreted and compiled. The page's rooms have files of their
own: `deal` (P1, P2: set-up, drawing, the end of a deal), `eyes` (P3), `mission` (the case: P2.4, P4; calls: P5), `hands` (cards that
come and go), `sound` (what every position obeys). The time is `state.now`; what falls due happens in `elapse`.
"""

from __future__ import annotations

from topsecret.kernel import CHANCE_TURN

from .box import MOST_SEATS, RANDOM, Target
from .deal import (
    begin_deal,
    do_draw_agent,
    do_draw_place,
    do_own_card,
    do_ready,
    lay_out,
    next_deal,
    refuse_ready,
    weight_draw_agent,
    weight_draw_place,
    weight_own_card,
)
from .eyes import do_look, do_wink, end_winks, refuse_look, refuse_wink
from .mission import (
    closed_call,
    closed_complete,
    closed_discard_agent,
    closed_discard_both,
    closed_discard_place,
    closed_draw,
    deal_to_the_holder,
    do_call,
    do_complete,
    do_discard_agent,
    do_discard_both,
    do_discard_place,
    do_draw,
    do_pass_on,
    pass_by_itself,
    refuse_call,
    refuse_complete,
    refuse_discard_agent,
    refuse_discard_both,
    refuse_discard_place,
    refuse_pass_on,
)
from .sound import bad_options, unsound
from .state import Ended, Phase, State

__all__ = [
    "actors", "bad_options", "closed_call", "closed_complete", "closed_discard_agent", "closed_discard_both", "closed_discard_place",
    "closed_draw", "do_begin", "do_call", "do_complete", "do_discard_agent", "do_discard_both", "do_discard_place", "do_draw",
    "do_draw_agent", "do_draw_place", "do_look", "do_own_card", "do_pass_on", "do_ready", "do_wink", "due", "elapse", "ending",
    "refuse_call", "refuse_complete", "refuse_discard_agent", "refuse_discard_both", "refuse_discard_place", "refuse_look",
    "refuse_pass_on", "refuse_ready", "refuse_wink", "score", "setup", "unsound", "weight_begin", "weight_draw_agent",
    "weight_draw_place", "weight_own_card", "winners",
]  # fmt: skip


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


def due(state: State) -> int:
    """P2.1, P3.3, P7.2, P1.3: the next end of a wink, or the time of the case."""
    soonest = state.deadline
    for seat in range(state.seats):
        if state.wink[seat] != Target.NONE and state.wink_ends[seat] < soonest:
            soonest = state.wink_ends[seat]
    return soonest


def elapse(state: State) -> None:
    """P3.3: what falls due at a moment happens before what is done at it; a wink that is over first, then the case."""
    end_winks(state)
    if state.now < state.deadline:
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
    return state.ended
