"""spies in a terminal. `Face` is what the terminal table asks a game for; it knows no console, only text with style tags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Game, Move

from .asks import RULES, Asks, Menu, Unclear
from .look import STYLES, Look
from .ring import Ring
from .story import news, preview, reveal

__all__ = ["Face", "Unclear"]

HELP = """\
The die gives points: walk any agents clockwise. If one of them ends at the
safe, every agent scores its building. You win if your own agent is the
farthest when a marker reaches 42. Nobody knows whom you play: help it
without being seen to.
Moves: [typed]red+2 blue+4[/], [typed]j2 d4[/] or [typed]jjd[/] (a letter is a step). Letters are those
on the board; colours may be cut short."""


class Face:
    styles = STYLES

    def __init__(self, game: Game, names: Sequence[str], me: int | None) -> None:
        self.look = Look(game.words(), names, me)

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        return Ring(self.look, view, width, height, is_open).lines()

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu:
        return Asks(self.look, view, legal).menu()

    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None:
        return Asks(self.look, view, legal).read(text)

    def preview(self, view: dict[str, Any], move: Move) -> list[str]:
        return preview(self.look, view, move)

    def news(self, events: Sequence[dict[str, Any]]) -> list[str]:
        return news(self.look, events)

    def secret(self, view: dict[str, Any]) -> str:
        """What only this seat knows, said once at the beginning."""
        mine = [colour for colour, held in view["holds"][self.look.me].items() if held]
        return "You are " + " and ".join(self.look.full(colour) for colour in mine) + "."

    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
        return reveal(self.look, view, events)

    def rules(self, view: dict[str, Any]) -> tuple[str, ...]:
        """The rules behind what is asked now."""
        return RULES[view["phase"].replace(" ", "_")]

    def help(self) -> list[str]:
        return HELP.splitlines()
