"""What is asked in a terminal, the short forms that people type, and what an announcement promises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from topsecret.kernel import Move
from topsecret.kernel.names import find, texts

from ..box import LINE_FAR, LINE_FROM, LINE_TO, LINE_WAY, Line, Piece, Push, Square
from ..judge import proposed_order
from ..notebook import assisted, masks_of
from ..reckon import Board, Spies, ranks_to_go
from .look import SIDES, Look


class Entry(NamedTuple):
    keys: tuple[str, ...]
    label: str
    leads_to: Any


class Menu(NamedTuple):
    question: str
    entries: list[Entry]
    hint: str = ""
    in_lines: bool = False


RULES = {
    "order": ("B4.4", "B4.5"),
    "turn": ("B4.1", "B4.2", "B4.3", "B6.2", "B7.4"),
    "answer": ("B4.3", "B4.4", "B4.5"),
    "over": ("B8.1", "B8.2"),
}
SHORT_LINE = re.compile(r"([a-k]\d{1,2})\s*(push|p)?\s*([nsew]{1,2})\s*(\d{1,2})\s*(with|w)?", re.IGNORECASE)
SQUARES = texts(Square)


class Asks:
    def __init__(self, look: Look, view: dict[str, Any], legal: Sequence[Move]) -> None:
        self.look = look
        self.view = view
        self.legal = legal

    def menu(self) -> Menu:
        if self.view["phase"] == "order":
            return self._order()
        return self._answer() if self.view["phase"] == "answer" else self._turn()

    def _order(self) -> Menu:
        """B4.5: the proposal first."""
        orders = {move.params["order"]: move for move in self.legal}
        first = proposed_order(self.view)
        entries = [Entry(("1",), f"{first} (proposed)", orders[first])]
        entries += [Entry((key,), text, orders[text]) for key, text in (("y", "yes"), ("n", "no")) if text in orders]
        hint = "or type [typed]order pretend rook[/], [typed]order pretend fan harmless[/]"
        return Menu("What shall their double agent answer? Your order is secret.", entries, hint)

    def _answer(self) -> Menu:
        """B4.5: both are always offered; an untrue one is refused."""
        line = self.view["line"]
        board = Board.of(self.view)
        square = line.split()[0]
        spy = board.spy_at(SQUARES.index(square))
        piece = list(self.view["piece"][1 - self.look.me].values())[spy]
        manner = {"move": "", "carry": " with the briefcase", "push": ", pushing the briefcase"}[self.view["manner"]]
        question = f"{SIDES[1 - self.look.me]} announces {line}{manner}. It is the {self.look.piece(piece)}."
        return Menu(question, [], "[typed]y[/] yes or [typed]n[/] no: true, unless it is the double agent")

    def _turn(self) -> Menu:
        families = {move.family for move in self.legal}
        entries = [
            Entry(("waive", "w"), "no second announcement", move) for move in self.legal if move.family == "waive"
        ]
        more = [
            ("reveal", "token reveal e5"),
            ("move_two", "token move"),
            ("swap", "token swap c2 d2"),
            ("purge", "purge e2"),
            ("expose", "expose g10"),
            ("order", "order no"),
        ]
        first = next((str(move) for move in self.legal if move.family == "move"), "")
        hint = f"Type a line, for example [typed]{first}[/]" if first else "Nothing is left to announce"
        if "carry" in families:
            hint += ", [typed]… with[/] to carry, [typed]e5 push N 1[/] to push"
        before = ", ".join(f"[typed]{text}[/]" for family, text in more if family in families)
        question = "Your second announcement, with another spy?" if self.view["second"] else "Which spy goes where?"
        return Menu(question, entries, hint + (f". Before it: {before}" if first and before else "") + ".")

    def read(self, text: str) -> str | None:
        """Short forms: `e5ne2`, `e5 n 2 w`, `swap c2 d2`, `reveal e5`, `two`; `y` and `n` for an answer."""
        words = text.lower().split()
        if self.view["phase"] == "answer" and words in (["y"], ["n"]):
            return {"y": "yes", "n": "no"}[words[0]]
        hit = SHORT_LINE.fullmatch(text.strip())
        if hit:
            square, push, way, far, carries = hit.groups()
            middle = " push " if push else " "
            return f"{square.lower()}{middle}{way.upper()} {far}{' with' if carries else ''}"
        if words and words[0] in ("swap", "reveal"):
            return "token " + " ".join(words)
        if words and words[0] == "pretend":
            return "order " + " ".join(words)
        return "token move" if words in (["two"], ["move"], ["move", "2"]) else None

    def preview(self, move: Move) -> list[str]:
        """What an announcement promises: how many deals say yes, and what a yes would bring."""
        if move.family not in ("move", "carry", "push"):
            return []
        line = find(Push if move.family == "push" else Line, move.params["line"])
        assert line is not None
        board = Board.of(self.view)
        spy = board.spy_at(LINE_FROM[line])
        parts = []
        if assisted(self.view) is not None:
            parts.append(self._likely(spy, line))
        target = LINE_TO[line]
        if move.family == "carry" and ranks_to_go(self.look.me, target) == 0:
            parts.append("[now]a yes brings the briefcase home[/]")
        elif move.family != "push" and board.side_at(target) == 1 - self.look.me:
            parts.append(f"a yes captures the spy on {SQUARES[target]}")
        elif move.family == "move" and target == board.briefcase:
            parts.append("a yes takes the briefcase")
        return ["; ".join(parts)] if parts else []

    def _likely(self, spy: int, line: int) -> str:
        own = Spies(self.view, self.look.me, masks_of(self.view, ())[self.look.me], set())
        yes = own.belief[spy][LINE_WAY[line]][LINE_FAR[line]]
        wild = own.odds[spy].get(Piece.DOUBLE_AGENT, 0.0)
        return f"{yes:.0%} of all deals say yes, {wild:.0%} have the double agent there"
