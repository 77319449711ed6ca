"""Every picture of every rule page: it belongs to a rule, its position is one of the game, it shows what its eyes may see, and what it
shows is said in every language."""

from __future__ import annotations

import json

import pytest

import topsecret
from topsecret.kernel.match import Match
from topsecret.kernel.pages import rule_numbers
from topsecret.kernel.pictures import FEWEST, MOST, Picture, match_of, pictures_of
from topsecret.server.pages import drawn, rules

GAMES = topsecret.games()
PICTURES = [(game, picture) for game in GAMES for picture in pictures_of(game)]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
each_picture = pytest.mark.parametrize(
    ("game", "picture"), PICTURES, ids=[f"{game.id}-{picture.key}" for game, picture in PICTURES]
)


def last_view(replay: object) -> dict[str, object]:
    """The position that a board draws: the first view with all changes."""
    view = dict(replay.first)  # type: ignore[attr-defined]
    for step in replay.steps:  # type: ignore[attr-defined]
        view |= json.loads(step.changes) if isinstance(step.changes, bytes) else step.changes
    return view


@each_game
def test_a_rule_page_has_pictures_with_keys_of_their_own(game: topsecret.Game) -> None:
    keys = [picture.key for picture in pictures_of(game)]
    assert FEWEST <= len(keys) <= MOST
    assert len(keys) == len(set(keys))


@each_game
def test_the_page_says_which_rule_has_which_pictures(game: topsecret.Game) -> None:
    told = rules(game, "en").pictures
    assert {(rule, key) for rule, keys in told.items() for key in keys} == {
        (picture.rule, picture.key) for picture in pictures_of(game)
    }


@each_picture
def test_its_rule_is_on_the_page_in_every_language(game: topsecret.Game, picture: Picture) -> None:
    for language in ("en", "de", "fr", "it"):
        assert picture.rule in rule_numbers(game, language)


@each_picture
def test_its_position_can_be_reached_and_is_always_the_same(game: topsecret.Game, picture: Picture) -> None:
    """An unsound position and an action that is not allowed would be refused here."""
    match = match_of(game, picture)
    assert isinstance(match, Match)
    assert match_of(game, picture).view(picture.eyes) == match.view(picture.eyes)


@each_picture
def test_it_shows_what_its_eyes_may_see_and_nothing_else(game: topsecret.Game, picture: Picture) -> None:
    match = match_of(game, picture)
    found = drawn(game, picture.key)
    told = {key: value for key, value in last_view(found.replay).items() if key != "result"}
    own = {key: value for key, value in match.view(picture.eyes).items() if key != "result"}
    assert json.loads(json.dumps(told)) == json.loads(json.dumps(own))
    assert found.replay.eyes == ("spectator" if picture.eyes is None else str(picture.eyes))
    assert len(found.replay.names) == picture.seats


@each_game
def test_what_pictures_show_is_said_in_every_language_and_nothing_is_left_over(game: topsecret.Game) -> None:
    assert game.folder is not None
    for path in (game.folder / "web").glob("strings.*.json"):
        strings = json.loads(path.read_text(encoding="utf-8"))
        said = {key: text for key, text in strings.items() if key.startswith("picture.")}
        assert set(said) == {f"picture.{picture.key}" for picture in pictures_of(game)}, path.name
        assert all(len(text.split()) >= 6 and "{" not in text for text in said.values()), path.name
