"""spies in a terminal. `Display` is what the terminal table asks a game for; it knows no console, only text with style tags."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from topsecret.kernel import Game, Move
from topsecret.kernel.menu import Menu
from topsecret.kernel.words import Words

from .labels import STYLES, Labels
from .questions import RULES, Questions
from .ring import Ring
from .story import news, preview, reveal

__all__ = ["Display"]


class Display:
    styles = STYLES

    def __init__(self, game: Game, names: Sequence[str], me: int | None, language: str = "en") -> None:
        self.game = game
        self.labels = Labels(game.words(language), names, me, Words.beside(Path(__file__).parent, language))
        self.goal = self.labels.t("goal")
        self.opens = self.labels.t("opens")

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
        return self.labels.t("secret", agents=self.labels.listed([self.labels.full(colour) for colour in mine]))

    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
        return reveal(self.labels, view, events)

    def rules(self, view: dict[str, Any]) -> tuple[str, ...]:
        """The rules behind what is asked now."""
        return RULES[view["phase"].replace(" ", "_")]

    def help(self, view: dict[str, Any]) -> list[str]:
        more = [self.labels.t(f"help.{option}") for option in ("cards", "dossier") if view[option]]
        return [self.labels.t("help.moves"), *more]
