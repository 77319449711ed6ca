"""What is in the box: the board, the intel tiles, the agents. `BOX` is the one table: another box is another game of the same rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from topsecret.kernel import Help, Names, Position, pick, pick_number


class Intel(Names):
    """I1.4: six kinds of tile, six colours, six dice."""

    MEMO = 0
    PHOTO = 1
    BLUEPRINT = 2
    CREDENTIAL = 3
    CIPHER_KEY = 4
    HONEYPOT = 5


class Role(Names):
    """I1.5"""

    DOUBLE_AGENT = 0
    COMMS_SPECIALIST = 1
    ANALYST = 2
    SMUGGLER = 3
    HACKER = 4
    ENGINEER = 5


class Box(NamedTuple):
    """Everything that a box prints."""

    rows: tuple[
        tuple[int, ...], ...
    ]  # the x of every space, row by row from the top; neighbours differ by 2, or by 1 across rows
    field: tuple[int, ...]  # the rows where agents may stand; the last one is the bottom row
    entries: tuple[tuple[int, int], ...]  # where tiles come in: first the left one, then the right one
    tiles: dict[Intel, int]
    values: dict[Intel, int]
    roster: dict[Role, int]  # of each player
    goal: int
    agents_on_board: int
    most_carried: int
    actions: int
    most_turns: int


FIVE = (1, 3, 5, 7, 9)
SIX = (0, 2, 4, 6, 8, 10)
BOX = Box(
    rows=(FIVE, SIX, FIVE, SIX, FIVE, SIX, FIVE, SIX),  # I1.1
    field=(3, 4, 5, 6, 7),  # I1.2
    entries=((0, 1), (0, 9)),  # I1.3
    tiles={  # I1.4
        Intel.MEMO: 17,
        Intel.PHOTO: 10,
        Intel.BLUEPRINT: 7,
        Intel.CREDENTIAL: 4,
        Intel.CIPHER_KEY: 3,
        Intel.HONEYPOT: 6,
    },
    values={
        Intel.MEMO: 1,
        Intel.PHOTO: 2,
        Intel.BLUEPRINT: 3,
        Intel.CREDENTIAL: 4,
        Intel.CIPHER_KEY: 5,
        Intel.HONEYPOT: 0,
    },
    roster=dict.fromkeys(Role, 2),  # I1.5
    goal=20,  # I5.1
    agents_on_board=3,  # I2.5
    most_carried=3,  # I2.4
    actions=3,  # I2.6
    most_turns=200,  # I5.2
)


# what follows from the table


def named(title: str, names: Sequence[str]) -> type[Names]:
    """A set of names that depends on the table."""
    make: Any = Names
    made: type[Names] = make(title, [(name.upper(), number) for number, name in enumerate(names)], module=__name__)
    return made


SPOTS = tuple((row, x) for row, xs in enumerate(BOX.rows) for x in xs)  # I1.1: every space, from the top left on
SPACE_NAMES = tuple(f"{'abcdefghijklmnopqrstuv'[row]}{BOX.rows[row].index(x) + 1}" for row, x in SPOTS)
SPACES = len(SPOTS)
OFF = SPACES  # not on the board
BOTTOM_ROW = BOX.field[-1]
BOTTOM_SPACES = tuple(space for space in range(SPACES) if SPOTS[space][0] == BOTTOM_ROW)

Space = named("Space", SPACE_NAMES)
Place = named("Place", (*SPACE_NAMES, "off"))
Star = named("Star", [SPACE_NAMES[space] for space in BOTTOM_SPACES])  # I1.2: the bottom row


class Way(Names):
    """I1.1: the six neighbours."""

    NW = 0
    NE = 1
    W = 2
    E = 3
    SW = 4
    SE = 5

    @property
    def text(self) -> str:
        return self.name


class Up(Names):
    NW = 0
    NE = 1

    @property
    def text(self) -> str:
        return self.name


class Sideways(Names):
    W = 0
    E = 1

    @property
    def text(self) -> str:
        return self.name


class Down(Names):
    SW = 0
    SE = 1

    @property
    def text(self) -> str:
        return self.name


WAYS = len(Way)
UP, SIDEWAYS, DOWN = 0, 2, 4  # where these begin among the ways
STEP = ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))  # by way: rows and x
BESIDE = tuple(
    tuple(SPOTS.index((row + dr, x + dx)) if (row + dr, x + dx) in SPOTS else OFF for dr, dx in STEP)
    for row, x in SPOTS
)
IN_FIELD = tuple(int(row in BOX.field) for row, _ in SPOTS)
IS_BOTTOM = tuple(int(row == BOTTOM_ROW) for row, _ in SPOTS)
BESIDE_EACH_OTHER = tuple(tuple(int(b in BESIDE[a] and b != OFF) for b in range(SPACES)) for a in range(SPACES))
STAR = BOTTOM_SPACES
STARS = len(STAR)
ENTRY = tuple(SPOTS.index(entry) for entry in BOX.entries)

KINDS = len(Intel)
CARRIED = KINDS - 1  # nobody ever carries a honeypot (I2.4)
ROLES = len(Role)
TILES = tuple(BOX.tiles[kind] for kind in Intel)
VALUE = tuple(BOX.values[kind] for kind in Intel)
ROSTER = tuple(BOX.roster[role] for role in Role)
ALL_TILES = sum(TILES)
GOAL = BOX.goal
A_SIDE = BOX.agents_on_board
MOST_CARRIED = BOX.most_carried
ACTIONS = BOX.actions
MOST_TURNS = BOX.most_turns
MOST_POINTS = GOAL - 1 + (MOST_CARRIED + 1) * max(VALUE)

SIDES = "xy"  # the agents of the first seat on the board are x1, x2, x3, those of the second y1, y2, y3
AGENT_NAMES = tuple(f"{side}{slot + 1}" for side in SIDES for slot in range(A_SIDE))
AGENTS = len(AGENT_NAMES)
NOBODY = AGENTS
Agent = named("Agent", AGENT_NAMES)
Payer = named("Payer", (*AGENT_NAMES, "nobody"))

assert all(not IN_FIELD[entry] for entry in ENTRY)
assert AGENTS == len(SIDES) * A_SIDE


class Carried(Names):
    """I2.4: what an agent can carry."""

    MEMO = 0
    PHOTO = 1
    BLUEPRINT = 2
    CREDENTIAL = 3
    CIPHER_KEY = 4


class Smuggler(Names):
    """I4.8"""

    PRINTED = 0
    SIDEWAYS = 1


RANDOM = -1


class Options(Position):
    """What the host chooses."""

    smuggler = pick(Smuggler, Smuggler.PRINTED)  # I4.8
    starter = pick_number(RANDOM, 1, RANDOM, {RANDOM: "random"})  # I1.6
    help = pick(Help, Help.ASSISTED)  # among friends nobody should lose for want of arithmetic


# What a board must know (`python -m topsecret.server.boxes --write`).


class SpaceOfTheBox(NamedTuple):
    row: int  # from the top
    x: int  # neighbours in a row differ by 2, across rows by 1
    field: bool  # agents may stand here
    star: bool  # and are spawned and retire here
    beside: dict[str, str]  # by way


class TileOfTheBox(NamedTuple):
    value: int
    tiles: int


class AbilityOfTheBox(NamedTuple):
    family: str  # of actions
    paid: bool  # a tile is laid out first


COMMS = (AbilityOfTheBox("lift", False), AbilityOfTheBox("lower", True))  # I4.6
ABILITIES: dict[Role, tuple[AbilityOfTheBox, ...]] = {  # of I4; a smuggler's as printed
    Role.DOUBLE_AGENT: (),
    Role.COMMS_SPECIALIST: COMMS,
    Role.ANALYST: (),
    Role.SMUGGLER: COMMS,
    Role.HACKER: (AbilityOfTheBox("pin", False), AbilityOfTheBox("unpin", False), AbilityOfTheBox("steal", True)),
    Role.ENGINEER: (AbilityOfTheBox("block", False), AbilityOfTheBox("block", True)),
}
SIDEWAYS_SMUGGLER = (AbilityOfTheBox("shift", False), AbilityOfTheBox("journey", True))  # I4.8


FOR_BOARDS: dict[str, Any] = {
    "SPACES": {
        SPACE_NAMES[space]: SpaceOfTheBox(
            *SPOTS[space],
            bool(IN_FIELD[space]),
            bool(IS_BOTTOM[space]),
            {way.text: SPACE_NAMES[BESIDE[space][way]] for way in Way if BESIDE[space][way] != OFF},
        )
        for space in range(SPACES)
    },
    "ENTRIES": [SPACE_NAMES[entry] for entry in ENTRY],  # left, right
    "STARS": [SPACE_NAMES[star] for star in STAR],
    "TILES": {kind.text: TileOfTheBox(VALUE[kind], TILES[kind]) for kind in Intel},
    "ROSTER": {role.text: ROSTER[role] for role in Role},
    "ABILITIES": {role.text: list(ABILITIES[role]) for role in Role},
    "SIDEWAYS_SMUGGLER": list(SIDEWAYS_SMUGGLER),
    "AGENTS": list(AGENT_NAMES),
    "DIE_WAYS": [Way(DOWN + 1 - face % 2).text for face in range(1, 7)],  # where the faces 1 to 6 send a tile (I2.1)
    "GOAL": GOAL,
    "MOST_CARRIED": MOST_CARRIED,
    "AGENTS_ON_BOARD": A_SIDE,
    "ACTIONS": ACTIONS,
    "MOST_TURNS": MOST_TURNS,
}
