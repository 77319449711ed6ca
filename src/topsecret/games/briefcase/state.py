"""Everything that a position of briefcase consists of, and who may know it."""

from __future__ import annotations

from topsecret.kernel import (
    Families,
    Help,
    Names,
    OneOf,
    Pair,
    Reasons,
    Seat,
    Seats,
    action,
    chance,
    choice,
    event,
    everyone,
    flag,
    number,
    opposite,
    owner,
    rule,
    seat,
    some,
)

from .box import (
    MOST_SPIES,
    MOST_TURNS,
    QUIET_TURNS,
    SIDES,
    SQUARES,
    AnySpy,
    Line,
    Options,
    Piece,
    Place,
    Push,
    Spy,
    Square,
    Token,
)

TITLE = "Briefcase"
VERSION = 1
OCCUPANTS = SIDES * MOST_SPIES
SMALL = ((2, {"box": "trio"}), (2, {"box": "trio", "answers": "manual"}))  # set-ups that the laws can enumerate
FREE = ("order",)  # a deal counts once, whatever the "?" was told to answer


class Phase(Names):
    """What happens now; the first two are decided by chance."""

    FIRST_SEAT = 0
    DEAL = 1
    ORDER = 2
    TURN = 3
    ANSWER = 4
    OVER = 5


class Manner(Names):
    """B6.2: what an announced line is for."""

    MOVE = 0
    CARRY = 1
    PUSH = 2


class Reply(Names):
    NO = 0
    YES = 1


class Shown(Names):
    """Who was shown a piece besides the opponent."""

    NOBODY = 0
    OWNER = 1  # B7.3
    ALL = 2  # B7.2


class Order(Names):
    """B4.5: what the "?" answers. Harmless: never capture, take, carry or push."""

    YES = 0
    YES_HARMLESS = 1
    NO = 2
    PRETEND_GUARD = 3
    PRETEND_GUARD_HARMLESS = 4
    PRETEND_ROOK = 5
    PRETEND_ROOK_HARMLESS = 6
    PRETEND_BISHOP = 7
    PRETEND_BISHOP_HARMLESS = 8
    PRETEND_SHUTTLE = 9
    PRETEND_SHUTTLE_HARMLESS = 10
    PRETEND_ARROW = 11
    PRETEND_ARROW_HARMLESS = 12
    PRETEND_TRIDENT = 13
    PRETEND_TRIDENT_HARMLESS = 14
    PRETEND_PLUS = 15
    PRETEND_PLUS_HARMLESS = 16
    PRETEND_SWEEPER = 17
    PRETEND_SWEEPER_HARMLESS = 18
    PRETEND_RUNNER = 19
    PRETEND_RUNNER_HARMLESS = 20
    PRETEND_SKATER = 21
    PRETEND_SKATER_HARMLESS = 22
    PRETEND_FAN = 23
    PRETEND_FAN_HARMLESS = 24
    PRETEND_FLANK = 25
    PRETEND_FLANK_HARMLESS = 26


FIRST_PRETENCE = 3
HARMLESS = tuple(int(order.name.endswith("_HARMLESS")) for order in Order)
PRETENDED = tuple(
    int(Piece[order.name.removeprefix("PRETEND_").removesuffix("_HARMLESS")])
    if order >= FIRST_PRETENCE
    else int(Piece.NONE)
    for order in Order
)


class Ending(Reasons):
    DELIVERED = 0, "B6.5"
    EXTRACTED = 1, "B6.6"
    NO_SPIES = 2, "B4.7"
    RESIGNED = 3, "B8.1"
    NOTHING_HAPPENS = 4, "B8.1"
    TOO_LONG = 5, "B8.1"


opponent_until_the_end = rule(lambda v, me, side: me == 1 - side or v.phase == Phase.OVER)
opponent_or_shown = rule(
    lambda v, me, side, spy: (
        me == 1 - side
        or v.phase == Phase.OVER
        or v.shown[side][spy] == Shown.ALL
        or (me == side and v.shown[side][spy] == Shown.OWNER)
    )
)
players_with_a_notebook = rule(
    lambda v, me, side, spy: v.phase == Phase.OVER or (me >= 0 and v.notebook == Help.ASSISTED)
)
players = rule(lambda v, me, *_: me >= 0)


