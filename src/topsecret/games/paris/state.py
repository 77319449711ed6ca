"""Everything that a position of paris consists of, and who may know it.

The time (`now`, milliseconds) is the kernel's and nobody's. The view holds what is visible now; what was seen is in the seen log,
and the fields that keep it for the rules and for search are nobody's either: memory is the player's.
"""

from __future__ import annotations

from typing import Any

from topsecret.kernel import (
    Families,
    Names,
    OneOf,
    Reasons,
    Seat,
    Seats,
    Whole,
    action,
    chance,
    choice,
    event,
    everyone,
    flag,
    nobody,
    number,
    owner,
    rule,
    seat,
    some,
)

from .box import (
    AGENT_CARDS,
    AGENT_COPIES,
    AGENTS,
    BATCHES,
    CHIPS,
    MOST_SEATS,
    PLACE_CARDS,
    PLACE_COPIES,
    QUIET_ROUNDS,
    WITNESSED_WITH,
    Agent,
    Calls,
    Eyes,
    Facing,
    HeldAgent,
    HeldPlace,
    Options,
    Place,
    Sight,
    Target,
)

TITLE = "Top Secret Paris"
VERSION = 1
LATEST = 2**31 - 1
MOST_POINTS = AGENT_CARDS + PLACE_CARDS
MOST_EARLIER = 4 * MOST_POINTS
MOST_IDLE = 999
# What follows from looks and winks that a viewer was not told of: their number and times are anybody's guess.
FREE = ("gaze", "facing", "rests", "wink", "wink_ends", "wink_spent", "winked", "shown", "place_seen")
SMALL = tuple(
    (3, {"starter": seat, "look_ms": 3000, "wink_ms": 3000, "cards_removed": 5 * (seat == 1)}) for seat in (0, 1, 2)
)
# (set-ups that the laws can enumerate: few untold looks in the time of the first draws)


class Phase(Names):
    """What happens now; the first three are decided by chance."""

    BEGIN = 0
    DRAW_AGENT = 1
    DRAW_PLACE = 2
    FIRST = 3
    PLAY = 4
    READY = 5
    OVER = 6


class Ended(Names):
    """P6: how the last deal ended."""

    NOT_YET = 0
    NO_AGENT_LEFT = 1
    NOBODY_DARES = 2


# Audiences (P3.2, P3.8). `v` is what the viewer `me` sees; a spectator (-1) has no eyes.


def watches(v: Any, me: int, seat: int, *_: int) -> bool:
    return me == seat or v.gaze[me] == seat


def sees_spent(v: Any, me: int, seat: int, *_: int) -> bool:
    """P5.5: only where a call needs a wink for the card that is held now must a watcher see whether a wink is one."""
    return me == seat or (v.gaze[me] == seat and is_witnessed(v))


def is_witnessed(v: Any) -> bool:
    return bool(v.calls == Calls.WITNESSED or (v.calls == Calls.BY_NUMBER and v.seats == WITNESSED_WITH))


def hears_spent(v: Any, me: int, *_: int) -> bool:
    return is_witnessed(v)


def facing_of(sight: int) -> int:
    return sight if sight < AGENTS else Facing.AWAY


def notices_a_look(v: Any, me: int, seat: int, sight: int) -> bool:
    """P3.1: looking again at the same thing tells nothing; P3.8: with hybrid eyes all players notice where a face turns."""
    if me == seat:
        return bool(v.gaze[me] != sight)
    if v.gaze[me] == seat:
        return bool(v.gaze[seat] != sight)
    return bool(v.eyes == Eyes.HYBRID and v.facing[seat] != facing_of(sight))


def sees_the_sight(v: Any, me: int, seat: int, sight: int) -> bool:
    return bool(me == seat or sight < AGENTS or v.gaze[me] == seat)


def notices_a_return(v: Any, me: int, seat: int) -> bool:
    return watches(v, me, seat) or bool(v.eyes == Eyes.HYBRID and v.facing[seat] != Facing.AWAY)


def after_the_deal(v: Any, me: int, seat: int) -> bool:
    return me == seat or v.phase in (Phase.READY, Phase.OVER)


