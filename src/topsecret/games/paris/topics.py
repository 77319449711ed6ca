"""Which rules tell of the things of paris: what `? kiosk` shows."""

from __future__ import annotations

from topsecret.kernel.glossary import Topic

from .box import Agent, Place

TOPICS = (
    Topic(Agent, ("P1.1", "P2.3")),
    Topic(Place, ("P1.2", "P2.3", "P3.5")),
)
WORDS: dict[str, tuple[str, ...]] = {
    "case": ("P2.1", "P2.4", "P7.2"),
    "cards": ("P2.3", "P3.1"),
    "locations": ("P1.2", "P2.3"),
    "look": ("P3.1", "P3.2"),
    "wink": ("P3.3",),
    "contact": ("P2.3", "P4.1"),
    "mission": ("P4.1", "P4.2", "P4.3"),
    "complete": ("P4.1", "P4.2", "P4.3"),
    "call": ("P5.1", "P5.2", "P5.3"),
    "chips": ("P1.2", "P5.1"),
    "pass": ("P2.4", "P7.2"),
    "discard": ("P2.4", "P2.5"),
    "draw": ("P2.1",),
    "points": ("P4.2", "P5.2"),
    "end": ("P6.1", "P6.2"),
    "win": ("P6.1",),
}
