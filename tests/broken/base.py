"""A small honest game, from which the broken ones are made. Everybody holds a token that only they see. On your turn peek at
another's token, make a secret bid, or mark a token and hand that in as your guess of your left neighbour's. Each round seat 0
first rolls for a bonus. It ends after six turns; then all is shown."""

from topsecret.kernel import (
    CHANCE_TURN,
    HIDDEN,
    Assumption,
    Families,
    Help,
    Names,
    OneOf,
    Position,
    Reasons,
    Seat,
    Seats,
    Topic,
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
    rule,
)
from topsecret.kernel import (
    seat as a_seat,
)

TURNS = 6
TOKENS = (2, 2, 1)  # of each kind
ROLLS = (1, 2, 1)  # how the die is weighed


class Token(Names):
    RED = 0
    BLUE = 1
    GREEN = 2
    NONE = 3


class Phase(Names):
    DEAL = 0
    ROLL = 1
    TURN = 2
    OVER = 3


at_the_end = rule(lambda v, me, seat: me == seat or v.phase == Phase.OVER)


class State(Position, seats=(2, 3)):
    help = pick(Help, Help.ASSISTED)
    phase = choice(Phase, to=everyone)
    turn = a_seat(to=everyone)
    turns = number(0, TURNS, to=everyone)
    points = number(0, 99, per=Seats, to=everyone)
    bag = number(0, 2, per=3, to=nobody)
    knows = flag(per=(Seats, Seats), to=owner)
    token = choice(
        Token, per=Seats, to=rule(lambda v, me, s: me == s or v.phase == Phase.OVER or (me >= 0 and v.knows[me][s]))
    )
    bid = number(0, 3, per=Seats, to=at_the_end)
    mark = choice(Token, per=Seats, to=owner)
    guess = choice(Token, per=Seats, to=at_the_end)


class Actions(Families):
    peek = action("peek {other}", other=Seat(), when=Phase.TURN, to=everyone, rule="B1")
    bid = action("bid {amount}", amount=Whole(1, 3, to=owner), when=Phase.TURN, to=everyone, rule="B2")
    mark = action("mark {token}", token=OneOf(Token), when=Phase.TURN, draft=True, to=owner, rule="B3")
    hand_in = action("hand in", when=Phase.TURN, to=everyone, rule="B3")


class Chance(Families):
    deal = chance("deal {token}", token=OneOf(Token, to=owner), when=Phase.DEAL, whose="turn", to=everyone)
    roll = chance("roll {die}", die=Whole(0, 2), when=Phase.ROLL, to=everyone)


class Told(Families):
    earned = event(seat=Seat(), points=Whole(0, 2), to=everyone)


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, "B0"
    NO_SUCH_SEAT = 2, "B0"
    YOUR_OWN = 3, "B1"
    KNOWN = 4, "B1"
    NOTHING_MARKED = 5, "B3"
    MARKED_ALREADY = 6, "B3"
    NO_TOKEN = 7, "B3"


class Ending(Reasons):
    LAST_TURN = 0, "B4"
    EARLY = 1, "B4"


class Flaw(Reasons):
    SOUND = 0, ""
    TOKENS_DO_NOT_ADD_UP = 1, "B0"


def setup(state: State) -> None:
    for token in range(3):
        state.bag[token] = TOKENS[token]
    for seat in range(state.seats):
        state.token[seat] = Token.NONE
        state.mark[seat] = Token.NONE
        state.guess[seat] = Token.NONE


def actors(state: State) -> int:
    if state.phase == Phase.OVER:
        return 0
    return 1 << state.turn if state.phase == Phase.TURN else CHANCE_TURN


def left_of(state: State, seat: int) -> int:
    return (seat + 1) % state.seats


def weight_deal(state: State, token: int) -> int:
    return 0 if token == Token.NONE else state.bag[token]


def do_deal(state: State, token: int) -> None:
    state.bag[token] -= 1
    state.token[state.turn] = token
    state.turn = left_of(state, state.turn)
    if state.turn == 0:
        state.phase = Phase.ROLL


def weight_roll(state: State, die: int) -> int:
    return ROLLS[die]


def total_roll(state: State) -> int:
    return 4


def pick_roll(state: State, k: int) -> int:
    return 0 if k < 1 else 1 if k < 3 else 2


def do_roll(state: State, die: int) -> None:
    state.points[state.turn] += die
    emit(state, Told.earned, state.turn, die)
    state.phase = Phase.TURN


