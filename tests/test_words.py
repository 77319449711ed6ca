"""Every game's page and words fit its declarations: no code without words, no words without a code."""

import importlib
import json
import pkgutil
import re
import string
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest

import topsecret
from topsecret.bots import levels, registry, why
from topsecret.kernel import engine
from topsecret.kernel.kinds import ChoiceKind
from topsecret.kernel.names import Names, Signs, texts
from topsecret.kernel.pages import page_languages, paragraphs, rule_numbers
from topsecret.kernel.words import Words, name_key, tell

GAMES = topsecret.games()
MORE = {"name", "effect", "help"}  # what may be said besides about a thing
SCREENS = (
    "board.",
    "case.",
    "cards.",
    "coach.",
    "dossier.",
    "lesson.",
    "notebook.",
    "picture.",
    "reveal.",
)  # words of a game's own screens, with parameters as they like
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def strings_files(game: topsecret.Game) -> list[Path]:
    assert game.folder is not None
    return sorted((game.folder / "web").glob("strings.*.json"))


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def families(game: topsecret.Game) -> Iterator[tuple[str, set[str]]]:
    """Everything that is told as an event, with its parameters."""
    for book in (game.actions, game.chance, game.told):
        for family in book.families:
            seat = {"seat"} if family.sort == "action" or family.whose else set()
            yield f"event.{family.name}", {part.name for part in family.parts} | seat
    yield "event.undone", {"seat", "events"}


def names_of(game: topsecret.Game) -> set[type[Names]]:
    """The names that people read: those of parameters, and the phases; signs need no words."""
    books = (game.actions, game.chance, game.told)
    found = {
        part.names for book in books for family in book.families for part in family.parts if hasattr(part, "names")
    }
    found = {names for names in found if not issubclass(names, Signs)}
    phase = game.State.fields.get("phase")
    return found | ({phase.kind.names} if phase is not None and hasattr(phase.kind, "names") else set())


def expected(game: topsecret.Game) -> dict[str, set[str]]:
    """Every key that needs words, with the parameters that they may name."""
    keys = dict(families(game))
    for sort, codes in (("refusal", game.Refusal), ("ending", game.Ending), ("flaw", game.Flaw)):
        keys |= {f"{sort}.{code.name.lower()}": set() for code in codes if code.rule or (sort == "refusal" and code)}
    keys |= {name_key(names, member): set() for names in names_of(game) for member in names}
    keys |= {f"option.{name}": set() for name in game.options}
    keys |= {f"level.{name}{more}": set() for name in levels(game) for more in ("", ".help")}
    return keys | reasons(game)


def reasons(game: topsecret.Game) -> dict[str, set[str]]:
    """What its bots may say about their decisions, with what fills the sentences."""
    explain = registry.module_of(game, "explain")
    if explain is None:
        return {}
    said = explain.KEYS if game.State.timed else why.KEYS | explain.KEYS
    return {f"why.{key}": params for key, params in said.items()}


def choices(game: topsecret.Game) -> set[str]:
    """What can be chosen in an option may have words of its own, as the client's `options.ts` looks for them."""
    named = {name: game.State.fields[name].kind for name in game.options}
    return {
        f"option.{name}.{re.sub('[^a-z0-9]+', '_', text.lower())}"
        for name, kind in named.items()
        if isinstance(kind, ChoiceKind)
        for text in texts(kind.names)
    }


@each_game
def test_every_code_has_words(game: topsecret.Game) -> None:
    assert [path.name for path in strings_files(game)][:1] != []
    for path in strings_files(game):
        strings = json.loads(path.read_text(encoding="utf-8"))
        assert [key for key in expected(game) if not strings.get(key)] == [], path.name


@each_game
def test_no_words_are_unused_and_every_placeholder_is_a_parameter(game: topsecret.Game) -> None:
    keys = expected(game)
    for path in strings_files(game):
        for key, text in json.loads(path.read_text(encoding="utf-8")).items():
            base, _, variant = key.rpartition(".") if key not in keys else (key, "", "")
            param, _, value = variant.partition("=")
            if key.startswith(SCREENS) or key in choices(game):
                continue
            if key == "seat":
                assert placeholders(text) <= {"seat"}
                continue
            assert base in keys, f"{path.name}: {key} belongs to nothing"
            assert variant in {"", "hidden", *MORE} or (param in keys[base] and value), f"{path.name}: {key}"
            assert placeholders(text) <= keys[base], f"{path.name}: {key}"


