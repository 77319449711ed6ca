"""What one does with the case (P2, P4), and calls (P5)."""

from __future__ import annotations

from topsecret.kernel import emit

from .box import AGENTS, SHIELD_MS
from .cards import lay_down_agent, lay_down_place, wait_in_line
from .deal import end_deal, go_on, nobody_dares
from .eyes import calls_need_a_witness, pace, return_to_the_cards
from .state import MOST_IDLE, Ended, Refusal, State, Told

# P2.1: the first round


def closed_draw(state: State, seat: int) -> int:
    return Refusal.WAIT_FOR_THE_CASE if state.holder != seat else 0


def closed_without_the_case(state: State, seat: int) -> int:
    return Refusal.NOT_YOUR_CASE if state.holder != seat else 0


def do_draw(state: State, seat: int) -> None:
    deal_to_the_holder(state)


def deal_to_the_holder(state: State) -> None:
    """One agent card and one location card; then the case goes on."""
    state.agent_due = state.holder
    wait_in_line(state, state.holder)
    state.case_moves = 1
    go_on(state)


# P2.4: passing


def refuse_pass_on(state: State, seat: int) -> int:
    return closed_without_the_case(state, seat)


def do_pass_on(state: State, seat: int) -> None:
    state.idle[seat] = 0
    pass_the_case(state)


def pass_by_itself(state: State) -> None:
    """P7.2: the time is over."""
    seat = state.holder
    emit(state, Told.time_up, seat)
    state.idle[seat] = min(state.idle[seat] + 1, MOST_IDLE)
    if state.idle[seat] >= 2:
        return_to_the_cards(state, seat)
    pass_the_case(state)


def pass_the_case(state: State) -> None:
    """P6.2: the deal may end by it."""
    state.quiet += 1
    if nobody_dares(state):
        end_deal(state, Ended.NOBODY_DARES)
        return
    state.case_moves = 1
    go_on(state)


def closed_discard_agent(state: State, seat: int) -> int:
    return closed_without_the_case(state, seat)


def refuse_discard_agent(state: State, seat: int, agent: int) -> int:
    return Refusal.NOT_HELD if state.card[seat] != agent else 0


def do_discard_agent(state: State, seat: int, agent: int) -> None:
    discard_agent(state, seat)
    end_turn(state, seat)


def closed_discard_place(state: State, seat: int) -> int:
    return closed_without_the_case(state, seat)


def refuse_discard_place(state: State, seat: int, place: int) -> int:
    return Refusal.NOT_HELD if state.place[seat] != place else 0


def do_discard_place(state: State, seat: int, place: int) -> None:
    discard_place(state, seat)
    end_turn(state, seat)


def closed_discard_both(state: State, seat: int) -> int:
    return closed_without_the_case(state, seat)


def refuse_discard_both(state: State, seat: int, agent: int, place: int) -> int:
    return Refusal.NOT_HELD if state.card[seat] != agent or state.place[seat] != place else 0


def do_discard_both(state: State, seat: int, agent: int, place: int) -> None:
    discard_agent(state, seat)
    discard_place(state, seat)
    end_turn(state, seat)


def discard_agent(state: State, seat: int) -> None:
    card = lay_down_agent(state, seat)
    state.agent_discards[card] += 1


def discard_place(state: State, seat: int) -> None:
    place = lay_down_place(state, seat)
    state.place_discards[place] += 1


def end_turn(state: State, seat: int) -> None:
    """After a completion or a discard: draw, and the case goes left."""
    state.idle[seat] = 0
    state.quiet = 0
    state.case_moves = 1
    go_on(state)


# P4: completing a mission


def closed_complete(state: State, seat: int) -> int:
    return closed_without_the_case(state, seat)


def refuse_complete(state: State, seat: int, agent: int, place: int) -> int:
    if state.card[seat] != agent:
        return Refusal.NOT_HELD
    return Refusal.NOT_WINKED if state.winked[seat] == 0 else 0


def do_complete(state: State, seat: int, agent: int, place: int) -> None:
    is_right = state.place[agent] == place
    emit(state, Told.mission, seat, agent, place, int(is_right))
    card = lay_down_agent(state, seat)
    if is_right:
        state.agents_won[card] += 1
        state.points[seat] += 1
        lay_down_place(state, agent)
        state.places_won[place] += 1
        state.points[agent] += 1
    else:
        state.agent_discards[card] += 1
        if state.place_held[agent] == 1:
            state.not_there[agent] |= 1 << place
    end_turn(state, seat)


# P5: caught!


def closed_call(state: State, seat: int) -> int:
    return Refusal.NO_CHIP if state.chips[seat] == 0 else 0


def refuse_call(state: State, seat: int, accused: int, target: int) -> int:
    if accused >= state.seats or target >= state.seats:
        return Refusal.NOBODY_THERE
    if not are_three(seat, accused, target):
        return Refusal.THREE_PLAYERS
    if state.agent_held[accused] == 0:
        return Refusal.NO_CARD
    if state.now < state.changed[accused] + SHIELD_MS * pace(state):
        return Refusal.TOO_SOON
    if calls_need_a_witness(state) and state.shown[seat][accused] >> target & 1 == 0:
        return Refusal.NOT_SHOWN
    return 0


def count_call(state: State, seat: int) -> int:
    found = 0
    if closed_call(state, seat) == 0:
        for accused in range(state.seats):
            for target in range(state.seats):
                if refuse_call(state, seat, accused, target) == 0:
                    found += 1
    return found


def nth_call(state: State, seat: int, k: int) -> int:
    for accused in range(state.seats):
        for target in range(state.seats):
            if refuse_call(state, seat, accused, target) == 0:
                if k == 0:
                    return accused * AGENTS + target
                k -= 1
    return -1


def are_three(one: int, two: int, three: int) -> bool:
    return one != two and one != three and two != three


def do_call(state: State, seat: int, accused: int, target: int) -> None:
    """P5.2: only the card counts. The case and its clock stay as they are."""
    is_right = state.card[accused] == target
    emit(state, Told.caught, seat, accused, target, state.card[accused], int(is_right))
    state.chips[seat] -= 1
    state.quiet = 0
    card = lay_down_agent(state, accused)
    if is_right:
        state.agents_won[card] += 1
        state.points[seat] += 1
    else:
        state.agent_discards[card] += 1
    go_on(state)
