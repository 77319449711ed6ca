"""The rules of intel, in the order of the rule page: set-up, the turn, what everyone can do, the end.

Written in the small language of the kernel: the same functions run interpreted and compiled. The page's larger rooms have files
of their own: `board` (I1, I2.4), `turn` (I2, I5), `abilities` and `sabotage` (I4), `invariants` (what every position obeys).
"""

from __future__ import annotations

from topsecret.kernel import CHANCE_TURN, emit

from . import abilities, invariants, sabotage
from .abilities import closed_for_an_action, is_laid_out, not_own, spend_an_action
from .board import (
    agent_at,
    agents_on_board,
    are_beside,
    drop_if_overloaded,
    empty_stars,
    first_agent,
    is_completely_empty,
    leave_for_good,
    on_board,
    other_side,
    possess_what_lies_there,
    put_down,
    side_of,
    tiles_in_bag,
    tiles_of,
)
from .box import (
    A_SIDE,
    AGENTS,
    BESIDE,
    CARRIED,
    ENTRY,
    IN_FIELD,
    IS_BOTTOM,
    KINDS,
    MOST_CARRIED,
    NOBODY,
    OFF,
    RANDOM,
    ROLES,
    ROSTER,
    STAR,
    STARS,
    TILES,
    VALUE,
    WAYS,
    Intel,
)
from .state import Blockade, Cost, End, Ending, Phase, Post, Refusal, State, Told
from .turn import (
    NO_WINNER,
    begin_turn,
    end_if_agents_are_gone,
    end_if_the_goal_is_reached,
    end_the_turn,
    finish,
    trickle,
)

RULES = (abilities, sabotage, invariants)  # I4, and what every position obeys


# I1.6 Set-up


def setup(state: State) -> None:
    """I1.6: all tiles in the bag, all agents in the rosters."""
    for kind in range(KINDS):
        state.bag[kind] = TILES[kind]
    for agent in range(AGENTS):
        state.role[agent] = Post.NONE
        state.place[agent] = OFF
    for seat in range(2):
        state.paying[seat] = NOBODY
        state.paying_with[seat] = Cost.NONE
        for role in range(ROLES):
            state.roster[seat][role] = ROSTER[role]
    state.winner = NO_WINNER
    state.phase = Phase.FIRST_SEAT
    if state.starter != RANDOM:
        begin_turn(state, state.starter)


def weight_begin(state: State, first: int) -> int:
    return 1 if first < state.seats else 0


def do_begin(state: State, first: int) -> None:
    begin_turn(state, first)


# Who acts


def actors(state: State) -> int:
    if state.phase <= Phase.EXTRA:
        return CHANCE_TURN
    if state.phase == Phase.OVER:
        return 0
    return 1 << state.turn


def why_not_now(state: State, action: str) -> int:
    """I4.7: the extra tile is decided about first, and only when there is one."""
    return Refusal.EXTRA_WAITS if state.phase == Phase.KEEP else Refusal.NO_EXTRA


# I2.1 Trickle


def weight_draw(state: State, tile: int) -> int:
    return state.bag[tile]


def do_draw(state: State, tile: int) -> None:
    """I2.1: first the left entry, then the right one."""
    place = ENTRY[state.phase - Phase.LEFT]
    state.bag[tile] -= 1
    put_down(state, place, tile, 1)
    emit(state, Told.entered, tile, place)
    if state.phase == Phase.LEFT and tiles_in_bag(state) > 0:
        state.phase = Phase.RIGHT
    else:
        state.phase = Phase.ROLL


def weight_roll(state: State, tile: int, face: int) -> int:
    """The dice are rolled one after the other; each shows any face alike."""
    return 1 if tile == state.rolled else 0


def total_roll(state: State) -> int:
    return 6


def pick_roll(state: State, k: int) -> int:
    return state.rolled * 6 + k


def do_roll(state: State, tile: int, face: int) -> None:
    state.dice[tile] = face
    state.rolled += 1
    if state.rolled == KINDS:
        trickle(state)


# I2.5 Spawn


def closed_spawn(state: State, seat: int) -> int:
    if is_laid_out(state, seat):
        return Refusal.FINISH_FIRST
    if state.spawning == 0:
        return Refusal.SPAWNING_OVER
    if agents_on_board(state, seat) == A_SIDE:
        return Refusal.ENOUGH_AGENTS
    return Refusal.ALLOWED


