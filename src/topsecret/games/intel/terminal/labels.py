"""How intel looks in a terminal: colours, letters and names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from topsecret.kernel import Game
from topsecret.kernel.words import Words, tell

from ..box import AGENT_NAMES, SIDES, Intel, Role

STYLES = {
    "tile.memo": "bold #FFFFFF on #66646E",
    "tile.photo": "bold #261D14 on #8FD3E8",
    "tile.blueprint": "bold #FFFFFF on #2C68E0",
    "tile.credential": "bold #261D14 on #0FC48C",
    "tile.cipher_key": "bold #261D14 on #FFE12E",
    "tile.honeypot": "bold #FFFFFF on #C01A26",
    "side.x": "bold #261D14 on #F3E8CD",
    "side.y": "bold #F3E8CD on #5A3D8A",
    "plate": "bold",
}

TILES = tuple(kind.text for kind in Intel)
LETTERS = dict(zip(TILES, "MPBCKH"))


class Labels:
    """Names of seats, agents and tiles as a viewer reads them."""

    def __init__(self, game: Game, names: Sequence[str], me: int | None, language: str = "en") -> None:
        self.game = game
        self.language = language
        self.words = game.words(language)
        self.own = Words.beside(Path(__file__).parent, language)
        self.names = names
        self.me = me

    def t(self, key: str, **params: Any) -> str:
        """What the terminal says for this key."""
        return self.own.say(key, params)

    def role(self, text: str) -> str:
        return self.words.name(Role, text)

    def short_role(self, text: str) -> str:
        """As the roster of the board has it, where there is little room."""
        return self.words.strings.get(f"board.role.{text.replace(' ', '_')}", text).lower()

    def intel(self, text: str) -> str:
        return self.words.name(Intel, text)

    def tile(self, kind: str) -> str:
        """M in its colour"""
        return f"[tile.{kind.replace(' ', '_')}]{LETTERS[kind]}[/]"

    def tiles(self, counts: dict[str, int]) -> str:
        return "".join(self.tile(kind) * number for kind, number in counts.items())

    def agent(self, name: str) -> str:
        return f"[side.{name[0]}]{name}[/]"

    def agents_of(self, seat: int) -> list[str]:
        return [name for name in AGENT_NAMES if name[0] == SIDES[seat]]

    def seat(self, seat: int) -> str:
        return f"[mine]{self.names[seat]}[/]" if seat == self.me else f"[seat]{self.names[seat]}[/]"

    def tell(self, event: dict[str, Any]) -> str:
        """An event as a sentence; the name of an agent stays as it is typed."""
        sentence = tell(self.game, event, self.seat, self.language)
        return sentence[0].lower() + sentence[1:] if sentence[:2].lower() in AGENT_NAMES else sentence
