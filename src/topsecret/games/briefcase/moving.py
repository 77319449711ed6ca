"""Announcing a line, and what happens when the answer is yes (B4.2, B4.3, B4.6, B5, B6)."""

from __future__ import annotations

from topsecret.kernel import emit

from .answers import allows, automatic_answer, hear, is_double_agent
from .board import (
    controls_briefcase,
    distances,
    in_the_way,
    is_enemy,
    is_far_rank,
    is_free_briefcase,
    is_own,
    lift,
    next_own_square,
    put,
    side_of,
    spy_of,
)
from .box import (
    CROWNED,
    FIRST_LINE,
    IN_BOX,
    LINE_FROM,
    LINE_TO,
    LINES,
    MOST_SPIES,
    NO_SPY,
    OFF,
    ROOM,
    SQUARES,
    WAYS,
    Answers,
)
from .state import Ending, Manner, Phase, Refusal, Reply, State, Told
from .turn import end_turn, finish, lose_without_spies

# B4.2: announcing


def refuse_announcement(state: State, seat: int, line: int, manner: int) -> int:
    square = LINE_FROM[line]
    if not is_own(state, seat, square):
        return Refusal.NO_SPY_OF_YOURS
    if spy_of(state.board[square]) == state.announced:
        return Refusal.ANOTHER_SPY
    if manner != Manner.MOVE and state.briefcase != square:
        return Refusal.NO_BRIEFCASE
    return in_the_way(state, seat, line, manner)


def refuse_move(state: State, seat: int, line: int) -> int:
    return refuse_announcement(state, seat, line, Manner.MOVE)


def refuse_carry(state: State, seat: int, line: int) -> int:
    return refuse_announcement(state, seat, line, Manner.CARRY)


def refuse_push(state: State, seat: int, line: int) -> int:
    return refuse_announcement(state, seat, line, Manner.PUSH)


def count_lines(state: State, seat: int, square: int, manner: int) -> int:
    found = 0
    for way in range(WAYS):
        found += distances(state, seat, square, way, manner)
    return found


def nth_line(state: State, seat: int, square: int, manner: int, k: int) -> int:
    for way in range(WAYS):
        found = distances(state, seat, square, way, manner)
        if k < found:
            return FIRST_LINE[square * WAYS + way] + k
        k -= found
    return -1


def count_move(state: State, seat: int) -> int:
    found = 0
    for spy in range(MOST_SPIES):
        if state.place[seat][spy] != OFF and spy != state.announced:
            found += count_lines(state, seat, state.place[seat][spy], Manner.MOVE)
    return found


def nth_move(state: State, seat: int, k: int) -> int:
    square = next_own_square(state, seat, 0)
    while square < SQUARES:
        if spy_of(state.board[square]) != state.announced:
            found = count_lines(state, seat, square, Manner.MOVE)
            if k < found:
                return nth_line(state, seat, square, Manner.MOVE, k)
            k -= found
        square = next_own_square(state, seat, square + 1)
    return -1


def next_line(state: State, seat: int, square: int, manner: int, line: int) -> int:
    """The first line of this square, from this one on, that can be announced; -1 if there is none."""
    for way in range(WAYS):
        first = FIRST_LINE[square * WAYS + way]
        if line < first + ROOM[square * WAYS + way]:
            line = max(line, first)
            if line < first + distances(state, seat, square, way, manner):
                return line
    return -1


def next_move(state: State, seat: int, rank: int) -> int:
    if rank >= LINES:
        return -1
    square = next_own_square(state, seat, LINE_FROM[rank])
    while square < SQUARES:
        if spy_of(state.board[square]) != state.announced:
            found = next_line(state, seat, square, Manner.MOVE, rank)
            if found >= 0:
                return found
        square = next_own_square(state, seat, square + 1)
    return -1


def carrier_may_announce(state: State, seat: int) -> bool:
    return controls_briefcase(state, seat, state.briefcase) and spy_of(state.board[state.briefcase]) != state.announced


def count_carry(state: State, seat: int) -> int:
    return count_lines(state, seat, state.briefcase, Manner.CARRY) if carrier_may_announce(state, seat) else 0


def nth_carry(state: State, seat: int, k: int) -> int:
    return nth_line(state, seat, state.briefcase, Manner.CARRY, k)


def count_push(state: State, seat: int) -> int:
    return count_lines(state, seat, state.briefcase, Manner.PUSH) if carrier_may_announce(state, seat) else 0


def nth_push(state: State, seat: int, k: int) -> int:
    return nth_line(state, seat, state.briefcase, Manner.PUSH, k)


