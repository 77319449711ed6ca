"""What is in the box: agents, buildings, the die, the cards, and the numbers that the box prints."""

from __future__ import annotations

from typing import Any, NamedTuple

from topsecret.kernel import Help, Names, Position, pick, pick_number, pick_some, spreads, toggle


class Agent(Names):
    """S1.2"""

    RED = 0
    BLUE = 1
    GREEN = 2
    YELLOW = 3
    VIOLET = 4
    ORANGE = 5
    GRAY = 6


class Building(Names):
    """S1.1, clockwise."""

    CHURCH = 0
    B1 = 1
    B2 = 2
    B3 = 3
    B4 = 4
    B5 = 5
    B6 = 6
    B7 = 7
    B8 = 8
    B9 = 9
    B10 = 10
    RUINS = 11

    @property
    def text(self) -> str:
        return self.name.lower().removeprefix("b")


class Face(Names):
    """S1.3"""

    ONE_TO_THREE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5

    @property
    def text(self) -> str:
        return ("1-3", "2", "3", "4", "5", "6")[self]


class Card(Names):
    """S6"""

    STEP_BACK = 0
    TO_THE_RUINS = 1
    TIP_OFF = 2
    SIDE_STEP = 3
    CURFEW = 4
    SAFE_CRACKER = 5
    BOTH_BACK = 6
    SWAP = 7
    BOTH_FORWARD = 8
    RENDEZVOUS = 9
    SECOND_IDENTITY = 10
    DECOY = 11
    ASYLUM = 12
    RELOCATION = 13
    SPRINT = 14

    @property
    def text(self) -> str:
        return "tip-off" if self is Card.TIP_OFF else self.name.lower().replace("_", " ")


class Way(Names):
    FORWARD = 0
    BACKWARD = 1


AGENTS = 7
BUILDINGS = 12
CARDS = 15
MOST_SEATS = 7

VALUE = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3)  # S1.1, by building
POINTS_FROM = (1, 2, 3, 4, 5, 6)  # S3.1, by face: the fewest points
POINTS_TO = (3, 2, 3, 4, 5, 6)  # and the most
COPIES = (2, 2, 2, 2, 1, 2, 2, 1, 2, 1, 1, 2, 2, 2, 2)  # S6, by card

FINISH = 42  # S1.4
TIP_OFF_LIMIT = 40  # S6
DOSSIER_LINE = 29  # S7.2
DOSSIER_POINTS = 5  # S7.3
MOST_CARDS = 4  # S5.4
FIRST_CARDS = 2  # S5.1
SAFE_START = 7  # S2.2
IN_PLAY = (0, 0, 5, 6, 7, 7, 7, 7)  # S2.1, by number of players

# S3.2: every spread of 1 to 6 points over the agents (the parameter of a movement is a rank in this table), with its total and the
# agents it moves as bits.
MOST_POINTS = 6
SPREADS = spreads(Agent, MOST_POINTS)
SPREAD_TOTAL = tuple(sum(spread) for spread in SPREADS)
SPREAD_AGENTS = tuple(sum(1 << agent for agent in range(AGENTS) if spread[agent]) for spread in SPREADS)


def _movements() -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """S3.1, S3.2: the movements of each possible set of agents in play, one list after the other; for each set and face of the die,
    where its movements begin in it, and how many they are."""
    flat: list[int] = []
    first, count = [], []
    for in_play in range(1 << AGENTS):
        begins = [0] * (MOST_POINTS + 2)  # where each total begins
        if AGENTS - 2 <= in_play.bit_count():
            over = [rank for rank, agents in enumerate(SPREAD_AGENTS) if agents & ~in_play == 0]
            totals = [SPREAD_TOTAL[rank] for rank in over]
            begins = [len(flat) + sum(total < points for total in totals) for points in range(MOST_POINTS + 2)]
            flat += over
        first.append(tuple(begins[POINTS_FROM[face]] for face in Face))
        count.append(tuple(begins[POINTS_TO[face] + 1] - begins[POINTS_FROM[face]] for face in Face))
    return tuple(flat), tuple(first), tuple(count)


MOVEMENTS, FIRST_MOVEMENT, MOVEMENT_COUNT = _movements()

RANDOM = -1


class Options(Position):
    """What the host chooses."""

    cards = toggle(False)  # S5
    dossier = toggle(False)  # S7
    starter = pick_number(RANDOM, MOST_SEATS - 1, RANDOM, {RANDOM: "random"})  # S2.4
    sits_out = pick_some(Agent)  # S2.1; none: by lot
    help = pick(Help, Help.ASSISTED)  # among friends nobody should lose for want of arithmetic


# What a board must know (`python -m topsecret.server.boxes --write`).


class CardOfTheBox(NamedTuple):
    key: str  # of its words: `card.<key>`; and the action that plays it
    copies: int


FOR_BOARDS: dict[str, Any] = {
    "AGENTS": [agent.text for agent in Agent],
    "RING": [building.text for building in Building],  # clockwise
    "VALUES": {building.text: VALUE[building] for building in Building},
    "POINTS": {face.text: (POINTS_FROM[face], POINTS_TO[face]) for face in Face},  # the fewest and the most
    "CARDS": {card.text: CardOfTheBox(card.name.lower(), COPIES[card]) for card in Card},
    "FINISH": FINISH,
    "DOSSIER_LINE": DOSSIER_LINE,
    "DOSSIER_POINTS": DOSSIER_POINTS,
    "MOST_CARDS": MOST_CARDS,
    "TIP_OFF_LIMIT": TIP_OFF_LIMIT,
}
