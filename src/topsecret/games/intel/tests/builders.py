"""Tables for tests: a position in a few words, and moves that read like a game. Outcomes are played by hand."""

from __future__ import annotations

from typing import Any

import pytest

import topsecret
from topsecret import CHANCE, IllegalAction, Match
from topsecret.games.intel.box import AGENT_NAMES, ROSTER, SPACE_NAMES, TILES, VALUE, Intel, Role

GAME = topsecret.game("intel")
KINDS = [kind.text for kind in Intel]
ROLES = [role.text for role in Role]
WORTH = dict(zip(KINDS, VALUE))
FAR = "a3"  # where tiles lie that a test wants out of the bag
ODD, EVEN = 1, 2


def tiles(text: str) -> list[str]:
    """`"memo photo cipher_key"` as tiles."""
    return [word.replace("_", " ") for word in text.split()]


def counts(found: list[str], kinds: list[str] = KINDS) -> dict[str, int]:
    assert set(found) <= set(kinds), found
    return {kind: found.count(kind) for kind in kinds}


class Table:
    """A match, and the moves of a test in the words of the game."""

    def __init__(self, match: Match) -> None:
        self.match = match

    # what happens by chance

    def chance(self, *outcomes: str) -> None:
        for outcome in outcomes:
            self.match.play(CHANCE, outcome)

    def roll(self, **even: bool) -> None:
        """All six dice: odd, but for the kinds that are named."""
        for kind in KINDS:
            self.chance(f"die {kind} {EVEN if even.get(kind.replace(' ', '_')) else ODD}")

    def trickle(self, left: str = "memo", right: str = "memo", **even: bool) -> None:
        """The two draws and the dice."""
        if self.phase == "left":
            self.chance(f"draw {left.replace('_', ' ')}")
        if self.phase == "right":
            self.chance(f"draw {right.replace('_', ' ')}")
        self.roll(**even)

    # what players do

    def play(self, *actions: str) -> None:
        """By the player whose turn it is."""
        for action in actions:
            self.match.play(self.turn, action)

    def end_turn(self, left: str = "memo", right: str = "memo", **even: bool) -> None:
        """And the other's trickle."""
        self.play("end turn")
        if not self.match.over:
            self.trickle(left, right, **even)

    # what is on the table

    @property
    def now(self) -> dict[str, Any]:
        return self.match.truth()

    @property
    def phase(self) -> str:
        return str(self.now["phase"])

    @property
    def turn(self) -> int:
        return int(self.now["turn"])

    @property
    def points(self) -> list[int]:
        return list(self.now["points"])

    @property
    def actions_left(self) -> int:
        return int(self.now["actions_left"])

    def place(self, agent: str) -> str:
        return str(self.now["place"][agent])

    def has(self, agent: str) -> str:
        return " ".join(kind.replace(" ", "_") for kind, n in self.now["carries"][agent].items() for _ in range(n))

    def on(self, space: str) -> str:
        """The loose tiles on a space."""
        return " ".join(kind.replace(" ", "_") for kind, n in self.now["loose"][space].items() for _ in range(n))

    def bag(self, kind: str) -> int:
        return int(self.now["bag"][kind.replace("_", " ")])

    def told(self, event: str) -> list[dict[str, Any]]:
        found = [told for told in self.match.events() if told["event"] == event]
        return [{key: value for key, value in told.items() if key not in ("n", "event")} for told in found]

    def legal(self, family: str = "") -> list[str]:
        return [str(move) for move in self.match.legal(self.turn) if family in ("", move.family)]

    def refused(self, action: str) -> tuple[str, str]:
        """Plays what is against a rule: nothing changes. The code and the rule's number."""
        before = self.match.dumps()
        with pytest.raises(IllegalAction) as caught:
            self.match.play(self.turn, action)
        assert self.match.dumps() == before
        assert action not in self.legal()
        return caught.value.code, caught.value.rule


