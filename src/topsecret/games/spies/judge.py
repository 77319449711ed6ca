"""What an action is worth to a seat, from what that seat sees. One action deep; quick; no certainty.

A position is worth how far one's own agent is before the others (the leaders among them count more), plus what the next scoring
promises: how likely somebody ends at the safe soon, and how much better one's own agent stands than the average.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import exp
from typing import Any

from topsecret.kernel.moves import Move

from .box import AGENTS, BUILDINGS, FINISH, MOST_CARDS, VALUE
from .reckon import AGENT, BUILDING, CARD_FAMILIES, RUINS, Board, standing
from .state import Actions

HAZE = 0.6  # differences below this are luck
EARLY_HAZE = 2.0  # and more at the beginning, when every plain step would give one away

REACH = (
    0.0,
    0.26,
    0.26,
    0.24,
    0.2,
    0.14,
    0.08,
    0.02,
    0.0,
    0.0,
    0.0,
    0.0,
)  # how likely the next player ends an agent so far ahead
DRIFT = (0.44, 0.2, 0.14, 0.1, 0.07, 0.05)  # how far an agent is carried until a later scoring
LATER = tuple(
    sum(part * VALUE[(building + steps) % BUILDINGS] for steps, part in enumerate(DRIFT))
    for building in range(BUILDINGS)
)
PATIENCE = 0.5  # what a later scoring counts
SAFE_IN_HAND = 0.5  # whoever scores moves the safe
WIN = 40.0
CARD_KEPT = 0.9  # what a card is worth in hand
CARD_DRAWN = 0.6
NEW_IDENTITY = 3.0

FAMILIES = {family.name: family for family in Actions.families}


class Judge:
    def __init__(self, view: dict[str, Any], seen: Sequence[dict[str, Any]]) -> None:
        self.view = view
        self.seen = seen
        self.me: int = view["viewer"]
        self.board = Board.of(view)
        mine = view["holds"][self.me]
        self.mine = [agent for name, agent in AGENT.items() if mine[name]]
        self.others = [agent for agent in self.board.playing if agent not in self.mine]
        # The leaders matter more: they are whom one has to pass.
        far = [exp(self.board.marker[agent] / 9) for agent in self.others]
        self.weight = [part / sum(far) for part in far]

    # positions

    def worth(self, board: Board) -> float:
        """A position at the end of a turn; whoever reached the safe makes everybody score."""
        promise = 0.0
        if board.reached:
            board = board.copy()
            board.score()
            promise = SAFE_IN_HAND if self.view["turn"] == self.me else 0.0
            soon = 0.3
        else:
            soon = self._soon(board, board.safe)
        best = max(self.mine, key=lambda agent: board.marker[agent])
        ahead = board.marker[best] - self._average(board.marker)
        if board.is_finished():
            farthest = max(board.marker[agent] for agent in self.others)
            return ahead + (WIN if board.marker[best] >= farthest else -WIN)
        return ahead + promise + self._prospect(board, best, soon)

    def _average(self, of: Sequence[float]) -> float:
        return sum(part * of[agent] for part, agent in zip(self.weight, self.others))

    def _prospect(self, board: Board, mine: int, soon: float) -> float:
        place = board.place
        now, later = float(VALUE[place[mine]]), LATER[place[mine]]
        for part, agent in zip(self.weight, self.others):
            now -= part * VALUE[place[agent]]
            later -= part * LATER[place[agent]]
        return soon * now + (1 - soon) * PATIENCE * later

    def _soon(self, board: Board, safe: int) -> float:
        """How likely somebody ends at the safe in the next turn."""
        nobody = 1.0
        for agent in board.playing:
            nobody *= 1 - REACH[(safe - board.place[agent]) % BUILDINGS]
        return 1 - nobody

    # actions

    def weigh(self, legal: Sequence[Move]) -> list[float]:
        plan = self._guesses() if self.view["phase"] == "dossier" else {}
        return [self._one(move, plan) for move in legal]

    def _one(self, move: Move, plan: dict[str, str]) -> float:
        family = move.family
        if family == "move":
            return self._movement(move)
        if family == "stay":
            return self.worth(self.board) + self._drawn()
        if family == "place_safe":
            return self._safe(BUILDING[move.params["building"]])
        if family == "poll":
            return self._wish_to_play() if move.params["reply"] == "yes" else 0.0
        if family in ("pass_by", "done"):
            return self.worth(self.board)
        if family in CARD_FAMILIES:
            return self._card(family, move.params) - CARD_KEPT
        if family == "write":
            return self._entry(move.params["agent"], move.params["guess"], plan)
        return 1000.0 if family == "hand_in" else 0.0

    def _movement(self, move: Move) -> float:
        board = self.board.copy()
        board.do("move", move.params)
        came_to_the_ruins = any(board.place[agent] == RUINS != self.board.place[agent] for agent in board.playing)
        return self.worth(board) + (self._drawn() if came_to_the_ruins else 0.0)

    def _drawn(self) -> float:
        """S5.3"""
        has_room = self.view["cards"] and self.view["hand_size"][self.me] < MOST_CARDS
        return CARD_DRAWN if has_room else 0.0

    def _safe(self, building: int) -> float:
        """S3.5: near to the agents when one's own stands well, out of reach when it does not; best just before one's own agent."""
        board = self.board
        best = max(self.mine, key=lambda agent: board.marker[agent])
        own = REACH[(building - board.place[best]) % BUILDINGS]
        return self._prospect(board, best, self._soon(board, building)) + own * (VALUE[building] - 3)

    # S5, S6: cards

    def _card(self, family: str, params: dict[str, Any]) -> float:
        if family == "second_identity":
            return self.worth(self.board) + NEW_IDENTITY
        board = self.board.copy()
        board.do(family, params)
        return self.worth(board)

    def _wish_to_play(self) -> float:
        """What the best card in hand would add now."""
        now = self.worth(self.board)
        best = -1.0
        for card, copies in self.view["hand"][self.me].items():
            if copies:
                family = FAMILIES[card.replace(" ", "_").replace("-", "_")]
                for code in range(family.start, family.start + family.size):
                    params = Move(family, code).params
                    if self._might(family.name, params):
                        best = max(best, self._card(family.name, params) - CARD_KEPT - now - HAZE)
        return best

    def _might(self, family: str, params: dict[str, Any]) -> bool:
        """Whether a card can roughly be played so; the match has the last word."""
        named = [params[key] for key in ("agent", "other") if key in params] + params.get("agents", [])
        agents = [AGENT[name] for name in named]
        if any(agent not in self.board.playing for agent in agents) or (
            family == "rendezvous" and agents[0] == agents[1]
        ):
            return False
        if family == "decoy":
            return self.board.place[agents[0]] == self.board.safe
        if family == "asylum":
            return all(self.board.place[agent] == RUINS for agent in agents)
        return not (family == "tip_off" and len(agents) < 2)

    # S7: dossiers

    def _entry(self, agent: str, guess: str, plan: dict[str, str]) -> float:
        return 10.0 if plan[agent] == guess != self.view["guess"][self.me][agent] else -10.0

    def _guesses(self) -> dict[str, str]:
        """Who is whom: the agents that each opponent helped most, no agent twice; the rest are free."""
        helped = suspicions(self.view, self.seen)
        opponents = [seat for seat in range(self.view["seats"]) if seat != self.me]
        names = list(AGENT)
        held = self.others if len(self.others) >= len(opponents) else [*self.others, *self.mine]
        likely = max(
            permutations(held, len(opponents)), key=lambda way: sum(helped[seat][a] for seat, a in zip(opponents, way))
        )
        plan = {names[agent]: "free" for agent in range(AGENTS)}
        for seat, agent in zip(opponents, likely):
            plan[names[agent]] = f"seat {seat}"
        return plan


def suspicions(view: dict[str, Any], seen: Sequence[dict[str, Any]]) -> list[list[float]]:
    """By seat and agent: how much the seat's own decisions helped that agent more than the average one."""
    helped = [[0.0] * AGENTS for _ in range(view["seats"])]
    board = Board.at_the_start(view)
    for event in standing(list(seen)):
        name = event["event"]
        if name == "turn_begins":
            turn = event["seat"]
        elif name == "scoring":
            _credit(helped[turn], board, [float(gain) for gain in board.gains()])
            board.score()
        elif name in FAMILIES and "seat" in event:
            before = board.place[:]
            board.do(name, event)
            _credit(helped[event["seat"]], board, [LATER[new] - LATER[old] for new, old in zip(board.place, before)])
    return helped


def _credit(row: list[float], board: Board, gains: list[float]) -> None:
    average = sum(gains[agent] for agent in board.playing) / len(board.playing)
    for agent in board.playing:
        row[agent] += gains[agent] - average


def haze(view: dict[str, Any]) -> float:
    """How much better an action must be to be surely chosen. For a movement less and less, the nearer the finish."""
    if view["phase"] != "move":
        return HAZE
    farthest: int = max(view["marker"].values())
    return HAZE + EARLY_HAZE * max(0.0, 1 - farthest / FINISH)


def weigh(view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[Move]) -> list[float]:
    """The worth of each legal action, in the order given."""
    return Judge(view, seen).weigh(legal)
