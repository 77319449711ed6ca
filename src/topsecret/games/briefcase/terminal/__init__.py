"""briefcase in a terminal. `Display` is what the terminal table asks a game for; it knows no console, only text with style tags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Game, Move
from topsecret.kernel.menu import Menu
from topsecret.kernel.words import tell

from ..notebook import SPY_NAMES
from .drawing import SHORT, SIDES, STYLES, Drawing
from .questions import RULES, Questions

__all__ = ["Display"]

GOAL = (
    "Carry the briefcase (▣) to the other side. You do not know how your own spies move, but your opponent does, and you know how theirs "
    "move. Say which spy should go where, and hear yes or no. One of your spies is a double agent and answers as your opponent likes."
)
MOVES = (
    "Choose numbers, or type a line for one of your spies: [typed]e5 NE 2[/] or short [typed]e5ne2[/]. With the briefcase "
    "[typed]e5 N 1 with[/] carries it and [typed]e5 push N 1[/] pushes it. [typed]? pieces[/] shows how all pieces move, "
    "[typed]? rook[/] one of them."
)
BOARD = "On the board numbers are your spies, letters are the pieces of theirs (ro: rook), ^ is promoted."
NOTEBOOK = (
    "Beside it stands what each of yours can still be, in percent of all deals that agree with the answers so far."
)


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
    goal = GOAL
    opens = "show or hide what they can know of theirs"

    def __init__(self, game: Game, names: Sequence[str], me: int | None) -> None:
        self.game = game
        self.drawing = Drawing(game.words(), names, me)

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        return self.drawing.lines(view, width, height, is_open)

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu:
        return Questions(self.game, self.drawing, view, legal).menu()

    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None:
        return Questions(self.game, self.drawing, view, legal).read(text)

    def preview(self, view: dict[str, Any], move: Move) -> list[str]:
        return Questions(self.game, self.drawing, view, ()).preview(move)

    def news(self, events: Sequence[dict[str, Any]]) -> list[str]:
        """An announcement, its answer and what came of it stand in one line."""
        lines: list[str] = []
        for event in events:
            name = event["event"]
            if name in SILENT:
                continue
            words = f"[now]{event['reply']}.[/]" if name == "answered" else tell(self.game, event, self.drawing.seat)
            if lines and name not in BEGINS:
                lines[-1] += f" {words}"
            else:
                lines.append(f"[quiet]·[/] {words}")
        return lines

    def secret(self, view: dict[str, Any]) -> str:
        """What only this seat knows, said once at the beginning (or where a saved game goes on)."""
        other = 1 - self.drawing.me
        theirs = next((view["place"][other][spy] for spy in SPY_NAMES if view["piece"][other][spy] == "?"), "")
        where = "is off the board" if theirs == "off" else f"stands on {theirs}, and obeys you"
        return f"You play {SIDES[self.drawing.me]}. The double agent of {SIDES[other]} {where}."

    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
        """B8.2"""
        lines = []
        for side in range(2):
            dealt = [(spy, view["piece"][side][spy]) for spy in SPY_NAMES if view["piece"][side][spy] != "none"]
            pieces = " ".join(f"{spy}[quiet]=[/]{SHORT[piece]}" for spy, piece in dealt)
            lines.append(f"{self.drawing.seat(side)}: {pieces}")
            if view["ordered"][1 - side]:
                lines.append(f"    [quiet]their double agent was told:[/] {view['order'][side]}")
        return lines

    def rules(self, view: dict[str, Any]) -> tuple[str, ...]:
        """The rules behind what is asked now."""
        return RULES[view["phase"]]

    def help(self, view: dict[str, Any]) -> list[str]:
        return [MOVES, BOARD, *([NOTEBOOK] if view["notebook"] == "assisted" else [])]
