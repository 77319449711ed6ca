"""A probe in real time: what you see depends on where you look. It stands for paris.

Everybody holds a card and looks at one face (one's own: the card). A wink shows one's card for a moment to whoever looks at that
face during any part of it. Naming the card of another is worth a point if it is right, and costs one if not; either way that
card is turned up and a new one drawn. It ends when the time is up or when no card is left to draw.
"""

from topsecret.kernel import (
    CHANCE_TURN,
    HIDDEN,
    Families,
    Names,
    OneOf,
    Position,
    Reasons,
    Seat,
    Seats,
    Whole,
    action,
    chance,
    choice,
    emit,
    event,
    everyone,
    flag,
    nobody,
    number,
    owner,
    rule,
)
from topsecret.kernel import seat as a_seat

TITLE = "Glances"
REST_MS = 450  # eyes that have moved rest
WINK_MS = 700
END_MS = 20_000
COPIES = 5  # of each suit


class Suit(Names):
    SUN = 0
    MOON = 1
    STAR = 2
    NONE = 3


class Phase(Names):
    DRAW = 0
    LOOK = 1
    OVER = 2


looks_there = rule(lambda v, me, face: me == face or v.eyes[me] == face)
sees_it_done = rule(lambda v, me, seat, *_: me == seat or v.eyes[me] == seat)


class State(Position, seats=(3, 4), timed=True):
    phase = choice(Phase, to=everyone)
    drawer = a_seat(to=everyone)
    holds = flag(per=Seats, to=everyone)
    points = number(-99, 99, per=Seats, to=everyone)
    discard = number(0, COPIES, per=3, to=everyone)
    deck = number(0, COPIES, per=3, to=nobody)
    card = choice(Suit, per=Seats, to=owner)
    eyes = a_seat(per=Seats, to=looks_there)
    wink = choice(Suit, per=Seats, to=looks_there)
    rests = number(0, END_MS + REST_MS, per=Seats, to=owner)  # so long the eyes rest
    winks = number(0, END_MS + WINK_MS, per=Seats, to=owner)  # so long the wink lasts
    saw = choice(Suit, per=(Seats, Seats), to=owner)  # whose card a seat has been shown since it was drawn


class Actions(Families):
    look = action("look {face}", face=Seat(), when=Phase.LOOK, to=sees_it_done, rule="G1")
    wink = action("wink {suit}", suit=OneOf(Suit), when=Phase.LOOK, to=sees_it_done, rule="G2")
    name = action(
        "name {face} {suit}", face=Seat(), suit=OneOf(Suit), when=Phase.LOOK, to=everyone, reveals=True, rule="G3"
    )


class Chance(Families):
    draw = chance("draw {suit}", suit=OneOf(Suit, to=owner), when=Phase.DRAW, whose="drawer", to=everyone, rule="G4")


class Told(Families):
    glimpse = event(seat=Seat(), face=Seat(), eyes=Seat(), wink=OneOf(Suit), to=owner)  # what a look finds there
    unwink = event(face=Seat(), to=looks_there, reveals=True)  # a wink is over: when it began is told to who came later
    turned = event(face=Seat(), suit=OneOf(Suit), right=Whole(0, 1), to=everyone, reveals=True)


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, "G0"
    NO_SUCH_SEAT = 2, "G0"
    EYES_REST = 3, "G1"
    LOOKS_THERE_ALREADY = 4, "G1"
    NOT_YOUR_CARD = 5, "G2"
    WINKS_ALREADY = 6, "G2"
    YOUR_OWN_CARD = 7, "G3"
    NO_CARD = 8, "G3"


class Ending(Reasons):
    TIME_IS_UP = 0, "G5"
    NO_CARD_LEFT = 1, "G5"


class Flaw(Reasons):
    SOUND = 0, ""
    CARDS_DO_NOT_ADD_UP = 1, "G0"
    NOBODY_THERE = 2, "G1"
    WRONG_WINK = 3, "G2"


def setup(state: State) -> None:
    for suit in range(3):
        state.deck[suit] = COPIES
    for seat in range(state.seats):
        state.eyes[seat] = seat
        lay_down(state, seat)


def lay_down(state: State, seat: int) -> None:
    """A seat without a card has nothing to wink with, and what others knew of its card is void."""
    state.card[seat] = Suit.NONE
    state.holds[seat] = 0
    state.wink[seat] = Suit.NONE
    state.winks[seat] = 0
    for other in range(state.seats):
        state.saw[other][seat] = Suit.NONE


def actors(state: State) -> int:
    if state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.DRAW:
        return CHANCE_TURN
    return (1 << state.seats) - 1


