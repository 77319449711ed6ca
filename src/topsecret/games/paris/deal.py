"""A deal begins, cards are drawn, a deal ends (P1.3, P2.2-P2.5, P6)."""

from __future__ import annotations

from topsecret.kernel import emit

from .box import (
    AGENT_COPIES,
    AGENTS,
    BATCHES,
    CHIPS,
    FIRST_ROUND_MS,
    MOST_SEATS,
    PLACE_COPIES,
    PLACES,
    QUIET_ROUNDS,
    READY_MS,
    HeldAgent,
    HeldPlace,
    Place,
)
from .cards import NOBODY, first_in_line, left_of, pick_up_agent, pick_up_place
from .eyes import close_all_eyes, pace
from .state import Ended, Phase, Refusal, State, Told


def lay_out(state: State) -> None:
    """P1.2, P1.3: full piles, new chips, empty hands."""
    state.pile = (AGENT_COPIES - state.cards_removed) * state.seats
    for agent in range(AGENTS):
        state.unseen[agent] = AGENT_COPIES if agent < state.seats else 0
        state.agent_discards[agent] = 0
        state.agents_won[agent] = 0
    state.place_pile = PLACES * PLACE_COPIES
    state.batch_now = 0
    for place in range(PLACES):
        state.places_left[place] = PLACE_COPIES
        state.place_discards[place] = 0
        state.places_won[place] = 0
        for batch in range(BATCHES):
            state.batch_left[batch][place] = PLACE_COPIES if batch == 0 else 0
    for seat in range(MOST_SEATS):
        state.card[seat] = HeldAgent.NONE
        state.agent_held[seat] = 0
        state.changed[seat] = 0
        state.place[seat] = HeldPlace.NONE
        state.place_held[seat] = 0
        state.line[seat] = 0
        state.batch[seat] = 0
        state.not_there[seat] = 0
        state.chips[seat] = CHIPS if seat < state.seats else 0
        state.points[seat] = 0
        state.idle[seat] = 0
        state.is_ready[seat] = 0
    state.agent_due = NOBODY
    state.case_moves = 0
    state.quiet = 0
    close_all_eyes(state)


def begin_deal(state: State, starting: int) -> None:
    """P2.1: the case goes around once."""
    state.first = starting
    state.holder = starting
    state.first_round = 1
    state.phase = Phase.FIRST
    state.deadline = state.now + FIRST_ROUND_MS * pace(state)
    emit(state, Told.deal_begins, state.deal, starting)


# Draws that are due, one after the other; then play goes on.


def go_on(state: State) -> None:
    """P2.4, P4.2: first the agent card, then location cards, then the case goes left if the turn is over."""
    if state.agent_due != NOBODY:
        if no_agent_card_is_left(state):
            end_deal(state, Ended.NO_AGENT_LEFT)
        else:
            state.drawer = state.agent_due
            state.phase = Phase.DRAW_AGENT
        return
    waiting = first_in_line(state)
    if waiting != NOBODY and can_draw_a_place(state):
        state.drawer = waiting
        state.phase = Phase.DRAW_PLACE
        return
    state.phase = Phase.FIRST if state.first_round == 1 else Phase.PLAY
    if state.case_moves == 1:
        state.case_moves = 0
        hand_on_the_case(state)


def can_draw_a_place(state: State) -> bool:
    """P2.5: the discards are shuffled when a card must be drawn and the pile is empty."""
    if state.place_pile > 0:
        return True
    discards = 0
    for place in range(PLACES):
        discards += state.place_discards[place]
    if discards == 0:
        return False
    cards = state.place_discards
    emit(state, Told.reshuffled, cards[Place.CAFE], cards[Place.METRO], cards[Place.KIOSK], cards[Place.FOUNTAIN])
    state.batch_now = unused_batch(state)
    state.place_pile = discards
    for place in range(PLACES):
        state.places_left[place] = state.place_discards[place]
        state.batch_left[state.batch_now][place] = state.place_discards[place]
        state.place_discards[place] = 0
    return True


def unused_batch(state: State) -> int:
    """A number that no location card in a hand comes from."""
    for batch in range(BATCHES):
        used = 0
        for seat in range(state.seats):
            if state.place_held[seat] == 1 and state.batch[seat] == batch:
                used = 1
        if used == 0:
            return batch
    return BATCHES - 1


def hand_on_the_case(state: State) -> None:
    """P2.1, P2.4: the case goes left."""
    giver = state.holder
    state.holder = left_of(state, giver)
    if state.first_round == 1 and state.holder == state.first:
        state.first_round = 0
        state.phase = Phase.PLAY
    state.deadline = state.now + time_for_the_case(state)
    emit(state, Told.case, state.holder, giver)


def time_for_the_case(state: State) -> int:
    """P2.1, P7.2"""
    return (FIRST_ROUND_MS if state.first_round == 1 else state.turn_s * 1000) * pace(state)


# P2.2, P2.3: what is drawn


def weight_draw_agent(state: State, agent: int) -> int:
    return 0 if agent == state.drawer else state.unseen[agent]


def do_draw_agent(state: State, agent: int) -> None:
    pick_up_agent(state, state.drawer, agent)
    go_on(state)


def weight_own_card(state: State) -> int:
    return state.unseen[state.drawer]


def do_own_card(state: State) -> None:
    """P2.2: discarded and replaced at once."""
    state.unseen[state.drawer] -= 1
    state.pile -= 1
    state.agent_discards[state.drawer] += 1
    go_on(state)


def weight_draw_place(state: State, place: int) -> int:
    return state.places_left[place]


def do_draw_place(state: State, place: int) -> None:
    pick_up_place(state, state.drawer, place)
    go_on(state)


# P6, P1.3: the end of a deal, and the next one


def no_agent_card_is_left(state: State) -> bool:
    """P6.1"""
    return state.pile == 0


def nobody_dares(state: State) -> bool:
    """P6.2: only passes for three rounds."""
    return state.quiet >= QUIET_ROUNDS * state.seats


def end_deal(state: State, how: int) -> None:
    """All hands are shown; the points of that moment are kept."""
    state.ended = how
    emit(state, Told.deal_over, state.deal, how)
    for seat in range(state.seats):
        emit(state, Told.shows, seat, state.card[seat], state.place[seat])
    close_all_eyes(state)
    state.agent_due = NOBODY
    state.case_moves = 0
    if state.deal == state.deals:
        state.phase = Phase.OVER
        state.deadline = 0
    else:
        state.phase = Phase.READY
        state.deadline = state.now + READY_MS


def refuse_ready(state: State, seat: int) -> int:
    return Refusal.READY_ALREADY if state.is_ready[seat] == 1 else 0


def do_ready(state: State, seat: int) -> None:
    state.is_ready[seat] = 1
    for other in range(state.seats):
        if state.is_ready[other] == 0:
            return
    next_deal(state)


def next_deal(state: State) -> None:
    """P1.3: at the left of the last starter, with new chips."""
    for seat in range(state.seats):
        state.earlier[seat] += state.points[seat]
    state.deal += 1
    lay_out(state)
    begin_deal(state, left_of(state, state.first))
