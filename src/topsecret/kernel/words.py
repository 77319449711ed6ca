"""Words for codes: events, refusals and endings of a game in a language, from `web/strings.<language>.json` of the game's folder.

Keys are `<sort>.<name>`, for example:

    event.<family>       what happened: every action, chance outcome and event, and the kernel's own `undone`
    refusal.<code>       and so for ending.<code>, flaw.<code>
    <names>.<member>     what a name is called: `agent.red`; for a phase, what is asked now
    option.<name>        an option's title
    why.<code>           what a bot says of a decision after the match

A key may have variants, which are used instead where they fit: `event.draw.hidden` when a parameter is not told to this viewer,
`event.guessed.right=1` when the parameter has that value. `.name`, `.effect` and `.help` behind a key say more about a thing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .names import Names, find
from .parts import AnyOf, OneOf, Pair, Part, Seat, SomeOf, Spread

if TYPE_CHECKING:
    from .game import Game


class Words:
    """The strings of one game in one language."""

    def __init__(self, strings: dict[str, str]) -> None:
        self.strings = strings

    @classmethod
    def load(cls, folder: Path, language: str) -> Words:
        return cls.beside(folder / "web", language)

    @classmethod
    def beside(cls, folder: Path, language: str) -> Words:
        """The strings of a folder in a language, or in English where it has none; without any, codes speak for themselves."""
        paths = [folder / f"strings.{one}.json" for one in (language, "en")]
        found = next((path for path in paths if path.exists()), None)
        return cls({} if found is None else json.loads(found.read_text(encoding="utf-8")))

    def say(self, key: str, params: dict[str, Any] | None = None, name: Callable[[str, Any], str] | None = None) -> str:
        """The sentence for a code; a code without words speaks for itself. `name` turns a parameter into words."""
        params = params or {}
        spoken = {part: (name(part, value) if name else plain(value)) for part, value in params.items()}
        pattern = self.strings.get(self._variant(key, params))
        if pattern is None:
            rest = " ".join(f"{part}={value}" for part, value in spoken.items())
            return f"{key.partition('.')[2].replace('_', ' ')} {rest}".strip()
        return pattern.format_map(Gaps(spoken))

    def _variant(self, key: str, params: dict[str, Any]) -> str:
        """The key, or the variant of it that fits these parameters best."""
        variants = [f"{key}.{part}={value}" for part, value in params.items() if isinstance(value, str | int)]
        if None in params.values():
            variants.insert(0, f"{key}.hidden")
        return next((variant for variant in variants if variant in self.strings), key)

    def name(self, names: type[Names], text: Any, more: str = "") -> str:
        """What a member of these names, given by its text, is called; with `more`, what else is said about it (`effect`)."""
        member = find(names, text)
        if member is None:
            return plain(text)
        key = name_key(names, member) + (f".{more}" if more else "")
        return self.strings.get(key, "" if more else plain(text))


class Gaps(dict[str, str]):
    """A sentence may name a parameter that was not told: it shows as a question mark."""

    def __missing__(self, key: str) -> str:
        return "?"


def name_key(names: type[Names], member: int) -> str:
    return f"{names.__name__.lower()}.{names(member).name.lower()}"


def tell(
    game: Game,
    event: dict[str, Any],
    seat: Callable[[int], str] | None = None,
    language: str = "en",
    form: str = "event",
) -> str:
    """An event, as a viewer was told it, in words. `seat` gives a seat's name; `form` asks for other words (`case.log.answered`)."""
    words = game.words(language)
    name_seat = seat or (
        lambda number: words.say("seat", {"seat": number}) if "seat" in words.strings else f"seat {number}"
    )
    books = (game.actions, game.chance, game.told)
    family = next((book.by_name[event["event"]] for book in books if event["event"] in book.by_name), None)
    parts = {part.name: part for part in family.parts} if family else {}

    def name(param: str, value: Any) -> str:
        if value is None:
            return "?"
        if param == "seat" or isinstance(parts.get(param), Seat):
            return name_seat(value)
        return spell_out(words, parts[param], value) if param in parts else plain(value)

    params = {key: value for key, value in event.items() if key not in ("event", "n", "at")}
    sentence = words.say(f"{form}.{event['event']}", params, name)
    return sentence[:1].upper() + sentence[1:]


def reason(
    game: Game, code: str, params: dict[str, Any], seat: Callable[[int], str] | None = None, language: str = "en"
) -> str:
    """A sentence of a bot about a decision of its own: names are of the kind that their parameter is called, an action is told as the
    event that it would have been."""
    words = game.words(language)
    kinds = {names.__name__.lower(): names for names in _names_of(game)}

    def name(param: str, value: Any) -> str:
        if param == "seat":
            return seat(value) if seat else f"seat {value}"
        if isinstance(value, dict) and "event" in value:
            return tell(game, value, seat, language)
        return words.name(kinds[param], value) if param in kinds else plain(value)

    return words.say(f"why.{code}", params, name)


def _names_of(game: Game) -> set[type[Names]]:
    books = (game.actions, game.chance, game.told)
    return {part.names for book in books for family in book.families for part in family.parts if hasattr(part, "names")}


def spell_out(words: Words, part: Part, value: Any) -> str:
    """The JSON value of a parameter with the names that a language has for it."""
    if isinstance(part, OneOf):
        return words.name(part.names, value)
    if isinstance(part, SomeOf | AnyOf | Pair):
        return ", ".join(words.name(part.names, one) for one in value) or "none"
    if isinstance(part, Spread):
        return ", ".join(f"{words.name(part.names, one)} +{points}" for one, points in value.items())
    return plain(value)


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
