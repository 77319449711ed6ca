"""What somebody at the table can overlook: a short wink, a glance. The harness of the bots uses it; loud things nobody misses."""

from __future__ import annotations

from typing import Any

from .box import Agent, Place
from .memory import agent_of

PLACES = [place.text for place in Place]
COLOURS = [agent.text for agent in Agent]


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