def due(state: State) -> int:
    first = END_MS
    for seat in range(state.seats):
        if state.wink[seat] != Suit.NONE and state.winks[seat] < first:
            first = state.winks[seat]
    return first


def elapse(state: State) -> None:
    for seat in range(state.seats):
        if state.wink[seat] != Suit.NONE and state.winks[seat] <= state.now:
            state.wink[seat] = Suit.NONE
            state.winks[seat] = 0
            emit(state, Told.unwink, seat)
    if state.now >= END_MS:
        state.phase = Phase.OVER


# G1: eyes


def refuse_look(state: State, seat: int, face: int) -> int:
    if state.eyes[seat] == face:
        return Refusal.LOOKS_THERE_ALREADY
    return Refusal.EYES_REST if state.now < state.rests[seat] else 0


def do_look(state: State, seat: int, face: int) -> None:
    state.eyes[seat] = face
    state.rests[seat] = state.now + REST_MS
    if face != seat:
        emit(state, Told.glimpse, seat, face, state.eyes[face], state.wink[face])
        if state.wink[face] != Suit.NONE:
            state.saw[seat][face] = state.wink[face]


# G2: winks


def refuse_wink(state: State, seat: int, suit: int) -> int:
    if suit == Suit.NONE or state.card[seat] != suit:
        return Refusal.NOT_YOUR_CARD
    return Refusal.WINKS_ALREADY if state.wink[seat] != Suit.NONE else 0


def do_wink(state: State, seat: int, suit: int) -> None:
    state.wink[seat] = suit
    state.winks[seat] = state.now + WINK_MS
    for other in range(state.seats):
        if other != seat and state.eyes[other] == seat:
            state.saw[other][seat] = suit


# G3, G4: naming and drawing


def refuse_name(state: State, seat: int, face: int, suit: int) -> int:
    if face == seat:
        return Refusal.YOUR_OWN_CARD
    return Refusal.NO_CARD if suit == Suit.NONE or state.holds[face] == 0 else 0


def do_name(state: State, seat: int, face: int, suit: int) -> None:
    held = state.card[face]
    state.points[seat] += 1 if held == suit else -1
    state.discard[held] += 1
    emit(state, Told.turned, face, held, int(held == suit))
    lay_down(state, face)
    state.drawer = face
    state.phase = Phase.OVER if is_empty(state) else Phase.DRAW


def is_empty(state: State) -> bool:
    return state.deck[0] + state.deck[1] + state.deck[2] == 0


def weight_draw(state: State, suit: int) -> int:
    return 0 if suit == Suit.NONE else state.deck[suit]


def do_draw(state: State, suit: int) -> None:
    state.deck[suit] -= 1
    state.card[state.drawer] = suit
    state.holds[state.drawer] = 1
    state.phase = Phase.LOOK
    for seat in range(state.seats - 1, -1, -1):
        if state.holds[seat] == 0:
            state.phase = Phase.DRAW
            state.drawer = seat


# G5: the end


def winners(state: State) -> int:
    best = 0
    most = -100
    for seat in range(state.seats):
        if state.points[seat] > most:
            most = state.points[seat]
            best = 0
        if state.points[seat] == most:
            best |= 1 << seat
    return best


def score(state: State, seat: int) -> int:
    return state.points[seat]


def ending(state: State) -> int:
    return Ending.TIME_IS_UP if state.now >= END_MS else Ending.NO_CARD_LEFT


def unsound(state: State) -> int:
    for suit in range(3):
        if state.deck[suit] + state.discard[suit] + state.card[: state.seats].count(suit) != COPIES:
            return Flaw.CARDS_DO_NOT_ADD_UP
    for seat in range(state.seats):
        if state.holds[seat] != (state.card[seat] != Suit.NONE):
            return Flaw.CARDS_DO_NOT_ADD_UP
        if state.eyes[seat] >= state.seats:
            return Flaw.NOBODY_THERE
        shown = [state.wink[seat], *(state.saw[other][seat] for other in range(state.seats))]
        if any(suit not in (Suit.NONE, state.card[seat]) for suit in shown):
            return Flaw.WRONG_WINK
        lasts = state.now < state.winks[seat] <= state.now + WINK_MS
        if not (lasts if state.wink[seat] != Suit.NONE else state.winks[seat] == 0):
            return Flaw.WRONG_WINK
    return Flaw.SOUND


# What a seat can imagine. Cards have their exact frequencies; for the eyes and winks of others, which they chose, any that
# agree with all that was seen will do.


