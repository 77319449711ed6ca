"""Tables for tests: a position in a few words, and moves with their times that read like a game. Outcomes are played by hand."""

from __future__ import annotations

from typing import Any

import pytest

import topsecret
from topsecret import CHANCE, IllegalAction, Match
from topsecret.games.paris.box import AGENT_COPIES, BATCHES, PLACE_COPIES, Agent, Place

GAME = topsecret.game("paris")
COLOURS = [agent.text for agent in Agent]
PLACES = [place.text for place in Place]
FOUR = (
    "green cafe",
    "purple metro",
    "blue kiosk",
    "red fountain",
)  # seat 0 looks for green, who holds purple and the metro, …
LOOK, WINK, TURN = 450, 700, 12_000


class Table:
    """A match, and what happens at it."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def play(self, seat: int, action: str, at: int, *outcomes: str) -> list[dict[str, Any]]:
        """An action at its time, and what chance brings by it."""
        told = self.match.play(seat, action, at=at)
        self.draw(*outcomes)
        return told

    def draw(self, *outcomes: str) -> None:
        for outcome in outcomes:
            self.match.play(CHANCE, outcome)

    def until(self, at: int, *outcomes: str) -> None:
        """Lets time pass; outcomes are needed on the way."""
        self.match.advance(at)
        for outcome in outcomes:
            self.match.play(CHANCE, outcome)
            self.match.advance(at)

    def refused(self, seat: int, action: str, at: int) -> tuple[str, str]:
        """The code and the rule with which an action is refused; nothing changes by it."""
        before = self.match.save()
        with pytest.raises(IllegalAction) as problem:
            self.match.play(seat, action, at=at)
        assert self.match.save() == before
        return problem.value.code, problem.value.rule

    def told(self, viewer: int | None, *names: str) -> list[tuple[Any, ...]]:
        """The events of these names that a viewer was told: time and parameters."""
        chosen = [event for event in self.match.events(viewer) if event["event"] in names]
        return [tuple(value for key, value in event.items() if key not in ("n", "event")) for event in chosen]

    def view(self, viewer: int | None) -> dict[str, Any]:
        return self.match.view(viewer)

    def __getitem__(self, field: str) -> Any:
        return self.match.truth()[field]


def fresh(seats: int = 4, starter: int = 0, **options: Any) -> Table:
    """A match from its beginning."""
    return Table(GAME.match(seats, {"starter": starter} | options, chance="manual"))


def at_table(
    hands: tuple[str, ...] = FOUR,
    options: dict[str, Any] | None = None,
    left: list[str] | None = None,
    places_left: list[str] | None = None,
    won_places: list[str] | None = None,
    winked: tuple[int, ...] = (),
    **fields: Any,
) -> Table:
    """A table in the middle of a deal, at time 0: everybody holds these cards, seat 0 has the case; `winked`: who has
    winked at the contact already.
    `left`: the agent cards in the pile (the others are discarded); `places_left`: the same for locations; `won_places`: location
    cards under the board of seat 0."""
    start = position(hands, options, left, places_left, won_places) | fields
    start["winked"] = [seat in winked for seat in range(len(hands))]
    return Table(GAME.match(len(hands), options or {}, chance="manual", start=start))


def position(
    hands: tuple[str, ...] = FOUR,
    options: dict[str, Any] | None = None,
    left: list[str] | None = None,
    places_left: list[str] | None = None,
    won_places: list[str] | None = None,
) -> dict[str, Any]:
    seats = len(hands)
    cards, places = [hand.split()[0] for hand in hands], [hand.split()[1] for hand in hands]
    won = won_places or []
    unseen = {colour: AGENT_COPIES * (seat < seats) - cards.count(colour) for seat, colour in enumerate(COLOURS)}
    discards = dict.fromkeys(COLOURS, 0)
    removed = (options or {}).get("cards_removed", 0)
    if left is not None:
        discards = {colour: unseen[colour] - left.count(colour) for colour in COLOURS}
        unseen = {colour: left.count(colour) for colour in COLOURS}
    rest = {place: PLACE_COPIES - places.count(place) - won.count(place) for place in PLACES}
    place_discards = dict.fromkeys(PLACES, 0)
    if places_left is not None:
        place_discards = {place: rest[place] - places_left.count(place) for place in PLACES}
        rest = {place: places_left.count(place) for place in PLACES}
    about = {place: rest[place] + places.count(place) for place in PLACES}
    waiting = [seat for seat in range(seats) if places[seat] == "none"]
    return {
        "phase": "play",
        "first_round": False,
        "holder": 0,
        "deadline": (options or {}).get("turn_s", 12) * 1000 * (2 if (options or {}).get("slow") else 1),
        "card": cards,
        "agent_held": [card != "none" for card in cards],
        "place": places,
        "place_held": [place != "none" for place in places],
        "line": [waiting.index(seat) + 1 if seat in waiting else 0 for seat in range(seats)],
        "unseen": unseen,
        "pile": sum(unseen.values()) - removed * seats,
        "agent_discards": discards,
        "places_left": rest,
        "place_pile": sum(rest.values()),
        "place_discards": place_discards,
        "places_won": {place: won.count(place) for place in PLACES},
        "points": [len(won)] + [0] * (seats - 1),
        "batch_left": [about] + [dict.fromkeys(PLACES, 0)] * (BATCHES - 1),
    }
