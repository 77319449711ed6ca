"""Everything that a position of spies consists of, and who may know it."""

from __future__ import annotations

from topsecret.kernel import (
    AnyOf,
    Families,
    Names,
    OneOf,
    Reasons,
    Seat,
    Seats,
    SomeOf,
    Spread,
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

from .box import AGENTS, CARDS, MOST_POINTS, MOST_SEATS, Agent, Building, Card, Face, Options, Way

TITLE = "Top Secret Spies"
VERSION = 1
CARDS_IN_ALL = 26
FARTHEST = 199  # no marker ever gets there
SMALL: tuple[tuple[int, dict[str, bool]], ...] = (
    (2, {}),
    (3, {}),
    (2, {"cards": True}),
)  # set-ups that the laws can enumerate


class Phase(Names):
    """What happens now; the first five are decided by chance."""

    SIT_OUT = 0
    FIRST_SEAT = 1
    DEAL = 2
    ROLL = 3
    DRAW = 4
    TAKE = 5
    MOVE = 6
    POLL = 7
    CARD_PART = 8
    DOSSIER = 9
    SAFE = 10
    KEEP = 11
    OVER = 12


class Reply(Names):
    NO = 0
    YES = 1


class Answer(Names):
    """A reply as it is kept: NONE as long as there is none."""

    NONE = 0
    NO = 1
    YES = 2


class Guess(Names):
    """S7.2: whom a seat believes to be behind an agent."""

    NONE = 0
    FREE = 1
    SEAT_0 = 2
    SEAT_1 = 3
    SEAT_2 = 4
    SEAT_3 = 5
    SEAT_4 = 6
    SEAT_5 = 7
    SEAT_6 = 8

    @property
    def text(self) -> str:
        return self.name.lower().replace("_", " ")


class Why(Names):
    """Why a draw is lost."""

    HAND_FULL = 0
    NO_CARDS = 1


class Keeping(Names):
    """S6.1: the agent that a seat plays for at the end."""

    RED = 0
    BLUE = 1
    GREEN = 2
    YELLOW = 3
    VIOLET = 4
    ORANGE = 5
    GRAY = 6
    NONE = 7


own_until_the_end = rule(lambda v, me, seat, *_: me == seat or v.phase == Phase.OVER)
after_the_poll = rule(lambda v, me, seat: me == seat or v.phase != Phase.POLL)


class State(Options, seats=(2, MOST_SEATS), later=("help",)):
    phase = choice(Phase, to=everyone)
    after = choice(Phase, to=everyone)  # what goes on after a draw, a new identity or the dossiers
    turn = seat(to=everyone)  # S3: whose turn it is
    dealing = number(0, MOST_SEATS, to=everyone)  # who gets the next agent card or the first cards
    die = choice(Face, to=everyone)

    # the board
    in_play = some(Agent, to=everyone)  # S2.1
    place = choice(Building, per=Agent, to=everyone)
    marker = number(0, FARTHEST, per=Agent, to=everyone)
    safe = choice(Building, to=everyone)
    # S5.9: who has reached the safe this turn: came to its building from another one, and neither the agent nor the safe has left
    reached = some(Agent, to=everyone)

    # identities
    holds = flag(per=(Seats, Agent), to=own_until_the_end)  # S2.3, S6.1
    agents_held = number(0, AGENTS, per=Seats, to=everyone)  # S5.11
    kept = choice(Keeping, per=Seats, to=own_until_the_end)  # S6.1
    kept_chosen = flag(per=Seats, to=everyone)

    # S5: the cards; undrawn cards are counts, not an order
    hand = number(0, 2, per=(Seats, Card), to=own_until_the_end)
    hand_size = number(0, CARDS_IN_ALL, per=Seats, to=everyone)
    supply = number(0, 2, per=Card, to=nobody)
    supply_size = number(0, CARDS_IN_ALL, to=everyone)
    discard = number(0, 2, per=Card, to=everyone)
    discard_size = number(0, CARDS_IN_ALL, to=everyone)
    removed = number(0, 1, per=Card, to=everyone)  # out of the game (S5.1, S6.1)
    drawer = seat(to=everyone)  # who draws, or takes a new identity
    # what the last shuffle of the discards told: cards that were in hands then, and how many each seat has drawn since
    unshuffled = number(0, 2, per=Card, to=everyone)
    drawn_since = number(0, CARDS_IN_ALL, per=Seats, to=everyone)

    # S5.6: the card part
    answer = choice(Answer, per=Seats, to=after_the_poll)
    answer_given = flag(per=Seats, to=everyone)
    asked = seat(to=everyone)
    passes = number(0, MOST_SEATS, to=everyone)
    must_play = flag(to=everyone)
    has_played = flag(to=everyone)  # at this opportunity (S5.7)

    # S7: the dossiers
    dossiers_due = flag(to=everyone)  # they were asked for
    guess = choice(Guess, per=(Seats, Agent), to=own_until_the_end)
    handed_in = flag(per=Seats, to=everyone)  # S5.11


CARD_PART = Phase.CARD_PART


class Actions(Families):
    move = action(
        "{points}",
        points=Spread(Agent, MOST_POINTS),
        when=Phase.MOVE,
        to=everyone,
        rule="S3.2",
        unfinished="TOO_FEW_POINTS",
    )
    stay = action("stay", when=Phase.MOVE, to=everyone, rule="S5.2")
    place_safe = action("safe {building}", building=OneOf(Building), when=Phase.SAFE, to=everyone, rule="S3.5")
    poll = action("{reply}", reply=OneOf(Reply), when=Phase.POLL, to=owner, rule="S5.6")
    pass_by = action("pass", when=CARD_PART, to=everyone, rule="S5.6")
    done = action("done", when=CARD_PART, to=everyone, rule="S5.7")

    step_back = action(
        "card step back {agent} {steps}",
        agent=OneOf(Agent),
        steps=Whole(1, 2),
        when=CARD_PART,
        to=everyone,
        rule="S6",
        final=True,
    )
    to_the_ruins = action(
        "card to the ruins {agent}", agent=OneOf(Agent), when=CARD_PART, to=everyone, rule="S6", final=True
    )
    tip_off = action(
        "card tip-off {agents}", agents=SomeOf(Agent, 1, 2), when=CARD_PART, to=everyone, rule="S6", final=True
    )
    side_step = action(
        "card side step {agent} {way}",
        agent=OneOf(Agent),
        way=OneOf(Way),
        when=CARD_PART,
        to=everyone,
        rule="S6",
        final=True,
    )
    curfew = action("card curfew", when=CARD_PART, to=everyone, rule="S6", final=True)
    safe_cracker = action(
        "card safe cracker {agent}", agent=OneOf(Agent), when=CARD_PART, to=everyone, rule="S6", final=True
    )
    both_back = action(
        "card both back {agents}", agents=SomeOf(Agent, 2, 2), when=CARD_PART, to=everyone, rule="S6", final=True
    )
    swap = action("card swap {agents}", agents=SomeOf(Agent, 2, 2), when=CARD_PART, to=everyone, rule="S6", final=True)
    both_forward = action(
        "card both forward {agents}", agents=SomeOf(Agent, 2, 2), when=CARD_PART, to=everyone, rule="S6", final=True
    )
    rendezvous = action(
        "card rendezvous {agent} {other}",
        agent=OneOf(Agent),
        other=OneOf(Agent),
        when=CARD_PART,
        to=everyone,
        rule="S6",
        final=True,
    )
    second_identity = action("card second identity", when=CARD_PART, to=everyone, rule="S6.1", final=True)
    decoy = action(
        "card decoy {agent} {way}",
        agent=OneOf(Agent),
        way=OneOf(Way),
        when=CARD_PART,
        to=everyone,
        rule="S6",
        final=True,
    )
    asylum = action(
        "card asylum {agents}", agents=SomeOf(Agent, 1, 2), when=CARD_PART, to=everyone, rule="S6", final=True
    )
    relocation = action(
        "card relocation {building}", building=OneOf(Building), when=CARD_PART, to=everyone, rule="S6", final=True
    )
    sprint = action(
        "card sprint {agent} {steps}",
        agent=OneOf(Agent),
        steps=Whole(1, 3),
        when=CARD_PART,
        to=everyone,
        rule="S6",
        final=True,
    )

    write = action(
        "dossier {agent} {guess}",
        agent=OneOf(Agent),
        guess=OneOf(Guess),
        when=Phase.DOSSIER,
        to=owner,
        draft=True,
        rule="S7.2",
    )
    hand_in = action("hand in", when=Phase.DOSSIER, to=everyone, rule="S7.2", final=True)
    keep = action("keep {agent}", agent=OneOf(Agent), when=Phase.KEEP, to=owner, rule="S6.1")


class Chance(Families):
    sit_out = chance("sits out {agent}", agent=OneOf(Agent), when=Phase.SIT_OUT, to=everyone, rule="S2.1")
    begin = chance("begins {first}", first=Seat(), when=Phase.FIRST_SEAT, to=everyone, rule="S2.4")
    deal = chance(
        "deal {agent}", agent=OneOf(Agent, to=owner), when=Phase.DEAL, whose="dealing", to=everyone, rule="S2.3"
    )
    roll = chance("roll {face}", face=OneOf(Face), when=Phase.ROLL, to=everyone, rule="S3.1")
    draw = chance("draw {card}", card=OneOf(Card, to=owner), when=Phase.DRAW, whose="drawer", to=everyone, rule="S5.3")
    take = chance(
        "take {agent}", agent=OneOf(Agent, to=owner), when=Phase.TAKE, whose="drawer", to=everyone, rule="S6.1"
    )


class Told(Families):
    turn_begins = event(seat=Seat(), to=everyone, rule="S3")
    poll_opens = event(playable=AnyOf(Card), to=everyone, rule="S5.6")  # which kinds of card can be played now (S5.8)
    answered = event(seat=Seat(), reply=OneOf(Reply), to=everyone, rule="S5.6", reveals=True)
    nobody_plays = event(to=everyone, rule="S5.6")
    passed_over = event(seat=Seat(), to=everyone, rule="S5.6")
    card_part_over = event(to=everyone, rule="S5.6")
    draw_lost = event(seat=Seat(), why=OneOf(Why), to=everyone, rule="S5.4")
    shuffled = event(cards=AnyOf(Card), pairs=AnyOf(Card), to=everyone, rule="S5.5")  # one copy at least; two copies
    card_removed = event(seat=Seat(), card=OneOf(Card), to=everyone, rule="S6.1", reveals=True)
    scoring = event(building=OneOf(Building), to=everyone, rule="S3.4")
    scored = event(agent=OneOf(Agent), points=Whole(-3, 10), marker=Whole(0, FARTHEST), to=everyone, rule="S3.4")
    tipped = event(agent=OneOf(Agent), points=Whole(0, 3), marker=Whole(0, FARTHEST), to=everyone, rule="S6")
    moved = event(agent=OneOf(Agent), place=OneOf(Building), target=OneOf(Building), to=everyone, rule="S3.2")
    safe_moved = event(place=OneOf(Building), target=OneOf(Building), to=everyone, rule="S3.5")
    write_dossiers = event(to=everyone, rule="S7.2")
    choose_identity = event(seat=Seat(), to=everyone, rule="S6.1")
    last_turn_over = event(to=everyone, rule="S4.1")
    revealed = event(seat=Seat(), agent=OneOf(Agent), to=everyone, rule="S4.2", reveals=True)
    given_back = event(seat=Seat(), agent=OneOf(Agent), to=everyone, rule="S6.1", reveals=True)
    was_free = event(agent=OneOf(Agent), to=everyone, rule="S4.2", reveals=True)
    guessed = event(
        seat=Seat(), agent=OneOf(Agent), guess=OneOf(Guess), right=Whole(0, 1), to=everyone, rule="S7.3", reveals=True
    )
    dossier_opened = event(
        seat=Seat(),
        points=Whole(0, 35),
        agent=OneOf(Agent),
        marker=Whole(0, FARTHEST),
        to=everyone,
        rule="S7.3",
        reveals=True,
    )


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, ""
    NO_SUCH_SEAT = 2, "S7.2"
    TOO_FEW_POINTS = 3, "S3.2"
    TOO_MANY_POINTS = 4, "S3.2"
    NOT_IN_PLAY = 5, "S2.1"
    ONLY_WITH_CARDS = 6, "S5.2"
    MUST_MOVE = 7, "S5.2"
    SAFE_STAYS = 8, "S3.5"
    NOTHING_TO_PLAY = 9, "S5.6"
    MUST_PLAY = 10, "S5.6"
    SAY_DONE = 11, "S5.7"
    SAY_PASS = 12, "S5.6"
    CARD_NOT_HELD = 13, "S5.8"
    CHANGES_NOTHING = 14, "S5.8"
    MARKER_TOO_FAR = 15, "S6"
    CHOOSE_TWO = 16, "S6"
    NO_FREE_AGENT = 17, "S6.1"
    NOT_AT_THE_SAFE = 18, "S6"
    NOT_IN_THE_RUINS = 19, "S6"
    SAME_AGENT = 20, "S5.8"
    OWN_AGENT = 21, "S7.2"
    OWN_SEAT = 22, "S7.2"
    ENTRY_MISSING = 23, "S7.2"
    AGENT_NOT_HELD = 24, "S6.1"
    NOT_FARTHEST = 25, "S6.1"
    NO_CARDS = 26, "S5"
    NO_DOSSIERS = 27, "S7"
    CARDS_LATER = 28, "S5.6"
    SAFE_LATER = 29, "S3.5"
    SAFE_FIRST = 30, "S3.5"
    DOSSIERS_LATER = 31, "S7.2"
    DOSSIERS_FIRST = 32, "S7.2"
    DOSSIERS_CLOSED = 33, "S7.2"


class Ending(Reasons):
    FARTHEST = 0, "S4.2"
    SHARED = 1, "S4.3"
    FREE_AGENT = 2, "S4.3"


class Flaw(Reasons):
    SOUND = 0, ""
    STARTER = 1, "S2.4"
    SITS_OUT = 2, "S2.1"
    AGENTS = 3, "S2.1"
    IDENTITIES = 4, "S2.3"
    CARDS = 5, "S1.5"
    HANDS = 6, "S5.4"
    REACHED = 7, "S5.9"
    DOSSIERS = 8, "S7.2"
    PHASE = 9, "S3"
    KEPT = 10, "S6.1"
    ANSWERS = 11, "S5.6"
    FINISH = 12, "S4.1"


assert len(Card) == CARDS
