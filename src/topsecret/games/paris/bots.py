"""Bots that play paris in time. Each is made again for every decision and knows only what it is given: a view as it was a reaction time
ago, and what it was told within its memory (`topsecret.bots.players` sees to that)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Game

from .box import SHIELD_MS, WITNESSED_WITH
from .senses import COLOURS, PLACES

Wish = tuple[str | None, int | None]
Event = dict[str, Any]


def lost_places(event: Event) -> list[str]:
    """Whose location card has left the hand by this."""
    if event["event"] in ("discard_place", "discard_both"):
        return [COLOURS[event["seat"]]]
    return [event["contact"]] if event["event"] == "mission" and event["right"] else []


class Random:
    """Looks about, winks, calls and completes by chance."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.rng = rng

    def wish(self, view: dict[str, Any], seen: Sequence[Event], at: int) -> Wish:
        rng, me = self.rng, view["viewer"]
        wake = at + rng.randrange(300, 2_000)
        if view["phase"] in ("ready", "over"):
            return "ready", wake
        if view["holder"] == me and rng.random() < 0.6:
            return self._with_the_case(view, me), wake
        others = [colour for seat, colour in enumerate(COLOURS[: view["seats"]]) if seat != me]
        roll = rng.random()
        if roll < 0.02 and view["chips"][me]:
            return "call " + " ".join(rng.sample(others, 2)), wake
        if view["agent_held"][me] and view["gaze"][me] == view["card"][me] and roll < 0.6:
            return f"wink {view['card'][me]}", wake
        sights = [*others, "cards", *([view["place"][me]] if view["place_held"][me] else [])]
        return f"look {rng.choice(sights)}", wake

    def _with_the_case(self, view: dict[str, Any], me: int) -> str:
        if view["phase"] == "first":
            return "draw"
        if view["winked"][me]:
            return f"complete {view['card'][me]} {self.rng.choice(PLACES)}"
        ways = ["pass", f"discard {view['card'][me]}"]
        if view["place_held"][me]:
            ways.append(f"discard {view['card'][me]} {view['place'][me]}")
        return self.rng.choice(ways)


