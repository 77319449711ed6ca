"""The rules of briefcase, in the order of the rule page: set-up, the orders, the turn, the end.

Written in the small language of the kernel: the same functions run interpreted and compiled. The page's larger rooms have files
of their own: `board` (who stands where), `moving` (B4, B5, B6), `answers` (B4.3 to B4.5), `tokens` (B7), `turn` (B8), `invariants`
(what every position obeys).
"""

from __future__ import annotations

from topsecret.kernel import CHANCE_TURN

from . import invariants, moving, tokens
from .board import put
from .box import BRIEFCASE_START, IN_BOX, MOST_SPIES, NO_SPY, NOBODY, OFF, RANDOM, SIDES, SPIES, START, Answers, Piece
from .state import PRETENDED, Ending, Phase, Refusal, State
from .turn import begin_turn, finish

RULES = (moving, tokens, invariants)  # B4 to B7, and what every position obeys


# B3: set-up


def setup(state: State) -> None:
    state.briefcase = BRIEFCASE_START
    for side in range(SIDES):
        for spy in range(MOST_SPIES):
            state.piece[side][spy] = Piece.NONE
            state.place[side][spy] = OFF
            if spy < SPIES[state.box]:
                put(state, side, spy, START[(state.box * SIDES + side) * MOST_SPIES + spy])
                state.can_be[side][spy] = IN_BOX[state.box]
    state.announced = NO_SPY
    state.extracting = NOBODY
    state.extractor = NO_SPY
    state.winner = NOBODY
    state.phase = Phase.FIRST_SEAT
    if state.starter != RANDOM:
        do_begin(state, state.starter)


def weight_begin(state: State, first: int) -> int:
    """B3.3"""
    return 1 if first < state.seats else 0


def do_begin(state: State, first: int) -> None:
    state.turn = first
    state.phase = Phase.DEAL


def weight_deal(state: State, piece: int) -> int:
    """B3.2: any piece that is left."""
    if IN_BOX[state.box] >> piece & 1 == 0:
        return 0
    for spy in range(state.dealt):
        if state.piece[state.dealing][spy] == piece:
            return 0
    return 1


def do_deal(state: State, piece: int) -> None:
    state.piece[state.dealing][state.dealt] = piece
    state.dealt += 1
    if state.dealt < SPIES[state.box]:
        return
    if state.dealing == 0:
        state.dealing = 1
        state.dealt = 0
    elif state.answers == Answers.MANUAL:
        begin_turn(state, state.turn)
    else:
        state.phase = Phase.ORDER


def actors(state: State) -> int:
    if state.phase == Phase.TURN:
        return 1 << state.turn
    if state.phase == Phase.ANSWER:
        return 1 << (1 - state.turn)
    if state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.ORDER:
        return 3 - state.ordered[0] - 2 * state.ordered[1]
    return CHANCE_TURN


def why_not_now(state: State, action: str) -> int:
    """B4.3, B4.5: first the orders, then the announcement, then the answer."""
    if state.phase == Phase.ORDER:
        return Refusal.ORDERS_FIRST
    if state.phase == Phase.ANSWER:
        return Refusal.ANSWER_FIRST
    return Refusal.NOTHING_ANNOUNCED if action == "answer" else Refusal.ORDERS_GIVEN


# B4.5: what the other's "?" is told


def closed_order(state: State, seat: int) -> int:
    return Refusal.NO_ORDERS if state.answers == Answers.MANUAL else Refusal.ALLOWED


def refuse_order(state: State, seat: int, order: int) -> int:
    pretended = PRETENDED[order]
    if pretended != Piece.NONE and IN_BOX[state.box] >> pretended & 1 == 0:
        return Refusal.NOT_IN_THE_BOX
    if state.ordered[seat] == 1 and state.order[1 - seat] == order:
        return Refusal.ORDER_STANDS
    return Refusal.ALLOWED


def do_order(state: State, seat: int, order: int) -> None:
    state.order[1 - seat] = order
    state.ordered[seat] = 1
    if state.phase == Phase.ORDER and state.ordered[1 - seat] == 1:
        begin_turn(state, state.turn)


def closed_reorder(state: State, seat: int) -> int:
    return Refusal.ALLOWED if state.ordered[seat] == 1 else Refusal.NO_ORDER_YET


def refuse_reorder(state: State, seat: int, order: int) -> int:
    return refuse_order(state, seat, order)


def do_reorder(state: State, seat: int, order: int) -> None:
    state.order[1 - seat] = order


# B8: the end


def do_resign(state: State, seat: int) -> None:
    finish(state, 1 - seat, Ending.RESIGNED)


def winners(state: State) -> int:
    """Nobody in a draw."""
    return 0 if state.winner == NOBODY else 1 << state.winner


def score(state: State, seat: int) -> int:
    if state.winner == NOBODY:
        return 0
    return 1 if state.winner == seat else -1


def ending(state: State) -> int:
    """As `finish` was told when it happened: by a delivery (`moving`), at the end of a turn (`turn`), by a last spy lost, or above."""
    return state.how
