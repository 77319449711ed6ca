"""The shortest sure way to the goal in this turn: every action is tried, and every action after it, until one reaches the goal.

Positions that were seen before are not tried again, nor those from which the goal is out of reach whatever is done. What hangs on luck
(I4.7) is no way.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from topsecret.kernel.fields import Position
from topsecret.kernel.registry import game

from .board import first_agent, on_board
from .box import A_SIDE, ACTIONS, BOTTOM_ROW, CARRIED, GOAL, KINDS, MOST_CARRIED, SPACES, SPOTS, VALUE
from .state import End, Post, State

IDLE = ("end_turn", "resign", "back")  # they end the turn, or undo what was begun
Way = tuple[int, ...]  # codes of actions


def shortest_way(begin: Position, most_positions: int, most_steps: int) -> Way | None:
    """The first of the shortest; None if there is none, or if it would take more positions or steps than these to find it."""
    intel = game("intel")
    rules, seat = intel.interpreted, cast(State, begin).turn
    idle = {
        code
        for family in intel.actions.families
        if family.name in IDLE
        for code in range(family.start, family.start + family.size)
    }
    seen = {begin.fingerprint()}
    reached: list[tuple[Position, Way]] = [(begin, ())]
    for _ in range(most_steps):
        further: list[tuple[Position, Way]] = []
        for state, way in reached:
            for code in rules.listed(state, seat):
                if code in idle:
                    continue
                after = state.copy()
                rules.apply(after, seat, code)
                if is_won(cast(State, after), seat):
                    return (*way, code)
                if rules.actors(after) != 1 << seat:  # the turn is over, or luck decides
                    continue
                if not can_still_win(cast(State, after), seat):
                    continue
                mark = after.fingerprint()
                if mark not in seen:
                    seen.add(mark)
                    further.append((after, (*way, code)))
            if len(seen) > most_positions:
                return None
        reached = further
    return None


def is_won(state: State, seat: int) -> bool:
    return state.end == End.GOAL and state.winner == seat


def can_still_win(state: State, seat: int) -> bool:
    """Whether the goal is in reach if everything goes as well as can be. Some agents come home, each after as many moves as there are
    rows below it; besides what they carry, every action that is left brings the richest space or the best tile of others, and every
    hacker steals the best tile for the cheapest, once somebody is pinned (I4.9)."""
    agents, left = own(state, seat), state.actions_left
    worth = [sum(VALUE[kind] * state.carries[agent][kind] for kind in range(CARRIED)) for agent in agents]
    rows = [moves_home(state, agent) for agent in agents]
    booty = best_of(state, range(first_agent(1 - seat), first_agent(1 - seat) + A_SIDE))
    thefts = sum(state.role[agent] == Post.HACKER and state.stole[agent] == 0 for agent in agents)
    stolen = thefts * max(0, booty - 1) if left > 0 or pinned_enemies(state, seat) else 0
    richest = max(richest_space(state), best_of(state, agents)) if left > 0 else 0
    need = GOAL - state.points[seat] - left * richest - stolen
    for home in range(1 << len(agents)):
        chosen = [place for place in range(len(agents)) if home >> place & 1]
        if sum(rows[place] for place in chosen) <= left and sum(worth[place] for place in chosen) >= need:
            return True
    return False


def moves_home(state: State, agent: int) -> int:
    """I3.3: how many actions an agent needs at least until it can retire; more than there are if it cannot this turn."""
    if state.fresh[agent] == 1:
        return ACTIONS + 1
    return BOTTOM_ROW - SPOTS[state.place[agent]][0] + state.pinned[agent]


def pinned_enemies(state: State, seat: int) -> bool:
    return any(state.pinned[agent] == 1 for agent in own(state, 1 - seat))


def best_of(state: State, agents: Iterable[int]) -> int:
    """The best tile that any of these carries."""
    carried = [VALUE[kind] for agent in agents for kind in range(CARRIED) if state.carries[agent][kind] > 0]
    return max(carried, default=0)


def richest_space(state: State) -> int:
    """What lies on a space, no more than an agent carries; tiles can be pushed into the field from above it."""
    most = 0
    for space in range(SPACES):
        if state.lying[space] > 0:
            values = [VALUE[kind] for kind in range(KINDS) for _ in range(state.loose[space][kind])]
            most = max(most, sum(sorted(values, reverse=True)[:MOST_CARRIED]))
    return most


def own(state: State, seat: int) -> list[int]:
    return [agent for agent in range(first_agent(seat), first_agent(seat) + A_SIDE) if on_board(state, agent)]
