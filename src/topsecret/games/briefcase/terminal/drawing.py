"""How briefcase looks in a terminal: the board with both sides, and the notebook beside it. Text with style tags; nothing is painted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel.words import Words

from ..box import FILES, RANKS, Piece
from ..estimate import Board
from ..notebook import SPY_NAMES, assisted
from ..state import Order

STYLES = {
    "side.0": "bold #261D14 on #E8E0CC",
    "side.1": "bold #FFFFFF on #C01A26",
    "case": "bold #261D14 on #FFE12E",
    "square": "#4B7A88",
    "sure": "bold #0FC48C",
}
BOARD_WIDTH = 4 + 4 * FILES
NOTE_WIDTH = 29


class Drawing:
    """Names and drawings as one seat sees them."""

    def __init__(self, words: Words, names: Sequence[str], me: int | None, own: Words) -> None:
        self.words = words
        self.own = own
        self.names = names
        self.me = 0 if me is None else me

    def t(self, key: str, **params: Any) -> str:
        """What the terminal says for this key."""
        return self.own.say(key, params)

    def side(self, seat: int) -> str:
        """White"""
        return self.t(f"side.{seat}")

    def short(self, piece: str) -> str:
        """A piece in two letters."""
        return "??" if piece == "?" else self.t(f"short.{piece}")

    def seat(self, seat: int) -> str:
        name = f"{self.names[seat]} ({self.side(seat)})"
        return f"[mine]{name}[/]" if seat == self.me else f"[seat]{name}[/]"

    def piece(self, text: str) -> str:
        return self.words.name(Piece, text)

    # the screen

    def lines(self, view: dict[str, Any], width: int, height: int, is_open: bool) -> list[str]:
        """The board with the notebook beside it, or below; opened, its other half too, or alone where there is no room for both."""
        board, notes = self.board(view), self.notebook(view, "mine")
        if is_open:
            theirs = self.notebook(view, "theirs")
            rows = len(notes) + 1 + len(theirs) + len(self.state(view))
            notes = [*notes, "", *theirs] if rows <= height else theirs
        beside = width >= BOARD_WIDTH + NOTE_WIDTH + 2
        if beside:
            rows = max(len(board), len(notes))
            board += [" " * BOARD_WIDTH] * (rows - len(board))
            notes += [""] * (rows - len(notes))
            lines = [f"{left}  {right}".rstrip() for left, right in zip(board, notes, strict=True)]
        else:
            lines = [*board, *notes]
        return [*lines, *self.state(view)]

    def board(self, view: dict[str, Any]) -> list[str]:
        """White looks north, Red south: one's own spies stand below."""
        board = Board.of(view)
        ranks = range(RANKS - 1, -1, -1) if self.me == 0 else range(RANKS)
        files = range(FILES) if self.me == 0 else range(FILES - 1, -1, -1)
        head = "    " + "".join(f" {'abcdefghijk'[file]}  " for file in files)
        lines = [head]
        for rank in ranks:
            cells = "".join(self.cell(view, board, rank * FILES + file) for file in files)
            lines.append(f"[quiet]{rank + 1:>3}[/] {cells}")
        return lines

    def cell(self, view: dict[str, Any], board: Board, square: int) -> str:
        """Four columns: the number of an own spy, the piece of another's (one sees it); the briefcase in yellow."""
        here = square == board.briefcase
        side = board.side_at(square)
        if side < 0:
            return "[case] ▣  [/]" if here else "[square] ·  [/]"
        name = SPY_NAMES[board.spy_at(square)]
        piece = view["piece"][side][name]
        text = self.short(piece) if piece is not None and side != self.me else name
        crown = "^" if view["promoted"][side][name] else " "
        mark = "[case]▣[/]" if here else " "
        return f"[side.{side}]{text:>2}{crown}[/]{mark}"

    def notebook(self, view: dict[str, Any], half: str) -> list[str]:
        """B9.1: what each spy on the board can be, likeliest first."""
        book = assisted(view)
        side = self.me if half == "mine" else 1 - self.me
        title = self.t(f"notebook.{half}")
        if book is None:
            return [f"[quiet]{self.t('notebook.off', title=title)}[/]"]
        lines = [f"[quiet]{self.t('notebook.deals', title=title, deals=format(book[half]['deals'], ','))}[/]"]
        for spy, odds in book[half]["spies"].items():
            place = view["place"][side][spy]
            if place != "off":
                lines.append(f"{spy:>2} {place:<4}{self.odds(odds)}")
        return lines

    def odds(self, odds: dict[str, float]) -> str:
        likely = sorted(odds.items(), key=lambda item: -item[1])
        if len(likely) == 1:
            return f"[sure]{self.piece(likely[0][0])}[/]"
        shown = " ".join(f"{self.short(piece)}{round(100 * part)}" for piece, part in likely[:4])
        return shown + (f" [quiet]+{len(likely) - 4}[/]" if len(likely) > 4 else "")

    def state(self, view: dict[str, Any]) -> list[str]:
        """Tokens, counts, the order."""
        left = [
            f"{self.side(seat)} {', '.join(token for token, spent in view['spent'][seat].items() if not spent) or '-'}"
            for seat in range(2)
        ]
        counts = {"tokens": "; ".join(left), "turn": view["turns"] + 1, "quiet": view["quiet"]}
        lines = [f"[quiet]{self.t('state', **counts)}[/]"]
        order = view["order"][1 - self.me]
        if order is not None and view["ordered"][self.me]:
            lines.append(f"[quiet]{self.t('state.order')}[/] {self.words.name(Order, order)}")
        if view["extracting"] != "none":
            lines.append(f"[now]{self.t('state.hold_out', side=self.side(view['extracting']))}[/]")
        return lines