class State(Options, seats=(2, 2)):
    phase = choice(Phase, to=everyone)
    turn = seat(to=everyone)  # whose turn it is; before the first turn: who begins
    dealing = seat(to=everyone)  # whose spies get their pieces
    dealt = number(0, MOST_SPIES, to=everyone)  # how many of them have one

    # the board
    place = choice(Place, per=(Seats, Spy), to=everyone)
    board = number(0, OCCUPANTS, per=SQUARES, to=everyone)  # 0: nobody; else 1 + side * 13 + spy
    briefcase = choice(Square, to=everyone)  # B6.1: whoever stands there controls it
    promoted = flag(per=(Seats, Spy), to=everyone)

    # the pieces: the opponent sees them, the owner does not
    piece = choice(Piece, per=(Seats, Spy), to=opponent_or_shown)
    shown = choice(Shown, per=(Seats, Spy), to=everyone)
    can_be = some(Piece, per=(Seats, Spy), to=players_with_a_notebook)  # B9.1: what all that was said leaves possible
    order = choice(Order, per=Seats, to=opponent_until_the_end)  # B4.5: what the "?" of this side is told by the other
    ordered = flag(per=Seats, to=everyone)  # this seat has given its first order

    # the turn
    spent = flag(per=(Seats, Token), to=everyone)  # B1.3
    prepared = flag(to=everyone)  # B4.1: a token or an elimination was used this turn
    to_announce = number(0, 2, to=everyone)  # B7.4: announcements that are left in this turn
    second = flag(to=everyone)  # B7.4: the first announcement of a Move 2 is over
    announced = choice(AnySpy, to=everyone)  # B7.4: the spy that may not announce again
    line = choice(Line, to=everyone)  # what waits for an answer
    manner = choice(Manner, to=everyone)
    stirred = flag(to=everyone)  # B8.1: a capture, a promotion or another square of the briefcase in this turn

    # the end
    quiet = number(0, QUIET_TURNS, to=everyone)  # B8.1
    turns = number(0, MOST_TURNS, to=everyone)  # B8.1
    extracting = seat(none=True, to=everyone)  # B6.6
    extractor = choice(AnySpy, to=everyone)
    winner = seat(none=True, to=everyone)
    how = choice(Ending, to=everyone)


def a_line() -> OneOf:
    part = OneOf(Line)
    part.expects = "<square> <direction> <distance>"
    return part


def a_push() -> OneOf:
    part = OneOf(Push)
    part.expects = "<square> push <direction> <distance>"
    return part


class Actions(Families):
    move = action("{line}", line=a_line(), when=Phase.TURN, to=everyone, rule="B4.2")
    carry = action("{line} with", line=a_line(), when=Phase.TURN, to=everyone, rule="B6.2")
    push = action("{line}", line=a_push(), when=Phase.TURN, to=everyone, rule="B6.2")
    answer = action("{reply}", reply=OneOf(Reply), when=Phase.ANSWER, to=everyone, rule="B4.3", reveals=True)
    waive = action("waive", when=Phase.TURN, to=everyone, rule="B7.4", final=True)
    reveal = action("token reveal {square}", square=OneOf(Square), when=Phase.TURN, to=everyone, rule="B7.3")
    move_two = action("token move", when=Phase.TURN, to=everyone, rule="B7.4")
    swap = action("token swap {squares}", squares=Pair(Square), when=Phase.TURN, to=everyone, rule="B7.5")
    purge = action("purge {square}", square=OneOf(Square), when=Phase.TURN, to=everyone, rule="B7.1")
    expose = action("expose {square}", square=OneOf(Square), when=Phase.TURN, to=everyone, rule="B7.2", reveals=True)
    order = action(
        "order {order}", order=OneOf(Order), when=(Phase.ORDER, Phase.TURN), to=owner, rule="B4.5", apart=True
    )
    reorder = action(
        "order instead {order}", order=OneOf(Order), when=Phase.ORDER, aside=True, to=owner, rule="B4.5", apart=True
    )
    resign = action(
        "resign", when=(Phase.ORDER, Phase.TURN, Phase.ANSWER), aside=True, to=everyone, rule="B8.1", final=True
    )


class Chance(Families):
    begin = chance("begins {first}", first=Seat(), when=Phase.FIRST_SEAT, to=everyone, rule="B3.3")
    deal = chance(
        "deal {piece}", piece=OneOf(Piece, to=opposite), when=Phase.DEAL, whose="dealing", to=everyone, rule="B3.2"
    )


