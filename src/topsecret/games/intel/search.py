# mypy: allow-untyped-defs, allow-untyped-calls
"""Thinking ahead in intel: functions beside the rules (`kernel/extend.py`), compiled. Everything is public, so there is one world.

`candidates` gives the judge's best actions; `simulate` tries them on, each with the same dice: the rest of the turn, and the turns after
it, are played by the judge for both sides, and what comes of it is how likely the game is won from there (`LEAF`, fitted on games).
"""

from __future__ import annotations

import math

from topsecret.kernel import CHANCE_TURN
from topsecret.kernel.extend import (
    Floats,
    Ints,
    Rng,
    States,
    actors,
    apply,
    assign,
    below,
    count,
    happen,
    nth,
    pick,
    total,
)

from .box import (
    A_SIDE,
    ACTIONS,
    AGENTS,
    BESIDE,
    BOTTOM_ROW,
    CARRIED,
    DOWN,
    GOAL,
    IN_FIELD,
    KINDS,
    MOST_CARRIED,
    OFF,
    ROLES,
    SPACES,
    SPOTS,
    UP,
    VALUE,
    Intel,
)
from .judge import (
    AGENT_KEPT,
    CARRY_HOME,
    DISTANCE,
    EXTRA,
    FARTHEST,
    FAVOURITE,
    FULL,
    HAZE,
    HOME,
    IN_REACH,
    OUT_OF_REACH,
    OVERLOAD,
    PINNED,
    POOR_THIEF,
    PRESENCE,
    THEIR_HOPE,
    THIEF,
    WIN,
)
from .state import Actions, Blockade, Phase, Post

SCRATCH = 8  # floats that `simulate` works on
STATES = 4  # 0: the position; 1: a game that is tried; 2, 3: an action that is tried in it
FAMILY = {family.name: family for family in Actions.families}
FIRST_PAY, AFTER_PAY = FAMILY["pay"].start, FAMILY["pay"].start + FAMILY["pay"].size
BACK, END_TURN = FAMILY["back"].start, FAMILY["end_turn"].start
ROW = tuple(row for row, _ in SPOTS)
STEPS_IN_A_TURN = 12  # of the judge, at most
ONE = 1_000_000  # a won game, as it is counted
ENEMY = 0.55  # what the other side's points and loads count; to the judge of `judge.py` less: games between two of it would be long

LEAF = (0.0, 0.16, 0.13, 0.05, 0.03, 0.35)


def blocked(state, space):
    return space != OFF and state.blockade[space] != Blockade.NONE


def share_down(state, space, way):
    """How likely a loose tile trickles that way."""
    if state.blockade[space] != Blockade.NONE or blocked(state, BESIDE[space][way]):
        return 0.0
    return 1.0 if blocked(state, BESIDE[space][DOWN + DOWN + 1 - way]) else 0.5


def stands_at(state, space):
    for agent in range(AGENTS):
        if state.place[agent] == space:
            return True
    return False


def home_from(space):
    return HOME * CARRY_HOME ** (BOTTOM_ROW - ROW[space])


def falls_onto(state, place, fall):
    """What two trickles bring to a space: tiles, value, and how likely no honeypot."""
    fall[0] = 0.0
    fall[1] = 0.0
    fall[2] = 1.0
    for up in range(2):
        above = BESIDE[place][UP + up]
        if above == OFF:
            continue
        part = share_down(state, above, DOWN + 1 - up)
        if part == 0.0:
            continue
        add_fall(state, above, part, fall)
        if stands_at(state, above):
            continue
        for further in range(2):
            far = BESIDE[above][UP + further]
            if far != OFF and state.lying[far] > 0:
                add_fall(state, far, part * share_down(state, far, DOWN + 1 - further), fall)


def add_fall(state, space, part, fall):
    if state.lying[space] == 0 or part == 0.0:
        return
    for kind in range(CARRIED):
        number = state.loose[space][kind]
        if number > 0:
            fall[0] += part * number
            fall[1] += part * number * VALUE[kind]
    if state.loose[space][Intel.HONEYPOT] > 0:
        fall[2] *= 1.0 - part


