"""The words of the browser: every language says everything, with the same parameters, and every key that is asked for exists."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHELL = ROOT / "web" / "src"
GAMES = ROOT / "src" / "topsecret" / "games"
LANGUAGES = sorted(path.stem for path in (SHELL / "strings").glob("*.json"))
WITH_BOARD = sorted(path.parents[1].name for path in GAMES.glob("*/web/index.ts"))
ALL = sorted(path.name for path in GAMES.iterdir() if (path / "web").is_dir())

# keys that are made from a code; each must fit at least one string, and these strings need no literal mention
MADE = (
    "case.difficulty.",
    "happened.",
    "propose.",
    "failure.",
    "refusal.",
    "bot.",
    "keys.",
    "verified.why.",
    "option.help.",
    "reaction.",
    "server.",
)
LITERAL = re.compile(r"""\bt\(\s*"([a-z][\w.=]*)\"""")
CHOSEN = re.compile(r"""[?:]\s*"([a-z]\w*\.[\w.]+)\"""")  # t(on ? "a.b" : "c.d")
TEMPLATE = re.compile(r"""\bt\(\s*`([a-z][\w.=]*)\$\{""")


def read(path: Path) -> dict[str, str]:
    def no_doubles(pairs: list[tuple[str, str]]) -> dict[str, str]:
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), (
            f"{path.name}: twice: {sorted({key for key in keys if keys.count(key) > 1})}"
        )
        return dict(pairs)

    strings: dict[str, str] = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=no_doubles)
    return strings


def shell(language: str) -> dict[str, str]:
    return read(SHELL / "strings" / f"{language}.json")


def of_game(game: str, language: str) -> dict[str, str]:
    return read(GAMES / game / "web" / f"strings.{language}.json")


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def sources(folder: Path) -> str:
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".svelte", ".ts")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def same(ours: dict[str, str], english: dict[str, str], where: str) -> None:
    plural = re.compile(r"\.\w+=\w+$")  # another language may need more or fewer of these
    lacking = {key for key in english if not plural.search(key)} - ours.keys()
    extra = {key for key in ours if not plural.search(key)} - english.keys()
    assert not lacking, f"{where} lacks {sorted(lacking)}"
    assert not extra, f"{where} has {sorted(extra)}, English has not"
    for key, text in ours.items():
        assert text.strip(), f"{where}: {key} is empty"
        base = english.get(key) or english[plural.sub("", key)]
        missing = parameters(text) - parameters(base) if plural.search(key) else parameters(text) ^ parameters(base)
        assert not missing, f"{where}: {key} does not name the same parameters: {sorted(missing)}"


def test_four_languages_are_there() -> None:
    assert {"en", "de", "fr", "it"} <= set(LANGUAGES)


@pytest.mark.parametrize("words", [shell("fr"), *(of_game(game, "fr") for game in ALL)], ids=["shell", *ALL])
def test_french_keeps_its_signs_with_their_words(words: dict[str, str]) -> None:
    """A narrow no-break space before : ; ! ? and inside guillemets, and an apostrophe that is one."""
    wrong = re.compile(r"[^\s\u202f:;!?«(/][;!?»]|[a-zà-ÿ}]:(?!/)| [:;!?»](?!\w)|«[^\u202f]|'")
    assert [text for text in words.values() if wrong.search(text.replace("eyes :", "").replace("…", ""))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shell_says_everything_in_every_language(language: str) -> None:
    same(shell(language), shell("en"), f"the shell in {language}")


@pytest.mark.parametrize("game", WITH_BOARD)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_with_a_board_says_everything_in_every_language(game: str, language: str) -> None:
    same(of_game(game, language), of_game(game, "en"), f"{game} in {language}")


@pytest.mark.parametrize("game", ALL)
def test_italian_apostrophes_are_apostrophes(game: str) -> None:
    assert [text for text in (of_game(game, "it") | shell("it")).values() if "'" in text] == []


@pytest.mark.parametrize("game", ALL)
def test_every_game_introduces_itself_in_every_language(game: str) -> None:
    about = json.loads((GAMES / game / "web" / "about.json").read_text(encoding="utf-8"))
    for language in LANGUAGES:
        assert {key for key, text in about[language].items() if text.strip()} == {"title", "line", "minutes"}


def test_every_key_that_the_shell_asks_for_exists() -> None:
    strings, text = shell("en"), sources(SHELL)
    asked = set(LITERAL.findall(text)) - {"t"}
    assert len(asked) > 100, "the keys are no longer found in the sources"
    assert sorted(asked - strings.keys()) == []
    for start in TEMPLATE.findall(text):
        assert any(key.startswith(start) for key in strings), f"no string begins with {start}"


def test_the_shell_has_no_words_that_nobody_says() -> None:
    strings, text = shell("en"), sources(SHELL)
    said = set(LITERAL.findall(text)) | set(CHOSEN.findall(text)) | set(re.findall(r'"([a-z][\w.]*)"', text))
    unused = [key for key in strings if re.sub(r"\.\w+=\w+$", "", key) not in said and not key.startswith(MADE)]
    assert unused == []


@pytest.mark.parametrize("game", WITH_BOARD)
def test_every_key_that_a_board_asks_for_exists(game: str) -> None:
    known = of_game(game, "en").keys() | shell("en").keys()
    asked = set(LITERAL.findall(sources(GAMES / game / "web")))
    bases = {re.sub(r"\.\w+=\w+$|\.hidden$", "", key) for key in known}
    assert sorted(asked - known - bases) == []
