"""What an action is worth to a seat, from what that seat sees. One action deep; quick; no certainty.

A position is worth the spies on the board, the briefcase (who has it, how far it is, who can take it next) and the danger for one's
own. An announcement is worth that position as often as the answer is likely to be yes, and the present one as often as not; a
doubtful question is worth a little for what it teaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Any

from topsecret.kernel.moves import Move
from topsecret.kernel.names import find

from .box import FILES, IN_BOX, LINE_FAR, LINE_FROM, LINE_TO, LINE_WAY, ROOM, STEP, WAYS, Box, Line, Piece, Push, Square
from .estimate import Board, both_sides, far_rank, ranks_to_go, steps_between
from .orders import new_order
from .state import HARMLESS, PRETENDED, Order

HAZE = 0.9  # differences below this are luck

WIN = 1000.0
SPY = 10.0
DOUBLE_AGENT = 2.0  # theirs is ours to command
HOLDING = 24.0
PER_RANK = 7.0
LOSS_OF_CARRIER = 70.0
DELIVERY = 160.0  # how much a promise of delivery counts
ALARM = 600.0  # theirs, before we can do anything
NEAR = 1.6  # per step that a spy is nearer to the briefcase
CURIOSITY = 2.2  # for an answer that is as likely yes as no
MOVING = 0.4
CALM, LONG, BOLD_WITHIN = (
    12,
    60,
    40,
)  # B8.1: after so many quiet turns, or turns in all, something should happen, whatever it costs
IMPATIENCE = 50.0
TRYING_OUT = 8.0
DANCE = 300.0  # a carrier that goes to and fro brings nothing
HUNTERS = 4  # so many spies go for the briefcase
FREE_TOKEN = 1.0


class Judge:
    def __init__(self, view: dict[str, Any], seen: Sequence[dict[str, Any]]) -> None:
        self.view = view
        self.me: int = view["viewer"]
        self.they = 1 - self.me
        self.sides = both_sides(view, seen)
        self.board = Board.of(view)
        self.boldness = boldness(view)
        self.reach = [
            [self.sides[self.they].reach(spy, way) for way in range(WAYS)] for spy in range(len(self.sides[0].belief))
        ]
        self.now = self.worth(self.board)

    # positions: the opponent is to move

    def worth(self, board: Board) -> float:
        me, they = self.me, self.they
        mine, theirs = board.on_board(me), board.on_board(they)
        if not theirs:
            return WIN
        if not mine:
            return -WIN
        total = SPY * len(mine)
        for spy, _ in theirs:
            total -= DOUBLE_AGENT if self.sides[they].pieces[spy] == Piece.DOUBLE_AGENT else SPY
        total -= 0.8 * SPY * max(self.threat(board, square) for _, square in mine)
        return total + self.briefcase(board, mine, theirs)

    def briefcase(self, board: Board, mine: list[tuple[int, int]], theirs: list[tuple[int, int]]) -> float:
        case = board.briefcase
        holder = board.holder()
        rivals = 0.7 * NEAR * sum(sorted(steps_between(square, case) for _, square in theirs)[:HUNTERS])
        if holder == self.me:
            threat = self.threat(board, case)
            progress = 10 - ranks_to_go(self.me, case)
            hope = self.delivers(board, board.spy_at(case), self.me)
            loss = LOSS_OF_CARRIER * (1 - self.boldness) * threat
            return HOLDING + PER_RANK * progress + DELIVERY * hope * (1 - threat) - loss + rivals
        hunters = sorted(steps_between(square, case) for _, square in mine)[:HUNTERS]
        near = -NEAR * sum(hunters)
        if holder == self.they:
            progress = 10 - ranks_to_go(self.they, case)
            alarm = self.alarm(board, board.spy_at(case))
            return near - HOLDING - PER_RANK * progress - ALARM * alarm + 30 * self.chance(board, case)
        return near + rivals + 14 * self.chance(board, case) - 22 * self.threat(board, case)

    def threat(self, board: Board, square: int) -> float:
        """How likely the opponent lands there next: a spy can, and its owner believes so."""
        worst = 0.0
        for at, far, way in board.neighbours(square):
            if board.side_at(at) == self.they:
                spy = board.spy_at(at)
                if self.reach[spy][way] >= far:
                    worst = max(worst, 0.25 + 0.75 * self.sides[self.they].belief[spy][way][far])
        return worst

    def chance(self, board: Board, square: int) -> float:
        """How likely we land there next."""
        best = 0.0
        for at, far, way in board.neighbours(square):
            if board.side_at(at) == self.me:
                best = max(best, self.sides[self.me].belief[board.spy_at(at)][way][far])
        return best

    def lines_home(self, board: Board, square: int, side: int) -> list[tuple[int, int]]:
        """Directions and distances by which a carrier gets to the far rank."""
        found = []
        for way in range(WAYS):
            at = square
            for far in range(1, ROOM[square * WAYS + way] + 1):
                at += STEP[way]
                if board.side_at(at) == side:
                    break
                if ranks_to_go(side, at) == 0:
                    found.append((way, far))
                if board.squares[at]:
                    break
        return found

    def delivers(self, board: Board, spy: int, side: int) -> float:
        """How likely the carrier gets home with its next move, as its owner can know."""
        belief = self.sides[side].belief[spy]
        return max((belief[way][far] for way, far in self.lines_home(board, board.place[side][spy], side)), default=0.0)

    def alarm(self, board: Board, spy: int) -> float:
        """How likely their carrier gets home with its next move: it can, and they believe so."""
        belief, reach = self.sides[self.they].belief[spy], self.reach[spy]
        lines = self.lines_home(board, board.place[self.they][spy], self.they)
        return max((0.4 + 0.6 * belief[way][far] for way, far in lines if reach[way] >= far), default=0.0)

    # announcements

    def announcement(self, line: int, manner: str) -> float:
        square, target = LINE_FROM[line], LINE_TO[line]
        spy = self.board.spy_at(square)
        own = self.sides[self.me]
        harms = manner != "move" or self.board.squares[target] or target == self.board.briefcase
        far, way = LINE_FAR[line], LINE_WAY[line]
        yes = own.belief[spy][way][far] if harms else own.may_go(spy, way, far)
        if yes <= 0.0:
            return self.now - 50.0
        after = self.board.after(line, manner)
        if manner == "carry" and target // FILES == far_rank(self.me):
            held = 1 - self.threat(after, target) if self.view["safe_extraction"] else 1.0
            return self.now + yes * WIN * held
        doubt = 0.0 if yes >= 1.0 else -(yes * log2(yes) + (1 - yes) * log2(1 - yes))
        nearer = ranks_to_go(self.me, target) < ranks_to_go(self.me, square)
        urge = 0.0
        if manner == "carry" and not nearer:
            urge = -DANCE * self.boldness
        elif manner == "carry" or self.board.side_at(target) == self.they or target == self.board.briefcase:
            urge = IMPATIENCE * self.boldness
        return yes * (self.worth(after) + urge) + (1 - yes) * self.now + CURIOSITY * doubt - MOVING

    # all actions

    def weigh(self, legal: Sequence[Move]) -> list[float]:
        if self.view["phase"] == "answer":
            return [self._answer(move.params["reply"]) for move in legal]
        worth = [self._one(move) for move in legal]
        best = max((value for value in worth if value is not None), default=0.0)
        return [best + self._before(move) if value is None else value for move, value in zip(legal, worth, strict=True)]

    def _one(self, move: Move) -> float | None:
        """None: something to do before the move."""
        if move.family in ("move", "carry", "push"):
            return self.announcement(_number(Push if move.family == "push" else Line, move.params["line"]), move.family)
        return self.now if move.family == "waive" else None

    def _before(self, move: Move) -> float:
        """What a token, an elimination or an order adds to the best announcement."""
        if move.family == "order":
            return self._order(move.params["order"])
        if move.family == "move_two":
            return self._second_try()
        if move.family in ("reveal", "purge"):
            spy = self.board.spy_at(_number(Square, move.params["square"]))
            odds = self.sides[self.me].odds[spy]
            holds = self.board.place[self.me][spy] == self.board.briefcase
            if move.family == "reveal":
                return FREE_TOKEN if holds and len(odds) > 1 else -10.0
            return FREE_TOKEN if holds and odds.get(Piece.DOUBLE_AGENT, 0.0) > 0.99 else -30.0
        return -20.0

    def _second_try(self) -> float:
        """B7.4: two attempts where it matters: their carrier must be stopped."""
        case = self.board.briefcase
        danger = self.board.holder() == self.they and self.alarm(self.board, self.board.spy_at(case)) > 0.3
        return FREE_TOKEN if danger and self.chance(self.board, case) < 0.95 else -10.0

    def _order(self, order: str) -> float:
        """B4.5: whenever another one should stand."""
        return 1.0 + FREE_TOKEN if order == new_order(self.view) else -100.0

    def _answer(self, reply: str) -> float:
        """B4.4, where both are allowed: the "?" goes a little way, and does no harm."""
        line = _number(Line, self.view["line"])
        hurts = (
            self.view["manner"] != "move" or self.board.squares[LINE_TO[line]] or LINE_TO[line] == self.board.briefcase
        )
        says = "no" if hurts or LINE_FAR[line] > 1 or LINE_WAY[line] % 2 else "yes"
        return 10.0 if reply == says else 0.0


def proposed_order(view: dict[str, Any]) -> str:
    """B4.5: what a client proposes, and what stands when the time is up: a piece of this box, without harm."""
    in_box = IN_BOX[_number(Box, view["box"])]
    return next(o.text for o in reversed(Order) if HARMLESS[o] and in_box >> PRETENDED[o] & 1)


def haze(view: dict[str, Any]) -> float:
    """Differences below this are luck; the longer nothing comes of it, the more is tried out."""
    return HAZE + TRYING_OUT * boldness(view)


def boldness(view: dict[str, Any]) -> float:
    """B8.1: 0 as long as things move, 1 when a draw is near."""
    late: float = max(0, view["quiet"] - CALM, (view["turns"] - LONG) / 2)
    return min(1.0, late / BOLD_WITHIN)


def weigh(view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[Move]) -> list[float]:
    """The worth of each legal action, in the order given."""
    return Judge(view, seen).weigh(legal)


def _number(names: Any, text: str) -> int:
    found = find(names, text)
    assert found is not None
    return found
