"""I4.9, I4.10: what hackers and engineers do to the other side."""

from __future__ import annotations

from topsecret.kernel import emit

from .abilities import (
    closed_for_an_action,
    is_laid_out,
    is_paying_for,
    not_own,
    not_paid_for,
    settle_the_cost,
    spend_an_action,
)
from .board import agent_at, are_beside, first_agent, has_on_board, on_board, possible_blockades, side_of
from .box import A_SIDE, BESIDE_EACH_OTHER, NOBODY, SPACES
from .state import Blockade, Post, Refusal, State, Told

# I4.9 Hacker: pin or unpin for an action, steal for a tile; each once a turn


def refuse_hacker(state: State, seat: int, agent: int) -> int:
    why = not_own(state, seat, agent)
    if why != Refusal.ALLOWED:
        return why
    if state.role[agent] != Post.HACKER:
        return Refusal.NO_HACKER
    if state.hacked[agent] == 1:
        return Refusal.USED_THIS_TURN
    return Refusal.ALLOWED


def closed_for_hackers(state: State, seat: int) -> int:
    why = closed_for_an_action(state, seat)
    if why != Refusal.ALLOWED:
        return why
    return Refusal.ALLOWED if has_on_board(state, seat, Post.HACKER) else Refusal.NO_HACKER


def closed_pin(state: State, seat: int) -> int:
    return closed_for_hackers(state, seat)


def refuse_pin(state: State, seat: int, agent: int, other: int) -> int:
    why = refuse_hacker(state, seat, agent)
    if why != Refusal.ALLOWED:
        return why
    if side_of(other) == seat:
        return Refusal.NOT_AN_ENEMY
    if not on_board(state, other):
        return Refusal.NOT_ON_BOARD
    if not are_beside(state, agent, other):
        return Refusal.NOT_BESIDE
    if state.pinned[other] == 1:
        return Refusal.PINNED_ALREADY
    return Refusal.ALLOWED


def do_pin(state: State, seat: int, agent: int, other: int) -> None:
    spend_an_action(state)
    state.hacked[agent] = 1
    state.pinned[other] = 1


def closed_unpin(state: State, seat: int) -> int:
    return closed_for_hackers(state, seat)


def refuse_unpin(state: State, seat: int, agent: int, other: int) -> int:
    why = refuse_hacker(state, seat, agent)
    if why != Refusal.ALLOWED:
        return why
    why = not_own(state, seat, other)
    if why != Refusal.ALLOWED:
        return why
    return Refusal.ALLOWED if state.pinned[other] == 1 else Refusal.NOT_PINNED


def do_unpin(state: State, seat: int, agent: int, other: int) -> None:
    spend_an_action(state)
    state.hacked[agent] = 1
    state.pinned[other] = 0


def closed_steal(state: State, seat: int) -> int:
    if is_paying_for(state, seat, Post.HACKER):
        return Refusal.ALLOWED
    return not_paid_for(state, seat, Refusal.ALLOWED if has_on_board(state, seat, Post.HACKER) else Refusal.NO_HACKER)


def refuse_steal(state: State, seat: int, other: int, tile: int) -> int:
    if side_of(other) == seat:
        return Refusal.NOT_AN_ENEMY
    if not on_board(state, other):
        return Refusal.NOT_ON_BOARD
    if state.pinned[other] == 0:
        return Refusal.NOT_PINNED
    return Refusal.ALLOWED if state.carries[other][tile] > 0 else Refusal.NOT_CARRIED


def do_steal(state: State, seat: int, other: int, tile: int) -> None:
    """The cost is paid first, so the hacker cannot be overloaded."""
    agent = settle_the_cost(state, seat)
    state.stole[agent] = 1
    state.carries[other][tile] -= 1
    state.carries[agent][tile] += 1
    emit(state, Told.stolen, agent, tile, other)


# I4.10 Engineer: a blockade beside it for an action, anywhere for a tile


def closed_block(state: State, seat: int) -> int:
    if is_paying_for(state, seat, Post.ENGINEER):
        return Refusal.ALLOWED
    why = closed_for_an_action(state, seat)
    if why != Refusal.ALLOWED:
        return why
    return Refusal.ALLOWED if has_on_board(state, seat, Post.ENGINEER) else Refusal.NO_ENGINEER


def refuse_block(state: State, seat: int, place: int) -> int:
    if agent_at(state, place) != NOBODY or state.blockade[place] != Blockade.NONE:
        return Refusal.NOT_FREE
    if is_laid_out(state, seat) or is_beside_an_engineer(state, seat, place):
        return Refusal.ALLOWED
    return Refusal.NOT_BESIDE_AN_ENGINEER


def is_beside_an_engineer(state: State, seat: int, place: int) -> bool:
    for agent in range(first_agent(seat), first_agent(seat) + A_SIDE):
        if state.role[agent] == Post.ENGINEER and BESIDE_EACH_OTHER[state.place[agent]][place] == 1:
            return True
    return False


def count_block(state: State, seat: int) -> int:
    if closed_block(state, seat) != Refusal.ALLOWED:
        return 0
    if is_laid_out(state, seat):
        return possible_blockades(state)
    found = 0
    for place in range(SPACES):
        if is_beside_an_engineer(state, seat, place) and refuse_block(state, seat, place) == Refusal.ALLOWED:
            found += 1
    return found


def nth_block(state: State, seat: int, k: int) -> int:
    for place in range(SPACES):
        if refuse_block(state, seat, place) == Refusal.ALLOWED:
            if k == 0:
                return place
            k -= 1
    return -1


def do_block(state: State, seat: int, place: int) -> None:
    if is_laid_out(state, seat):
        settle_the_cost(state, seat)
    else:
        spend_an_action(state)
    state.blockade[place] = Blockade.X + seat
