"""A fork is the match as it is now, and goes its own way."""

import random
from typing import Any

import pytest

from topsecret.kernel import Game, Match
from topsecret.kernel.feed import Feed
from topsecret.kernel.registry import games
from topsecret.kernel.replay import replay


def go_on(match: Match, rng: random.Random) -> None:
    """A few random actions, some of them taken back."""
    for _ in range(12):
        undoable = [seat for seat in range(match.seats) if match.can_undo(seat)]
        if undoable and rng.random() < 0.3:
            match.undo(rng.choice(undoable))
            continue
        actors = [seat for seat in match.actors if match.legal(seat)]
        if actors:
            seat = rng.choice(actors)
            match.act(seat, rng.choice(match.legal(seat)))
        elif match.game.State.timed:
            match.advance(match.now + 500)


def all_of(match: Match) -> list[Any]:
    """Everything that can be read of a match."""
    viewers = [None, *range(match.seats)]
    seen = [(match.view(viewer), match.events(viewer)) for viewer in viewers]
    return [match.save(), seen, list(match.log()), match.actors, [match.can_undo(seat) for seat in range(match.seats)]]


@pytest.mark.parametrize("game", games(), ids=repr)
def test_a_fork_and_its_match_do_not_notice_each_other(game: Game) -> None:
    match, rng = game.match(game.usual_seats, seed="fork"), random.Random(game.id)
    for _ in range(4):
        go_on(match, rng)
        before, fork = all_of(match), match.fork()
        assert all_of(fork) == before
        go_on(fork, rng)
        assert all_of(match) == before
        went_on, kept = all_of(fork), fork.fork()
        go_on(match, rng)
        assert all_of(fork) == all_of(kept) == went_on
        assert game.load(fork.save()).save() == fork.save()


@pytest.mark.parametrize("game", games(), ids=repr)
def test_a_fork_that_plays_the_same_becomes_the_same(game: Game) -> None:
    match = game.match(game.usual_seats, seed="same")
    go_on(match, random.Random(1))
    fork = match.fork()
    for each in (match, fork):
        go_on(each, random.Random(2))
    assert all_of(fork) == all_of(match)
    assert replay(fork, None) == replay(match, None)


def test_nobody_watches_a_fork() -> None:
    match = games()[0].match(2, seed="watch")
    feed = Feed(match)
    fork = match.fork()
    fork.act(fork.actors[0], fork.legal(fork.actors[0])[0])
    assert feed.news() == []


def test_a_fork_of_a_match_that_can_only_be_looked_at_can_only_be_looked_at() -> None:
    match = games()[0].match(2, seed="look")
    match.freeze(match.save(), "for a test")
    fork = match.fork()
    assert fork.legal(0) == match.legal(0) == []
    assert fork.save() == match.save()
