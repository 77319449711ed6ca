"""I4: what an ability costs, and what comms specialists and smugglers do (hackers and engineers: `sabotage`).
Where an ability costs intel, `pay` lays the tile out first, as a draft (I3.4)."""

from __future__ import annotations

from topsecret.kernel import emit

from .board import (
    agent_at,
    empty_stars,
    first_agent,
    has_on_board,
    is_completely_empty,
    on_board,
    possess_what_lies_there,
    possible_blockades,
    possible_thefts,
    put_down,
    side_of,
    take_away,
)
from .box import (
    A_SIDE,
    BESIDE,
    CARRIED,
    DOWN,
    KINDS,
    NOBODY,
    OFF,
    SIDEWAYS,
    SPACES,
    STAR,
    UP,
    Smuggler,
)
from .state import Blockade, Cost, Post, Refusal, State, Told
from .turn import end_if_agents_are_gone


def not_own(state: State, seat: int, agent: int) -> int:
    if side_of(agent) != seat:
        return Refusal.NOT_YOURS
    if not on_board(state, agent):
        return Refusal.NOT_ON_BOARD
    return Refusal.ALLOWED


def is_laid_out(state: State, seat: int) -> bool:
    """Whether the seat is about to pay for an ability."""
    return state.paying[seat] != NOBODY


def closed_for_an_action(state: State, seat: int) -> int:
    """I2.6: up to three actions a turn."""
    if is_laid_out(state, seat):
        return Refusal.FINISH_FIRST
    if state.actions_left == 0:
        return Refusal.NO_ACTIONS
    return Refusal.ALLOWED


def spend_an_action(state: State) -> None:
    """I2.5: spawning ends with the first action."""
    state.actions_left -= 1
    state.spawning = 0


def is_comms(state: State, role: int) -> bool:
    """I4.6, I4.8: the smuggler is printed with the same text."""
    return role == Post.COMMS_SPECIALIST or (role == Post.SMUGGLER and state.smuggler == Smuggler.PRINTED)


def is_paying_for(state: State, seat: int, role: int) -> bool:
    return is_laid_out(state, seat) and state.role[state.paying[seat]] == role


def is_paying_for_comms(state: State, seat: int) -> bool:
    return is_laid_out(state, seat) and is_comms(state, state.role[state.paying[seat]])


def has_comms_on_board(state: State, seat: int) -> bool:
    if has_on_board(state, seat, Post.COMMS_SPECIALIST):
        return True
    return state.smuggler == Smuggler.PRINTED and has_on_board(state, seat, Post.SMUGGLER)


def not_paid_for(state: State, seat: int, missing: int) -> int:
    """I3.4: why an ability that costs intel cannot be used; `missing`: why nobody on the board has it, if so."""
    if is_laid_out(state, seat):
        return Refusal.PAID_FOR_ANOTHER
    return Refusal.PAY_FIRST if missing == Refusal.ALLOWED else missing


# I3.4 An intel cost


def closed_pay(state: State, seat: int) -> int:
    return Refusal.FINISH_FIRST if is_laid_out(state, seat) else Refusal.ALLOWED


def refuse_pay(state: State, seat: int, agent: int, tile: int) -> int:
    why = not_own(state, seat, agent)
    if why != Refusal.ALLOWED:
        return why
    if state.carries[agent][tile] == 0:
        return Refusal.NOT_CARRIED
    role = state.role[agent]
    if role == Post.DOUBLE_AGENT or role == Post.ANALYST:
        return Refusal.NOTHING_TO_PAY_FOR
    if role == Post.HACKER:
        if state.stole[agent] == 1:
            return Refusal.USED_THIS_TURN
    elif role != Post.ENGINEER and state.actions_left == 0:
        return Refusal.NO_ACTIONS
    if role == Post.SMUGGLER and state.smuggler == Smuggler.SIDEWAYS and state.pinned[agent] == 1:
        return Refusal.PINNED
    if completions(state, seat, role) == 0:
        return Refusal.NO_TARGET
    return Refusal.ALLOWED


