"""What is in the box: the board, the spies, the movement pieces, the tokens; and the options.

The tables of B2 and B3 stand in one place, `TABLES`. Everything behind it is worked out from there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from topsecret.kernel import Help, Names, Position, Signs, pairs, pick, pick_number, toggle


class Box(Names):
    """Which set of pieces and spies is played."""

    STANDARD = 0
    TRIO = 1


class Piece(Names):
    """B2"""

    GUARD = 0
    ROOK = 1
    BISHOP = 2
    SHUTTLE = 3
    ARROW = 4
    TRIDENT = 5
    PLUS = 6
    SWEEPER = 7
    RUNNER = 8
    SKATER = 9
    FAN = 10
    FLANK = 11
    DOUBLE_AGENT = 12
    NONE = 13  # not dealt yet, or no such spy in this box

    @property
    def text(self) -> str:
        return "?" if self is Piece.DOUBLE_AGENT else self.name.lower()


class Direction(Names):
    """On the board, the same for both sides: N is towards rank 11."""

    N = 0
    NE = 1
    E = 2
    SE = 3
    S = 4
    SW = 5
    W = 6
    NW = 7

    @property
    def text(self) -> str:
        return self.name


class Spy(Signs):
    """The spies of a side, in the order of the table; Red's are White's turned by 180 degrees."""

    S1 = 0
    S2 = 1
    S3 = 2
    S4 = 3
    S5 = 4
    S6 = 5
    S7 = 6
    S8 = 7
    S9 = 8
    S10 = 9
    S11 = 10
    S12 = 11
    S13 = 12

    @property
    def text(self) -> str:
        return self.name[1:]


class Token(Names):
    """B1.3"""

    REVEAL = 0
    MOVE = 1
    SWAP = 2


# B2 and B3: one table for each box. A piece: the directions (N is away from the owner), how far at most, and, if it has a crown, the
# directions and the distance of its promoted side. The spies: the squares of White; Red's are the same turned by 180 degrees.

EVERY_WAY = "N NE E SE S SW W NW"
PROMOTED = (EVERY_WAY, 2)  # B2.1
NO_CROWN = ("", 0)

TABLES: dict[Box, tuple[dict[Piece, tuple[str, int, tuple[str, int]]], str]] = {
    Box.STANDARD: (
        {
            Piece.GUARD: (EVERY_WAY, 1, NO_CROWN),
            Piece.ROOK: ("N E S W", 2, NO_CROWN),
            Piece.BISHOP: ("NE NW SE SW", 2, NO_CROWN),
            Piece.SHUTTLE: ("N S", 3, NO_CROWN),
            Piece.ARROW: ("N SE SW", 2, NO_CROWN),
            Piece.TRIDENT: ("NE NW S", 2, NO_CROWN),
            Piece.PLUS: ("N E S W", 1, NO_CROWN),
            Piece.SWEEPER: ("E W S", 3, NO_CROWN),
            Piece.RUNNER: ("N", 4, PROMOTED),
            Piece.SKATER: ("NE NW", 2, PROMOTED),
            Piece.FAN: ("N NE NW", 1, PROMOTED),
            Piece.FLANK: ("N E W", 2, PROMOTED),
            Piece.DOUBLE_AGENT: ("", 0, NO_CROWN),
        },
        "b1 d1 e1 f1 g1 h1 j1 c2 d2 e2 g2 h2 i2",
    ),
    # A first game, and small enough to list every deal: not of the printed set.
    Box.TRIO: (
        {
            Piece.ROOK: ("N E S W", 2, NO_CROWN),
            Piece.RUNNER: ("N", 4, PROMOTED),
            Piece.DOUBLE_AGENT: ("", 0, NO_CROWN),
        },
        "e2 f2 g2",
    ),
}

BRIEFCASE_START_TEXT = "f6"  # B1.2

QUIET_TURNS = 60  # B8.1
MOST_TURNS = 400  # B8.1
LONGEST_ANSWER_MS = 10_000

# The board (B1.1).

FILES = 11
RANKS = 11
SQUARES = FILES * RANKS
OFF = SQUARES  # where captured and removed spies are
WAYS = 8
SIDES = 2
MOST_SPIES = 13
PIECES = 13  # with the "?"
LONGEST_LINE = 10
NOBODY = -1
NO_SPY = MOST_SPIES

_EAST = (0, 1, 1, 1, 0, -1, -1, -1)
_NORTH = (1, 1, 0, -1, -1, -1, 0, 1)
STEP = tuple(north * FILES + east for north, east in zip(_NORTH, _EAST, strict=True))


def _square_text(square: int) -> str:
    return "abcdefghijk"[square % FILES] + str(square // FILES + 1)


def _names(base: Any, name: str, members: list[str]) -> type[Names]:
    """A set of names with so many members that nobody types them out."""
    made: type[Names] = base(name, {member: value for value, member in enumerate(members)}, module=__name__)
    return made


_SQUARE_TEXTS = [_square_text(square) for square in range(SQUARES)]
Square = _names(Signs, "Square", _SQUARE_TEXTS)
SQUARE_PAIRS = pairs(Square)
Place = _names(Signs, "Place", [*_SQUARE_TEXTS, "off"])
AnySpy = _names(Signs, "AnySpy", [*(str(spy + 1) for spy in range(MOST_SPIES)), "none"])


def _room(square: int, way: int) -> int:
    """How many steps there are to the edge."""
    rank, file = divmod(square, FILES)
    steps = 0
    while 0 <= rank + _NORTH[way] < RANKS and 0 <= file + _EAST[way] < FILES:
        rank, file, steps = rank + _NORTH[way], file + _EAST[way], steps + 1
    return steps


ROOM = tuple(_room(square, way) for square in range(SQUARES) for way in range(WAYS))  # by square * WAYS + direction

# Every straight line on the board, from a square in a direction over a distance: what is announced (B4.2). 3,960 of them.
_LINES = [(s, w, far) for s in range(SQUARES) for w in range(WAYS) for far in range(1, ROOM[s * WAYS + w] + 1)]
LINES = len(_LINES)
LINE_FROM = tuple(square for square, _, _ in _LINES)
LINE_WAY = tuple(way for _, way, _ in _LINES)
LINE_FAR = tuple(far for _, _, far in _LINES)
LINE_TO = tuple(square + STEP[way] * far for square, way, far in _LINES)
FIRST_LINE = tuple(sum(ROOM[:index]) for index in range(SQUARES * WAYS))  # of a square and a direction
_WAY_TEXTS = EVERY_WAY.split()
Line = _names(Signs, "Line", [f"{_SQUARE_TEXTS[s]} {_WAY_TEXTS[w]} {far}" for s, w, far in _LINES])
Push = _names(Signs, "Push", [f"{_SQUARE_TEXTS[s]} push {_WAY_TEXTS[w]} {far}" for s, w, far in _LINES])


def _turned(square: int) -> int:
    """By 180 degrees."""
    return SQUARES - 1 - square


# What follows from the tables, by box.

BOXES = len(TABLES)
BRIEFCASE_START = _SQUARE_TEXTS.index(BRIEFCASE_START_TEXT)


def _layout(box: Box, side: int) -> list[int]:
    white = [_SQUARE_TEXTS.index(text) for text in TABLES[box][1].split()]
    own = white if side == 0 else [_turned(square) for square in white]
    return own + [OFF] * (MOST_SPIES - len(own))


def _reach(box: Box, promoted: int, piece: Piece, way: int) -> int:
    """How far a piece goes in a direction of its owner's frame."""
    row = TABLES[box][0].get(piece, ("", 0, NO_CROWN))
    directions, distance = row[2] if promoted else row[:2]
    return distance if _WAY_TEXTS[way] in directions.split() else 0


