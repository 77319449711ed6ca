"""coins in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Game, Move
from topsecret.kernel.menu import Choice, Menu
from topsecret.kernel.words import tell

from ..box import Coin

SIGNS = {Coin.HEADS.text: "(H)", Coin.TAILS.text: "(T)", None: "( )"}


class Display:
    styles = {"coin": "bold #F6BC45"}
    goal = "Say how many heads there are, or whether you believe it. Who was right wins."
    opens = "your coin"

    def __init__(self, game: Game, names: Sequence[str], me: int) -> None:
        self.game, self.names, self.me = game, names, me

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        return [f"{name}: [coin]{SIGNS[coin]}[/]" for name, coin in zip(self.names, view["coin"])]

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu:
        asked = "How many heads are there?" if view["phase"] == "claim" else f"Are there {view['claimed']} heads?"
        return Menu(asked, [Choice((str(n),), str(move), move) for n, move in enumerate(legal, 1)])

    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None:
        return None

    def preview(self, view: dict[str, Any], move: Move) -> list[str]:
        return []

    def news(self, events: Sequence[dict[str, Any]]) -> list[str]:
        return [tell(self.game, event, lambda seat: self.names[seat]) for event in events]

    def secret(self, view: dict[str, Any]) -> str:
        return f"your coin: {view['coin'][self.me]}"

    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
        return [f"{name} had {coin}" for name, coin in zip(self.names, view["coin"])]

    def rules(self, view: dict[str, Any]) -> tuple[str, ...]:
        return ("C2.1",) if view["phase"] == "claim" else ("C3.1",)

    def help(self, view: dict[str, Any]) -> list[str]:
        return ["Choose a number, or type for example [typed]claim 1[/] or [typed]doubt[/]."]
