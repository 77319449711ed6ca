"""Which rules tell of the things of intel: what `? hacker` shows."""

from __future__ import annotations

from topsecret.kernel.glossary import Topic

from .box import Agent, Intel, Role, Way

TOPICS = (
    Topic(
        Role,
        also={
            "double agent": ("I4.5",),
            "comms specialist": ("I4.6",),
            "analyst": ("I4.7",),
            "smuggler": ("I4.8",),
            "hacker": ("I4.9", "I4.1"),
            "engineer": ("I4.10", "I4.3"),
        },
    ),
    Topic(Intel, ("I1.4",), also={"honeypot": ("I2.4",)}),
    Topic(Agent, ("I1.5",)),
    Topic(Way, ("I1.1",)),
)
WORDS: dict[str, tuple[str, ...]] = {
    "board": ("I1.1", "I1.2", "I1.3"),
    "field": ("I1.2",),
    "star": ("I1.2", "I2.5"),
    "tiles": ("I1.4",),
    "bag": ("I1.4", "I2.2"),
    "dice": ("I2.1",),
    "trickle": ("I2.1", "I2.2", "I2.3"),
    "roster": ("I1.5", "I2.5"),
    "spawn": ("I2.5",),
    "actions": ("I2.6",),
    "move": ("I3.1",),
    "give": ("I3.2", "I4.5"),
    "transfer": ("I3.2",),
    "retire": ("I3.3", "I5.1"),
    "pay": ("I3.4",),
    "back": ("I3.4",),
    "pin": ("I4.9", "I4.1"),
    "unpin": ("I4.9",),
    "steal": ("I4.9",),
    "block": ("I4.10", "I2.3"),
    "blockade": ("I2.3", "I4.10"),
    "raise": ("I4.6",),
    "lower": ("I4.6",),
    "shift": ("I4.8",),
    "journey": ("I4.8",),
    "resign": ("I5.3",),
    "end": ("I5.1", "I5.2"),
    "win": ("I5.1",),
}
