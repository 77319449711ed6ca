"""What somebody at the table can overlook (a short wink, a glance; loud things nobody misses), and which actions move the eyes or call.
Bots are held to human limits by it."""

from __future__ import annotations

import random
from typing import Any

from topsecret.kernel.moves import Move

from .box import Agent, Place
from .memory import agent_of

PLACES = [place.text for place in Place]
COLOURS = [agent.text for agent in Agent]


def is_look(action: Move) -> bool:
    return action.family == "look"


def is_call(action: Move) -> bool:
    return action.family == "call"


def whose(event: dict[str, Any]) -> int:
    """Whose face an event is about."""
    return agent_of(event["face"]) if event["event"] == "sees" else int(event.get("seat", -1))


def easy_to_miss(event: dict[str, Any], me: int) -> bool:
    if event["event"] == "wink":
        return bool(event["seat"] != me)
    if event["event"] == "look":
        return event["seat"] != me and event["sight"] in PLACES
    return event["event"] == "sees" and (event["wink"] != "none" or event["gaze"] in PLACES)


def without(view: dict[str, Any], missed: dict[str, Any]) -> None:
    """Takes out of a view what was missed: the wink, and where the eyes went."""
    face = whose(missed)
    if view["wink"][face] is not None:
        view["wink"][face] = "none"
    if view["gaze"][face] in PLACES:
        view["gaze"][face] = "cards"


def taken_for(event: dict[str, Any], view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """As it looks to somebody who half sees it: a wink at somebody else, a glance at another location."""
    if event["event"] == "look":
        return event | {"sight": rng.choice([place for place in PLACES if place != event["sight"]])}
    colours = [colour for seat, colour in enumerate(COLOURS[: view["seats"]]) if seat != whose(event)]
    if event["event"] == "wink":
        return event | {"agent": rng.choice([colour for colour in colours if colour != event["agent"]])}
    if event["wink"] != "none":
        return event | {"wink": rng.choice([colour for colour in colours if colour != event["wink"]])}
    return event | {"gaze": rng.choice([place for place in PLACES if place != event["gaze"]])}


def as_taken(view: dict[str, Any], taken: dict[str, Any]) -> None:
    """Puts into a view what somebody has taken for something else."""
    face, name = whose(taken), taken["event"]
    wink = taken["agent"] if name == "wink" else taken["wink"] if name == "sees" else "none"
    gaze = taken["sight"] if name == "look" else taken["gaze"] if name == "sees" else "none"
    if wink != "none" and view["wink"][face] not in (None, "none"):
        view["wink"][face] = wink
    if gaze in PLACES and view["gaze"][face] in PLACES:
        view["gaze"][face] = gaze


def is_over(missed: dict[str, Any], event: dict[str, Any]) -> bool:
    """Whether something new about that face, or a new deal, ends the oversight."""
    if event["event"] in ("deal_over", "deal_begins"):
        return True
    return event["event"] in ("look", "sees", "wink", "wink_over", "eyes_return") and whose(event) == whose(missed)


def is_end_of(missed: dict[str, Any], event: dict[str, Any]) -> bool:
    """Whether this is the end of a wink that was missed: who has not seen it does not see it end."""
    if event["event"] != "wink_over" or whose(event) != whose(missed):
        return False
    return bool(missed["event"] == "wink" or (missed["event"] == "sees" and missed["wink"] != "none"))
