"""Frozen with `judge1.py`: a position as one seat sees it, in plain numbers. Who stands where, how far the opponent's spies go (a seat
sees their pieces), and how likely each own spy goes so far (by the deals that agree with all that was said)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel.names import find

from .box import (
    ABLE,
    FILES,
    LINE_FAR,
    LINE_WAY,
    LONGEST_LINE,
    OFF,
    RANKS,
    ROOM,
    SPIES,
    STEP,
    WAYS,
    Box,
    Line,
    Piece,
    Place,
    Square,
)
from .notebook import PIECE_NAMES, SPY_NAMES, masks_of, odds_of

SAYS_YES = 0.3  # how often the "?" is believed to be allowed something that does no harm
LONGEST_STEP = 2  # no "?" is believed to go farther
PIECE_NUMBER = {name: number for number, name in enumerate(PIECE_NAMES)}


class Spies:
    """The spies of one side: how far each goes in each direction of the board, in truth or by belief."""

    def __init__(self, view: dict[str, Any], side: int, masks: Sequence[int], denied: set[tuple[int, ...]]) -> None:
        self.side = side
        self.denied = denied
        self.box = _number(Box, view["box"])
        self.promoted = [int(view["promoted"][side][name]) for name in SPY_NAMES]
        self.odds = odds_of(masks)
        self.belief = [self._belief(spy) for spy in range(SPIES[self.box])]
        pieces = [view["piece"][side][name] for name in SPY_NAMES[: SPIES[self.box]]]
        self.pieces = [None if name is None else PIECE_NUMBER[name] for name in pieces]

    def _row(self, spy: int, way: int) -> int:
        own = way if self.side == 0 else (way + WAYS // 2) % WAYS
        return ((self.box * 2 + self.promoted[spy]) * WAYS + own) * (LONGEST_LINE + 1)

    def _belief(self, spy: int) -> list[list[float]]:
        """By direction and distance: how likely the answer is yes, as the owner can know it."""
        odds = self.odds[spy]
        found = []
        for way in range(WAYS):
            row = self._row(spy, way)
            likely = [1.0]
            for far in range(1, LONGEST_LINE + 1):
                able = ABLE[row + far]
                likely.append(sum([part for piece, part in odds.items() if able >> piece & 1]) if able else 0.0)
            found.append(likely)
        return found

    def may_go(self, spy: int, way: int, far: int) -> float:
        """How likely a plain move is granted. The "?" may be, if it was not denied that before."""
        wild = 0.0 if (self.side, spy, way, far) in self.denied else self.odds[spy].get(Piece.DOUBLE_AGENT, 0.0)
        return self.belief[spy][way][far] + (wild * SAYS_YES if far <= LONGEST_STEP else 0.0)

    def reach(self, spy: int, way: int) -> int:
        """How far a spy goes in truth, where its piece is seen; the "?" goes nowhere that hurts."""
        piece, row, far = self.pieces[spy], self._row(spy, way), 0
        while piece is not None and far < LONGEST_LINE and ABLE[row + far + 1] >> piece & 1:
            far += 1
        return far


class Board:
    """Who stands where; copies are cheap."""

    __slots__ = ("briefcase", "place", "squares")

    def __init__(self, squares: list[int], place: list[list[int]], briefcase: int) -> None:
        self.squares = squares  # as the field `board`
        self.place = place
        self.briefcase = briefcase

    @classmethod
    def of(cls, view: dict[str, Any]) -> Board:
        place = [[_number(Place, row[name]) for name in SPY_NAMES] for row in view["place"]]
        return cls(list(view["board"]), place, _number(Square, view["briefcase"]))

    def copy(self) -> Board:
        return Board(self.squares.copy(), [row.copy() for row in self.place], self.briefcase)

    def side_at(self, square: int) -> int:
        """Whose spy stands there; -1: nobody."""
        there = self.squares[square]
        return (there - 1) // len(SPY_NAMES) if there else -1

    def spy_at(self, square: int) -> int:
        return (self.squares[square] - 1) % len(SPY_NAMES)

    def holder(self) -> int:
        """Who controls the briefcase; -1: nobody."""
        return self.side_at(self.briefcase)

    def remove(self, square: int) -> None:
        self.place[self.side_at(square)][self.spy_at(square)] = OFF
        self.squares[square] = 0

    def go(self, square: int, target: int, carries: bool) -> None:
        side, spy = self.side_at(square), self.spy_at(square)
        if self.squares[target]:
            self.remove(target)
        self.squares[target], self.squares[square] = self.squares[square], 0
        self.place[side][spy] = target
        if carries:
            self.briefcase = target

    def on_board(self, side: int) -> list[tuple[int, int]]:
        """Spies with their squares."""
        return [(spy, square) for spy, square in enumerate(self.place[side]) if square != OFF]

    def neighbours(self, square: int) -> list[tuple[int, int, int]]:
        """What is first met from a square in each direction: square, distance, and the direction back."""
        found = []
        for way in range(WAYS):
            at = square
            for far in range(1, ROOM[square * WAYS + way] + 1):
                at += STEP[way]
                if self.squares[at]:
                    found.append((at, far, (way + WAYS // 2) % WAYS))
                if self.squares[at] or at == self.briefcase:
                    break
        return found


def far_rank(side: int) -> int:
    return RANKS - 1 if side == 0 else 0


def ranks_to_go(side: int, square: int) -> int:
    return abs(far_rank(side) - square // FILES)


def steps_between(one: int, other: int) -> int:
    """As a spy that goes one square in any direction would count."""
    return max(abs(one // FILES - other // FILES), abs(one % FILES - other % FILES))


def both_sides(view: dict[str, Any], seen: Sequence[dict[str, Any]]) -> list[Spies]:
    masks = masks_of(view, seen)
    denied: set[tuple[int, ...]] = set()
    for event in seen:
        if event["event"] == "answered" and event["reply"] == "no":
            line = _number(Line, event["line"])
            denied.add((event["seat"], SPY_NAMES.index(event["spy"]), LINE_WAY[line], LINE_FAR[line]))
    return [Spies(view, side, masks[side], denied) for side in range(2)]


def _number(names: Any, text: str) -> int:
    found = find(names, text)
    assert found is not None
    return found
