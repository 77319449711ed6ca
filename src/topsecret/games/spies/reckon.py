"""The open board on paper: what an action would do to it, reckoned from a view alone. For bots and for previews; the rules are in
`rules.py`, and a test compares the two."""

from __future__ import annotations

from typing import Any

from topsecret.kernel.names import by_text

from .box import AGENTS, BUILDINGS, FINISH, TIP_OFF_LIMIT, VALUE, Agent, Building

AGENT = by_text(Agent)
BUILDING = by_text(Building)
RUINS, CHURCH = int(Building.RUINS), int(Building.CHURCH)
SIGN = {"forward": 1, "backward": -1}


class Board:
    """Where agents, markers and the safe are, and who reached the safe this turn (S5.9)."""

    __slots__ = ("marker", "place", "playing", "reached", "safe")

    def __init__(self, place: list[int], marker: list[int], safe: int, reached: int, playing: list[int]) -> None:
        self.place = place
        self.marker = marker
        self.safe = safe
        self.reached = reached
        self.playing = playing

    @classmethod
    def of(cls, view: dict[str, Any]) -> Board:
        return cls(
            [BUILDING[building] for building in view["place"].values()],
            list(view["marker"].values()),
            BUILDING[view["safe"]],
            sum(1 << AGENT[agent] for agent in view["reached"]),
            [AGENT[agent] for agent in view["in_play"]],
        )

    @classmethod
    def at_the_start(cls, view: dict[str, Any]) -> Board:
        return cls([CHURCH] * AGENTS, [0] * AGENTS, BUILDING["7"], 0, [AGENT[agent] for agent in view["in_play"]])

    def copy(self) -> Board:
        return Board(self.place[:], self.marker[:], self.safe, self.reached, self.playing)

    # what can happen to it

    def put(self, agent: int, building: int) -> None:
        """S5.9"""
        building %= BUILDINGS
        if self.place[agent] == building:
            return
        self.place[agent] = building
        if building == self.safe:
            self.reached |= 1 << agent
        else:
            self.reached &= ~(1 << agent)

    def put_safe(self, building: int) -> None:
        self.safe = building
        self.reached = 0

    def gains(self) -> list[int]:
        """S3.4: what each agent would score now."""
        return [
            max(VALUE[self.place[agent]], -self.marker[agent]) if agent in self.playing else 0
            for agent in range(AGENTS)
        ]

    def score(self) -> None:
        self.marker = [marker + gain for marker, gain in zip(self.marker, self.gains(), strict=True)]
        self.reached = 0

    def is_finished(self) -> bool:
        """S4.1"""
        return max(self.marker) >= FINISH

    def do(self, family: str, params: dict[str, Any]) -> None:
        """A movement, a card or a new place of the safe; whatever else happens leaves the board as it is."""
        if family == "move":
            for name, steps in params["points"].items():
                self.put(AGENT[name], self.place[AGENT[name]] + steps)
        elif family in ("place_safe", "relocation"):
            self.put_safe(BUILDING[params["building"]])
        elif family == "curfew":
            for agent in self.playing:
                self.put(agent, CHURCH)
        elif family == "swap":
            one, other = (AGENT[name] for name in params["agents"])
            here, there = self.place[one], self.place[other]
            self.put(one, there)
            self.put(other, here)
        elif family in TO_SOME:
            for name in params["agents"]:
                self._touch(family, AGENT[name])
        elif family in TO_ONE:
            self._move_one(family, AGENT[params["agent"]], params)

    def _touch(self, family: str, agent: int) -> None:
        if family == "both_back":
            self.put(agent, self.place[agent] - 1)
        elif family == "both_forward":
            self.put(agent, self.place[agent] + 1)
        elif family == "asylum":
            self.put(agent, CHURCH)
        elif self.marker[agent] < TIP_OFF_LIMIT:
            self.marker[agent] = min(self.marker[agent] + 3, TIP_OFF_LIMIT)

    def _move_one(self, family: str, agent: int, params: dict[str, Any]) -> None:
        here = self.place[agent]
        if family == "step_back":
            self.put(agent, here - params["steps"])
        elif family == "sprint":
            self.put(agent, here + params["steps"])
        elif family == "to_the_ruins":
            self.put(agent, RUINS)
        elif family == "safe_cracker":
            self.put(agent, self.safe)
        elif family == "rendezvous":
            self.put(agent, self.place[AGENT[params["other"]]])
        else:
            self.put(agent, here + SIGN[params["way"]])


TO_SOME = ("both_back", "both_forward", "asylum", "tip_off")
TO_ONE = ("step_back", "sprint", "to_the_ruins", "safe_cracker", "rendezvous", "side_step", "decoy")
CARD_FAMILIES = ("second_identity", "curfew", "swap", "relocation", *TO_SOME, *TO_ONE)


def standing(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A seen log without what was taken back."""
    kept: list[dict[str, Any]] = []
    for event in events:
        if event["event"] == "undone":
            kept = [earlier for earlier in kept if earlier["n"] not in event["events"]]
        else:
            kept.append(event)
    return kept
