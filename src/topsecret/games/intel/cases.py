"""Cases of intel: reach the goal this turn.

A position in the middle of a game is drawn, sound by the rules (`invariants.py`), in which the trickle is over and it is the first
seat's turn. Every action, and every action after it, is tried (`ways.py`): so the way is known to be there, and no shorter one is. Ways
that hang on luck do not count, so there is no analyst. Whoever reaches the goal in another way has solved it, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from topsecret.kernel.cases import Lot, Puzzle, Says, Step, case, shipped
from topsecret.kernel.errors import ActionError, BadPosition
from topsecret.kernel.exercise import Attempt, Exercise, Judgement
from topsecret.kernel.match import Match
from topsecret.kernel.names import texts
from topsecret.kernel.registry import game

from .box import AGENT_NAMES, BOTTOM_ROW, GOAL, IN_FIELD, SPACE_NAMES, SPOTS, TILES, VALUE, Carried, Intel, Role
from .state import End
from .ways import shortest_way

VERSION = 1
FOUND_AHEAD = True  # a way takes seconds to find, so the list of seeds has it
ME = 0
ROLES = (Role.DOUBLE_AGENT, Role.COMMS_SPECIALIST, Role.SMUGGLER, Role.HACKER)
KINDS = texts(Intel)
WORTH = dict(zip(KINDS, VALUE, strict=True))
MOST_POSITIONS = 4_000
FIELD = [space for space in range(len(SPACE_NAMES)) if IN_FIELD[space]]


class Shape(NamedTuple):
    enemies: tuple[int, int]
    loose: tuple[int, int]  # spaces with tiles
    steps: tuple[int, int]  # of the shortest way


SHAPES = {
    "easy": Shape((1, 1), (3, 4), (2, 3)),
    "medium": Shape((1, 2), (4, 5), (4, 4)),
    "hard": Shape((2, 2), (4, 6), (5, 9)),
}


def make(lot: Lot, difficulty: str) -> Puzzle | None:
    shape = SHAPES[difficulty]
    match = drawn(lot, shape)
    if match is None:
        return None
    way = found(match, shape) if lot.known is None else lot.known
    return None if way is None else puzzle(match, way)


def found(match: Match, shape: Shape) -> tuple[str, ...] | None:
    """A shortest way, if it is as long as it shall be."""
    codes = shortest_way(match.state(), MOST_POSITIONS, shape.steps[1])
    if codes is None or len(codes) < shape.steps[0]:
        return None
    return tuple(str(match.game.actions.move(code)) for code in codes)


class Bag:
    """Tiles that are still to be had."""

    def __init__(self, lot: Lot) -> None:
        self.lot = lot
        self.left = dict(zip(KINDS, TILES, strict=True))

    def draw(self, kinds: Sequence[str]) -> str:
        kind = kinds[self.lot.weighed([self.left[kind] for kind in kinds])]
        self.left[kind] -= 1
        return kind


def drawn(lot: Lot, shape: Shape) -> Match | None:
    """A position; None where what stands at home is enough, or the goal is too far."""
    bag, carried = Bag(lot), texts(Carried)
    spaces = lot.shuffled(FIELD)
    role: dict[str, str] = {}
    place: dict[str, str] = {}
    hands: dict[str, list[str]] = {}
    mine, theirs = AGENT_NAMES[:3], AGENT_NAMES[3 : 3 + lot.among(*shape.enemies)]
    roles = [*lot.shuffled(ROLES)[:3], *(lot.pick(list(Role)) for _ in theirs)]
    low = [space for space in spaces if SPOTS[space][0] >= BOTTOM_ROW - 2]
    for name, post in zip((*mine, *theirs), roles, strict=True):
        there = low if name in mine else spaces
        space = next(one for one in there if SPACE_NAMES[one] not in place.values())
        role[name], place[name] = post.text, SPACE_NAMES[space]
        hands[name] = [bag.draw(carried) for _ in range(lot.among(0, 3))]
    free = [SPACE_NAMES[space] for space in spaces if SPACE_NAMES[space] not in place.values()]
    loose = {space: [bag.draw(KINDS) for _ in range(lot.among(1, 2))] for space in free[: lot.among(*shape.loose)]}
    at_home = sum(WORTH[tile] for name in mine if place[name].startswith("h") for tile in hands[name])
    in_hand = sum(WORTH[tile] for name in mine for tile in hands[name])
    need = lot.among(max(at_home, in_hand - 4) + 1, in_hand + 7)
    if not at_home < need <= GOAL:
        return None
    mine_scored, theirs_scored = tiles_worth(lot, bag, GOAL - need), tiles_worth(lot, bag, lot.among(0, GOAL - 4))
    if mine_scored is None or theirs_scored is None:
        return None
    pinned = {lot.pick(mine): True} if lot.below(3) == 0 else {}
    walls = dict.fromkeys(free[-lot.among(1, 2) :], "y") if lot.below(3) == 0 else {}
    start: dict[str, Any] = {
        "phase": "turn",
        "turn": ME,
        "turns": 2 * lot.among(10, 24) + 1,
        "actions_left": 3,
        "spawning": True,
        "rolled": len(KINDS),
        "dice": {kind: lot.among(1, 6) for kind in KINDS},
        "role": role,
        "place": place,
        "carries": {name: counted(tiles, carried) for name, tiles in hands.items()},
        "loose": {space: counted(tiles, KINDS) for space, tiles in loose.items()},
        "scored": [counted(mine_scored, KINDS), counted(theirs_scored, KINDS)],
        "pinned": pinned,
        "blockade": walls,
    }
    try:
        return game("intel").match(2, {"starter": ME}, chance="manual", start=start)
    except BadPosition:
        return None


def counted(tiles: Sequence[str], kinds: Sequence[str]) -> dict[str, int]:
    count = Counter(tiles)
    return {kind: count[kind] for kind in kinds if count[kind]}


def tiles_worth(lot: Lot, bag: Bag, points: int) -> list[str] | None:
    """Tiles of the bag that are worth so many points together; None if it has no more that fit."""
    tiles: list[str] = []
    while points > 0:
        fit = [kind for kind in KINDS if 0 < WORTH[kind] <= points and bag.left[kind]]
        if not fit:
            return None
        tiles.append(bag.draw(fit))
        points -= WORTH[tiles[-1]]
    return tiles


# the answer, at a table


def exercise(key: str) -> Exercise | None:
    """The table at which a listed case (`hard-17`) is played: the other side does nothing."""
    difficulty, _, seed = key.partition("-")
    if not seed.isdigit() or int(seed) not in shipped("intel").get(difficulty, ()):
        return None
    match = case("intel", difficulty, int(seed)).puzzle.match
    return Exercise(f"case/{key}", VERSION, match.seats, match.truth(), judge, match.options, ME)


def judge(attempt: Attempt) -> Judgement:
    return Judgement(attempt.view["end"] == End.GOAL.text and attempt.view["winner"] == ME)


def reaches_the_goal(puzzle: Puzzle, actions: Sequence[str]) -> bool:
    """Whether these actions, one after the other, reach the goal this turn."""
    match = puzzle.match.fork()
    try:
        for action in actions:
            if match.over or match.truth()["turn"] != ME:
                return False
            match.play(ME, action)
    except ActionError:
        return False
    truth = match.truth()
    return bool(match.over and truth["end"] == End.GOAL.text and truth["winner"] == ME)


# in words


def puzzle(match: Match, way: Sequence[str]) -> Puzzle:
    played = match.fork()
    steps = []
    for action in way:
        told = played.play(ME, action)
        steps.append(Step(Says("case.step", {"points": int(played.truth()["points"][ME])}, (told[0]["n"],))))
    need = GOAL - int(match.truth()["points"][ME])
    agents = sorted(
        {word for action in way for word in action.split() if word in AGENT_NAMES[:3] and action.startswith("retire")}
    )
    paid = sum(action.startswith("pay") for action in way)
    return Puzzle(
        match=match,
        seat=ME,
        evidence=(),
        question=Says("case.question", {"need": need}),
        blanks=(),
        answer=tuple(way),
        hints=(
            Says("case.hint.home", {"count": len(agents), "agents": agents}),
            Says("case.hint.steps", {"steps": len(way), "paid": paid}),
            Says("case.hint.first", {"action": way[0]}),
        ),
        proof=tuple(steps),
    )
