"""Tables for tests: a position in a few words, and moves that read like a game. Outcomes are played by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import topsecret
from topsecret import CHANCE, IllegalAction, Match
from topsecret.games.spies.box import COPIES, IN_PLAY, Agent, Card

GAME = topsecret.game("spies")
many = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
COLOURS = [agent.text for agent in Agent]
CARDS = [card.text for card in Card]


def counts(cards: list[str] | tuple[str, ...]) -> dict[str, int]:
    return {card: list(cards).count(card) for card in CARDS}


class Table:
    """A match, and the moves of a test in the words of the game."""

    def __init__(self, match: Match) -> None:
        self.match = match

    # what happens by chance

    def roll(self, face: str | int) -> None:
        self.match.play(CHANCE, f"roll {face}")

    def draw(self, card: str) -> None:
        self.match.play(CHANCE, f"draw {card}")

    def take(self, agent: str) -> None:
        self.match.play(CHANCE, f"take {agent}")

    # what players do

    def play(self, seat: int, *actions: str) -> None:
        for action in actions:
            self.match.play(seat, action)

    def move(self, points: str) -> None:
        self.play(self.turn, points)

    def roll_and_move(self, face: str | int, points: str) -> None:
        self.roll(face)
        self.move(points)

    def poll(self, yes: tuple[int, ...] = ()) -> None:
        """Everybody who is asked answers."""
        for seat in self.match.actors:
            self.play(seat, "yes" if seat in yes else "no")

    def card(self, seat: int, *cards: str) -> None:
        """Plays cards, and says done where that is still to be said."""
        self.play(seat, *(f"card {card}" for card in cards))
        if self.phase == "card part" and self.asked == seat and self.now["has_played"]:
            self.play(seat, "done")

    def passes(self, *seats: int) -> None:
        for seat in seats:
            self.play(seat, "pass")

    def dossier(self, seat: int, **entries: str) -> None:
        self.play(seat, *(f"dossier {agent} {guess.replace('_', ' ')}" for agent, guess in entries.items()), "hand in")

    # what is on the table

    @property
    def now(self) -> dict[str, Any]:
        return self.match.truth()

    @property
    def phase(self) -> str:
        return str(self.now["phase"])

    @property
    def turn(self) -> int:
        return int(self.now["turn"])

    @property
    def asked(self) -> int:
        return int(self.now["asked"])

    @property
    def safe(self) -> str:
        return str(self.now["safe"])

    @property
    def reached(self) -> list[str]:
        return list(self.now["reached"])

    def place(self, agent: str) -> str:
        return str(self.now["place"][agent])

    def marker(self, agent: str) -> int:
        return int(self.now["marker"][agent])

    def hand(self, seat: int) -> list[str]:
        return [card for card, copies in self.now["hand"][seat].items() for _ in range(copies)]

    def holds(self, seat: int) -> list[str]:
        return [agent for agent, held in self.now["holds"][seat].items() if held]

    def told(self, seat: int | None = None) -> list[str]:
        """The codes of what a viewer has been told."""
        return [event["event"] for event in self.match.events(seat)]

    def last(self, event: str, seat: int | None = None) -> dict[str, Any]:
        """The last event of that code, without its number."""
        found = [told for told in self.match.events(seat) if told["event"] == event][-1]
        return {key: value for key, value in found.items() if key not in ("n", "event")}

    def legal(self, seat: int) -> list[str]:
        return [str(action) for action in self.match.legal(seat)]

    def refused(self, seat: int, action: str) -> tuple[str, str]:
        """Plays what is against a rule: nothing changes. The code and the rule's number."""
        before = self.match.dumps()
        with pytest.raises(IllegalAction) as caught:
            self.match.play(seat, action)
        assert self.match.dumps() == before
        assert action not in self.legal(seat)
        return caught.value.code, caught.value.rule


def at_table(
    seats: int = 4,
    *,
    turn: int = 0,
    cards: bool = False,
    dossier: bool = False,
    place: dict[str, str | int] | None = None,
    marker: dict[str, int] | None = None,
    safe: str | int = 7,
    holds: dict[int, list[str]] | None = None,
    hands: dict[int, list[str]] | None = None,
    supply: list[str] | None = None,
    discard: list[str] | None = None,
    removed: list[str] | None = None,
    phase: str = "roll",
    fields: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """A table before the die is rolled (or in another phase).

    Seat 0 plays red, seat 1 blue and so on, where `holds` does not say otherwise. Cards that are neither in a hand nor named
    are in the supply, or, if `supply` is given, on the discards. `more` and `fields` are fields as `truth()` writes them.
    """
    playing = COLOURS[: IN_PLAY[seats]]
    who_holds = {seat: [COLOURS[seat]] for seat in range(seats)} | (holds or {})
    start: dict[str, Any] = {
        "phase": phase,
        "turn": turn,
        "dealing": seats,
        "in_play": playing,
        "place": {agent: str(building) for agent, building in (place or {}).items()},
        "marker": marker or {},
        "safe": str(safe),
        "holds": [{agent: agent in who_holds[seat] for agent in COLOURS} for seat in range(seats)],
        "agents_held": [len(who_holds[seat]) for seat in range(seats)],
    }
    if cards:
        start |= piles(seats, hands or {}, supply, discard, removed)
    options = {"cards": cards, "dossier": dossier}
    return Table(GAME.match(seats, options, chance="manual", start=start | more | (fields or {})))


def piles(
    seats: int,
    hands: dict[int, list[str]],
    supply: list[str] | None,
    discard: list[str] | None,
    removed: list[str] | None,
) -> dict[str, Any]:
    """Where the 26 cards are."""
    out = removed or (["second identity"] if seats == 7 else [])
    gone = [card for hand in hands.values() for card in hand] + out + (supply or []) + (discard or [])
    rest = [card for card, copies in zip(CARDS, COPIES) for _ in range(copies - gone.count(card))]
    if supply is None:
        supply, discard = rest, discard or []
    else:
        discard = (discard or []) + rest
    held = [hands.get(seat, []) for seat in range(seats)]
    return {
        "hand": [counts(hand) for hand in held],
        "hand_size": [len(hand) for hand in held],
        "supply": counts(supply),
        "supply_size": len(supply),
        "discard": counts(discard),
        "discard_size": len(discard),
        "removed": {card: out.count(card) for card in CARDS},
    }


SPARE = "relocation"


def card_part(
    card: str, seat: int = 0, *, spare: bool = True, hands: dict[int, list[str]] | None = None, **table: Any
) -> Table:
    """It is up to `seat` to play: it holds this card, and one more so that the card part does not end with it."""
    mine = [card, SPARE] if spare else [card]
    return at_table(cards=True, phase="card part", asked=seat, hands={seat: mine} | (hands or {}), **table)
