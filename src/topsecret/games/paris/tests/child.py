"""A scripted child at a table of bots: `python -m topsecret.games.paris.tests.child 120 [--level easy]` says how often it wins."""

from __future__ import annotations

import argparse

import topsecret
from topsecret.bots.live import Live
from topsecret.bots.players import Limits, limits_of

from .builders import GAME

SEATS = 4
# As quick as children are, with the wits of the house's bots.
CHILD = Limits(
    reaction_ms=1500,
    spread_ms=300,
    least_call_ms=1500,
    looks_per_second=0.8,
    memory_s=15.0,
    misses=0.4,
    mistakes=0.15,
)


def played(seed: str, limits: dict[int, Limits]) -> topsecret.Match:
    match = GAME.match(len(limits), {}, seed)
    return Live(match, dict.fromkeys(limits, "attentive"), seed, limits).run()


def share_of(one: Limits, others: Limits, games: int, name: str) -> float:
    """How many of these deals it wins, on every seat equally often; a shared win counts in parts."""
    share = 0.0
    for number in range(games):
        seat = number % SEATS
        result = played(f"{name} {number}", {s: one if s == seat else others for s in range(SEATS)}).result
        assert result is not None
        share += (seat in result["winners"]) / len(result["winners"])
    return share / games


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How often a scripted child, or a level, wins at a table of bots.")
    parser.add_argument("games", type=int)
    parser.add_argument("--level", default="easy", help="of the three others")
    parser.add_argument("--one", default="", help="a level instead of the child")
    args = parser.parse_args()
    one = limits_of(args.one, GAME) if args.one else CHILD
    share = share_of(one, limits_of(args.level, GAME), args.games, args.one or "child")
    print(f"{share:.2f} of {args.games} deals, where {1 / SEATS} is fair")
