"""What happened, in lines of a log, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..box import GOAL, KINDS
from .labels import Labels

# What another line says better, or what the board shows.
SILENT = {
    "draw",
    "trickled",
    "pay",
    "back",
    "move",
    "retire",
    "keep",
    "put_back",
    "pin_ended",
    "blockade_ended",
    "draw_extra",
}
BEGINS = {"turn_begins", "begin", "undone", "finished"}
IMPORTANT = {"overloaded", "trapped", "retired", "kept", "finished"}


def news(labels: Labels, events: Sequence[dict[str, Any]]) -> list[str]:
    """One line for the trickle of a turn, one for what was done in it."""
    lines: list[str] = []
    dice: list[str] = []
    goes_on = False
    for event in events:
        name = event["event"]
        if name == "roll":
            dice.append(f"{labels.tile(event['tile'])}{event['face']}")
            if len(dice) == KINDS:
                lines[-1:] = [f"{lines[-1]} {' '.join(dice)}"] if lines else [" ".join(dice)]
                dice = []
                goes_on = False
            continue
        if name in SILENT:
            continue
        sentence = f"[now]{labels.tell(event)}[/]" if name in IMPORTANT else labels.tell(event)
        if name in BEGINS or not lines or not goes_on:
            lines.append(f"[quiet]·[/] {sentence}")
        else:
            lines[-1] += f" {sentence}"
        goes_on = True
    if dice:
        lines.append(" ".join(dice))
    return lines


def reveal(labels: Labels, view: dict[str, Any]) -> list[str]:
    """What each side brought home."""
    order = sorted(range(view["seats"]), key=lambda seat: int(view["points"][seat]))
    return [
        f"{labels.seat(seat)} [plate]{view['points'][seat]}[/][quiet]/{GOAL}[/] {labels.tiles(view['scored'][seat])}"
        for seat in order
    ]
