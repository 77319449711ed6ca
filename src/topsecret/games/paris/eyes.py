"""Eyes: where everybody looks, and winks (P3)."""

from __future__ import annotations

from topsecret.kernel import emit

from .box import AGENTS, FIRST_PLACE, MOST_SEATS, PLACES, WITNESSED_WITH, Calls, Facing, HeldPlace, Sight, Target
from .state import Refusal, State, Told


def pace(state: State) -> int:
    """P7.2: slow mode doubles every time."""
    return 1 + state.slow


def is_face(sight: int) -> bool:
    return sight < AGENTS


def is_location(sight: int) -> bool:
    return FIRST_PLACE <= sight < FIRST_PLACE + PLACES


def calls_need_a_witness(state: State) -> bool:
    """P5.5"""
    return state.calls == Calls.WITNESSED or (state.calls == Calls.BY_NUMBER and state.seats == WITNESSED_WITH)


def close_all_eyes(state: State) -> None:
    """Before a deal and after it all look at their cards, and nobody has seen anything. Rows of seats that nobody has are set too."""
    for seat in range(MOST_SEATS):
        state.gaze[seat] = Sight.CARDS
        state.facing[seat] = Facing.AWAY
        state.rests[seat] = 0
        state.wink[seat] = Target.NONE
        state.wink_ends[seat] = 0
        state.wink_spent[seat] = 0
        state.winked[seat] = 0
        for other in range(MOST_SEATS):
            state.shown[seat][other] = 0
            state.place_seen[seat][other] = HeldPlace.NONE


def turn_eyes(state: State, seat: int, sight: int) -> None:
    """P3.1: eyes that have moved rest."""
    state.gaze[seat] = sight
    state.facing[seat] = sight if is_face(sight) else Facing.AWAY
    state.rests[seat] = state.now + state.look_ms * pace(state)


# P3.1, P3.2: looking


def refuse_look(state: State, seat: int, sight: int) -> int:
    if sight == state.gaze[seat]:
        return 0  # it changes nothing and tells nothing
    if is_face(sight) and sight >= state.seats:
        return Refusal.NOBODY_THERE
    if sight == seat:
        return Refusal.YOURSELF
    if state.honour_code == 1 and is_location(sight) and sight - FIRST_PLACE != state.place[seat]:
        return Refusal.NOT_YOUR_PLACE
    return Refusal.EYES_REST if state.now < state.rests[seat] else 0


def do_look(state: State, seat: int, sight: int) -> None:
    if sight == state.gaze[seat]:
        return
    turn_eyes(state, seat, sight)
    if is_face(sight):
        emit(state, Told.sees, seat, sight, state.gaze[sight], state.wink[sight], state.wink_spent[sight])
        see_face(state, seat, sight)
    for other in range(state.seats):
        if state.gaze[other] == seat:
            see_location(state, other, seat)


def see_face(state: State, seat: int, face: int) -> None:
    """P3.2, P3.3: what a look finds in a face."""
    see_location(state, seat, face)
    if state.wink[face] != Target.NONE and is_surely_for_the_card(state, face):
        state.shown[seat][face] |= 1 << state.wink[face]


def see_location(state: State, seat: int, face: int) -> None:
    """P3.4, P3.5: with the honour code a look at a location says which card is held."""
    if state.honour_code == 1 and is_location(state.gaze[face]):
        state.place_seen[seat][face] = state.gaze[face] - FIRST_PLACE


def is_surely_for_the_card(state: State, face: int) -> bool:
    """Whether a watcher who comes in the middle of a wink can tell that it began since the agent card was drawn: where calls need a
    witness it is shown (P5.5), elsewhere only the time tells."""
    if state.agent_held[face] == 0:
        return False
    if calls_need_a_witness(state):
        return state.wink_spent[face] == 0
    return state.now - state.changed[face] >= state.wink_ms * pace(state)


def return_to_the_cards(state: State, seat: int) -> None:
    """P3.1: waits for no rest and starts one."""
    if state.gaze[seat] != Sight.CARDS:
        emit(state, Told.eyes_return, seat)
        turn_eyes(state, seat, Sight.CARDS)


# P3.3: winks


def refuse_wink(state: State, seat: int, agent: int) -> int:
    if agent >= state.seats:
        return Refusal.NOBODY_THERE
    if state.gaze[seat] != agent:
        return Refusal.NOT_LOOKING_THERE
    if state.wink[seat] != Target.NONE:
        return Refusal.WINKING
    if state.honour_code == 1 and state.card[seat] != agent:
        return Refusal.NOT_YOUR_CONTACT
    return 0


def count_wink(state: State, seat: int) -> int:
    return 1 if refuse_wink(state, seat, state.gaze[seat]) == 0 else 0


def nth_wink(state: State, seat: int, k: int) -> int:
    """At the face that one looks at."""
    return state.gaze[seat]


def do_wink(state: State, seat: int, agent: int) -> None:
    state.wink[seat] = agent
    state.wink_ends[seat] = state.now + state.wink_ms * pace(state)
    state.wink_spent[seat] = 0
    if state.card[seat] == agent:
        state.winked[seat] = 1  # P4.1
    for other in range(state.seats):
        if state.gaze[other] == seat and state.agent_held[seat] == 1:
            state.shown[other][seat] |= 1 << agent


def end_winks(state: State) -> None:
    """A span of n ms from t holds t and not t + n."""
    for seat in range(state.seats):
        if state.wink[seat] != Target.NONE and state.wink_ends[seat] <= state.now:
            state.wink[seat] = Target.NONE
            state.wink_ends[seat] = 0
            state.wink_spent[seat] = 0
            emit(state, Told.wink_over, seat)
