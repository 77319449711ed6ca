"""What every position of paris obeys: no card is lost or held twice, eyes and winks can be. Used for start positions and by the laws."""

from __future__ import annotations

from collections.abc import Set

from .box import (
    AGENT_COPIES,
    AGENTS,
    BATCHES,
    CHIPS,
    FIRST_PLACE,
    HYBRID_UP_TO,
    PLACE_COPIES,
    PLACES,
    QUIET_ROUNDS,
    RANDOM,
    Eyes,
    Facing,
    HeldAgent,
    HeldPlace,
    Sight,
    Target,
)
from .cards import NOBODY
from .eyes import is_location, pace
from .state import Ended, Flaw, Phase, State


def bad_options(state: State) -> int:
    if state.starter != RANDOM and state.starter >= state.seats:
        return Flaw.STARTER
    if state.eyes == Eyes.HYBRID and state.seats > HYBRID_UP_TO:
        return Flaw.EYES
    return Flaw.SOUND


def work_out(state: State, left_out: Set[str]) -> None:
    """What follows from the rest of a start position: who holds a card, what is left in the piles, where faces turn."""
    for seat in range(state.seats):
        if "agent_held" in left_out:
            state.agent_held[seat] = int(state.card[seat] != HeldAgent.NONE)
        if "place_held" in left_out:
            state.place_held[seat] = int(state.place[seat] != HeldPlace.NONE)
        if "facing" in left_out:
            state.facing[seat] = state.gaze[seat] if state.gaze[seat] < AGENTS else Facing.AWAY
    for agent in range(state.seats):
        if "unseen" in left_out:
            out = state.agent_discards[agent] + state.agents_won[agent] + state.card[: state.seats].count(agent)
            state.unseen[agent] = max(0, AGENT_COPIES - out)
    if "pile" in left_out:
        state.pile = max(0, sum(state.unseen) - state.cards_removed * state.seats)
    for place in range(PLACES):
        if "places_left" in left_out:
            out = state.place_discards[place] + state.places_won[place] + state.place[: state.seats].count(place)
            state.places_left[place] = max(0, PLACE_COPIES - out)
        if "batch_left" in left_out:
            for batch in range(BATCHES):
                state.batch_left[batch][place] = unshown(state, batch, place)
    if "place_pile" in left_out:
        state.place_pile = sum(state.places_left)


def unshown(state: State, batch: int, place: int) -> int:
    """How many cards of a shuffle have not been shown yet: in hands, and in the pile if it is the last shuffle."""
    held = sum(state.place[seat] == place and state.batch[seat] == batch for seat in range(state.seats))
    return held + (state.places_left[place] if batch == state.batch_now else 0)


def unsound(state: State) -> int:
    """The first thing that is wrong with a position; 0 if it is sound."""
    for check in (phase, agent_cards, place_cards, hands, line, points, gaze, winks, seen):
        flaw = check(state)
        if flaw != Flaw.SOUND:
            return flaw
    return Flaw.SOUND


def phase(state: State) -> int:
    """P2.1, P6: what happens now fits the rest."""
    if state.deal > state.deals or (state.phase == Phase.READY) > (state.deal < state.deals):
        return Flaw.PHASE
    if (state.phase == Phase.OVER) > (state.deal == state.deals and state.ended != Ended.NOT_YET):
        return Flaw.PHASE
    if state.phase == Phase.READY and (state.ended == Ended.NOT_YET or all(state.is_ready[: state.seats])):
        return Flaw.PHASE
    if state.phase in (Phase.FIRST, Phase.PLAY) and (state.phase == Phase.FIRST) != bool(state.first_round):
        return Flaw.PHASE
    if state.phase in (Phase.FIRST, Phase.PLAY) and state.quiet >= QUIET_ROUNDS * state.seats:
        return Flaw.PHASE
    if state.phase != Phase.READY and any(state.is_ready[: state.seats]):
        return Flaw.PHASE
    if state.phase == Phase.DRAW_AGENT and (state.pile == 0 or state.agent_due != state.drawer):
        return Flaw.PHASE
    if state.phase == Phase.DRAW_AGENT and state.agent_held[state.drawer]:
        return Flaw.PHASE
    if state.phase == Phase.DRAW_PLACE and (state.place_pile == 0 or state.line[state.drawer] != 1):
        return Flaw.PHASE
    drawing = state.phase in (Phase.DRAW_AGENT, Phase.DRAW_PLACE)
    if not drawing and (state.agent_due != NOBODY or state.case_moves):
        return Flaw.PHASE
    grace = state.grace_ms if state.phase == Phase.PLAY else 0
    if state.phase in (Phase.FIRST, Phase.PLAY, Phase.READY) and state.deadline + grace < state.now:
        return Flaw.CASE
    return Flaw.SOUND


def agent_cards(state: State) -> int:
    """P1.2, P1.3"""
    for agent in range(AGENTS):
        held = state.card[: state.seats].count(agent)
        expected = AGENT_COPIES if agent < state.seats else 0
        if state.unseen[agent] + state.agent_discards[agent] + state.agents_won[agent] + held != expected:
            return Flaw.AGENT_CARDS
    if sum(state.unseen) != state.pile + state.cards_removed * state.seats:
        return Flaw.AGENT_CARDS
    return Flaw.SOUND