class Told(Families):
    turn_begins = event(seat=Seat(), to=everyone, rule="B4")
    answered = event(
        seat=Seat(), spy=OneOf(Spy), line=OneOf(Line), reply=OneOf(Reply), to=everyone, rule="B4.3", reveals=True
    )
    moved = event(seat=Seat(), spy=OneOf(Spy), place=OneOf(Square), target=OneOf(Square), to=everyone, rule="B4.3")
    briefcase_moved = event(place=OneOf(Square), target=OneOf(Square), to=everyone, rule="B6.2")
    captured = event(seat=Seat(), spy=OneOf(Spy), square=OneOf(Square), to=everyone, rule="B4.6")
    was_promoted = event(seat=Seat(), spy=OneOf(Spy), to=everyone, rule="B5.1", reveals=True)
    not_promoted = event(seat=Seat(), spy=OneOf(Spy), to=everyone, rule="B5.1", reveals=True)
    controls = event(seat=Seat(), spy=OneOf(Spy), square=OneOf(Square), to=everyone, rule="B6.1")
    lies_free = event(square=OneOf(Square), to=everyone, rule="B6.1")
    must_hold_out = event(seat=Seat(), spy=OneOf(Spy), to=everyone, rule="B6.6")
    did_not_hold_out = event(seat=Seat(), spy=OneOf(Spy), to=everyone, rule="B6.6")
    purged = event(seat=Seat(), spy=OneOf(Spy), square=OneOf(Square), to=everyone, rule="B7.1")
    exposed = event(
        seat=Seat(), spy=OneOf(Spy), square=OneOf(Square), piece=OneOf(Piece), to=everyone, rule="B7.2", reveals=True
    )
    learned = event(seat=Seat(), spy=OneOf(Spy), piece=OneOf(Piece, to=players), to=everyone, rule="B7.3", reveals=True)
    swapped = event(
        seat=Seat(),
        spy=OneOf(Spy),
        other=OneOf(Spy),
        place=OneOf(Square),
        target=OneOf(Square),
        to=everyone,
        rule="B7.5",
    )  # the first spy's way; the other goes back along it
    game_over = event(how=OneOf(Ending), to=everyone, rule="B8.1")
    was = event(seat=Seat(), spy=OneOf(Spy), piece=OneOf(Piece), to=everyone, rule="B8.2", reveals=True)
    order_was = event(seat=Seat(), order=OneOf(Order), to=everyone, rule="B8.2", reveals=True)


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, ""
    NO_SUCH_SEAT = 2, "B3.3"
    NO_SPY_OF_YOURS = 3, ""
    IN_THE_WAY = 4, "B4.2"
    OWN_SPY_THERE = 5, "B4.2"
    NO_BRIEFCASE = 6, "B6.2"
    ANOTHER_SPY = 7, "B7.4"
    NOTHING_TO_WAIVE = 8, "B7.4"
    TOKEN_SPENT = 9, "B1.3"
    ONE_A_TURN = 10, "B4.1"
    MOVE_BEGUN = 11, "B4.1"
    NO_SPY_OF_THEIRS = 12, "B7.2"
    NOT_THE_DOUBLE_AGENT = 13, "B7.2"
    OPPONENT_ANSWERS = 14, "B4.3"
    UNTRUE = 15, "B4.4"
    NO_ORDERS = 16, "B4.5"
    NOT_IN_THE_BOX = 17, "B4.5"
    ORDER_STANDS = 18, "B4.5"
    NO_ORDER_YET = 19, "B4.5"
    ORDERS_FIRST = 20, "B4.5"
    ORDERS_GIVEN = 21, "B4.5"
    NOTHING_ANNOUNCED = 22, "B4.3"
    ANSWER_FIRST = 23, "B4.3"


class Flaw(Reasons):
    SOUND = 0, ""
    BOARD = 1, "B1.1"
    SPIES = 2, "B1.2"
    PIECES = 3, "B3.2"
    NOTEBOOK = 4, "B9.1"
    PROMOTION = 5, "B5.1"
    SHOWN = 6, "B7.3"
    ORDERS = 7, "B4.5"
    TOKENS = 8, "B1.3"
    PHASE = 9, "B4"
    ANNOUNCEMENT = 10, "B4.2"
    COUNTS = 11, "B8.1"
    EXTRACTION = 12, "B6.6"
    END = 13, "B8.1"
