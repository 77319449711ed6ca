"""The terminal in every language: complete, nothing that nobody says, no English left over, and another language at once."""

from __future__ import annotations

import io
import json
import re
import string
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import topsecret
from tests.cli.typist import GARBAGE, Typist, plays_on
from topsecret import bots
from topsecret.kernel.glossary import glossary_of
from topsecret.terminal import speech
from topsecret.terminal.display import display_of
from topsecret.terminal.live import live_display, open_live
from topsecret.terminal.lookup import look_up
from topsecret.terminal.screen import Screen
from topsecret.terminal.session import Session, seat_names, verdict

TERMINAL = Path(speech.__file__).parent
GAMES = topsecret.games()
TURNS = [game for game in GAMES if not game.State.timed]
OTHERS = [language for language in speech.languages() if language != "en"]
DECISIONS = 6
VARIANT = re.compile(r"\.\w+=[\w-]+$")
each_language = pytest.mark.parametrize("language", OTHERS)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def read(path: Path) -> dict[str, str]:
    pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    assert len(pairs) == len(dict(pairs)), f"{path}: a key stands there twice"
    return dict(pairs)


def own(game: topsecret.Game, language: str) -> dict[str, str]:
    assert game.folder is not None
    return read(game.folder / "terminal" / f"strings.{language}.json")


def shell(language: str) -> dict[str, str]:
    return read(TERMINAL / "strings" / f"{language}.json")


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def differences(ours: dict[str, str], english: dict[str, str]) -> list[str]:
    """What is missing, too much, or names other parameters. A language may have more variants, or fewer."""
    bases, known = ({VARIANT.sub("", key) for key in strings} for strings in (ours, english))
    found = [f"{key}: only here or only in English" for key in bases ^ known]
    for key, text in ours.items():
        base = VARIANT.sub("", key)
        if base not in known:
            continue
        allowed = parameters(english[base])
        named = parameters(text)
        if not text.strip() or (named != allowed if key == base else not named <= allowed):
            found.append(f"{key}: {text}")
    return found


def test_all_languages_of_the_browser_are_spoken_here() -> None:
    browser = Path(topsecret.__file__).parents[2] / "web" / "src" / "strings"
    assert set(speech.languages()) == {path.stem for path in browser.glob("*.json")}


@each_language
def test_the_terminal_says_everything(language: str) -> None:
    assert differences(shell(language), shell("en")) == []


@each_language
@each_game
def test_a_game_says_everything_in_the_terminal(game: topsecret.Game, language: str) -> None:
    assert differences(own(game, language), own(game, "en")) == []


