"""The rules of spies, in the order of the rule page: set-up, the turn, the end, the card part, the dossiers.

Written in the small language of the kernel: the same functions run interpreted and compiled. The page's larger rooms have files
of their own: `board` (S3), `turn` (S4), `card_part` (S5), `cards` (S6), `dossier` (S7), `invariants` (what every position obeys).
"""

from __future__ import annotations

from topsecret.kernel import CHANCE_TURN, emit

from . import card_part, cards, dossier, invariants
from .board import agents_in, free_agents, is_free, put_safe
from .box import (
    AGENTS,
    BUILDINGS,
    CARDS,
    COPIES,
    FIRST_MOVEMENT,
    IN_PLAY,
    MOST_SEATS,
    MOVEMENT_COUNT,
    MOVEMENTS,
    POINTS_FROM,
    POINTS_TO,
    RANDOM,
    SAFE_START,
    SPREAD_AGENTS,
    SPREAD_TOTAL,
    SPREADS,
    Building,
    Card,
    Face,
)
from .card_part import (
    ask_the_next,
    can_play_something,
    close_the_poll,
    deal_first_cards,
    draw_a_card,
    end_the_opportunity,
    go_on,
    open_the_poll,
    poll_is_open,
)
from .dossier import everyone_handed_in
from .state import Answer, Ending, Keeping, Phase, Refusal, Reply, State, Told
from .turn import begin_turn, everyone_kept_one, farthest_held, pass_the_die, reveal, score_or_pass_the_die

RULES = (card_part, cards, dossier, invariants)  # S5, S6, S7, and what every position obeys


# S2 Set-up


def setup(state: State) -> None:
    """S2.1, S2.2, S5.1"""
    state.in_play = (1 << AGENTS) - 1
    for agent in range(AGENTS):
        state.place[agent] = Building.CHURCH
        state.marker[agent] = 0
    state.safe = SAFE_START
    for seat in range(MOST_SEATS):
        state.kept[seat] = Keeping.NONE
    if state.cards == 1:
        for card in range(CARDS):
            state.supply[card] = COPIES[card]
            state.supply_size += COPIES[card]
        if state.seats == MOST_SEATS:
            state.supply[Card.SECOND_IDENTITY] = 0
            state.supply_size -= 1
            state.removed[Card.SECOND_IDENTITY] = 1
    state.phase = Phase.SIT_OUT
    state.in_play &= ~state.sits_out
    choose_who_sits_out(state)


def agents_in_play(state: State) -> int:
    playing = 0
    for agent in range(AGENTS):
        playing += state.in_play >> agent & 1
    return playing


def choose_who_sits_out(state: State) -> None:
    """S2.1, then S2.4"""
    if agents_in_play(state) > IN_PLAY[state.seats]:
        return
    if state.starter == RANDOM:
        state.phase = Phase.FIRST_SEAT
    else:
        state.turn = state.starter
        state.phase = Phase.DEAL


def weight_sit_out(state: State, agent: int) -> int:
    return state.in_play >> agent & 1


def do_sit_out(state: State, agent: int) -> None:
    state.in_play &= ~(1 << agent)
    choose_who_sits_out(state)


def weight_begin(state: State, first: int) -> int:
    return 1 if first < state.seats else 0


def do_begin(state: State, first: int) -> None:
    """S2.4"""
    state.turn = first
    state.phase = Phase.DEAL


def weight_deal(state: State, agent: int) -> int:
    return 1 if is_free(state, agent) else 0


def total_deal(state: State) -> int:
    return free_agents(state)


def do_deal(state: State, agent: int) -> None:
    """S2.3: one agent card to each player; the first cards follow (S5.1)."""
    state.holds[state.dealing][agent] = 1
    state.agents_held[state.dealing] = 1
    state.dealing += 1
    if state.dealing == state.seats:
        if state.cards == 1:
            state.dealing = 0
            deal_first_cards(state)
        else:
            begin_turn(state, state.turn)


# Who acts


def actors(state: State) -> int:
    phase = state.phase
    if phase == Phase.MOVE or phase == Phase.SAFE:
        return 1 << state.turn
    if phase <= Phase.TAKE:
        return CHANCE_TURN
    if phase == Phase.CARD_PART:
        return 1 << state.asked
    who = 0
    if phase == Phase.POLL:
        for seat in range(state.seats):
            if state.answer_given[seat] == 0:
                who |= 1 << seat
    elif phase == Phase.DOSSIER:
        for seat in range(state.seats):
            if state.handed_in[seat] == 0:
                who |= 1 << seat
    elif phase == Phase.KEEP:
        for seat in range(state.seats):
            if state.kept_chosen[seat] == 0:
                who |= 1 << seat
    return who


