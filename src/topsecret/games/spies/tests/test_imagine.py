"""Imagined worlds have the right frequencies, also after draws, plays, answers in the poll, shuffles and shown cards.

Small matches (most cards lie on the discards) are replayed in every way that the viewer could not tell from the true one: every hand that
the others may have begun with, every card that they may have drawn. `imagine` is compared with that list.
"""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import combinations
from math import sqrt
from typing import Any

import pytest

import topsecret
from topsecret.kernel import Match
from topsecret.kernel.fields import Position, truth

from ..box import CARDS, Card

GAME = topsecret.game("spies")
DRAWS = 800
MATCHES = 8
Hands = tuple[tuple[int, ...], ...]


def few_cards(seats: int, chooser: random.Random, no_free_agents: bool, pairs: bool) -> dict[str, Any]:
    """A position at a first move in which only a few cards are not on the discards."""
    match = GAME.match(seats, {"cards": True}, seed=str(chooser.random()), chance="fair")
    start = match.truth()
    names = [
        card.text for card in Card for _ in range(2 if start["supply"][card.text] == 2 else start["supply"][card.text])
    ]
    kept = chooser.sample(names, chooser.randint(0, 3))
    if pairs:  # two of a kind in one hand: which of them was played makes no second world
        kept = [name for name in chooser.sample(sorted({n for n in names if names.count(n) == 2}), 2) for _ in range(2)]
    if no_free_agents:  # a second identity would be shown when it is drawn
        kept = [*kept, *(name for name in names if name == "second identity" and name not in kept)]
    for card in Card:
        left = start["supply"][card.text]
        start["supply"][card.text] = kept.count(card.text)
        start["discard"][card.text] += left - kept.count(card.text)
    start["supply_size"], start["discard_size"] = sum(start["supply"].values()), sum(start["discard"].values())
    if no_free_agents:
        for agent in start["in_play"]:
            if not any(start["holds"][seat][agent] for seat in range(seats)):
                start["holds"][seats - 1][agent] = True
                start["agents_held"][seats - 1] += 1
    for agent in start["in_play"]:
        start["place"][agent] = chooser.choice(["church", "3", "9", "10", "ruins"])
    return start


def play_some(match: Match, steps: int, chooser: random.Random) -> None:
    """Random play that likes to draw and to play cards."""
    for _ in range(steps):
        if match.over or match.view(None)["phase"] == "keep":
            return
        seat = chooser.choice(match.actors)
        legal = match.legal(seat)
        lively = [move for move in legal if move.family in ("stay", "poll") or str(move).startswith("card")]
        match.play(seat, chooser.choice(lively if lively and chooser.random() < 0.8 else legal))


