"""spies in a terminal. `Display` is what the terminal table asks a game for; it knows no console, only text with style tags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Game, Move
from topsecret.kernel.menu import Menu

from .labels import STYLES, Labels
from .questions import RULES, Questions
from .ring import Ring
from .story import news, preview, reveal

__all__ = ["Display"]

GOAL = (
    "Seven agents walk the city, and one of them is yours; nobody knows which. On your turn you may move any of them. Whenever one "
    "ends at the safe, all agents score. When a marker reaches 42, the player whose agent is in front wins: help yours, unseen."
)
MOVES = (
    "To move, choose numbers, or type agents with points at once: [typed]red+2 blue+4[/], [typed]j2 d4[/] or [typed]jjd[/] (a letter is a "
    "step). Letters are those on the board; colours may be cut short."
)
CARDS = "After each move everybody is asked for cards, secretly; then it goes round until all have passed."
DOSSIER = "When a marker reaches 29 everybody writes down who is who: each right entry is worth 5."


class Display:
    styles = STYLES
    goal = GOAL
    opens = "open or cover your file"

    def __init__(self, game: Game, names: Sequence[str], me: int | None) -> None:
        self.game = game
        self.labels = Labels(game.words(), names, me)

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        return Ring(self.labels, view, width, height, is_open).lines()

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu:
        return Questions(self.labels, view, legal).menu()

    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None:
        return Questions(self.labels, view, legal).read(text)

    def preview(self, view: dict[str, Any], move: Move) -> list[str]:
        return preview(self.labels, self.game, view, move)

    def news(self, events: Sequence[dict[str, Any]]) -> list[str]:
        return news(self.labels, events)

    def secret(self, view: dict[str, Any]) -> str:
        """What only this seat knows, said once at the beginning."""
        mine = [colour for colour, held in view["holds"][self.labels.me].items() if held]
        return "You are " + " and ".join(self.labels.full(colour) for colour in mine) + "."

    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
        return reveal(self.labels, view, events)

    def rules(self, view: dict[str, Any]) -> tuple[str, ...]:
        """The rules behind what is asked now."""
        return RULES[view["phase"].replace(" ", "_")]

    def help(self, view: dict[str, Any]) -> list[str]:
        more = [text for option, text in (("cards", CARDS), ("dossier", DOSSIER)) if view[option]]
        return [MOVES, *more]
