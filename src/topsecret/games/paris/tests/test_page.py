"""The rule page and the words say what the game does."""

import json
import re
from pathlib import Path

from topsecret.games.paris.state import Refusal
from topsecret.kernel.pages import rule_numbers, rule_page, rule_text
from topsecret.kernel.words import tell

from .builders import GAME

FOLDER = Path(__file__).parent
COUNTS = (3, 6, 8, 3, 5, 2, 3)
NUMBERS = [f"P{section}.{n}" for section, count in enumerate(COUNTS, 1) for n in range(1, count + 1)]


def table_rows(heading: str) -> list[list[str]]:
    section = rule_page(GAME).split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in row] for row in rows]
    heads = [i for i, row in enumerate(cells) if set(row[0]) == {"-"}]
    return [row for i, row in enumerate(cells) if i not in heads and i + 1 not in heads]


def test_the_page_has_every_number_in_order() -> None:
    assert [number for number in rule_numbers(GAME) if "." in number] == NUMBERS


def test_every_number_of_the_page_is_cited_by_a_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("test_*.py"))
    cited = {name.replace("_", ".") for name in re.findall(r"def test_(P\d+(?:_\d+)?)_", tests)}
    assert [number for number in NUMBERS if number not in cited] == []


def test_every_refusal_is_met_by_a_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("test_P*.py"))
    unused = (Refusal.NOT_NOW, Refusal.NO_SUCH_SEAT)  # `why_not_now` always says more; seats are named by their colours
    wanted = [why for why in Refusal if why and why not in unused]
    assert [why.name for why in wanted if f'("{why.name.lower()}", "{why.rule}")' not in tests] == []


def test_the_table_of_options_is_the_game() -> None:
    shown = {row[0].strip("`"): json.loads(row[1].strip("`")) for row in table_rows("Options")}
    assert shown == GAME.options
    assert list(shown) == list(GAME.options)


def test_what_the_page_says_to_type_can_be_typed() -> None:
    families = set()
    for row in table_rows("What you type"):
        for text in re.findall(r"`([^`]+)`", row[1]):
            book = GAME.chance if text.split()[0] in ("begins", "agent", "own", "place") else GAME.actions
            move = book.read(text)
            assert str(move) == text
            assert book.by_name[move.family].rule == row[2]
            families.add(move.family)
    assert families == set(GAME.actions.by_name) | set(GAME.chance.by_name)


def test_the_table_of_events_is_the_game() -> None:
    shown = {row[0].strip("`"): row[2] for row in table_rows("What you are told")}
    assert shown == {family.name: family.rule for family in GAME.told.families}


def test_rule_text_finds_the_paragraph() -> None:
    assert rule_text(GAME, "P2.2") == "Whoever draws their own colour discards it and draws again at once."


def test_events_in_words() -> None:
    said = {
        "Seat 1 looks away.": {"event": "look", "seat": 1, "sight": None},
        "Seat 1 looks at the kiosk.": {"event": "look", "seat": 1, "sight": "kiosk"},
        "Green nods: the kiosk, a point each for seat 0 and green.": {
            "event": "mission",
            "seat": 0,
            "contact": "green",
            "place": "kiosk",
            "right": 1,
        },
        "Seat 2 draws an agent card.": {"event": "draw_agent", "seat": 2, "agent": None},
        "Green looks at their own cards.": {
            "event": "sees",
            "seat": 0,
            "face": "green",
            "gaze": "cards",
            "wink": "none",
            "spent": None,
        },
    }
    assert {tell(GAME, event): event for event in said.values()} == said
