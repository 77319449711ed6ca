"""A tiny game for tests of the kernel: add up to the goal. It has one of everything that a match must treat differently."""

from topsecret.kernel import (
    CHANCE_TURN,
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
    pick,
    pick_number,
    pick_some,
    rule,
    toggle,
)
from topsecret.kernel import seat as a_seat

TITLE = "Parley"
VERSION = 3


class Phase(Names):
    DEAL = 0
    TURN = 1
    ROLL = 2
    OVER = 3


class Suit(Names):
    RED = 0
    BLUE = 1
    NONE = 2


class Mood(Names):
    CALM = 0
    VERY_LOUD = 1


class Options(Position):
    goal = pick_number(5, 40, 12, {5: "short"})
    mood = pick(Mood, Mood.CALM)
    kind = toggle(True)
    extras = pick_some(Mood)


class State(Options, seats=(2, 3)):
    phase = choice(Phase, to=everyone)
    turn = a_seat(to=everyone)
    total = number(0, 99, to=everyone)
    suit = choice(Suit, per=Seats, to=rule(lambda v, me, seat: me == seat or v.shown[seat]))
    shown = flag(per=Seats, to=everyone)
    jotted = number(0, 3, per=Seats, to=owner)
    buried = number(0, 9, per=2, to=nobody)


class Actions(Families):
    add = action("add {more}", more=Whole(1, 3), when=Phase.TURN, to=everyone)
    end = action("pass", when=Phase.TURN, to=everyone, rule="P2")
    roll = action("roll", when=Phase.TURN, to=everyone)
    show = action("show", when=Phase.TURN, to=everyone)
    whisper = action("whisper {ear}", ear=Seat(), when=Phase.TURN, to=everyone)
    jot = action("jot {more}", more=Whole(0, 3), when=Phase.TURN, draft=True, to=owner)
    hand_in = action("hand in", when=Phase.TURN, to=everyone)
    leave = action("leave", when=Phase.TURN, aside=True, to=everyone)


class Chance(Families):
    deal = chance("deal {suit}", suit=OneOf(Suit, to=owner), when=Phase.DEAL, whose="turn", to=everyone)
    face = chance("face {face}", face=Whole(1, 6), when=Phase.ROLL, to=everyone)


class Told(Families):
    heard = event(seat=Seat(), suit=OneOf(Suit), to=owner, reveals=True)
    reached = event(total=Whole(0, 99), to=everyone)


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, "P1"
    NO_SUCH_SEAT = 2, "P1"
    NOT_ON_TURN = 3, "P1"
    TO_ONESELF = 4, "P3"


class Ending(Reasons):
    REACHED = 0, "P4"
    LEFT = 1, "P5"


class Flaw(Reasons):
    SOUND = 0, ""
    TOO_MUCH = 1, "P4"
    LOUD_AND_SHORT = 2, "P0"


def bad_options(state: State) -> int:
    return Flaw.LOUD_AND_SHORT if state.goal == 5 and state.mood == Mood.VERY_LOUD else Flaw.SOUND


def setup(state: State) -> None:
    for seat in range(state.seats):
        state.suit[seat] = Suit.NONE


def actors(state: State) -> int:
    if state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.TURN:
        return (1 << state.seats) - 1  # all may jot; the rest is for the seat on turn
    return CHANCE_TURN


def weight_deal(state: State, suit: int) -> int:
    return 2 - suit  # red is twice as likely


def do_deal(state: State, suit: int) -> None:
    state.suit[state.turn] = suit
    state.turn = (state.turn + 1) % state.seats
    if state.turn == 0:
        state.phase = Phase.TURN


def closed_add(state: State, seat: int) -> int:
    return 0 if state.turn == seat else Refusal.NOT_ON_TURN


def do_add(state: State, seat: int, more: int) -> None:
    state.total += more
    if state.total >= state.goal:
        state.phase = Phase.OVER
        emit(state, Told.reached, state.total)


def refuse_end(state: State, seat: int) -> int:
    return closed_add(state, seat)


def do_end(state: State, seat: int) -> None:
    state.turn = (seat + 1) % state.seats


def refuse_roll(state: State, seat: int) -> int:
    return closed_add(state, seat)


def do_roll(state: State, seat: int) -> None:
    state.phase = Phase.ROLL


def do_face(state: State, face: int) -> None:
    state.phase = Phase.TURN
    do_add(state, state.turn, face)


def refuse_show(state: State, seat: int) -> int:
    return closed_add(state, seat)


def do_show(state: State, seat: int) -> None:
    state.shown[seat] = 1


def closed_whisper(state: State, seat: int) -> int:
    return closed_add(state, seat)


def refuse_whisper(state: State, seat: int, ear: int) -> int:
    return Refusal.TO_ONESELF if ear == seat else 0


def do_whisper(state: State, seat: int, ear: int) -> None:
    emit(state, Told.heard, ear, state.suit[seat])


def do_jot(state: State, seat: int, more: int) -> None:
    state.jotted[seat] = more


def refuse_hand_in(state: State, seat: int) -> int:
    return closed_add(state, seat)


def do_hand_in(state: State, seat: int) -> None:
    more = state.jotted[seat]
    state.jotted[seat] = 0
    do_add(state, seat, more)
    state.turn = (seat + 1) % state.seats


def do_leave(state: State, seat: int) -> None:
    state.buried[0] = seat + 1
    state.phase = Phase.OVER


def winners(state: State) -> int:
    if state.buried[0] > 0:
        return (1 << state.seats) - 1 - (1 << state.buried[0] - 1)
    return 1 << state.turn


def score(state: State, seat: int) -> int:
    return state.total if winners(state) >> seat & 1 else 0


def ending(state: State) -> int:
    return Ending.LEFT if state.buried[0] else Ending.REACHED


def unsound(state: State) -> int:
    return Flaw.TOO_MUCH if state.total > state.goal + 5 else Flaw.SOUND
