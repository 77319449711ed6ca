"""Kuhn poker in this kernel: three cards, two players, one bet."""

from topsecret.kernel import (
    CHANCE_TURN,
    SPECTATOR,
    Families,
    Names,
    OneOf,
    Position,
    Reasons,
    Seats,
    action,
    chance,
    choice,
    everyone,
    number,
    owner,
    rule,
)
from topsecret.kernel.game import HIDDEN

TITLE = "Kuhn poker"


class Card(Names):
    JACK = 0
    QUEEN = 1
    KING = 2
    NONE = 3


class Bet(Names):
    PASS = 0
    BET = 1


class Phase(Names):
    DEAL = 0
    PLAY = 1
    OVER = 2


class State(Position, seats=(2, 2)):
    phase = choice(Phase, to=everyone)
    dealt = number(0, 2, to=everyone)
    card = choice(Card, per=Seats, to=rule(lambda v, me, seat: me == seat or v.phase == Phase.OVER))
    made = number(0, 3, to=everyone)  # bets and passes so far
    paid = number(1, 2, per=Seats, to=everyone)


class Actions(Families):
    act = action("{bet}", bet=OneOf(Bet), when=Phase.PLAY, to=everyone)


class Chance(Families):
    deal = chance("deal {card}", card=OneOf(Card, to=owner), when=Phase.DEAL, whose="dealt", to=everyone)


class Told(Families):
    pass


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, "K1"
    NO_SUCH_SEAT = 2, "K1"


class Ending(Reasons):
    SHOWDOWN = 0, "K4"
    FOLD = 1, "K3"


class Flaw(Reasons):
    SOUND = 0, ""
    CARD_TWICE = 1, "K1"


def setup(state: State) -> None:
    state.phase = Phase.DEAL
    for seat in range(2):
        state.card[seat] = Card.NONE
        state.paid[seat] = 1


def actors(state: State) -> int:
    if state.phase == Phase.DEAL:
        return CHANCE_TURN
    if state.phase == Phase.OVER:
        return 0
    return 1 << state.made % 2


def weight_deal(state: State, card: int) -> int:
    if card == Card.NONE or state.card[0] == card:
        return 0
    return 1


def do_deal(state: State, card: int) -> None:
    state.card[state.dealt] = card
    state.dealt += 1
    if state.dealt == 2:
        state.phase = Phase.PLAY


def do_act(state: State, seat: int, bet: int) -> None:
    state.made += 1
    if bet == Bet.BET:
        state.paid[seat] = 2
        if state.paid[1 - seat] == 2:
            state.phase = Phase.OVER
    elif state.paid[1 - seat] == 2 or state.made == 2:
        state.phase = Phase.OVER


def winners(state: State) -> int:
    if state.paid[0] > state.paid[1]:
        return 1
    if state.paid[1] > state.paid[0]:
        return 2
    if state.card[0] > state.card[1]:
        return 1
    return 2


def score(state: State, seat: int) -> int:
    if winners(state) == 1 << seat:
        return state.paid[1 - seat]
    return -state.paid[seat]


def ending(state: State) -> int:
    if state.paid[0] != state.paid[1]:
        return Ending.FOLD
    return Ending.SHOWDOWN


def unsound(state: State) -> int:
    if state.dealt == 2 and state.card[0] == state.card[1]:
        return Flaw.CARD_TWICE
    return Flaw.SOUND


def imagine(world: State, viewer: int, seen: list, rng) -> float:
    deck = [card for card in (Card.JACK, Card.QUEEN, Card.KING) if viewer == SPECTATOR or world.card[viewer] != card]
    rng.shuffle(deck)
    for seat in range(2):
        if world.card[seat] is HIDDEN:
            world.card[seat] = deck.pop() if seat < world.dealt else Card.NONE
    return 1.0
