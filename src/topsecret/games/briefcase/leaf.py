# mypy: allow-untyped-defs, allow-untyped-calls
"""How likely a position of briefcase wins: where a search of briefcase stops thinking (`search.py`), compiled with it.

What is counted is seen from the side that holds the briefcase, or, where it lies free, from the side to move; what each count is worth
(`LEAF`) was fitted on games.
"""

from __future__ import annotations

import math

from .box import (
    ABLE,
    FILES,
    LONGEST_LINE,
    MOST_SPIES,
    MOST_TURNS,
    OFF,
    PIECES,
    QUIET_TURNS,
    RANKS,
    ROOM,
    STEP,
    WAYS,
    Piece,
)
from .state import Phase

BELIEFS = 2  # where they begin in the settings: how likely each spy is each piece, by side, spy and piece

WIN = 1000.0
SPY = 10.0
DOUBLE_AGENT = 2.0
HOLDING = 24.0
PER_RANK = 7.0
LOSS_OF_CARRIER = 70.0
COVERED = 0.5  # so much less a carrier is missed that is avenged
WAY_ON = 20.0  # for a carrier that has a safe step forward
DELIVERY = 160.0
NEAR = 1.6
CHANCE = 14.0
READY = 8.0  # for whoever can take it next, though the other is to move
SCALE = 45.0
DRAW = 0.15  # a draw is nobody's win
CALM = 6  # B8.1: after so many quiet turns a draw comes nearer with each
LONG = 100  # the same of all turns


def ranks_left(side, square):
    rank = square // FILES
    return RANKS - 1 - rank if side == 0 else rank


