"""`?`: everything in the box of every game is explained, in the words of its strings and its rule page."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from typing import Any

import pytest

import topsecret
from tests.cli.typist import Typist, sit_down
from topsecret.kernel.game import Game
from topsecret.kernel.glossary import glossary_of
from topsecret.kernel.menu import Choice, Menu, numbered
from topsecret.kernel.names import Names, Signs
from topsecret.terminal.lookup import look_up

GAMES = topsecret.games()
NOTHING = {"none", "away", "nobody"}  # stands for no thing
COMPOSED = re.compile(r"[a-k]\d+.*|off|\d+")  # squares, spaces, spies and lines are read off the board


def things_of(game: Game) -> set[str]:
    """The texts of all names in a game's box, but for values of options (which have a help text) and places without a name."""
    box: Any = importlib.import_module(f"topsecret.games.{game.id}.box")
    own = [thing for thing in vars(box).values() if isinstance(thing, type) and issubclass(thing, Names)]
    options = {getattr(field.kind, "names", None) for field in game.State.fields.values() if field.is_option}
    return {
        member.text
        for names in own
        if not issubclass(names, Signs) and names not in options
        for member in names
        if member.text not in NOTHING
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_everything_in_the_box_is_explained(game: Game) -> None:
    book = glossary_of(game)
    missing = []
    for text in sorted(things_of(game)):
        if COMPOSED.fullmatch(text) and game.id != "spies":
            continue
        answer = look_up(book, text)
        if not answer.found or not (answer.rules or ":" in answer.said):
            missing.append(text)
    assert missing == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_rule_that_a_topic_names_is_on_the_page(game: Game) -> None:
    book = glossary_of(game)
    for name in book.names():
        for thing in book.explain(name):
            assert [number for number in thing.rules if not book.rule(number)] == [], name
    for option in game.options:
        assert look_up(book, option.replace("_", " ")).found


@pytest.mark.parametrize(
    ("game", "asked", "said"),
    [
        ("spies", "asylum", "from the ruins to the church"),
        ("spies", "ASY", "from the ruins to the church"),
        ("spies", "jaques", "Jaques (red)"),
        ("intel", "hacker", "pin an enemy"),
        ("intel", "key", "Cipher key"),
        ("briefcase", "rook", "directions: N E S W; distance: 2"),
        ("briefcase", "?", "what the opponent says"),
        ("paris", "kiosk", "The kiosk"),
    ],
)
def test_a_thing_is_explained_in_its_own_words(game: str, asked: str, said: str) -> None:
    answer = look_up(glossary_of(topsecret.game(game)), asked)
    assert answer.found and said in answer.said


def test_what_is_cut_too_short_is_asked_back_and_nonsense_is_told() -> None:
    book = glossary_of(topsecret.game("spies"))
    assert "may be" in look_up(book, "both").said and not look_up(book, "both").found
    assert "nothing called" in look_up(book, "[/x]").said
    assert look_up(book, "", ("S3.1",)).rules[0][0] == "S3.1"
    assert not look_up(book, "").found


def test_it_is_answered_at_the_table() -> None:
    typed = iter(["? asylum", "? pieces", "? S6.1", "?safe"])
    typist = Typist(lambda _: next(typed, None))
    sit_down(typist, seats=3, starter=0, cards=True).run()
    shown = typist.out.getvalue()
    assert "one or two agents from the ruins to the church" in shown
    assert "nothing called pieces here" in shown and "Second identity: at the end" in shown and "S3.5" in shown


def says(*lines: str) -> Callable[[Typist], str | None]:
    left = iter(lines)
    return lambda _: next(left, None)


def test_help_is_about_the_game_that_is_played() -> None:
    cases: tuple[tuple[dict[str, Any], tuple[str, ...]], ...] = (
        ({}, ()),
        ({"cards": True}, ("cards",)),
        ({"cards": True, "dossier": True}, ("cards", "29")),
    )
    for options, words in cases:
        typist = Typist(says("h"))
        sit_down(typist, seats=3, starter=0, **options).run()
        helped = typist.out.getvalue().split("> h")[1]
        assert all((word in helped) == (word in words) for word in ("cards", "29"))
    from topsecret.terminal.display import display_of

    intel = topsecret.game("intel")
    assert display_of(intel, ["a", "b"], 0).opens == "", "nothing is hidden there"


def test_every_choice_has_a_number_of_its_own() -> None:
    words = (("y", "yes"), ("1", "one"), ("-3",), ("n",))
    menu = Menu("?", [Choice(keys, "", keys[0]) for keys in words])
    assert [number for number, _ in numbered(menu)] == ["2", "1", "-3", "3"]
