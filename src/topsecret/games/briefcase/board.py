"""The board: who stands where, and what lies in the way (B1, B4.2, B6)."""

from __future__ import annotations

from .box import FILES, LINE_FAR, LINE_FROM, LINE_TO, LINE_WAY, MOST_SPIES, OFF, RANKS, ROOM, SQUARES, STEP, WAYS
from .state import Manner, Refusal, State


def occupant(side: int, spy: int) -> int:
    """How a spy is written on the board."""
    return 1 + side * MOST_SPIES + spy


def side_of(there: int) -> int:
    return 1 if there > MOST_SPIES else 0


def spy_of(there: int) -> int:
    return there - occupant(side_of(there), 0)


def is_own(state: State, seat: int, square: int) -> bool:
    there = state.board[square]
    return there != 0 and side_of(there) == seat


def is_enemy(state: State, seat: int, square: int) -> bool:
    there = state.board[square]
    return there != 0 and side_of(there) != seat


def put(state: State, side: int, spy: int, square: int) -> None:
    state.place[side][spy] = square
    state.board[square] = occupant(side, spy)


def lift(state: State, side: int, spy: int) -> None:
    """Takes a spy off the board."""
    state.board[state.place[side][spy]] = 0
    state.place[side][spy] = OFF


def spies_left(state: State, side: int) -> int:
    left = 0
    for spy in range(MOST_SPIES):
        if state.place[side][spy] != OFF:
            left += 1
    return left


def next_own_square(state: State, seat: int, square: int) -> int:
    """The first square with an own spy, from this one on; SQUARES if there is none."""
    while square < SQUARES and not is_own(state, seat, square):
        square += 1
    return square


def nth_own_square(state: State, seat: int, k: int) -> int:
    """The square of the k-th own spy, in the order of the squares."""
    square = next_own_square(state, seat, 0)
    for _ in range(k):
        square = next_own_square(state, seat, square + 1)
    return square


def is_far_rank(seat: int, square: int) -> bool:
    """The opponent's first rank."""
    return square // FILES == (RANKS - 1 if seat == 0 else 0)


def in_owners_frame(seat: int, way: int) -> int:
    """B2: Red's frame is the board turned by 180 degrees."""
    return way if seat == 0 else (way + WAYS // 2) % WAYS


def is_free_briefcase(state: State, square: int) -> bool:
    """B6.1"""
    return state.briefcase == square and state.board[square] == 0


def controls_briefcase(state: State, seat: int, square: int) -> bool:
    """B6.1"""
    return state.briefcase == square and is_own(state, seat, square)


def distances(state: State, seat: int, square: int, way: int, manner: int) -> int:
    """B4.2, B6.3: how many distances can be announced from a square in a direction, as far as everyone can see."""
    at = square
    most = ROOM[square * WAYS + way]
    for far in range(1, most + 1):
        at += STEP[way]
        there = state.board[at]
        if there != 0:
            return far if manner == Manner.PUSH or side_of(there) != seat else far - 1
        if at == state.briefcase:
            return far
    return most


def in_the_way(state: State, seat: int, line: int, manner: int) -> int:
    """B4.2: why a line cannot be announced, by what everyone can see."""
    possible = distances(state, seat, LINE_FROM[line], LINE_WAY[line], manner)
    if LINE_FAR[line] <= possible:
        return Refusal.ALLOWED
    if LINE_FAR[line] == possible + 1 and is_own(state, seat, LINE_TO[line]):
        return Refusal.OWN_SPY_THERE
    return Refusal.IN_THE_WAY
