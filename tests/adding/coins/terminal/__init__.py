"""coins in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from topsecret.kernel import Game, Move
from topsecret.kernel.menu import Choice, Menu
from topsecret.kernel.words import Words, tell

from ..box import Coin

SIGNS = {Coin.HEADS.text: "(H)", Coin.TAILS.text: "(T)", None: "( )"}


class Display:
    styles = {"coin": "bold #F6BC45"}

    def __init__(self, game: Game, names: Sequence[str], me: int, language: str = "en") -> None:
        self.game, self.names, self.me, self.language = game, names, me, language
        self.own = Words.beside(Path(__file__).parent, language)
        self.goal = self.own.say("goal")
        self.opens = self.own.say("opens")

    def screen(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        return [f"{name}: [coin]{SIGNS[coin]}[/]" for name, coin in zip(self.names, view["coin"])]

    def menu(self, view: dict[str, Any], legal: Sequence[Move]) -> Menu:
        asked = self.own.say(f"question.{view['phase']}", {"heads": view["claimed"]})
        return Menu(asked, [Choice((str(n),), str(move), move) for n, move in enumerate(legal, 1)])

    def read(self, text: str, view: dict[str, Any], legal: Sequence[Move]) -> str | None:
        return None

    def preview(self, view: dict[str, Any], move: Move) -> list[str]:
        return []

    def news(self, events: Sequence[dict[str, Any]]) -> list[str]:
        return [tell(self.game, event, lambda seat: self.names[seat], self.language) for event in events]

    def secret(self, view: dict[str, Any]) -> str:
        return self.own.say("secret", {"coin": self.game.words(self.language).name(Coin, view["coin"][self.me])})

    def reveal(self, view: dict[str, Any], events: Sequence[dict[str, Any]]) -> list[str]:
        coins = [self.game.words(self.language).name(Coin, coin) for coin in view["coin"]]
        return [self.own.say("reveal", {"name": name, "coin": coin}) for name, coin in zip(self.names, coins)]

    def rules(self, view: dict[str, Any]) -> tuple[str, ...]:
        return ("C2.1",) if view["phase"] == "claim" else ("C3.1",)

    def help(self, view: dict[str, Any]) -> list[str]:
        return [self.own.say("help")]
