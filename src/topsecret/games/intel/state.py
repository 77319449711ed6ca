"""Everything that a position of intel consists of. All of it is public, but for an ability that is still being put together."""

from __future__ import annotations

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
    number,
    owner,
    seat,
)

from .box import (
    ACTIONS,
    ALL_TILES,
    KINDS,
    MOST_CARRIED,
    MOST_POINTS,
    MOST_TURNS,
    ROSTER,
    Agent,
    Carried,
    Down,
    Intel,
    Options,
    Payer,
    Place,
    Role,
    Sideways,
    Space,
    Star,
    Up,
    Way,
)

TITLE = "Top-Secret Intel"
VERSION = 1
SMALL = ((2, {"starter": 0}),)  # set-ups that the laws can enumerate
FREE = ("paying", "paying_with")  # drafts: free choices, and told to nobody

MOST_OF_A_ROLE = max(ROSTER)


class Phase(Names):
    """What happens now; the first five are decided by chance."""

    FIRST_SEAT = 0
    LEFT = 1
    RIGHT = 2
    ROLL = 3
    EXTRA = 4
    TURN = 5
    KEEP = 6
    OVER = 7


class Post(Names):
    """The role of the agent in a slot, if there is one."""

    DOUBLE_AGENT = 0
    COMMS_SPECIALIST = 1
    ANALYST = 2
    SMUGGLER = 3
    HACKER = 4
    ENGINEER = 5
    NONE = 6


class Cost(Names):
    """What is about to be paid."""

    MEMO = 0
    PHOTO = 1
    BLUEPRINT = 2
    CREDENTIAL = 3
    CIPHER_KEY = 4
    NONE = 5


class Blockade(Names):
    """I4.10: whose it is."""

    NONE = 0
    X = 1
    Y = 2


class End(Names):
    """Why it is over."""

    NOT_OVER = 0
    GOAL = 1
    ALL_GONE = 2
    ONE_GONE = 3
    LAST_TURN = 4
    RESIGNED = 5


class State(Options, seats=(2, 2), later=("help",)):
    phase = choice(Phase, to=everyone)
    turn = seat(to=everyone)
    turns = number(0, MOST_TURNS, to=everyone)  # begun so far, both players counted (I5.2)
    actions_left = number(0, ACTIONS, to=everyone)  # I2.6
    spawning = flag(to=everyone)  # I2.5: not ended yet
    rolled = number(0, KINDS, to=everyone)  # how many dice lie
    dice = number(0, 6, per=Intel, to=everyone)  # I2.1

    # the tiles
    bag = number(0, ALL_TILES, per=Intel, to=everyone)
    loose = number(0, ALL_TILES, per=(Space, Intel), to=everyone)  # on the board, possessed by nobody
    lying = number(0, ALL_TILES, per=Space, to=everyone)  # how many of them on each space
    scored = number(0, ALL_TILES, per=(Seats, Intel), to=everyone)  # I3.3: out of play
    points = number(0, MOST_POINTS, per=Seats, to=everyone)
    extra = choice(Intel, to=everyone)  # I4.7: the tile that the analyst drew, as long as it is to be kept or put back

    # the agents: in the roster, on the board, out of the game
    roster = number(0, MOST_OF_A_ROLE, per=(Seats, Role), to=everyone)
    gone = number(0, MOST_OF_A_ROLE, per=(Seats, Role), to=everyone)
    role = choice(Post, per=Agent, to=everyone)
    place = choice(Place, per=Agent, to=everyone)
    carries = number(0, MOST_CARRIED, per=(Agent, Carried), to=everyone)
    fresh = flag(per=Agent, to=everyone)  # I3.3: spawned this turn
    pinned = flag(per=Agent, to=everyone)  # I4.9: until the end of its owner's turn
    hacked = flag(per=Agent, to=everyone)  # I4.9: has pinned or unpinned this turn
    stole = flag(per=Agent, to=everyone)  # I4.9: has stolen this turn
    blockade = choice(Blockade, per=Space, to=everyone)  # I4.10

    # the draft: an intel cost that is laid out, and not paid yet (I3.4)
    paying = choice(Payer, per=Seats, to=owner)
    paying_with = choice(Cost, per=Seats, to=owner)

    winner = seat(none=True, to=everyone)
    end = choice(End, to=everyone)


TURN = Phase.TURN


