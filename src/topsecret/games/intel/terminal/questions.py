"""What is asked: a kind of action first, then its parts one after the other; and words that are cut short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Move
from topsecret.kernel.menu import Choice, Menu, Unclear
from topsecret.kernel.names import Names

from ..box import ACTIONS, Intel, Role
from ..state import Actions
from .labels import Labels

RULES = {
    "turn": ("I2.5", "I2.6", "I3.1", "I3.2", "I3.3", "I3.4"),
    "keep": ("I4.7",),
    "over": ("I5.1", "I5.2"),
}
VERBS = {family.name: family.pattern.split(" {")[0] for family in Actions.families}
KEYS = {"end_turn": ("e", "end"), "keep": ("k", "keep"), "put_back": ("p", "put"), "back": ("b", "back")}
NAMES = [kind.text for kind in Intel] + [role.text for role in Role]
ALSO = {"key": "cipher key", "end": "end turn", "put": "put back"}  # "e" is a way too: only the menu knows which
SHORTEST = 3


class Questions:
    def __init__(self, labels: Labels, view: dict[str, Any], legal: Sequence[Move]) -> None:
        self.labels = labels
        self.view = view
        self.legal = legal

    def menu(self) -> Menu:
        if self.view["phase"] == "keep":
            extra = self.view["extra"]
            drawn = f"{self.labels.tile(extra)} {self.labels.intel(extra)}"
            return Menu(self.labels.t("keep.question", tile=drawn), self._families())
        return Menu(self._question(), self._families(), self._hint())

    def _question(self) -> str:
        me = self.view["viewer"]
        payer = self.view["paying"][me]
        if payer not in (None, "nobody"):
            tile = self.labels.intel(self.view["paying_with"][me])
            return self.labels.t("pay.question", agent=self.labels.agent(payer), tile=tile)
        left = self.labels.t("turn.left", left=self.view["actions_left"], actions=ACTIONS)
        spawns = any(move.family == "spawn" for move in self.legal)
        return f"{left} {self.labels.t('turn.spawn')}" if spawns else left

    def _hint(self) -> str:
        longest = max(self.legal, key=lambda move: len(move.params))
        return self.labels.t("turn.hint", example=longest)

    def _families(self) -> list[Choice]:
        choices = []
        for family in dict.fromkeys(move.family for move in self.legal):
            moves = [move for move in self.legal if move.family == family]
            choices.append(
                Choice(
                    (*KEYS.get(family, ()), VERBS[family]),
                    self.labels.t(f"verb.{family}"),
                    self._parts(family, moves, ()),
                )
            )
        return choices

    def _parts(self, family: str, moves: Sequence[Move], chosen: tuple[str, ...]) -> Any:
        """The action, or the question for its next part."""
        name = next((name for name in moves[0].params if name not in chosen), None)
        if name is None:
            return moves[0]
        choices = []
        for number, value in enumerate(dict.fromkeys(move.params[name] for move in moves), 1):
            fit = [move for move in moves if move.params[name] == value]
            keys = (str(number), value.lower())
            choices.append(Choice(keys, self._label(name, value), self._parts(family, fit, (*chosen, name))))
        return Menu(
            f"{self.labels.t(f'verb.{family}')}: {self.labels.t(f'which.{name}')}", choices, in_lines=name == "role"
        )

    def _label(self, name: str, value: str) -> str:
        if name == "agent" or name == "other":
            role, place = self.labels.role(self.view["role"][value]), self.view["place"][value]
            return self.labels.t("which.stands", agent=self.labels.agent(value), role=role, place=place)
        if name == "role":
            return f"[plate]{self._called(Role, value)}[/]  [quiet]{self.labels.words.name(Role, value, 'effect')}[/]"
        return f"{self.labels.tile(value)} {self._called(Intel, value)}" if name == "tile" else value

    def _called(self, names: type[Names], value: str) -> str:
        """What it is called here, and, where that is another word, what is typed for it."""
        called = self.labels.words.name(names, value)
        return called if called.lower() == value else f"{called} [quiet]({value})[/]"


def in_full(text: str, labels: Labels) -> str | None:
    """The words of an action in full: `spawn comms h3`, `steal y1 key`, `end`. Raises Unclear."""
    words = text.split()
    if not words or len(words) > 8:
        return None
    full: list[str] = []
    for word in words:
        _, _, second = full[-1].partition(" ") if full else ("", "", "")
        if len(word) < SHORTEST or not second.startswith(word.lower()):  # else the name before has it: `comms spec`
            full.append(_name(word.lower(), full[-1] if full else "", words, labels))
    return " ".join(full)


def _name(word: str, before: str, words: list[str], labels: Labels) -> str:
    if word in ALSO and (word == "key" or len(words) == 1):
        return ALSO[word] if before != "cipher" else word
    if len(word) < SHORTEST or not before:
        return word
    found = [name for name in NAMES if name.startswith(word)]
    if len(found) > 1:
        raise Unclear(labels.t("unclear", typed=word, names=", ".join(found)))
    following = {
        second for name in NAMES for first, _, second in [name.partition(" ")] if second and first == before.split()[-1]
    }
    if word in following or (found and f"{found[0]}" in " ".join(words).lower()):
        return word
    return found[0] if found else word