class Attentive:
    """Scans faces; stares at its contact until that one looks back, and winks then, if few others seem to watch; answers a wink with a
    glance at its location; completes when it has seen the answer; calls what it has seen."""

    GLANCE_MS = 1_000  # how long it looks at its location
    STARE_MS = 3_200  # how long it waits for its contact to look back
    ANSWER_MS = 5_200  # how long it waits for an answer before it winks again
    LINGER_MS = 1_700  # how long it stays with a face that looks at it
    SCAN_MS = 750
    HOPELESS_MS = 60_000  # so long with one agent card and nothing learned: a new one
    SURE = 0.9  # a call needs so much belief
    SURE_AT_THE_END = 0.5  # when few agent cards are left
    SURE_OF_A_PLACE = 0.65  # a completion needs so much
    FRESH_MS = 2_500  # what it saw of eyes so long ago still counts

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.rng = rng

    def wish(self, view: dict[str, Any], seen: Sequence[Event], at: int) -> Wish:
        self.view, self.seen, self.at = view, seen, at
        self.said: list[tuple[str, dict[str, Any]]] = []
        self.me: int = view["viewer"]
        self.my = COLOURS[self.me]
        if view["phase"] in ("ready", "over"):
            return ("ready", None) if not view["is_ready"][self.me] else (None, None)
        call = self.call()
        if call is not None:
            return call, at + 400
        case = self.with_the_case() if view["holder"] == self.me else None
        if case is not None:
            return case, at + 400
        return self.eyes()

    def explain(self) -> list[tuple[str, dict[str, Any]]]:
        """Of calls, completions, winks and cards that it gives up: what it believed. A look needs no reason."""
        return self.said

    # what it believes

    def call(self) -> str | None:
        """Whom it believes to be on somebody's card, if it believes it enough; towards the end chips are worth little."""
        view, me = self.view, self.me
        if not view["chips"][me]:
            return None
        needed = self.SURE if view["pile"] > view["seats"] // 2 else self.SURE_AT_THE_END
        for seat in range(view["seats"]):
            too_soon = self.at - view["changed"][seat] < SHIELD_MS * (1 + view["slow"]) + 100
            if seat == me or not view["agent_held"][seat] or too_soon:
                continue
            shown = self.shown_by(seat)
            belief = self.card_of(seat, shown)
            target = max(belief, key=lambda colour: belief[colour])
            if target == self.my or belief[target] < needed or (self.needs_a_witness() and target not in shown):
                continue
            self.said = [("contact", {"seat": seat, "agent": target, "percent": round(100 * belief[target])})]
            return f"call {COLOURS[seat]} {target}"
        return None

    def needs_a_witness(self) -> bool:
        calls = self.view["calls"]
        return bool(calls == "witnessed" or (calls == "by number" and self.view["seats"] == WITNESSED_WITH))

    def shown_by(self, seat: int) -> set[str]:
        """Whom a seat was seen to wink at, for the card that it holds now."""
        return {target for winker, target, at in self.winks() if winker == seat and at > self.view["changed"][seat]}

    def card_of(self, seat: int, shown: set[str]) -> dict[str, float]:
        """How likely each agent card is in that hand: by the cards that are left, by winks, and by where the eyes often were."""
        view = self.view
        belief = {
            colour: 7.0 - view["agent_discards"][colour] - (view["card"][self.me] == colour)
            for other, colour in enumerate(COLOURS[: view["seats"]])
            if other != seat
        }
        trust = 200.0 if view["honour_code"] else 4.0  # without the code a wink may be a bluff
        for colour in shown:
            if colour in belief:
                belief[colour] *= trust
        for event in self.seen:
            if event["at"] <= view["changed"][seat]:
                continue
            looked = event["event"] == "look" and event["seat"] == seat and event["sight"]
            found = event["event"] == "sees" and event["face"] == COLOURS[seat] and event["gaze"]
            if (looked or found) in belief:
                belief[looked or found] *= 1.3  # people look at their contact more often
        whole = sum(belief.values()) or 1.0
        return {colour: worth / whole for colour, worth in belief.items()}

    def guess_of(self, contact: str) -> tuple[str, float]:
        """Where the contact most likely is: by a glance that it saw, else by what is left."""
        seen = self.place_of(contact)
        if seen is not None:
            return seen, 0.97 if self.view["honour_code"] else 0.7
        belief = {place: max(0.0, 8.0 - self.view["place_discards"][place]) for place in PLACES}
        for event in self.seen:
            if event["event"] == "mission" and event["contact"] == contact and not event["right"]:
                belief[event["place"]] = 0.0
        best = max(belief, key=lambda place: belief[place])
        return best, belief[best] / (sum(belief.values()) or 1.0)

    def winks(self) -> list[tuple[int, str, int]]:
        """Winks of others that it saw: who, at whom, when."""
        found = []
        for event in self.seen:
            if event["event"] == "wink" and event["seat"] != self.me:
                found.append((event["seat"], event["agent"], event["at"]))
            elif event["event"] == "sees" and event["wink"] != "none":
                found.append((COLOURS.index(event["face"]), event["wink"], event["at"]))
        return found

    def place_of(self, contact: str) -> str | None:
        """Where the contact was seen to glance, if that card is still held."""
        place = None
        for event in self.seen:
            name = event["event"]
            if name == "look" and event["seat"] == COLOURS.index(contact) and event["sight"] in PLACES:
                place = event["sight"]
            elif name == "sees" and event["face"] == contact and event["gaze"] in PLACES:
                place = event["gaze"]
            elif name == "deal_begins" or contact in lost_places(event):
                place = None
        return place

    def last(self, name: str, key: str = "", value: Any = None) -> int:
        """When it last did that; long ago if it does not remember."""
        for event in reversed(self.seen):
            if event["event"] == name and event.get("seat") == self.me and (not key or event[key] == value):
                return int(event["at"])
        return -(10**9)

    def watchers(self) -> int:
        """How many others it has lately seen looking at it, its contact not counted."""
        found: dict[str, bool] = {}
        for event in self.seen:
            if event["at"] < self.at - self.FRESH_MS:
                continue
            if event["event"] == "sees":
                found[event["face"]] = event["gaze"] == self.my
            elif event["event"] == "look" and event["seat"] != self.me:
                found[COLOURS[event["seat"]]] = event["sight"] == self.my
        return sum(found.values()) - bool(found.get(self.view["card"][self.me]))

    def asked_by(self) -> tuple[str, int] | None:
        """Who winked at it, and when, if it has not answered yet and that card is still held."""
        for seat, target, at in reversed(self.winks()):
            if target == self.my and at > self.view["changed"][seat]:
                answered = max((self.last("look", "sight", place) for place in PLACES), default=0)
                return (COLOURS[seat], at) if answered < at else None
        return None

    # what it does

    def with_the_case(self) -> str | None:
        view, me = self.view, self.me
        if view["phase"] == "first":
            return "draw"
        card, place = view["card"][me], None
        left = view["deadline"] - self.at
        if card != "none":
            place = self.place_of(card)
            guess, belief = self.guess_of(card)
            is_late = view["pile"] == 0
            if view["winked"][me] and (belief >= self.SURE_OF_A_PLACE or (is_late and left < 4_000)):
                self.said = [("at", {"agent": card, "place": guess, "percent": round(100 * belief)})]
                return f"complete {card} {guess}"
            waits_for_an_answer = self.at - self.last("wink") < self.ANSWER_MS
            if (waits_for_an_answer or (is_late and view["winked"][me])) and left > 3_000:
                return None
        came = max(
            (event["at"] for event in self.seen if event["event"] == "case" and event["seat"] == me), default=self.at
        )
        if self.at - came < 1_200:
            return None
        if card != "none" and self.at - view["changed"][me] > self.HOPELESS_MS and place is None:
            self.said = [("hopeless", {"agent": card})]
            return f"discard {card}"
        return "pass"

    def eyes(self) -> Wish:
        view, me, at = self.view, self.me, self.at
        gaze, card, own_place = view["gaze"][me], view["card"][me], view["place"][me]
        came = self.last("look")
        if gaze in PLACES:
            back = self.winks()[-1][0] if self.winks() else None
            if at - came < self.GLANCE_MS:
                return None, came + self.GLANCE_MS
            return self.turn_to(COLOURS[back] if back is not None else self.some_face(gaze), at + self.SCAN_MS)
        asked = self.asked_by()
        if asked is not None and own_place != "none":
            return self.turn_to(own_place, at + self.GLANCE_MS)
        if card != "none" and not (self.place_of(card) and view["winked"][me]):
            return self.seek_contact(card, gaze, came)
        return self.scan(gaze, came)

    def seek_contact(self, card: str, gaze: str, came: int) -> Wish:
        view, me, at = self.view, self.me, self.at
        winked_at = self.last("wink")
        waits = view["winked"][me] and at - winked_at < self.ANSWER_MS
        if gaze != card:
            scans = sum(
                event["event"] == "look" and event["seat"] == me
                for event in self.seen
                if event["at"] > self.last("look", "sight", card)
            )
            if waits or scans >= self.rng.randint(2, 3):
                return self.turn_to(card, at + self.SCAN_MS)
            return self.scan(gaze, came)
        if waits:
            return None, winked_at + self.ANSWER_MS
        looks_back = view["gaze"][COLOURS.index(card)] == self.my
        if looks_back and view["wink"][me] == "none":
            bold = self.rng.random() < (0.85, 0.45, 0.15)[min(2, max(0, self.watchers()))]
            self.said = [("looked_back", {"agent": card, "count": max(0, self.watchers())})]
            return (f"wink {card}" if bold else None), at + 500
        if at - came < self.STARE_MS:
            return None, came + self.STARE_MS
        return self.scan(gaze, came)

    def scan(self, gaze: str, came: int) -> Wish:
        """The next face; a while longer with one that looks at it."""
        stays = self.SCAN_MS
        if gaze in COLOURS and self.view["gaze"][COLOURS.index(gaze)] == self.my:
            stays = self.LINGER_MS
        if self.at - came < stays:
            return None, came + stays
        return self.turn_to(self.some_face(gaze), self.at + self.SCAN_MS)

    def some_face(self, but: str) -> str:
        """Any other face; rather one that was seen looking at it."""
        weights = {colour: 1.0 for colour in COLOURS[: self.view["seats"]] if colour not in (self.my, but)}
        for event in self.seen:
            if (
                event["event"] == "sees"
                and event["gaze"] == self.my
                and event["at"] > self.at - 6_000
                and event["face"] in weights
            ):
                weights[event["face"]] = 3.0
        return self.rng.choices(list(weights), list(weights.values()))[0]

    def turn_to(self, sight: str, wake: int) -> Wish:
        return f"look {sight}", wake