def refuse_spawn(state: State, seat: int, role: int, place: int) -> int:
    if state.roster[seat][role] == 0:
        return Refusal.NONE_LEFT
    if not is_completely_empty(state, STAR[place]):
        return Refusal.NOT_EMPTY
    return Refusal.ALLOWED


def count_spawn(state: State, seat: int) -> int:
    if closed_spawn(state, seat) != Refusal.ALLOWED:
        return 0
    kinds = 0
    for role in range(ROLES):
        if state.roster[seat][role] > 0:
            kinds += 1
    return kinds * empty_stars(state)


def nth_spawn(state: State, seat: int, k: int) -> int:
    for role in range(ROLES):
        if state.roster[seat][role] > 0:
            for place in range(STARS):
                if is_completely_empty(state, STAR[place]):
                    if k == 0:
                        return role * STARS + place
                    k -= 1
    return -1


def free_slot(state: State, seat: int) -> int:
    agent = first_agent(seat)
    while on_board(state, agent):
        agent += 1
    return agent


def do_spawn(state: State, seat: int, role: int, place: int) -> None:
    agent = free_slot(state, seat)
    state.roster[seat][role] -= 1
    state.role[agent] = role
    state.place[agent] = STAR[place]
    state.fresh[agent] = 1
    emit(state, Told.spawned, agent, place)


# I3.1 Move


def closed_move(state: State, seat: int) -> int:
    return closed_for_an_action(state, seat)


def refuse_move(state: State, seat: int, agent: int, way: int) -> int:
    why = not_own(state, seat, agent)
    if why != Refusal.ALLOWED:
        return why
    if state.pinned[agent] == 1:
        return Refusal.PINNED
    target = BESIDE[state.place[agent]][way]
    if target == OFF or IN_FIELD[target] == 0:
        return Refusal.OUTSIDE_FIELD
    if agent_at(state, target) != NOBODY:
        return Refusal.OCCUPIED
    if state.blockade[target] != Blockade.NONE:
        return Refusal.BARRED
    return Refusal.ALLOWED


def count_move(state: State, seat: int) -> int:
    if closed_move(state, seat) != Refusal.ALLOWED:
        return 0
    found = 0
    for agent in range(first_agent(seat), first_agent(seat) + A_SIDE):
        if on_board(state, agent):
            for way in range(WAYS):
                if refuse_move(state, seat, agent, way) == Refusal.ALLOWED:
                    found += 1
    return found


def nth_move(state: State, seat: int, k: int) -> int:
    for agent in range(first_agent(seat), first_agent(seat) + A_SIDE):
        if on_board(state, agent):
            for way in range(WAYS):
                if refuse_move(state, seat, agent, way) == Refusal.ALLOWED:
                    if k == 0:
                        return agent * WAYS + way
                    k -= 1
    return -1


def do_move(state: State, seat: int, agent: int, way: int) -> None:
    target = BESIDE[state.place[agent]][way]
    spend_an_action(state)
    emit(state, Told.moved, agent, state.place[agent], target)
    state.place[agent] = target
    possess_what_lies_there(state, agent)
    if not on_board(state, agent):
        end_if_agents_are_gone(state)


# I3.2 Transfer, and I4.5: a double agent gives to any agent


def closed_give(state: State, seat: int) -> int:
    return closed_for_an_action(state, seat)


def refuse_give(state: State, seat: int, agent: int, tile: int, other: int) -> int:
    why = not_own(state, seat, agent)
    if why != Refusal.ALLOWED:
        return why
    if not on_board(state, other):
        return Refusal.NOT_ON_BOARD
    if agent == other:
        return Refusal.SAME_AGENT
    if state.carries[agent][tile] == 0:
        return Refusal.NOT_CARRIED
    if state.role[agent] == Post.DOUBLE_AGENT:
        return Refusal.ALLOWED
    if side_of(other) != seat:
        return Refusal.ONLY_DOUBLE_AGENTS
    if not are_beside(state, agent, other):
        return Refusal.NOT_BESIDE
    return Refusal.ALLOWED


def count_give(state: State, seat: int) -> int:
    if closed_give(state, seat) != Refusal.ALLOWED:
        return 0
    found = 0
    for agent in range(first_agent(seat), first_agent(seat) + A_SIDE):
        if on_board(state, agent):
            for tile in range(CARRIED):
                if state.carries[agent][tile] > 0:
                    for other in range(AGENTS):
                        if refuse_give(state, seat, agent, tile, other) == Refusal.ALLOWED:
                            found += 1
    return found


