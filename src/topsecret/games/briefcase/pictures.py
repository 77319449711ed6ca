"""The pictures of the rule page of briefcase. What each shows is in the strings, under `picture.`."""

from __future__ import annotations

from topsecret.kernel.exercise import Cue
from topsecret.kernel.pictures import Picture

from .lessons import ME, at

RED = 1

PICTURES = (
    Picture(key="start", rule="B3.2", seats=2, start=at({}), ring=("square:f6",)),
    Picture(
        key="announced",
        rule="B4.2",
        seats=2,
        start=at({"9": "rook"}, ordered=[False, False]),
        options={"answers": "manual"},
        play=(Cue(ME, "d2 N 2"),),
        ring=("square:d2", "square:d4"),
    ),
    Picture(
        key="denied", rule="B4.3", seats=2, start=at({"9": "sweeper"}), play=(Cue(ME, "d2 N 2"),), ring=("square:d2",)
    ),
    Picture(
        key="captured",
        rule="B4.6",
        seats=2,
        start=at({"9": "rook"}, {"9": "e8"}),
        play=(Cue(ME, "e8 N 2"),),
        ring=("square:e10",),
    ),
    Picture(
        key="promoted",
        rule="B5.1",
        seats=2,
        start=at({"1": "runner"}, {"1": "a8"}),
        play=(Cue(ME, "a8 N 3"),),
        ring=("square:a11",),
    ),
    Picture(
        key="pushed",
        rule="B6.3",
        seats=2,
        start=at({"9": "shuttle", "12": "runner"}, {"9": "d5", "12": "d8"}, briefcase="d5"),
        play=(Cue(ME, "d5 push N 3"),),
        ring=("square:d5", "square:d8"),
    ),
    Picture(
        key="home",
        rule="B6.5",
        seats=2,
        start=at({"9": "shuttle"}, {"9": "a8"}, briefcase="a8"),
        play=(Cue(ME, "a8 N 3 with"),),
        ring=("square:a11",),
    ),
)
