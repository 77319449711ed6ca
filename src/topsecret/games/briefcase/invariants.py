"""What every position of briefcase obeys: nothing of the box is lost, nothing is in two places. For start positions and the laws."""

from __future__ import annotations

from collections.abc import Set

from .board import in_the_way, is_far_rank, is_own, occupant, spies_left
from .box import (
    CROWNED,
    IN_BOX,
    LINE_FROM,
    MOST_SPIES,
    MOST_TURNS,
    NO_SPY,
    NOBODY,
    OFF,
    QUIET_TURNS,
    SIDES,
    SPIES,
    SQUARES,
    Answers,
    Piece,
    Token,
)
from .state import PRETENDED, Ending, Flaw, Manner, Order, Phase, Shown, State
from .turn import holds_out


def bad_options(state: State) -> int:
    return Flaw.SOUND


def work_out(state: State, left_out: Set[str]) -> None:
    """What follows from the rest of a start position: who stands on each square, and that the deal is over once it is over."""
    if "board" in left_out:
        state.board[:] = board_of(state)
    if state.phase > Phase.DEAL:
        if "dealing" in left_out:
            state.dealing = 1
        if "dealt" in left_out:
            state.dealt = SPIES[state.box]


def board_of(state: State) -> list[int]:
    """By square: who stands there, as the places of the spies say it."""
    standing = [0] * SQUARES
    for side in range(SIDES):
        for spy in range(MOST_SPIES):
            if state.place[side][spy] != OFF:
                standing[state.place[side][spy]] = occupant(side, spy)
    return standing


def unsound(state: State) -> int:
    """The first thing that is wrong with a position; 0 if it is sound."""
    parts = (board, spies, pieces, notebook, shown, orders, turn, announcement, counts, extraction, end)
    for part in parts:
        flaw = part(state)
        if flaw != Flaw.SOUND:
            return flaw
    return Flaw.SOUND


def in_play(state: State) -> range:
    """The spies of this box."""
    return range(SPIES[state.box])


def board(state: State) -> int:
    """B1.1: a spy is on one square, and a square has one spy."""
    standing = [square for side in range(SIDES) for square in state.place[side] if square != OFF]
    if len(set(standing)) < len(standing) or board_of(state) != list(state.board):
        return Flaw.BOARD
    return Flaw.SOUND


def spies(state: State) -> int:
    """B1.2: no more spies than in the box, and as long as it goes on each side has one."""
    for side in range(SIDES):
        if any(state.place[side][spy] != OFF for spy in range(SPIES[state.box], MOST_SPIES)):
            return Flaw.SPIES
        if state.phase != Phase.OVER and spies_left(state, side) == 0:
            return Flaw.SPIES
    return Flaw.SOUND


def dealt(state: State, side: int) -> int:
    """How many spies of a side have their pieces."""
    if state.phase > Phase.DEAL:
        return SPIES[state.box]
    if state.phase == Phase.FIRST_SEAT or side > state.dealing:
        return 0
    return SPIES[state.box] if side < state.dealing else state.dealt


def pieces(state: State) -> int:
    """B3.2: each piece once."""
    for side in range(SIDES):
        count = dealt(state, side)
        if any(piece != Piece.NONE for piece in state.piece[side][count:]):
            return Flaw.PIECES
        held = list(state.piece[side][:count])
        if len(set(held)) < count or any(IN_BOX[state.box] >> piece & 1 == 0 for piece in held):
            return Flaw.PIECES
    return Flaw.SOUND


def notebook(state: State) -> int:
    """B9.1, B5.1: what a spy is cannot have been ruled out."""
    crowned = CROWNED[state.box]
    for side in range(SIDES):
        for spy in range(MOST_SPIES):
            piece, can_be = state.piece[side][spy], state.can_be[side][spy]
            if can_be & ~(IN_BOX[state.box] if spy < SPIES[state.box] else 0):
                return Flaw.NOTEBOOK
            if piece != Piece.NONE and can_be >> piece & 1 == 0:
                return Flaw.NOTEBOOK
            if state.promoted[side][spy] and (piece == Piece.NONE or crowned >> piece & 1 == 0 or can_be & ~crowned):
                return Flaw.PROMOTION
            if piece == Piece.NONE and spy < SPIES[state.box] and can_be != IN_BOX[state.box]:
                return Flaw.NOTEBOOK
    return Flaw.SOUND


def shown(state: State) -> int:
    """B7.2, B7.3"""
    for side in range(SIDES):
        learned = sum(who == Shown.OWNER for who in state.shown[side])
        if learned > state.spent[side][Token.REVEAL]:
            return Flaw.SHOWN
        for spy in range(MOST_SPIES):
            who, piece = state.shown[side][spy], state.piece[side][spy]
            if who != Shown.NOBODY and (piece == Piece.NONE or state.can_be[side][spy] != 1 << piece):
                return Flaw.SHOWN
            if who == Shown.ALL and (piece != Piece.DOUBLE_AGENT or state.place[side][spy] != OFF):
                return Flaw.SHOWN
    return Flaw.SOUND