class Face:
    """What one seat knows of another's face, from the seen log."""

    def __init__(self, seat: int) -> None:
        self.eyes = seat
        self.rests = 0  # so long the eyes rest
        self.moves = 0  # the eyes may have moved unseen since then
        self.wink: tuple[int, int] | None = None  # the last wink seen: between when and when it began
        self.idle = 0  # another may have begun unseen since then

    def look_away(self, at: int) -> None:
        self.moves = max(self.moves, at)
        if self.wink is None:
            self.idle = at
        else:
            self.still_winks(at)

    def still_winks(self, at: int) -> None:
        assert self.wink is not None
        self.wink = (max(self.wink[0], at - WINK_MS + 1), self.wink[1])

    def glimpse(self, at: int, eyes: int, winks: bool, rng) -> None:
        if eyes != self.eyes:
            self.look(rng.randint(self.moves, at), eyes)
        if not winks:
            self.rest(at)
        elif self.wink is None or self.wink[1] + WINK_MS <= at:
            begun = self.idle if self.wink is None else max(self.idle, self.wink[0] + WINK_MS)
            self.wink = (max(begun, at - WINK_MS + 1), at)
        else:
            self.still_winks(at)

    def look(self, at: int, eyes: int) -> None:
        self.eyes = eyes
        self.rests = self.moves = at + REST_MS

    def rest(self, at: int) -> None:
        self.wink = None
        self.idle = at


def remember(world: State, viewer: int, seen: list, rng) -> list[Face]:
    faces = [Face(seat) for seat in range(world.seats)]
    at_face = viewer
    for told in seen:
        at = told["at"]
        match told["event"], told.get("seat"):
            case "look", seat if seat == viewer:
                faces[at_face].look_away(at)
                at_face = told["face"]
            case "look", seat:
                faces[seat].look(at, told["face"])
            case "wink", seat if seat != viewer:
                faces[seat].wink = (at, at)
            case "glimpse", _:
                faces[told["face"]].glimpse(at, told["eyes"], told["wink"] != "none", rng)
            case (("unwink" | "turned"), _):
                faces[told["face"]].rest(at)
            case "draw", seat:
                faces[seat].rest(at)
    return faces


def imagine(world: State, viewer: int, seen: list, rng) -> float:
    seats = range(world.seats)
    faces = remember(world, viewer, seen, rng)
    imagine_cards(world, viewer, rng)
    for seat in seats:
        if seat == viewer:
            continue
        if world.eyes[seat] is HIDDEN:
            imagine_face(world, seat, faces[seat], rng)
        else:
            world.winks[seat] = 0
            if world.wink[seat] != Suit.NONE:
                faces[seat].still_winks(world.now)
                between = faces[seat].wink
                assert between is not None
                world.winks[seat] = rng.randint(*between) + WINK_MS
        world.rests[seat] = faces[seat].rests
    for seat in seats:
        if seat != viewer:
            for other in seats:
                shown = world.eyes[seat] == other and world.wink[other] != Suit.NONE
                world.saw[seat][other] = (
                    Suit.NONE if other == seat or not (shown or rng.random() < 0.3) else world.card[other]
                )
    return 1.0


def imagine_cards(world: State, viewer: int, rng) -> None:
    for seat in range(world.seats):
        known = Suit.NONE if viewer < 0 or world.holds[seat] == 0 else world.saw[viewer][seat]
        if seat != viewer and (known != Suit.NONE or world.holds[seat] == 0):
            world.card[seat] = known
    pile = [suit for suit in range(3) for _ in range(COPIES - world.discard[suit])]
    for card in world.card[: world.seats]:
        if card is not HIDDEN and card != Suit.NONE:
            pile.remove(card)
    rng.shuffle(pile)
    for seat in range(world.seats):
        if world.card[seat] is HIDDEN:
            world.card[seat] = pile.pop()
    for suit in range(3):
        world.deck[suit] = pile.count(suit)


def imagine_face(world: State, seat: int, face: Face, rng) -> None:
    """Eyes that nobody of ours looks at: as they were last seen, or moved since."""
    if face.moves <= world.now and rng.random() < 0.5:
        elsewhere = [other for other in range(world.seats) if other != face.eyes]
        face.look(rng.randint(face.moves, world.now), rng.choice(elsewhere))
    world.eyes[seat] = face.eyes
    ends = 0
    if face.wink is not None:
        ends = rng.randint(*face.wink) + WINK_MS
    earliest = max(face.idle, ends, world.now - WINK_MS + 1)
    if ends <= world.now:
        ends = 0
        if earliest <= world.now and rng.random() < 0.3 and world.holds[seat]:
            ends = rng.randint(earliest, world.now) + WINK_MS
    world.winks[seat] = ends
    world.wink[seat] = world.card[seat] if ends else Suit.NONE
