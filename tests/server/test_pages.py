"""What a server says about the rules of a game: pages, pictures, and what every thing is."""

from __future__ import annotations

import pytest

import topsecret
from topsecret.kernel.names import texts
from topsecret.kernel.pages import rule_numbers
from topsecret.kernel.registry import module_of
from topsecret.server.pages import things

GAMES = topsecret.games()
LANGUAGES = ("en", "de", "fr", "it")
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_a_game_names_has_a_title_and_a_rule_or_a_text(game: topsecret.Game, language: str) -> None:
    topics = module_of(game, "topics")
    assert topics is not None
    told = things(game, language)
    assert told.language == language
    found = {(thing.kind, thing.value): thing for thing in told.things}
    for topic in topics.TOPICS:
        for text in set(texts(topic.names)) - {"none"}:
            thing = found[topic.names.__name__.lower(), text]
            assert thing.title and (thing.effect or thing.rules)
    assert {value for kind, value in found if kind == "word"} == set(topics.WORDS)
    numbers = rule_numbers(game, language)
    assert all(told.rules[rule] and rule in numbers for thing in told.things for rule in thing.rules)


def test_a_thing_says_what_it_does_in_the_language_that_was_asked_for() -> None:
    found = {(thing.kind, thing.value): thing for thing in things(topsecret.game("spies"), "de").things}
    assert found["card", "decoy"].title == "Lockvogel"
    assert "Tresor" in found["card", "decoy"].effect
    assert found["agent", "red"].title == "Jaques (Rot)"
