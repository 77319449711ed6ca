"""intel in a terminal. `Display` is what the terminal table asks a game for; it knows no console, only text with style tags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Game, Move
from topsecret.kernel.menu import Menu

from .labels import STYLES, Labels
from .picture import Picture
from .questions import RULES, Questions, in_full
from .story import news, reveal

__all__ = ["Display"]


class Display:
    styles = STYLES
    opens = ""  # nothing is hidden

    def __init__(self, game: Game, names: Sequence[str], me: int | None, language: str = "en") -> None:
        self.labels = Labels(game, names, me, language)
        self.goal = self.labels.t("goal")

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        return Picture(self.labels, view, width, height).lines()

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu:
        return Questions(self.labels, view, legal).menu()

    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None:
        return in_full(text, self.labels)

    def preview(self, view: dict[str, Any], move: Move) -> list[str]:
        """Nothing is asked twice: what is open can be taken back."""
        return []

    def news(self, events: Sequence[dict[str, Any]]) -> list[str]:
        return news(self.labels, events)

    def secret(self, view: dict[str, Any]) -> str:
        return ""

    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
        return reveal(self.labels, view)

    def rules(self, view: dict[str, Any]) -> tuple[str, ...]:
        """The rules behind what is asked now."""
        return RULES[view["phase"]]

    def help(self, view: dict[str, Any]) -> list[str]:
        return [self.labels.t("help.moves"), self.labels.t("help.board")]
