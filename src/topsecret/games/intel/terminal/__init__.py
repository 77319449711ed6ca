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

GOAL = (
    "Intel trickles down the board as the dice say. Bring agents onto the bottom row h, catch tiles, walk back to row h and retire there: "
    "the tiles score, and 20 points win. An agent with more than three tiles loses them all; a honeypot removes it from the game."
)
MOVES = (
    "In a turn: spawn, act three times, retire, end the turn. Choose numbers, or type for example [typed]spawn hacker h4[/], "
    "[typed]move x1 NE[/], [typed]give x1 photo x2[/], [typed]retire x1[/], [typed]end[/]. Abilities that cost intel begin with the cost: "
    "[typed]pay x1 memo[/], then for example [typed]block b2[/]. Names of agents and tiles may be cut to three letters "
    "([typed]spawn eng h4[/]), other words may not."
)
BOARD = (
    "On the board: [tile.memo]M[/]emo 1, [tile.photo]P[/]hoto 2, [tile.blueprint]B[/]lueprint 3, [tile.credential]C[/]redential 4, "
    "[tile.cipher_key]K[/]ey 5, [tile.honeypot]H[/]oneypot; ▒ a blockade in the colour of its side; ! pinned. Where a die is odd its tiles "
    "go down left, where it is even down right."
)


class Display:
    styles = STYLES
    goal = GOAL
    opens = ""  # nothing is hidden

    def __init__(self, game: Game, names: Sequence[str], me: int | None) -> None:
        self.labels = Labels(game, names, me)

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        return Picture(self.labels, view, width, height).lines()

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu:
        return Questions(self.labels, view, legal).menu()

    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None:
        return in_full(text)

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
        return [MOVES, BOARD]
