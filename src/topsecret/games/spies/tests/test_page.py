"""The rule page and the words say what the game does."""

import re
from pathlib import Path

import pytest

from topsecret.games.spies.box import COPIES, Agent
from topsecret.games.spies.state import Refusal
from topsecret.kernel.pages import page_languages, rule_numbers, rule_page, rule_text
from topsecret.kernel.words import tell

from . import test_refusals
from .builders import CARDS, GAME, at_table

FOLDER = Path(__file__).parent
NUMBERS = [
    *(f"S1.{n}" for n in range(1, 6)),
    *(f"S2.{n}" for n in range(1, 5)),
    *(f"S3.{n}" for n in range(1, 7)),
    *(f"S4.{n}" for n in range(1, 4)),
    *(f"S5.{n}" for n in range(1, 12)),
    *("S6.1", "S7.1", "S7.2", "S7.3", "S8.1"),
]


def table_rows(heading: str) -> list[list[str]]:
    """The rows of the tables below a heading of the page, without their heads."""
    section = rule_page(GAME).split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in row] for row in rows]
    heads = [i for i, row in enumerate(cells) if set(row[0]) == {"-"}]
    return [row for i, row in enumerate(cells) if i not in heads and i + 1 not in heads]


def test_the_page_has_every_number_in_order() -> None:
    assert [number for number in rule_numbers(GAME) if "." in number] == NUMBERS
    assert [number for number in rule_numbers(GAME) if "." not in number] == [f"S{n}" for n in range(1, 9)]


def test_every_number_of_the_page_is_cited_by_a_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("test_*.py"))
    cited = {name.replace("_", ".") for name in re.findall(r"def test_(S\d+(?:_\d+)?)_", tests)}
    assert [number for number in NUMBERS if number not in cited] == []
    assert cited <= set(rule_numbers(GAME))
    assert "S6" in cited


def test_every_refusal_is_met_by_a_test() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("test_S*.py"))
    by_words = {case[-1] for case in test_refusals.CASES}
    met = {why for why in Refusal if f'("{why.name.lower()}", "{why.rule}")' in tests}
    met |= {why for why in Refusal if GAME.words().say(f"refusal.{why.name.lower()}") in by_words}
    assert [why.name for why in Refusal if why and why not in met] == []


def test_rule_text_finds_the_paragraph() -> None:
    assert rule_text(GAME, "S3.6") == "The die goes to the player on the left."
    assert rule_text(GAME, "S3").startswith("A turn\n\nRoll, move")
    assert "| swap | 1 |" in rule_text(GAME, "S6")
    assert rule_text(GAME, "S9.9") == ""


def test_the_table_of_cards_is_the_box() -> None:
    assert [(row[0], int(row[1])) for row in table_rows("S6 The cards")] == list(zip(CARDS, COPIES))


def test_the_table_of_options_is_the_game() -> None:
    shown = {row[0].strip("`"): row[1].strip("`") for row in table_rows("Options")}
    assert shown == {
        "cards": "false",
        "dossier": "false",
        "starter": '"random"',
        "sits_out": "[]",
        "help": '"assisted"',
    }
    assert list(shown) == list(GAME.options)


def test_what_the_page_says_to_type_can_be_typed() -> None:
    families = set()
    for row in table_rows("What you type"):
        for text in re.findall(r"`([^`]+)`", row[1]):
            book = (
                GAME.chance if text.split()[0] in ("sits", "begins", "deal", "roll", "draw", "take") else GAME.actions
            )
            move = book.read(text)
            assert str(move) == text
            assert book.by_name[move.family].rule == row[2]
            families.add(move.family)
    assert families == set(GAME.actions.by_name) | set(GAME.chance.by_name)


def test_the_table_of_events_is_the_game() -> None:
    shown = {row[0].strip("`"): row[2] for row in table_rows("What you are told")}
    assert shown == {family.name: family.rule for family in GAME.told.families}


@pytest.mark.parametrize("language", [language for language in page_languages(GAME) if language != "en"])
def test_a_translated_page_names_every_card_as_people_read_and_type_it(language: str) -> None:
    strings, page = GAME.words(language).strings, rule_numbers(GAME, language)["S6"]
    for card, copies in zip(CARDS, COPIES):
        assert f"| {card} | {strings[key(card)]} | {copies} |" in page
    assert rule_page(GAME, "xx") == rule_page(GAME)


def key(card: str) -> str:
    return f"card.{card.replace(' ', '_').replace('-', '_')}"


def test_agents_have_names_and_cards_have_effects() -> None:
    strings = GAME.words().strings
    assert all(f"agent.{agent.text}.name" in strings for agent in Agent)
    assert all(f"{key(card)}.effect" in strings for card in CARDS)
    assert all(f"option.{option}.help" in strings for option in GAME.options)


def test_events_read_well_for_everybody() -> None:
    table = at_table(cards=True, place={"red": 6})
    table.roll("1-3")
    table.play(0, "stay")
    table.draw("tip-off")
    assert [tell(GAME, event) for event in table.match.events(0)[:3]] == [
        "The die shows 1-3.",
        "Seat 0 moves nobody.",
        "Seat 0 draws Tip-off.",
    ]
    assert tell(GAME, table.match.events(1)[2], seat=lambda seat: "Anna") == "Anna draws a card."


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"event": "move", "seat": 1, "points": {"red": 2, "blue": 4}}, "Seat 1 moves red +2, blue +4."),
        ({"event": "scored", "agent": "red", "points": 0, "marker": 3}, "Red scores nothing and stands on 3."),
        ({"event": "scored", "agent": "red", "points": -3, "marker": 3}, "Red scores -3 and stands on 3."),
        ({"event": "place_safe", "seat": 1, "building": "ruins"}, "Seat 1 takes the safe to the ruins."),
        ({"event": "answered", "seat": 1, "reply": "yes"}, "Seat 1 wants to play a card."),
        ({"event": "begin", "first": 2}, "Seat 2 begins."),
        ({"event": "undone", "seat": 2, "events": [3]}, "Seat 2 takes the last action back."),
        (
            {"event": "guessed", "seat": 1, "agent": "red", "guess": "seat 0", "right": 1},
            "Seat 1 wrote that red is seat 0. Right!",
        ),
    ],
)
def test_an_event_in_words(event: dict[str, object], words: str) -> None:
    assert tell(GAME, event) == words
