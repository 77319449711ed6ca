"""What every position of intel obeys: 47 tiles, 24 agents, each somewhere once. Used for start positions and by the laws."""

from __future__ import annotations

from collections.abc import Set

from .abilities import refuse_pay
from .board import agent_at, agents_left, first_agent, on_board, side_of, tiles_in_bag, tiles_of
from .box import (
    A_SIDE,
    ACTIONS,
    AGENTS,
    CARRIED,
    GOAL,
    IN_FIELD,
    KINDS,
    MOST_CARRIED,
    MOST_TURNS,
    NOBODY,
    ROLES,
    ROSTER,
    SPACES,
    TILES,
    VALUE,
)
from .state import Blockade, Cost, End, Flaw, Phase, Post, Refusal, State
from .turn import NO_WINNER


def bad_options(state: State) -> int:
    """Every combination of options can be played."""
    return Flaw.SOUND


def work_out(state: State, left_out: Set[str]) -> None:
    """Counts that follow from the rest of a start position: tiles that are nowhere else are in the bag, agents in the rosters."""
    for seat in range(2):
        if "points" in left_out:
            state.points[seat] = sum(VALUE[kind] * state.scored[seat][kind] for kind in range(KINDS))
        for role in range(ROLES):
            free = ROSTER[role] - standing(state, seat, role)
            if "roster" in left_out:
                state.roster[seat][role] = max(0, free - state.gone[seat][role])
            elif "gone" in left_out:
                state.gone[seat][role] = max(0, free - state.roster[seat][role])
    for kind in range(KINDS):
        if "bag" in left_out:
            state.bag[kind] = max(0, TILES[kind] - out_of_the_bag(state, kind))
    for space in range(SPACES):
        if "lying" in left_out:
            state.lying[space] = sum(state.loose[space])


def out_of_the_bag(state: State, kind: int) -> int:
    """I1.4: tiles that are loose on the board, carried, scored, or in the analyst's hand."""
    out = sum(state.loose[space][kind] for space in range(SPACES)) + sum(state.scored[seat][kind] for seat in range(2))
    if kind < CARRIED:
        out += sum(state.carries[agent][kind] for agent in range(AGENTS))
    return out + int(state.phase == Phase.KEEP and state.extra == kind)


def standing(state: State, seat: int, role: int) -> int:
    """How many agents of a role a seat has on the board."""
    return sum(state.role[first_agent(seat) + slot] == role for slot in range(A_SIDE))


def unsound(state: State) -> int:
    """The first thing that is wrong with a position; 0 if it is sound."""
    for flaw in (
        agents(state),
        places(state),
        tiles(state),
        points(state),
        pins(state),
        blockades(state),
        phase(state),
        draft(state),
        end(state),
    ):
        if flaw != Flaw.SOUND:
            return flaw
    return Flaw.SOUND


def tiles(state: State) -> int:
    """I1.4: every tile is somewhere, once. I2.4"""
    if any(state.bag[kind] + out_of_the_bag(state, kind) != TILES[kind] for kind in range(KINDS)):
        return Flaw.TILES
    if any(state.lying[space] != sum(state.loose[space]) for space in range(SPACES)):
        return Flaw.TILES
    if state.phase != Phase.KEEP and state.extra != 0:
        return Flaw.TILES
    for agent in range(AGENTS):
        if tiles_of(state, agent) > (MOST_CARRIED if on_board(state, agent) else 0):
            return Flaw.POSSESSION
        if on_board(state, agent) and state.lying[state.place[agent]] > 0:
            return Flaw.POSSESSION
    return Flaw.SOUND


def agents(state: State) -> int:
    """I1.5: every agent is in the roster, on the board, or out of the game."""
    for agent in range(AGENTS):
        if on_board(state, agent) != (state.role[agent] != Post.NONE):
            return Flaw.AGENTS
    for seat in range(2):
        for role in range(ROLES):
            if state.roster[seat][role] + standing(state, seat, role) + state.gone[seat][role] != ROSTER[role]:
                return Flaw.AGENTS
    return Flaw.SOUND


