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
    hold_out(state)
    if state.phase == Phase.OVER:
        return
    if state.quiet == QUIET_TURNS:
        finish(state, NOBODY, Ending.NOTHING_HAPPENS)
    elif state.turns == MOST_TURNS:
        finish(state, NOBODY, Ending.TOO_LONG)
    else:
        begin_turn(state, 1 - state.turn)


def holds_out(state: State) -> bool:
    """B6.6: the carrier still stands on the far rank with the briefcase."""
    square = state.place[state.extracting][state.extractor]
    return square == state.briefcase and is_far_rank(state.extracting, square)


def hold_out(state: State) -> None:
    """B6.6, at the end of every turn."""
    seat = state.extracting
    if seat == NOBODY:
        return
    if not holds_out(state):
        emit(state, Told.did_not_hold_out, seat, state.extractor)
        state.extracting = NOBODY
        state.extractor = NO_SPY
    elif state.turn != seat:
        finish(state, seat, Ending.EXTRACTED)


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