class State(Options, seats=(3, MOST_SEATS), timed=True, later=("help", "grace_ms")):
    phase = choice(Phase, to=everyone)

    # the case (P2) and the deal (P1.3)
    holder = seat(to=everyone)
    deadline = number(0, LATEST, to=everyone)  # when the case goes on by itself, or the next deal begins
    first = seat(to=everyone)  # who has begun this deal
    first_round = flag(to=everyone)
    deal = number(1, 5, to=everyone)
    quiet = number(0, QUIET_ROUNDS * MOST_SEATS, to=everyone)  # P6.2: passes in a row
    idle = number(0, MOST_IDLE, per=Seats, to=everyone)  # P7.2: automatic passes in a row
    is_ready = flag(per=Seats, to=everyone)
    ended = choice(Ended, to=everyone)

    # what is won
    points = number(0, MOST_POINTS, per=Seats, to=everyone)  # cards under the board
    earlier = number(0, MOST_EARLIER, per=Seats, to=everyone)  # points of earlier deals
    chips = number(0, CHIPS, per=Seats, to=everyone)

    # agent cards; undrawn cards are counts, not an order
    card = choice(HeldAgent, per=Seats, to=rule(after_the_deal))
    agent_held = flag(per=Seats, to=everyone)
    changed = number(0, LATEST, per=Seats, to=everyone)  # P5.3: when the agent card last changed
    pile = number(0, AGENT_CARDS, to=everyone)
    unseen = number(0, AGENT_COPIES, per=Agent, to=nobody)  # in the pile or taken off it unseen (P1.3)
    agent_discards = number(0, AGENT_COPIES, per=Agent, to=everyone)
    agents_won = number(0, AGENT_COPIES, per=Agent, to=nobody)

    # location cards
    place = choice(HeldPlace, per=Seats, to=rule(after_the_deal))
    place_held = flag(per=Seats, to=everyone)
    line = number(0, MOST_SEATS, per=Seats, to=everyone)  # P2.5: who waits for a location card; 1 has waited longest
    place_pile = number(0, PLACE_CARDS, to=everyone)
    places_left = number(0, PLACE_COPIES, per=Place, to=nobody)
    place_discards = number(0, PLACE_COPIES, per=Place, to=everyone)
    places_won = number(0, PLACE_COPIES, per=Place, to=nobody)
    # what the shuffles tell: from which shuffle a location card in a hand comes, and which cards of that shuffle were not shown yet
    batch = number(0, BATCHES - 1, per=Seats, to=nobody)
    batch_now = number(0, BATCHES - 1, to=nobody)
    batch_left = number(0, PLACE_COPIES, per=(BATCHES, Place), to=nobody)

    # draws that are due
    drawer = seat(to=everyone)
    agent_due = seat(none=True, to=everyone)
    case_moves = flag(to=everyone)  # when all is drawn

    # eyes (P3)
    gaze = choice(Sight, per=Seats, to=rule(watches))
    facing = choice(Facing, per=Seats, to=rule(lambda v, me, seat: me >= 0 and v.eyes == Eyes.HYBRID))
    rests = number(0, LATEST, per=Seats, to=owner)  # until then the eyes rest
    wink = choice(Target, per=Seats, to=rule(watches))
    wink_ends = number(0, LATEST, per=Seats, to=owner)
    wink_spent = flag(per=Seats, to=rule(sees_spent))  # it began before the agent card that is held now
    winked = flag(per=Seats, to=owner)  # P4.1: at the player on the card, since it was drawn

    # what was seen
    shown = some(Agent, per=(Seats, Seats), to=nobody)  # P5.5: by whom, of whom: winks for the present agent card
    place_seen = choice(HeldPlace, per=(Seats, Seats), to=nobody)  # P3.4: by whom, of whom: the location, by a glance
    not_there = some(Place, per=Seats, to=nobody)  # P4.3: where this seat's present location card is not


LIVE = (Phase.FIRST, Phase.PLAY)


class Actions(Families):
    look = action(
        "look {sight}", sight=OneOf(Sight, to=rule(sees_the_sight)), when=LIVE, to=rule(notices_a_look), rule="P3.1"
    )
    wink = action("wink {agent}", agent=OneOf(Agent), when=LIVE, to=rule(watches), rule="P3.3")
    call = action(
        "call {accused} {target}",
        accused=OneOf(Agent),
        target=OneOf(Agent),
        when=LIVE,
        to=everyone,
        reveals=True,
        rule="P5.1",
    )
    draw = action("draw", when=Phase.FIRST, to=everyone, rule="P2.1")
    complete = action(
        "complete {agent} {place}",
        agent=OneOf(Agent),
        place=OneOf(Place),
        when=Phase.PLAY,
        to=everyone,
        reveals=True,
        rule="P4.1",
    )
    pass_on = action("pass", when=Phase.PLAY, to=everyone, rule="P2.4")
    discard_agent = action("discard {agent}", agent=OneOf(Agent), when=Phase.PLAY, to=everyone, final=True, rule="P2.4")
    discard_place = action("discard {place}", place=OneOf(Place), when=Phase.PLAY, to=everyone, final=True, rule="P2.4")
    discard_both = action(
        "discard {agent} {place}",
        agent=OneOf(Agent),
        place=OneOf(Place),
        when=Phase.PLAY,
        to=everyone,
        final=True,
        rule="P2.4",
    )
    ready = action("ready", when=Phase.READY, to=everyone, rule="P1.3")


