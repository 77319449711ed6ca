"""Deliberately broken games: each class changes the honest one (`base.py`) by one fault and names the laws that catch it.

`caught_by` is exact: no other law is broken by it, but for those in `also`, which may or may not stumble over it."""

import random
from itertools import count
from types import ModuleType

from tests.broken import base
from tests.broken.base import Families, Phase, Refusal, State, Token, end_turn, left_of
from topsecret.kernel import (
    CHANCE_TURN,
    Assumption,
    Game,
    OneOf,
    Seat,
    Whole,
    action,
    emit,
    event,
    everyone,
    number,
    owner,
    rule,
)
from topsecret.kernel.game import Hidden

PLAYED = {
    "replay",
    "legal",
    "listing",
    "chance",
    "sound",
    "ends",
    "modes",
    "secrecy",
    "undo",
    "imagine",
    "frequencies",
    "views",
    "preview",
    "fulfilled",
    "help",
}


class Fault:
    """The root: a fault's functions and declarations replace those of the honest game."""

    caught_by: set[str]
    also: set[str] = set()


def broken_game(fault: type[Fault]) -> Game:
    module = ModuleType(f"broken_{fault.__name__}")
    vars(module).update({name: thing for name, thing in vars(base).items() if not name.startswith("__")})
    vars(module).update({name: thing for name, thing in vars(fault).items() if not name.startswith("__")})
    return Game(f"broken_{fault.__name__.lower()}", module, module, module, assumptions=module, help=module)


class ALeakingField(Fault):
    """A public field that is set from a secret."""

    caught_by = {"secrecy", "undo", "frequencies"}

    class State(State, seats=(2, 3)):
        hint = number(0, 3, to=everyone)

    def do_bid(state, seat, amount):
        state.bid[seat] = amount
        state.hint = state.token[left_of(state, seat)]
        end_turn(state)


class TellingTold(Families):
    earned = base.Told.families[0]
    heard = event(amount=Whole(1, 3), to=everyone)


class ALeakingEvent(Fault):
    """An event that tells everyone a secret bid."""

    caught_by = {"secrecy", "undo", "frequencies"}
    Told = TellingTold

    def do_bid(state, seat, amount):
        state.bid[seat] = amount
        emit(state, TellingTold.heard, amount)
        end_turn(state)


class ALeakingError(Fault):
    """What is refused anyway is refused for another reason if the neighbour has the green token."""

    caught_by = {"secrecy"}

    def refuse_peek(state, seat, other):
        if other == seat:
            return Refusal.KNOWN if state.token[left_of(state, seat)] == Token.GREEN else Refusal.YOUR_OWN
        return Refusal.KNOWN if state.knows[seat][other] else 0


class ALeakingListing(Fault):
    """What is legal depends on another's secret."""

    caught_by = {"secrecy", "imagine"}
    also = {"frequencies"}

    def refuse_peek(state, seat, other):
        if other == seat:
            return Refusal.YOUR_OWN
        return Refusal.KNOWN if state.knows[seat][other] or state.token[other] == Token.GREEN else 0


class ABiasedImagine(Fault):
    """Green comes a little too often to whom it can come."""

    caught_by = {"frequencies"}

    def imagine(world, viewer, seen, rng):
        unknown = [seat for seat in range(world.seats) if world.token[seat] is base.HIDDEN]
        weight = base.imagine(world, viewer, seen, rng)
        if unknown and world.phase != Phase.DEAL and world.bag[Token.GREEN] and rng.random() < 0.1:
            other = rng.choice(unknown)
            world.bag[world.token[other]] += 1
            world.bag[Token.GREEN] -= 1
            world.token[other] = int(Token.GREEN)
        return weight


class AWronglyWeighedImagine(Fault):
    """All worlds are there and sampled evenly, but the weight that comes with them is wrong."""

    caught_by = {"frequencies"}

    def imagine(world, viewer, seen, rng):
        base.imagine(world, viewer, seen, rng)
        return 1.0 + 0.3 * world.bag[Token.GREEN]


class ANarrowImagine(Fault):
    """Some worlds are missed: nobody unknown ever bids 3."""

    caught_by = {"frequencies"}

    def imagine(world, viewer, seen, rng):
        hidden = [seat for seat in range(world.seats) if world.bid[seat] is base.HIDDEN]
        weight = base.imagine(world, viewer, seen, rng)
        for seat in hidden:
            world.bid[seat] = min(world.bid[seat], 2)
        return weight


class AForgetfulImagine(Fault):
    """The view is kept to, what was seen before is ignored."""

    caught_by = {"frequencies"}

    def imagine(world, viewer, seen, rng):
        return base.imagine(world, viewer, [], rng)


