"""The pictures of the rule page of paris: what red sees. What each shows is in the strings, under `picture.`."""

from __future__ import annotations

from topsecret.kernel.exercise import Cue
from topsecret.kernel.pictures import Picture

from .cases import SEATS_ARE_CALLED
from .lessons import BLUE, CALM, GREEN, ME, PURPLE, at

NAMES = ("", *SEATS_ARE_CALLED[1:4])

PICTURES = (
    Picture(key="case", rule="P2.4", seats=4, start=at(BLUE), options=CALM, names=NAMES, ring=("sight:blue",)),
    Picture(
        key="eyes",
        rule="P3.2",
        seats=4,
        start=at(),
        options=CALM,
        names=NAMES,
        play=(Cue(PURPLE, "look red", 300), Cue(ME, "look purple", 1000)),
        ring=("sight:purple",),
    ),
    Picture(
        key="wink",
        rule="P3.3",
        seats=4,
        start=at(),
        options=CALM,
        names=NAMES,
        play=(Cue(GREEN, "look purple", 300), Cue(ME, "look green", 1000), Cue(GREEN, "wink purple", 1500)),
        ring=("sight:purple",),
    ),
    Picture(
        key="answer",
        rule="P3.5",
        seats=4,
        start=at(),
        options=CALM,
        names=NAMES,
        play=(
            Cue(GREEN, "look red", 300),
            Cue(ME, "look green", 1000),
            Cue(ME, "wink green", 1600),
            Cue(GREEN, "look metro", 4000),
        ),
        ring=("sight:metro",),
    ),
    Picture(
        key="mission",
        rule="P4.2",
        seats=4,
        start=at(ME, winked=[True, False, False, False]),
        options=CALM,
        names=NAMES,
        play=(Cue(ME, "look green", 500), Cue(ME, "complete green metro", 1500)),
        ring=("sight:green",),
    ),
    Picture(
        key="caught",
        rule="P5.2",
        seats=4,
        start=at(),
        options=CALM,
        names=NAMES,
        play=(
            Cue(GREEN, "look purple", 300),
            Cue(ME, "look green", 1000),
            Cue(GREEN, "wink purple", 1500),
            Cue(ME, "call green purple", 2500),
        ),
        ring=("sight:green",),
    ),
)