def orders(state: State) -> int:
    """B4.5"""
    by_hand = state.answers == Answers.MANUAL
    for seat in range(SIDES):
        pretended = PRETENDED[state.order[1 - seat]]
        if pretended != Piece.NONE and IN_BOX[state.box] >> pretended & 1 == 0:
            return Flaw.ORDERS
        if state.ordered[seat] and (by_hand or state.phase < Phase.ORDER):
            return Flaw.ORDERS
        if not state.ordered[seat] and (
            state.order[1 - seat] != Order.YES or (state.phase in (Phase.TURN, Phase.ANSWER) and not by_hand)
        ):
            return Flaw.ORDERS
    if state.phase == Phase.ORDER and (by_hand or all(state.ordered)):
        return Flaw.ORDERS
    return Flaw.SOUND


def turn(state: State) -> int:
    """B4.1, B7.4"""
    begun = state.phase in (Phase.TURN, Phase.ANSWER)
    if state.phase == Phase.ANSWER and state.answers != Answers.MANUAL:
        return Flaw.PHASE
    if state.starter != NOBODY and state.turns == 0 and state.phase != Phase.OVER and state.turn != state.starter:
        return Flaw.PHASE
    if state.phase != Phase.DEAL and state.dealt != (0 if state.phase == Phase.FIRST_SEAT else SPIES[state.box]):
        return Flaw.PHASE
    if state.phase == Phase.DEAL and state.dealt >= SPIES[state.box]:
        return Flaw.PHASE
    if state.dealing != (1 if state.phase > Phase.DEAL else state.dealing) or (
        state.phase == Phase.FIRST_SEAT and state.dealing
    ):
        return Flaw.PHASE
    if (
        not begun
        and state.phase != Phase.OVER
        and (state.to_announce or state.prepared or state.second or state.stirred or state.turns)
    ):
        return Flaw.PHASE
    if begun:
        used_move_two = state.prepared and state.spent[state.turn][Token.MOVE]
        if state.to_announce not in ((1,) if not used_move_two or state.second else (1, 2)):
            return Flaw.TOKENS
        if state.second and not used_move_two:
            return Flaw.TOKENS
        if state.announced != NO_SPY and (not state.second or state.announced >= SPIES[state.box]):
            return Flaw.TOKENS
    if state.phase < Phase.TURN and any(any(row) for row in state.spent):
        return Flaw.TOKENS
    return Flaw.SOUND


def announcement(state: State) -> int:
    """B4.2: what waits for an answer could be announced."""
    if state.phase != Phase.ANSWER:
        return Flaw.SOUND if state.line == 0 and state.manner == Manner.MOVE else Flaw.ANNOUNCEMENT
    square = LINE_FROM[state.line]
    if not is_own(state, state.turn, square) or in_the_way(state, state.turn, state.line, state.manner):
        return Flaw.ANNOUNCEMENT
    if state.manner != Manner.MOVE and state.briefcase != square:
        return Flaw.ANNOUNCEMENT
    return Flaw.ANNOUNCEMENT if (state.board[square] - 1) % MOST_SPIES == state.announced else Flaw.SOUND


def counts(state: State) -> int:
    """B8.1"""
    if state.quiet > state.turns:
        return Flaw.COUNTS
    running = state.phase != Phase.OVER
    return Flaw.COUNTS if running and (state.quiet >= QUIET_TURNS or state.turns >= MOST_TURNS) else Flaw.SOUND


def extraction(state: State) -> int:
    """B6.6"""
    if state.extracting == NOBODY:
        return Flaw.SOUND if state.extractor == NO_SPY else Flaw.EXTRACTION
    if not state.safe_extraction or not state.extractor < SPIES[state.box] or state.phase < Phase.TURN:
        return Flaw.EXTRACTION
    if state.phase == Phase.OVER or state.second:
        return Flaw.SOUND
    if state.turn == state.extracting:
        return Flaw.EXTRACTION
    return Flaw.SOUND if state.prepared or holds_out(state) else Flaw.EXTRACTION


def end(state: State) -> int:
    """B4.7, B6.5, B8.1: the end has a reason, and the reason a winner."""
    if state.phase != Phase.OVER:
        return Flaw.SOUND if state.winner == NOBODY and state.how == 0 else Flaw.END
    if (state.winner == NOBODY) != (state.how in (Ending.NOTHING_HAPPENS, Ending.TOO_LONG)):
        return Flaw.END
    if state.how == Ending.NO_SPIES and spies_left(state, 1 - state.winner) > 0:
        return Flaw.END
    if state.how == Ending.DELIVERED and not is_far_rank(state.winner, state.briefcase):
        return Flaw.END
    return Flaw.SOUND
