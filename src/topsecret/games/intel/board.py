"""The board: who stands where, what an agent possesses, and how it loses everything (I1, I2.4)."""

from __future__ import annotations

from topsecret.kernel import emit

from .box import (
    A_SIDE,
    AGENTS,
    BESIDE_EACH_OTHER,
    CARRIED,
    KINDS,
    MOST_CARRIED,
    NOBODY,
    OFF,
    ROLES,
    SPACES,
    STAR,
    STARS,
    Intel,
)
from .state import Blockade, Post, State, Told


def other_side(seat: int) -> int:
    return 1 - seat


def side_of(agent: int) -> int:
    return agent // A_SIDE


def first_agent(seat: int) -> int:
    """The agents of a seat are its first one and those after it."""
    return seat * A_SIDE


def on_board(state: State, agent: int) -> bool:
    return state.place[agent] != OFF


def agent_at(state: State, space: int) -> int:
    """The agent on a space, or NOBODY."""
    for agent in range(AGENTS):
        if state.place[agent] == space:
            return agent
    return NOBODY


def agents_on_board(state: State, seat: int) -> int:
    standing = 0
    for agent in range(first_agent(seat), first_agent(seat) + A_SIDE):
        if on_board(state, agent):
            standing += 1
    return standing


def agents_left(state: State, seat: int) -> int:
    """I5.2: on the board and in the roster."""
    left = agents_on_board(state, seat)
    for role in range(ROLES):
        left += state.roster[seat][role]
    return left


def has_on_board(state: State, seat: int, role: int) -> bool:
    for agent in range(first_agent(seat), first_agent(seat) + A_SIDE):
        if state.role[agent] == role:
            return True
    return False


def are_beside(state: State, agent: int, other: int) -> bool:
    """I1.1"""
    return BESIDE_EACH_OTHER[state.place[agent]][state.place[other]] == 1


def put_down(state: State, space: int, kind: int, number: int) -> None:
    """Tiles lie loose on a space."""
    state.loose[space][kind] += number
    state.lying[space] += number


def take_away(state: State, space: int, kind: int, number: int) -> None:
    state.loose[space][kind] -= number
    state.lying[space] -= number


def is_completely_empty(state: State, space: int) -> bool:
    """I2.5: no agent, no intel, no blockade."""
    if state.blockade[space] != Blockade.NONE or agent_at(state, space) != NOBODY:
        return False
    return state.lying[space] == 0


def empty_stars(state: State) -> int:
    empty = 0
    for star in range(STARS):
        if is_completely_empty(state, STAR[star]):
            empty += 1
    return empty


def tiles_in_bag(state: State) -> int:
    tiles = 0
    for kind in range(KINDS):
        tiles += state.bag[kind]
    return tiles


def tiles_of(state: State, agent: int) -> int:
    tiles = 0
    for kind in range(CARRIED):
        tiles += state.carries[agent][kind]
    return tiles


def possible_thefts(state: State, seat: int) -> int:
    found = 0
    first = first_agent(other_side(seat))
    for other in range(first, first + A_SIDE):
        if state.pinned[other] == 1:
            for tile in range(CARRIED):
                if state.carries[other][tile] > 0:
                    found += 1
    return found


def possible_blockades(state: State) -> int:
    """I4.10, I4.3: spaces without agent and blockade; loose intel does not matter. No agent stands on a blockade."""
    found = -agents_on_board(state, 0) - agents_on_board(state, 1)
    for place in range(SPACES):
        if state.blockade[place] == Blockade.NONE:
            found += 1
    return found


# I2.4 Possession


def empty_hands(state: State, agent: int) -> None:
    """All intel of an agent goes back to the bag."""
    for kind in range(CARRIED):
        state.bag[kind] += state.carries[agent][kind]
        state.carries[agent][kind] = 0


def leave_for_good(state: State, agent: int) -> None:
    """An agent that carries nothing leaves the game; its slot is free."""
    state.gone[side_of(agent)][state.role[agent]] += 1
    state.role[agent] = Post.NONE
    state.place[agent] = OFF
    state.fresh[agent] = 0
    state.pinned[agent] = 0
    state.hacked[agent] = 0
    state.stole[agent] = 0


def drop_if_overloaded(state: State, agent: int) -> None:
    """I2.4: more than three, and all of it goes back to the bag."""
    if tiles_of(state, agent) > MOST_CARRIED:
        empty_hands(state, agent)
        emit(state, Told.overloaded, agent)


def possess_what_lies_there(state: State, agent: int) -> None:
    """I2.4: an agent gets all loose intel on its space. A honeypot is settled before the limit of three."""
    space = state.place[agent]
    if state.lying[space] == 0:
        return
    if state.loose[space][Intel.HONEYPOT] > 0:
        for kind in range(KINDS):
            state.bag[kind] += state.loose[space][kind]
            take_away(state, space, kind, state.loose[space][kind])
        empty_hands(state, agent)
        emit(state, Told.trapped, agent, state.role[agent], space)
        leave_for_good(state, agent)
        return
    for kind in range(CARRIED):
        found = state.loose[space][kind]
        if found > 0:
            state.carries[agent][kind] += found
            take_away(state, space, kind, found)
            emit(state, Told.took, agent, kind, found, space)
    drop_if_overloaded(state, agent)
