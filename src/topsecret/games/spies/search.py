# mypy: allow-untyped-defs, allow-untyped-calls
"""Thinking ahead in spies: functions beside the rules (`kernel/extend.py`), compiled.

`candidates` gives the judge's best actions; `simulate` tries them on in worlds that agree with what the seat has seen (`worlds.py`), and
plays each game to its end: the action itself is carried out by the rules, the rest is played quickly (`quick_games.py`). What a card in
hand is worth besides preventing a scoring is a number. `standings` does the same for all agents at once (`anybody.py`).
`likelihoods` says how likely a movement or a safe is for the owner of each agent: what beliefs are made of.
"""

from __future__ import annotations

import math

from topsecret.kernel.extend import FloatGrid, Floats, Ints, Rng, States, apply, assign, below, count, nth, refuse

from .box import AGENTS, BUILDINGS, FINISH, SPREADS
from .quick_games import (
    MASK,
    SAFE_IN_HAND,
    gain_at,
    play_on,
    prospect,
    safe_worth,
    somebody_soon,
    vetoed,
    weights_of,
)
from .state import Actions, Answer, Keeping, Phase
from .turn import farthest_held

STATES = 3  # 0: the position; 1: a game that is tried; 2: an action that is tried in it; then the worlds
SCRATCH = 128
ONE = 1_000_000
FAMILY = {family.name: family for family in Actions.families}
FIRST_MOVE, AFTER_MOVE = FAMILY["move"].start, FAMILY["move"].start + FAMILY["move"].size
STAY = FAMILY["stay"].start
FIRST_SAFE = FAMILY["place_safe"].start
AFTER_SAFE = FIRST_SAFE + BUILDINGS
POLL_NO, POLL_YES = FAMILY["poll"].start, FAMILY["poll"].start + 1
PASS_BY, DONE = FAMILY["pass_by"].start, FAMILY["done"].start
PLANNED = 16  # where in the scratch the cards stand that are planned after each candidate
CARD_KEPT = 1.2  # points: a card that brings no more is kept
WIN = 40.0


def movement_worth(state, points, mine, weight, place):
    """A movement for the owner of an agent, if nobody plays a card. `place`: room for where everybody is then."""
    spread = SPREADS[points]
    scores = False
    for agent in range(AGENTS):
        there = (state.place[agent] + spread[agent]) % BUILDINGS
        place[agent] = there
        if spread[agent] > 0 and there == state.safe:
            scores = True
    ahead = float(state.marker[mine])
    farthest = 0
    for agent in range(AGENTS):
        ahead -= weight[agent] * state.marker[agent]
    if not scores:
        return ahead + prospect(place, mine, somebody_soon(place, state.in_play, state.safe), weight)
    own = state.marker[mine] + gain_at(state.marker[mine], place[mine])
    top = 0
    for agent in range(AGENTS):
        if state.in_play >> agent & 1:
            after = state.marker[agent] + gain_at(state.marker[agent], place[agent])
            farthest = max(farthest, after)
            if agent != mine:
                top = max(top, after)
                ahead -= weight[agent] * (after - state.marker[agent])
    ahead += own - state.marker[mine]
    if farthest >= FINISH:
        return ahead + (WIN if own >= top else -WIN)
    return ahead + SAFE_IN_HAND + prospect(place, mine, 0.3, weight)


def likelihoods(states: States, codes: Ints, warmth: float, slip: float, likely: FloatGrid, scratch: Floats) -> None:
    """By code and agent: the logarithm of how likely its owner would have done this, among all movements (or safes) that were possible
    in states[0]; once in `slip` it does anything. states[1] is worked on."""
    state = states[0]
    weight = scratch[:AGENTS]
    moves = FIRST_MOVE <= codes[0] < AFTER_MOVE
    number = count(state, state.turn)
    for mine in range(AGENTS):
        for row in range(len(codes)):
            likely[row, mine] = 0.0
        if state.in_play >> mine & 1 == 0:
            continue
        weights_of(state.marker, state.in_play, mine, weight)
        best = -1e18
        whole = 0.0
        for k in range(number):
            one = nth(state, state.turn, k)
            if moves and FIRST_MOVE <= one < AFTER_MOVE:
                value = movement_worth(state, one - FIRST_MOVE, mine, weight, states[1].place)
            elif not moves and FIRST_SAFE <= one < AFTER_SAFE:
                value = safe_worth(state.place, state.in_play, one - FIRST_SAFE, mine, weight)
            else:
                continue
            if value > best:
                whole = whole * math.exp((best - value) / warmth) + 1.0
                best = value
            else:
                whole += math.exp((value - best) / warmth)
        for row in range(len(codes)):
            if moves:
                value = movement_worth(state, codes[row] - FIRST_MOVE, mine, weight, states[1].place)
            else:
                value = safe_worth(state.place, state.in_play, codes[row] - FIRST_SAFE, mine, weight)
            chosen = math.exp(max(-300.0, (value - best) / warmth)) / whole
            likely[row, mine] = math.log((1 - slip) * chosen + slip / max(1, number))