def steps_apart(one, other):
    return max(abs(one // FILES - other // FILES), abs(one % FILES - other % FILES))


def able_bits(state, side, spy, way, far):
    own = way if side == 0 else (way + WAYS // 2) % WAYS
    return ABLE[((state.box * 2 + state.promoted[side][spy]) * WAYS + own) * (LONGEST_LINE + 1) + far]


def can_truly(state, side, spy, way, far):
    """The "?" goes nowhere that hurts."""
    piece = state.piece[side][spy]
    return piece < PIECES and able_bits(state, side, spy, way, far) >> piece & 1 == 1


def hope(state, settings, side, spy, way, far):
    """How likely the answer is yes, as the owner can know it by the notebook in this state."""
    bits = able_bits(state, side, spy, way, far)
    mask = state.can_be[side][spy]
    if bits & mask == 0:
        return 0.0
    begin = BELIEFS + (side * MOST_SPIES + spy) * PIECES
    part = 0.0
    whole = 1e-9
    for piece in range(PIECES):
        if mask >> piece & 1:
            likely = settings[begin + piece] + 1e-6
            whole += likely
            if bits >> piece & 1:
                part += likely
    return part / whole


def doubt(state, settings, side, spy):
    """How likely a spy is the "?"."""
    mask = state.can_be[side][spy]
    if mask >> Piece.DOUBLE_AGENT & 1 == 0:
        return 0.0
    begin = BELIEFS + (side * MOST_SPIES + spy) * PIECES
    whole = 1e-9
    for piece in range(PIECES):
        if mask >> piece & 1:
            whole += settings[begin + piece] + 1e-6
    return (settings[begin + Piece.DOUBLE_AGENT] + 1e-6) / whole


def threat(state, settings, by, square):
    """How likely a side lands there next: a spy can, and its owner believes so."""
    worst = 0.0
    for way in range(WAYS):
        at = square
        for far in range(1, ROOM[square * WAYS + way] + 1):
            at += STEP[way]
            there = state.board[at]
            if there != 0:
                if (there - 1) // MOST_SPIES == by:
                    spy = (there - 1) % MOST_SPIES
                    back = (way + WAYS // 2) % WAYS
                    if can_truly(state, by, spy, back, far):
                        worst = max(worst, 0.25 + 0.75 * hope(state, settings, by, spy, back, far))
                break
            if at == state.briefcase:
                break
    return worst


def delivers(state, settings, side):
    """How likely the carrier gets home with its next move: it can, and its owner believes so."""
    square = state.briefcase
    spy = (state.board[square] - 1) % MOST_SPIES
    best = 0.0
    for way in range(WAYS):
        at = square
        for far in range(1, ROOM[square * WAYS + way] + 1):
            at += STEP[way]
            there = state.board[at]
            if there != 0 and (there - 1) // MOST_SPIES == side:
                break
            if ranks_left(side, at) == 0 and can_truly(state, side, spy, way, far):
                best = max(best, 0.4 + 0.6 * hope(state, settings, side, spy, way, far))
            if there != 0:
                break
    return best


def way_on(state, settings, side):
    """How likely the carrier gets a step forward, and is not caught there: the safest one that it can make, and its owner believes so."""
    square = state.briefcase
    spy = (state.board[square] - 1) % MOST_SPIES
    safest = 0.0
    for way in range(WAYS):
        if ROOM[square * WAYS + way] == 0 or ranks_left(side, square + STEP[way]) >= ranks_left(side, square):
            continue
        at = square
        for far in range(1, min(4, ROOM[square * WAYS + way]) + 1):
            at += STEP[way]
            there = state.board[at]
            if there != 0 and (there - 1) // MOST_SPIES == side:
                break
            if can_truly(state, side, spy, way, far):
                sure = 0.25 + 0.75 * hope(state, settings, side, spy, way, far)
                if sure > safest:
                    safest = max(safest, sure * (1.0 - threat(state, settings, 1 - side, at)))
            if there != 0:
                break
    return safest


def worth(state, me, settings):
    """A position in which the one whose turn it is has not announced yet, for one side."""
    total = 0.0
    mine = 0
    theirs = 0
    case = state.briefcase
    near = 0.0
    for side in range(2):
        way = 1.0 if side == me else -1.0
        first = second = third = 99
        for spy in range(MOST_SPIES):
            square = state.place[side][spy]
            if square == OFF:
                continue
            if side == me:
                mine += 1
            else:
                theirs += 1
            total += way * (DOUBLE_AGENT if state.piece[side][spy] == Piece.DOUBLE_AGENT else SPY)
            steps = steps_apart(square, case)
            if steps < first:
                third = second
                second = first
                first = steps
            elif steps < second:
                third = second
                second = steps
            elif steps < third:
                third = steps
        near -= way * (min(first, 10) + min(second, 10) + min(third, 10))
    if theirs == 0:
        return WIN
    if mine == 0:
        return -WIN
    total += NEAR * near
    there = state.board[case]
    if there == 0:
        to_move = state.turn
        odds = CHANCE * threat(state, settings, to_move, case) - READY * threat(state, settings, 1 - to_move, case)
        return total + (odds if to_move == me else -odds)
    holder = (there - 1) // MOST_SPIES
    sign = 1.0 if holder == me else -1.0
    value = HOLDING + PER_RANK * (RANKS - 1 - ranks_left(holder, case)) + WAY_ON * way_on(state, settings, holder)
    home = delivers(state, settings, holder)
    danger = threat(state, settings, 1 - holder, case)
    loss = LOSS_OF_CARRIER * danger * (1.0 - COVERED * threat(state, settings, holder, case)) if danger > 0 else 0.0
    if state.turn == holder:
        value += 3.0 * DELIVERY * home - 0.3 * loss
    else:
        value += DELIVERY * home * (1 - danger) - loss
    return total + sign * value


def expectation(state, me, settings):
    """How likely a side wins. The longer nothing happens, the nearer is a draw, which nobody wins (B8.1)."""
    if state.phase == Phase.OVER:
        return DRAW if state.winner < 0 else 1.0 if state.winner == me else 0.0
    won = 1.0 / (1.0 + math.exp(-max(-600.0, min(600.0, worth(state, me, settings))) / SCALE))
    stale = max(0.0, (state.quiet - CALM) / (QUIET_TURNS - CALM), (state.turns - LONG) / (MOST_TURNS - LONG))
    return won + (DRAW - won) * stale
