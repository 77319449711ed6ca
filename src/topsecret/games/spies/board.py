"""The board: agents walk, reach the safe, and score (S1, S3.2-S3.4, S5.9)."""

from __future__ import annotations

from topsecret.kernel import emit

from .box import AGENTS, BUILDINGS, MOST_SEATS, VALUE, Building
from .state import State, Told


def left_of(state: State, seat: int) -> int:
    return 0 if seat + 1 == state.seats else seat + 1


def plays(state: State, agent: int) -> bool:
    """S2.1: whether the agent is in play."""
    return state.in_play >> agent & 1 == 1


def free_agents(state: State) -> int:
    """S2.3: how many agents in play nobody holds."""
    free = 0
    for agent in range(AGENTS):
        free += state.in_play >> agent & 1
    for seat in range(state.seats):
        free -= state.agents_held[seat]
    return free


def is_free(state: State, agent: int) -> bool:
    """S2.3: in play, and nobody holds it."""
    free = state.in_play >> agent & 1
    for seat in range(MOST_SEATS):
        free &= ~state.holds[seat][agent]
    return free == 1


def agents_in(state: State, building: int) -> int:
    """The agents in a building, as bits."""
    here = 0
    for agent in range(AGENTS):
        if state.place[agent] == building:
            here |= 1 << agent
    return here


def ahead(building: int, steps: int) -> int:
    """S3.2: clockwise, one building a point; never all the way round."""
    there = building + steps
    return there if there < BUILDINGS else there - BUILDINGS


def back(building: int, steps: int) -> int:
    return building - steps if building >= steps else building - steps + BUILDINGS


def put_agent(state: State, agent: int, building: int) -> bool:
    """A card moves an agent: who comes to the safe has reached it, who leaves it has not (S5.9). Whether it came to the ruins (S5.3)."""
    if state.place[agent] == building:
        return False
    emit(state, Told.moved, agent, state.place[agent], building)
    state.place[agent] = building
    if building == state.safe:
        state.reached |= 1 << agent
    else:
        state.reached &= ~(1 << agent)
    return building == Building.RUINS


def put_safe(state: State, building: int) -> None:
    """S5.9: when the safe moves, nobody has reached it any more."""
    emit(state, Told.safe_moved, state.safe, building)
    state.safe = building
    state.reached = 0


def score_agents(state: State) -> None:
    """S3.4: every agent in play scores its building; never below 0."""
    emit(state, Told.scoring, state.safe)
    for agent in range(AGENTS):
        if state.in_play >> agent & 1:
            points = VALUE[state.place[agent]]
            if state.marker[agent] + points < 0:
                points = -state.marker[agent]
            state.marker[agent] += points
            emit(state, Told.scored, agent, points, state.marker[agent])


def farthest_marker(state: State) -> int:
    farthest = 0
    for marker in state.marker:
        if marker > farthest:
            farthest = marker
    return farthest