def why_not_now(state: State, action: str) -> int:
    """What a turn waits for (S3.5, S5.6, S7.2), and what is not played at this table (S5, S7)."""
    if action in DOSSIER_ACTIONS:
        return why_no_dossier_now(state)
    if action in CARD_ACTIONS and state.cards == 0:
        return Refusal.NO_CARDS
    if state.phase == Phase.SAFE:
        return Refusal.SAFE_FIRST
    if state.phase == Phase.DOSSIER:
        return Refusal.DOSSIERS_FIRST
    if action == "place_safe":
        return Refusal.SAFE_LATER
    if action in CARD_ACTIONS and state.phase in (Phase.MOVE, Phase.POLL):
        return Refusal.CARDS_LATER
    return Refusal.NOT_NOW


CARD_ACTIONS = {"poll", "pass_by", "done"} | {card.name.lower() for card in Card}
DOSSIER_ACTIONS = {"write", "hand_in"}


def why_no_dossier_now(state: State) -> int:
    if state.dossier == 0:
        return Refusal.NO_DOSSIERS
    return Refusal.DOSSIERS_CLOSED if state.dossiers_due == 1 else Refusal.DOSSIERS_LATER


# S3 The turn


def do_roll(state: State, face: int) -> None:
    """S3.1"""
    state.die = face
    state.phase = Phase.MOVE


def refuse_move(state: State, seat: int, points: int) -> int:
    """S3.2: all points, no more and no fewer; the total of a movement on "1-3" says how many are used (S3.1)."""
    if SPREAD_AGENTS[points] & ~state.in_play:
        return Refusal.NOT_IN_PLAY
    if SPREAD_TOTAL[points] < POINTS_FROM[state.die]:
        return Refusal.TOO_FEW_POINTS
    if SPREAD_TOTAL[points] > POINTS_TO[state.die]:
        return Refusal.TOO_MANY_POINTS
    return Refusal.ALLOWED


def count_move(state: State, seat: int) -> int:
    return MOVEMENT_COUNT[state.in_play][state.die]


def nth_move(state: State, seat: int, k: int) -> int:
    return MOVEMENTS[FIRST_MOVEMENT[state.in_play][state.die] + k]


def do_move(state: State, seat: int, points: int) -> None:
    """S3.2, S3.3; with cards one draw for the whole step if it ends anybody in the ruins (S5.3 a). S5.9: whoever is moved to the safe
    has reached it, whoever is moved away from it has not; who stays keeps what was."""
    spread = SPREADS[points]
    at_the_safe = 0
    for agent in range(AGENTS):
        building = state.place[agent] + spread[agent]
        if building >= BUILDINGS:
            building -= BUILDINGS
        if spread[agent] > 0:
            emit(state, Told.moved, agent, state.place[agent], building)
        state.place[agent] = building
        if building == state.safe:
            at_the_safe |= 1 << agent
    moved = SPREAD_AGENTS[points]
    state.reached = state.reached & ~moved | moved & at_the_safe
    if state.cards == 0:
        score_or_pass_the_die(state)
    elif moved & agents_in(state, Building.RUINS):
        draw_a_card(state, seat, Phase.POLL)
    else:
        open_the_poll(state)


def refuse_stay(state: State, seat: int) -> int:
    """S5.2: only with cards, only on "1-3"."""
    if state.cards == 0:
        return Refusal.ONLY_WITH_CARDS
    if state.die != Face.ONE_TO_THREE:
        return Refusal.MUST_MOVE
    return Refusal.ALLOWED


def do_stay(state: State, seat: int) -> None:
    """S5.2, S5.3 (c)"""
    draw_a_card(state, seat, Phase.POLL)


def refuse_place_safe(state: State, seat: int, building: int) -> int:
    """S3.5: a different building."""
    if building == state.safe:
        return Refusal.SAFE_STAYS
    return Refusal.ALLOWED


def count_place_safe(state: State, seat: int) -> int:
    return BUILDINGS - 1


