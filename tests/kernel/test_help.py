"""Help beyond the view has one door, and every table can shut it."""

from __future__ import annotations

import topsecret
from topsecret.kernel.help import Help


def test_every_game_has_an_option_for_help() -> None:
    for game in topsecret.games():
        names = game.State.fields[game.help_option].kind
        assert getattr(names, "names", None) is Help, game.id
        assert game.options[game.help_option] == "assisted"


def test_a_match_that_is_older_than_the_option_has_the_default() -> None:
    saved = topsecret.game("intel").match(seed="old").save()
    del saved["options"]["help"], saved["position"]["help"]
    assert topsecret.load(saved).options["help"] == "assisted"
