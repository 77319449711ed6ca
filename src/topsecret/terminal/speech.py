"""What the terminal says, in the language of whoever sits there: `strings/LANGUAGE.json` beside this file. What a game's display says is in
that game's `terminal/strings.LANGUAGE.json`. A language is offered once there is a file for it.
The help of commands, errors of programs and logs are English, as the docs are."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from topsecret.kernel.errors import BadOptions, shorten
from topsecret.kernel.game import Game
from topsecret.kernel.words import Words

FOLDER = Path(__file__).parent / "strings"
ENGLISH = "en"
NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}


@cache
def languages() -> tuple[str, ...]:
    """Those that are offered, English first."""
    found = sorted(path.stem for path in FOLDER.glob("*.json"))
    return (ENGLISH, *(language for language in found if language != ENGLISH))


@cache
def words_in(language: str) -> Words:
    path = FOLDER / f"{language}.json"
    return Words(json.loads(path.read_text(encoding="utf-8"))) if language in languages() else words_in(ENGLISH)


def language_of(wanted: str | None = None, environment: Mapping[str, str] = os.environ) -> str:
    """The one that was asked for; else what `LC_ALL`, `LC_MESSAGES` or `LANG` say, in that order; else English. Raises BadOptions."""
    if wanted is not None:
        found = find_language(wanted)
        if found is None:
            raise BadOptions(f"lang: expected one of {', '.join(languages())}; got {shorten(wanted)}")
        return found
    said = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return find_language(said[:2]) or ENGLISH


def find_language(typed: str) -> str | None:
    """A language by its letters (`fr`, `fr_FR.UTF-8`) or by what it calls itself."""
    typed = typed.strip().lower()
    letters = typed.replace("-", "_").partition("_")[0].partition(".")[0]
    return next((one for one in languages() if one == letters or NAMES.get(one, "").lower() == typed), None)


def language_name(language: str) -> str:
    return NAMES.get(language, language)


def tagline(game: Game, language: str) -> str:
    """What a game's folder says of it in a line; in English where it says nothing in that language."""
    path = (game.folder or Path()) / "web" / "about.json"
    said: Any = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return str((said.get(language) or said.get(ENGLISH) or {}).get("line", ""))


def listed(words: Words, names: list[str]) -> str:
    """Ada, Boris and Clara"""
    if len(names) < 2:
        return "".join(names)
    return words.say("and", {"first": ", ".join(names[:-1]), "last": names[-1]})
