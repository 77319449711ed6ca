"""Levels: declared by each game, offered wherever bots are, and refused where they say something that nobody knows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import topsecret
from topsecret import bots
from topsecret.bots import Budget, registry
from topsecret.bots.greedy import Greedy
from topsecret.kernel.errors import DeclarationError
from topsecret.kernel.levels import NAMES, Level

SPIES = topsecret.game("spies")
WITH_LEVELS = [game for game in topsecret.games() if bots.levels(game)]


def declare(monkeypatch: pytest.MonkeyPatch, **levels: Level) -> None:
    """As if spies declared these."""
    found = registry.module_of

    def module_of(game: Any, name: str) -> Any:
        return SimpleNamespace(LEVELS=levels) if name == "levels" else found(game, name)

    monkeypatch.setattr(registry, "module_of", module_of)


@pytest.mark.parametrize("game", WITH_LEVELS, ids=lambda game: game.id)
def test_a_game_with_levels_has_all_three_with_a_limit_of_time_and_words(game: topsecret.Game) -> None:
    levels = bots.levels(game)
    assert tuple(levels) == NAMES
    if not game.State.timed:
        assert [level.milliseconds for level in levels.values()] == [150, 150, 1000]
    for language in ("en", "de", "fr", "it"):
        strings = game.words(language).strings
        sentences = [strings[f"level.{name}.help"] for name in NAMES]
        assert len(set(sentences)) == 3 and len({strings[f"level.{name}"] for name in NAMES}) == 3


@pytest.mark.parametrize("game", WITH_LEVELS, ids=lambda game: game.id)
def test_levels_are_offered_as_bots_from_the_weakest_to_the_strongest(game: topsecret.Game) -> None:
    assert [name for name in bots.names(game) if name in NAMES] == list(NAMES)
    assert bots.usual(game) == "medium"


def test_a_level_gives_its_bot_its_handicaps(monkeypatch: pytest.MonkeyPatch) -> None:
    declare(monkeypatch, easy=Level("greedy", handicaps={"haze": 1e9}))
    match = SPIES.match(seats=4, seed="haze", options={"starter": 0})
    view, legal = match.view(0), match.legal(0)
    easy = bots.make("easy", SPIES, "x")
    assert isinstance(easy, Greedy) and easy.level.handicaps == {"haze": 1e9}
    chosen = {str(bots.make("easy", SPIES, str(seed)).choose(view, [], legal, Budget())) for seed in range(20)}
    assert len(chosen) > 10  # hardly anything but luck


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ({"godlike": Level("greedy")}, "expected a level to be one of easy, medium, hard; got 'godlike'"),
        (
            {"easy": Level("deep blue")},
            "the level easy is played by 'deep blue'; expected one of greedy, greedy1",
        ),
        ({"easy": Level("greedy", handicaps={"sleepy": 1.0})}, "has the handicap 'sleepy', which greedy does not know"),
    ],
)
def test_a_level_that_says_what_nobody_knows_is_refused(
    monkeypatch: pytest.MonkeyPatch, levels: dict[str, Level], said: str
) -> None:
    declare(monkeypatch, **levels)
    with pytest.raises(DeclarationError, match=said):
        bots.make("easy", SPIES, "x")
