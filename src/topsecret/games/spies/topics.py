"""Which rules tell of the things of spies: what `? asylum` shows."""

from __future__ import annotations

from topsecret.kernel.glossary import Topic

from .box import Agent, Building, Card, Face, Way

TOPICS = (
    Topic(
        Card,
        ("S6",),
        also={"second identity": ("S6.1",), "relocation": ("S5.9",), "decoy": ("S5.9",), "safe cracker": ("S5.9",)},
    ),
    Topic(Agent, ("S1.2", "S2.3")),
    Topic(Building, ("S1.1", "S3.4"), also={"ruins": ("S5.3",)}),
    Topic(Way, ("S1.1",)),
    Topic(Face, ("S3.1",), also={"1-3": ("S5.2",)}),
)
WORDS: dict[str, tuple[str, ...]] = {
    "safe": ("S3.3", "S3.5", "S5.9"),
    "die": ("S3.1",),
    "move": ("S3.2",),
    "scoring": ("S3.3", "S3.4"),
    "track": ("S1.4", "S4.1"),
    "marker": ("S1.4",),
    "free agents": ("S2.3", "S4.3"),
    "agents": ("S1.2", "S2.3"),
    "buildings": ("S1.1",),
    "hand": ("S5.4",),
    "draw": ("S5.3", "S5.4"),
    "stay": ("S5.2",),
    "poll": ("S5.6",),
    "pass": ("S5.6", "S5.7"),
    "notes": ("S7.1",),
    "end": ("S4.1", "S4.2", "S4.3"),
    "win": ("S4.2", "S4.3"),
}
