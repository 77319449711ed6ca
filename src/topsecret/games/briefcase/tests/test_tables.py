"""The tables of the box: another one is loaded, and the whole game plays by it."""

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from topsecret import Game
from topsecret.games.briefcase import box
from topsecret.kernel import laws

HOME = Path(box.__file__).parent

OTHER = """TABLES: dict[Box, tuple[dict[Piece, tuple[str, int, tuple[str, int]]], str]] = {
    Box.STANDARD: (
        {
            Piece.GUARD: ("N NE E SE S SW W NW", 2, NO_CROWN),
            Piece.SHUTTLE: ("N S", 10, NO_CROWN),
            Piece.RUNNER: ("N", 3, ("N S", 5)),
            Piece.FAN: ("NE NW", 1, ("E W", 3)),
            Piece.DOUBLE_AGENT: ("", 0, NO_CROWN),
        },
        "a1 c1 e1 g1 i1",
    ),
    Box.TRIO: ({Piece.ROOK: ("N E S W", 1, NO_CROWN), Piece.DOUBLE_AGENT: ("", 0, NO_CROWN)}, "f1 f2"),
}
"""


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The same game with another table in its box."""
    folder = tmp_path_factory.mktemp("tables") / "othercase"
    folder.mkdir()
    for path in HOME.glob("*.py"):
        shutil.copy(path, folder / path.name)
    text = (folder / "box.py").read_text(encoding="utf-8")
    begin, end = text.index("TABLES: dict"), text.index("BRIEFCASE_START_TEXT")
    (folder / "box.py").write_text(text[:begin] + OTHER + "\n" + text[end:], encoding="utf-8")
    sys.path.insert(0, str(folder.parent))
    try:
        state, rules, imagine = (importlib.import_module(f"othercase.{name}") for name in ("state", "rules", "imagine"))
        yield Game("othercase", state, rules, imagine)
    finally:
        sys.path.remove(str(folder.parent))
        for name in [name for name in sys.modules if name.split(".")[0] == "othercase"]:
            del sys.modules[name]


def test_another_table_gives_other_spies_and_pieces(other: Game) -> None:
    match = other.match(2, {"starter": 0}, chance="manual")
    assert {square for square in match.truth()["place"][0].values() if square != "off"} == {
        "a1",
        "c1",
        "e1",
        "g1",
        "i1",
    }
    assert {square for square in match.truth()["place"][1].values() if square != "off"} == {
        "k11",
        "i11",
        "g11",
        "e11",
        "c11",
    }
    for piece in ("shuttle", "guard", "runner", "fan", "?") * 2:
        match.play("chance", f"deal {piece}")
    match.play(0, "order pretend guard")
    match.play(1, "order no")
    match.play(0, "a1 N 9")
    match.play(1, "k11 S 9")
    match.play(0, "e1 N 3")
    replies = [event["reply"] for event in match.events(None) if event["event"] == "answered"]
    assert replies == ["yes", "yes", "yes"]
    assert match.truth()["can_be"][0]["1"] == ["shuttle", "?"]
    assert "order pretend rook" not in [str(move) for move in match.legal(1)]


def test_promoted_sides_that_differ_can_be_told_apart(other: Game) -> None:
    from .builders import SPIES, SQUARES

    pieces = ["fan", "runner", "guard", "shuttle", "?"]
    board = [0] * 121
    for square, who in (("e11", 1), ("k1", 14)):
        board[SQUARES.index(square)] = who
    everything = ["guard", "shuttle", "runner", "fan", "?"]
    start = {
        "phase": "turn", "turn": 0, "dealing": 1, "dealt": 5, "ordered": [True, True], "to_announce": 1, "board": board,
        "place": [dict.fromkeys(SPIES, "off") | {"1": "e11"}, dict.fromkeys(SPIES, "off") | {"1": "k1"}],
        "piece": [dict(zip(SPIES, pieces + ["none"] * 8))] * 2,
        "promoted": [{"1": True}, {}],
        "can_be": [{"1": ["runner", "fan"]} | {str(n): everything for n in range(2, 6)}, {str(n): everything for n in range(1, 6)}],
    }  # fmt: skip
    match = other.match(2, chance="manual", start=start)
    match.play(0, "e11 W 3")
    assert match.truth()["can_be"][0]["1"] == ["fan"]


def test_the_laws_hold_for_another_table(other: Game) -> None:
    laws.require(laws.run(other, games=4, laws=("replay", "legal", "listing", "sound", "ends", "imagine")))
