"""The notebook (B9.1): what a spy can still be, given everything that was said about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel.names import find, texts

from .box import (
    ABLE,
    CROWNED,
    DOUBLE_AGENT_BIT,
    IN_BOX,
    LINE_FAR,
    LINE_WAY,
    LONGEST_LINE,
    MOST_SPIES,
    SIDES,
    SPIES,
    WAYS,
    Box,
    Line,
    Piece,
    Spy,
)
from .deals import deals, odds

Masks = list[list[int]]
SPY_NAMES, PIECE_NAMES = texts(Spy), texts(Piece)
ABOUT_A_PIECE = (
    "answered",
    "was_promoted",
    "not_promoted",
    "learned",
    "exposed",
    "was",
)  # events that say what a spy is or is not


class Memory:
    """What the seen log of any viewer says about the pieces, as masks by side and spy. The "?" agrees with every answer."""

    def __init__(self, box: int) -> None:
        self.box = box
        self.promoted = [[0] * MOST_SPIES for _ in range(SIDES)]
        self.masks: Masks = [
            [IN_BOX[box] if spy < SPIES[box] else 0 for spy in range(MOST_SPIES)] for _ in range(SIDES)
        ]

    def hear(self, event: dict[str, Any]) -> None:
        name = event["event"]
        if name not in ABOUT_A_PIECE:
            return
        side, spy = event["seat"], _find(Spy, event["spy"])
        if name == "answered":
            self._answered(side, spy, _find(Line, event["line"]), event["reply"] == "yes")
        elif name == "was_promoted":
            self.promoted[side][spy] = 1
            self.masks[side][spy] &= CROWNED[self.box]
        elif name == "not_promoted":
            self.masks[side][spy] &= ~CROWNED[self.box]
        elif event["piece"] is not None:
            self.masks[side][spy] = 1 << _find(Piece, event["piece"])

    def _answered(self, side: int, spy: int, line: int, yes: bool) -> None:
        way = LINE_WAY[line] if side == 0 else (LINE_WAY[line] + WAYS // 2) % WAYS
        row = (self.box * 2 + self.promoted[side][spy]) * WAYS + way
        able = ABLE[row * (LONGEST_LINE + 1) + LINE_FAR[line]]
        self.masks[side][spy] &= (able if yes else ~able) | DOUBLE_AGENT_BIT


def remember(box: int, seen: Sequence[dict[str, Any]]) -> Masks:
    """The masks that follow from a seen log alone."""
    memory = Memory(box)
    for event in seen:
        memory.hear(event)
    return memory.masks


def masks_of(view: dict[str, Any], seen: Sequence[dict[str, Any]]) -> Masks:
    """What each spy can be, for a seat: as the view says it, or from the seen log where the table plays without assistance."""
    if view["can_be"][0][SPY_NAMES[0]] is not None:
        return [[sum(1 << _find(Piece, name) for name in row[spy]) for spy in SPY_NAMES] for row in view["can_be"]]
    return remember(_find(Box, view["box"]), seen)


def odds_of(masks: Sequence[int]) -> tuple[dict[int, float], ...]:
    """How likely each spy of a side is each piece: the share of all deals that agree."""
    return odds(tuple(mask for mask in masks if mask))


def assisted(view: dict[str, Any]) -> dict[str, Any] | None:
    """Both halves of the assisted notebook: for every spy the pieces that it can be, with how likely they are; and how many deals are
    left. None where the table plays without assistance or the viewer has no notebook."""
    viewer = view["viewer"]
    if viewer is None or view["notebook"] != "assisted":
        return None
    masks = masks_of(view, ())
    return {"mine": _half(masks[viewer]), "theirs": _half(masks[1 - viewer])}


def _half(masks: Sequence[int]) -> dict[str, Any]:
    played = tuple(mask for mask in masks if mask)
    spies = {
        SPY_NAMES[spy]: {PIECE_NAMES[piece]: chance for piece, chance in sorted(row.items())}
        for spy, row in enumerate(odds(played))
    }
    return {"deals": deals(played).count, "spies": spies}


def _find(names: Any, text: str) -> int:
    found = find(names, text)
    assert found is not None, f"{text!r} is no name of {names.__name__}"
    return found
