"""Cards that come into a hand and leave it (P2)."""

from __future__ import annotations

from .box import FIRST_PLACE, HeldAgent, HeldPlace, Target
from .eyes import is_location, return_to_the_cards
from .state import State

NOBODY = -1


def left_of(state: State, seat: int) -> int:
    return (seat + 1) % state.seats


def lay_down_agent(state: State, seat: int) -> int:
    """The agent card leaves the hand, face up: a wink for it counts no more, and what was seen of it is void. Returns the card."""
    card = state.card[seat]
    state.card[seat] = HeldAgent.NONE
    state.agent_held[seat] = 0
    state.changed[seat] = state.now
    state.winked[seat] = 0
    forget_winks(state, seat)
    state.agent_due = seat
    return card


def forget_winks(state: State, seat: int) -> None:
    """P3.3: a wink counts only for the card held when it began."""
    if state.wink[seat] != Target.NONE:
        state.wink_spent[seat] = 1
    for other in range(state.seats):
        state.shown[other][seat] = 0


def pick_up_agent(state: State, seat: int, agent: int) -> None:
    state.unseen[agent] -= 1
    state.pile -= 1
    state.card[seat] = agent
    state.agent_held[seat] = 1
    state.changed[seat] = state.now
    state.agent_due = NOBODY
    forget_winks(state, seat)


def lay_down_place(state: State, seat: int) -> int:
    """P3.4: the location card leaves the hand, face up. Its player must draw, after those who wait. Returns the card."""
    place = state.place[seat]
    if state.honour_code == 1 and is_location(state.gaze[seat]):
        return_to_the_cards(state, seat)
    state.place[seat] = HeldPlace.NONE
    state.place_held[seat] = 0
    state.batch_left[state.batch[seat]][place] -= 1
    state.batch[seat] = 0
    state.not_there[seat] = 0
    for other in range(state.seats):
        state.place_seen[other][seat] = HeldPlace.NONE
    wait_in_line(state, seat)
    return place


def pick_up_place(state: State, seat: int, place: int) -> None:
    state.places_left[place] -= 1
    state.place_pile -= 1
    state.place[seat] = place
    state.place_held[seat] = 1
    state.batch[seat] = state.batch_now
    leave_the_line(state, seat)


# P2.5: whoever has waited longest draws first


def wait_in_line(state: State, seat: int) -> None:
    last = 0
    for other in range(state.seats):
        last = max(last, state.line[other])
    state.line[seat] = last + 1


def leave_the_line(state: State, seat: int) -> None:
    place_in_line = state.line[seat]
    for other in range(state.seats):
        if state.line[other] > place_in_line:
            state.line[other] -= 1
    state.line[seat] = 0


def first_in_line(state: State) -> int:
    for seat in range(state.seats):
        if state.line[seat] == 1:
            return seat
    return NOBODY


def sight_of(place: int) -> int:
    """A location as something to look at."""
    return FIRST_PLACE + place
