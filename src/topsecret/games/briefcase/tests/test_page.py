"""The rule page and the words say what the game does."""

import re
from pathlib import Path

import pytest

from topsecret.games.briefcase.box import TABLES, Box, Piece
from topsecret.games.briefcase.state import Refusal
from topsecret.kernel.pages import page_languages, rule_numbers, rule_page
from topsecret.kernel.words import tell

from .builders import GAME, RED, WHITE, duel

FOLDER = Path(__file__).parent
COUNTS = {1: 4, 2: 2, 3: 3, 4: 7, 5: 1, 6: 6, 7: 5, 8: 2, 9: 1}
NUMBERS = [f"B{section}.{n}" for section, count in COUNTS.items() for n in range(1, count + 1)]


def table_rows(heading: str) -> list[list[str]]:
    """The rows of the tables below a heading of the page, without their heads."""
    section = rule_page(GAME).split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in row] for row in rows]
    heads = [i for i, row in enumerate(cells) if set(row[0]) == {"-"}]
    return [row for i, row in enumerate(cells) if i not in heads and i + 1 not in heads]


def test_the_page_has_every_number_in_order() -> None:
    assert [number for number in rule_numbers(GAME) if "." in number] == NUMBERS
    assert [number for number in rule_numbers(GAME) if "." not in number] == [f"B{n}" for n in range(1, 10)]


@pytest.mark.parametrize("language", page_languages(GAME))
def test_every_page_has_the_same_table_of_pieces(language: str) -> None:
    english, moves = (re.findall(r"\| ([NESW ]+) \| (\d) \|", rule_page(GAME, one)) for one in ("en", language))
    assert english == moves and len(moves) == 12
    names = re.findall(r"^\| (\w+) \| [NESW ]+ \|", rule_page(GAME, language), re.MULTILINE)
    pieces = [piece.text for piece in TABLES[Box.STANDARD][0] if piece.text != "?"]
    assert [name.lower() for name in names] == [GAME.words(language).name(Piece, text).lower() for text in pieces]


def test_every_number_of_the_page_is_cited_by_a_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("test_*.py"))
    cited = {name.replace("_", ".") for name in re.findall(r"def test_(B\d+(?:_\d+)?)_", tests)}
    assert [number for number in NUMBERS if number not in cited] == []
    assert cited <= set(rule_numbers(GAME))


def test_every_refusal_is_met_by_a_test() -> None:
    """`why_not_now` always says more than NOT_NOW; nobody names a seat in this game, so nobody names a wrong one."""
    tests = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("test_*.py"))
    unmet = [why.name for why in Refusal if why and f'("{why.name.lower()}", "{why.rule or "B"}' not in tests]
    assert unmet == ["NOT_NOW", "NO_SUCH_SEAT"]


def test_the_table_of_pieces_is_that_of_the_box() -> None:
    page = {row[0]: row[1:] for row in table_rows("B2 The movement pieces")}
    box = TABLES[Box.STANDARD][0]
    assert list(page) == [piece.text for piece in box]
    for piece, (directions, distance, crown) in box.items():
        if piece.text != "?":
            assert page[piece.text] == [directions, str(distance), "yes" if crown[1] else ""]


def test_the_set_up_is_that_of_the_box() -> None:
    page = rule_numbers(GAME)["B3.1"]
    squares = re.findall(r"\b[a-k]\d+\b", page)
    assert squares == TABLES[Box.STANDARD][1].split()


def test_options_are_those_of_the_game() -> None:
    rows = table_rows("Options")
    assert {row[0].strip("`"): row[1].strip("`").strip('"') for row in rows} == {
        name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in GAME.options.items()
    }


def test_everything_that_is_typed_can_be_read() -> None:
    read = []
    for row in table_rows("What you type"):
        book = GAME.chance if row[1].startswith(("`begins", "`deal")) else GAME.actions
        read += [book.read(text).family for text in re.findall(r"`([^`]+)`", row[1]) if text != "chance"]
    families = {family.name for book in (GAME.actions, GAME.chance) for family in book.families}
    assert set(read) == families


def test_all_events_are_on_the_page() -> None:
    rules = {family.name: family.rule for family in GAME.told.families}
    assert {row[0].strip("`"): row[2] for row in table_rows("What you are told")} == rules


@pytest.mark.parametrize(
    ("viewer", "words"), [(WHITE, "Spy 1 of seat 0 is the rook."), (None, "Seat 0 learns what spy 1 is.")]
)
def test_a_reveal_in_words_says_what_the_viewer_may_know(viewer: int | None, words: str) -> None:
    game = duel("e5=rook", "k11=plus")
    game.play("token reveal e5")
    assert words in [tell(GAME, event) for event in game.match.events(viewer)]


def test_answers_in_words() -> None:
    game = duel("e5=rook", "k11=plus")
    game.play("e5 N 2")
    game.play("k11 SW 1")
    said = [tell(GAME, event) for event in game.match.events(RED)]
    assert "Spy 1 of seat 0, e5 N 2: yes." in said
    assert "Spy 1 of seat 1, k11 SW 1: no." in said
