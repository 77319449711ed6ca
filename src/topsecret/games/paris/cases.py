"""Cases of paris: who holds whose card, given what you saw under the honour code?

It is late in a deal: the pile is small, all that was discarded or shown lies open, so the cards that nobody has seen can be counted. A
wink that was seen tells the card of whoever winked (P3.4), as long as that card is held; nobody holds their own colour (P2.2). Every way
to give the unseen cards to hands and pile is counted: all of them give those who are asked about the same cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from topsecret.kernel.cases import Blank, Choice, Lot, Puzzle, Says, Step
from topsecret.kernel.match import CHANCE, Match
from topsecret.kernel.names import texts
from topsecret.kernel.registry import game

from .box import AGENT_COPIES, BATCHES, PLACE_COPIES, PLACES, Agent, Place

VERSION = 1
ME = 0
TURN_S = 120  # so long the case stays where it is
OPTIONS = {"turn_s": TURN_S, "calls": "free", "help": "manual", "starter": ME}
COLOURS, LOCATIONS = texts(Agent), texts(Place)
SEATS_ARE_CALLED = tuple(f"@agent.{colour}" for colour in COLOURS)  # here they are called by their colours
LOOK_MS, WINK_MS, SHIELD_MS = 500, 900, 1_200


class Shape(NamedTuple):
    seats: int
    asked: int  # so many are asked about
    calls: tuple[int, int]  # so many winks are called, so that the card changes
    pile: tuple[int, int]  # so many cards are left in it
    needed: int  # so many winks at least
    colours: int  # so many different cards at least


SHAPES = {
    "easy": Shape(4, 1, (0, 1), (1, 2), 1, 1),
    "medium": Shape(5, 2, (1, 2), (0, 2), 1, 2),
    "hard": Shape(6, 3, (1, 3), (0, 2), 2, 2),
}
Hands = dict[int, str]  # by seat: the colour of its agent card


def make(lot: Lot, difficulty: str) -> Puzzle | None:
    shape = SHAPES[difficulty]
    calls = lot.among(*shape.calls)
    scene = Scene(lot, shape.seats, lot.among(*shape.pile) + calls)
    asked = sorted(lot.shuffled(range(1, shape.seats))[: shape.asked])
    for seat in lot.shuffled(range(1, shape.seats))[:calls]:
        scene.wink(seat)
        if not scene.call(seat):
            return None
    for seat in lot.shuffled([one for one in range(1, shape.seats) if one not in asked]):
        scene.wink(seat)
    seen = scene.winks
    unseen = scene.unseen()
    hands = answers(unseen, seen, shape.seats)
    if hands is None or any(seat not in asked for seat in hands):
        return None
    if any(hands[seat] != scene.card(seat) for seat in asked):
        raise AssertionError("what follows from the rules is the truth")
    chain = shortest_chain(unseen, seen, shape.seats, asked)
    if len(chain) < shape.needed or len(set(hands.values())) < shape.colours:
        return None
    return puzzle(scene, asked, hands, chain)


class Scene:
    """A deal near its end, and what happens in it: every look, wink and call at its time."""

    def __init__(self, lot: Lot, seats: int, pile: int) -> None:
        self.lot, self.seats = lot, seats
        self.colours = COLOURS[:seats]
        few = lot.shuffled(self.colours)[
            : lot.among(2, 3)
        ]  # most of what is left has few colours: so it can be told who has what
        rest = dict.fromkeys(self.colours, AGENT_COPIES)

        def draw(seat: int | None) -> str:
            from_few = lot.below(4) > 0
            fit = [
                one
                for one in (few if from_few else self.colours)
                if rest[one] and (seat is None or COLOURS[seat] != one)
            ]
            colour = lot.pick(
                fit or [one for one in self.colours if rest[one] and (seat is None or COLOURS[seat] != one)]
            )
            rest[colour] -= 1
            return colour

        hands = [draw(seat) for seat in range(self.seats)]
        self.pile = [draw(None) for _ in range(pile)]
        places = [lot.pick(LOCATIONS) for _ in range(self.seats)]
        self.match = game("paris").match(
            self.seats, OPTIONS, chance="manual", start=start(hands, self.pile, places, self.colours)
        )
        self.now = 1_000
        self.winks: dict[
            int, tuple[str, int]
        ] = {}  # by seat: for whom, and the number of the event; for the present card
        self.evidence: list[int] = []

    def card(self, seat: int) -> str:
        return str(self.match.truth()["card"][seat])

    def _play(self, seat: int, action: str) -> None:
        self.match.act(seat, action, self.now)

    def wink(self, seat: int) -> None:
        """Somebody winks while I look at them: they look at their contact first."""
        contact = self.card(seat)
        if self.match.truth()["gaze"][ME] != COLOURS[seat]:
            self._play(ME, f"look {COLOURS[seat]}")
        self.now += LOOK_MS
        if self.match.truth()["gaze"][seat] != contact:
            self._play(seat, f"look {contact}")
        self.now += LOOK_MS
        before = len(self.match.events(ME))
        self._play(seat, f"wink {contact}")
        number = next(event["n"] for event in self.match.events(ME, before) if event["event"] == "wink")
        self.winks[seat] = contact, number
        self.evidence.append(number)
        self.now += WINK_MS

    def call(self, seat: int) -> bool:
        """Somebody else calls it: the card is shown and taken, and another one is drawn (P5.2). False if the pile has none for them."""
        fit = [colour for colour in self.pile if colour != COLOURS[seat]]
        if not fit:
            return False
        contact = self.card(seat)
        caller = self.lot.pick([one for one in range(1, self.seats) if one != seat and COLOURS[one] != contact])
        self.now += SHIELD_MS
        before = len(self.match.events(ME))
        self._play(caller, f"call {COLOURS[seat]} {contact}")
        drawn = self.lot.pick(fit)
        self.match.play(CHANCE, f"agent {drawn}")
        self.pile.remove(drawn)
        self.evidence += [event["n"] for event in self.match.events(ME, before) if event["event"] == "caught"]
        del self.winks[seat]
        self.now += SHIELD_MS
        return True

    def unseen(self) -> Counter[str]:
        """The cards that I have not seen: in the pile and in the hands of the others."""
        truth = self.match.truth()
        left = Counter(dict.fromkeys(self.colours, AGENT_COPIES))
        left -= Counter(truth["agent_discards"]) + Counter(truth["agents_won"])
        left[self.card(ME)] -= 1
        return left


def start(
    hands: Sequence[str], pile: Sequence[str], places: Sequence[str], colours: Sequence[str]
) -> dict[str, object]:
    """A position in the middle of a deal: whatever is neither in a hand nor in the pile was discarded."""
    left, held = Counter(pile), Counter(hands)
    free = {place: PLACE_COPIES - places.count(place) for place in LOCATIONS}
    about = dict.fromkeys(LOCATIONS, PLACE_COPIES)
    nothing = dict.fromkeys(LOCATIONS, 0)
    assert len(LOCATIONS) == PLACES
    return {
        "phase": "play",
        "first_round": False,
        "holder": ME,
        "deadline": TURN_S * 1000,
        "card": list(hands),
        "agent_held": [True] * len(hands),
        "place": list(places),
        "place_held": [True] * len(hands),
        "unseen": {colour: left[colour] for colour in COLOURS},
        "pile": len(pile),
        "agent_discards": {
            colour: AGENT_COPIES - left[colour] - held[colour] if colour in colours else 0 for colour in COLOURS
        },
        "places_left": free,
        "place_pile": sum(free.values()),
        "batch_left": [about, *([nothing] * (BATCHES - 1))],
    }


# what follows


def deals(unseen: Mapping[str, int], hands: Mapping[int, str], seats: Sequence[int]) -> Iterator[Hands]:
    """Every way to give these seats a card each from what is unseen, none their own colour; the rest is the pile."""
    left = Counter(unseen)
    left.subtract(hands.values())
    if min(left.values(), default=0) < 0:
        return
    if not seats:
        yield dict(hands)
        return
    for colour in left:
        if left[colour] > 0 and colour != COLOURS[seats[0]]:
            yield from deals(unseen, {**hands, seats[0]: colour}, seats[1:])


def answers(unseen: Mapping[str, int], seen: Mapping[int, tuple[str, int]], seats: int) -> Hands | None:
    """The cards of those who were not seen to wink, where every deal gives them the same; None if not."""
    known = {seat: colour for seat, (colour, _) in seen.items()}
    unknown = [seat for seat in range(1, seats) if seat not in known]
    found = None
    for deal in deals(unseen, known, unknown):
        if found is not None and deal != found:
            return None
        found = deal
    return None if found is None else {seat: found[seat] for seat in unknown}


def shortest_chain(
    unseen: Mapping[str, int], seen: Mapping[int, tuple[str, int]], seats: int, asked: Sequence[int]
) -> list[int]:
    """The fewest of those who winked that are needed: with their cards known, every deal gives those who are asked about the same."""
    for size in range(len(seen) + 1):
        for chosen in combinations(sorted(seen), size):
            known = {seat: seen[seat][0] for seat in chosen}
            unknown = [seat for seat in range(1, seats) if seat not in known]
            first = None
            for deal in deals(unseen, known, unknown):
                theirs = tuple(deal[seat] for seat in asked)
                if first is not None and theirs != first:
                    break
                first = theirs
            else:
                return list(chosen)
    raise AssertionError("all of them together are enough")


# in words


def puzzle(scene: Scene, asked: Sequence[int], hands: Hands, chain: Sequence[int]) -> Puzzle:
    match: Match = scene.match
    unseen = scene.unseen()
    rest = named(unseen - Counter(scene.winks[seat][0] for seat in chain))
    choices = tuple(Choice(colour, f"agent.{colour}") for colour in scene.colours)
    blanks = tuple(
        Blank(
            Says("case.blank", {"agent": f"@agent.{COLOURS[seat]}"}),
            "agent",
            tuple(choice for choice in choices if choice.value != COLOURS[seat]),
        )
        for seat in asked
    )
    numbers = tuple(scene.winks[seat][1] for seat in chain)
    steps = []
    known: Hands = {}
    for seat in chain:
        known[seat] = scene.winks[seat][0]
        steps.append(
            Step(
                Says(
                    "case.step.wink",
                    {"agent": f"@agent.{COLOURS[seat]}", "card": f"@agent.{known[seat]}"},
                    (scene.winks[seat][1],),
                ),
                left=(known[seat],),
            )
        )
    for seat in asked:
        steps.append(
            Step(
                Says("case.step.only", {"agent": f"@agent.{COLOURS[seat]}", "card": f"@agent.{hands[seat]}"}),
                left=(hands[seat],),
            )
        )
    return Puzzle(
        match=match,
        seat=ME,
        evidence=tuple(sorted(scene.evidence)),
        question=Says("case.question", {"agents": [f"@agent.{COLOURS[seat]}" for seat in asked], "count": len(asked)}),
        blanks=blanks,
        answer=tuple(hands[seat] for seat in asked),
        hints=(
            Says("case.hint.winks", {"agents": [f"@agent.{COLOURS[seat]}" for seat in chain]}, numbers),
            Says("case.hint.rest", {"left": rest}, numbers),
            Says("case.hint.own", {"agent": f"@agent.{COLOURS[asked[0]]}"}, numbers),
        ),
        proof=tuple(steps),
        about=Says("case.about", {"left": named(unseen)}),
    )


def named(cards: Counter[str]) -> list[str]:
    return [f"@agent.{colour}" for colour, count in cards.items() for _ in range(count)]
