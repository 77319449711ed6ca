"""What a player of intel could work out: how likely each tile comes to each space with the next trickle (I2.1 to I2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from topsecret.kernel import Game, Topic
from topsecret.kernel.names import texts

from .board import tiles_in_bag
from .box import ENTRY, GOAL, KINDS, OFF, SPACES, Intel, Space
from .state import Phase, State
from .turn import end_the_turn, where_it_trickles

LEFT, RIGHT = 0, 1
ODD, EVEN = 1, 2  # a face of each sort
FIRST_TURNS = 2  # one of each side


def next_trickle(game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], about: str) -> dict[str, Any]:
    """By space and tile: in how many of `of` equally likely cases at least one such tile arrives there, if this turn ended now."""
    state = cast(State, game.sketch(view))
    end_the_turn(state)
    if state.phase == Phase.OVER:
        return {"of": 1, "spaces": {}}
    bag = tiles_in_bag(state)
    draws = max(bag * (bag - 1), 1)  # ordered pairs of tiles; with one tile left it goes to the left
    found: dict[str, dict[str, int]] = {}
    for kind in range(KINDS):
        for face in (ODD, EVEN):
            state.dice[kind] = face
            for space, ways in arrivals(state, kind, bag, draws).items():
                row = found.setdefault(texts(Space)[space], {})
                row[texts(Intel)[kind]] = row.get(texts(Intel)[kind], 0) + ways
    return {"of": 2 * draws, "spaces": found}


def arrivals(state: State, kind: int, bag: int, draws: int) -> dict[int, int]:
    """By space: in how many draws a tile of this kind arrives there, with its die as it lies."""
    found: dict[int, int] = {}
    for side, ways in (
        (LEFT, draws_with(state.bag[kind], bag, draws, 1)),
        (RIGHT, draws_with(state.bag[kind], bag, draws, 2)),
    ):
        space = where_it_trickles(state, ENTRY[side], kind)
        if space == OFF or ways == 0:
            continue
        if space in found:  # both entries lead there
            others = bag - state.bag[kind]
            found[space] = draws - others * (others - 1)
        else:
            found[space] = ways
    for origin in range(SPACES):
        if state.loose[origin][kind] > 0:
            space = where_it_trickles(state, origin, kind)
            if space not in (OFF, origin):
                found[space] = draws
    return found


def draws_with(of_kind: int, bag: int, draws: int, which: int) -> int:
    """In how many draws the first (the second) tile is of a kind of which there are so many in the bag."""
    if bag == 0 or (bag == 1 and which == 2):
        return 0
    return of_kind * draws // bag


def in_a_turn(view: dict[str, Any]) -> tuple[str, ...]:
    return ("",) if view["phase"] == texts(Phase)[Phase.TURN] else ()


def coach(game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], about: str) -> dict[str, Any]:
    """For newcomers: what is asked and why, as the key of a word and its parameters."""
    me = view["viewer"]
    if me not in view["actors"]:
        return {"word": "watch", "params": {}}
    if view["phase"] == "keep":
        return {"word": "keep", "params": {}}
    mine = [agent for agent in view["place"] if agent.startswith("xy"[me]) and view["place"][agent] != "off"]
    home = [one for one in mine if view["place"][one][0] == "h" and not view["fresh"][one] and not view["pinned"][one]]
    if any(sum(view["carries"][agent].values()) for agent in home):
        return {"word": "retire", "params": {}}
    if view["spawning"] and len(mine) < 3 and sum(view["roster"][me].values()):
        if len(mine) == 0 and view["turns"] <= FIRST_TURNS:
            return {"word": "first", "params": {"goal": GOAL}}
        return {"word": "spawn", "params": {"count": 3 - len(mine)}}
    if not view["actions_left"]:
        return {"word": "end", "params": {}}
    carrying = any(sum(view["carries"][agent].values()) for agent in mine)
    return {"word": "bring_home" if carrying else "catch", "params": {"count": view["actions_left"]}}


TOPICS = {"trickle": Topic(next_trickle, in_a_turn), "coach": Topic(coach)}
