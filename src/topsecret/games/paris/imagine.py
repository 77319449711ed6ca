"""Worlds that agree with everything that a viewer of paris has seen.

Cards have their exact frequencies: a world's weight is the number of ways to draw it. All cards that left a hand were shown, so what
is unknown is the cards in hands now and those in the piles; a hand never holds its own colour (P2.2); under the honour code a wink
that was seen tells the agent card and a glance the location card (P3.4); a failed completion tells where a location card is not
(P4.3); a shuffle tells which cards were in hands (P2.5).

Eyes and winks of others are their free choice, in real time: how often each comes is a declared approximation (`state.FREE`). They
agree with what was seen: eyes that were seen to move still rest, a wink that was seen lasts as long as it lasts, nobody breaks the
honour code. Of pasts that nobody saw, simple ones are chosen: at most one unseen look and one unseen wink since a face was last seen.
"""

from __future__ import annotations

import random
from typing import Any

from topsecret.kernel import HIDDEN

from .box import (
    AGENT_COPIES,
    AGENTS,
    BATCHES,
    FIRST_PLACE,
    PLACE_CARDS,
    PLACES,
    Facing,
    HeldAgent,
    HeldPlace,
    Sight,
    Target,
)
from .eyes import close_all_eyes
from .memory import AWAY, Face, Memory, Wink
from .state import Phase, State

MOST_TRIES = 20_000
LOOKED_ELSEWHERE = 0.5  # how often eyes that are not seen have moved
WINKS_UNSEEN = 0.3
WINKED_UNSEEN = 0.4
SEEN_BY_OTHERS = 0.3


def imagine(world: State, viewer: int, seen: list[dict[str, Any]], rng: random.Random) -> float:
    """Fills what the viewer cannot see; returns the weight of the world."""
    if world.phase == Phase.BEGIN:
        seen = []
    memory = Memory(world, viewer, seen, rng)
    for _ in range(MOST_TRIES):
        agents = deal_agents(world, memory, rng)
        places = deal_places(world, memory, rng)
        if agents is not None and places is not None:
            break
    else:
        raise RuntimeError("no deal of the cards agrees with what was seen")
    write_agents(world, memory, *agents[:2])
    write_places(world, memory, *places[:2])
    if world.phase in (Phase.BEGIN, Phase.READY, Phase.OVER):
        close_all_eyes(world)
    else:
        imagine_eyes(world, memory, rng)
    return agents[2] * places[2]


# cards: each draws in turn from what is left; the weight is the number of cards that could have come


def deal_agents(world: State, memory: Memory, rng: random.Random) -> tuple[dict[int, int], list[int], float] | None:
    """The agent cards in hands, what is left, and the weight; None if it runs into something that cannot be."""
    left = [
        AGENT_COPIES * (agent < world.seats) - world.agent_discards[agent] - memory.agents_won[agent]
        for agent in range(AGENTS)
    ]
    hands: dict[int, int] = {}
    unknown = []
    for seat in range(world.seats):
        if world.card[seat] is not HIDDEN:
            hands[seat] = int(world.card[seat])
        elif not world.agent_held[seat]:
            hands[seat] = HeldAgent.NONE
        elif world.honour_code and memory.faces[seat].card_known() != HeldAgent.NONE:
            hands[seat] = memory.faces[seat].card_known()
        else:
            unknown.append(seat)
            continue
        if hands[seat] != HeldAgent.NONE:
            left[hands[seat]] -= 1
    weight = 1.0
    for seat in unknown:
        cards = [0 if agent == seat else left[agent] for agent in range(AGENTS)]
        if sum(cards) == 0:
            return None
        weight *= sum(cards) / AGENT_COPIES
        hands[seat] = rng.choices(range(AGENTS), cards)[0]
        left[hands[seat]] -= 1
    return hands, left, weight


def write_agents(world: State, memory: Memory, hands: dict[int, int], left: list[int]) -> None:
    for seat, card in hands.items():
        world.card[seat] = card
    won_before = sum(left) - world.pile - world.cards_removed * world.seats
    won = take_any(left, won_before)
    for agent in range(AGENTS):
        world.agents_won[agent] = memory.agents_won[agent] + won[agent]
        world.unseen[agent] = left[agent]


def take_any(left: list[int], count: int) -> list[int]:
    """Cards that were won before the log began (in a match that began in the middle): the first that come."""
    taken = [0] * len(left)
    for card in range(len(left)):
        taken[card] = min(left[card], count - sum(taken))
        left[card] -= taken[card]
    return taken


