"""A probe in which you see the other's secret and not your own. It stands for briefcase.

Each side has four spies with a piece each, dealt at random; only the other side sees them. On your turn ask whether one of your
spies can go some way: the answer is true, but the wild one answers by the standing order of the other side. Find your wild one:
a guess ends the game. What the answers leave possible is public.
"""

from itertools import permutations

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
    number,
    opposite,
    owner,
    rule,
    some,
)
from topsecret.kernel import seat as a_seat

TITLE = "Mirror"
SPIES = 4
MOST_QUESTIONS = 24


class Spy(Names):
    ADA = 0
    BOB = 1
    CAY = 2
    DEE = 3


class Piece(Names):
    ROOK = 0
    BISHOP = 1
    QUEEN = 2
    WILD = 3
    NONE = 4


class Way(Names):
    STRAIGHT = 0
    SLANTED = 1


class Order(Names):
    ALWAYS_YES = 0
    ALWAYS_NO = 1
    LIKE_A_ROOK = 2
    LIKE_A_BISHOP = 3


class Phase(Names):
    DEAL = 0
    ORDER = 1
    TURN = 2
    OVER = 3


CAN = ((1, 0), (0, 1), (1, 1))  # by piece and way
SAYS = ((1, 1), (0, 0), (1, 0), (0, 1))  # the wild one, by order and way
FITS = ((0b01010, 0b01101), (0b01001, 0b01110))  # the pieces that could have answered: by way, then no and yes
ANY = 0b01111


class State(Position, seats=(2, 2)):
    phase = choice(Phase, to=everyone)
    turn = a_seat(to=everyone)  # who asks, or to whom a piece is dealt
    dealt = number(0, SPIES, to=everyone)  # on this side
    piece = choice(Piece, per=(Seats, Spy), to=rule(lambda v, me, side, spy: me == 1 - side or v.phase == Phase.OVER))
    can_be = some(Piece, per=(Seats, Spy), to=everyone)
    order = choice(Order, per=Seats, to=opposite)  # what the wild one of this side is told by the other
    ready = flag(per=Seats, to=everyone)
    asked = number(0, MOST_QUESTIONS, to=everyone)
    winner = a_seat(none=True, to=everyone)
    resigned = flag(to=everyone)


class Actions(Families):
    order = action("order {order}", order=OneOf(Order), when=(Phase.ORDER, Phase.TURN), draft=True, to=owner, rule="M2")
    start = action("ready", when=Phase.ORDER, to=everyone, rule="M2")
    ask = action("can {spy} go {way}", spy=OneOf(Spy), way=OneOf(Way), when=Phase.TURN, to=everyone, rule="M3")
    guess = action("guess {spy}", spy=OneOf(Spy), when=Phase.TURN, to=everyone, rule="M4")
    resign = action("resign", when=(Phase.ORDER, Phase.TURN), aside=True, to=everyone, rule="M5")


class Chance(Families):
    deal = chance(
        "deal {piece}", piece=OneOf(Piece, to=opposite), when=Phase.DEAL, whose="turn", to=everyone, rule="M1"
    )


class Told(Families):
    answered = event(seat=Seat(), spy=OneOf(Spy), way=OneOf(Way), yes=Whole(0, 1), to=everyone, reveals=True, rule="M3")


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, "M0"
    NO_SUCH_SEAT = 2, "M0"
    ORDERED_ALREADY = 3, "M2"


class Ending(Reasons):
    GUESSED = 0, "M4"
    RESIGNED = 1, "M5"
    NO_MORE_QUESTIONS = 2, "M3"


class Flaw(Reasons):
    SOUND = 0, ""
    PIECE_TWICE = 1, "M1"
    CANNOT_BE = 2, "M3"


# M1: the deal


def setup(state: State) -> None:
    state.winner = -1
    for side in range(2):
        for spy in range(SPIES):
            state.piece[side][spy] = Piece.NONE
            state.can_be[side][spy] = ANY


