"""What one viewer remembers who forgets nothing: the seen log, told again. Used by `imagine`.

Public things (cards that were shown, shuffles, failed completions) are exact. Of faces it keeps what was seen of them: where the
eyes were, since when they may have moved unseen, between when and when a wink began.
"""

from __future__ import annotations

import random
from typing import Any

from topsecret.kernel.names import find

from .box import AGENTS, BATCHES, FIRST_PLACE, PLACE_COPIES, PLACES, Agent, HeldAgent, HeldPlace, Place, Sight, Target
from .eyes import calls_need_a_witness, is_location, pace
from .state import State

AWAY = -1  # hybrid eyes: at a location or at the cards
Told = dict[str, Any]


class Wink:
    """A wink that was seen: at whom, and between when and when it began."""

    def __init__(self, target: int, earliest: int, latest: int, is_old: bool | None) -> None:
        self.target = target
        self.earliest = earliest
        self.latest = latest
        self.is_old = is_old  # for an agent card that is gone; None: not known


class Face:
    """What the viewer knows of one face. Where several pasts agree with what was seen, one is chosen."""

    def __init__(self, seat: int, now: int, look_ms: int, wink_ms: int) -> None:
        self.seat = seat
        self.look_ms = look_ms
        self.wink_ms = wink_ms
        self.gaze: int = Sight.CARDS
        self.since = now  # the eyes came there
        self.rests = 0
        self.moves = now  # the eyes may have moved unseen since then
        self.wink: Wink | None = None
        self.idle = now  # another wink may have begun unseen since then
        self.winks: list[Wink] = []  # all since the present agent card was drawn, and the last before
        self.old_cards: list[tuple[int, int, int]] = []  # card, from, to
        self.card_since = now
        self.place_known: int = HeldPlace.NONE
        self.card_unwatched = True  # there was a moment since the card was drawn when the viewer did not look here
        self.place_unwatched = True
        self.has_glanced = False

    # the eyes

    def turn(self, at: int, gaze: int) -> None:
        self.gaze = gaze
        self.since = at
        self.rests = self.moves = at + self.look_ms

    def look_away(self, at: int) -> None:
        """The viewer looks away from this face."""
        self.moves = max(self.moves, at)
        self.card_unwatched = self.place_unwatched = True
        if self.wink is None:
            self.idle = at
        else:
            self.still_winks(at)

    def still_winks(self, at: int) -> None:
        assert self.wink is not None
        self.wink.earliest = max(self.wink.earliest, at - self.wink_ms + 1)

    def glimpse(self, at: int, gaze: int, target: int, is_old: bool | None, rng: random.Random) -> None:
        """The viewer begins to look at this face."""
        if gaze != self.gaze:
            came = at if self.moves >= at else rng.randint(self.moves, at)
            self.turn(came, gaze) if self.gaze != AWAY else self.find(gaze)
        if target == Target.NONE:
            self.no_wink(at)
        elif self.wink is not None and self.wink.latest + self.wink_ms > at and self.wink.target == target:
            self.still_winks(at)
        else:
            begun = self.idle if self.wink is None else max(self.idle, self.wink.earliest + self.wink_ms)
            self.see_wink(Wink(target, max(begun, at - self.wink_ms + 1), at, is_old))
        if is_old is not None and self.wink is not None:
            self.wink.is_old = is_old

    def find(self, gaze: int) -> None:
        self.gaze = gaze

    def see_wink(self, wink: Wink) -> None:
        self.wink = wink
        self.winks.append(wink)

    def no_wink(self, at: int) -> None:
        self.wink = None
        self.idle = at

    def wink_over(self, at: int) -> None:
        """Whoever sees the end knows the beginning."""
        if self.wink is not None:
            self.wink.earliest = self.wink.latest = at - self.wink_ms
        self.no_wink(at)

    # the cards

    def lose_card(self, at: int, card: int, is_watched: bool) -> None:
        self.old_cards.append((card, self.card_since, at))
        self.card_since = at
        self.card_unwatched = not is_watched
        for wink in self.winks:
            wink.is_old = True
        self.winks = [] if self.wink is None else [self.wink]

    def card_known(self) -> int:
        """P3.4: the agent card, if a wink for it was seen and cannot have been for an earlier card."""
        for wink in self.winks:
            if wink.is_old is False or (wink.is_old is None and not self.old_times(wink)):
                return wink.target
        return HeldAgent.NONE

    def old_times(self, wink: Wink) -> list[tuple[int, int]]:
        """When a wink can have begun for a card that is gone."""
        spans = [
            (max(begin, wink.earliest), min(end, wink.latest))
            for card, begin, end in self.old_cards
            if card == wink.target
        ]
        return [(begin, end) for begin, end in spans if begin <= end]