def nth_place_safe(state: State, seat: int, k: int) -> int:
    return k if k < state.safe else k + 1


def do_place_safe(state: State, seat: int, building: int) -> None:
    """S3.5, S3.6, S4.1"""
    put_safe(state, building)
    pass_the_die(state)


# S5.6, S5.7 The poll and the card part (the cards themselves are in `cards`)


def refuse_poll(state: State, seat: int, reply: int) -> int:
    """S5.6: only a player who holds a card that can be played now may answer yes."""
    if reply == Reply.YES and not can_play_something(state, seat):
        return Refusal.NOTHING_TO_PLAY
    return Refusal.ALLOWED


def count_poll(state: State, seat: int) -> int:
    return 2 if can_play_something(state, seat) else 1


def nth_poll(state: State, seat: int, k: int) -> int:
    """No, then yes."""
    return k


def do_poll(state: State, seat: int, reply: int) -> None:
    state.answer[seat] = Answer.YES if reply == Reply.YES else Answer.NO
    state.answer_given[seat] = 1
    if not poll_is_open(state):
        close_the_poll(state)


def refuse_pass_by(state: State, seat: int) -> int:
    if state.must_play == 1:
        return Refusal.MUST_PLAY
    if state.has_played == 1:
        return Refusal.SAY_DONE
    return Refusal.ALLOWED


def do_pass_by(state: State, seat: int) -> None:
    """S5.6: after as many passes in a row as there are players the card part is over."""
    state.passes += 1
    ask_the_next(state)


def refuse_done(state: State, seat: int) -> int:
    if state.must_play == 1:
        return Refusal.MUST_PLAY
    if state.has_played == 0:
        return Refusal.SAY_PASS
    return Refusal.ALLOWED


def do_done(state: State, seat: int) -> None:
    """S5.7"""
    end_the_opportunity(state)


# S7.2 The dossiers


def do_hand_in(state: State, seat: int) -> None:
    state.handed_in[seat] = 1
    if everyone_handed_in(state):
        go_on(state)


# S6.1 The last choice


def refuse_keep(state: State, seat: int, agent: int) -> int:
    """S6.1: the agent that is farther; equal, the player chooses."""
    if state.holds[seat][agent] == 0:
        return Refusal.AGENT_NOT_HELD
    if state.marker[agent] < state.marker[farthest_held(state, seat)]:
        return Refusal.NOT_FARTHEST
    return Refusal.ALLOWED


def do_keep(state: State, seat: int, agent: int) -> None:
    state.kept[seat] = agent
    state.kept_chosen[seat] = 1
    if everyone_kept_one(state):
        reveal(state)


# S4 The end


def score(state: State, seat: int) -> int:
    """S4.2: how far the seat's agent is."""
    agent = state.kept[seat]
    if agent == Keeping.NONE:
        agent = farthest_held(state, seat)
    if agent == Keeping.NONE:
        return 0
    return state.marker[agent]


def best_score(state: State) -> int:
    best = 0
    for seat in range(state.seats):
        best = max(best, score(state, seat))
    return best


def is_kept(state: State, agent: int) -> bool:
    for seat in range(state.seats):
        if state.kept[seat] == agent:
            return True
    return False


def a_free_agent_is_in_front(state: State) -> bool:
    """S4.3: an agent that nobody keeps is farther than every player's."""
    best = best_score(state)
    for agent in range(AGENTS):
        if state.in_play >> agent & 1 and state.marker[agent] > best and not is_kept(state, agent):
            return True
    return False


def several_are_in_front(state: State) -> bool:
    """S4.3: ties are shared."""
    in_front = 0
    for seat in range(state.seats):
        if score(state, seat) == best_score(state):
            in_front += 1
    return in_front > 1


def winners(state: State) -> int:
    """S4.2, S4.3: ties are shared; a tie with a free agent is a win; nobody wins if only free agents are in front."""
    if a_free_agent_is_in_front(state):
        return 0
    best = best_score(state)
    who = 0
    for seat in range(state.seats):
        if score(state, seat) == best:
            who |= 1 << seat
    return who


def ending(state: State) -> int:
    if a_free_agent_is_in_front(state):
        return Ending.FREE_AGENT
    if several_are_in_front(state):
        return Ending.SHARED
    return Ending.FARTHEST


INLINE = (actors, do_move, score_or_pass_the_die)  # most of what random games do
