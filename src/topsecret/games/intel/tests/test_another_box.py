"""The board, the tiles and the roster are one table: another table is another game with the same rules."""

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from topsecret import Game
from topsecret.games import intel
from topsecret.kernel import laws

from .builders import Table

SMALL = """
BOX = Box(
    rows=((1, 3), (0, 2, 4), (1, 3), (0, 2, 4)),
    field=(1, 2, 3),
    entries=((0, 1), (0, 3)),
    tiles={Intel.MEMO: 3, Intel.PHOTO: 3, Intel.BLUEPRINT: 2, Intel.CREDENTIAL: 1, Intel.CIPHER_KEY: 1, Intel.HONEYPOT: 1},
    values={Intel.MEMO: 2, Intel.PHOTO: 3, Intel.BLUEPRINT: 4, Intel.CREDENTIAL: 5, Intel.CIPHER_KEY: 9, Intel.HONEYPOT: 0},
    roster=dict.fromkeys(Role, 1),
    goal=9,
    agents_on_board=2,
    most_carried=2,
    actions=2,
    most_turns=30,
)
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The same folder with another table in its box.py."""
    folder = tmp_path_factory.mktemp("boxes")
    home = folder / "small_intel"
    assert intel.__file__ is not None
    shutil.copytree(
        Path(intel.__file__).parent, home, ignore=shutil.ignore_patterns("tests", "web", "__pycache__", "terminal")
    )
    text = (home / "box.py").read_text(encoding="utf-8")
    begin = text.index("BOX = Box(")
    (home / "box.py").write_text(text[:begin] + SMALL + text[text.index("\n)\n", begin) + 3 :], encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        state, rules, imagine = (
            importlib.import_module(f"small_intel.{name}") for name in ("state", "rules", "imagine")
        )
        yield Game("small_intel", state, rules, imagine)
    finally:
        sys.path.remove(str(folder))


def test_another_board_has_its_own_names(small: Game) -> None:
    match = small.match(2, {"starter": 0}, chance="manual")
    assert list(match.view()["blockade"]) == ["a1", "a2", "b1", "b2", "b3", "c1", "c2", "d1", "d2", "d3"]
    assert list(match.view()["place"]) == ["x1", "x2", "y1", "y2"]
    assert sum(match.view()["bag"].values()) == 11


def test_another_box_plays_by_the_same_rules(small: Game) -> None:
    table = Table(small.match(2, {"starter": 0}, chance="manual"))
    table.trickle("cipher_key", "photo")
    assert (table.on("b1"), table.on("b2")) == ("cipher_key", "photo")
    table.play("spawn hacker d1", "move x1 NE", "move x1 NW")
    assert (table.place("x1"), table.has("x1")) == ("b1", "cipher_key")
    assert table.refused("move x1 E") == ("no_actions", "I2.6")
    table.end_turn("memo", "memo")
    table.end_turn("blueprint", "photo", blueprint=True, photo=True, memo=True)
    table.play("move x1 SE", "move x1 SW", "retire x1")
    assert table.match.result is not None and table.match.result["winners"] == [0]


@pytest.mark.parametrize("law", ["forms", "legal", "listing", "chance", "sound", "ends", "replay", "views"])
def test_another_box_obeys_the_laws(small: Game, law: str) -> None:
    laws.require(laws.run(small, games=3, laws=[law]))
