# mypy: allow-untyped-defs, allow-untyped-calls
"""Thinking ahead in briefcase: functions beside the rules (`kernel/extend.py`), compiled.

A world has one's own pieces drawn from the exact count of deals (`worlds.py`). `candidates` gives the announcements (and tokens) that
look best; `simulate` tries them on for some turns: the rules answer by the pieces of the world, notebooks narrow by every answer, and
each side announces by what its notebook lets it hope for, so that asking has a value. At the end a judge says how likely that wins.
`settings` after its first two numbers: how likely each spy is each piece, by side, spy and piece, before anything was tried.
"""

from __future__ import annotations

from topsecret.kernel.extend import Floats, Ints, Rng, States, actors, apply, assign, below, count, nth

from .board import lift
from .box import (
    FIRST_LINE,
    LINE_FAR,
    LINE_FROM,
    LINE_TO,
    LINE_WAY,
    LINES,
    MOST_SPIES,
    OFF,
    RANKS,
    ROOM,
    STEP,
    WAYS,
)
from .leaf import (
    HOLDING,
    LOSS_OF_CARRIER,
    NEAR,
    PER_RANK,
    SPY,
    WIN,
    doubt,
    expectation,
    hope,
    ranks_left,
    steps_apart,
    threat,
)
from .state import Actions, Phase

STATES = 3  # 0: the position; 1: a game that is tried; 2: an action that is tried in it; then the worlds
SCRATCH = 4
ONE = 1_000_000

FAMILY = {family.name: family for family in Actions.families}
MOVE, CARRY, PUSH = FAMILY["move"].start, FAMILY["carry"].start, FAMILY["push"].start
MOVE_TWO, EXPOSE, REVEAL = FAMILY["move_two"].start, FAMILY["expose"].start, FAMILY["reveal"].start
AFTER_EXPOSE, AFTER_REVEAL = EXPOSE + FAMILY["expose"].size, REVEAL + FAMILY["reveal"].size
PURGE, AFTER_PURGE = FAMILY["purge"].start, FAMILY["purge"].start + FAMILY["purge"].size
SWAP, AFTER_SWAP = FAMILY["swap"].start, FAMILY["swap"].start + FAMILY["swap"].size
WAIVE = FAMILY["waive"].start
WORTH_A_TOKEN = 0.03
TIE = 0.003  # what looks alike comes in another order in every turn, so that all of it is tried some time
FORWARD = 0.08  # what brings the briefcase forward is tried, even if it looks no better than waiting
SAYS_YES = 0.25  # how often the "?" is believed to be allowed something that does no harm


def plain_value(state, settings, seat, spy, square, target, way, far):
    """What an announcement promises at a glance: for choosing in games that are tried, where there is no time for more."""
    there = state.board[target]
    case = state.briefcase
    carries = square == case
    odds = hope(state, settings, seat, spy, way, far)
    if there == 0 and not carries and target != case:
        odds += SAYS_YES * doubt(state, settings, seat, spy) if far <= 2 else 0.0
    if odds < 0.03:
        return -1.0
    gain = 0.3
    if there != 0:
        gain += SPY + (LOSS_OF_CARRIER + PER_RANK * (RANKS - ranks_left(1 - seat, case)) if target == case else 0.0)
    elif target == case:
        gain += HOLDING - 0.5 * LOSS_OF_CARRIER * threat(state, settings, 1 - seat, target)
    if carries:
        gained = ranks_left(seat, square) - ranks_left(seat, target)
        if ranks_left(seat, target) == 0:
            gain += WIN
        else:
            gain += PER_RANK * gained - 0.5 * LOSS_OF_CARRIER * threat(state, settings, 1 - seat, target)
            gain += 0.5 * LOSS_OF_CARRIER * threat(state, settings, 1 - seat, square)
    else:
        gain += NEAR * (steps_apart(square, case) - steps_apart(target, case))
    unsure = odds * (1.0 - odds)
    return odds * gain + 3.0 * unsure


def announced(state, settings, seat, luck):
    """The code of what a side announces at a glance; -1 if there is nothing to announce."""
    best = -1e18
    found = -1
    for spy in range(MOST_SPIES):
        square = state.place[seat][spy]
        if square == OFF or spy == state.announced:
            continue
        for way in range(WAYS):
            at = square
            first = FIRST_LINE[square * WAYS + way]
            for far in range(1, ROOM[square * WAYS + way] + 1):
                at += STEP[way]
                there = state.board[at]
                if there != 0 and (there - 1) // MOST_SPIES == seat:
                    break
                if far <= 4:
                    luck = (luck * 1103515245 + 12345) & 0x7FFFFFFF
                    value = plain_value(state, settings, seat, spy, square, at, way, far) + (luck >> 8 & 1023) / 900.0
                    if value > best:
                        best = value
                        found = (CARRY if square == state.briefcase else MOVE) + first + far - 1
                if there != 0 or at == state.briefcase:
                    break
    return found


