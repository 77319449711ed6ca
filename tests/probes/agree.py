"""What every probe owes: imagined worlds agree with what is seen."""

import random

from topsecret import Game, Match
from topsecret.kernel.view import view


def imagined_worlds_agree(game: Game, match: Match, rng: random.Random) -> None:
    for seat in (None, *range(match.seats)):
        seen = match.view(seat)
        world, _ = game.imagine(seen, match.events(seat), rng, at=match.now)
        game.require_sound(world)
        again = view(world, -1 if seat is None else seat)
        assert again == {key: seen[key] for key in again}
