"""Worlds that agree with what a viewer has seen. Everything is public, but for a cost that a seat has laid out and not yet paid (I3.4)."""

from __future__ import annotations

import random
from typing import Any

from topsecret.kernel import HIDDEN

from .abilities import refuse_pay
from .box import AGENTS, CARRIED, NOBODY
from .state import Cost, Phase, Refusal, State


def imagine(world: State, viewer: int, seen: list[dict[str, Any]], rng: random.Random) -> float:
    """Fills the drafts of others: nothing laid out, or any tile that could be, all alike."""
    for seat in range(world.seats):
        if world.paying[seat] is HIDDEN:
            agent, tile = rng.choice(drafts(world, seat))
            world.paying[seat] = agent
            world.paying_with[seat] = tile
    return 1.0


def drafts(world: State, seat: int) -> list[tuple[int, int]]:
    """All drafts that a seat may have now."""
    nothing: tuple[int, int] = (NOBODY, Cost.NONE)
    if world.phase != Phase.TURN or world.turn != seat:
        return [nothing]
    payable = (
        (agent, tile)
        for agent in range(AGENTS)
        for tile in range(CARRIED)
        if refuse_pay(world, seat, agent, tile) == Refusal.ALLOWED
    )
    return [nothing, *payable]
