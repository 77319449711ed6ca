# mypy: allow-untyped-defs, allow-untyped-calls
"""Thinking ahead in spies: functions beside the rules (`kernel/extend.py`), compiled.

`candidates` gives the judge's best actions; `simulate` tries them on in worlds that agree with what the seat has seen (`worlds.py`), and
plays each game to its end: after the action itself, which the rules carry out, movements and safes follow by a quick form of the judge,
in which every seat knows its own agent only. Cards after the present one are left out; what one in hand is worth is a number.
`likelihoods` says how likely a movement or a safe is for the owner of each agent: what beliefs are made of.
"""

from __future__ import annotations

import math

from topsecret.kernel.extend import FloatGrid, Floats, Ints, Rng, States, apply, assign, below, count, nth

from .box import (
    AGENTS,
    BUILDINGS,
    DOSSIER_POINTS,
    FINISH,
    POINTS_FROM,
    POINTS_TO,
    SPREADS,
    VALUE,
)
from .judge import LATER, REACH
from .state import Actions, Guess, Keeping, Phase
from .turn import farthest_held

STATES = 3  # 0: the position; 1: a game that is tried; 2: an action that is tried in it; then the worlds
SCRATCH = 64
ONE = 1_000_000
FAMILY = {family.name: family for family in Actions.families}
FIRST_MOVE, AFTER_MOVE = FAMILY["move"].start, FAMILY["move"].start + FAMILY["move"].size
STAY = FAMILY["stay"].start
FIRST_SAFE = FAMILY["place_safe"].start
AFTER_SAFE = FIRST_SAFE + BUILDINGS
POLL_NO, POLL_YES = FAMILY["poll"].start, FAMILY["poll"].start + 1
PASS_BY, DONE = FAMILY["pass_by"].start, FAMILY["done"].start
PATIENCE = 0.5
SAFE_IN_HAND = 0.5
WIN = 40.0
HAZE = 0.5
EARLY_HAZE = 1.2
CARD_IN_HAND = 0.012  # so much more likely one wins with a card more
NEW_IDENTITY = 0.05
MOST_TURNS = 300
UNREACH = tuple(1.0 - reach for reach in REACH)
LEADER = tuple(math.exp(marker / 9) for marker in range(210))  # the leaders are whom one has to pass
MASK = 0x7FFFFFFF
KNOWN = 930  # of 1024: so many entries of a dossier are right


def weights_of(marker, in_play, mine, weight):
    """How much each other agent counts."""
    whole = 0.0
    for agent in range(AGENTS):
        weight[agent] = 0.0
        if in_play >> agent & 1 and agent != mine:
            weight[agent] = LEADER[marker[agent]]
            whole += weight[agent]
    for agent in range(AGENTS):
        weight[agent] /= whole


def prospect(place, mine, soon, weight):
    now = float(VALUE[place[mine]])
    later = LATER[place[mine]]
    for agent in range(AGENTS):
        now -= weight[agent] * VALUE[place[agent]]
        later -= weight[agent] * LATER[place[agent]]
    return soon * now + (1 - soon) * PATIENCE * later


def somebody_soon(place, in_play, safe):
    """How likely somebody ends at the safe in the next turn."""
    nobody = 1.0
    for agent in range(AGENTS):
        if in_play >> agent & 1:
            nobody *= UNREACH[(safe - place[agent]) % BUILDINGS]
    return 1.0 - nobody


def gain_at(marker, building):
    return max(VALUE[building], -marker)


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


def safe_worth(place, in_play, building, mine, weight):
    own = REACH[(building - place[mine]) % BUILDINGS]
    return prospect(place, mine, somebody_soon(place, in_play, building), weight) + own * (VALUE[building] - 3)


def haze_of(marker):
    farthest = 0
    for agent in range(AGENTS):
        farthest = max(farthest, marker[agent])
    return HAZE + EARLY_HAZE * max(0.0, 1 - farthest / FINISH)


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


# a game that is played to its end


def move_quickly(place, marker, in_play, safe, mine, face, weight, luck):
    """The judge's movement among those that move its own agent and one more; returns luck, and whether there is scoring, in one number."""
    weights_of(marker, in_play, mine, weight)
    haze = haze_of(marker)
    now = float(VALUE[place[mine]])
    later = LATER[place[mine]]
    nobody = 1.0
    for agent in range(AGENTS):
        if in_play >> agent & 1:
            nobody *= UNREACH[(safe - place[agent]) % BUILDINGS]
            now -= weight[agent] * VALUE[place[agent]]
            later -= weight[agent] * LATER[place[agent]]
    best = -1e18
    best_own = 0
    best_other = mine
    best_rest = 0
    for points in range(POINTS_FROM[face], POINTS_TO[face] + 1):
        for own in range(points + 1):
            at = place[mine]
            there = (at + own) % BUILDINGS
            own_now = now + VALUE[there] - VALUE[at]
            own_later = later + LATER[there] - LATER[at]
            own_nobody = nobody / UNREACH[(safe - at) % BUILDINGS] * UNREACH[(safe - there) % BUILDINGS]
            rest = points - own
            for other in range(AGENTS):
                if other == mine:
                    if rest > 0:
                        continue
                elif rest == 0 or in_play >> other & 1 == 0:
                    continue
                scores = own > 0 and there == safe
                value_now = own_now
                value_later = own_later
                value_nobody = own_nobody
                if rest > 0:
                    from_there = place[other]
                    to = (from_there + rest) % BUILDINGS
                    value_now -= weight[other] * (VALUE[to] - VALUE[from_there])
                    value_later -= weight[other] * (LATER[to] - LATER[from_there])
                    value_nobody *= UNREACH[(safe - to) % BUILDINGS] / UNREACH[(safe - from_there) % BUILDINGS]
                    scores = scores or to == safe
                if scores:
                    value = value_now + SAFE_IN_HAND + 0.3 * value_now + 0.7 * PATIENCE * value_later
                    if marker[mine] + VALUE[there] >= FINISH:
                        value += 10.0
                else:
                    soon = 1.0 - value_nobody
                    value = soon * value_now + (1 - soon) * PATIENCE * value_later
                luck = (luck * 1103515245 + 12345) & MASK
                value += haze * (luck >> 8 & 1023) / 1024
                if value > best:
                    best = value
                    best_own = own
                    best_other = other
                    best_rest = rest
    scored = 0
    if best_own > 0:
        place[mine] = (place[mine] + best_own) % BUILDINGS
        scored = 1 if place[mine] == safe else 0
    if best_rest > 0:
        place[best_other] = (place[best_other] + best_rest) % BUILDINGS
        if place[best_other] == safe:
            scored = 1
    return luck * 2 + scored


