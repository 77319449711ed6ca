"""Who is who? Imagines worlds that agree with everything seat 0 has seen, and counts who holds which agent.

python examples/beliefs.py
"""

from __future__ import annotations

import random
from collections import defaultdict

import topsecret
from topsecret.kernel.fields import truth


def beliefs(match: topsecret.Match, seat: int, worlds: int = 500) -> dict[int, dict[str, float]]:
    """For each other seat: how often it holds each agent, by weight."""
    chooser = random.Random(1)
    found: dict[int, dict[str, float]] = {other: defaultdict(float) for other in range(match.seats) if other != seat}
    view, seen = match.view(seat), match.events(seat)
    for _ in range(worlds):
        world, weight = match.game.imagine(view, seen, chooser)
        for other, shares in found.items():
            for agent, held in truth(world)["holds"][other].items():
                shares[agent] += weight * held
    return found


def main() -> None:
    match = topsecret.game("spies").match(seats=3, seed="beliefs")
    for other, shares in beliefs(match, 0).items():
        total = sum(shares.values())
        print(f"seat {other}:", ", ".join(f"{agent} {share / total:.0%}" for agent, share in shares.items() if share))


if __name__ == "__main__":
    main()
