"""Worlds that agree with what a viewer has seen: who holds which agent, which cards, which answers and dossiers.

Identities: every way to give the unseen agents to seats is equally likely. Cards: each supply (the first one, and one for each
shuffle) is a pile of known cards; who drew from it is public; what was drawn is known of one's own draws, of cards that were played, and
partly of answers in the poll. Worlds are drawn by giving each played card to one of the draws it can come from, the rest at
random, and are weighed so that every way to order the piles counts once (`Cards.deal`). Free choices weigh 1.
"""

from __future__ import annotations

import random
from typing import Any

from topsecret.kernel import HIDDEN, SPECTATOR
from topsecret.kernel.names import find
from topsecret.kernel.seen_log import standing

from .box import AGENTS, CARDS, COPIES, IN_PLAY, Card
from .card_part import can_play_something
from .dossier import dossiers_with
from .state import Answer, Guess, Keeping, State

PLAYS = {card.name.lower(): int(card) for card in Card}  # a played card is told under its own name
MOST_TRIES = 100_000
AVERAGE = 12  # keeps products of many counts in range; every world of one view has the same number of factors


def imagine(world: State, viewer: int, seen: list[dict[str, Any]], rng: random.Random) -> float:
    """Fills the hidden cells of a view; returns the weight of the world."""
    told = standing(seen)
    give_agents(world, viewer, rng)
    weight = 1.0
    if world.cards:
        weight *= Cards(world, viewer, told).deal(rng)
        weight *= answer_the_poll(world, rng)
    else:
        fill_blank(world.supply, 0)
        for seat in range(world.seats):
            fill_blank(world.hand[seat], 0)
        fill_blank(world.answer, Answer.NONE)
    weight *= choose_whom_to_keep(world, rng)
    write_dossiers(world, viewer, told, rng)
    return weight


def fill_blank(row: list[Any], value: int) -> None:
    for i, cell in enumerate(row):
        if cell is HIDDEN:
            row[i] = value


# identities


def give_agents(world: State, viewer: int, rng: random.Random) -> None:
    """S2.3, S6.1: the viewer's own agents are known; all others are equally likely anywhere."""
    seats = [seat for seat in range(world.seats) if world.holds[seat][0] is HIDDEN]
    taken = {
        agent for seat in range(world.seats) if seat not in seats for agent in range(AGENTS) if world.holds[seat][agent]
    }
    unseen = [agent for agent in range(AGENTS) if world.in_play >> agent & 1 and agent not in taken]
    rng.shuffle(unseen)
    for seat in seats:
        for agent in range(AGENTS):
            world.holds[seat][agent] = 0
        for _ in range(world.agents_held[seat]):
            world.holds[seat][unseen.pop()] = 1


# cards


class Pile:
    """A supply as it was after a shuffle: which cards are not accounted for yet."""

    def __init__(self, counts: list[int]) -> None:
        self.counts = counts

    def left(self) -> int:
        return sum(self.counts)


class Slot:
    """A card that a seat drew and that the viewer did not see."""

    def __init__(self, pile: Pile, no_second_identity: bool) -> None:
        self.pile = pile
        self.no_second_identity = no_second_identity
        self.card = -1
        self.is_played = False