def deal_places(
    world: State, memory: Memory, rng: random.Random
) -> tuple[dict[int, int], list[list[int]], float] | None:
    """The location cards in hands, what is left of each shuffle, and the weight; None if it cannot be."""
    left = [memory.batch_left[batch].copy() for batch in range(BATCHES)]
    hands: dict[int, int] = {}
    unknown = []
    for seat in range(world.seats):
        if world.place[seat] is not HIDDEN:
            hands[seat] = int(world.place[seat])
        elif not world.place_held[seat]:
            hands[seat] = HeldPlace.NONE
        elif memory.faces[seat].place_known != HeldPlace.NONE:
            hands[seat] = memory.faces[seat].place_known
        else:
            unknown.append(seat)
            continue
        if hands[seat] != HeldPlace.NONE:
            left[memory.batch[seat]][hands[seat]] -= 1
    weight = 1.0
    for seat in unknown:
        pool = left[memory.batch[seat]]
        cards = [0 if memory.not_there[seat] >> place & 1 else pool[place] for place in range(PLACES)]
        if sum(cards) <= 0 or min(pool) < 0:
            return None
        weight *= sum(cards) / PLACES
        hands[seat] = rng.choices(range(PLACES), cards)[0]
        pool[hands[seat]] -= 1
    return hands, left, weight


def write_places(world: State, memory: Memory, hands: dict[int, int], left: list[list[int]]) -> None:
    for seat, place in hands.items():
        world.place[seat] = place
        world.batch[seat] = memory.batch[seat]
        world.not_there[seat] = memory.not_there[seat]
    world.batch_now = memory.batch_now
    in_hands = sum(place != HeldPlace.NONE for place in hands.values())
    won_in_all = PLACE_CARDS - world.place_pile - sum(world.place_discards) - in_hands
    pile = left[memory.batch_now].copy()
    won = take_any(pile, won_in_all - sum(memory.places_won)) if memory.batch_now == 0 else [0] * PLACES
    for place in range(PLACES):
        world.places_won[place] = memory.places_won[place] + won[place]
        world.places_left[place] = pile[place]
        for batch in range(BATCHES):
            about = sum(hands[seat] == place and memory.batch[seat] == batch for seat in hands)
            world.batch_left[batch][place] = about + (pile[place] if batch == memory.batch_now else 0)


# eyes


def imagine_eyes(world: State, memory: Memory, rng: random.Random) -> None:
    for seat in range(world.seats):
        if seat != memory.viewer:
            face = memory.faces[seat]
            if world.gaze[seat] is HIDDEN:
                look_unseen(world, face, rng)
                wink_unseen(world, face, rng)
            else:
                wink_seen(world, face, rng)
            world.rests[seat] = face.rests
            sight = world.gaze[seat]
            world.winked[seat] = has_winked(world, face, rng)
        else:
            sight = world.gaze[seat]
        world.facing[seat] = sight if sight < AGENTS else Facing.AWAY
    for seat in range(world.seats):
        for other in range(world.seats):
            remembers(world, memory, seat, other, rng)


def look_unseen(world: State, face: Face, rng: random.Random) -> None:
    """Eyes that the viewer does not see: as they were last seen, or moved since."""
    here = possible_sights(world, face.seat)
    if face.gaze == AWAY or face.gaze not in here:
        # seen to turn away (P3.8): to the cards, or to the own location
        face.gaze = rng.choice(here)
    elif face.moves <= world.now and rng.random() < LOOKED_ELSEWHERE and len(here) > 1:
        face.turn(rng.randint(face.moves, world.now), rng.choice([sight for sight in here if sight != face.gaze]))
    world.gaze[face.seat] = face.gaze


def possible_sights(world: State, seat: int) -> list[int]:
    """P3.1, P3.4, P3.8: where the eyes of a seat may be."""
    faces = [other for other in range(world.seats) if other != seat]
    if not world.honour_code:
        places = list(range(FIRST_PLACE, FIRST_PLACE + PLACES))
    else:
        places = [FIRST_PLACE + world.place[seat]] if world.place[seat] != HeldPlace.NONE else []
    every = [*faces, *places, int(Sight.CARDS)]
    facing = world.facing[seat]
    if facing is HIDDEN:
        return every
    return [int(facing)] if facing < AGENTS else [sight for sight in every if sight >= AGENTS]


