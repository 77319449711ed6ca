"""intel in a terminal. `Face` is what the terminal table asks a game for; it knows no console, only text with style tags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Game, Move

from .asks import RULES, Asks, Menu, Unclear, in_full
from .look import STYLES, Look
from .picture import Picture
from .story import news, reveal

__all__ = ["Face", "Unclear"]

HELP = """\
A turn: intel trickles down by the dice; then spawn agents on row h, act three times, retire agents on row h to score what they carry.
20 points win. An agent that carries more than three tiles loses them; one that gets a honeypot is gone.
Type [typed]spawn hacker h4[/], [typed]move x1 NE[/], [typed]give x1 photo x2[/], [typed]retire x1[/], [typed]end[/].
Abilities that cost intel begin with the cost: [typed]pay x1 memo[/], then for example [typed]block b2[/].
On the board: [tile.memo]M[/]emo 1, [tile.photo]P[/]hoto 2, [tile.blueprint]B[/]lueprint 3, [tile.credential]C[/]redential 4, \
[tile.cipher_key]K[/]ey 5, [tile.honeypot]H[/]oneypot; ▒ a blockade in the colour of its side; ! pinned. Words may be cut short."""


class Face:
    styles = STYLES

    def __init__(self, game: Game, names: Sequence[str], me: int | None) -> None:
        self.look = Look(game, names, me)

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        return Picture(self.look, view, width, height).lines()

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu:
        return Asks(self.look, view, legal).menu()

    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None:
        return in_full(text)

    def preview(self, view: dict[str, Any], move: Move) -> list[str]:
        """Nothing is asked twice: what is open can be taken back."""
        return []

    def news(self, events: Sequence[dict[str, Any]]) -> list[str]:
        return news(self.look, events)

    def secret(self, view: dict[str, Any]) -> str:
        return ""

    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
        return reveal(self.look, view)

    def rules(self, view: dict[str, Any]) -> tuple[str, ...]:
        """The rules behind what is asked now."""
        return RULES[view["phase"]]

    def help(self) -> list[str]:
        return HELP.splitlines()