def choices(states: States, codes: Ints) -> int:
    """All that can be done in states[0] by the one whose turn it is; returns how many."""
    number = min(count(states[0], states[0].turn), len(codes))
    for k in range(number):
        codes[k] = nth(states[0], states[0].turn, k)
    return number


def settled(state):
    """Scoring, if there is any, as if nobody played another card: what comes of it is written into the state."""
    if state.phase < Phase.DRAW or state.phase > Phase.CARD_PART:
        return
    if state.phase == Phase.MOVE:
        return
    if state.reached != 0:
        for agent in range(AGENTS):
            if state.in_play >> agent & 1:
                state.marker[agent] += gain_at(state.marker[agent], state.place[agent])
        state.phase = Phase.SAFE
    else:
        farthest = 0
        for agent in range(AGENTS):
            farthest = max(farthest, state.marker[agent])
        if farthest >= FINISH:
            state.phase = Phase.OVER
        else:
            state.turn = state.turn + 1 if state.turn + 1 < state.seats else 0
            state.phase = Phase.ROLL
    state.reached = 0


def static_worth(state, me, scratch):
    """A position after a card, if nobody plays another one."""
    settled(state)
    mine = farthest_held(state, me)
    if mine == Keeping.NONE:
        return 0.0
    weight = scratch[:AGENTS]
    weights_of(state.marker, state.in_play, mine, weight)
    ahead = float(state.marker[mine])
    farthest = 0
    top = 0
    for agent in range(AGENTS):
        ahead -= weight[agent] * state.marker[agent]
        farthest = max(farthest, state.marker[agent])
        if agent != mine:
            top = max(top, state.marker[agent])
    if farthest >= FINISH:
        return ahead + (WIN if state.marker[mine] >= top else -WIN)
    if state.phase == Phase.SAFE:
        return ahead + prospect(state.place, mine, 0.3, weight) + (SAFE_IN_HAND if state.turn == me else 0.0)
    return ahead + prospect(state.place, mine, somebody_soon(state.place, state.in_play, state.safe), weight)


def worth_of(states, code, me, scratch):
    """What the judge says of an action in states[0]."""
    state = states[0]
    if FIRST_MOVE <= code < AFTER_MOVE:
        mine = farthest_held(state, me)
        weights_of(state.marker, state.in_play, mine, scratch)
        return movement_worth(state, code - FIRST_MOVE, mine, scratch, states[2].place)
    if FIRST_SAFE <= code < AFTER_SAFE:
        mine = farthest_held(state, me)
        weights_of(state.marker, state.in_play, mine, scratch)
        return safe_worth(state.place, state.in_play, code - FIRST_SAFE, mine, scratch)
    if code in (POLL_NO, POLL_YES, STAY):
        return 100.0  # there are few of these: all are tried
    assign(states[2], state)
    apply(states[2], me, code)
    return static_worth(states[2], me, scratch)


def candidates(states: States, seat: int, codes: Ints, worths: Floats, settings: Floats, scratch: Floats) -> int:
    """The judge's best actions in states[0], the best first, as many as there is room for; returns how many."""
    found = 0
    most = len(codes)
    for k in range(count(states[0], seat)):
        code = nth(states[0], seat, k)
        gain = worth_of(states, code, seat, scratch)
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


def best_card(states, me, scratch, least):
    """What the judge plays in states[1], where it must play a card; -1 if nothing is worth more than `least`."""
    best = least
    found = -1
    for k in range(count(states[1], me)):
        code = nth(states[1], me, k)
        if code in (PASS_BY, DONE):
            continue
        assign(states[2], states[1])
        apply(states[2], me, code)
        gain = static_worth(states[2], me, scratch)
        if gain > best:
            best = gain
            found = code
    return found


