"""What `?` answers: the rules behind a question, a rule by its number, or what something in the game is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.markup import escape

from topsecret.kernel.glossary import Glossary
from topsecret.kernel.words import Words

from .speech import ENGLISH, words_in

MOST_NAMED = 9


class Answer(NamedTuple):
    """A line with style tags (empty: none), and rules: number and text. `found` is False where nothing fits what was asked."""

    said: str
    rules: list[tuple[str, str]]
    found: bool = True


def look_up(book: Glossary, asked: str, behind: Sequence[str] = (), words: Words | None = None) -> Answer:
    """`behind`: the rules to show if nothing is asked for."""
    words = words or words_in(ENGLISH)
    if not asked:
        said = "" if behind else words.say("look_up.no_page")
        return Answer(said, [(number, book.rule(number)) for number in behind], bool(behind))
    if book.rule(asked):
        return Answer("", [(asked.upper(), book.rule(asked))])
    found = book.explain(asked)
    shown = f"[typed]{escape(asked[:40])}[/]"
    if not found:
        examples = escape(", ".join(book.names()[:4]))
        return Answer(words.say("look_up.nothing", {"asked": shown, "examples": examples}), [], False)
    if len(found) > 1:
        titles = escape(", ".join(thing.title for thing in found[:MOST_NAMED]))
        return Answer(words.say("look_up.several", {"asked": shown, "titles": titles}), [], False)
    thing = found[0]
    told = book.in_short if thing.effect else book.numbers.__getitem__  # a word stands for its rules, tables and all
    return Answer(
        f"[now]{escape(thing.title)}[/]  {escape(thing.effect)}", [(number, told(number)) for number in thing.rules]
    )