def after_yes(state, seat, line, code):
    """Lets an announcement happen on the board alone."""
    square = LINE_FROM[line]
    target = LINE_TO[line]
    if code >= PUSH:
        state.briefcase = target
        state.quiet = 0
        return
    spy = (state.board[square] - 1) % MOST_SPIES
    there = state.board[target]
    if there != 0:
        lift(state, 1 - seat, (there - 1) % MOST_SPIES)
        state.quiet = 0
    state.board[square] = 0
    state.place[seat][spy] = target
    state.board[target] = 1 + seat * MOST_SPIES + spy
    if code >= CARRY:
        state.briefcase = target
        state.quiet = 0


def announcement_worth(states, seat, code, settings):
    state = states[0]
    line = code - (PUSH if code >= PUSH else CARRY if code >= CARRY else MOVE)
    square = LINE_FROM[line]
    target = LINE_TO[line]
    spy = (state.board[square] - 1) % MOST_SPIES
    odds = hope(state, settings, seat, spy, LINE_WAY[line], LINE_FAR[line])
    if code < CARRY and state.board[target] == 0 and target != state.briefcase and LINE_FAR[line] <= 2:
        odds += SAYS_YES * doubt(state, settings, seat, spy)
    if odds < 0.02:
        return -2.0
    if CARRY <= code < PUSH and ranks_left(seat, target) == 0:
        return odds * 2.0
    after = states[2]
    assign(after, state)
    after.turn = 1 - seat
    no = expectation(after, seat, settings)
    after_yes(after, seat, line, code)
    gain = odds * expectation(after, seat, settings) + (1 - odds) * no + 0.02 * odds * (1 - odds)
    if CARRY <= code < PUSH and ranks_left(seat, target) < ranks_left(seat, square):
        gain += FORWARD * odds
    return gain


def is_announcement(code):
    return MOVE <= code < MOVE + LINES or CARRY <= code < CARRY + LINES or PUSH <= code < PUSH + LINES


def prepared_worth(states, seat, code, settings, now):
    """Tokens and eliminations that are worth a try; they cost nothing of the turn. Where they change the board the rules say how."""
    state = states[0]
    case = state.briefcase
    there = state.board[case]
    if EXPOSE <= code < AFTER_EXPOSE:
        return now + (0.2 if code - EXPOSE == case else 0.0)
    if SWAP <= code < AFTER_SWAP:
        after = states[2]
        assign(after, state)
        apply(after, seat, code)
        if after.board[case] == there:
            return -2.0
        gain = expectation(after, seat, settings)
        return gain if gain > now + WORTH_A_TOKEN else -2.0
    if code == MOVE_TWO:
        return now + (0.05 if there != 0 else 0.0)
    if REVEAL <= code < AFTER_REVEAL:
        return now if code - REVEAL == case else now - 0.1
    if PURGE <= code < AFTER_PURGE:
        spy = (state.board[code - PURGE] - 1) % MOST_SPIES
        return now if code - PURGE == case and doubt(state, settings, seat, spy) > 0.4 else -2.0
    return now if code == WAIVE else -2.0


def candidates(states: States, seat: int, codes: Ints, worths: Floats, settings: Floats, scratch: Floats) -> int:
    """What looks best in states[0], the best first, as many as there is room for; returns how many."""
    found = 0
    most = len(codes)
    now = expectation(states[0], seat, settings)
    for k in range(count(states[0], seat)):
        code = nth(states[0], seat, k)
        if is_announcement(code):
            gain = announcement_worth(states, seat, code, settings)
        else:
            gain = prepared_worth(states, seat, code, settings, now)
        if gain <= -1.5:
            continue
        gain += TIE * ((code * 7919 + states[0].turns * 104729) % 1009) / 1009
        at = found
        while at > 0 and worths[at - 1] < gain:
            at -= 1
        if at >= most:
            continue
        found = min(found + 1, most)
        for place in range(found - 1, at, -1):
            codes[place] = codes[place - 1]
            worths[place] = worths[place - 1]
        codes[at] = code
        worths[at] = gain
    return found


def simulate(
    states: States,
    rng: Rng,
    seat: int,
    codes: Ints,
    active: Ints,
    seeds: Ints,
    won: Ints,
    settings: Floats,
    scratch: Floats,
) -> None:
    """For every seed each active candidate is tried once, in the same world and with the same luck. `settings[0]`: so many turns."""
    depth = int(settings[0])
    worlds = int(settings[1])
    for round in range(len(seeds)):
        world = states[STATES + int(seeds[round]) // 64 % worlds]
        for k in range(len(codes)):
            if active[k] == 0:
                continue
            rng[0] = int(seeds[round])
            state = states[1]
            assign(state, world)
            last = state.turns + depth
            apply(state, seat, codes[k])
            steps = 0
            while state.phase != Phase.OVER and state.turns < last and steps < 40:
                steps += 1
                if state.phase == Phase.ANSWER:
                    answering = 1 - state.turn
                    apply(state, answering, nth(state, answering, 0))
                    continue
                if actors(state) != 1 << state.turn:
                    break
                mover = state.turn
                code = announced(state, settings, mover, below(rng, 1_000_000_000))
                if code < 0:
                    break
                apply(state, mover, code)
            won[k] += int(ONE * expectation(state, seat, settings))
