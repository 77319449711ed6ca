"""What a bot of spies says about a decision after the match: whom it took for whom, what the action brought, and whom it seemed to help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from topsecret.kernel.game import Game
from topsecret.kernel.moves import Move

from .beliefs import AGENT, owners
from .box import AGENTS
from .state import Keeping, State
from .turn import farthest_held

Sentence = tuple[str, dict[str, Any]]
KEYS = {
    "took": {"agent", "seat", "percent"},
    "brought": {"points"},
    "cost": {"points"},
    "favour": {"agent"},
    "open": {"agent"},
}
SAID_AT_MOST = 3  # of whom it took for whom
UNSURE = 0.3  # what it took for less likely than this it had no opinion about
NAMES = list(AGENT)


def about(
    game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], move: Move, worlds: Any = None
) -> list[Sentence]:
    said = took(view, worlds) if worlds is not None else []
    if move.family == "move":
        said += brought(game, view, move)
        if worlds is not None:
            said += seemed(game, view, move, worlds)
    return said


def took(view: dict[str, Any], worlds: Any) -> list[Sentence]:
    """Whom it took for whom, the surest first."""
    if not worlds.joint:
        return []
    found = []
    for seat, row in enumerate(owners(worlds.joint, view["seats"])):
        if seat != view["viewer"]:
            agent = max(range(AGENTS), key=row.__getitem__)
            if row[agent] >= UNSURE:
                found.append((row[agent], seat, agent))
    found.sort(reverse=True)
    return [
        ("took", {"agent": NAMES[agent], "seat": seat, "percent": round(100 * part)})
        for part, seat, agent in found[:SAID_AT_MOST]
    ]


def mine(game: Game, view: dict[str, Any]) -> int:
    return farthest_held(cast(State, game.sketch(view)), int(view["viewer"]))


def brought(game: Game, view: dict[str, Any], move: Move) -> list[Sentence]:
    """What it scores by the movement, if nothing else comes in between."""
    own = mine(game, view)
    if own == Keeping.NONE:
        return []
    told = game.preview(view, move)["events"]
    points = next((one["points"] for one in told if one["event"] == "scored" and one["agent"] == NAMES[own]), 0)
    return [("brought", {"points": points})] if points > 0 else [("cost", {"points": -points})] if points < 0 else []


def seemed(game: Game, view: dict[str, Any], move: Move, worlds: Any) -> list[Sentence]:
    """Whose movement it looked like to others who judge as it does itself."""
    if not worlds.drawn:
        return []
    own, likely = mine(game, view), worlds.judged(worlds.drawn[0], move.code)
    in_play = [agent for agent in range(AGENTS) if NAMES[agent] in view["in_play"]]
    seems = max(in_play, key=likely.__getitem__)
    return [("open" if seems == own else "favour", {"agent": NAMES[seems]})]