class AnUnsoundImagine(Fault):
    """Imagined worlds have a token too many."""

    caught_by = {"imagine", "frequencies"}

    def imagine(world, viewer, seen, rng):
        weight = base.imagine(world, viewer, seen, rng)
        world.bag[Token.RED] = 2
        return weight


class AnUnlistedAction(Fault):
    """Bidding 3 is accepted but not listed (and imagined, which no listing explains)."""

    caught_by = {"legal", "frequencies"}

    def count_bid(state, seat):
        return 2


class ARefusedAction(Fault):
    """Bidding 3 is listed but refused (and imagined, which nobody can have done)."""

    caught_by = {"legal", "frequencies"}

    def refuse_bid(state, seat, amount):
        return Refusal.KNOWN if amount == 3 else 0


class AnUnruledRefusal(Fault):
    """A refusal without the number of a rule."""

    caught_by = {"legal"}

    class Refusal(base.Reasons):
        ALLOWED = 0, ""
        NOT_NOW = 1, "B0"
        NO_SUCH_SEAT = 2, "B0"
        YOUR_OWN = 3, ""
        KNOWN = 4, ""
        NOTHING_MARKED = 5, ""
        MARKED_ALREADY = 6, ""
        NO_TOKEN = 7, ""

    class Actions(Families):
        peek = action("peek {other}", other=Seat(), when=Phase.TURN, to=everyone)
        bid = action("bid {amount}", amount=Whole(1, 3, to=owner), when=Phase.TURN, to=everyone)
        mark = action("mark {token}", token=OneOf(Token), when=Phase.TURN, draft=True, to=owner)
        hand_in = action("hand in", when=Phase.TURN, to=everyone)


class AnActionTwice(Fault):
    """The listing has one action twice, and not in order."""

    caught_by = {"legal", "listing", "frequencies"}

    def nth_bid(state, seat, k):
        return 1 if k == 2 else k


class WrongWays(Fault):
    """Random choice never takes an action that is legal."""

    caught_by = {"listing"}

    def ways_hand_in(state, seat):
        return 0


class ADeadEnd(Fault):
    """Who has marked green can only mark green again."""

    caught_by = {"listing", "ends"}

    def closed_peek(state, seat):
        return Refusal.NOT_NOW if state.mark[seat] == Token.GREEN else 0

    def closed_hand_in(state, seat):
        return Refusal.NOT_NOW if state.mark[seat] == Token.GREEN else 0

    def closed_bid(state, seat):
        return Refusal.NOT_NOW if state.mark[seat] == Token.GREEN else 0

    def count_bid(state, seat):
        return 0 if state.mark[seat] == Token.GREEN else 3

    def refuse_mark(state, seat, token):
        if token == Token.NONE or (state.mark[seat] == Token.GREEN and token != Token.GREEN):
            return Refusal.NO_TOKEN
        return 0


class AWrongTotal(Fault):
    """The total is more than the sum of the weights."""

    caught_by = {"chance"}

    def total_roll(state):
        return 5


class AWrongPick(Fault):
    """Outcomes are not picked by their weights."""

    caught_by = {"chance"}

    def pick_roll(state, k):
        return k % 3


class ALostToken(Fault):
    """Red tokens are lost from the bag."""

    caught_by = {"sound", "frequencies"}

    def do_bid(state, seat, amount):
        state.bid[seat] = amount
        state.bag[Token.RED] = 0
        end_turn(state)


class ANumberTooHigh(Fault):
    """A field leaves its declared range."""

    caught_by = {"sound"}
    also = PLAYED

    def do_roll(state, die):
        state.points[state.turn] += die + 60
        state.phase = Phase.TURN


class ASeatThatNobodyHas(Fault):
    """Rules write into the row of a seat that does not play."""

    caught_by = {"sound"}

    def do_roll(state, die):
        state.points[2] += die
        state.phase = Phase.TURN


class AnEndlessGame(Fault):
    """The last turn never comes."""

    caught_by = {"ends"}
    also = {"frequencies"}  # it may be too long to list all worlds

    def do_roll(state, die):
        state.points[state.turn] = (state.points[state.turn] + die) % 90
        if state.turns > 1:
            state.turns = 0
        state.phase = Phase.TURN


class AStuckGame(Fault):
    """Somebody is to act and can do nothing."""

    caught_by = {"legal", "ends"}

    def actors(state):
        if state.phase == Phase.OVER:
            return 2
        return 1 << state.turn if state.phase == Phase.TURN else CHANCE_TURN


