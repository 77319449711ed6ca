"""What the things of a game are: cards, pieces, places. A game says which rules tell of them (`topics.py`); the words are those
of its strings and of its rule page, so that nothing is written twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .names import Names, texts
from .pages import rule_numbers, rule_page
from .registry import module_of
from .words import Words

if TYPE_CHECKING:
    from .game import Game

ARTICLES = ("the ", "der ", "die ", "das ", "le ", "la ", "les ", "l’", "l'", "il ", "lo ", "i ", "gli ")
NOTHING = "none"  # the member of some names that stands for no thing
FEWEST_LETTERS = 2  # of a name that is cut short


class Topic(NamedTuple):
    """Things of one kind, and the rules that tell of all of them; `also` has more rules for some, by their text."""

    names: type[Names]
    rules: tuple[str, ...] = ()
    also: dict[str, tuple[str, ...]] = {}


class Explained(NamedTuple):
    """What a thing is called, what it does in a few words, and the rules behind it."""

    title: str
    effect: str
    rules: tuple[str, ...]


class Glossary:
    """All that can be asked about: rules by number, things and words of the game, options."""

    def __init__(
        self,
        game: Game,
        topics: Sequence[Topic] = (),
        words: dict[str, tuple[str, ...]] | None = None,
        language: str = "en",
        called: dict[str, str] | None = None,
    ) -> None:
        """`called`: what these words are in that language; they may be typed both ways."""
        self.game = game
        self.language = language
        self.numbers = rule_numbers(game, language)
        self._things: dict[str, tuple[set[str], Explained]] = {}  # by text: how it may be typed, and what it is
        self.by_kind: dict[
            tuple[str, str], tuple[set[str], Explained]
        ] = {}  # the same, by the name of its names, or `word`, too
        for topic in topics:
            for text in texts(topic.names):
                self._add_thing(topic, text)
        for word, rules in (words or {}).items():
            name = (called or {}).get(word, word)
            explained = Explained(name, "", rules)
            self._things.setdefault(word, ({word, name.lower()}, explained))
            self.by_kind["word", word] = ({name.lower()}, explained._replace(title=name[:1].upper() + name[1:]))
        strings = game.words(language).strings
        for option in game.options:
            title, about = strings.get(f"option.{option}", option), strings.get(f"option.{option}.help", "")
            spellings = {option.replace("_", " "), title.lower()}
            self._things.setdefault(option, (spellings, Explained(title[:1].upper() + title[1:], about, ())))

    def _add_thing(self, topic: Topic, text: str) -> None:
        words = self.game.words(self.language)
        name, person = words.name(topic.names, text), words.name(topic.names, text, "name")
        row = table_row(self.game, text if self.language == "en" else name, self.language)
        own = words.name(topic.names, text, "effect")
        spellings = {text.lower(), name.lower(), without_article(name)} | ({person.lower()} if person else set())
        rules = (*topic.rules, *topic.also.get(text, ()))
        title = f"{person} ({name})" if person else name[:1].upper() + name[1:]
        if text != NOTHING:
            self.by_kind[topic.names.__name__.lower(), text] = (spellings, Explained(title, own or row, rules))
        self._things.setdefault(text, (spellings, Explained(title, own or row, rules)))

    def names(self) -> list[str]:
        """Everything that has an explanation, as it may be typed."""
        if self.language == "en":
            return list(self._things)
        return [min(spellings - {text}, key=len, default=text) for text, (spellings, _) in self._things.items()]

    def explain(self, typed: str) -> list[Explained]:
        """What may be meant: one thing, several where the word is cut too short, or none."""
        typed = " ".join(typed.lower().split())
        exact = [thing for spellings, thing in self._things.values() if typed in spellings]
        if exact or len(typed) < FEWEST_LETTERS:
            return exact[:1]
        return [
            thing
            for spellings, thing in self._things.values()
            if any(f" {spelling}".find(f" {typed}") >= 0 for spelling in spellings)
        ]

    def in_short(self, number: str) -> str:
        """The text of a rule, or how a section begins: without its tables and rules."""
        return self.numbers[number].partition("\n\n|")[0]

    def rule(self, number: str) -> str:
        """The text of a rule; of a whole section (S3) with all its rules. Empty: there is no such number."""
        number = number.upper()
        parts = [f"**{each}** {text}" for each, text in self.numbers.items() if each.startswith(f"{number}.")]
        return "\n\n".join([self.numbers[number], *parts]) if number in self.numbers else ""


def glossary_of(game: Game, language: str = "en") -> Glossary:
    """What can be looked up: a game's `topics.py` says where its things are told of, `topic.…` in the strings of its terminal what words
    are called."""
    topics: Any = module_of(game, "topics")
    if topics is None:
        return Glossary(game, language=language)
    own = Words.beside((game.folder or Path()) / "terminal", language).strings
    called = {word: own.get(f"topic.{word.replace(' ', '_')}", word) for word in topics.WORDS}
    return Glossary(game, topics.TOPICS, topics.WORDS, language, called)


def without_article(name: str) -> str:
    """`church` of `the church`, `ruine` of `die Ruine`."""
    lowered = name.lower()
    return next((lowered.removeprefix(article) for article in ARTICLES if lowered.startswith(article)), lowered)


def table_row(game: Game, text: str, language: str = "en") -> str:
    """What a table on the rule page says of a thing, each cell under its heading: `directions: N E S W; distance: 2`."""
    heading: list[str] = []
    for line in rule_page(game, language).splitlines():
        if not line.startswith("|"):
            heading = []
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        heading = heading or cells
        if cells[0].lower() == text.lower() and "`" not in line:
            return "; ".join(f"{name}: {cell}" for name, cell in zip(heading[1:], cells[1:]) if cell)
    return ""