class Cards:
    """What the seen log says about the cards, and how to draw a world from it."""

    def __init__(self, world: State, viewer: int, told: list[dict[str, Any]]) -> None:
        self.world = world
        self.viewer = viewer
        self.told = told
        self.hidden = [seat for seat in range(world.seats) if world.hand[seat][0] is HIDDEN]
        self.first_discards, self.first_removed, self.first_hand_size, self.first_own_hand = self._before_the_log()

    def _before_the_log(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Discards, removed cards, hand sizes and the viewer's own hand when the log began: something in a match that began in the
        middle."""
        world = self.world
        discards = [0] * CARDS
        shuffled: list[int] | None = None
        sizes = list(world.hand_size)
        removed = list(world.removed)
        own = (
            [0] * CARDS
            if self.viewer == SPECTATOR
            else [int(n) if n is not HIDDEN else 0 for n in world.hand[self.viewer]]
        )
        for event in self.told:
            name = event["event"]
            if name in PLAYS:
                sizes[event["seat"]] += 1
                if shuffled is None:
                    discards[PLAYS[name]] -= 1
                if event["seat"] == self.viewer:
                    own[PLAYS[name]] += 1
            elif name == "draw":
                sizes[event["seat"]] -= 1
                if event["seat"] == self.viewer:
                    own[card_of(event["card"])] -= 1
            elif name == "card_removed":
                sizes[event["seat"]] += 1
                removed[card_of(event["card"])] = 0
                if event["seat"] == self.viewer:
                    own[card_of(event["card"])] += 1
            elif name == "shuffled" and shuffled is None:
                shuffled = pile_of(event)
        base = shuffled if shuffled is not None else [int(n) for n in world.discard]
        return [base[card] + discards[card] for card in range(CARDS)], removed, sizes, own

    def deal(self, rng: random.Random) -> float:
        """Fills hands and supply; the weight makes every order of the piles count once."""
        if not self.hidden:
            self._rest_is_supply()
            return 1.0
        for _ in range(MOST_TRIES):
            weight = self._try_once(rng)
            if weight > 0:
                return weight
        raise RuntimeError("no deal of the cards agrees with what was seen")

    def _rest_is_supply(self) -> None:
        world = self.world
        for card in range(CARDS):
            in_hands = sum(world.hand[seat][card] for seat in range(world.seats))
            world.supply[card] = COPIES[card] - world.removed[card] - world.discard[card] - in_hands

    def _try_once(self, rng: random.Random) -> float:
        """One attempt: 0 if it runs into something that cannot be."""
        world = self.world
        pile = Pile(
            [
                COPIES[card] - self.first_removed[card] - self.first_discards[card] - self.first_own_hand[card]
                for card in range(CARDS)
            ]
        )
        slots: dict[int, list[Slot]] = {seat: [] for seat in self.hidden}
        for seat in self.hidden:
            slots[seat] = [Slot(pile, False) for _ in range(self.first_hand_size[seat])]
        every = [slot for seat in self.hidden for slot in slots[seat]]
        held = sum(world.agents_held[: world.seats]) - sum(event["event"] in ("deal", "take") for event in self.told)
        playable: set[int] = set()
        plays: list[tuple[int, int, list[Slot]]] = []  # seat, card, the draws it had made by then
        promises: list[
            tuple[list[Slot], set[int], int]
        ] = []  # draws by then, cards that could be played, plays by then
        weight = 1.0
        for event in self.told:
            name = event["event"]
            seat = event.get("seat", SPECTATOR)
            if name == "draw":
                if seat in slots:
                    slot = Slot(pile, held == IN_PLAY[world.seats])
                    slots[seat].append(slot)
                    every.append(slot)
                else:
                    pile.counts[card_of(event["card"])] -= 1
            elif name == "card_removed" and seat in slots:
                every.remove(slots[seat].pop())
                pile.counts[Card.SECOND_IDENTITY] -= 1
            elif name in ("deal", "take"):
                held += 1
            elif name == "shuffled":
                pile = Pile(pile_of(event))
            elif name == "poll_opens":
                playable = {card_of(text) for text in event["playable"]}
            elif name == "answered" and seat in slots and event["reply"] == "yes":
                promises.append((slots[seat].copy(), playable, sum(play[0] == seat for play in plays)))
            elif name in PLAYS and seat in slots:
                plays.append((seat, PLAYS[name], slots[seat].copy()))
        last = pile
        # each played card comes from one of the draws before it
        for _, card, drawn in plays:
            pairs = [
                slot for slot in drawn if slot.card < 0 for _ in range(slot.pile.counts[card]) if not bars(slot, card)
            ]
            if not pairs:
                return 0.0
            slot = rng.choice(pairs)
            slot.card = card
            slot.is_played = True
            slot.pile.counts[card] -= 1
            weight *= len(pairs) / AVERAGE
        # everything else that was drawn is any of the rest
        for slot in every:
            if slot.card < 0:
                weight *= slot.pile.left() / AVERAGE
                if weight == 0:
                    return 0.0
                slot.card = rng.choices(range(CARDS), slot.pile.counts)[0]
                slot.pile.counts[slot.card] -= 1
                if bars(slot, slot.card):
                    return 0.0
        return weight / self._choices(plays) if self._keeps(promises, plays) and self._write(slots, last) else 0.0

    def _choices(self, plays: list[tuple[int, int, list[Slot]]]) -> int:
        """In how many ways the plays could have been given to draws of the same cards: these are one world, not several."""
        ways = 1
        before: dict[tuple[int, int], int] = {}
        for seat, card, drawn in plays:
            gone = before.get((seat, card), 0)
            ways *= sum(slot.card == card for slot in drawn) - gone
            before[seat, card] = gone + 1
        return ways

    def _keeps(
        self, promises: list[tuple[list[Slot], set[int], int]], plays: list[tuple[int, int, list[Slot]]]
    ) -> bool:
        """S5.6: who said yes held a card that could be played."""
        for drawn, playable, played in promises:
            hand = [slot.card for slot in drawn]
            seat_plays = [card for _, card, slots in plays if slots and drawn and slots[0] is drawn[0]]
            for card in seat_plays[:played]:
                hand.remove(card)
            if not playable.intersection(hand):
                return False
        return True

    def _write(self, slots: dict[int, list[Slot]], last: Pile) -> bool:
        world = self.world
        for seat in self.hidden:
            for card in range(CARDS):
                world.hand[seat][card] = 0
            for slot in slots[seat]:
                if not slot.is_played:
                    world.hand[seat][slot.card] += 1
        for card in range(CARDS):
            world.supply[card] = last.counts[card]
        return True


def bars(slot: Slot, card: int) -> bool:
    """S6.1: a second identity drawn with no free agent left would have been shown."""
    return card == Card.SECOND_IDENTITY and slot.no_second_identity


def card_of(text: str) -> int:
    card = find(Card, text)
    assert card is not None
    return card


def pile_of(event: dict[str, Any]) -> list[int]:
    """S5.5: the discards that were shuffled."""
    return [(card.text in event["cards"]) + (card.text in event["pairs"]) for card in Card]


def answer_the_poll(world: State, rng: random.Random) -> float:
    """S5.6: answers that are not shown yet: any that the hand allows."""
    weight = 1.0
    for seat in range(world.seats):
        if world.answer[seat] is HIDDEN:
            answers = [Answer.NO, Answer.YES] if can_play_something(world, seat) else [Answer.NO]
            world.answer[seat] = rng.choice(answers) if world.answer_given[seat] else Answer.NONE
            if world.answer_given[seat] and world.hand_size[seat] == 0:
                world.answer[seat] = Answer.NO
            elif world.answer_given[seat]:
                weight *= len(answers)
    return weight


# the end and the dossiers


def choose_whom_to_keep(world: State, rng: random.Random) -> float:
    """S6.1: the farthest; among equals any."""
    weight = 1.0
    for seat in range(world.seats):
        if world.kept[seat] is HIDDEN:
            world.kept[seat] = Keeping.NONE
            if world.kept_chosen[seat]:
                held = [agent for agent in range(AGENTS) if world.holds[seat][agent]]
                farthest = max(world.marker[agent] for agent in held)
                best = [agent for agent in held if world.marker[agent] == farthest]
                world.kept[seat] = rng.choice(best)
                weight *= len(best)
    return weight


def write_dossiers(world: State, viewer: int, told: list[dict[str, Any]], rng: random.Random) -> None:
    """S7.2: every dossier that could have been handed in is equally likely; a draft may be anything."""
    for seat in range(world.seats):
        if world.guess[seat][0] is not HIDDEN:
            continue
        for agent in range(AGENTS):
            world.guess[seat][agent] = Guess.NONE
        if not world.dossiers_due:
            continue
        held = [agent for agent in range(AGENTS) if world.holds[seat][agent]]
        later = taken_after_the_dossiers(told, seat)
        then_held = rng.sample(held, len(held) - later)
        wanted = [agent for agent in range(AGENTS) if world.in_play >> agent & 1 and agent not in then_held]
        names = [Guess.SEAT_0 + other for other in range(world.seats) if other != seat]
        if world.handed_in[seat]:
            for agent, guess in zip(wanted, whole_dossier(len(wanted), names, rng), strict=True):
                world.guess[seat][agent] = guess
        else:
            for agent in wanted:
                world.guess[seat][agent] = rng.choice([Guess.NONE, Guess.FREE, *names])
                names = [name for name in names if name != world.guess[seat][agent]]


def taken_after_the_dossiers(told: list[dict[str, Any]], seat: int) -> int:
    taken = 0
    for event in told:
        if event["event"] == "write_dossiers":
            taken = 0
        elif event["event"] == "take" and event["seat"] == seat:
            taken += 1
    return taken


def whole_dossier(entries: int, names: list[int], rng: random.Random) -> list[int]:
    """Names at most once, "free" as often as one likes; each dossier equally likely."""
    left = list(names)
    written: list[int] = []
    for entry in range(entries):
        after = entries - entry - 1
        free, named = dossiers_with(after, len(left)), dossiers_with(after, len(left) - 1) if left else 0
        if rng.randrange(free + named * len(left)) < free:
            written.append(Guess.FREE)
        else:
            written.append(left.pop(rng.randrange(len(left))))
    return written
