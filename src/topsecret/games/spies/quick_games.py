# mypy: allow-untyped-defs, allow-untyped-calls
"""Games of spies that are played to their end quickly, for `search.py`: movements and safes by a short form of the judge, in which every
seat knows its own agent only. Of cards only the most common use is tried: to prevent a scoring that hurts."""

from __future__ import annotations

import math

from topsecret.kernel.extend import below

from .box import AGENTS, BUILDINGS, DOSSIER_POINTS, FINISH, POINTS_FROM, POINTS_TO, VALUE
from .judge import LATER, REACH
from .state import Guess, Phase

PATIENCE = 0.5
SAFE_IN_HAND = 0.5
HAZE = 0.5
EARLY_HAZE = 1.2
MOST_TURNS = 300
UNREACH = tuple(1.0 - reach for reach in REACH)
LEADER = tuple(math.exp(marker / 9) for marker in range(210))  # the leaders are whom one has to pass
MASK = 0x7FFFFFFF
KNOWN = 960  # of 1024: so many entries of a dossier are right
DISLIKED = 2.5  # points behind the average of the others: then one plays a card against it
PREVENTS = (0, 600, 850, 970, 1000)  # of 1024: how often somebody with so many cards can
NOBODY = -1


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


def safe_worth(place, in_play, building, mine, weight):
    own = REACH[(building - place[mine]) % BUILDINGS]
    return prospect(place, mine, somebody_soon(place, in_play, building), weight) + own * (VALUE[building] - 3)


def haze_of(marker):
    farthest = 0
    for agent in range(AGENTS):
        farthest = max(farthest, marker[agent])
    return HAZE + EARLY_HAZE * max(0.0, 1 - farthest / FINISH)


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


def vetoed(state, place, marker, turn, me, luck):
    """S5.9: whether somebody prevents a scoring by a card: nearly every card can, and whoever would lose by it does. That costs the card.
    `me`: who decides for itself, if anybody does."""
    whole = 0.0
    gains = 0.0
    for agent in range(AGENTS):
        if state.in_play >> agent & 1:
            whole += LEADER[marker[agent]]
            gains += LEADER[marker[agent]] * gain_at(marker[agent], place[agent])
    for seat in range(state.seats):
        if seat != turn and seat != me and state.hand_size[seat] > 0:
            mine = agent_of(state, marker, seat)
            own = gain_at(marker[mine], place[mine])
            part = LEADER[marker[mine]]
            if own - (gains - part * own) / (whole - part) < -DISLIKED:
                luck = (luck * 1103515245 + 12345) & MASK
                if luck >> 8 & 1023 < PREVENTS[min(state.hand_size[seat], 4)]:
                    state.hand_size[seat] -= 1
                    return True
    return False


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
        if found & 1 and (state.cards == 0 or not vetoed(state, place, marker, turn, NOBODY, luck)):
            scored = True
            for agent in range(AGENTS):
                if state.in_play >> agent & 1:
                    marker[agent] += gain_at(marker[agent], place[agent])
    return 1.0 / state.seats
