"""What the browser must load before something is to be seen stays small."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import web_build

FIRST_SCREEN = 75_000  # bytes of JavaScript and CSS, gzipped
BOARD = 50_000
WORDS = 15_000  # of a game, in one language: its board, its log, its lessons
GAMES = Path(__file__).resolve().parents[2] / "src" / "topsecret" / "games"

WITH_BOARD = sorted(path.parents[1].name for path in GAMES.glob("*/web/index.ts"))

pytestmark = pytest.mark.skipif(bool(os.environ.get("TOPSECRET_SKIP_WEB")), reason="the browser client is left out")


class Bundle:
    """The built client, by the list that Vite makes of it."""

    def __init__(self, folder: Path, chunks: dict[str, Any]) -> None:
        self.folder = folder
        self.chunks = chunks

    def needs(self, *names: str) -> set[str]:
        """The files that these chunks need at once: their own, their styles, and the same of what they import."""
        seen: set[str] = set()
        files: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name in seen:
                continue
            seen.add(name)
            chunk = self.chunks[name]
            files |= {chunk["file"], *chunk.get("css", [])}
            todo += chunk.get("imports", [])
        return {file for file in files if file.endswith((".js", ".css"))}

    def weight(self, files: set[str]) -> int:
        return sum(len(gzip.compress((self.folder / file).read_bytes(), 6)) for file in files)

    def entry(self) -> str:
        return next(name for name, chunk in self.chunks.items() if chunk.get("isEntry"))

    def of_game(self, game: str) -> list[str]:
        """The chunks that are made from a game's own web folder; its words and its picture on the home page are not the board."""
        of = f"games/{game}/web/"
        return [n for n in self.chunks if of in n and not n.endswith(".json") and "Miniature" not in n]


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    build = web_build()
    build.build()
    folder: Path = build.CLIENT
    return Bundle(folder, json.loads((folder / ".vite" / "manifest.json").read_text(encoding="utf-8")))


def listed(bundle: Bundle, files: set[str]) -> str:
    return "\n".join(f"{bundle.weight({file}):>7} {file}" for file in sorted(files))


def test_the_first_screen_is_light(bundle: Bundle) -> None:
    """The start of the page, the home screen and the pictures of the games on it, the shell's words in one language. A game's own words
    come with its table; what a browser really loads is weighed, too (`tests/browser/test_home.py`)."""
    home = [n for n in bundle.chunks if n.endswith(("Miniature.svelte", "/Home.svelte", "strings/en.json"))]
    files = bundle.needs(bundle.entry(), *home)
    assert files
    assert bundle.weight(files) <= FIRST_SCREEN, listed(bundle, files)


@pytest.mark.parametrize("game", WITH_BOARD)
def test_each_board_is_light_and_comes_when_it_is_needed(bundle: Bundle, game: str) -> None:
    names = bundle.of_game(game)
    files = bundle.needs(*names) - bundle.needs(bundle.entry())
    assert files, f"the board of {game} is not in the client"
    assert bundle.weight(files) <= BOARD, listed(bundle, files)


@pytest.mark.parametrize("game", WITH_BOARD)
def test_the_words_of_a_game_are_light_and_come_with_its_board(bundle: Bundle, game: str) -> None:
    words = [n for n in bundle.chunks if f"games/{game}/web/strings." in n]
    assert words
    for name in words:
        files = bundle.needs(name) - bundle.needs(bundle.entry())
        assert files and bundle.weight(files) <= WORDS, listed(bundle, files)


def test_what_is_too_heavy_is_found(tmp_path: Path) -> None:
    for name in ("a.js", "b.js", "c.css", "d.js"):
        (tmp_path / name).write_bytes(os.urandom(40_000))
    chunks = {
        "index.html": {"file": "a.js", "isEntry": True, "imports": ["_b"], "dynamicImports": ["late"]},
        "_b": {"file": "b.js", "css": ["c.css"], "imports": ["index.html"]},
        "late": {"file": "d.js"},
    }
    small = Bundle(tmp_path, chunks)
    files = small.needs(small.entry())
    assert files == {"a.js", "b.js", "c.css"}
    assert small.weight(files) > FIRST_SCREEN
    assert small.weight(small.needs("late")) < BOARD