class Retold:
    """Replays a match from another beginning; a world is dropped when something public would have been different."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.rules = GAME.interpreted
        self.worlds: dict[Hands, float] = defaultdict(float)

    def hands(self, state: Any) -> Hands:
        return tuple(tuple(state.hand[seat]) for seat in range(state.seats))

    def step(self, state: Position, number: int, code: int) -> tuple[Position, list[Any]]:
        entry = self.match.entries[number]
        after = state.copy()
        told: list[Any] = []
        after._told = told.append
        if entry.sort == "action":
            self.rules.apply(after, entry.seat, code)
        else:
            self.rules.happen(after, code)
        after._told = None
        return after, told

    def truth_told(self) -> list[list[Any]]:
        state, told = self.match.entries.begin.copy(), []
        for number, entry in enumerate(self.match.entries):
            state, heard = self.step(state, number, entry.code)
            told.append(heard)
        return told

    def explore(self, begin: Any, weight: float) -> None:
        told = self.truth_told()
        waiting = [(begin, 0, weight)]
        while waiting:
            state, number, weight = waiting.pop()
            if number == len(self.match.entries):
                self.worlds[self.hands(state)] += weight
                continue
            entry = self.match.entries[number]
            if entry.sort == "action":
                codes = [entry.code] if self.rules.refuse(state, entry.seat, entry.code) == 0 else []
            elif GAME.chance.family(entry.code).name == "draw" and state.drawer != self.viewer:
                first = GAME.chance.family(entry.code).start
                codes = [first + card for card in range(CARDS)]
            else:
                codes = [entry.code]
            for code in codes:
                if entry.sort == "chance" and self.rules.weight(state, code) == 0:
                    continue
                share = self.rules.weight(state, code) / self.rules.total(state) if entry.sort == "chance" else 1.0
                after, heard = self.step(state, number, code)
                if heard == told[number]:
                    waiting.append((after, number + 1, weight * share))


def beginnings(match: Match, viewer: int) -> list[tuple[Any, float]]:
    """Every way to give the unseen cards to the others; each card counts as one of its own."""
    true: Any = match.entries.begin
    others = [seat for seat in range(true.seats) if seat != viewer]
    unseen = [
        card for card in range(CARDS) for _ in range(true.supply[card] + sum(true.hand[seat][card] for seat in others))
    ]
    ways: dict[tuple[tuple[int, ...], ...], float] = defaultdict(float)

    def give(left: list[int], seats: list[int], given: tuple[tuple[int, ...], ...]) -> None:
        if not seats:
            ways[given] += 1
            return
        for chosen in combinations(range(len(left)), true.hand_size[seats[0]]):
            rest = [card for place, card in enumerate(left) if place not in chosen]
            give(rest, seats[1:], (*given, tuple(sorted(left[place] for place in chosen))))

    give(unseen, others, ())
    found = []
    for given, weight in ways.items():
        state = true.copy()
        for card in range(CARDS):
            state.supply[card] = unseen.count(card)
            for seat, hand in zip(others, given, strict=True):
                state.hand[seat][card] = hand.count(card)
                state.supply[card] -= hand.count(card)
        found.append((state, weight))
    return found


def small_match(number: int) -> tuple[Match, random.Random]:
    chooser = random.Random(f"hands {number}")
    seats = 2 + number % 2
    start = few_cards(seats, chooser, no_free_agents=number % 4 == 3, pairs=number % 4 == 1)
    match = GAME.match(seats, {"cards": True}, seed=f"{number}", start=start)
    play_some(match, chooser.randint(6, 12) if number % 2 else chooser.randint(14, 24), chooser)
    return match, chooser


@pytest.mark.parametrize("number", range(MATCHES))
def test_S5_11_hands_are_imagined_as_often_as_they_should_be(number: int) -> None:
    match, chooser = small_match(number)
    viewer = chooser.randrange(match.seats)
    everything = Retold(match, viewer)
    for begin, weight in beginnings(match, viewer):
        everything.explore(begin, weight)
    whole = sum(everything.worlds.values())
    assert everything.worlds[everything.hands(match.state())] > 0

    view, seen = match.view(viewer), match.events(viewer)
    drawn: dict[Hands, float] = defaultdict(float)
    squares: dict[Hands, float] = defaultdict(float)
    total = 0.0
    for _ in range(DRAWS):
        world, weight = GAME.imagine(view, seen, chooser)
        hands = everything.hands(world)
        assert everything.worlds.get(hands, 0) > 0, f"a hand that cannot be: {truth(world)['hand']}"
        drawn[hands] += weight
        squares[hands] += weight * weight
        total += weight
    effective = total * total / sum(squares.values())
    for hands, weight in everything.worlds.items():
        expected = weight / whole
        spread = sqrt(expected * (1 - expected) / effective)
        assert abs(drawn[hands] / total - expected) <= 5 * spread + 5 / effective, (
            expected,
            drawn[hands] / total,
            effective,
        )


def only_these_cards(hands: list[list[str]], supply: list[str], **more: Any) -> dict[str, Any]:
    """A position of two seats with these cards in hands and supply; all others lie on the discards."""
    start = GAME.match(2, {"cards": True, "starter": 1}, seed="few").truth()
    for card in Card:
        copies = 1 if card in (Card.CURFEW, Card.SWAP, Card.RENDEZVOUS, Card.SECOND_IDENTITY) else 2
        for seat in range(2):
            start["hand"][seat][card.text] = hands[seat].count(card.text)
        start["supply"][card.text] = supply.count(card.text)
        start["discard"][card.text] = copies - supply.count(card.text) - sum(hand.count(card.text) for hand in hands)
    start["hand_size"] = [len(hand) for hand in hands]
    start["supply_size"], start["discard_size"] = sum(start["supply"].values()), sum(start["discard"].values())
    return start | {"phase": "roll"} | more


def shares(match: Match, viewer: int, seat: int, draws: int = 4000) -> dict[str, float]:
    """How often each card is imagined in a hand of one card."""
    chooser = random.Random(1)
    found: dict[str, float] = defaultdict(float)
    for _ in range(draws):
        world, weight = GAME.imagine(match.view(viewer), match.events(viewer), chooser)
        (card,) = (name for name, count in truth(world)["hand"][seat].items() if count)
        found[card] += weight
    return {card: weight / sum(found.values()) for card, weight in found.items()}


def test_S5_11_a_played_card_is_one_of_two_of_a_kind_in_one_world_only() -> None:
    """Seat 1 held two of sprint, sprint, side step and swap, and played a sprint: five of six hands agree, one has another sprint."""
    start = only_these_cards([[], ["sprint", "side step"]], ["sprint", "swap"])
    match = GAME.match(2, {"cards": True, "starter": 1}, start=start, chance="manual")
    match.play(topsecret.CHANCE, "roll 2")
    agent = match.view(None)["in_play"][0]
    match.play(1, f"{agent}+2")
    match.play(1, "yes")
    match.play(1, f"card sprint {agent} 1")
    found = shares(match, 0, 1)
    assert found == pytest.approx({"sprint": 0.2, "side step": 0.4, "swap": 0.4}, abs=0.04)


def test_S6_1_a_card_drawn_unseen_with_no_free_agent_left_is_no_second_identity() -> None:
    start = only_these_cards([[], []], ["second identity", "sprint", "swap"])
    for agent in start["in_play"]:
        if not any(start["holds"][seat][agent] for seat in range(2)):
            start["holds"][1][agent] = True
            start["agents_held"][1] += 1
    match = GAME.match(2, {"cards": True, "starter": 1}, start=start, chance="manual")
    match.play(topsecret.CHANCE, "roll 1-3")
    match.play(1, "stay")
    match.play(topsecret.CHANCE, "draw sprint")
    assert shares(match, 0, 1) == pytest.approx({"sprint": 0.5, "swap": 0.5}, abs=0.04)


def test_the_small_matches_do_what_they_should_test() -> None:
    """Among the matches above there are plays by others, answers of yes, shuffles and a shown second identity."""
    seen: set[str] = set()
    for number in range(MATCHES):
        match, _ = small_match(number)
        seen |= {event["event"] + str(event.get("reply", "")) for event in match.events(None)}
    assert {"draw", "shuffled", "card_removed", "answeredyes", "answeredno"} <= seen
    assert seen & {card.name.lower() for card in Card}