def after_the_poll(states, me, scratch):
    """In states[1] the others say no; whoever must play now plays its best card, and that is all."""
    state = states[1]
    for seat in range(state.seats):
        if state.phase == Phase.POLL and state.answer_given[seat] == 0:
            apply(state, seat, POLL_NO)
    if state.phase == Phase.CARD_PART and state.must_play == 1 and state.asked == me:
        code = best_card(states, me, scratch, -1e18)
        if code >= 0:
            apply(state, me, code)


def say_yes(state, me):
    """In the poll: one wants to play a card, the others do not."""
    apply(state, me, POLL_YES)
    for seat in range(state.seats):
        if state.phase == Phase.POLL and state.answer_given[seat] == 0:
            apply(state, seat, POLL_NO)


def planned_card(states, world, me, code, scratch):
    """The card that one would play after a movement of one's own, if it is worth one; -1: none."""
    state = states[1]
    assign(state, world)
    apply(state, me, code)
    if state.phase != Phase.POLL or state.hand_size[me] == 0 or refuse(state, me, POLL_YES) != 0:
        return -1
    assign(states[2], state)
    least = static_worth(states[2], me, scratch) + CARD_KEPT
    say_yes(state, me)
    if state.phase != Phase.CARD_PART or state.asked != me:
        return -1
    return best_card(states, me, scratch, least)


def answer_by_cards(state, me, rng):
    """What the others' cards do to a scoring that is about to come."""
    if state.reached != 0 and Phase.DRAW <= state.phase <= Phase.CARD_PART:
        if vetoed(state, state.place, state.marker, state.turn, me, below(rng, MASK)):
            state.reached = 0


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
    """For every seed each active candidate is tried once, in the same world and with the same dice. `settings[1]`: how many worlds;
    [2]: what a card in hand is worth, [3]: a new identity, in shares of a win."""
    worlds = int(settings[1])
    weight = scratch[:AGENTS]
    more = scratch[AGENTS:]
    for k in range(len(codes)):
        plans = states[STATES].cards == 1 and active[k] == 1 and FIRST_MOVE <= codes[k] < AFTER_MOVE
        scratch[PLANNED + k] = planned_card(states, states[STATES], seat, codes[k], more) if plans else -1.0
    for round in range(len(seeds)):
        world = states[STATES + int(seeds[round]) // 64 % worlds]
        for k in range(len(codes)):
            if active[k] == 0:
                continue
            rng[0] = int(seeds[round])
            state = states[1]
            assign(state, world)
            cards = state.hand_size[seat]
            agents = state.agents_held[seat]
            apply(state, seat, codes[k])
            if state.cards == 1:
                yes = state.phase == Phase.POLL and state.answer[seat] == Answer.YES
                if scratch[PLANNED + k] >= 0 and state.phase == Phase.POLL:
                    say_yes(state, seat)
                    apply(state, seat, int(scratch[PLANNED + k]))
                    yes = True
                if state.phase == Phase.POLL and not yes:
                    answer_by_cards(state, seat, rng)
                if state.phase == Phase.POLL:
                    after_the_poll(states, seat, more)
                bonus = settings[2] * (state.hand_size[seat] - cards)
                if state.phase == Phase.DRAW and state.drawer == seat:
                    bonus += settings[2]
                if state.phase == Phase.TAKE or state.agents_held[seat] > agents:
                    bonus += settings[3]
                if yes or codes[k] > POLL_YES:
                    answer_by_cards(state, seat, rng)
                settled(state)
            else:
                bonus = 0.0
            won[k] += int(ONE * (bonus + play_on(state, seat, rng, weight)))


def standings(
    states: States, rng: Rng, seat: int, codes: Ints, seeds: Ints, ahead: FloatGrid, settings: Floats, scratch: Floats
) -> None:
    """The same games, but all agents count: by code and agent, how often (softly) it would be in front in the end. `settings[4]`: of so
    many points before the next one is a win that is worth the name."""
    worlds = int(settings[1])
    weight = scratch[:AGENTS]
    for round in range(len(seeds)):
        world = states[STATES + int(seeds[round]) // 64 % worlds]
        for k in range(len(codes)):
            rng[0] = int(seeds[round])
            state = states[1]
            assign(state, world)
            apply(state, seat, codes[k])
            play_on(state, seat, rng, weight)
            for agent in range(AGENTS):
                if state.in_play >> agent & 1:
                    top = 0
                    for other in range(AGENTS):
                        if other != agent and state.in_play >> other & 1:
                            top = max(top, state.marker[other])
                    ahead[k, agent] += 1.0 / (1.0 + math.exp((top - state.marker[agent]) / settings[4]))