def safe_quickly(place, marker, in_play, safe, mine, weight, luck):
    """Where the judge puts the safe."""
    weights_of(marker, in_play, mine, weight)
    best = -1e18
    found = safe
    for building in range(BUILDINGS):
        if building != safe:
            luck = (luck * 1103515245 + 12345) & MASK
            value = safe_worth(place, in_play, building, mine, weight) + HAZE * (luck >> 8 & 1023) / 1024
            if value > best:
                best = value
                found = building
    return found


def dossier_of(state, seat, me, luck):
    """S7.3: what a dossier brings. One's own, once it is written, is right or wrong in this world; what others write is as good as it
    usually is."""
    points = 0
    written = seat == me and state.handed_in[seat] == 1
    for agent in range(AGENTS):
        if state.in_play >> agent & 1 == 0 or state.holds[seat][agent] == 1:
            continue
        if written:
            owner = int(Guess.FREE)
            for other in range(state.seats):
                if state.holds[other][agent] == 1:
                    owner = Guess.SEAT_0 + other
            right = state.guess[seat][agent] == owner
        else:
            luck = (luck * 1103515245 + 12345) & MASK
            right = luck >> 8 & 1023 < KNOWN
        if right:
            points += DOSSIER_POINTS
    return points


def share_of(state, marker, me, luck):
    """What part of the win a seat has, if it ends now."""
    best = -1
    sharing = 0
    mine = -1
    for seat in range(state.seats):
        own = 0
        for agent in range(AGENTS):
            if state.holds[seat][agent] == 1:
                own = max(own, marker[agent])
        if state.dossier == 1:
            luck = (luck * 1103515245 + 12345) & MASK
            own += dossier_of(state, seat, me, luck)
        if own > best:
            best = own
            sharing = 0
        if own == best:
            sharing += 1
        if seat == me:
            mine = own
    for agent in range(AGENTS):
        if state.in_play >> agent & 1 and marker[agent] > best:
            return 0.0
    return 1.0 / sharing if mine == best else 0.0


def agent_of(state, marker, seat):
    found = 0
    best = -1
    for agent in range(AGENTS):
        if state.holds[seat][agent] == 1 and marker[agent] > best:
            best = marker[agent]
            found = agent
    return found


def play_on(state, me, rng, weight):
    """The rest of a game from the end of an action, played in the state itself; the share of the win that a seat has in the end."""
    place = state.place
    marker = state.marker
    if state.phase >= Phase.KEEP:
        return share_of(state, marker, me, below(rng, MASK))
    safe = state.safe
    turn = state.turn
    scored = state.phase == Phase.SAFE or state.phase == Phase.DOSSIER
    moves = state.phase == Phase.MOVE
    luck = below(rng, MASK)
    face = state.die
    for _ in range(MOST_TURNS):
        if scored:
            safe = safe_quickly(place, marker, state.in_play, safe, agent_of(state, marker, turn), weight, luck)
            luck = (luck * 1103515245 + 12345) & MASK
            farthest = 0
            for agent in range(AGENTS):
                farthest = max(farthest, marker[agent])
            if farthest >= FINISH:
                return share_of(state, marker, me, luck)
            scored = False
            moves = False
        if not moves:
            if state.phase != Phase.ROLL or _ > 0:
                turn = turn + 1 if turn + 1 < state.seats else 0
            luck = (luck * 1103515245 + 12345) & MASK
            face = (luck >> 10) % 6
        moves = False
        found = move_quickly(place, marker, state.in_play, safe, agent_of(state, marker, turn), face, weight, luck)
        luck = found >> 1
        if found & 1:
            scored = True
            for agent in range(AGENTS):
                if state.in_play >> agent & 1:
                    marker[agent] += gain_at(marker[agent], place[agent])
    return 1.0 / state.seats


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


def best_card(states, me, scratch):
    """What the judge plays in states[1], where it must play a card."""
    best = -1e18
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
        code = best_card(states, me, scratch)
        if code >= 0:
            apply(state, me, code)


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
    """For every seed each active candidate is tried once, in the same world and with the same dice. `settings[1]`: how many worlds."""
    worlds = int(settings[1])
    weight = scratch[:AGENTS]
    more = scratch[AGENTS:]
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
                if state.phase == Phase.POLL:
                    after_the_poll(states, seat, more)
                bonus = CARD_IN_HAND * (state.hand_size[seat] - cards)
                if state.phase == Phase.DRAW and state.drawer == seat:
                    bonus += CARD_IN_HAND
                if state.phase == Phase.TAKE or state.agents_held[seat] > agents:
                    bonus += NEW_IDENTITY
                settled(state)
            else:
                bonus = 0.0
            won[k] += int(ONE * (bonus + play_on(state, seat, rng, weight)))
