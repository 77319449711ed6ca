"""What the opponent answers, and what is learned from it (B4.3 to B4.5, B9.1)."""

from __future__ import annotations

from topsecret.kernel import emit

from .board import in_owners_frame, is_enemy, is_free_briefcase, spy_of
from .box import ABLE, DOUBLE_AGENT_BIT, IN_BOX, LINE_FAR, LINE_FROM, LINE_TO, LINE_WAY, LONGEST_LINE, WAYS, Piece
from .state import HARMLESS, PRETENDED, Manner, Order, Reply, State, Told


def able(state: State, side: int, line: int, promoted: int) -> int:
    """The pieces, as bits, that allow this line; the "?" apart."""
    way = in_owners_frame(side, LINE_WAY[line])
    return ABLE[((state.box * 2 + promoted) * WAYS + way) * (LONGEST_LINE + 1) + LINE_FAR[line]]


def allows(state: State, side: int, spy: int, line: int) -> bool:
    """B4.4: what the piece of this spy says, if it is not the "?"."""
    return able(state, side, line, state.promoted[side][spy]) >> state.piece[side][spy] & 1 == 1


def is_double_agent(state: State, side: int, spy: int) -> bool:
    return state.piece[side][spy] == Piece.DOUBLE_AGENT


def does_harm(state: State, seat: int, line: int, manner: int) -> bool:
    """B4.5: whether an announcement would capture, take, carry or push."""
    target = LINE_TO[line]
    return manner != Manner.MOVE or is_enemy(state, seat, target) or is_free_briefcase(state, target)


def answer_by_order(state: State, seat: int, line: int, manner: int) -> int:
    """B4.5: what the "?" says. It moves like an unpromoted piece."""
    order = state.order[seat]
    if order == Order.NO or (HARMLESS[order] == 1 and does_harm(state, seat, line, manner)):
        return Reply.NO
    if PRETENDED[order] == Piece.NONE:
        return Reply.YES
    return able(state, seat, line, 0) >> PRETENDED[order] & 1


def automatic_answer(state: State, seat: int, spy: int, line: int, manner: int) -> int:
    """B4.5"""
    if is_double_agent(state, seat, spy):
        return answer_by_order(state, seat, line, manner)
    return Reply.YES if allows(state, seat, spy, line) else Reply.NO


def fits(state: State, side: int, spy: int, line: int, reply: int) -> int:
    """B9.1: the pieces, as bits, that could have given this answer. The "?" always could."""
    yes = able(state, side, line, state.promoted[side][spy])
    return (yes if reply == Reply.YES else IN_BOX[state.box] & ~yes) | DOUBLE_AGENT_BIT


def hear(state: State, seat: int, reply: int) -> None:
    """B4.3, B9.1: an answer is told to all, and narrows what the spy can be."""
    line = state.line
    spy = spy_of(state.board[LINE_FROM[line]])
    emit(state, Told.answered, seat, spy, line, reply)
    state.can_be[seat][spy] &= fits(state, seat, spy, line, reply)