def load_of(state, agent):
    load = 0.0
    for kind in range(CARRIED):
        load += VALUE[kind] * state.carries[agent][kind]
    return load


def carried_by(state, agent):
    tiles = 0
    for kind in range(CARRIED):
        tiles += state.carries[agent][kind]
    return tiles


def attraction(state, agent, actions):
    """The best loose tile that an agent may fetch, if no friend is nearer."""
    if state.pinned[agent] == 1:
        return 0.0
    room = MOST_CARRIED - carried_by(state, agent)
    best = 0.0
    first = agent // A_SIDE * A_SIDE
    for space in range(SPACES):
        lying = state.lying[space]
        if lying == 0 or lying > room or IN_FIELD[space] == 0:
            continue
        steps = DISTANCE[state.place[agent]][space]
        if steps > FARTHEST or state.loose[space][Intel.HONEYPOT] > 0 or state.blockade[space] != Blockade.NONE:
            continue
        nearest = True
        for friend in range(first, first + A_SIDE):
            if friend != agent and state.place[friend] != OFF and state.pinned[friend] == 0:
                theirs = DISTANCE[state.place[friend]][space]
                if theirs < steps or (theirs == steps and friend < agent):
                    if MOST_CARRIED - carried_by(state, friend) >= lying:
                        nearest = False
        if not nearest:
            continue
        value = 0.0
        for kind in range(CARRIED):
            value += VALUE[kind] * state.loose[space][kind]
        late = steps - actions
        pull = value * home_from(space)
        pull *= IN_REACH**steps if late <= 0 else 0.5 * OUT_OF_REACH**late
        best = max(best, pull)
    return best


