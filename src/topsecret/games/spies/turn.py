"""How a turn ends, and the game (S3.5, S3.6, S4, S6.1)."""

from __future__ import annotations

from topsecret.kernel import emit

from .board import farthest_marker, is_free, left_of, score_agents
from .box import AGENTS, FINISH
from .dossier import ask_for_dossiers, dossiers_fall_due, open_dossiers
from .state import Answer, Keeping, Phase, State, Told


def begin_turn(state: State, seat: int) -> None:
    """S3.1"""
    state.turn = seat
    state.phase = Phase.ROLL
    state.reached = 0
    emit(state, Told.turn_begins, seat)


def score_or_pass_the_die(state: State) -> None:
    """S3.3, S5.9: scoring if and only if somebody has reached the safe; then the dossiers (S7.2) and the safe (S3.5)."""
    if state.reached == 0:  # only a scoring brings a marker to the finish (S4.1): a tip-off stops before it (S6)
        if state.cards == 1:
            forget_the_poll(state)
        begin_turn(state, left_of(state, state.turn))
        return
    score_agents(state)
    state.reached = 0  # S5.9: nobody scores twice for having come there
    if dossiers_fall_due(state):
        ask_for_dossiers(state, Phase.SAFE)
    else:
        state.phase = Phase.SAFE


def pass_the_die(state: State) -> None:
    """S3.6, S4.1"""
    if state.cards == 1:
        forget_the_poll(state)
    if somebody_is_at_the_finish(state):
        finish(state)
    else:
        begin_turn(state, left_of(state, state.turn))


def somebody_is_at_the_finish(state: State) -> bool:
    """S4.1"""
    return farthest_marker(state) >= FINISH


def forget_the_poll(state: State) -> None:
    for seat in range(state.seats):
        state.answer[seat] = Answer.NONE
        state.answer_given[seat] = 0


def finish(state: State) -> None:
    """S4.1, S6.1: whoever holds several agents chooses first which one to keep. All who hold several are asked, also where only one
    agent can be kept: who has a real choice is a secret."""
    emit(state, Told.last_turn_over)
    asked = 0
    for seat in range(state.seats):
        if state.agents_held[seat] > 1:
            asked += 1
            emit(state, Told.choose_identity, seat)
        else:
            state.kept[seat] = farthest_held(state, seat)
            state.kept_chosen[seat] = 1
    if asked > 0:
        state.phase = Phase.KEEP
    else:
        reveal(state)


def farthest_held(state: State, seat: int) -> int:
    """The first of the farthest agents that a seat holds."""
    found: int = Keeping.NONE
    for agent in range(AGENTS):
        if state.holds[seat][agent] == 1 and (found == Keeping.NONE or state.marker[agent] > state.marker[found]):
            found = agent
    return found


def everyone_kept_one(state: State) -> bool:
    for seat in range(state.seats):
        if state.kept_chosen[seat] == 0:
            return False
    return True


def reveal(state: State) -> None:
    """S4.2, and S7.3 before the winner is found."""
    state.phase = Phase.OVER
    for seat in range(state.seats):
        emit(state, Told.revealed, seat, state.kept[seat])
        for agent in range(AGENTS):
            if state.holds[seat][agent] == 1 and agent != state.kept[seat]:
                emit(state, Told.given_back, seat, agent)
    for agent in range(AGENTS):
        if is_free(state, agent):
            emit(state, Told.was_free, agent)
    if state.dossiers_due == 1:
        open_dossiers(state)