class ABigProduct(Fault):
    """A product that fits no machine number: only interpreted rules get it right."""

    caught_by = {"modes"}

    def do_roll(state, die):
        state.points[state.turn] = (state.points[state.turn] + die + 1) * 9223372036854775783 * 3 % 89
        state.phase = Phase.TURN


class AnOverflow(Fault):
    """A field that overflows on the way, and is in range again at the end of the step."""

    caught_by = {"modes"}

    def do_roll(state, die):
        state.points[state.turn] += die
        state.points[state.turn] = state.points[state.turn] * 32001
        state.points[state.turn] = state.points[state.turn] // 32001
        state.phase = Phase.TURN


class ANegativeIndex(Fault):
    """The right neighbour of seat 0 is looked up at -1: it works in Python and reads elsewhere in compiled code."""

    caught_by = {"modes", "sound", "ends"}
    also = PLAYED

    def do_roll(state, die):
        state.points[state.turn] += die + state.knows[state.turn - 1][state.turn]
        state.phase = Phase.TURN


class QuietTold(Families):
    earned = base.Told.families[0]
    saw = event(seat=Seat(), token=OneOf(Token), to=owner)


class AnUndeclaredReveal(Fault):
    """A peek is told by an event that does not say that it reveals: it could be taken back."""

    caught_by = {"secrecy", "undo", "frequencies"}
    Told = QuietTold

    def do_peek(state, seat, other):
        emit(state, QuietTold.saw, seat, state.token[other])
        end_turn(state)


class ATellingSilence(Fault):
    """A peek shows only the green token: to see nothing tells as much, and could be taken back."""

    caught_by = {"undo", "frequencies"}

    def do_peek(state, seat, other):
        if state.token[other] == Token.GREEN:
            state.knows[seat][other] = 1
        end_turn(state)


class ATwin(Fault):
    """Two actions have the same text."""

    caught_by = {"forms", "replay"}

    class Actions(Families):
        peek, bid, mark, hand_in = base.Actions.families
        nod = action("bid {amount}", amount=Whole(1, 3, to=owner), when=Phase.TURN, to=everyone, rule="B2")

    def do_nod(state, seat, amount):
        end_turn(state)


CALLS = count()


class AnUnreliableReplay(Fault):
    """The reason of the end depends on something outside of the state."""

    caught_by = {"replay"}
    also = PLAYED

    def ending(state):
        return next(CALLS) % 2


class AnUnsteadyView(Fault):
    """An audience that changes its mind."""

    caught_by = {"views"}
    also = PLAYED

    class State(State, seats=(2, 3)):
        mood = number(0, 1, to=rule(lambda v, me: next(CALLS) % 2))


MOODS = random.Random(1)


class AnAssumptionWithMoods(Fault):
    """What is assumed depends on something outside of what the seat sees."""

    caught_by = {"preview"}
    also = {"fulfilled"}

    ASSUMPTIONS = {
        "some bids": Assumption(answer=lambda state: base.the_next_bids_one(state) if MOODS.random() < 0.5 else None)
    }


def reward_the_asker(state, seat):
    state.points[seat] += 1


class AnAssumptionThatChangesThings(Fault):
    """Under an assumption something is different that nobody has done."""

    caught_by = {"fulfilled"}

    ASSUMPTIONS = {"small bids": Assumption(answer=base.the_next_bids_one, fill=reward_the_asker)}


class AnAssumptionThatNeverHolds(Fault):
    """An assumption that has failed as soon as it comes to pass: nothing that it foretells is ever compared."""

    caught_by = {"fulfilled"}

    ASSUMPTIONS = {"small bids": Assumption(answer=base.the_next_bids_one, unless={"event": "bid"})}


def bids_one_in_a_sketch(state):
    is_sketch = any(isinstance(cell, Hidden) for cell in state.bid)
    return base.the_next_bids_one(state) if is_sketch or state.turn != 0 else None


class AnAssumptionThatIsAnotherOneAfterTheOutcome(Fault):
    """What is said to come whatever the die shows does not come."""

    caught_by = {"fulfilled"}

    ASSUMPTIONS = {"small bids": Assumption(answer=bids_one_in_a_sketch, beyond=("roll",))}


class HelpWithMoods(Fault):
    """Help depends on something outside of what the seat has."""

    caught_by = {"help"}

    TOPICS = {"mood": base.Topic(lambda game, view, seen, about: MOODS.random())}


FAULTS = [
    thing
    for thing in vars().copy().values()
    if isinstance(thing, type) and issubclass(thing, Fault) and thing is not Fault
]