class Memory:
    """The seen log of one viewer, told again from the beginning."""

    def __init__(self, world: State, viewer: int, seen: list[Told], rng: random.Random) -> None:
        self.world = world
        self.viewer = viewer
        self.rng = rng
        self.seats = range(world.seats)
        self.look_ms = world.look_ms * pace(world)
        self.wink_ms = world.wink_ms * pace(world)
        last = max((number for number, told in enumerate(seen) if told["event"] == "deal_begins"), default=0)
        self.seen = seen[last:]
        begun = self.seen[0]["at"] if self.seen and self.seen[0]["event"] == "deal_begins" else 0
        self.gaze: int = Sight.CARDS  # the viewer's own
        self.faces = [Face(seat, begun, self.look_ms, self.wink_ms) for seat in self.seats]
        self.shown = [0] * world.seats
        self.idle = [0] * world.seats
        self.agents_won = [0] * AGENTS
        self.places_won = [0] * PLACES
        self.not_there = [0] * world.seats
        self.held = self._held_at_first()
        self.has_card = self._with_a_card_at_first()
        self.batch = [0] * world.seats
        self.batch_now = 0
        self.batch_left = [[0] * PLACES for _ in range(BATCHES)]
        first = self._discards_at_first()
        self.batch_left[0] = [PLACE_COPIES - first[place] for place in range(PLACES)]
        for told in self.seen:
            self.remember(told)

    def _held_at_first(self) -> list[bool]:
        """Who had a location card when the log began: nobody, except in a match that began in the middle."""
        held: dict[int, bool] = {}
        for told in self.seen:
            if told["event"] == "draw_place":
                held.setdefault(told["seat"], False)
            for seat in places_lost(told):
                held.setdefault(seat, True)
        return [held.get(seat, bool(self.world.place_held[seat])) for seat in self.seats]

    def _with_a_card_at_first(self) -> list[bool]:
        """The same for agent cards."""
        held: dict[int, bool] = {}
        for told in self.seen:
            if told["event"] in ("draw_agent", "own_card"):
                held.setdefault(told["seat"], False)
            for seat in agents_lost(told):
                held.setdefault(seat, True)
        return [held.get(seat, bool(self.world.agent_held[seat])) for seat in self.seats]

    def _discards_at_first(self) -> list[int]:
        """The location discards when the log began."""
        now = [int(count) for count in self.world.place_discards]
        added = [0] * PLACES
        for told in self.seen:
            if told["event"] == "reshuffled":
                now = [told[place.text] for place in Place]
                break
            if told["event"] in ("discard_place", "discard_both"):
                added[place_of(told["place"])] += 1
        return [now[place] - added[place] for place in range(PLACES)]

    def remember(self, told: Told) -> None:
        name, at = told["event"], told["at"]
        tell = getattr(self, f"tell_{name}", None)
        if tell is not None:
            tell(told, at)
        if name in ("pass_on", "discard_agent", "discard_place", "discard_both", "complete"):
            self.idle[told["seat"]] = 0

    # eyes

    def tell_look(self, told: Told, at: int) -> None:
        seat = told["seat"]
        sight = AWAY if told["sight"] is None else sight_of(told["sight"])
        if seat == self.viewer:
            self.look_elsewhere(sight, at)
            self.faces[seat].has_glanced |= is_location(sight)
            return
        self.faces[seat].turn(at, sight)
        if self.gaze == seat and is_location(sight):
            self.see_location(seat, sight)

    def look_elsewhere(self, sight: int, at: int) -> None:
        if self.gaze < AGENTS:
            self.faces[self.gaze].look_away(at)
        self.gaze = sight

    def see_location(self, seat: int, sight: int) -> None:
        self.faces[seat].has_glanced = True
        if self.world.honour_code:
            self.faces[seat].place_known = sight - FIRST_PLACE

    def tell_sees(self, told: Told, at: int) -> None:
        seat, gaze, target = agent_of(told["face"]), sight_of(told["gaze"]), target_of(told["wink"])
        face = self.faces[seat]
        face.glimpse(at, gaze, target, None if told["spent"] is None else bool(told["spent"]), self.rng)
        if is_location(gaze):
            self.see_location(seat, gaze)
        if target != Target.NONE:
            if calls_need_a_witness(self.world):
                is_sure = told["spent"] == 0
            else:
                is_sure = at - face.card_since >= self.wink_ms
            self.shown[seat] |= (is_sure and self.has_card[seat]) << target

    def tell_wink(self, told: Told, at: int) -> None:
        if told["seat"] != self.viewer:
            target = agent_of(told["agent"])
            has_card = self.has_card[told["seat"]]
            self.faces[told["seat"]].see_wink(Wink(target, at, at, not has_card))
            self.shown[told["seat"]] |= has_card << target

    def tell_wink_over(self, told: Told, at: int) -> None:
        self.faces[told["seat"]].wink_over(at)

    def tell_eyes_return(self, told: Told, at: int) -> None:
        if told["seat"] == self.viewer:
            self.look_elsewhere(Sight.CARDS, at)
        else:
            self.faces[told["seat"]].turn(at, Sight.CARDS)

    def tell_time_up(self, told: Told, at: int) -> None:
        """P7.2: all know where these eyes are now."""
        seat = told["seat"]
        self.idle[seat] += 1
        if self.idle[seat] >= 2:
            self.drop_eyes(seat, at)

    def drop_eyes(self, seat: int, at: int) -> None:
        """Eyes that nobody of ours looks at return to the cards (where we look, it is told)."""
        if seat in (self.viewer, self.gaze):
            return
        face = self.faces[seat]
        if face.gaze not in (Sight.CARDS, AWAY):
            face.turn(at, Sight.CARDS)
        else:
            face.find(Sight.CARDS)
            face.moves = max(face.moves, at)

    # cards

    def tell_draw_agent(self, told: Told, at: int) -> None:
        face = self.faces[told["seat"]]
        if not self.has_card[told["seat"]]:
            face.lose_card(at, HeldAgent.NONE, self.gaze == told["seat"])
        self.has_card[told["seat"]] = True
        self.shown[told["seat"]] = 0

    def tell_discard_agent(self, told: Told, at: int) -> None:
        self.lose_agent(told["seat"], agent_of(told["agent"]), at)

    def tell_discard_place(self, told: Told, at: int) -> None:
        self.lose_place(told["seat"], place_of(told["place"]), at)

    def tell_discard_both(self, told: Told, at: int) -> None:
        self.tell_discard_agent(told, at)
        self.tell_discard_place(told, at)

    def tell_mission(self, told: Told, at: int) -> None:
        contact, place = agent_of(told["contact"]), place_of(told["place"])
        self.lose_agent(told["seat"], contact, at)
        if told["right"]:
            self.agents_won[contact] += 1
            self.places_won[place] += 1
            self.lose_place(contact, place, at)
        elif self.held[contact]:
            self.not_there[contact] |= 1 << place

    def tell_caught(self, told: Told, at: int) -> None:
        card = agent_of(told["card"])
        self.lose_agent(agent_of(told["accused"]), card, at)
        self.agents_won[card] += told["right"]

    def lose_agent(self, seat: int, card: int, at: int) -> None:
        self.faces[seat].lose_card(at, card, self.gaze == seat)
        self.has_card[seat] = False
        self.shown[seat] = 0

    def lose_place(self, seat: int, place: int, at: int) -> None:
        face = self.faces[seat]
        face.place_known = HeldPlace.NONE
        face.has_glanced = False
        face.place_unwatched = self.gaze != seat
        self.held[seat] = False
        self.not_there[seat] = 0
        self.batch_left[self.batch[seat]][place] -= 1
        self.batch[seat] = 0
        if self.world.honour_code and is_location(face.gaze):
            self.drop_eyes(seat, at)

    def tell_draw_place(self, told: Told, at: int) -> None:
        self.held[told["seat"]] = True
        self.batch[told["seat"]] = self.batch_now

    def tell_reshuffled(self, told: Told, at: int) -> None:
        used = {self.batch[seat] for seat in self.seats if self.held[seat]}
        self.batch_now = next(batch for batch in range(BATCHES) if batch not in used)
        self.batch_left[self.batch_now] = [told[place.text] for place in Place]


def places_lost(told: Told) -> list[int]:
    """Whose location card leaves a hand by this."""
    if told["event"] in ("discard_place", "discard_both"):
        return [told["seat"]]
    return [agent_of(told["contact"])] if told["event"] == "mission" and told["right"] else []


def agents_lost(told: Told) -> list[int]:
    """Whose agent card leaves a hand by this."""
    if told["event"] in ("discard_agent", "discard_both", "mission"):
        return [told["seat"]]
    return [agent_of(told["accused"])] if told["event"] == "caught" else []


def agent_of(text: str) -> int:
    return known(find(Agent, text))


def target_of(text: str) -> int:
    return known(find(Target, text))


def place_of(text: str) -> int:
    return known(find(Place, text))


def sight_of(text: str) -> int:
    return known(find(Sight, text))


def known(member: int | None) -> int:
    assert member is not None
    return member


__all__ = ["AWAY", "Face", "Memory", "Wink"]