@each_game
def test_all_languages_have_the_same_keys(game: topsecret.Game) -> None:
    """But for a screen's variants by a value: a language has those that its grammar needs (1st, 2nd, 3rd)."""
    every = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in strings_files(game)}
    for strings in every.values():
        for key in [key for key in strings if key.startswith(SCREENS) and "=" in key]:
            del strings[key]
    english = every["strings.en.json"]
    for name, strings in every.items():
        assert strings.keys() ^ english.keys() == set(), name
        screens = [key for key in strings if key.startswith(SCREENS)]
        assert [key for key in screens if placeholders(strings[key]) != placeholders(english[key])] == [], name


@each_game
def test_no_key_is_written_twice(game: topsecret.Game) -> None:
    for path in strings_files(game):
        pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
        assert len(pairs) == len(dict(pairs)), path.name


@each_game
def test_every_rule_that_the_code_cites_is_on_the_page(game: topsecret.Game) -> None:
    books = (game.actions, game.chance, game.told)
    cited = {family.rule for book in books for family in book.families}
    cited |= {code.rule for codes in (game.Refusal, game.Ending, game.Flaw) for code in codes}
    assert cited - {""} - set(rule_numbers(game)) == set()
    assert all(text for text in rule_numbers(game).values())


@each_game
def test_every_translated_page_has_the_same_numbers_and_speaks_of_the_same_rules(game: topsecret.Game) -> None:
    english = rule_numbers(game)
    refers = re.compile(r"\b[A-Z]\d+\.\d+\b")
    for language in page_languages(game)[1:]:
        page = rule_numbers(game, language)
        assert list(page) == list(english), language
        for number, text in page.items():
            assert text and text != english[number], f"{language}: {number}"
            assert sorted(refers.findall(text)) == sorted(refers.findall(english[number])), f"{language}: {number}"


@each_game
def test_no_rules_function_is_lost(game: topsecret.Game) -> None:
    """A `refuse_…` in a file of its own does nothing unless rules.py lists that file: it must not get lost on the way."""
    package = importlib.import_module(f"topsecret.games.{game.id}")
    parts = (game.actions.families, game.chance.families)
    known = {*engine.needed(*parts, game.State.timed), *engine.allowed(*parts)}
    for found in pkgutil.iter_modules(package.__path__):
        if found.ispkg:
            continue
        module = importlib.import_module(f"{package.__name__}.{found.name}")
        for name, thing in vars(module).items():
            if name in known and isinstance(thing, FunctionType) and thing.__module__ == module.__name__:
                assert game.rules.functions.get(name) is thing, f"{module.__name__}.{name} is not listed by rules.py"


def test_a_page_is_read_by_its_numbers() -> None:
    page = "# Game\n\n## K1 Cards\n\nThree cards.\n\n- **K1.1** One\n  each.\n- **K1.2** Two.\n\nNo rule.\n\n## Else\n\nx\n"
    assert paragraphs(page) == {"K1": "Cards\n\nThree cards.", "K1.1": "One each.", "K1.2": "Two."}


def test_words_choose_the_variant_that_fits() -> None:
    words = Words({"event.x": "x {a}", "event.x.hidden": "x, hidden", "event.x.a=1": "one"})
    assert words.say("event.x", {"a": 2}) == "x 2"
    assert words.say("event.x", {"a": 1}) == "one"
    assert words.say("event.x", {"a": None}) == "x, hidden"


def test_words_never_fail() -> None:
    assert Words({}).say("event.some_thing", {"a": [1, 2], "b": None}) == "some thing a=1, 2 b=?"
    assert Words({"event.x": "x {gone}"}).say("event.x", {}) == "x ?"
    game = GAMES[0]
    assert tell(game, {"event": "never_heard_of", "seat": 1}).startswith("Never heard of")
