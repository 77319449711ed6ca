"""What an action is worth to a seat: the position after it, judged by points, by what agents carry home, and by what is about to fall
on them. One action deep (a cost laid out: two); quick; no certainty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel.fields import fill
from topsecret.kernel.moves import Move

from . import abilities, rules, sabotage
from .box import (
    A_SIDE,
    ACTIONS,
    AGENTS,
    BESIDE,
    BOTTOM_ROW,
    CARRIED,
    DOWN,
    IN_FIELD,
    KINDS,
    MOST_CARRIED,
    OFF,
    SPACES,
    SPOTS,
    VALUE,
    Intel,
)
from .state import Actions, Blockade, Phase, Post, State

RULE: dict[str, Any] = vars(rules) | vars(abilities) | vars(sabotage)

HAZE = 0.05  # differences below this are luck

WIN = 1000.0
ENEMY = 0.3  # what the other side's points and loads count
THEIR_HOPE = 0.35  # and what it may still get
AGENT_KEPT = 0.3  # an agent, in the roster or on the board
PRESENCE = 0.2  # what it is worth more on the board
HOME = 0.85  # what is carried may still be lost
CARRY_HOME = 0.92  # and more so with every row from home
FULL = -0.6  # an agent that carries three has nothing to wait for
IN_REACH = 0.9  # a tile that can be fetched this turn loses so much with every step
OUT_OF_REACH = 0.35
FARTHEST = 5
OVERLOAD = (0.0, 0.02, 0.25, 1.0)  # how bad an arriving tile is, by how many are carried
PINNED = 0.7
EXTRA = 2.0  # I4.7
FAVOURITE = (0.0, 0.1, 0.3, 0.05, 0.1, 0.05, 0.0)  # by role, on the board
THIEF, POOR_THIEF = (
    0.25,
    0.08,
)  # what a hacker within a turn's steps puts in danger of what is carried: one that can pay, one that cannot yet

FAMILIES = {family.name: family for family in Actions.families}


def distances() -> tuple[tuple[int, ...], ...]:
    """Steps between spaces of the field, as if it were empty."""
    table = []
    for start in range(SPACES):
        steps = [99] * SPACES
        steps[start] = 0
        waiting = [start]
        for space in waiting:
            for beside in BESIDE[space]:
                if beside != OFF and IN_FIELD[beside] and steps[beside] == 99:
                    steps[beside] = steps[space] + 1
                    waiting.append(beside)
        table.append(tuple(steps))
    return tuple(table)


DISTANCE = distances()


def known(view: dict[str, Any]) -> State:
    """The position as a seat sees it, with nothing laid out by the other seat."""
    position = {name: view[name] for name in State.fields}
    position["paying"] = [who or "nobody" for who in position["paying"]]
    position["paying_with"] = [tile or "none" for tile in position["paying_with"]]
    state = State.blank(view["seats"])
    fill(state, position)
    return state


def haze(view: dict[str, Any]) -> float:
    """How much is nearly equal. There is little to hide."""
    return HAZE


def weigh(view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[Move]) -> list[float]:
    """The worth of each legal action to the seat whose view it is."""
    state, me = known(view), int(view["viewer"])
    return [worth_of(state, me, move) for move in legal]


def worth_of(state: State, me: int, move: Move) -> float:
    if move.family == "back":
        return -WIN * 2
    if move.family == "end_turn":
        return worth(state, me, 0)
    after = state.copy()
    do(after, me, move.family, FAMILIES[move.family].values(move.code))
    gain = max(completed(after, me)) if move.family == "pay" else worth(after, me, after.actions_left)
    if after.actions_left == state.actions_left and gain < worth(state, me, state.actions_left) + HAZE:
        return worth(state, me, 0) - HAZE  # free, but no progress: rather end the turn
    return gain


def do(state: State, me: int, family: str, values: tuple[int, ...]) -> None:
    RULE[f"do_{family}"](state, me, *values)


def completed(state: State, me: int) -> list[float]:
    """What each way is worth in which a cost that is laid out can be used."""
    role = state.role[state.paying[me]]
    family = {Post.HACKER: "steal", Post.ENGINEER: "block"}.get(Post(role), "lower")
    if role == Post.SMUGGLER and not abilities.is_comms(state, role):
        family = "journey"
    found = []
    for rank in range(FAMILIES[family].size):
        values = FAMILIES[family].values(FAMILIES[family].start + rank)
        if RULE[f"refuse_{family}"](state, me, *values) == 0:
            after = state.copy()
            do(after, me, family, values)
            found.append(worth(after, me, after.actions_left))
    return found


# positions


def worth(state: State, me: int, actions: int) -> float:
    """A position in my turn, with so many actions left."""
    if state.phase == Phase.OVER:
        return 0.0 if state.winner < 0 else WIN if state.winner == me else -WIN
    falling = arrivals(state)
    mine = side(state, me, actions, 1.0, falling)
    theirs = side(state, 1 - me, ACTIONS, THEIR_HOPE, falling)
    if state.phase == Phase.EXTRA:
        mine += sum(VALUE[kind] * state.bag[kind] for kind in range(KINDS)) / max(1, sum(state.bag))
    return mine - ENEMY * theirs


def arrivals(state: State) -> dict[int, list[float]]:
    """What falls onto the agents' spaces until it is my turn again: so many tiles, so much value, and how likely no honeypot."""
    falling = {state.place[agent]: [0.0, 0.0, 1.0] for agent in range(AGENTS) if state.place[agent] != OFF}
    rows = {SPOTS[space][0] for space in falling}
    for space in range(SPACES):
        row = SPOTS[space][0]
        if row + 1 not in rows and row + 2 not in rows:
            continue
        tiles = state.loose[space]
        if not any(tiles) or state.blockade[space] != Blockade.NONE:
            continue
        for first, share in below(state, space):
            if first in falling:
                for kind in range(KINDS):
                    if tiles[kind]:
                        let_fall(falling[first], kind, share, tiles[kind])
            else:
                for second, part in below(state, first):
                    if second in falling:
                        for kind in range(KINDS):
                            if tiles[kind]:
                                let_fall(falling[second], kind, share * part, tiles[kind])
    return falling