def nth_give(state: State, seat: int, k: int) -> int:
    for agent in range(first_agent(seat), first_agent(seat) + A_SIDE):
        if on_board(state, agent):
            for tile in range(CARRIED):
                if state.carries[agent][tile] > 0:
                    for other in range(AGENTS):
                        if refuse_give(state, seat, agent, tile, other) == Refusal.ALLOWED:
                            if k == 0:
                                return (agent * CARRIED + tile) * AGENTS + other
                            k -= 1
    return -1


def do_give(state: State, seat: int, agent: int, tile: int, other: int) -> None:
    spend_an_action(state)
    state.carries[agent][tile] -= 1
    state.carries[other][tile] += 1
    drop_if_overloaded(state, other)


# I3.3 Retire, and I4.7: the analyst's extra tile


def closed_retire(state: State, seat: int) -> int:
    return Refusal.FINISH_FIRST if is_laid_out(state, seat) else Refusal.ALLOWED


def refuse_retire(state: State, seat: int, agent: int) -> int:
    why = not_own(state, seat, agent)
    if why != Refusal.ALLOWED:
        return why
    if state.fresh[agent] == 1:
        return Refusal.JUST_SPAWNED
    if IS_BOTTOM[state.place[agent]] == 0:
        return Refusal.NOT_AT_THE_BOTTOM
    return Refusal.PINNED if state.pinned[agent] == 1 else Refusal.ALLOWED


def do_retire(state: State, seat: int, agent: int) -> None:
    draws = state.role[agent] == Post.ANALYST and tiles_of(state, agent) == MOST_CARRIED
    points = 0
    for kind in range(CARRIED):
        points += VALUE[kind] * state.carries[agent][kind]
        state.scored[seat][kind] += state.carries[agent][kind]
        state.carries[agent][kind] = 0
    state.points[seat] += points
    state.spawning = 0
    emit(state, Told.retired, seat, state.role[agent], points, state.points[seat], agent, state.place[agent])
    leave_for_good(state, agent)
    if end_if_the_goal_is_reached(state, seat):
        return
    if draws and tiles_in_bag(state) > 0:
        state.phase = Phase.EXTRA
    else:
        end_if_agents_are_gone(state)


def weight_draw_extra(state: State, tile: int) -> int:
    return state.bag[tile]


def do_draw_extra(state: State, tile: int) -> None:
    """I4.7: both players see it."""
    state.bag[tile] -= 1
    state.extra = tile
    state.phase = Phase.KEEP


def do_keep(state: State, seat: int) -> None:
    """I4.7: scored; a honeypot is 0 and out of play."""
    tile = state.extra
    state.scored[seat][tile] += 1
    state.points[seat] += VALUE[tile]
    state.extra = Intel.MEMO
    state.phase = Phase.TURN
    emit(state, Told.kept, seat, tile, state.points[seat])
    if not end_if_the_goal_is_reached(state, seat):
        end_if_agents_are_gone(state)


def do_put_back(state: State, seat: int) -> None:
    tile = state.extra
    state.bag[tile] += 1
    state.extra = Intel.MEMO
    state.phase = Phase.TURN
    emit(state, Told.returned, seat, tile)
    end_if_agents_are_gone(state)


# The end of a turn, and of the game


def refuse_end_turn(state: State, seat: int) -> int:
    return Refusal.FINISH_FIRST if is_laid_out(state, seat) else Refusal.ALLOWED


def do_end_turn(state: State, seat: int) -> None:
    end_the_turn(state)


def do_resign(state: State, seat: int) -> None:
    """I5.3"""
    finish(state, other_side(seat), End.RESIGNED)


def winners(state: State) -> int:
    """I5: nobody in a draw."""
    return 0 if state.winner == NO_WINNER else 1 << state.winner


def score(state: State, seat: int) -> int:
    return state.points[seat]


def is_a_draw(state: State) -> bool:
    """I5.2: both sides are gone, or the last turn is over, with equal points."""
    return state.winner == NO_WINNER


def ending(state: State) -> int:
    """I5: a draw is a draw however it came about; else as `finish` was told when it happened (`turn`, or above)."""
    if is_a_draw(state):
        return Ending.DRAW
    if state.end == End.GOAL:
        return Ending.GOAL
    if state.end == End.RESIGNED:
        return Ending.RESIGNED
    if state.end == End.ONE_GONE:
        return Ending.ONE_GONE
    if state.end == End.ALL_GONE:
        return Ending.ALL_GONE
    return Ending.LAST_TURN