def in_danger(state, agent):
    """How much of what an agent carries the other side can get: a hacker that is near, who pins and steals."""
    first = (1 - agent // A_SIDE) * A_SIDE
    danger = 0.0
    for other in range(first, first + A_SIDE):
        if state.place[other] != OFF and state.role[other] == Post.HACKER and state.pinned[other] == 0:
            steps = DISTANCE[state.place[other]][state.place[agent]]
            if steps <= ACTIONS:
                danger = max(danger, THIEF if carried_by(state, other) > 0 else POOR_THIEF)
    return danger


def one_agent(state, agent, actions, hope, fall):
    tiles = carried_by(state, agent)
    falls_onto(state, state.place[agent], fall)
    role = state.role[agent]
    load = load_of(state, agent)
    home = home_from(state.place[agent]) * (PINNED if state.pinned[agent] == 1 else 1.0)
    lost = min(1.0, fall[0] * OVERLOAD[tiles])
    hopes = FULL
    if tiles == MOST_CARRIED:
        load += EXTRA if role == Post.ANALYST else 0.0
    elif hope > 0.0:
        near = attraction(state, agent, actions)
        hopes = max(near, 0.5 * min(fall[1], 4.0) * (1 - lost) * (1.0 - 0.2 * tiles))
    else:
        hopes = 0.0
    load *= 1.0 - in_danger(state, agent)
    return fall[2] * (AGENT_KEPT + PRESENCE + FAVOURITE[role] + load * home * (1 - lost) + hope * hopes)


def side(state, seat, actions, hope, fall):
    worth = float(state.points[seat])
    for role in range(ROLES):
        worth += AGENT_KEPT * state.roster[seat][role]
    for agent in range(seat * A_SIDE, seat * A_SIDE + A_SIDE):
        if state.place[agent] != OFF:
            worth += one_agent(state, agent, actions, hope, fall)
    return worth


def worth(state, me, actions, fall):
    """A position in my turn, with so many actions left."""
    if state.phase == Phase.OVER:
        return 0.0 if state.winner < 0 else WIN if state.winner == me else -WIN
    mine = side(state, me, actions, 1.0, fall)
    theirs = side(state, 1 - me, ACTIONS, THEIR_HOPE, fall)
    if state.phase == Phase.EXTRA:
        drawn = 0.0
        bag = 0
        for kind in range(KINDS):
            drawn += VALUE[kind] * state.bag[kind]
            bag += state.bag[kind]
        mine += drawn / max(1, bag)
    return mine - ENEMY * theirs


def after_action(states, at, code, seat, deep, fall):
    """What an action is worth in states[at]; states[at + 1], and for a cost states[at + 2], are worked on."""
    if code == BACK:
        return -2 * WIN
    now = states[at]
    if code == END_TURN:
        return worth(now, seat, 0, fall)
    trial = states[at + 1]
    assign(trial, now)
    apply(trial, seat, code)
    if FIRST_PAY <= code < AFTER_PAY:
        if deep == 0:
            return -2 * WIN
        gain = -3 * WIN
        again = states[at + 2]
        for k in range(count(trial, seat)):
            use = nth(trial, seat, k)
            if use != BACK:
                assign(again, trial)
                apply(again, seat, use)
                gain = max(gain, worth(again, seat, again.actions_left, fall))
    else:
        gain = worth(trial, seat, trial.actions_left, fall)
    if trial.actions_left == now.actions_left and trial.phase != Phase.OVER:
        if gain < worth(now, seat, now.actions_left, fall) + HAZE:
            return worth(now, seat, 0, fall) - HAZE  # free, but no progress: rather end the turn
    return gain


def choice(states, at, seat, fall):
    """What the judge does in states[at]."""
    best = -1e18
    found = END_TURN
    number = count(states[at], seat)
    for k in range(number):
        code = nth(states[at], seat, k)
        gain = after_action(states, at, code, seat, 0, fall)
        if gain > best:
            best = gain
            found = code
    return found


def expectation(state, me):
    """How likely the game is won from a position at the beginning of somebody's turn, after the trickle."""
    if state.phase == Phase.OVER:
        return 0.5 if state.winner < 0 else 1.0 if state.winner == me else 0.0
    sign = LEAF[0]
    points = float(state.points[me] - state.points[1 - me])
    loads = 0.0
    agents = 0.0
    hopes = 0.0
    near = 0.0
    for seat in range(2):
        way = 1.0 if seat == me else -1.0
        carried = 0.0
        for role in range(ROLES):
            agents += way * state.roster[seat][role]
        for agent in range(seat * A_SIDE, seat * A_SIDE + A_SIDE):
            if state.place[agent] != OFF:
                agents += way
                hopes += way * attraction(state, agent, ACTIONS if state.turn == seat else 1)
                carried += load_of(state, agent) * home_from(state.place[agent])
        loads += way * carried
        missing = max(1.0, GOAL - state.points[seat] - 0.7 * carried)
        near += way / missing * 4.0
    tempo = 1.0 if state.turn == me else -1.0
    sign += LEAF[1] * points + LEAF[2] * loads + LEAF[3] * agents + LEAF[4] * hopes + LEAF[5] * near + 0.1 * tempo
    return 1.0 / (1.0 + math.exp(-sign))


def candidates(states: States, seat: int, codes: Ints, worths: Floats, settings: Floats, scratch: Floats) -> int:
    """The judge's best actions in states[0], the best first, as many as there is room for; returns how many."""
    found = 0
    most = len(codes)
    for k in range(count(states[0], seat)):
        code = nth(states[0], seat, k)
        gain = after_action(states, 0, code, seat, 1, scratch)
        if code == BACK:
            continue
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
    """For every seed each active candidate is tried once, with the same dice. `settings`: how many turns to look ahead."""
    depth = int(settings[0])
    for round in range(len(seeds)):
        for k in range(len(codes)):
            if active[k] == 0:
                continue
            rng[0] = int(seeds[round])
            state = states[1]
            assign(state, states[0])
            last = state.turns + depth
            apply(state, seat, codes[k])
            steps = 0
            while True:
                who = actors(state)
                if who == 0 or (who != CHANCE_TURN and state.turns >= last):
                    break
                if who == CHANCE_TURN:
                    happen(state, pick(state, below(rng, total(state))))
                    steps = 0
                    continue
                mover = state.turn
                steps += 1
                code = choice(states, 1, mover, scratch) if steps < STEPS_IN_A_TURN else END_TURN
                apply(state, mover, code)
            won[k] += int(ONE * expectation(state, seat))