def place_cards(state: State) -> int:
    """P1.2, P2.5"""
    for place in range(PLACES):
        held = state.place[: state.seats].count(place)
        if state.places_left[place] + state.place_discards[place] + state.places_won[place] + held != PLACE_COPIES:
            return Flaw.PLACE_CARDS
        for batch in range(BATCHES):
            if state.batch_left[batch][place] != unshown(state, batch, place):
                return Flaw.PLACE_CARDS
    return Flaw.PLACE_CARDS if sum(state.places_left) != state.place_pile else Flaw.SOUND


def hands(state: State) -> int:
    """P2.1-P2.3"""
    for seat in range(state.seats):
        if (state.card[seat] != HeldAgent.NONE) != bool(state.agent_held[seat]) or state.card[seat] == seat:
            return Flaw.HANDS
        if (state.place[seat] != HeldPlace.NONE) != bool(state.place_held[seat]):
            return Flaw.HANDS
        if state.changed[seat] > state.now:
            return Flaw.HANDS
        has_drawn = (seat - state.first) % state.seats < (state.holder - state.first) % state.seats
        if state.phase == Phase.FIRST and not (state.agent_held[seat] == state.place_held[seat] == has_drawn):
            return Flaw.HANDS
        if state.phase == Phase.PLAY and not state.agent_held[seat]:
            return Flaw.HANDS
        if state.phase == Phase.PLAY and not state.place_held[seat] and state.line[seat] == 0:
            return Flaw.HANDS
        if state.place_held[seat] and state.not_there[seat] >> state.place[seat] & 1:
            return Flaw.HANDS
        if not state.place_held[seat] and state.not_there[seat]:
            return Flaw.HANDS
    return Flaw.SOUND


def line(state: State) -> int:
    """P2.5: only who has no location card waits, one behind the other, and only while there is none."""
    waiting = sorted(place for place in state.line[: state.seats] if place)
    if waiting != list(range(1, len(waiting) + 1)):
        return Flaw.LINE
    if any(state.line[seat] and state.place_held[seat] for seat in range(state.seats)):
        return Flaw.LINE
    if waiting and state.phase in (Phase.FIRST, Phase.PLAY) and state.place_pile + sum(state.place_discards):
        return Flaw.LINE
    return Flaw.SOUND


def points(state: State) -> int:
    """P4.2, P5.2: a point is a card."""
    if sum(state.points[: state.seats]) != sum(state.agents_won) + sum(state.places_won):
        return Flaw.POINTS
    if any(state.chips[seat] > CHIPS for seat in range(state.seats)):
        return Flaw.POINTS
    if any(state.earlier[: state.seats]) and state.deal == 1:
        return Flaw.POINTS
    return Flaw.SOUND


def gaze(state: State) -> int:
    """P3.1, P3.4, P3.8"""
    live = state.phase not in (Phase.BEGIN, Phase.READY, Phase.OVER)
    for seat in range(state.seats):
        sight = state.gaze[seat]
        if sight == seat or state.seats <= sight < FIRST_PLACE:
            return Flaw.GAZE
        if state.facing[seat] != (sight if sight < AGENTS else Facing.AWAY):
            return Flaw.GAZE
        if state.honour_code and is_location(sight) and sight - FIRST_PLACE != state.place[seat]:
            return Flaw.GAZE
        if not live and sight != Sight.CARDS:
            return Flaw.GAZE
        if state.rests[seat] > state.now + state.look_ms * pace(state):
            return Flaw.GAZE
    return Flaw.SOUND


def winks(state: State) -> int:
    """P3.3, P3.4, P4.1"""
    live = state.phase not in (Phase.BEGIN, Phase.READY, Phase.OVER)
    for seat in range(state.seats):
        target = state.wink[seat]
        if target == Target.NONE:
            if state.wink_ends[seat] or state.wink_spent[seat]:
                return Flaw.WINK
        else:
            lasts = state.now <= state.wink_ends[seat] <= state.now + state.wink_ms * pace(state)
            if not live or not lasts or target == seat or target >= state.seats:
                return Flaw.WINK
            if not state.wink_spent[seat] and state.honour_code and target != state.card[seat]:
                return Flaw.WINK
            if not state.wink_spent[seat] and target == state.card[seat] and not state.winked[seat]:
                return Flaw.WINK
        if state.winked[seat] and not state.agent_held[seat]:
            return Flaw.WINK
    return Flaw.SOUND


def seen(state: State) -> int:
    """P3.2: nobody has seen what was not there."""
    for seat in range(state.seats):
        for other in range(state.seats):
            mask, place = state.shown[seat][other], state.place_seen[seat][other]
            if (seat == other or not state.agent_held[other]) and mask:
                return Flaw.SEEN
            if mask >> state.seats or mask >> other & 1:
                return Flaw.SEEN
            if state.honour_code and mask and mask != 1 << state.card[other]:
                return Flaw.SEEN
            if mask and state.honour_code and not state.winked[other]:
                return Flaw.SEEN
            if place != HeldPlace.NONE and (seat == other or not state.honour_code or place != state.place[other]):
                return Flaw.SEEN
    return Flaw.SOUND