def wink_unseen(world: State, face: Face, rng: random.Random) -> None:
    """A wink that was seen to begin may still last; another may have begun since."""
    seat, now = face.seat, world.now
    world.wink[seat], world.wink_ends[seat], world.wink_spent[seat] = Target.NONE, 0, 0
    begun_before = face.idle
    if face.wink is not None:
        begun = when_begun(world, face, face.wink, rng)
        begun_before = max(begun_before, begun + face.wink_ms)
        if begun + face.wink_ms > now:
            write_wink(world, face, face.wink.target, begun, begun < world.changed[seat] or bool(face.wink.is_old))
            return
    if not world.agent_held[seat] or rng.random() >= WINKS_UNSEEN:
        return
    earliest = max(begun_before, now - face.wink_ms + 1, world.changed[seat])
    target = int(world.card[seat]) if world.honour_code else int(world.gaze[seat])
    if target >= AGENTS or not face.card_unwatched:
        return
    if world.gaze[seat] != target:
        if world.facing[seat] is not HIDDEN or max(face.moves, earliest) > now:
            return
        face.turn(rng.randint(face.moves, now), target)
        world.gaze[seat] = target
    earliest = max(earliest, face.since)
    if earliest <= now:
        write_wink(world, face, target, rng.randint(earliest, now), False)


def wink_seen(world: State, face: Face, rng: random.Random) -> None:
    """The viewer looks at this face: only when a wink began may be unknown."""
    seat = face.seat
    world.wink_ends[seat] = 0
    if world.wink[seat] == Target.NONE:
        world.wink_spent[seat] = 0
        return
    wink = face.wink or Wink(int(world.wink[seat]), world.now - face.wink_ms + 1, world.now, None)
    wink.earliest = max(wink.earliest, world.now - face.wink_ms + 1)
    begun = when_begun(world, face, wink, rng)
    is_old = (
        bool(world.wink_spent[seat])
        if world.wink_spent[seat] is not HIDDEN
        else begun < world.changed[seat] or bool(wink.is_old)
    )
    write_wink(world, face, int(world.wink[seat]), begun, is_old)


def when_begun(world: State, face: Face, wink: Wink, rng: random.Random) -> int:
    """A moment when this wink can have begun: while the card for it was held (P3.4)."""
    changed = world.changed[face.seat]
    if wink.is_old is None and world.honour_code:
        spans = face.old_times(wink)
        if world.card[face.seat] == wink.target and max(wink.earliest, changed) <= wink.latest:
            spans.append((max(wink.earliest, changed), wink.latest))
        spans = (
            [span for span in spans if span[1] < changed] or spans if world.card[face.seat] != wink.target else spans
        )
        begin, end = rng.choice(spans) if spans else (wink.earliest, wink.latest)
    elif wink.is_old is False:
        begin, end = max(wink.earliest, min(changed, wink.latest)), wink.latest
    else:
        begin, end = wink.earliest, min(wink.latest, max(changed, wink.earliest))
    return rng.randint(begin, max(begin, end))


def write_wink(world: State, face: Face, target: int, begun: int, is_old: bool) -> None:
    seat = face.seat
    if world.honour_code and target != world.card[seat]:
        is_old = True
    world.wink[seat] = target
    world.wink_ends[seat] = begun + face.wink_ms
    world.wink_spent[seat] = int(is_old)


def has_winked(world: State, face: Face, rng: random.Random) -> int:
    """P4.1: whether a seat has winked for the card that it holds."""
    seat = face.seat
    if not world.agent_held[seat]:
        return 0
    card = int(world.card[seat])
    if world.wink[seat] == card and not world.wink_spent[seat]:
        return 1
    if any(wink.target == card and wink.is_old is False for wink in face.winks) or (
        world.honour_code and face.card_known() == card
    ):
        return 1
    return int(face.card_unwatched and rng.random() < WINKED_UNSEEN)


def remembers(world: State, memory: Memory, seat: int, other: int, rng: random.Random) -> None:
    """What a seat has seen of another: the viewer's own memory is exact, that of others is any that can be."""
    if seat == memory.viewer:
        world.shown[seat][other] = memory.shown[other]
        world.place_seen[seat][other] = memory.faces[other].place_known
        return
    world.shown[seat][other] = 0
    world.place_seen[seat][other] = HeldPlace.NONE
    if seat == other:
        return
    face = memory.faces[other]
    if world.winked[other] and rng.random() < SEEN_BY_OTHERS:
        world.shown[seat][other] = 1 << world.card[other]
    glanced = face.has_glanced or (face.place_unwatched and other != memory.viewer)
    if world.honour_code and world.place_held[other] and glanced and rng.random() < SEEN_BY_OTHERS:
        world.place_seen[seat][other] = world.place[other]
