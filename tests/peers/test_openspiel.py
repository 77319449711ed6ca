"""Kuhn and Leduc poker in this kernel are OpenSpiel's, step by step."""

import json
import random
from types import ModuleType
from typing import Any

import pytest

from tests.peers import kuhn, leduc
from topsecret import CHANCE, Game, Match

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: it has no wheel for this platform")

PEERS = {"kuhn": (kuhn, "kuhn_poker"), "leduc": (leduc, "leduc_poker")}
GAMES = 300


def pair(name: str) -> tuple[Game, Any]:
    module: ModuleType = PEERS[name][0]
    return Game(name, module, module, module), pyspiel.load_game(PEERS[name][1])


def who(match: Match) -> int:
    """The current player as OpenSpiel numbers it."""
    if match.over:
        return int(pyspiel.PlayerId.TERMINAL)
    return int(pyspiel.PlayerId.CHANCE) if match.actors == (CHANCE,) else match.actors[0]


def rank(move: Any) -> int:
    """The number of an action or of a card: both games list them in the same order."""
    family = move._family
    return int(move.code - family.start)


def step(match: Match, theirs: Any, rng: random.Random) -> None:
    """Compares one position, then plays the same random action or outcome in both."""
    assert who(match) == theirs.current_player()
    if match.actors == (CHANCE,):
        outcomes = match.outcomes()
        total = sum(weight for _, weight in outcomes)
        assert [(rank(move), pytest.approx(weight / total)) for move, weight in outcomes] == theirs.chance_outcomes()
        move = rng.choice(outcomes)[0]
        match.play(CHANCE, move)
    else:
        seat = match.actors[0]
        assert [move.code for move in match.legal(seat)] == theirs.legal_actions()
        assert match.legal(1 - seat) == [] == theirs.legal_actions(1 - seat)
        move = rng.choice(match.legal(seat))
        match.play(seat, str(move))
    theirs.apply_action(rank(move))


def known(match: Match, seat: int) -> str:
    """All that our seat has been given: the view, and everything told so far."""
    return json.dumps([match.view(seat), match.events(seat)])


@pytest.mark.parametrize("name", PEERS)
def test_actions_players_chances_and_returns_are_equal(name: str) -> None:
    game, other = pair(name)
    rng = random.Random(7)
    for _ in range(GAMES):
        match, theirs = game.match(seats=2, chance="manual"), other.new_initial_state()
        while not theirs.is_terminal():
            step(match, theirs, rng)
        assert match.over
        assert match.result is not None
        assert match.result["scores"] == theirs.returns()


@pytest.mark.parametrize("name", PEERS)
def test_information_sets_are_equal(name: str) -> None:
    """Whatever OpenSpiel's string tells apart, ours tells apart; and where a seat acts, the other way around.

    At the end ours knows more (a showdown shows the cards), and during the deal too (who has a card is public)."""
    game, other = pair(name)
    rng = random.Random(11)
    to_theirs: dict[tuple[int, str], str] = {}
    to_ours: dict[tuple[int, str], str] = {}
    for _ in range(GAMES * 2):
        match, theirs = game.match(seats=2, chance="manual"), other.new_initial_state()
        while True:
            for seat in range(2):
                ours, string = known(match, seat), theirs.information_state_string(seat)
                assert to_theirs.setdefault((seat, ours), string) == string
                if theirs.current_player() >= 0:
                    assert to_ours.setdefault((seat, string), ours) == ours
            if theirs.is_terminal():
                break
            step(match, theirs, rng)
    assert len(to_ours) >= {"kuhn": 24, "leduc": 600}[name]


@pytest.mark.parametrize("name", PEERS)
def test_imagined_worlds_look_the_same_to_their_seat(name: str) -> None:
    """Whatever the seat cannot see may be different; OpenSpiel's string for it stays the same."""
    game, other = pair(name)
    rng = random.Random(5)
    for _ in range(60):
        match, theirs = game.match(seats=2, chance="manual"), other.new_initial_state()
        while not theirs.is_terminal():
            if theirs.current_player() >= 0:
                seat = rng.randrange(2)
                world: Any
                world, weight = game.imagine(match.view(seat), match.events(seat), rng)
                assert weight == 1
                twin = other.new_initial_state()
                for outcome in (*world.card, *(card for card in [getattr(world, "public", 9)] if card < 6)):
                    while twin.current_player() >= 0:
                        twin.apply_action(theirs.history()[len(twin.history())])
                    twin.apply_action(int(outcome))
                while len(twin.history()) < len(theirs.history()):
                    twin.apply_action(theirs.history()[len(twin.history())])
                assert twin.information_state_string(seat) == theirs.information_state_string(seat)
            step(match, theirs, rng)