def completions(state: State, seat: int, role: int) -> int:
    """In how many ways an ability that costs intel can be carried out once its tile is laid out."""
    if is_comms(state, role):
        return pushes(state, DOWN)
    if role == Post.SMUGGLER:
        return empty_stars(state)
    if role == Post.HACKER:
        return possible_thefts(state, seat)
    return possible_blockades(state)


def ways_pay(state: State, seat: int, agent: int, tile: int) -> int:
    return completions(state, seat, state.role[agent])


def weigh_pay(state: State, seat: int) -> int:
    """With each kind of intel that an agent carries it can do the same."""
    ways = 0
    first = first_agent(seat)
    if closed_pay(state, seat) == Refusal.ALLOWED:
        for agent in range(first, first + A_SIDE):
            kinds, one = 0, 0
            for tile in range(CARRIED):
                if state.carries[agent][tile] > 0:
                    kinds += 1
                    one = tile
            if kinds > 0 and refuse_pay(state, seat, agent, one) == Refusal.ALLOWED:
                ways += kinds * ways_pay(state, seat, agent, one)
    return ways


def draw_pay(state: State, seat: int, k: int) -> int:
    first = first_agent(seat)
    for agent in range(first, first + A_SIDE):
        for tile in range(CARRIED):
            if refuse_pay(state, seat, agent, tile) == Refusal.ALLOWED:
                ways = ways_pay(state, seat, agent, tile)
                if k < ways:
                    return agent * CARRIED + tile
                k -= ways
    return -1


def do_pay(state: State, seat: int, agent: int, tile: int) -> None:
    """The tile is laid out, and told to nobody; it is paid with the ability."""
    state.paying[seat] = agent
    state.paying_with[seat] = tile


def refuse_back(state: State, seat: int) -> int:
    return Refusal.ALLOWED if is_laid_out(state, seat) else Refusal.NOTHING_LAID_OUT


def ways_back(state: State, seat: int) -> int:
    return 0


def do_back(state: State, seat: int) -> None:
    state.paying[seat] = NOBODY
    state.paying_with[seat] = Cost.NONE


def settle_the_cost(state: State, seat: int) -> int:
    """I3.4: the tile goes back to the bag before the effect. Returns the agent that paid."""
    agent, tile = state.paying[seat], state.paying_with[seat]
    state.carries[agent][tile] -= 1
    state.bag[tile] += 1
    emit(state, Told.paid, agent, tile)
    do_back(state, seat)
    state.spawning = 0
    return agent


# I4.2 A tile moved by an ability


def refuse_push(state: State, tile: int, place: int, way: int) -> int:
    if state.loose[place][tile] == 0:
        return Refusal.NO_SUCH_TILE
    target = BESIDE[place][way]
    if target == OFF:
        return Refusal.OFF_THE_BOARD
    if state.blockade[target] != Blockade.NONE:
        return Refusal.BLOCKADED
    return Refusal.ALLOWED


def push(state: State, tile: int, place: int, way: int) -> None:
    """I4.2: onto an agent it is possessed, a honeypot too (I2.4)."""
    target = BESIDE[place][way]
    take_away(state, place, tile, 1)
    put_down(state, target, tile, 1)
    emit(state, Told.pushed, tile, place, target)
    agent = agent_at(state, target)
    if agent != NOBODY:
        possess_what_lies_there(state, agent)
        if not on_board(state, agent):
            end_if_agents_are_gone(state)


def ways_open(state: State, place: int, first_way: int) -> int:
    """How many of the two ways from `first_way` on a tile may be pushed from here."""
    open_ways = 0
    for way in range(first_way, first_way + 2):
        target = BESIDE[place][way]
        if target != OFF and state.blockade[target] == Blockade.NONE:
            open_ways += 1
    return open_ways


def pushes(state: State, first_way: int) -> int:
    """How many tiles times ways there are."""
    found = 0
    for place in range(SPACES):
        if state.lying[place] > 0:
            open_ways = ways_open(state, place, first_way)
            for tile in range(KINDS):
                if state.loose[place][tile] > 0:
                    found += open_ways
    return found


