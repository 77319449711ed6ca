"""What somebody may have meant whose action cannot be read: "rd+2": red+2. The work is bounded, whatever comes in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any

from .errors import UnknownAction
from .moves import Codebook, Family, Move
from .names import texts

LONGEST = 100  # characters of a text that is compared
MOST_COMPARED = 300  # candidates for one word, or for the whole text
MOST_WRONG = 3  # words that are mended in one text
MOST_NEAR = 3
FEW = 6  # so many actions are listed, more are named by their families
WORD = re.compile(r"[^\s+]+")


def clearer(problem: UnknownAction, book: Codebook, thing: Any, legal: Sequence[Move]) -> UnknownAction:
    """The same problem, told by what is possible now."""
    open_names = {move.family for move in legal}
    families = [family for family in book.families if family.name in open_names]
    if isinstance(thing, dict):
        name = thing.get(book.sort)
        if isinstance(name, str) and name in book.by_name:
            return problem  # it says already what this family expects
        near = close(name, open_names) if isinstance(name, str) else []
        return UnknownAction(
            problem.came, [f.expects_json for f in families], [book.by_name[n].expects_json for n in near]
        )
    if not isinstance(thing, str):
        return problem
    possible = [str(move) for move in legal] if len(legal) <= FEW else [family.expects for family in families]
    return UnknownAction(problem.came, possible, near_texts(book, thing, families, legal))


def near_texts(book: Codebook, text: str, families: Sequence[Family], legal: Sequence[Move]) -> list[str]:
    """Actions whose texts are near this one, best first."""
    if not 0 < len(text) <= LONGEST:
        return []
    mended = mend(text, vocabulary(families))
    if mended is not None:
        try:
            return [str(book.read(mended))]
        except UnknownAction:
            text = mended
    words = set(WORD.findall(text.lower()))
    return close(text, (spoken for spoken in map(str, legal) if words & set(WORD.findall(spoken.lower()))))


def vocabulary(families: Iterable[Family]) -> list[str]:
    """The words of which the texts of these families are made, in order, each once."""
    words: dict[str, None] = {}
    for family in families:
        words |= dict.fromkeys(word for word in family.pattern.split() if not word.startswith("{"))
        for part in family.parts:
            names = getattr(part, "names", None)
            if names is not None:
                words |= dict.fromkeys(word for text in texts(names) for word in text.split())
    return list(words)


def mend(text: str, known: Sequence[str]) -> str | None:
    """The text with each unknown word replaced by the nearest known one; None if a word is like none."""
    wrong = 0
    spelled = {word.lower(): word for word in known}

    def right(found: re.Match[str]) -> str:
        nonlocal wrong
        word = found.group().lower()
        if word in spelled or not word.isalpha():
            return found.group()
        wrong += 1
        near = close(word, spelled, 1) if wrong <= MOST_WRONG else []
        if not near:
            wrong = MOST_WRONG + 1
        return spelled[near[0]] if near else found.group()

    mended = WORD.sub(right, text)
    return mended if wrong <= MOST_WRONG else None


def close(text: str, candidates: Iterable[str], most: int = MOST_NEAR) -> list[str]:
    return get_close_matches(text, list(islice(candidates, MOST_COMPARED)), most) if len(text) <= LONGEST else []
