"""S5: drawing cards, the poll, and the card part that goes round."""

from __future__ import annotations

from topsecret.kernel import emit

from .board import free_agents, left_of, plays
from .box import AGENTS, CARDS, COPIES, FIRST_CARDS, MOST_CARDS, TIP_OFF_LIMIT, Building, Card
from .state import Answer, Phase, Reply, State, Told, Why
from .turn import begin_turn, score_or_pass_the_die


def draw_a_card(state: State, seat: int, after: int) -> None:
    """S5.3-S5.5: a draw that is lost shuffles nothing."""
    state.drawer = seat
    state.after = after
    if state.hand_size[seat] >= MOST_CARDS:
        emit(state, Told.draw_lost, seat, Why.HAND_FULL)
        go_on(state)
        return
    if state.supply_size == 0:
        shuffle_the_discards(state)
    if state.supply_size == 0:
        emit(state, Told.draw_lost, seat, Why.NO_CARDS)
        go_on(state)
        return
    state.phase = Phase.DRAW


def shuffle_the_discards(state: State) -> None:
    """S5.5. What everybody learns by it is kept: which cards were in hands then, and that nobody has drawn since."""
    if state.discard_size == 0:
        return
    emit(state, Told.shuffled, discards_with(state, 1), discards_with(state, 2))
    for card in range(CARDS):
        state.unshuffled[card] = COPIES[card] - state.removed[card] - state.discard[card]
        state.supply[card] = state.discard[card]
        state.discard[card] = 0
    state.supply_size = state.discard_size
    state.discard_size = 0
    for seat in range(state.seats):
        state.drawn_since[seat] = 0


def discards_with(state: State, copies: int) -> int:
    """The kinds of card of which so many copies at least lie on the discards, as bits."""
    cards = 0
    for card in range(CARDS):
        if state.discard[card] >= copies:
            cards |= 1 << card
    return cards


def weight_draw(state: State, card: int) -> int:
    return state.supply[card]


def total_draw(state: State) -> int:
    return state.supply_size


def do_draw(state: State, card: int) -> None:
    """S5.3; a second identity with no free agent left is shown and removed, and another card drawn at once (S6.1)."""
    seat = state.drawer
    state.supply[card] -= 1
    state.supply_size -= 1
    if card == Card.SECOND_IDENTITY and free_agents(state) == 0:
        state.removed[card] = 1
        state.supply[card] = 0  # it was the only one: whoever looks ahead knows that it does not come again
        emit(state, Told.card_removed, seat, card)
        draw_a_card(state, seat, state.after)
        return
    state.hand[seat][card] += 1
    state.hand_size[seat] += 1
    state.drawn_since[seat] += 1
    go_on(state)


def go_on(state: State) -> None:
    """What was interrupted by a draw, a new identity or the dossiers."""
    if state.after == Phase.DEAL:
        deal_first_cards(state)
    elif state.after == Phase.POLL:
        open_the_poll(state)
    elif state.after == Phase.CARD_PART:
        go_on_with_cards(state)
    else:
        state.phase = Phase.SAFE


def deal_first_cards(state: State) -> None:
    """S5.1: two cards each, clockwise."""
    while state.dealing < state.seats:
        state.drawer = (state.turn + state.dealing) % state.seats
        if state.hand_size[state.drawer] < FIRST_CARDS:
            state.phase = Phase.DRAW
            state.after = Phase.DEAL
            return
        state.dealing += 1
    begin_turn(state, state.turn)


# S5.6: the poll


def open_the_poll(state: State) -> None:
    """Everybody who holds a card is asked; an empty hand is a no."""
    emit(state, Told.poll_opens, playable_cards(state))
    asked = 0
    for seat in range(state.seats):
        if state.hand_size[seat] > 0:
            state.answer[seat] = Answer.NONE
            state.answer_given[seat] = 0
            asked += 1
        else:
            state.answer[seat] = Answer.NO
            state.answer_given[seat] = 1
    state.phase = Phase.POLL
    if asked == 0:
        close_the_poll(state)