def below(state: State, space: int) -> list[tuple[int, float]]:
    """Where a tile trickles to, and how likely."""
    ways = [BESIDE[space][DOWN + side] for side in range(2)]
    is_open = [way == OFF or state.blockade[way] == Blockade.NONE for way in ways]
    shares = [(way, 0.5 if all(is_open) else 1.0) for way, free in zip(ways, is_open) if free]
    return [(way, share) for way, share in shares if way != OFF]


def let_fall(onto: list[float], kind: int, chance: float, number: int) -> None:
    if kind == Intel.HONEYPOT:
        onto[2] *= 1 - chance
    else:
        onto[0] += chance * number
        onto[1] += chance * number * VALUE[kind]


def side(state: State, seat: int, actions: int, hope: float, falling: dict[int, list[float]]) -> float:
    """What one side has and can hope for."""
    total = state.points[seat] + AGENT_KEPT * sum(state.roster[seat])
    standing = [agent for agent in range(seat * A_SIDE, (seat + 1) * A_SIDE) if state.place[agent] != OFF]
    near = attractions(state, standing, actions) if hope else {}
    for agent in standing:
        total += one_agent(state, agent, hope, near.get(agent, 0.0), falling[state.place[agent]])
    return total


def one_agent(state: State, agent: int, hope: float, near: float, falls: list[float]) -> float:
    """An agent on the board: what it carries home if nothing happens, and what it may still get."""
    carried = state.carries[agent]
    tiles = sum(carried)
    number, value, clean = falls
    role = state.role[agent]
    load = float(sum(VALUE[kind] * carried[kind] for kind in range(CARRIED)))
    home = home_from(state.place[agent]) * (PINNED if state.pinned[agent] else 1.0)
    lost = min(1.0, number * OVERLOAD[tiles])
    if tiles == MOST_CARRIED:
        load += EXTRA if role == Post.ANALYST else 0.0
        hopes = FULL
    else:
        hopes = max(near, 0.5 * min(value, 4.0) * (1 - lost) * (1.0 - 0.2 * tiles))
    if load:
        load *= 1.0 - in_danger(state, agent)
    return clean * (AGENT_KEPT + PRESENCE + FAVOURITE[role] + load * home * (1 - lost) + hope * hopes)


def in_danger(state: State, agent: int) -> float:
    """How much of what an agent carries the other side can get: a hacker that is near, who pins and steals."""
    danger, first = 0.0, (1 - agent // A_SIDE) * A_SIDE
    for other in range(first, first + A_SIDE):
        if state.place[other] != OFF and state.role[other] == Post.HACKER and not state.pinned[other]:
            if DISTANCE[state.place[other]][state.place[agent]] <= ACTIONS:
                danger = max(danger, THIEF if any(state.carries[other]) else POOR_THIEF)
    return danger


def attractions(state: State, standing: list[int], actions: int) -> dict[int, float]:
    """The best loose tile that each agent may fetch, if no other is nearer: less than it is worth once it is carried, and less with
    every step."""
    best: dict[int, float] = {}
    room = {agent: MOST_CARRIED - sum(state.carries[agent]) for agent in standing if not state.pinned[agent]}
    for space in range(SPACES):
        lying, tiles = state.lying[space], state.loose[space]
        if not lying or tiles[Intel.HONEYPOT] or state.blockade[space] != Blockade.NONE:
            continue
        steps, agent = min(
            ((DISTANCE[state.place[agent]][space], agent) for agent in room if room[agent] >= lying), default=(99, 0)
        )
        if steps <= FARTHEST:
            value = sum(VALUE[kind] * tiles[kind] for kind in range(CARRIED)) * home_from(space)
            late = steps - actions
            pull = value * (IN_REACH**steps if late <= 0 else 0.5 * OUT_OF_REACH**late)
            best[agent] = max(best.get(agent, 0.0), pull)
    return best


def home_from(space: int) -> float:
    """How much of a load comes home from here."""
    return HOME * CARRY_HOME ** (BOTTOM_ROW - SPOTS[space][0])