def nth_push(state: State, first_way: int, k: int) -> int:
    """The rank (by place, tile, way) of the k-th push."""
    for place in range(SPACES):
        if state.lying[place] > 0:
            for tile in range(KINDS):
                if state.loose[place][tile] > 0:
                    for way in range(2):
                        target = BESIDE[place][first_way + way]
                        if target != OFF and state.blockade[target] == Blockade.NONE:
                            if k == 0:
                                return (place * KINDS + tile) * 2 + way
                            k -= 1
    return -1


# I4.6 Comms specialist: one space up for an action, one space down for an action and a tile


def closed_lift(state: State, seat: int) -> int:
    why = closed_for_an_action(state, seat)
    if why != Refusal.ALLOWED:
        return why
    return Refusal.ALLOWED if has_comms_on_board(state, seat) else Refusal.NO_COMMS


def refuse_lift(state: State, seat: int, place: int, tile: int, way: int) -> int:
    return refuse_push(state, tile, place, UP + way)


def count_lift(state: State, seat: int) -> int:
    return pushes(state, UP) if closed_lift(state, seat) == Refusal.ALLOWED else 0


def nth_lift(state: State, seat: int, k: int) -> int:
    return nth_push(state, UP, k)


def do_lift(state: State, seat: int, place: int, tile: int, way: int) -> None:
    spend_an_action(state)
    push(state, tile, place, UP + way)


def closed_lower(state: State, seat: int) -> int:
    if is_paying_for_comms(state, seat):
        return Refusal.ALLOWED
    if is_paying_for(state, seat, Post.SMUGGLER):
        return Refusal.PAID_FOR_A_JOURNEY
    return not_paid_for(state, seat, Refusal.ALLOWED if has_comms_on_board(state, seat) else Refusal.NO_COMMS)


def refuse_lower(state: State, seat: int, place: int, tile: int, way: int) -> int:
    return refuse_push(state, tile, place, DOWN + way)


def count_lower(state: State, seat: int) -> int:
    return pushes(state, DOWN) if is_paying_for_comms(state, seat) else 0


def nth_lower(state: State, seat: int, k: int) -> int:
    return nth_push(state, DOWN, k)


def do_lower(state: State, seat: int, place: int, tile: int, way: int) -> None:
    settle_the_cost(state, seat)
    spend_an_action(state)
    push(state, tile, place, DOWN + way)


# I4.8 Smuggler with `smuggler = sideways`: a tile sideways for an action, itself to a starred tile for an action and a tile


def closed_shift(state: State, seat: int) -> int:
    why = closed_for_an_action(state, seat)
    if why != Refusal.ALLOWED:
        return why
    return no_sideways_smuggler(state, seat)


def no_sideways_smuggler(state: State, seat: int) -> int:
    if state.smuggler == Smuggler.PRINTED or not has_on_board(state, seat, Post.SMUGGLER):
        return Refusal.NO_SMUGGLER
    return Refusal.ALLOWED


def refuse_shift(state: State, seat: int, place: int, tile: int, way: int) -> int:
    return refuse_push(state, tile, place, SIDEWAYS + way)


def count_shift(state: State, seat: int) -> int:
    return pushes(state, SIDEWAYS) if closed_shift(state, seat) == Refusal.ALLOWED else 0


def nth_shift(state: State, seat: int, k: int) -> int:
    return nth_push(state, SIDEWAYS, k)


def do_shift(state: State, seat: int, place: int, tile: int, way: int) -> None:
    spend_an_action(state)
    push(state, tile, place, SIDEWAYS + way)


def closed_journey(state: State, seat: int) -> int:
    if state.smuggler == Smuggler.PRINTED:
        return Refusal.NO_SMUGGLER
    if is_paying_for(state, seat, Post.SMUGGLER):
        return Refusal.ALLOWED
    return not_paid_for(state, seat, no_sideways_smuggler(state, seat))


def refuse_journey(state: State, seat: int, place: int) -> int:
    return Refusal.ALLOWED if is_completely_empty(state, STAR[place]) else Refusal.NO_LANDING


def do_journey(state: State, seat: int, place: int) -> None:
    agent = settle_the_cost(state, seat)
    spend_an_action(state)
    emit(state, Told.moved, agent, state.place[agent], STAR[place])
    state.place[agent] = STAR[place]