def do_move(state: State, seat: int, line: int) -> None:
    announce(state, seat, line, Manner.MOVE)


def do_carry(state: State, seat: int, line: int) -> None:
    announce(state, seat, line, Manner.CARRY)


def do_push(state: State, seat: int, line: int) -> None:
    announce(state, seat, line, Manner.PUSH)


def announce(state: State, seat: int, line: int, manner: int) -> None:
    state.line = line
    state.manner = manner
    if state.answers == Answers.MANUAL:
        state.phase = Phase.ANSWER
    else:
        settle(state, seat, automatic_answer(state, seat, spy_of(state.board[LINE_FROM[line]]), line, manner))


# B4.3, B4.4: answering by hand


def refuse_answer(state: State, seat: int, reply: int) -> int:
    """Who announced learns nothing here."""
    if seat == state.turn:
        return Refusal.OPPONENT_ANSWERS
    spy = spy_of(state.board[LINE_FROM[state.line]])
    if is_double_agent(state, state.turn, spy):
        return Refusal.ALLOWED
    true = Reply.YES if allows(state, state.turn, spy, state.line) else Reply.NO
    return Refusal.ALLOWED if reply == true else Refusal.UNTRUE


def do_answer(state: State, seat: int, reply: int) -> None:
    state.phase = Phase.TURN
    settle(state, 1 - seat, reply)


# B4.3: yes or no


def settle(state: State, seat: int, reply: int) -> None:
    line = state.line
    manner = state.manner
    spy = spy_of(state.board[LINE_FROM[line]])
    hear(state, seat, reply)
    state.line = 0
    state.manner = Manner.MOVE
    state.to_announce -= 1
    state.second = 1
    state.announced = spy
    if reply == Reply.YES:
        if manner == Manner.PUSH:
            push_briefcase(state, seat, LINE_TO[line])
        else:
            move_spy(state, seat, spy, LINE_TO[line], manner)
    if state.phase != Phase.OVER and state.to_announce == 0:
        end_turn(state)


def move_spy(state: State, seat: int, spy: int, target: int, manner: int) -> None:
    square = state.place[seat][spy]
    takes = state.briefcase == target
    leaves = state.briefcase == square and manner == Manner.MOVE
    if is_enemy(state, seat, target):
        capture(state, target)
    state.board[square] = 0
    put(state, seat, spy, target)
    emit(state, Told.moved, seat, spy, square, target)
    if takes:
        emit(state, Told.controls, seat, spy, target)
    if leaves:
        emit(state, Told.lies_free, square)
    if manner == Manner.CARRY:
        carry_briefcase(state, seat, spy, target)
    if state.phase != Phase.OVER:
        lose_without_spies(state, 1 - seat)
    if state.phase != Phase.OVER and is_far_rank(seat, target) and state.promoted[seat][spy] == 0:
        promote(state, seat, spy)


def capture(state: State, target: int) -> None:
    """B4.6"""
    side = side_of(state.board[target])
    spy = spy_of(state.board[target])
    lift(state, side, spy)
    state.stirred = 1
    emit(state, Told.captured, side, spy, target)


def promote(state: State, seat: int, spy: int) -> None:
    """B5.1, and what is learned if nothing happens."""
    crowned = CROWNED[state.box]
    if crowned >> state.piece[seat][spy] & 1:
        state.promoted[seat][spy] = 1
        state.can_be[seat][spy] &= crowned
        state.stirred = 1
        state.announced = NO_SPY  # B7.4
        emit(state, Told.was_promoted, seat, spy)
    else:
        state.can_be[seat][spy] &= IN_BOX[state.box] & ~crowned
        emit(state, Told.not_promoted, seat, spy)


# B6: the briefcase


def carry_briefcase(state: State, seat: int, spy: int, target: int) -> None:
    """B6.2, B6.5, B6.6"""
    emit(state, Told.briefcase_moved, state.briefcase, target)
    state.briefcase = target
    state.stirred = 1
    if not is_far_rank(seat, target):
        return
    if state.safe_extraction == 1:
        state.extracting = seat
        state.extractor = spy
        emit(state, Told.must_hold_out, seat, spy)
    else:
        finish(state, seat, Ending.DELIVERED)


def push_briefcase(state: State, seat: int, target: int) -> None:
    """B6.3"""
    emit(state, Told.briefcase_moved, state.briefcase, target)
    state.briefcase = target
    state.stirred = 1
    if is_free_briefcase(state, target):
        emit(state, Told.lies_free, target)
    else:
        there = state.board[target]
        emit(state, Told.controls, side_of(there), spy_of(there), target)