def actors(state: State) -> int:
    if state.phase == Phase.DEAL:
        return CHANCE_TURN
    if state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.TURN:
        return 1 << state.turn
    return 3 - state.ready[0] - 2 * state.ready[1]


def weight_deal(state: State, piece: int) -> int:
    if piece == Piece.NONE:
        return 0
    for spy in range(SPIES):
        if state.piece[state.turn][spy] == piece:
            return 0
    return 1


def do_deal(state: State, piece: int) -> None:
    state.piece[state.turn][state.dealt] = piece
    state.dealt += 1
    if state.dealt == SPIES and state.turn == 0:
        state.turn = 1
        state.dealt = 0
    elif state.dealt == SPIES:
        state.turn = 0
        state.phase = Phase.ORDER


# M2: the standing order to the other's wild one; it may be changed on one's own turn


def refuse_order(state: State, seat: int, order: int) -> int:
    return Refusal.ORDERED_ALREADY if state.order[1 - seat] == order else 0


def do_order(state: State, seat: int, order: int) -> None:
    state.order[1 - seat] = order


def do_start(state: State, seat: int) -> None:
    state.ready[seat] = 1
    if state.ready[1 - seat] == 1:
        state.phase = Phase.TURN


# M3: questions


def answer(state: State, side: int, spy: int, way: int) -> int:
    piece = state.piece[side][spy]
    return SAYS[state.order[side]][way] if piece == Piece.WILD else CAN[piece][way]


def do_ask(state: State, seat: int, spy: int, way: int) -> None:
    yes = answer(state, seat, spy, way)
    state.can_be[seat][spy] &= FITS[way][yes]
    emit(state, Told.answered, seat, spy, way, yes)
    state.turn = 1 - seat
    state.asked += 1
    if state.asked == MOST_QUESTIONS:
        state.phase = Phase.OVER


# M4, M5: the end


def do_guess(state: State, seat: int, spy: int) -> None:
    state.winner = seat if state.piece[seat][spy] == Piece.WILD else 1 - seat
    state.phase = Phase.OVER


def do_resign(state: State, seat: int) -> None:
    state.winner = 1 - seat
    state.resigned = 1
    state.phase = Phase.OVER


def winners(state: State) -> int:
    return 3 if state.winner < 0 else 1 << state.winner


def score(state: State, seat: int) -> int:
    return 1 if state.winner == seat else 0


def ending(state: State) -> int:
    if state.resigned:
        return Ending.RESIGNED
    return Ending.NO_MORE_QUESTIONS if state.winner < 0 else Ending.GUESSED


def unsound(state: State) -> int:
    for side in range(2):
        dealt = [piece for piece in state.piece[side] if piece != Piece.NONE]
        if len(set(dealt)) < len(dealt):
            return Flaw.PIECE_TWICE
        for spy in range(SPIES):
            if state.piece[side][spy] != Piece.NONE and not state.can_be[side][spy] >> state.piece[side][spy] & 1:
                return Flaw.CANNOT_BE
    return Flaw.SOUND


def imagine(world: State, viewer: int, seen: list, rng) -> float:
    """Every deal that agrees with all answers counts once, whatever the wild one was told; so does every order."""
    for side in range(2):
        if world.piece[side][0] is HIDDEN:
            dealt = (
                SPIES if world.phase != Phase.DEAL or side < world.turn else world.dealt if side == world.turn else 0
            )
            deals = [deal for deal in permutations(range(SPIES), dealt) if agrees(deal, world.can_be[side])]
            world.piece[side] = [*rng.choice(deals), *[int(Piece.NONE)] * (SPIES - dealt)]
        if world.order[side] is HIDDEN:
            world.order[side] = int(Order.ALWAYS_YES) if world.phase == Phase.DEAL else rng.randrange(len(Order))
    return 1.0


def agrees(deal: tuple[int, ...], can_be: list[int]) -> bool:
    return all(can_be[spy] >> piece & 1 for spy, piece in enumerate(deal))
