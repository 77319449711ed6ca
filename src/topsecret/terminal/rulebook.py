"""The numbered rules of a game, as its README.md has them."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from topsecret.kernel.game import Game

NUMBER = re.compile(r"^\s*(?:[-*]\s+|#+\s+)(?:\*\*)?(?P<number>[A-Z]\d+(?:\.\d+)*)(?:\*\*)?\s+(?P<text>.*)$")


class Rulebook:
    def __init__(self, game: Game) -> None:
        self.path = Path(game.folder) / "README.md" if game.folder else None

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8") if self.path and self.path.exists() else ""

    @cached_property
    def paragraphs(self) -> dict[str, str]:
        """Each numbered paragraph; a heading's number has all that stands below it."""
        found: dict[str, str] = {}
        current = heading = ""
        for line in self.text.splitlines():
            numbered = NUMBER.match(line)
            if line.startswith("#"):
                current = heading = numbered["number"] if numbered else ""
                if numbered:
                    found[heading] = f"**{numbered['text']}**\n"
                continue
            if numbered:
                current = numbered["number"]
                found[current] = numbered["text"]
            elif current and current != heading and line.strip():
                found[current] += " " + line.strip()
            elif not line.strip():
                current = heading
            if heading:
                found[heading] += "\n" + line
        return found

    def rule(self, number: str) -> str:
        """The paragraph of that number, or nothing."""
        return self.paragraphs.get(number.upper(), "")
