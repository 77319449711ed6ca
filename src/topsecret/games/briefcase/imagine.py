"""Worlds that agree with everything a viewer has seen (B9.1): every such deal equally often, whatever the "?" was told to answer."""

from __future__ import annotations

import random
from typing import Any

from topsecret.kernel import HIDDEN

from .box import CROWNED, IN_BOX, MOST_SPIES, SIDES, SPIES, Piece
from .deals import deals
from .invariants import dealt
from .notebook import Masks, remember
from .state import PRETENDED, Order, Shown, State


def imagine(world: State, viewer: int, seen: list[dict[str, Any]], rng: random.Random) -> float:
    """Fills what the viewer cannot see; all worlds weigh the same."""
    known = masks_for(world, seen)
    for side in range(SIDES):
        deal_pieces(world, side, known[side], rng)
        write_notebook(world, side, known[side])
        if world.order[side] is HIDDEN:
            world.order[side] = rng.choice(possible_orders(world)) if world.ordered[1 - side] else int(Order.YES)
    return 1.0


def masks_for(world: State, seen: list[dict[str, Any]]) -> Masks:
    """What each spy can be. A match that began in the middle has told less than happened: what is to be seen counts too."""
    if world.can_be[0][0] is not HIDDEN:
        return [list(row) for row in world.can_be]
    masks = remember(world.box, seen)
    for side in range(SIDES):
        for spy in range(MOST_SPIES):
            if world.piece[side][spy] is not HIDDEN and world.piece[side][spy] != Piece.NONE:
                if world.shown[side][spy] != Shown.NOBODY:
                    masks[side][spy] = 1 << world.piece[side][spy]
            if world.promoted[side][spy]:
                masks[side][spy] &= CROWNED[world.box]
    return masks


def deal_pieces(world: State, side: int, masks: list[int], rng: random.Random) -> None:
    """Where the viewer does not see the pieces of a side: a deal that agrees."""
    if all(piece is not HIDDEN for piece in world.piece[side]):
        return
    drawn = deals(tuple(masks[: SPIES[world.box]])).draw(rng)
    for spy in range(MOST_SPIES):
        world.piece[side][spy] = drawn[spy].bit_length() - 1 if spy < dealt(world, side) else int(Piece.NONE)


def write_notebook(world: State, side: int, masks: list[int]) -> None:
    """Where the viewer has no assisted notebook: as it would be. What a Reveal 1 showed to the owner alone is in it."""
    for spy in range(MOST_SPIES):
        if world.can_be[side][spy] is HIDDEN:
            learned = world.shown[side][spy] != Shown.NOBODY
            world.can_be[side][spy] = 1 << world.piece[side][spy] if learned else masks[spy]


def possible_orders(world: State) -> list[int]:
    """B4.5: any order; what the "?" is told says nothing about the deal."""
    in_box = IN_BOX[world.box]
    return [int(order) for order in Order if PRETENDED[order] == Piece.NONE or in_box >> PRETENDED[order] & 1]
