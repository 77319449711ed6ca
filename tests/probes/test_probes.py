"""What both probes owe: two modes that are equal, and saved matches that come back."""

import random

import pytest

from tests.kernel.both import play_both
from tests.probes import glances, mirror
from topsecret import Game

GLANCES = Game("glances", glances, glances, glances)
MIRROR = Game("mirror", mirror, mirror, mirror)


@pytest.mark.parametrize("game", [GLANCES, MIRROR], ids=["glances", "mirror"])
def test_both_modes_are_equal_step_by_step(game: Game) -> None:
    pytest.importorskip("numba", reason="compiled rules need numba")
    steps = sum(play_both(game, seats, seed) for seats in game.seats for seed in range(25))
    assert steps > 400


@pytest.mark.parametrize("game", [GLANCES, MIRROR], ids=["glances", "mirror"])
def test_a_saved_match_comes_back_as_it_was(game: Game) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        match = game.match(seed=str(seed))
        while not match.over:
            at = None
            if game.State.timed:
                at = match.now + rng.randrange(900)
                match.advance(at)
            actors = [seat for seat in match.actors if match.legal(seat)]
            if actors:
                seat = rng.choice(actors)
                match.play(seat, rng.choice(match.legal(seat)), at=at)
            again = game.load(match.dumps())
            assert again.save() == match.save()
            assert [again.events(viewer) for viewer in (None, 0, 1)] == [
                match.events(viewer) for viewer in (None, 0, 1)
            ]