def _able(box: Box, promoted: int, way: int, far: int) -> int:
    return sum(1 << piece for piece in Piece if _reach(box, promoted, piece, way) >= far)


SPIES = tuple(len(TABLES[box][0]) for box in Box)
START = tuple(
    square for box in Box for side in range(SIDES) for square in _layout(box, side)
)  # (box * 2 + side) * 13 + spy
IN_BOX = tuple(sum(1 << piece for piece in TABLES[box][0]) for box in Box)  # the pieces, as bits
CROWNED = tuple(sum(1 << piece for piece, row in TABLES[box][0].items() if row[2] != NO_CROWN) for box in Box)
# The pieces, as bits, that go so far: by ((box * 2 + promoted) * 8 + direction in the owner's frame) * 11 + distance. Without the "?".
ABLE = tuple(
    _able(box, promoted, way, far) if far > 0 else 0
    for box in Box
    for promoted in range(2)
    for way in range(WAYS)
    for far in range(LONGEST_LINE + 1)
)
DOUBLE_AGENT_BIT = 1 << Piece.DOUBLE_AGENT


# The options.


class Answers(Names):
    """B4.5"""

    AUTOMATIC = 0
    MANUAL = 1


RANDOM = -1


class Options(Position):
    """What the host chooses."""

    box = pick(Box, Box.STANDARD)  # B1, B2, B3
    answers = pick(Answers, Answers.AUTOMATIC)  # B4.5
    answer_ms = pick_number(0, LONGEST_ANSWER_MS, 1500)  # B4.5: for the table that is played at; rules know no clock
    safe_extraction = toggle(False)  # B6.6
    notebook = pick(Help, Help.ASSISTED)  # B9.1
    starter = pick_number(RANDOM, 1, RANDOM, {RANDOM: "random"})  # B3.3


# What a board must know (`python -m topsecret.server.boxes --write`).


class PieceOfTheBox(NamedTuple):
    ways: str
    far: int
    crown: bool


FOR_BOARDS: dict[str, Any] = {
    "FILES": "abcdefghijk"[:FILES],
    "RANKS": RANKS,
    "SPIES": [spy.text for spy in Spy],
    "WAYS": {way.text: (_EAST[way], _NORTH[way]) for way in Direction},  # a step: files to the east, ranks to the north
    "PIECES": {
        piece.text: PieceOfTheBox(ways, far, crown != NO_CROWN)
        for piece, (ways, far, crown) in TABLES[Box.STANDARD][0].items()
    },
    "PROMOTED": PieceOfTheBox(*PROMOTED, False),
    "BOXES": {box.text: [piece.text for piece in TABLES[box][0]] for box in Box},  # the pieces of each
    "BRIEFCASE_START": BRIEFCASE_START_TEXT,
    "TOKENS": [token.text for token in Token],
    "QUIET_TURNS": QUIET_TURNS,
    "MOST_TURNS": MOST_TURNS,
}
