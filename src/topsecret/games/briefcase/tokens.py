"""Before the move: the tokens and the eliminations (B4.1, B7)."""

from __future__ import annotations

from topsecret.kernel import emit

from .board import is_enemy, is_free_briefcase, is_own, lift, nth_own_square, put, spies_left, spy_of
from .box import MOST_SPIES, OFF, SQUARE_PAIRS, SQUARES, Piece, Token
from .state import Refusal, Shown, State, Told
from .turn import end_turn, lose_without_spies


def closed_before_moving(state: State) -> int:
    """B4.1: one of them, before the move."""
    if state.second == 1:
        return Refusal.MOVE_BEGUN
    return Refusal.ONE_A_TURN if state.prepared == 1 else Refusal.ALLOWED


def closed_token(state: State, seat: int, token: int) -> int:
    why = closed_before_moving(state)
    if why == Refusal.ALLOWED and state.spent[seat][token] == 1:
        return Refusal.TOKEN_SPENT
    return why


def spend(state: State, seat: int, token: int) -> None:
    state.spent[seat][token] = 1
    state.prepared = 1


# B7.1: purge


def closed_purge(state: State, seat: int) -> int:
    return closed_before_moving(state)


def refuse_purge(state: State, seat: int, square: int) -> int:
    return Refusal.ALLOWED if is_own(state, seat, square) else Refusal.NO_SPY_OF_YOURS


def count_purge(state: State, seat: int) -> int:
    return spies_left(state, seat) if closed_purge(state, seat) == 0 else 0


def nth_purge(state: State, seat: int, k: int) -> int:
    return nth_own_square(state, seat, k)


def do_purge(state: State, seat: int, square: int) -> None:
    spy = spy_of(state.board[square])
    state.prepared = 1
    lift(state, seat, spy)
    emit(state, Told.purged, seat, spy, square)
    leave_briefcase(state, square)
    lose_without_spies(state, seat)


def leave_briefcase(state: State, square: int) -> None:
    if is_free_briefcase(state, square):
        emit(state, Told.lies_free, square)


# B7.2: expose


def closed_expose(state: State, seat: int) -> int:
    return closed_before_moving(state)


def refuse_expose(state: State, seat: int, square: int) -> int:
    if not is_enemy(state, seat, square):
        return Refusal.NO_SPY_OF_THEIRS
    spy = spy_of(state.board[square])
    return Refusal.ALLOWED if state.piece[1 - seat][spy] == Piece.DOUBLE_AGENT else Refusal.NOT_THE_DOUBLE_AGENT


def square_of_double_agent(state: State, side: int) -> int:
    for spy in range(MOST_SPIES):
        if state.piece[side][spy] == Piece.DOUBLE_AGENT:
            return state.place[side][spy]
    return OFF


def count_expose(state: State, seat: int) -> int:
    return 1 if closed_expose(state, seat) == 0 and square_of_double_agent(state, 1 - seat) != OFF else 0


def nth_expose(state: State, seat: int, k: int) -> int:
    return square_of_double_agent(state, 1 - seat)


def do_expose(state: State, seat: int, square: int) -> None:
    side = 1 - seat
    spy = spy_of(state.board[square])
    state.prepared = 1
    state.shown[side][spy] = Shown.ALL
    state.can_be[side][spy] = 1 << Piece.DOUBLE_AGENT
    lift(state, side, spy)
    emit(state, Told.exposed, side, spy, square, Piece.DOUBLE_AGENT)
    leave_briefcase(state, square)
    lose_without_spies(state, side)


# B7.3: Reveal 1


def closed_reveal(state: State, seat: int) -> int:
    return closed_token(state, seat, Token.REVEAL)


def refuse_reveal(state: State, seat: int, square: int) -> int:
    return Refusal.ALLOWED if is_own(state, seat, square) else Refusal.NO_SPY_OF_YOURS


def count_reveal(state: State, seat: int) -> int:
    return spies_left(state, seat) if closed_reveal(state, seat) == 0 else 0


def nth_reveal(state: State, seat: int, k: int) -> int:
    return nth_own_square(state, seat, k)


def do_reveal(state: State, seat: int, square: int) -> None:
    spy = spy_of(state.board[square])
    spend(state, seat, Token.REVEAL)
    state.shown[seat][spy] = Shown.OWNER
    state.can_be[seat][spy] = 1 << state.piece[seat][spy]
    emit(state, Told.learned, seat, spy, state.piece[seat][spy])


# B7.4: Move 2


def closed_move_two(state: State, seat: int) -> int:
    return closed_token(state, seat, Token.MOVE)


def do_move_two(state: State, seat: int) -> None:
    spend(state, seat, Token.MOVE)
    state.to_announce = 2


def closed_waive(state: State, seat: int) -> int:
    return Refusal.ALLOWED if state.second == 1 else Refusal.NOTHING_TO_WAIVE


def do_waive(state: State, seat: int) -> None:
    state.to_announce = 0
    end_turn(state)


# B7.5: Swap 2


def closed_swap(state: State, seat: int) -> int:
    return closed_token(state, seat, Token.SWAP)


def refuse_swap(state: State, seat: int, squares: int) -> int:
    both = is_own(state, seat, SQUARE_PAIRS[squares][0]) and is_own(state, seat, SQUARE_PAIRS[squares][1])
    return Refusal.ALLOWED if both else Refusal.NO_SPY_OF_YOURS


def count_swap(state: State, seat: int) -> int:
    left = spies_left(state, seat)
    return left * (left - 1) // 2 if closed_swap(state, seat) == 0 else 0


def nth_swap(state: State, seat: int, k: int) -> int:
    left = spies_left(state, seat)
    first = 0
    while k >= left - 1 - first:
        k -= left - 1 - first
        first += 1
    return rank_of_pair(nth_own_square(state, seat, first), nth_own_square(state, seat, first + 1 + k))


def rank_of_pair(one: int, other: int) -> int:
    """In SQUARE_PAIRS."""
    return one * (2 * SQUARES - one - 1) // 2 + other - one - 1


def do_swap(state: State, seat: int, squares: int) -> None:
    spend(state, seat, Token.SWAP)
    one = SQUARE_PAIRS[squares][0]
    other = SQUARE_PAIRS[squares][1]
    first = spy_of(state.board[one])
    second = spy_of(state.board[other])
    put(state, seat, first, other)
    put(state, seat, second, one)
    emit(state, Told.swapped, seat, first, second, one, other)
