"""Duels for tests: a position in a few words, and announcements that read like a game. Outcomes are played by hand."""

from __future__ import annotations

from typing import Any

import topsecret
from topsecret import CHANCE, IllegalAction, Match
from topsecret.games.briefcase.box import IN_BOX, Box, Piece, Spy, Square
from topsecret.kernel.names import texts

GAME = topsecret.game("briefcase")
WHITE, RED = 0, 1
SQUARES = texts(Square)
SPIES = texts(Spy)
STANDARD = [piece.text for piece in Piece][:13]
TRIO = ["rook", "runner", "?"]


def in_box(box: str) -> list[str]:
    return STANDARD if box == "standard" else TRIO


class Duel:
    """A match, and what a test does and asks in the words of the game."""

    def __init__(self, match: Match) -> None:
        self.match = match

    # what players do

    def play(self, *actions: str, seat: int | None = None) -> str:
        """Plays for whoever is to move; the last answer that was given by it."""
        before = len(self.match.events(None))
        for action in actions:
            self.match.play(self.turn if seat is None else seat, action)
        replies = [event["reply"] for event in self.match.events(None, before) if event["event"] == "answered"]
        return replies[-1] if replies else ""

    def answer(self, reply: str) -> None:
        self.match.play(1 - self.turn, reply)

    def refused(self, action: str, seat: int | None = None) -> tuple[str, str]:
        """Why an action is refused: the code and its rule; nothing has changed by trying it."""
        who = self.turn if seat is None else seat
        before = self.match.save()
        try:
            self.match.play(who, action)
        except IllegalAction as problem:
            assert self.match.save() == before
            assert str(action).lower() not in [str(move).lower() for move in self.match.legal(who)]
            return problem.code, problem.rule
        raise AssertionError(f"{action} was played")

    # what is on the board

    @property
    def now(self) -> dict[str, Any]:
        return self.match.truth()

    @property
    def turn(self) -> int:
        return int(self.now["turn"])

    @property
    def phase(self) -> str:
        return str(self.now["phase"])

    @property
    def briefcase(self) -> str:
        return str(self.now["briefcase"])

    def spies(self, side: int) -> dict[str, str]:
        """By square: the piece of the spy that stands there."""
        now = self.now
        return {now["place"][side][spy]: now["piece"][side][spy] for spy in SPIES if now["place"][side][spy] != "off"}

    def spy_on(self, side: int, square: str) -> str:
        return next(spy for spy in SPIES if self.now["place"][side][spy] == square)

    def can_be(self, side: int, square: str) -> set[str]:
        return set(self.now["can_be"][side][self.spy_on(side, square)])

    def told(self, name: str, viewer: int | None = None) -> list[dict[str, Any]]:
        """The events of that name that a viewer was told."""
        events = [event for event in self.match.events(viewer) if event["event"] == name]
        return [{key: value for key, value in event.items() if key not in ("n", "event")} for event in events]

    @property
    def result(self) -> tuple[list[int], str, str] | None:
        """Winners, and the reason with its rule."""
        result = self.match.result
        return (result["winners"], result["reason"]["code"], result["reason"]["rule"]) if result else None


def layout(spies: str, box: str) -> tuple[list[str], list[str]]:
    """`f5=rook e2=?` as squares and pieces of the spies in order; the rest are off the board with the pieces that are left."""
    named = [pair.split("=") for pair in spies.split()]
    squares, pieces = [square for square, _ in named], [piece for _, piece in named]
    rest = [piece for piece in in_box(box) if piece not in pieces]
    return squares + ["off"] * len(rest), pieces + rest


def position(
    white: str, red: str, briefcase: str = "f6", turn: int = WHITE, box: str = "standard", **fields: Any
) -> dict[str, Any]:
    """A start position, in the form of `truth`."""
    count = len(in_box(box))
    board = [0] * len(SQUARES)
    place, piece, can_be = [], [], []
    for side, spies in enumerate((white, red)):
        squares, pieces = layout(spies, box)
        for spy, square in enumerate(squares):
            if square != "off":
                board[SQUARES.index(square)] = 1 + side * 13 + spy
        place.append(dict(zip(SPIES, squares + ["off"] * (13 - count))))
        piece.append(dict(zip(SPIES, pieces + ["none"] * (13 - count))))
        can_be.append({spy: in_box(box) if n < count else [] for n, spy in enumerate(SPIES)})
    by_hand = fields.get("answers") == "manual"
    start = {
        "seats": 2, "box": box, "phase": "turn", "turn": turn, "dealing": 1, "dealt": count, "place": place, "board": board,
        "briefcase": briefcase, "piece": piece, "can_be": can_be, "ordered": [not by_hand] * 2, "to_announce": 1,
    }  # fmt: skip
    return start | fields


def duel(white: str = "f1=rook", red: str = "f11=guard", **fields: Any) -> Duel:
    """A duel in the middle: White's and Red's spies as `square=piece`, and whatever else differs from a quiet first turn."""
    options = {name: fields.pop(name) for name in list(fields) if name in GAME.options and name != "box"}
    box = fields.get("box", "standard")
    start = position(white, red, **fields, **({"answers": options["answers"]} if "answers" in options else {}))
    for name, value in options.items():
        start[name] = value
    return Duel(GAME.match(2, options | {"box": box}, chance="manual", start=start))


def dealt(white: str = "", red: str = "", box: str = "standard", **options: Any) -> Duel:
    """A duel from the beginning: these pieces are dealt to the spies of each side in order, the rest as they come."""
    match = GAME.match(2, {"starter": WHITE, "box": box} | options, chance="manual")
    for pieces in (white.split(), red.split()):
        for piece in pieces + [piece for piece in in_box(box) if piece not in pieces]:
            match.play(CHANCE, f"deal {piece}")
    return Duel(match)


def ordered(white: str = "no", red: str = "no", **more: Any) -> Duel:
    """The same, after both first orders: what White tells Red's "?", and Red White's."""
    game = dealt(**more)
    game.play(f"order {white}", seat=WHITE)
    game.play(f"order {red}", seat=RED)
    return game


assert set(STANDARD) == {piece.text for piece in Piece if IN_BOX[Box.STANDARD] >> piece & 1}
