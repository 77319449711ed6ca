"""Help for newcomers: a line that says what is asked and why, from what everybody may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel import Game, Topic

from .box import BUILDINGS, POINTS_TO, Building, Face

NUMBER = {building.text: int(building) for building in Building}
POINTS = {face.text: POINTS_TO[face] for face in Face}


def coach(game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], about: str) -> dict[str, Any]:
    """The key of a word and its parameters."""
    if view["viewer"] not in view["actors"]:
        return {"word": "watch", "params": {}}
    if view["phase"] != "move":
        word = {"safe": "safe", "poll": "poll", "card part": "card", "dossier": "dossier", "keep": "keep"}
        return {"word": word.get(view["phase"], "watch"), "params": {}}
    points = POINTS[view["die"]]
    if not any(event["event"] == "move" and event["seat"] == view["viewer"] for event in seen):
        return {"word": "first", "params": {}}
    away = {agent: steps_to_the_safe(view, agent) for agent in view["in_play"]}
    near = sorted((steps, agent) for agent, steps in away.items() if 0 < steps <= points)
    if not near:
        return {"word": "far", "params": {"points": points}}
    return {"word": "near", "params": {"points": points, "agent": near[0][1], "steps": near[0][0]}}


def steps_to_the_safe(view: dict[str, Any], agent: str) -> int:
    return (NUMBER[view["safe"]] - NUMBER[view["place"][agent]]) % BUILDINGS


TOPICS = {"coach": Topic(coach)}