class Actions(Families):
    spawn = action("spawn {role} {place}", role=OneOf(Role), place=OneOf(Star), when=TURN, to=everyone, rule="I2.5")
    move = action("move {agent} {way}", agent=OneOf(Agent), way=OneOf(Way), when=TURN, to=everyone, rule="I3.1")
    give = action(
        "give {agent} {tile} {other}",
        agent=OneOf(Agent), tile=OneOf(Carried), other=OneOf(Agent), when=TURN, to=everyone, rule="I3.2",
    )  # fmt: skip
    retire = action("retire {agent}", agent=OneOf(Agent), when=TURN, to=everyone, rule="I3.3")
    keep = action("keep", when=Phase.KEEP, to=everyone, rule="I4.7")
    put_back = action("put back", when=Phase.KEEP, to=everyone, rule="I4.7")
    pay = action(
        "pay {agent} {tile}", agent=OneOf(Agent), tile=OneOf(Carried), when=TURN, to=owner, draft=True, rule="I3.4"
    )
    back = action("back", when=TURN, to=owner, draft=True, rule="I3.4")
    lift = action(
        "raise {tile} {place} {way}",
        place=OneOf(Space),
        tile=OneOf(Intel),
        way=OneOf(Up),
        when=TURN,
        to=everyone,
        rule="I4.6",
    )
    lower = action(
        "lower {tile} {place} {way}",
        place=OneOf(Space),
        tile=OneOf(Intel),
        way=OneOf(Down),
        when=TURN,
        to=everyone,
        rule="I4.6",
    )
    shift = action(
        "shift {tile} {place} {way}",
        place=OneOf(Space),
        tile=OneOf(Intel),
        way=OneOf(Sideways),
        when=TURN,
        to=everyone,
        rule="I4.8",
    )
    journey = action("journey {place}", place=OneOf(Star), when=TURN, to=everyone, rule="I4.8")
    pin = action("pin {agent} {other}", agent=OneOf(Agent), other=OneOf(Agent), when=TURN, to=everyone, rule="I4.9")
    unpin = action("unpin {agent} {other}", agent=OneOf(Agent), other=OneOf(Agent), when=TURN, to=everyone, rule="I4.9")
    steal = action("steal {other} {tile}", other=OneOf(Agent), tile=OneOf(Carried), when=TURN, to=everyone, rule="I4.9")
    block = action("block {place}", place=OneOf(Space), when=TURN, to=everyone, rule="I4.10")
    end_turn = action("end turn", when=TURN, to=everyone, rule="I2")
    resign = action("resign", aside=True, to=everyone, rule="I5.3", final=True)


class Chance(Families):
    begin = chance("begins {first}", first=Seat(), when=Phase.FIRST_SEAT, to=everyone, rule="I1.6")
    draw = chance("draw {tile}", tile=OneOf(Intel), when=(Phase.LEFT, Phase.RIGHT), to=everyone, rule="I2.1")
    roll = chance("die {tile} {face}", tile=OneOf(Intel), face=Whole(1, 6), when=Phase.ROLL, to=everyone, rule="I2.1")
    draw_extra = chance("extra {tile}", tile=OneOf(Intel), when=Phase.EXTRA, to=everyone, rule="I4.7")