def end_turn(state: State) -> None:
    state.mark[state.turn] = Token.NONE
    state.turn = left_of(state, state.turn)
    state.turns += 1
    if state.turns == TURNS:
        state.phase = Phase.OVER
    elif state.turn == 0:
        state.phase = Phase.ROLL


def refuse_peek(state: State, seat: int, other: int) -> int:
    if other == seat:
        return Refusal.YOUR_OWN
    return Refusal.KNOWN if state.knows[seat][other] else 0


def do_peek(state: State, seat: int, other: int) -> None:
    state.knows[seat][other] = 1
    end_turn(state)


def count_bid(state: State, seat: int) -> int:
    return 3


def nth_bid(state: State, seat: int, k: int) -> int:
    return k


def do_bid(state: State, seat: int, amount: int) -> None:
    state.bid[seat] = amount
    end_turn(state)


def refuse_mark(state: State, seat: int, token: int) -> int:
    if token == Token.NONE:
        return Refusal.NO_TOKEN
    return Refusal.MARKED_ALREADY if state.mark[seat] == token else 0


def ways_mark(state: State, seat: int, token: int) -> int:
    return 2


def do_mark(state: State, seat: int, token: int) -> None:
    state.mark[seat] = token


def refuse_hand_in(state: State, seat: int) -> int:
    return Refusal.NOTHING_MARKED if state.mark[seat] == Token.NONE else 0


def do_hand_in(state: State, seat: int) -> None:
    state.guess[seat] = state.mark[seat]
    end_turn(state)


def score(state: State, seat: int) -> int:
    right = state.guess[seat] == state.token[left_of(state, seat)]
    return state.points[seat] + state.bid[seat] + 3 * int(right)


def winners(state: State) -> int:
    best = 0
    for seat in range(state.seats):
        best = max(best, score(state, seat))
    won = 0
    for seat in range(state.seats):
        won |= int(score(state, seat) == best) << seat
    return won


def ending(state: State) -> int:
    return Ending.LAST_TURN


def unsound(state: State) -> int:
    for token in range(3):
        if state.bag[token] + state.token[: state.seats].count(token) != TOKENS[token]:
            return Flaw.TOKENS_DO_NOT_ADD_UP
    return Flaw.SOUND


def imagine(world: State, viewer: int, seen: list, rng) -> float:
    imagine_tokens(world, rng)
    peeks = {(told["seat"], told["other"]) for told in seen if told["event"] == "peek"}
    has_bid = {told["seat"] for told in seen if told["event"] == "bid"}
    has_guessed = {told["seat"] for told in seen if told["event"] == "hand_in"}
    for seat in range(world.seats):
        if seat != viewer:
            world.knows[seat] = [int((seat, other) in peeks) for other in range(len(world.knows))]
            drafting = seat == world.turn and world.phase == Phase.TURN
            world.mark[seat] = rng.randrange(4) if drafting else int(Token.NONE)
            if world.phase != Phase.OVER:
                world.bid[seat] = rng.randint(1, 3) if seat in has_bid else 0
                world.guess[seat] = rng.randrange(3) if seat in has_guessed else int(Token.NONE)
    return 1.0


def imagine_tokens(world: State, rng) -> None:
    """Who is unknown gets one of the tokens that nobody is known to have."""
    pile = [token for token in range(3) for _ in range(TOKENS[token])]
    for token in world.token[: world.seats]:
        if token is not HIDDEN and token != Token.NONE:
            pile.remove(token)
    rng.shuffle(pile)
    for seat in range(world.seats):
        if world.token[seat] is HIDDEN:
            dealt = world.phase != Phase.DEAL or seat < world.turn
            world.token[seat] = pile.pop() if dealt else int(Token.NONE)
    world.bag[:] = [pile.count(token) for token in range(3)]


def the_next_bids_one(state: State) -> tuple[int, str] | None:
    return (state.turn, "bid 1") if state.phase == Phase.TURN else None


ASSUMPTIONS = {"small bids": Assumption(answer=the_next_bids_one, beyond=("roll",))}


def tokens_left(game, view, seen, about: str) -> dict[str, int]:
    """How many tokens of each kind the viewer does not see."""
    seen_tokens = [token for token in view["token"] if token is not None]
    return {token.text: TOKENS[token] - seen_tokens.count(token.text) for token in Token if token != Token.NONE}


TOPICS = {"tokens": Topic(tokens_left)}
