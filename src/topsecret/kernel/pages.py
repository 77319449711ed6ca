"""A game's rule page, its `README.md` (`README.de.md` in German): the paragraph behind a rule number.

A section is a heading (`## S3 A turn`), a rule a list item (`- **S3.2** Spend all …`) that goes on in indented lines.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Game

NUMBER = r"[A-Z]\d+(?:\.\d+)?"
SECTION = re.compile(rf"#+ (?P<number>{NUMBER}) (?P<text>.*)")
RULE = re.compile(rf"- \*\*(?P<number>{NUMBER})\*\* (?P<text>.*)")


def rule_page(game: Game, language: str = "en") -> str:
    """The whole page, as Markdown, in English if there is none in that language; empty if the game has none."""
    return _page(game.folder, language) if game.folder else ""


def page_languages(game: Game) -> list[str]:
    """The languages that a game's page is written in, English first."""
    found = sorted(path.name.split(".")[1] for path in game.folder.glob("README.*.md")) if game.folder else []
    return ["en", *found]


def rule_text(game: Game, number: str, language: str = "en") -> str:
    """The paragraph of a rule, or a section's title and what stands before its first rule; empty if there is no such number."""
    return rule_numbers(game, language).get(number, "")


def rule_numbers(game: Game, language: str = "en") -> dict[str, str]:
    """Every number on the page with its text, in the order of the page."""
    return _read(game.folder, language) if game.folder else {}


@cache
def _read(folder: Path, language: str) -> dict[str, str]:
    return paragraphs(_page(folder, language))


def _page(folder: Path, language: str) -> str:
    translated = folder / f"README.{language}.md" if language.isalpha() else folder / "README.md"
    path = translated if translated.exists() else folder / "README.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def paragraphs(page: str) -> dict[str, str]:
    """The text of every rule number on a page."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    in_rule = False
    for line in page.splitlines():
        if hit := SECTION.fullmatch(line) or RULE.fullmatch(line):
            in_rule = line.startswith("-")
            current = found.setdefault(hit["number"], [])
            current.append(hit["text"])
        elif line.startswith("#") or (in_rule and line and not line.startswith(" ")):
            current = None
        elif current is not None:
            current.append(line.strip())
    return {number: _flow(lines) for number, lines in found.items()}


def _flow(lines: list[str]) -> str:
    """Lines of one paragraph joined; the lines of a table and empty lines kept."""
    text = "\n".join(lines).strip()
    return re.sub(r"(?<!\n)(?<!\|)\n(?!\n|\|)", " ", text)