def poll_is_open(state: State) -> bool:
    for seat in range(state.seats):
        if state.answer_given[seat] == 0:
            return True
    return False


def close_the_poll(state: State) -> None:
    """The answers are shown together. The first in clockwise order who said yes must play a card."""
    state.phase = Phase.CARD_PART
    state.passes = 0
    state.has_played = 0
    for seat in range(state.seats):
        if state.hand_size[seat] > 0:
            emit(state, Told.answered, seat, Reply.YES if state.answer[seat] == Answer.YES else Reply.NO)
    seat = state.turn
    for _ in range(state.seats):
        if state.answer[seat] == Answer.YES:
            state.asked = seat
            state.must_play = 1
            return
        seat = left_of(state, seat)
    emit(state, Told.nobody_plays)
    score_or_pass_the_die(state)


# S5.7: one opportunity after the other


def go_on_with_cards(state: State) -> None:
    """After a card: an empty hand says "done" by itself."""
    state.phase = Phase.CARD_PART
    if state.hand_size[state.asked] == 0:
        end_the_opportunity(state)


def end_the_opportunity(state: State) -> None:
    """S5.7: that is not a pass; the count of passes starts at zero with the next player."""
    state.passes = 0
    ask_the_next(state)


def ask_the_next(state: State) -> None:
    """S5.6: clockwise; only an empty hand is passed over."""
    state.has_played = 0
    state.must_play = 0
    while state.passes < state.seats:
        state.asked = left_of(state, state.asked)
        if state.hand_size[state.asked] > 0:
            return
        state.passes += 1
        emit(state, Told.passed_over, state.asked)
    emit(state, Told.card_part_over)
    score_or_pass_the_die(state)


# S5.8: what can be played


def some_agent_is_elsewhere(state: State, building: int) -> bool:
    for agent in range(AGENTS):
        if plays(state, agent) and state.place[agent] != building:
            return True
    return False


def some_agent_is_in(state: State, building: int) -> bool:
    for agent in range(AGENTS):
        if plays(state, agent) and state.place[agent] == building:
            return True
    return False


def agents_for_a_tip_off(state: State) -> int:
    """S6: the agents whose markers it can move, as bits."""
    agents = 0
    for agent in range(AGENTS):
        if state.marker[agent] < TIP_OFF_LIMIT:
            agents |= 1 << agent
    return agents & state.in_play


def agents_are_apart(state: State) -> bool:
    first = -1
    for agent in range(AGENTS):
        if plays(state, agent):
            if first < 0:
                first = state.place[agent]
            elif state.place[agent] != first:
                return True
    return False


def can_be_played(state: State, card: int) -> bool:
    """S5.8: whether some way to play this card can be carried out and changes something."""
    if card == Card.TO_THE_RUINS:
        return some_agent_is_elsewhere(state, Building.RUINS)
    if card == Card.TIP_OFF:
        return agents_for_a_tip_off(state) != 0
    if card == Card.CURFEW:
        return some_agent_is_elsewhere(state, Building.CHURCH)
    if card == Card.SAFE_CRACKER:
        return some_agent_is_elsewhere(state, state.safe)
    if card == Card.SWAP or card == Card.RENDEZVOUS:
        return agents_are_apart(state)
    if card == Card.SECOND_IDENTITY:
        return free_agents(state) > 0
    if card == Card.DECOY:
        return some_agent_is_in(state, state.safe)
    if card == Card.ASYLUM:
        return some_agent_is_in(state, Building.RUINS)
    return True


def playable_cards(state: State) -> int:
    """The kinds of card that somebody who holds one could play now, as bits."""
    cards = 0
    for card in range(CARDS):
        if can_be_played(state, card):
            cards |= 1 << card
    return cards


def can_play_something(state: State, seat: int) -> bool:
    for card in range(CARDS):
        if state.hand[seat][card] > 0 and can_be_played(state, card):
            return True
    return False
