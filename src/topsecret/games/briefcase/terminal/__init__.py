"""briefcase in a terminal. `Display` is what the terminal table asks a game for; it knows no console, only text with style tags."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from topsecret.kernel import Game, Move
from topsecret.kernel.menu import Menu
from topsecret.kernel.words import Words, tell

from ..notebook import SPY_NAMES
from ..state import Order, Reply
from .drawing import STYLES, Drawing
from .questions import RULES, Questions

__all__ = ["Display"]

# What begins a line of the log; everything else goes on in it.
BEGINS = {
    "turn_begins", "begin", "move", "carry", "push", "reveal", "move_two", "swap", "purge", "expose", "order", "reorder", "resign",
    "undone", "game_over", "did_not_hold_out",
}  # fmt: skip
SILENT = {
    "deal",
    "turn_begins",
    "answer",
    "was",
    "order_was",
    "swap",
    "purge",
    "expose",
    "briefcase_moved",
}  # shown elsewhere, or said by another event


class Display:
    styles = STYLES

    def __init__(self, game: Game, names: Sequence[str], me: int | None, language: str = "en") -> None:
        self.game = game
        self.language = language
        self.drawing = Drawing(game.words(language), names, me, Words.beside(Path(__file__).parent, language))
        self.goal = self.drawing.t("goal")
        self.opens = self.drawing.t("opens")

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        return self.drawing.lines(view, width, height, is_open)

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu:
        return Questions(self.game, self.drawing, view, legal, self.language).menu()

    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None:
        return Questions(self.game, self.drawing, view, legal, self.language).read(text)

    def preview(self, view: dict[str, Any], move: Move) -> list[str]:
        return Questions(self.game, self.drawing, view, (), self.language).preview(move)

    def news(self, events: Sequence[dict[str, Any]]) -> list[str]:
        """An announcement, its answer and what came of it stand in one line."""
        lines: list[str] = []
        for event in events:
            name = event["event"]
            if name in SILENT:
                continue
            words = (
                f"[now]{self.drawing.words.name(Reply, event['reply'])}.[/]"
                if name == "answered"
                else tell(self.game, event, self.drawing.seat, self.language)
            )
            if lines and name not in BEGINS:
                lines[-1] += f" {words}"
            else:
                lines.append(f"[quiet]·[/] {words}")
        return lines

    def secret(self, view: dict[str, Any]) -> str:
        """What only this seat knows, said once at the beginning (or where a saved game goes on)."""
        other = 1 - self.drawing.me
        theirs = next((view["place"][other][spy] for spy in SPY_NAMES if view["piece"][other][spy] == "?"), "")
        key = "secret.off" if theirs == "off" else "secret.on"
        side, others = (self.drawing.side(seat) for seat in (self.drawing.me, other))
        return self.drawing.t(key, side=side, other=others, square=theirs)

    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
        """B8.2"""
        lines = []
        for side in range(2):
            dealt = [(spy, view["piece"][side][spy]) for spy in SPY_NAMES if view["piece"][side][spy] != "none"]
            pieces = " ".join(f"{spy}[quiet]=[/]{self.drawing.short(piece)}" for spy, piece in dealt)
            lines.append(f"{self.drawing.seat(side)}: {pieces}")
            if view["ordered"][1 - side]:
                order = self.drawing.words.name(Order, view["order"][side])
                lines.append(f"    [quiet]{self.drawing.t('reveal.order')}[/] {order}")
        return lines

    def rules(self, view: dict[str, Any]) -> tuple[str, ...]:
        """The rules behind what is asked now."""
        return RULES[view["phase"]]

    def help(self, view: dict[str, Any]) -> list[str]:
        topics = ("moves", "board", *(("notebook",) if view["notebook"] == "assisted" else ()))
        return [self.drawing.t(f"help.{topic}") for topic in topics]