def keys_in(folder: Path) -> tuple[set[str], list[str]]:
    """Keys that stand in the sources, and how keys begin or end that are made there."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    written = set(re.findall(r"""["']([a-z][\w.?]*)["']""", text))
    made = re.findall(r"""f["']([a-z][\w.]*\.|)\{[^}]*\}(\.[\w.]+|)["']""", text)
    return written, [f"^{re.escape(begin)}.*{re.escape(end)}$" for begin, end in made if begin or end]


@pytest.mark.parametrize("folder", [TERMINAL, *(game.folder / "terminal" for game in GAMES if game.folder)], ids=str)
def test_no_words_are_there_that_nobody_says(folder: Path) -> None:
    strings = shell("en") if folder == TERMINAL else read(folder / "strings.en.json")
    written, made = keys_in(folder)
    bases = {VARIANT.sub("", key) for key in strings if not key.startswith("topic.")}
    assert [key for key in bases if key not in written and not any(re.match(one, key) for one in made)] == []


@each_game
def test_every_word_that_can_be_looked_up_has_a_name_and_no_name_is_left_over(game: topsecret.Game) -> None:
    from topsecret.bots.registry import module_of

    topics = module_of(game, "topics")
    assert topics is not None
    named = {key.removeprefix("topic.") for key in own(game, "en") if key.startswith("topic.")}
    assert named == {word.replace(" ", "_") for word in topics.WORDS}


def leftovers(shown: str, game: topsecret.Game, language: str) -> list[str]:
    """English sentences in a transcript: strings of three words and more that this language says otherwise."""
    english = {**shell("en"), **own(game, "en"), **game.words("en").strings}
    ours = {**shell(language), **own(game, language), **game.words(language).strings}
    shown = " ".join(re.sub(r"\[/?[\w.]*\]", "", shown).split())
    found = []
    for key, text in english.items():
        for piece in re.split(r"\{\w+\}|\[/?[\w.]*\]", text):
            piece = piece.strip(" .,:;")
            if len(piece.split()) >= 3 and piece in shown and piece not in " ".join(ours.values()):
                found.append(f"{key}: {piece}")
    return found


def all_parts(game: topsecret.Game) -> dict[str, Any]:
    return {name: True for name in ("cards", "dossier") if name in game.options}


@cache
def finished(id: str) -> topsecret.Match:
    game = topsecret.game(id)
    match = game.match(seats=game.seats[0], options=all_parts(game), seed="over")
    players = [bots.make("greedy", game, str(seat)) for seat in range(match.seats)]
    while not match.over:
        seat = match.actors[0]
        bots.act(match, seat, players[seat], bots.Budget())
    return match


@each_language
@pytest.mark.parametrize("game", TURNS, ids=lambda game: game.id)
def test_a_table_speaks_one_language(game: topsecret.Game, language: str) -> None:
    """The first few decisions with everything that can be asked, and a game that bots have played to its end."""
    says = plays_on("words")
    first = iter(["h", "?", "l", "u", "s", "xyzzy", *(text for text in GARBAGE if text.startswith("?"))])
    then = iter(range(DECISIONS))
    typist = Typist(lambda it: next(first, None) or (says(it) if next(then, None) is not None else "q"))
    match = game.match(seats=game.seats[0], options=all_parts(game), seed="words")
    names = seat_names(match.seats, 0, "Chief")
    display = display_of(game, names, 0, language)
    others = {seat: bots.make("random", game, str(seat)) for seat in range(1, match.seats)}
    screen = Screen(display.styles, out=typist.out, typed=typist, language=language)  # type: ignore[arg-type]
    typist.table = Session(match, 0, others, display, names, screen)
    typist.table.run()
    over = finished(game.id)
    told = [*display.reveal(over.view(0), over.events(0)), verdict(over, names, 0, language)]
    told += display.news(over.events(0))
    assert leftovers("\n".join([typist.out.getvalue(), *told]), game, language) == []
    assert "{" not in typist.out.getvalue()


@each_language
@pytest.mark.parametrize("game", [game for game in GAMES if game.State.timed], ids=lambda game: game.id)
def test_a_game_in_real_time_speaks_that_language(game: topsecret.Game, language: str) -> None:
    match = game.match(seats=4, seed="words")
    display = live_display(game, ["Ann", "Bob", "Cid", "Dee"], 0, language)
    lines = [display.goal, *display.keys(), *display.table(match.view(0), 0), *display.open_table(match.truth(), 0)]
    lines += display.news(match.events(0)) + [display.describe_option(option) for option in display.offers.values()]
    assert leftovers("\n".join(lines), game, language) == []


def test_the_language_is_asked_for_or_found_in_the_environment() -> None:
    assert speech.language_of("de") == speech.language_of("Deutsch") == speech.language_of("de_CH.UTF-8") == "de"
    assert speech.language_of(None, {"LANG": "de_AT.UTF-8"}) == "de"
    assert speech.language_of(None, {"LANG": "de_AT.UTF-8", "LC_ALL": "C"}) == "en"
    assert speech.language_of(None, {"LANG": "en_GB", "LC_ALL": "", "LC_MESSAGES": "de"}) == "de"
    assert speech.language_of(None, {"LANG": "tlh_QS"}) == speech.language_of(None, {}) == "en"
    with pytest.raises(topsecret.BadOptions, match=r"lang: expected one of en, de.*; got 'klingon'"):
        speech.language_of("klingon")


def test_another_language_is_spoken_at_once_and_the_next_question_is_in_it() -> None:
    typed = iter(["lang", "lang tlh", "lang de", "? Tresor", "lang english", "q"])
    typist = Typist(lambda _: next(typed, None))
    game = topsecret.game("spies")
    names = seat_names(3, 0, "Chief")
    screen = Screen({}, out=typist.out, typed=typist)  # type: ignore[arg-type]
    display = display_of(game, names, 0)
    match = game.match(seats=3, options={"starter": 0}, seed="x")
    Session(match, 0, {}, display, names, screen.restyled(display.styles, 0.0)).run()
    before, asked, nonsense, german, english = " ".join(typist.out.getvalue().split()).split("> lang ")
    assert "You rolled" in before
    assert asked.startswith("✗ Which language? lang en English, lang de Deutsch") and "Which language?" in nonsense
    assert "gewürfelt: Zieh" in german and "You rolled" not in german and "S3.5" in german
    assert "You rolled" in english


class Keys:
    """Keys that are pressed one after the other."""

    def __init__(self, *pressed: str) -> None:
        self.pressed = iter(pressed)

    def __enter__(self) -> Keys:
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def read(self, seconds: float) -> str | None:
        return next(self.pressed)


def test_before_a_game_in_real_time_a_key_changes_the_language() -> None:
    game = next(game for game in GAMES if game.State.timed)
    names = ["Ann", "Bob", "Cid", "Dee"]
    out = io.StringIO()
    screen = Screen({}, out=out, typed=io.StringIO(), is_live=True)
    chosen = open_live(
        live_display(game, names, 0),
        screen,
        Keys("t", "\r"),
        {},
        lambda language: live_display(game, names, 0, language),
    )
    assert chosen == {} and screen.language == speech.languages()[1]


@each_language
@each_game
def test_every_word_that_help_names_is_found_in_that_language(game: topsecret.Game, language: str) -> None:
    book = glossary_of(game, language)
    for name in book.names():
        assert look_up(book, name).found or "," in look_up(book, name).said, name
    told = " ".join(own(game, language).values())
    for asked in re.findall(r"\[typed\]\? ([^\[]+)\[/\]", told):
        assert look_up(book, asked).found, asked
