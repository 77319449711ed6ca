"""Words for codes: events, refusals and endings of a game in a language, from the game's `strings.<language>.json`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


class Words:
    """The strings of one game in one language. Keys: `event.<name>`, `refusal.<name>`, `ending.<name>`, `flaw.<name>` and the game's own."""

    def __init__(self, strings: dict[str, str]) -> None:
        self.strings = strings

    @classmethod
    def load(cls, folder: Path, language: str) -> Words:
        path = folder / f"strings.{language}.json"
        return cls(json.loads(path.read_text(encoding="utf-8")) if path.exists() else {})

    def say(self, key: str, params: dict[str, Any] | None = None, name: Callable[[str, Any], str] | None = None) -> str:
        """The sentence for a code; a code without words speaks for itself. `name` turns a parameter into words."""
        params = params or {}
        spoken = {part: (name(part, value) if name else plain(value)) for part, value in params.items()}
        pattern = self.strings.get(key)
        if pattern is None:
            rest = " ".join(f"{part}={value}" for part, value in spoken.items())
            return f"{key.partition('.')[2].replace('_', ' ')} {rest}".strip()
        return pattern.format_map(Gaps(spoken))


class Gaps(dict[str, str]):
    """A sentence may name a parameter that was not told: it shows as a question mark."""

    def __missing__(self, key: str) -> str:
        return "?"


def plain(value: Any) -> str:
    """A JSON value as words."""
    if value is None:
        return "?"
    if isinstance(value, dict):
        return ", ".join(
            f"{key} {item:+d}" if isinstance(item, int) else f"{key} {item}" for key, item in value.items()
        )
    if isinstance(value, list):
        return ", ".join(plain(item) for item in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
