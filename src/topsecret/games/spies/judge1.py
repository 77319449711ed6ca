"""The first judge of spies, frozen: `greedy1` plays by it, and all figures of bots are measured against that. It never changes; what
grows is `judge.py`.

What an action is worth to a seat, from what that seat sees. One action deep; quick; no certainty.

A position is worth how far one's own agent is before the others (the leaders among them count more), plus what the next scoring
promises: how likely somebody ends at the safe soon, and how much better one's own agent stands than the average.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import exp
from typing import Any, cast

from topsecret.kernel.game import Untold
from topsecret.kernel.moves import Move
from topsecret.kernel.names import by_text
from topsecret.kernel.registry import game
from topsecret.kernel.seen_log import standing

from .box import AGENTS, BUILDINGS, FINISH, MOST_CARDS, VALUE, Agent, Building, Card
from .rules import do_move
from .state import Actions, Phase, State
from .turn import score_or_pass_the_die

AGENT = by_text(Agent)
BUILDING = by_text(Building)
RUINS = int(Building.RUINS)
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


def family_of(card: str) -> str:
    """The action that plays a card."""
    return card.replace(" ", "_").replace("-", "_")


FAMILIES = {family.name: family for family in Actions.families}
CARD_FAMILIES = {family_of(card.text) for card in Card}
FIRST_MOVE = FAMILIES["move"].start
UNSETTLED = (Phase.DRAW, Phase.TAKE, Phase.MOVE, Phase.POLL, Phase.CARD_PART)  # scoring may still come
SCORED = (Phase.SAFE, Phase.DOSSIER)  # after the card part: there was scoring


class Judge:
    def __init__(self, view: dict[str, Any], seen: Sequence[dict[str, Any]]) -> None:
        self.view = view
        self.seen = seen
        self.me: int = view["viewer"]
        self.rules = game("spies").interpreted
        self.now = cast(State, game("spies").sketch(view))
        self.trial = self.now.copy()  # movements are tried on it, one after the other
        self.trial.cards = 0  # nobody plays a card: then a movement scores at once
        self.playing = [agent for agent in range(AGENTS) if self.now.in_play >> agent & 1]
        self.mine = [agent for agent in self.playing if self.now.holds[self.me][agent] == 1]
        self.others = [agent for agent in self.playing if agent not in self.mine]
        # The leaders matter more: they are whom one has to pass.
        far = [exp(self.now.marker[agent] / 9) for agent in self.others]
        self.weight = [part / sum(far) for part in far]

    # positions

    def worth(self, state: State) -> float:
        """A position at the end of a turn."""
        promise = 0.0
        if state.phase in SCORED:
            promise = SAFE_IN_HAND if self.view["turn"] == self.me else 0.0
            soon = 0.3
        else:
            soon = self._soon(state, state.safe)
        best = max(self.mine, key=state.marker.__getitem__)
        ahead = state.marker[best] - self._average(state.marker)
        if max(state.marker) >= FINISH:
            farthest = max(state.marker[agent] for agent in self.others)
            return ahead + (WIN if state.marker[best] >= farthest else -WIN)
        return ahead + promise + self._prospect(state, best, soon)

    def _average(self, of: Sequence[float]) -> float:
        return sum(part * of[agent] for part, agent in zip(self.weight, self.others))

    def _prospect(self, state: State, mine: int, soon: float) -> float:
        place = state.place
        now, later = float(VALUE[place[mine]]), LATER[place[mine]]
        for part, agent in zip(self.weight, self.others):
            now -= part * VALUE[place[agent]]
            later -= part * LATER[place[agent]]
        return soon * now + (1 - soon) * PATIENCE * later

    def _soon(self, state: State, safe: int) -> float:
        """How likely somebody ends at the safe in the next turn."""
        nobody = 1.0
        for agent in self.playing:
            nobody *= 1 - REACH[(safe - state.place[agent]) % BUILDINGS]
        return 1 - nobody

    # actions: the rules say what they bring about, as if nobody played a card after them

    def weigh(self, legal: Sequence[Move]) -> list[float]:
        plan = self._guesses() if self.view["phase"] == "dossier" else {}
        return [self._one(move, plan) for move in legal]

    def _one(self, move: Move, plan: dict[str, str]) -> float:
        family = move.family
        if family == "move":
            return self._movement(move.code - FIRST_MOVE)
        if family == "stay":
            return self._if_all_pass(self.now.copy()) + self._drawn()
        if family == "place_safe":
            return self._safe(BUILDING[move.params["building"]])
        if family == "poll":
            return self._wish_to_play() if move.params["reply"] == "yes" else 0.0
        if family in ("pass_by", "done"):
            return self._if_all_pass(self.now.copy())
        if family in CARD_FAMILIES:
            return self._card(self.now, move.code) - CARD_KEPT
        if family == "write":
            return self._entry(move.params["agent"], move.params["guess"], plan)
        return 1000.0 if family == "hand_in" else 0.0

    def _if_all_pass(self, state: State) -> float:
        """The worth of a turn that ends here, if it has not ended already."""
        try:
            if state.phase in UNSETTLED:
                score_or_pass_the_die(state)
        except Untold:  # it was the last turn, and now all is revealed
            pass
        return self.worth(state)

    def _movement(self, points: int) -> float:
        state, now = self.trial, self.now
        state.place[:], state.marker[:] = now.place, now.marker
        state.phase, state.turn, state.reached = now.phase, now.turn, now.reached
        state.dossiers_due = now.dossiers_due
        try:
            do_move(state, self.me, points)
        except Untold:
            pass
        came_to_the_ruins = RUINS in state.place and any(
            state.place[agent] == RUINS != now.place[agent] for agent in self.playing
        )
        return self.worth(state) + (self._drawn() if came_to_the_ruins else 0.0)

    def _drawn(self) -> float:
        """S5.3"""
        has_room = self.view["cards"] and self.view["hand_size"][self.me] < MOST_CARDS
        return CARD_DRAWN if has_room else 0.0

    def _safe(self, building: int) -> float:
        """S3.5: near to the agents when one's own stands well, out of reach when it does not; best just before one's own agent."""
        state = self.now
        best = max(self.mine, key=state.marker.__getitem__)
        own = REACH[(building - state.place[best]) % BUILDINGS]
        return self._prospect(state, best, self._soon(state, building)) + own * (VALUE[building] - 3)

    # S5, S6: cards

    def _card(self, now: State, code: int) -> float:
        state = now.copy()
        self.rules.apply(state, self.me, code)
        more = NEW_IDENTITY if state.phase == Phase.TAKE else 0.0
        return self._if_all_pass(state) + more

    def _wish_to_play(self) -> float:
        """What the best card in hand would add now."""
        asked = self.now.copy()
        asked.phase = Phase.CARD_PART
        asked.asked = self.me
        best, as_it_is = -1.0, self._if_all_pass(self.now.copy())
        for card, copies in self.view["hand"][self.me].items():
            family = FAMILIES[family_of(card)]
            for code in range(family.start, family.start + family.size if copies else family.start):
                if self.rules.refuse(asked, self.me, code) == 0:
                    best = max(best, self._card(asked, code) - CARD_KEPT - as_it_is - HAZE)
        return best

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
    playing = [AGENT[agent] for agent in view["in_play"]]
    turn = actor = 0
    for event in standing(seen):
        name = event["event"]
        if name == "turn_begins":
            turn = event["seat"]
        elif name in FAMILIES and "seat" in event:
            actor = event["seat"]
        elif name == "moved":
            _credit(
                helped[actor],
                playing,
                event["agent"],
                LATER[BUILDING[event["target"]]] - LATER[BUILDING[event["place"]]],
            )
        elif name == "scored":
            _credit(helped[turn], playing, event["agent"], event["points"])
    return helped


def _credit(row: list[float], playing: list[int], agent: str, gain: float) -> None:
    for other in playing:
        row[other] -= gain / len(playing)
    row[AGENT[agent]] += gain


def haze(view: dict[str, Any]) -> float:
    """How much better an action must be to be surely chosen. For a movement less and less, the nearer the finish."""
    if view["phase"] != "move":
        return HAZE
    farthest: int = max(view["marker"].values())
    return HAZE + EARLY_HAZE * max(0.0, 1 - farthest / FINISH)


def weigh(view: dict[str, Any], seen: Sequence[dict[str, Any]], legal: Sequence[Move]) -> list[float]:
    """The worth of each legal action, in the order given."""
    return Judge(view, seen).weigh(legal)