class Told(Families):
    turn_begins = event(seat=Seat(), turn=Whole(1, MOST_TURNS), to=everyone, rule="I2")
    entered = event(tile=OneOf(Intel), place=OneOf(Space), to=everyone, rule="I2.1")
    trickled = event(
        tile=OneOf(Intel), number=Whole(1, ALL_TILES), place=OneOf(Space), target=OneOf(Place), to=everyone, rule="I2.1"
    )
    held = event(tile=OneOf(Intel), number=Whole(1, ALL_TILES), place=OneOf(Space), to=everyone, rule="I2.3")
    took = event(
        agent=OneOf(Agent),
        tile=OneOf(Carried),
        number=Whole(1, ALL_TILES),
        place=OneOf(Space),
        to=everyone,
        rule="I2.4",
    )
    overloaded = event(agent=OneOf(Agent), to=everyone, rule="I2.4")
    trapped = event(agent=OneOf(Agent), role=OneOf(Role), place=OneOf(Space), to=everyone, rule="I2.4")
    spawned = event(agent=OneOf(Agent), place=OneOf(Star), to=everyone, rule="I2.5")
    moved = event(agent=OneOf(Agent), place=OneOf(Space), target=OneOf(Space), to=everyone, rule="I3.1")
    retired = event(
        seat=Seat(),
        role=OneOf(Role),
        points=Whole(0, MOST_POINTS),
        total=Whole(0, MOST_POINTS),
        agent=OneOf(Agent),
        place=OneOf(Space),
        to=everyone,
        rule="I3.3",
    )
    paid = event(agent=OneOf(Agent), tile=OneOf(Carried), to=everyone, rule="I3.4", drafted=True)
    pushed = event(tile=OneOf(Intel), place=OneOf(Space), target=OneOf(Space), to=everyone, rule="I4.2")
    kept = event(seat=Seat(), tile=OneOf(Intel), total=Whole(0, MOST_POINTS), to=everyone, rule="I4.7")
    returned = event(seat=Seat(), tile=OneOf(Intel), to=everyone, rule="I4.7")
    stolen = event(
        agent=OneOf(Agent), tile=OneOf(Carried), other=OneOf(Agent), to=everyone, rule="I4.9"
    )  # from the other
    pin_ended = event(agent=OneOf(Agent), to=everyone, rule="I4.9")
    blockade_ended = event(place=OneOf(Space), to=everyone, rule="I4.10")
    finished = event(end=OneOf(End), to=everyone, rule="I5")


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, ""
    NO_SUCH_SEAT = 2, "I1.5"
    SPAWNING_OVER = 3, "I2.5"
    ENOUGH_AGENTS = 4, "I2.5"
    NONE_LEFT = 5, "I1.5"
    NOT_EMPTY = 6, "I2.5"
    NO_ACTIONS = 7, "I2.6"
    NOT_YOURS = 8, "I1.5"
    NOT_ON_BOARD = 9, "I1.5"
    OUTSIDE_FIELD = 10, "I3.1"
    OCCUPIED = 11, "I3.1"
    BLOCKADED = 12, "I4.2"
    NOT_CARRIED = 13, ""
    SAME_AGENT = 14, "I3.2"
    NOT_BESIDE = 15, ""
    ONLY_DOUBLE_AGENTS = 16, "I4.5"
    JUST_SPAWNED = 17, "I3.3"
    NOT_AT_THE_BOTTOM = 18, "I3.3"
    PINNED = 19, "I4.1"
    PAY_FIRST = 20, "I3.4"
    FINISH_FIRST = 21, "I3.4"
    NOTHING_LAID_OUT = 22, "I3.4"
    NOTHING_TO_PAY_FOR = 23, "I3.4"
    NO_TARGET = 24, "I3.4"
    NO_SUCH_TILE = 25, "I4.2"
    OFF_THE_BOARD = 26, "I4.2"
    NO_COMMS = 27, "I4.6"
    NO_SMUGGLER = 28, "I4.8"
    NO_HACKER = 29, "I4.9"
    USED_THIS_TURN = 30, "I4.9"
    NOT_AN_ENEMY = 31, "I4.9"
    PINNED_ALREADY = 32, "I4.1"
    NOT_PINNED = 33, "I4.9"
    NO_ENGINEER = 34, "I4.10"
    BARRED = 35, "I3.1"
    NOT_FREE = 36, "I4.10"
    NO_LANDING = 37, "I4.8"
    PAID_FOR_ANOTHER = 38, ""
    NOT_BESIDE_AN_ENGINEER = 39, "I4.10"
    EXTRA_WAITS = 40, "I4.7"
    NO_EXTRA = 41, "I4.7"
    PAID_FOR_A_JOURNEY = 42, "I4.8"


class Ending(Reasons):
    GOAL = 0, "I5.1"
    ALL_GONE = 1, "I5.2"
    ONE_GONE = 2, "I5.2"
    LAST_TURN = 3, "I5.2"
    DRAW = 4, "I5.2"
    RESIGNED = 5, "I5.3"


class Flaw(Reasons):
    SOUND = 0, ""
    TILES = 1, "I1.4"
    AGENTS = 2, "I1.5"
    PLACES = 3, "I3.1"
    POSSESSION = 4, "I2.4"
    POINTS = 5, "I3.3"
    PINS = 6, "I4.9"
    BLOCKADES = 7, "I4.10"
    PHASE = 8, "I2"
    DRAFT = 9, "I3.4"
    END = 10, "I5"
