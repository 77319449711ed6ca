"""How a turn begins and ends, and the game (B4.7, B6.5, B6.6, B8)."""

from __future__ import annotations

from topsecret.kernel import emit

from .board import is_far_rank, spies_left
from .box import MOST_TURNS, NO_SPY, NOBODY, QUIET_TURNS, SIDES, SPIES, Piece
from .state import Ending, Manner, Phase, State, Told


def begin_turn(state: State, seat: int) -> None:
    state.phase = Phase.TURN
    state.turn = seat
    state.prepared = 0
    state.stirred = 0
    state.to_announce = 1
    state.second = 0
    state.announced = NO_SPY
    emit(state, Told.turn_begins, seat)


def end_turn(state: State) -> None:
    """B6.6, then B8.1: a win on the last turn stands."""
    state.turns += 1
    state.quiet = 0 if state.stirred == 1 else state.quiet + 1
    forget_a_broken_extraction(state)
    if has_held_out(state):
        finish(state, state.extracting, Ending.EXTRACTED)
    elif nothing_has_happened(state):
        finish(state, NOBODY, Ending.NOTHING_HAPPENS)
    elif it_took_too_long(state):
        finish(state, NOBODY, Ending.TOO_LONG)
    else:
        begin_turn(state, 1 - state.turn)


def holds_out(state: State) -> bool:
    """B6.6: the carrier stands on the far rank with the briefcase."""
    square = state.place[state.extracting][state.extractor]
    return square == state.briefcase and is_far_rank(state.extracting, square)


def forget_a_broken_extraction(state: State) -> None:
    """B6.6, at the end of every turn."""
    if state.extracting != NOBODY and not holds_out(state):
        emit(state, Told.did_not_hold_out, state.extracting, state.extractor)
        state.extracting = NOBODY
        state.extractor = NO_SPY


def has_held_out(state: State) -> bool:
    """B6.6: until the end of the opponent's turn."""
    return state.extracting != NOBODY and state.turn != state.extracting


def nothing_has_happened(state: State) -> bool:
    """B8.1"""
    return state.quiet == QUIET_TURNS


def it_took_too_long(state: State) -> bool:
    """B8.1"""
    return state.turns == MOST_TURNS


def lose_without_spies(state: State, seat: int) -> None:
    """B4.7"""
    if spies_left(state, seat) == 0:
        finish(state, 1 - seat, Ending.NO_SPIES)


def finish(state: State, winner: int, how: int) -> None:
    """B8"""
    state.phase = Phase.OVER
    state.winner = winner
    state.how = how
    state.line = 0
    state.manner = Manner.MOVE
    emit(state, Told.game_over, how)
    show_everything(state)


def show_everything(state: State) -> None:
    """B8.2"""
    for side in range(SIDES):
        for spy in range(SPIES[state.box]):
            if state.piece[side][spy] != Piece.NONE:
                emit(state, Told.was, side, spy, state.piece[side][spy])
        if state.ordered[1 - side] == 1:
            emit(state, Told.order_was, side, state.order[side])
