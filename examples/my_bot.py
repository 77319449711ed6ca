"""A bot of one's own: it gets a view, the seen log and the legal actions, never the state. It likes its own agent in
a good building.

    python examples/my_bot.py
    topsecret arena spies --bots examples/my_bot.py,random --games 100
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import topsecret
from topsecret.bots import Budget

RING = ["church", *(str(number) for number in range(1, 11)), "ruins"]


class Loyal:
    """Moves its own agent to the best building that it can reach; everything else at random."""

    def __init__(self, game: topsecret.Game, seed: str) -> None:
        self.chooser = random.Random(seed)

    def choose(
        self, view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[topsecret.Move], budget: Budget
    ) -> topsecret.Move:
        mine = next(agent for agent, held in view["holds"][view["viewer"]].items() if held)
        here = RING.index(view["place"][mine])

        def worth(action: topsecret.Move) -> int:
            building = (here + action.params["points"].get(mine, 0)) % len(RING) if action.family == "move" else 0
            return -3 if RING[building] == "ruins" else building

        best = max(map(worth, legal))
        return self.chooser.choice([action for action in legal if worth(action) == best])


def main(games: int = 20) -> None:
    wins = [0, 0, 0]
    for number in range(games):
        match = topsecret.game("spies").match(seats=3, seed=f"my bot {number}")
        bots = [Loyal(match.game, f"{number}"), None, None]
        others = random.Random(number)
        while not match.over:
            seat = match.actors[0]
            bot, legal = bots[seat], match.legal(seat)
            action = bot.choose(match.view(seat), match.events(seat), legal, Budget()) if bot else others.choice(legal)
            match.play(seat, action)
        assert match.result is not None
        for winner in match.result["winners"]:
            wins[winner] += 1
    print("wins by seat (seat 0 is loyal):", wins)


if __name__ == "__main__":
    main()
