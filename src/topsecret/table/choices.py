"""The actions of a seat, as they are listed for whoever asks: a family of very many is only counted until somebody wants to see it."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from topsecret.kernel.errors import BadArgument
from topsecret.kernel.match import Match

MOST_LISTED = 100  # of one family


class Choices(NamedTuple):
    """Actions as JSON, and how many there are of the families that are not listed."""

    actions: list[dict[str, Any]]
    counted: dict[str, int]


def choices(match: Match, seat: int, family: str = "") -> Choices:
    """What a seat can do now; of one family all of it, however many."""
    names = match.game.actions.by_name
    if family and family not in names:
        raise BadArgument("family", f"one of {', '.join(names)}", family)
    moves = [move for move in match.legal(seat) if not family or move.family == family]
    sizes = Counter(move.family for move in moves)
    counted = {} if family else {name: count for name, count in sizes.items() if count > MOST_LISTED}
    return Choices([move.json for move in moves if move.family not in counted], counted)
