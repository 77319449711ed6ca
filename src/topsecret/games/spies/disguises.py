"""What a seat would see if it were somebody else: for observers who ask of every action how likely each agent's owner would have chosen
it. In the basic game only; with cards a seat may be two."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

View = dict[str, Any]
Events = list[dict[str, Any]]


def all_of(view: View) -> list[str]:
    """Who a seat can be, as far as everybody knows; none where this is not so simple."""
    return [] if view["cards"] else list(view["in_play"])


def worn_by(view: View) -> str:
    """Who the seat is whose view this is."""
    return next(str(agent) for agent, held in view["holds"][view["viewer"]].items() if held)


def put_on(view: View, events: Sequence[dict[str, Any]], agent: str) -> tuple[View, Events]:
    """The view and the news of this seat, if it were that agent's owner."""
    me = view["viewer"]
    other = deepcopy(view)
    other["holds"][me] = {name: name == agent for name in view["holds"][me]}
    news = [event | {"agent": agent} if event["event"] == "deal" and event["seat"] == me else event for event in events]
    return other, news


def fit_together(agents: Sequence[str]) -> bool:
    """S2: nobody is whom somebody else is."""
    return len(set(agents)) == len(agents)
