"""What is in the box: agents, locations, cards, and the numbers of the page."""

from __future__ import annotations

from typing import Any

from topsecret.kernel import Help, Names, Position, pick, pick_number, toggle


class Agent(Names):
    """P1.1; seat 0 plays red, seat 1 green, and so on."""

    RED = 0
    GREEN = 1
    PURPLE = 2
    BLUE = 3
    YELLOW = 4
    ORANGE = 5
    BLACK = 6
    WHITE = 7


class HeldAgent(Names):
    """The agent card in a hand, or none."""

    RED = 0
    GREEN = 1
    PURPLE = 2
    BLUE = 3
    YELLOW = 4
    ORANGE = 5
    BLACK = 6
    WHITE = 7
    NONE = 8


class Target(Names):
    """P3.3: whom a wink is for, or none: no wink."""

    RED = 0
    GREEN = 1
    PURPLE = 2
    BLUE = 3
    YELLOW = 4
    ORANGE = 5
    BLACK = 6
    WHITE = 7
    NONE = 8


class Place(Names):
    """P1.2: the locations."""

    CAFE = 0
    METRO = 1
    KIOSK = 2
    FOUNTAIN = 3


class HeldPlace(Names):
    """The location card in a hand, or none."""

    CAFE = 0
    METRO = 1
    KIOSK = 2
    FOUNTAIN = 3
    NONE = 4


class Sight(Names):
    """P3.1: what one can look at."""

    RED = 0
    GREEN = 1
    PURPLE = 2
    BLUE = 3
    YELLOW = 4
    ORANGE = 5
    BLACK = 6
    WHITE = 7
    CAFE = 8
    METRO = 9
    KIOSK = 10
    FOUNTAIN = 11
    CARDS = 12


class Facing(Names):
    """P3.8: how a face looks to those who do not look at it: at a player, or away (at a location or at the cards)."""

    RED = 0
    GREEN = 1
    PURPLE = 2
    BLUE = 3
    YELLOW = 4
    ORANGE = 5
    BLACK = 6
    WHITE = 7
    AWAY = 8


class Eyes(Names):
    """P3.8"""

    PRIVATE = 0
    HYBRID = 1


class Calls(Names):
    """P5.5; by number: witnessed with three players, free with more."""

    BY_NUMBER = 0
    FREE = 1
    WITNESSED = 2


AGENTS = 8
PLACES = 4
MOST_SEATS = 8
AGENT_COPIES = 7  # P1.2, of each agent that is played
PLACE_COPIES = 8  # of each location
CHIPS = 3
AGENT_CARDS = AGENTS * AGENT_COPIES
PLACE_CARDS = PLACES * PLACE_COPIES
FIRST_PLACE = Sight.CAFE  # where the locations begin among what one can look at
BATCHES = MOST_SEATS + 1  # P2.5: location cards of so many different shuffles can be about at once

FIRST_ROUND_MS = 2_000  # P2.1
READY_MS = 30_000  # P1.3
SHIELD_MS = 1_000  # P5.3: a call so soon after a new card is void
QUIET_ROUNDS = 3  # P6.2
RACE_MS = 150  # P5.3: so long at most a table holds what belongs to a race
WITNESSED_WITH = 3  # P5.5: so many players
HYBRID_UP_TO = 5  # P3.8

RANDOM = -1


class Options(Position):
    """What the host chooses."""

    cards_removed = pick_number(0, 5, 0)  # P1.3, for each player
    deals = pick_number(1, 5, 1)  # P1.3
    starter = pick_number(RANDOM, MOST_SEATS - 1, RANDOM, {RANDOM: "random"})  # P2.1
    wink_ms = pick_number(200, 3_000, 700)  # P3.3
    look_ms = pick_number(100, 3_000, 450)  # P3.1
    turn_s = pick_number(3, 120, 12)  # P7.2
    honour_code = toggle(True)  # P3.4
    eyes = pick(Eyes, Eyes.PRIVATE)  # P3.8
    calls = pick(Calls, Calls.BY_NUMBER)  # P5.5
    slow = toggle(False)  # P7.2
    grace_ms = pick_number(0, RACE_MS, 0)  # P5.3: a table sets it; what came in time is done in time
    help = pick(Help, Help.ASSISTED)  # among friends nobody should lose for want of arithmetic


FOR_BOARDS: dict[str, Any] = {  # what a board must know (`python -m topsecret.server.boxes --write`)
    "AGENTS": [agent.text for agent in Agent],  # by seat
    "PLACES": [place.text for place in Place],
    "AGENT_COPIES": AGENT_COPIES,
    "PLACE_COPIES": PLACE_COPIES,
    "CHIPS": CHIPS,
    "FIRST_ROUND_MS": FIRST_ROUND_MS,
    "READY_MS": READY_MS,
    "QUIET_ROUNDS": QUIET_ROUNDS,
}
