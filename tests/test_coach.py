"""The coach line of a game's help: it always has words, and it is refused where help is off. That it says the same in worlds that look
alike is the law `help`, which tries every topic (`test_laws.py`)."""

from __future__ import annotations

import random

import pytest

import topsecret
from topsecret.kernel.errors import HelpOff
from topsecret.kernel.match import CHANCE

WITH_A_COACH = [game for game in topsecret.games() if "coach" in game.topics]
each_game = pytest.mark.parametrize("game", WITH_A_COACH, ids=lambda game: game.id)
OPTIONS = {"spies": {"cards": True, "dossier": True}}
STEPS = 150


@each_game
def test_it_always_has_words(game: topsecret.Game) -> None:
    strings, rng = game.words().strings, random.Random("coach")
    match, found = game.match(options=OPTIONS.get(game.id, {}), seed="coach"), set()
    for _ in range(STEPS):
        if match.over:
            break
        for seat in range(match.seats):
            said = match.help(seat, "coach")
            found.add(said["word"])
            assert f"coach.{said['word']}" in strings
        seat = next(one for one in match.actors if one is not CHANCE)
        match.play(seat, rng.choice(match.legal(seat)))
    assert len(found) >= 3, found


@each_game
def test_it_is_refused_where_help_is_off(game: topsecret.Game) -> None:
    match = game.match(options={game.help_option: "off"}, seed="coach")
    with pytest.raises(HelpOff):
        match.help(0, "coach")


def test_in_spies_it_first_says_how_to_learn_who_one_is() -> None:
    match = topsecret.game("spies").match(seed="coach")
    (seat,) = match.actors
    assert match.help(seat, "coach")["word"] == "first"
    match.play(seat, match.legal(seat)[0])
    while match.actors != (seat,) or match.view(seat)["phase"] != "move":
        other = next(iter(match.actors))
        match.play(other, match.legal(other)[0])
    assert match.help(seat, "coach")["word"] != "first"


def test_in_intel_it_first_says_how_one_wins() -> None:
    match = topsecret.game("intel").match(seed="coach")
    (seat,) = match.actors
    assert match.help(seat, "coach") == {"word": "first", "params": {"goal": 20}}
    match.play(seat, next(move for move in match.legal(seat) if move.json["action"] == "spawn"))
    assert match.help(seat, "coach")["word"] == "spawn"