class Chance(Families):
    begin = chance("begins {starting}", starting=Seat(), when=Phase.BEGIN, to=everyone, rule="P2.1")
    draw_agent = chance(
        "agent {agent}", agent=OneOf(Agent, to=owner), when=Phase.DRAW_AGENT, whose="drawer", to=everyone, rule="P2.3"
    )
    own_card = chance("own card", when=Phase.DRAW_AGENT, whose="drawer", to=everyone, rule="P2.2")
    draw_place = chance(
        "place {place}", place=OneOf(Place, to=owner), when=Phase.DRAW_PLACE, whose="drawer", to=everyone, rule="P2.3"
    )


class Told(Families):
    case = event(seat=Seat(), giver=Seat(), to=everyone, rule="P2.4")  # who has it now, and who had it
    time_up = event(seat=Seat(), to=everyone, rule="P7.2")
    sees = event(
        seat=Seat(),
        face=OneOf(Agent),
        gaze=OneOf(Sight),
        wink=OneOf(Target),
        spent=Whole(0, 1, to=rule(hears_spent)),
        to=owner,
        rule="P3.2",
        reveals=True,
    )  # what a look finds
    wink_over = event(seat=Seat(), to=rule(watches), rule="P3.3", reveals=True)
    eyes_return = event(seat=Seat(), to=rule(notices_a_return), rule="P3.4")  # to the cards
    mission = event(
        seat=Seat(), contact=OneOf(Agent), place=OneOf(Place), right=Whole(0, 1), to=everyone, rule="P4.2", reveals=True
    )
    caught = event(
        seat=Seat(),
        accused=OneOf(Agent),
        target=OneOf(Agent),
        card=OneOf(Agent),
        right=Whole(0, 1),
        to=everyone,
        rule="P5.2",
        reveals=True,
    )
    reshuffled = event(
        cafe=Whole(0, PLACE_COPIES),
        metro=Whole(0, PLACE_COPIES),
        kiosk=Whole(0, PLACE_COPIES),
        fountain=Whole(0, PLACE_COPIES),
        to=everyone,
        rule="P2.5",
    )  # how many of each
    deal_over = event(number=Whole(1, 5), how=OneOf(Ended), to=everyone, rule="P6.1")
    shows = event(seat=Seat(), card=OneOf(HeldAgent), place=OneOf(HeldPlace), to=everyone, rule="P1.3", reveals=True)
    deal_begins = event(number=Whole(1, 5), starting=Seat(), to=everyone, rule="P1.3")


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, ""
    NO_SUCH_SEAT = 2, "P1.1"
    NOBODY_THERE = 3, "P1.1"
    YOURSELF = 4, "P3.1"
    EYES_REST = 5, "P3.1"
    NOT_YOUR_PLACE = 6, "P3.4"
    NOT_LOOKING_THERE = 7, "P3.3"
    WINKING = 8, "P3.3"
    NOT_YOUR_CONTACT = 9, "P3.4"
    NOT_YOUR_CASE = 10, "P2.4"
    NOT_HELD = 11, "P2.6"
    NOT_WINKED = 12, "P4.1"
    NO_CHIP = 13, "P5.1"
    THREE_PLAYERS = 14, "P5.1"
    NO_CARD = 15, "P5.2"
    TOO_SOON = 16, "P5.3"
    NOT_SHOWN = 17, "P5.5"
    READY_ALREADY = 18, "P1.3"
    DEAL_GOES_ON = 19, "P1.3"
    DEAL_OVER = 20, "P6.1"
    ONLY_DRAWING = 21, "P2.1"
    WAIT_FOR_THE_CASE = 22, "P2.1"
    FIRST_ROUND_OVER = 23, "P2.1"


class Ending(Reasons):
    NOT_YET = 0, "P6"
    NO_AGENT_LEFT = 1, "P6.1"
    NOBODY_DARES = 2, "P6.2"


class Flaw(Reasons):
    SOUND = 0, ""
    STARTER = 1, "P2.1"
    EYES = 2, "P3.8"
    AGENT_CARDS = 3, "P1.2"
    PLACE_CARDS = 4, "P1.2"
    HANDS = 5, "P2.3"
    LINE = 6, "P2.5"
    POINTS = 7, "P6.1"
    GAZE = 8, "P3.1"
    WINK = 9, "P3.3"
    SEEN = 10, "P3.2"
    CASE = 11, "P2"
    PHASE = 12, "P2"
