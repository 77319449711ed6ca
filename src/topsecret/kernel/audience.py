"""Audiences: who may know a thing. Every field, action, chance outcome and event has one; nothing is sent without.

- `everyone`: all seats and spectators.
- `owner`: the seat it belongs to: the first index of a field `per=Seats`, the acting seat of an action, the seat that a
  chance outcome or an event concerns.
- `opposite`: in a duel, the seat across from the owner.
- `nobody`: only the match itself.
- `rule(predicate)`: whoever the predicate says, judged on what that viewer already sees, never on the state. A rule that
  touches something the viewer cannot see says no by that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SPECTATOR = -1


class Audience:
    """Who may know a thing."""

    __slots__ = ("name", "predicate")

    def __init__(self, name: str, predicate: Callable[..., Any] | None = None) -> None:
        self.name = name
        self.predicate = predicate

    def __repr__(self) -> str:
        return self.name


everyone = Audience("everyone")
owner = Audience("owner")
opposite = Audience("opposite")
nobody = Audience("nobody")


def rule(predicate: Callable[..., Any]) -> Audience:
    """`predicate(v, me, *index)` for a field, `predicate(v, me, *parameters)` for what is told; v is the viewer's view."""
    return Audience("rule", predicate)


def fixed(audience: Audience, viewer: int, seat: int) -> bool:
    """Whether a viewer is in an audience that is not a rule; `seat` is the owner (or SPECTATOR if there is none)."""
    if audience is everyone:
        return True
    if audience is owner:
        return viewer >= 0 and viewer == seat
    if audience is opposite:
        return viewer >= 0 and seat in (0, 1) and viewer == 1 - seat
    return False
