"""Where people sit together no sound tells what only one of them knows: each game says which of its sounds not everybody hears of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from topsecret import game

GAMES = Path(__file__).resolve().parents[2] / "src" / "topsecret" / "games"
WITH_BOARD = sorted(path.parents[1].name for path in GAMES.glob("*/web/index.ts"))


@pytest.mark.parametrize("name", WITH_BOARD)
def test_every_sound_of_what_not_all_are_told_is_said_to_be_ones_own(name: str) -> None:
    text = (GAMES / name / "web" / "index.ts").read_text(encoding="utf-8")
    found = re.search(r"\bsounds: \{(.*?)\}", text, re.DOTALL)
    assert found, f"{name}: no sounds"
    sounds = re.findall(r'"?([\w.=]+)"?: "\w+"', found[1])
    own = set(re.findall(r'"(\w+)"', (re.search(r"ownSounds: \[(.*?)\]", text) or ["", ""])[1]))
    one = game(name)
    families = {family.name: family for book in (one.actions, one.chance, one.told) for family in book.families}
    secret = set()
    for key in sounds:
        family, _, part = key.partition(".")
        assert family in families, f"{name}: {key} is no event"
        audiences = {str(families[family].to)}
        if part:
            audiences |= {str(audience) for audience in families[family].audiences if audience is not None}
        if audiences != {"everyone"}:
            secret.add(family)
    assert own == secret
