"""The lessons of coins: there is one."""

from __future__ import annotations

from topsecret.kernel.exercise import Attempt, Judgement
from topsecret.kernel.lesson import Lesson, Wrong, as_exercises, told

from .box import CLAIMER, COINS


def claimed(attempt: Attempt) -> Judgement:
    """What was claimed can be true."""
    claims = told(attempt, "claim", seat=CLAIMER)
    if not claims:
        return Judgement(False)
    return Judgement(True) if claims[0]["heads"] else Judgement(False, "not_none")


LESSONS = (
    Lesson(
        key="claim",
        seats=2,
        start={"phase": "claim", "tossed": COINS, "coin": ["heads", "tails"]},
        goal=claimed,
        light=("claim:1",),
        solution=("claim 1",),
        wrong=(Wrong(("claim 0",), "not_none"),),
    ),
)
exercise = as_exercises(LESSONS, version=1)
