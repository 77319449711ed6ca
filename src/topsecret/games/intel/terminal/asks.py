"""What is asked: a kind of action first, then its parts one after the other; and words that are cut short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from topsecret.kernel import Move

from ..box import ACTIONS, Intel, Role
from ..state import Actions
from .look import Look


class Entry(NamedTuple):
    """A choice: the keys that take it (the first is shown), what it says, and the action or the next question."""

    keys: tuple[str, ...]
    label: str
    leads_to: Any  # Move or Menu


class Menu(NamedTuple):
    question: str
    entries: list[Entry]
    hint: str = ""
    in_lines: bool = False


class Unclear(ValueError):
    """What was typed can mean several things."""


RULES = {
    "turn": ("I2.5", "I2.6", "I3.1", "I3.2", "I3.3", "I3.4"),
    "keep": ("I4.7",),
    "over": ("I5.1", "I5.2"),
}
VERBS = {family.name: family.pattern.split(" {")[0] for family in Actions.families}
QUESTIONS = {
    "role": "Who?",
    "place": "Where?",
    "agent": "Which agent?",
    "way": "Which way?",
    "tile": "Which tile?",
    "other": "Which other agent?",
}
KEYS = {"end_turn": ("e", "end"), "keep": ("k", "keep"), "put_back": ("p", "put"), "back": ("b", "back")}
NAMES = [kind.text for kind in Intel] + [role.text for role in Role]
ALSO = {"key": "cipher key", "end": "end turn", "put": "put back"}  # "e" is a way too: only the menu knows which
SHORTEST = 3


class Asks:
    def __init__(self, look: Look, view: dict[str, Any], legal: Sequence[Move]) -> None:
        self.look = look
        self.view = view
        self.legal = legal

    def menu(self) -> Menu:
        if self.view["phase"] == "keep":
            return Menu(
                f"The analyst drew {self.look.tile(self.view['extra'])} {self.view['extra']}.", self._families()
            )
        return Menu(self._question(), self._families(), self._hint())

    def _question(self) -> str:
        me = self.view["viewer"]
        payer = self.view["paying"][me]
        if payer not in (None, "nobody"):
            return f"{self.look.agent(payer)} lays out a {self.view['paying_with'][me]}: what for?"
        left = self.view["actions_left"]
        spawn = " You may spawn before you act." if any(move.family == "spawn" for move in self.legal) else ""
        return f"[now]{left}[/] of {ACTIONS} actions left.{spawn}"

    def _hint(self) -> str:
        longest = max(self.legal, key=lambda move: len(move.params))
        return f"Choose, or type for example [typed]{longest}[/]."

    def _families(self) -> list[Entry]:
        entries = []
        number = 0
        for family in dict.fromkeys(move.family for move in self.legal):
            moves = [move for move in self.legal if move.family == family]
            if family in KEYS:
                keys: tuple[str, ...] = (*KEYS[family], VERBS[family])
            else:
                number += 1
                keys = (str(number), VERBS[family])
            entries.append(Entry(keys, VERBS[family], self._parts(family, moves, ())))
        return entries

    def _parts(self, family: str, moves: Sequence[Move], chosen: tuple[str, ...]) -> Any:
        """The action, or the question for its next part."""
        name = next((name for name in moves[0].params if name not in chosen), None)
        if name is None:
            return moves[0]
        entries = []
        for number, value in enumerate(dict.fromkeys(move.params[name] for move in moves), 1):
            fit = [move for move in moves if move.params[name] == value]
            keys = (value.lower(),) if len(value) == 2 or name == "way" else (str(number), value)
            entries.append(Entry(keys, self._label(name, value), self._parts(family, fit, (*chosen, name))))
        return Menu(f"{VERBS[family]}: {QUESTIONS[name]}", entries)

    def _label(self, name: str, value: str) -> str:
        if name == "agent" or name == "other":
            return f"{self.view['role'][value]} on {self.view['place'][value]}"
        return f"{self.look.tile(value)} {value}" if name == "tile" else value if name == "role" else ""


def in_full(text: str) -> str | None:
    """The words of an action in full: `spawn comms h3`, `steal y1 key`, `end`. Raises Unclear."""
    words = text.split()
    if not words or len(words) > 8:
        return None
    full: list[str] = []
    for word in words:
        _, _, second = full[-1].partition(" ") if full else ("", "", "")
        if len(word) < SHORTEST or not second.startswith(word.lower()):  # else the name before has it: `comms spec`
            full.append(_name(word.lower(), full[-1] if full else "", words))
    return " ".join(full)


def _name(word: str, before: str, words: list[str]) -> str:
    if word in ALSO and (word == "key" or len(words) == 1):
        return ALSO[word] if before != "cipher" else word
    if len(word) < SHORTEST or not before:
        return word
    found = [name for name in NAMES if name.startswith(word)]
    if len(found) > 1:
        raise Unclear(f"{word} may be {' or '.join(found)}")
    following = {
        second for name in NAMES for first, _, second in [name.partition(" ")] if second and first == before.split()[-1]
    }
    if word in following or (found and f"{found[0]}" in " ".join(words).lower()):
        return word
    return found[0] if found else word
