"""What a session asks a game's display for: a game's `terminal` module has a class `Display(game, names, me, language)` that answers this.
Without one the game is played with a plain display: its view as it is, and typed actions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

from topsecret.bots.registry import module_of
from topsecret.kernel.game import Game
from topsecret.kernel.menu import Choice, Menu
from topsecret.kernel.moves import Move
from topsecret.kernel.words import tell

from .speech import ENGLISH, words_in


class Display(Protocol):
    """All texts carry style tags (`[now]…[/]`); `read` raises ValueError with words for what it cannot make out. `goal` says in a line
    or two what it is about, `opens` what the command `i` opens (empty: nothing); `height` is what the board may take."""

    styles: dict[str, str]
    goal: str
    opens: str

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]: ...
    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu: ...
    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None: ...
    def preview(self, view: dict[str, Any], move: Move) -> list[str]: ...
    def news(self, events: Sequence[dict[str, Any]]) -> list[str]: ...
    def secret(self, view: dict[str, Any]) -> str: ...
    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]: ...
    def rules(self, view: dict[str, Any]) -> tuple[str, ...]: ...
    def help(self, view: dict[str, Any]) -> list[str]: ...


def display_of(game: Game, names: Sequence[str], me: int, language: str = ENGLISH) -> Display:
    module: Any = module_of(game, "terminal")
    made: Any = PlainDisplay if module is None else module.Display
    display: Display = made(game, names, me, language)
    return display


MOST_NUMBERED = 30


class PlainDisplay:
    """For a game that brings no display of its own."""

    styles: dict[str, str] = {}
    goal = ""
    opens = ""

    def __init__(self, game: Game, names: Sequence[str], me: int, language: str = ENGLISH) -> None:
        self.game = game
        self.names = names
        self.me = me
        self.language = language
        self.words = words_in(language)

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        shown = {key: value for key, value in view.items() if key not in ("game", "result", *self.game.options)}
        return [
            f"[quiet]{key}[/] {json.dumps(value, ensure_ascii=False)}".replace("[null", "\\[null")
            for key, value in shown.items()
        ]

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu:
        choices = [Choice((str(number),), str(move), move) for number, move in enumerate(legal, 1)]
        many = {"count": len(legal), "example": legal[0]}
        hint = self.words.say("plain.hint", many) if len(legal) > MOST_NUMBERED else ""
        return Menu(self.words.say("plain.question"), [] if hint else choices, hint)

    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None:
        return None

    def preview(self, view: dict[str, Any], move: Move) -> list[str]:
        return []

    def news(self, events: Sequence[dict[str, Any]]) -> list[str]:
        return [tell(self.game, event, lambda seat: self.names[seat], self.language) for event in events]

    def secret(self, view: dict[str, Any]) -> str:
        return ""

    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
        return [f"{name}: {score}" for name, score in zip(self.names, view["result"]["scores"])]

    def rules(self, view: dict[str, Any]) -> tuple[str, ...]:
        return ()

    def help(self, view: dict[str, Any]) -> list[str]:
        return [self.words.say("plain.help")]
