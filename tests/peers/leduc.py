"""Leduc poker in this kernel, by OpenSpiel's rules: six cards, two betting rounds, one public card, two players."""

from topsecret.kernel import (
    CHANCE_TURN,
    HIDDEN,
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
from topsecret.kernel import seat as a_seat

TITLE = "Leduc poker"
ANTE = 1
RAISE = (2, 4)  # by round
MOST_RAISES = 2


class Card(Names):
    JACK_OF_SPADES = 0
    JACK_OF_HEARTS = 1
    QUEEN_OF_SPADES = 2
    QUEEN_OF_HEARTS = 3
    KING_OF_SPADES = 4
    KING_OF_HEARTS = 5
    NONE = 6


class Bet(Names):
    FOLD = 0
    CALL = 1
    RAISE = 2


class Phase(Names):
    DEAL = 0
    FLIP = 1
    BET = 2
    SHOWDOWN = 3
    FOLDED = 4


class State(Position, seats=(2, 2)):
    phase = choice(Phase, to=everyone)
    turn = a_seat(to=everyone)  # whose card is dealt, or who bets
    round = number(0, 1, to=everyone)
    card = choice(Card, per=Seats, to=rule(lambda v, me, seat: me == seat or v.phase == Phase.SHOWDOWN))
    public = choice(Card, to=everyone)
    raises = number(0, MOST_RAISES, to=everyone)  # in this round
    calls = number(0, 2, to=everyone)  # in a row
    paid = number(ANTE, ANTE + MOST_RAISES * sum(RAISE), per=Seats, to=everyone)


class Actions(Families):
    act = action("{bet}", bet=OneOf(Bet), when=Phase.BET, to=everyone, rule="L3")


class Chance(Families):
    deal = chance("deal {card}", card=OneOf(Card, to=owner), when=Phase.DEAL, whose="turn", to=everyone, rule="L2")
    flip = chance("flip {card}", card=OneOf(Card), when=Phase.FLIP, to=everyone, rule="L4")


class Told(Families):
    pass


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, "L3"
    NO_SUCH_SEAT = 2, "L3"
    NOTHING_TO_FOLD = 3, "L3"
    TOO_MANY_RAISES = 4, "L3"


class Ending(Reasons):
    SHOWDOWN = 0, "L5"
    FOLD = 1, "L3"


class Flaw(Reasons):
    SOUND = 0, ""
    CARD_TWICE = 1, "L2"


# L1, L2: ante and deal


def setup(state: State) -> None:
    state.phase = Phase.DEAL
    state.public = Card.NONE
    for seat in range(2):
        state.card[seat] = Card.NONE
        state.paid[seat] = ANTE


def actors(state: State) -> int:
    if state.phase == Phase.BET:
        return 1 << state.turn
    if state.phase < Phase.BET:
        return CHANCE_TURN
    return 0


def is_out(state: State, card: int) -> bool:
    return card == Card.NONE or card == state.card[0] or card == state.card[1]


def weight_deal(state: State, card: int) -> int:
    return 0 if is_out(state, card) else 1


def total_deal(state: State) -> int:
    return 6 - state.turn


def pick_deal(state: State, k: int) -> int:
    return k + 1 if state.turn == 1 and k >= state.card[0] else k


def do_deal(state: State, card: int) -> None:
    state.card[state.turn] = card
    if state.turn == 1:
        state.phase = Phase.BET
    state.turn = 1 - state.turn


# L3: betting


def refuse_act(state: State, seat: int, bet: int) -> int:
    if bet == Bet.FOLD and state.paid[seat] == state.paid[1 - seat]:
        return Refusal.NOTHING_TO_FOLD
    if bet == Bet.RAISE and state.raises == MOST_RAISES:
        return Refusal.TOO_MANY_RAISES
    return 0


def count_act(state: State, seat: int) -> int:
    return 1 + (state.paid[seat] != state.paid[1 - seat]) + (state.raises < MOST_RAISES)


def nth_act(state: State, seat: int, k: int) -> int:
    return k + (state.paid[seat] == state.paid[1 - seat])


def do_act(state: State, seat: int, bet: int) -> None:
    if bet == Bet.FOLD:
        state.phase = Phase.FOLDED
        return
    state.paid[seat] = state.paid[1 - seat]
    state.turn = 1 - seat
    if bet == Bet.RAISE:
        state.paid[seat] += RAISE[state.round]
        state.raises += 1
        state.calls = 0
        return
    state.calls += 1
    if state.calls == 2 or state.raises > 0:
        end_round(state)


def end_round(state: State) -> None:
    state.turn = 0
    state.raises = 0
    state.calls = 0
    state.phase = Phase.SHOWDOWN if state.round == 1 else Phase.FLIP


# L4: the public card


def weight_flip(state: State, card: int) -> int:
    return 0 if is_out(state, card) else 1


def total_flip(state: State) -> int:
    return 4


def pick_flip(state: State, k: int) -> int:
    low = min(state.card[0], state.card[1])
    high = max(state.card[0], state.card[1])
    if k >= low:
        k += 1
    if k >= high:
        k += 1
    return k


def do_flip(state: State, card: int) -> None:
    state.public = card
    state.round = 1
    state.phase = Phase.BET


# L5: the end


def strength(state: State, seat: int) -> int:
    rank = state.card[seat] // 2
    return rank + 3 if rank == state.public // 2 else rank


def winners(state: State) -> int:
    if state.phase == Phase.FOLDED:
        return 1 if state.paid[0] > state.paid[1] else 2
    mine = strength(state, 0)
    theirs = strength(state, 1)
    if mine == theirs:
        return 3
    return 1 if mine > theirs else 2


def score(state: State, seat: int) -> int:
    best = winners(state)
    if best == 3:
        return 0
    return state.paid[1 - seat] if best == 1 << seat else -state.paid[seat]


def ending(state: State) -> int:
    return Ending.FOLD if state.phase == Phase.FOLDED else Ending.SHOWDOWN


def unsound(state: State) -> int:
    dealt = [card for card in (*state.card, state.public) if card != Card.NONE]
    return Flaw.CARD_TWICE if len(set(dealt)) < len(dealt) else Flaw.SOUND


def imagine(world: State, viewer: int, seen: list, rng) -> float:
    known = [card for card in (*world.card, world.public) if card is not HIDDEN]
    deck = [card for card in Card if card != Card.NONE and card not in known]
    rng.shuffle(deck)
    dealt = world.turn if world.phase == Phase.DEAL else 2
    for seat in range(2):
        if world.card[seat] is HIDDEN:
            world.card[seat] = deck.pop() if seat < dealt else Card.NONE
    return 1.0
