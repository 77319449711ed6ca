"""The pictures of the rule page of spies. What each shows is in the strings, under `picture.`."""

from __future__ import annotations

from topsecret.kernel.exercise import Cue
from topsecret.kernel.pictures import Picture

from .lessons import CITY, ME, VERA, at

ALL = ["red", "blue", "green", "yellow", "violet", "orange", "gray"]

PICTURES = (
    Picture(
        key="start",
        rule="S2.2",
        seats=4,
        start={
            "phase": "roll",
            "after": "roll",
            "turn": ME,
            "dealing": 4,
            "in_play": ALL,
            "holds": [{"red": True}, {"green": True}, {"violet": True}, {"gray": True}],
        },
        eyes=None,
        chance=("roll 4",),
        ring=("target:church", "safe"),
    ),
    Picture(
        key="spread",
        rule="S3.2",
        seats=2,
        start=at("red", place=CITY | {"red": "1", "yellow": "3", "green": "9"}, hand=[{"swap": 1}, {}]),
        options={"cards": True},
        chance=("roll 5",),
        play=(Cue(ME, "red+2 blue+2 yellow+1"),),
        ring=("figure:red", "figure:blue", "figure:yellow"),
    ),
    Picture(
        key="reached",
        rule="S3.3",
        seats=2,
        start=at("orange", hand=[{"decoy": 1}, {}]),
        options={"cards": True},
        chance=("roll 4",),
        play=(Cue(ME, "red+2 blue+2"),),
        ring=("figure:red",),
    ),
    Picture(
        key="scored",
        rule="S3.4",
        seats=2,
        start=at(
            "orange",
            marker={"orange": 4, "green": 6, "yellow": 8, "blue": 12},
            place=CITY | {"blue": "10", "green": "8"},
        ),
        chance=("roll 3",),
        play=(Cue(ME, "red+2 blue+1"),),
        ring=("figure:blue", "marker:orange"),
    ),
    Picture(
        key="safe",
        rule="S3.5",
        seats=2,
        start=at("orange"),
        chance=("roll 3", "roll 2"),
        play=(Cue(ME, "red+2 green+1"), Cue(ME, "safe 3")),
        ring=("safe",),
    ),
    Picture(
        key="finish",
        rule="S4.1",
        seats=2,
        start=at("orange", marker={"orange": 33, "green": 30, "red": 21, "yellow": 17, "blue": 12}),
        chance=("roll 2",),
        play=(Cue(ME, "red+2"),),
        ring=("marker:orange",),
    ),
    Picture(
        key="called_off",
        rule="S5.9",
        seats=2,
        start=at("orange", turn=VERA, place=CITY | {"green": "6"}, hand=[{"decoy": 1}, {}]),
        options={"cards": True},
        chance=("roll 2",),
        play=(Cue(VERA, "green+1 blue+1"), Cue(ME, "yes"), Cue(ME, "card decoy green forward")),
        ring=("figure:green",),
    ),
)
