"""What the table asks a game's face for. A game's `terminal` module has a class `Face(game, names, me)` that answers this; without one
the game is played with a plain face: its view as it is, and typed actions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from topsecret.bots.registry import module_of
from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move
from topsecret.kernel.words import tell


class EntryLike(Protocol):
    @property
    def keys(self) -> tuple[str, ...]: ...
    @property
    def label(self) -> str: ...
    @property
    def leads_to(self) -> Any: ...  # a Move or another MenuLike


class MenuLike(Protocol):
    @property
    def question(self) -> str: ...
    @property
    def entries(self) -> Sequence[EntryLike]: ...
    @property
    def hint(self) -> str: ...
    @property
    def in_lines(self) -> bool: ...


class Face(Protocol):
    """All texts carry style tags (`[now]…[/]`); `read` raises ValueError with words for what it cannot make out."""

    styles: dict[str, str]

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]: ...
    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> MenuLike: ...
    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None: ...
    def preview(self, view: dict[str, Any], move: Move) -> list[str]: ...
    def news(self, events: Sequence[dict[str, Any]]) -> list[str]: ...
    def secret(self, view: dict[str, Any]) -> str: ...
    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]: ...
    def rules(self, view: dict[str, Any]) -> tuple[str, ...]: ...
    def help(self) -> list[str]: ...


def face_of(game: Game, names: Sequence[str], me: int) -> Face:
    module: Any = module_of(game, "terminal")
    face: Face = PlainFace(game, names, me) if module is None else module.Face(game, names, me)
    return face


class PlainEntry(NamedTuple):
    keys: tuple[str, ...]
    label: str
    leads_to: Any


class PlainMenu(NamedTuple):
    question: str
    entries: list[PlainEntry]
    hint: str = ""
    in_lines: bool = False


MOST_NUMBERED = 30


class PlainFace:
    """For a game that brings no face of its own."""

    styles: dict[str, str] = {}

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

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> PlainMenu:
        entries = [PlainEntry((str(number),), str(move), move) for number, move in enumerate(legal, 1)]
        hint = f"{len(legal)} actions; for example [typed]{legal[0]}[/]" if len(legal) > MOST_NUMBERED else ""
        return PlainMenu("Your action?", [] if hint else entries, hint)

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

    def help(self) -> list[str]:
        return []
