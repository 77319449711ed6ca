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
from ..state import Order, Reply
from .drawing import Drawing

RULES = {
    "order": ("B4.4", "B4.5"),
    "turn": ("B4.1", "B4.2", "B4.3", "B6.2", "B7.4"),
    "answer": ("B4.3", "B4.4", "B4.5"),
    "over": ("B8.1", "B8.2"),
}
# kinds of action in a turn, and what takes them besides a number
KINDS = (
    ("move", ("move",)),
    ("carry", ("carry",)),
    ("push", ("push",)),
    ("waive", ("waive", "w")),
    ("reveal", ("reveal",)),
    ("move_two", ("two", "token move")),
    ("swap", ("swap",)),
    ("purge", ("purge",)),
    ("expose", ("expose",)),
    ("order", ("order",)),
)
SHORT_LINE = re.compile(r"([a-k]\d{1,2})\s*(push|p)?\s*([nsew]{1,2})\s*(\d{1,2})\s*(with|w)?", re.IGNORECASE)
SQUARES = texts(Square)


class Questions:
    def __init__(
        self, game: Game, drawing: Drawing, view: dict[str, Any], legal: Sequence[Move], language: str = "en"
    ) -> None:
        self.game = game
        self.drawing = drawing
        self.language = language
        self.t = drawing.t
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
        question = self.t("order.question", square=place, side=self.drawing.side(other))
        first = proposed_order(self.view)
        proposed = Choice(
            ("proposed",), f"{self._say_order(first)} [quiet]({self.t('order.proposed')})[/]", f"order {first}"
        )
        return Menu(question, [proposed, *self._orders()], self.t("order.hint"))

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
        which = Menu(self.t("order.which"), pretences, in_lines=True)
        return [*said, Choice(("pretend",), self.t("order.pretend"), which)]

    def _ways_of(self, piece: str) -> str:
        """How a piece moves, as the rule page has it."""
        called = piece if piece == "?" or self.language == "en" else self.drawing.piece(piece)
        return table_row(self.game, called, self.language)

    def _answer(self) -> Menu:
        """B4.5: both are always offered; an untrue one is refused."""
        line = self.view["line"]
        board = Board.of(self.view)
        square = line.split()[0]
        spy = board.spy_at(SQUARES.index(square))
        piece = list(self.view["piece"][1 - self.drawing.me].values())[spy]
        side, called = self.drawing.side(1 - self.drawing.me), self.drawing.piece(piece)
        question = self.t("answer.question", manner=self.view["manner"], side=side, line=line, piece=called)
        choices = [
            Choice(tuple(self.t(f"typed.{reply}").split()), self.drawing.words.name(Reply, reply), reply)
            for reply in ("yes", "no")
        ]
        hint = self.t("answer.true" if piece != "?" else "answer.free")
        return Menu(f"{question} [quiet]{self._ways_of(piece)}[/]", choices, hint)

    def _turn(self) -> Menu:
        question = self.t("turn.second" if self.view["second"] else "turn.question")
        choices = [
            Choice(keys, self.t(f"kind.{family}"), leads_to)
            for family, keys in KINDS
            if (leads_to := self._kind(family, [move for move in self.legal if move.family == family])) is not None
        ]
        first = next((str(move) for move in self.legal if move.family == "move"), "")
        hint = self.t("turn.hint", example=first) if first else self.t("turn.nothing")
        return Menu(question, choices, hint)

    def _kind(self, family: str, moves: list[Move]) -> Any:
        """What a kind of action leads to; None: there is none."""
        if not moves:
            return None
        if family in ("move", "carry", "push"):
            return partial(self._which_spy, moves)
        if family == "order":
            return Menu(self.t("order.from_now_on"), self._orders(), in_lines=True)
        if family == "swap":
            return partial(self._swap, moves)
        if family in ("reveal", "purge", "expose"):
            return Menu(self.t("which.spy"), [self._spy(move.params["square"], move) for move in moves])
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
        return Menu(self.t("which.spy"), choices)

    def _which_way(self, moves: list[Move]) -> Menu:
        ways = dict.fromkeys(move.params["line"].split()[-2] for move in moves)
        choices = []
        for way in ways:
            fit = [move for move in moves if move.params["line"].split()[-2] == way]
            far = [Choice((move.params["line"].split()[-1],), "", move) for move in fit]
            choices.append(Choice((way.lower(),), way, Menu(self.t("which.far", way=way), far)))
        return Menu(self.t("which.way"), choices)

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
            choices.append(self._spy(square, Menu(self.t("which.other", square=square), others)))
        return Menu(self.t("which.spy"), choices)

    def read(self, text: str) -> str | None:
        """Short forms: `e5ne2`, `e5 n 2 w`, `swap c2 d2`, `reveal e5`, `two`; `y` and `n` for an answer."""
        words = text.lower().split()
        if self.view["phase"] == "answer" and len(words) == 1:
            said = next((reply for reply in ("yes", "no") if words[0] in self.t(f"typed.{reply}").split()), None)
            if said is not None:
                return said
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
            parts.append(f"[now]{self.t('preview.home')}[/]")
        elif move.family != "push" and board.side_at(target) == 1 - self.drawing.me:
            parts.append(self.t("preview.captures", square=SQUARES[target]))
        elif move.family == "move" and target == board.briefcase:
            parts.append(self.t("preview.takes"))
        return ["; ".join(parts)] if parts else []

    def _likely(self, spy: int, line: int) -> str:
        own = Spies(self.view, self.drawing.me, masks_of(self.view, ())[self.drawing.me], set())
        yes = own.belief[spy][LINE_WAY[line]][LINE_FAR[line]]
        wild = own.odds[spy].get(Piece.DOUBLE_AGENT, 0.0)
        return self.t("preview.likely", yes=f"{yes:.0%}", wild=f"{wild:.0%}")
