"""What a session asks a game's display for: a game's `terminal` module has a class `Display(game, names, me)` that answers this.
Without one the game is played with a plain display: its view as it is, and typed actions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

from topsecret.bots.registry import module_of
from topsecret.kernel.game import Game
from topsecret.kernel.glossary import Glossary
from topsecret.kernel.menu import Choice, Menu
from topsecret.kernel.moves import Move
from topsecret.kernel.words import tell


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


def display_of(game: Game, names: Sequence[str], me: int) -> Display:
    module: Any = module_of(game, "terminal")
    display: Display = PlainDisplay(game, names, me) if module is None else module.Display(game, names, me)
    return display


def glossary_of(game: Game) -> Glossary:
    """What can be looked up; a game's `terminal/topics.py` says where its things are told of."""
    topics: Any = module_of(game, "terminal.topics") if module_of(game, "terminal") is not None else None
    return Glossary(game) if topics is None else Glossary(game, topics.TOPICS, topics.WORDS)


MOST_NUMBERED = 30


class PlainDisplay:
    """For a game that brings no display of its own."""

    styles: dict[str, str] = {}
    goal = ""
    opens = ""

    def __init__(self, game: Game, names: Sequence[str], me: int) -> None:
        self.game = game
        self.names = names
        self.me = me

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        shown = {key: value for key, value in view.items() if key not in ("game", "result", *self.game.options)}
        return [
            f"[quiet]{key}[/] {json.dumps(value, ensure_ascii=False)}".replace("[null", "\\[null")
            for key, value in shown.items()
        ]

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu:
        choices = [Choice((str(number),), str(move), move) for number, move in enumerate(legal, 1)]
        hint = f"{len(legal)} actions; for example [typed]{legal[0]}[/]" if len(legal) > MOST_NUMBERED else ""
        return Menu("Your action?", [] if hint else choices, hint)

    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None:
        return None

    def preview(self, view: dict[str, Any], move: Move) -> list[str]:
        return []

    def news(self, events: Sequence[dict[str, Any]]) -> list[str]:
        return [tell(self.game, event, lambda seat: self.names[seat]) for event in events]

    def secret(self, view: dict[str, Any]) -> str:
        return ""

    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
        return [f"{name}: {score}" for name, score in zip(self.names, view["result"]["scores"])]

    def rules(self, view: dict[str, Any]) -> tuple[str, ...]:
        return ()

    def help(self, view: dict[str, Any]) -> list[str]:
        return ["Type an action as the rules write it; [typed]?[/] shows them."]
