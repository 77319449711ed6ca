"""A question with choices, as a game's `terminal` asks it. All texts carry style tags (`[now]…[/]`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .moves import Move


class Choice(NamedTuple):
    """The words that take it, what it says, and what it leads to: an action, the text of an action that may be refused, or the next
    question. A choice without a number gets one when it is shown."""

    keys: tuple[str, ...]
    label: str
    leads_to: Move | str | Menu | Callable[[], Menu | Move]


class Menu(NamedTuple):
    question: str
    choices: list[Choice]
    hint: str = ""
    in_lines: bool = False


class Unclear(ValueError):
    """What was typed can mean several things, or nothing; says so in words."""


def numbered(menu: Menu) -> list[tuple[str, Choice]]:
    """Every choice with the number that takes it: its own, if one of its words is a number, else the next that is free."""
    own = [next((key for key in choice.keys if key.lstrip("-").isdigit()), "") for choice in menu.choices]
    free = (str(number) for number in range(1, 2 * len(own) + 1) if str(number) not in own)
    return [(number or next(free), choice) for number, choice in zip(own, menu.choices)]