def places(state: State) -> int:
    """I1.2, I3.1: agents stand in the field, each on a space of its own, without a blockade."""
    for agent in range(AGENTS):
        if on_board(state, agent):
            space = state.place[agent]
            if not IN_FIELD[space] or agent_at(state, space) != agent or state.blockade[space] != Blockade.NONE:
                return Flaw.PLACES
    return Flaw.SOUND


def points(state: State) -> int:
    """I3.3, I5.1"""
    for seat in range(2):
        if state.points[seat] != sum(VALUE[kind] * state.scored[seat][kind] for kind in range(KINDS)):
            return Flaw.POINTS
        if state.points[seat] >= GOAL and (state.end != End.GOAL or state.winner != seat):
            return Flaw.POINTS
    return Flaw.SOUND


def pins(state: State) -> int:
    """I4.9: pins on an agent end with its owner's turn; what a hacker did is noted only in its own turn, as is a spawn (I3.3)."""
    for agent in range(AGENTS):
        mine = side_of(agent) == state.turn and on_board(state, agent)
        if state.pinned[agent] and not on_board(state, agent):
            return Flaw.PINS
        if (state.hacked[agent] or state.stole[agent]) and not (mine and state.role[agent] == Post.HACKER):
            return Flaw.PINS
        if state.fresh[agent] and not mine:
            return Flaw.AGENTS
    return Flaw.SOUND


def blockades(state: State) -> int:
    """I4.10: nobody has blockades before the second turn but the seat whose turn it is."""
    other = Blockade.X + 1 - state.turn
    if state.turns <= 1 and any(owner == other for owner in state.blockade):
        return Flaw.BLOCKADES
    return Flaw.SOUND


def phase(state: State) -> int:
    """I2: what happens now can happen."""
    if (state.phase == Phase.FIRST_SEAT) != (state.turns == 0):
        return Flaw.PHASE
    if state.phase in (Phase.LEFT, Phase.RIGHT, Phase.EXTRA) and tiles_in_bag(state) == 0:
        return Flaw.PHASE
    if (state.rolled == KINDS) != (state.phase > Phase.ROLL) or (state.rolled > 0 and state.phase < Phase.ROLL):
        return Flaw.PHASE
    if state.spawning and state.actions_left < ACTIONS:
        return Flaw.PHASE
    if any((state.dice[kind] > 0) != (kind < state.rolled) for kind in range(KINDS)):
        return Flaw.PHASE
    return Flaw.SOUND


def draft(state: State) -> int:
    """I3.4: only what could be paid now is laid out."""
    for seat in range(2):
        agent, tile = state.paying[seat], state.paying_with[seat]
        if (agent == NOBODY) != (tile == Cost.NONE):
            return Flaw.DRAFT
        if agent != NOBODY and (
            state.phase != Phase.TURN or state.turn != seat or refuse_pay(state, seat, agent, tile) != Refusal.ALLOWED
        ):
            return Flaw.DRAFT
    return Flaw.SOUND


def end(state: State) -> int:
    """I5: it is over exactly when there is a reason."""
    if (state.phase == Phase.OVER) != (state.end != End.NOT_OVER) or (
        state.winner != NO_WINNER and state.phase != Phase.OVER
    ):
        return Flaw.END
    if state.phase == Phase.OVER and not is_a_reason(state):
        return Flaw.END
    if state.phase in (Phase.TURN, Phase.LEFT, Phase.RIGHT, Phase.ROLL):
        left = [agents_left(state, seat) for seat in range(2)]
        if left == [0, 0] or any(not left[seat] and state.points[1 - seat] > state.points[seat] for seat in range(2)):
            return Flaw.END
    return Flaw.SOUND


def is_a_reason(state: State) -> bool:
    """Whether a game that is over could end so, with this winner."""
    left = [agents_left(state, seat) for seat in range(2)]
    ahead = NO_WINNER if state.points[0] == state.points[1] else int(state.points[1] > state.points[0])
    if state.end == End.ALL_GONE:
        return left == [0, 0] and state.winner == ahead
    if state.end == End.LAST_TURN:
        return state.turns == MOST_TURNS and state.winner == ahead
    if state.winner == NO_WINNER:
        return False
    if state.end == End.GOAL:
        return state.points[state.winner] >= GOAL
    if state.end == End.ONE_GONE:
        return left[1 - state.winner] == 0 and state.winner == ahead
    return True