def at_table(
    turn: int = 0,
    *,
    loose: dict[str, str] | None = None,
    blockade: dict[str, str] | None = None,
    pinned: str = "",
    fresh: str = "",
    scored: tuple[str, str] = ("", ""),
    bag: str | None = None,
    roster: tuple[str | None, str | None] = (None, None),
    sideways: bool = False,
    phase: str = "turn",
    game: topsecret.Game = GAME,
    more: dict[str, Any] | None = None,
    **agents: str,
) -> Table:
    """A table in the middle of a game: it is `turn`'s turn, the trickle is over, nobody has done anything.

    An agent is given as `x1="hacker h3 memo photo"`. Tiles that are nowhere else are in the bag; with `bag` only those are, and
    the rest lies far up on the board. Agents not on the board are in the roster; with `roster` only those are, the rest is gone.
    """
    start: dict[str, Any] = {"phase": phase, "turn": turn, "turns": 11, "actions_left": 3, "spawning": True}
    if phase in ("turn", "keep", "extra"):
        start |= {"rolled": 6, "dice": dict.fromkeys(KINDS, 1)}
    standing: dict[str, tuple[str, str, list[str]]] = {}
    for name, text in agents.items():
        role, place, *carried = text.split()
        standing[name] = (role.replace("_", " "), place, tiles(" ".join(carried)))
    assert set(standing) <= set(AGENT_NAMES)
    start["role"] = {name: role for name, (role, _, _) in standing.items()}
    start["place"] = {name: place for name, (_, place, _) in standing.items()}
    start["carries"] = {name: counts(carried, KINDS[:-1]) for name, (_, _, carried) in standing.items()}
    lying = {space: tiles(text) for space, text in (loose or {}).items()}
    known = [tile for _, _, carried in standing.values() for tile in carried]
    known += [tile for found in lying.values() for tile in found] + tiles(scored[0]) + tiles(scored[1])
    if phase == "keep":
        known.append((more or {})["extra"])
    rest = [kind for kind, number in zip(KINDS, TILES) for _ in range(number - known.count(kind))]
    if bag is not None:
        for tile in tiles(bag):
            rest.remove(tile)
        lying[FAR] = lying.get(FAR, []) + rest
        rest = tiles(bag)
    start["bag"] = counts(rest)
    start["loose"] = {space: counts(found) for space, found in lying.items()}
    start["lying"] = {space: len(found) for space, found in lying.items()}
    start["scored"] = [counts(tiles(text)) for text in scored]
    start["points"] = [sum(WORTH[tile] for tile in tiles(text)) for text in scored]
    start["blockade"] = blockade or {}
    start["pinned"] = dict.fromkeys(pinned.split(), True)
    start["fresh"] = dict.fromkeys(fresh.split(), True)
    start |= rosters(standing, roster)
    options = {"smuggler": "sideways"} if sideways else {}
    return Table(game.match(2, options, chance="manual", start=start | (more or {})))


def rosters(standing: dict[str, tuple[str, str, list[str]]], roster: tuple[str | None, str | None]) -> dict[str, Any]:
    left, gone = [], []
    for seat, side in enumerate("xy"):
        out = {role: sum(r == role and name[0] == side for name, (r, _, _) in standing.items()) for role in ROLES}
        free = {role: copies - out[role] for role, copies in zip(ROLES, ROSTER)}
        text = roster[seat]
        kept = free if text is None else counts(tiles(text), ROLES)
        left.append(kept)
        gone.append({role: free[role] - kept[role] for role in ROLES})
    return {"roster": left, "gone": gone}


def new_table(**options: Any) -> Table:
    """A game from the beginning."""
    return Table(GAME.match(2, options, chance="manual"))


__all__ = ["FAR", "GAME", "KINDS", "ROLES", "SPACE_NAMES", "Table", "at_table", "counts", "new_table", "tiles"]
