"""How a turn begins, trickles and ends, and the game (I2.1-I2.3, I4.9, I4.10, I5)."""

from __future__ import annotations

from topsecret.kernel import emit

from .board import (
    agents_left,
    first_agent,
    on_board,
    other_side,
    possess_what_lies_there,
    put_down,
    take_away,
    tiles_in_bag,
)
from .box import A_SIDE, ACTIONS, AGENTS, BESIDE, DOWN, GOAL, KINDS, MOST_TURNS, NOBODY, OFF, SPACES, Intel
from .state import Blockade, Cost, End, Phase, State, Told

NO_WINNER = -1


def begin_turn(state: State, seat: int) -> None:
    """I2, I2.1: an empty bag skips the draws."""
    state.turn = seat
    state.turns += 1
    state.actions_left = ACTIONS
    state.spawning = 1
    state.rolled = 0
    for kind in range(KINDS):
        state.dice[kind] = 0
    emit(state, Told.turn_begins, seat, state.turns)
    state.phase = Phase.LEFT if tiles_in_bag(state) > 0 else Phase.ROLL


# I2.1-I2.4 The trickle


def where_it_trickles(state: State, space: int, kind: int) -> int:
    """I2.1, I2.3: the space below by the die, the other one if a blockade is in the way; its own space if it is held."""
    if state.blockade[space] != Blockade.NONE:
        return space
    odd = state.dice[kind] % 2
    below = BESIDE[space][DOWN + 1 - odd]
    if below == OFF or state.blockade[below] == Blockade.NONE:
        return below
    below = BESIDE[space][DOWN + odd]
    if below == OFF or state.blockade[below] == Blockade.NONE:
        return below
    return space


def trickle(state: State) -> None:
    """I2.1: all loose tiles move at the same time. From the bottom up, so that none moves twice; agents take what arrived only
    when all have moved."""
    for space in range(SPACES - 1, -1, -1):
        if state.lying[space] > 0:
            for kind in range(KINDS):
                number = state.loose[space][kind]
                if number > 0:
                    target = where_it_trickles(state, space, kind)
                    if target == space:
                        emit(state, Told.held, kind, number, space)
                        continue
                    take_away(state, space, kind, number)
                    if target == OFF:
                        state.bag[kind] += number
                    else:
                        put_down(state, target, kind, number)
                    emit(state, Told.trickled, kind, number, space, target)
    for agent in range(AGENTS):
        if on_board(state, agent):
            possess_what_lies_there(state, agent)
    state.phase = Phase.TURN
    end_if_agents_are_gone(state)


# I4.9, I4.10 What ends with a turn


def end_the_turn(state: State) -> None:
    """Pins on the agents of the seat whose turn ends, and blockades of the other seat, have lasted long enough."""
    seat = state.turn
    for agent in range(first_agent(seat), first_agent(seat) + A_SIDE):
        state.fresh[agent] = 0
        state.hacked[agent] = 0
        state.stole[agent] = 0
        if state.pinned[agent] == 1:
            state.pinned[agent] = 0
            emit(state, Told.pin_ended, agent)
    for space in range(SPACES):
        if state.blockade[space] == Blockade.X + other_side(seat):
            state.blockade[space] = Blockade.NONE
            emit(state, Told.blockade_ended, space)
    if was_the_last_turn(state):
        finish_by_points(state, End.LAST_TURN)
    else:
        begin_turn(state, other_side(seat))


# I5 The end


def has_reached_the_goal(state: State, seat: int) -> bool:
    """I5.1"""
    return state.points[seat] >= GOAL


def is_gone(state: State, seat: int) -> bool:
    """I5.2: without agents, on the board and in the roster."""
    return agents_left(state, seat) == 0


def is_behind(state: State, seat: int) -> bool:
    return state.points[seat] < state.points[other_side(seat)]


def was_the_last_turn(state: State) -> bool:
    """I5.2"""
    return state.turns == MOST_TURNS


def finish(state: State, winner: int, end: int) -> None:
    """Whatever is still being chosen is off: a cost laid out (I3.4), the analyst's extra tile (I4.7)."""
    if state.phase == Phase.KEEP:
        state.bag[state.extra] += 1
        state.extra = Intel.MEMO
    for seat in range(2):
        state.paying[seat] = NOBODY
        state.paying_with[seat] = Cost.NONE
    state.phase = Phase.OVER
    state.winner = winner
    state.end = end
    emit(state, Told.finished, end)


def finish_by_points(state: State, end: int) -> None:
    """I5.2: the higher score wins; equal is a draw."""
    if is_behind(state, 1):
        finish(state, 0, end)
    elif is_behind(state, 0):
        finish(state, 1, end)
    else:
        finish(state, NO_WINNER, end)


def end_if_the_goal_is_reached(state: State, seat: int) -> bool:
    """I5.1"""
    if not has_reached_the_goal(state, seat):
        return False
    finish(state, seat, End.GOAL)
    return True


def end_if_agents_are_gone(state: State) -> None:
    """I5.2: both have none, or one has none and fewer points."""
    if is_gone(state, 0) and is_gone(state, 1):
        finish_by_points(state, End.ALL_GONE)
    elif is_gone(state, 0) and is_behind(state, 0):
        finish(state, 1, End.ONE_GONE)
    elif is_gone(state, 1) and is_behind(state, 1):
        finish(state, 0, End.ONE_GONE)
