"""What is asked in a terminal, the short forms that people type, and what an announcement promises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from topsecret.kernel import Game, Move
from topsecret.kernel.glossary import table_row
from topsecret.kernel.menu import Choice, Menu
from topsecret.kernel.names import find, texts

from ..box import LINE_FAR, LINE_FROM, LINE_TO, LINE_WAY, Line, Piece, Push, Square
from ..estimate import Board, Spies, ranks_to_go
from ..judge import proposed_order
from ..notebook import SPY_NAMES, assisted, masks_of
from ..state import Order
from .drawing import SIDES, Drawing

RULES = {
    "order": ("B4.4", "B4.5"),
    "turn": ("B4.1", "B4.2", "B4.3", "B6.2", "B7.4"),
    "answer": ("B4.3", "B4.4", "B4.5"),
    "over": ("B8.1", "B8.2"),
}
# kinds of action in a turn: what takes them besides a number, and what they say
KINDS = (
    ("move", ("move",), "move a spy"),
    ("carry", ("carry",), "move with the briefcase"),
    ("push", ("push",), "push the briefcase"),
    ("waive", ("waive", "w"), "no second announcement"),
    ("reveal", ("reveal",), "token: learn what one of yours is"),
    ("move_two", ("two", "token move"), "token: announce two moves"),
    ("swap", ("swap",), "token: two of yours trade places"),
    ("purge", ("purge",), "take one of yours off the board"),
    ("expose", ("expose",), "take their double agent off the board"),
    ("order", ("order",), "change the order"),
)
SHORT_LINE = re.compile(r"([a-k]\d{1,2})\s*(push|p)?\s*([nsew]{1,2})\s*(\d{1,2})\s*(with|w)?", re.IGNORECASE)
SQUARES = texts(Square)


class Questions:
    def __init__(self, game: Game, drawing: Drawing, view: dict[str, Any], legal: Sequence[Move]) -> None:
        self.game = game
        self.drawing = drawing
        self.view = view
        self.legal = legal

    def menu(self) -> Menu:
        if self.view["phase"] == "order":
            return self._order()
        return self._answer() if self.view["phase"] == "answer" else self._turn()

    def _order(self) -> Menu:
        """B4.5: the first order, the proposal first."""
        other = 1 - self.drawing.me
        place = next((self.view["place"][other][spy] for spy in SPY_NAMES if self.view["piece"][other][spy] == "?"), "")
        question = f"The spy on {place} (??) is {SIDES[other]}'s double agent, and obeys you. What shall it answer?"
        first = proposed_order(self.view)
        proposed = Choice(("proposed",), f"{self._say_order(first)} [quiet](proposed)[/]", f"order {first}")
        hint = "Secret, and you can change it later. [typed]? order[/] and [typed]? pieces[/] tell more."
        return Menu(question, [proposed, *self._orders()], hint)

    def _say_order(self, text: str) -> str:
        return self.drawing.words.name(Order, text)

    def _orders(self) -> list[Choice]:
        """B4.5: always yes, always no, or a pretence: which piece, and how far it goes."""
        legal = [move.params["order"] for move in self.legal if move.family == "order"]
        said = [
            Choice((text,), self._say_order(text), f"order {text}") for text in legal if not text.startswith("pretend")
        ]
        pieces = [text for text in legal if text.startswith("pretend") and not text.endswith("harmless")]
        pretences = []
        for text in pieces:
            ways = [one for one in (text, f"{text} harmless") if one in legal]
            then = Menu(
                f"{self._say_order(text)}:",
                [Choice((one,), self._say_order(one), f"order {one}") for one in ways],
                in_lines=True,
            )
            piece = text.removeprefix("pretend ")
            pretences.append(Choice((piece,), f"{self.drawing.piece(piece)} [quiet]{self._ways_of(piece)}[/]", then))
        return [*said, Choice(("pretend",), "pretend to be a piece …", Menu("Which piece?", pretences, in_lines=True))]

    def _ways_of(self, piece: str) -> str:
        """How a piece moves, as the rule page has it."""
        return table_row(self.game, piece)

    def _answer(self) -> Menu:
        """B4.5: both are always offered; an untrue one is refused."""
        line = self.view["line"]
        board = Board.of(self.view)
        square = line.split()[0]
        spy = board.spy_at(SQUARES.index(square))
        piece = list(self.view["piece"][1 - self.drawing.me].values())[spy]
        manner = {"move": "", "carry": " with the briefcase", "push": ", pushing the briefcase"}[self.view["manner"]]
        question = f"{SIDES[1 - self.drawing.me]} announces {line}{manner}. It is the {self.drawing.piece(piece)}."
        hint = "The answer must be true, unless it is the double agent." if piece != "?" else "Answer as you like."
        return Menu(
            f"{question} [quiet]{self._ways_of(piece)}[/]",
            [Choice(("y", "yes"), "yes", "yes"), Choice(("n", "no"), "no", "no")],
            hint,
        )

    def _turn(self) -> Menu:
        question = "Your second announcement, with another spy?" if self.view["second"] else "Which spy goes where?"
        choices = [
            Choice(keys, label, leads_to)
            for family, keys, label in KINDS
            if (leads_to := self._kind(family, [move for move in self.legal if move.family == family])) is not None
        ]
        first = next((str(move) for move in self.legal if move.family == "move"), "")
        hint = f"Or type a line, for example [typed]{first}[/]." if first else "Nothing is left to announce."
        return Menu(question, choices, hint)

    def _kind(self, family: str, moves: list[Move]) -> Any:
        """What a kind of action leads to; None: there is none."""
        if not moves:
            return None
        if family in ("move", "carry", "push"):
            return partial(self._which_spy, moves)
        if family == "order":
            return Menu("What shall their double agent answer from now on?", self._orders(), in_lines=True)
        if family == "swap":
            return partial(self._swap, moves)
        if family in ("reveal", "purge", "expose"):
            return Menu("Which spy?", [self._spy(move.params["square"], move) for move in moves])
        return moves[0]

    def _spy(self, square: str, leads_to: Any) -> Choice:
        """A spy by its number on the board; one of theirs has none there."""
        board = Board.of(self.view)
        at = SQUARES.index(square)
        name = SPY_NAMES[board.spy_at(at)]
        return Choice((name, square) if board.side_at(at) == self.drawing.me else (square,), square, leads_to)

    def _which_spy(self, moves: list[Move]) -> Menu:
        """Spy, direction, distance, one after the other."""
        squares = dict.fromkeys(move.params["line"].split()[0] for move in moves)
        choices = [
            self._spy(
                square, partial(self._which_way, [move for move in moves if move.params["line"].split()[0] == square])
            )
            for square in squares
        ]
        return Menu("Which spy?", choices)

    def _which_way(self, moves: list[Move]) -> Menu:
        ways = dict.fromkeys(move.params["line"].split()[-2] for move in moves)
        choices = []
        for way in ways:
            fit = [move for move in moves if move.params["line"].split()[-2] == way]
            far = [Choice((move.params["line"].split()[-1],), "", move) for move in fit]
            choices.append(Choice((way.lower(),), way, Menu(f"{way}: how far?", far)))
        return Menu("Which direction?", choices)

    def _swap(self, moves: list[Move]) -> Menu:
        """The first spy, then the other."""
        squares = dict.fromkeys(square for move in moves for square in move.params["squares"])
        choices = []
        for square in squares:
            others = [
                self._spy(next(one for one in move.params["squares"] if one != square), move)
                for move in moves
                if square in move.params["squares"]
            ]
            choices.append(self._spy(square, Menu(f"{square} trades places with whom?", others)))
        return Menu("Which spy?", choices)

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
        return "token move" if words in (["two"], ["move", "2"]) else None

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
        if move.family == "carry" and ranks_to_go(self.drawing.me, target) == 0:
            parts.append("[now]a yes brings the briefcase home[/]")
        elif move.family != "push" and board.side_at(target) == 1 - self.drawing.me:
            parts.append(f"a yes captures the spy on {SQUARES[target]}")
        elif move.family == "move" and target == board.briefcase:
            parts.append("a yes takes the briefcase")
        return ["; ".join(parts)] if parts else []

    def _likely(self, spy: int, line: int) -> str:
        own = Spies(self.view, self.drawing.me, masks_of(self.view, ())[self.drawing.me], set())
        yes = own.belief[spy][LINE_WAY[line]][LINE_FAR[line]]
        wild = own.odds[spy].get(Piece.DOUBLE_AGENT, 0.0)
        return f"{yes:.0%} of all deals say yes, {wild:.0%} have the double agent there"
