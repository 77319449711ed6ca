"""The pictures of the rule page of intel. What each shows is in the strings, under `picture.`."""

from __future__ import annotations

from topsecret.kernel.exercise import Cue
from topsecret.kernel.pictures import Picture

from .lessons import KINDS, ME, QUIET, at, dice

FALLING = {"phase": "left", "rolled": 0, "actions_left": 0, "spawning": False, "dice": dict.fromkeys(KINDS, 0)}

PICTURES = (
    Picture(
        key="trickle",
        rule="I2.1",
        seats=2,
        start=at(**FALLING, loose={"c3": {"photo": 1}, "d2": {"blueprint": 1}, "b5": {"credential": 1}}),
        chance=(*QUIET, *dice(photo=4, blueprint=3, credential=2)),
        ring=("tile:d4 photo", "die:photo", "tile:e1 blueprint", "die:blueprint"),
    ),
    Picture(
        key="turned",
        rule="I2.3",
        seats=2,
        start=at(
            **FALLING,
            role={"x1": "engineer"},
            place={"x1": "f3"},
            loose={"d3": {"cipher key": 1}, "c4": {"photo": 1}},
            blockade={"e2": "x"},
        ),
        chance=(*QUIET, *dice(cipher_key=3, photo=2)),
        ring=("blockade:e2", "tile:e3 cipher key"),
    ),
    Picture(
        key="caught",
        rule="I2.4",
        seats=2,
        start=at(
            **FALLING,
            role={"x1": "analyst"},
            place={"x1": "f3"},
            loose={"e3": {"credential": 1}},
        ),
        chance=(*QUIET, *dice(credential=3)),
        ring=("agent:x1",),
    ),
    Picture(
        key="spawned",
        rule="I2.5",
        seats=2,
        start=at(loose={"g3": {"cipher key": 1}, "b2": {"memo": 1}}),
        play=(Cue(ME, "spawn analyst h3"),),
        ring=("agent:x1",),
    ),
    Picture(
        key="moved",
        rule="I3.1",
        seats=2,
        start=at(role={"x1": "smuggler"}, place={"x1": "f3"}, loose={"e3": {"honeypot": 1}, "e2": {"blueprint": 1}}),
        play=(Cue(ME, "move x1 NW"),),
        ring=("agent:x1", "tile:e3 honeypot"),
    ),
    Picture(
        key="retires",
        rule="I3.3",
        seats=2,
        start=at(role={"x1": "analyst"}, place={"x1": "h3"}, carries={"x1": {"cipher key": 1, "photo": 1}}),
        ring=("agent:x1",),
    ),
    Picture(
        key="pinned",
        rule="I4.9",
        seats=2,
        start=at(
            role={"x1": "hacker", "y1": "analyst"},
            place={"x1": "f3", "y1": "f4"},
            carries={"x1": {"memo": 1}, "y1": {"cipher key": 1}},
        ),
        play=(Cue(ME, "pin x1 y1"),),
        ring=("agent:y1",),
    ),
)
