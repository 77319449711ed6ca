"""The lessons of paris: from the first look to a whole mission, each with one goal. What is said is in the strings, under `lesson.`."""

from __future__ import annotations

from typing import Any

from topsecret.kernel.exercise import Attempt, Cue, Judgement
from topsecret.kernel.lesson import Lesson, Step, Wrong, as_exercises, told

VERSION = 1
ME, GREEN, PURPLE, BLUE = range(4)
NOT_YET = Judgement(False)
DONE = Judgement(True)
CALM = {"wink_ms": 2000, "turn_s": 120}  # nobody has to hurry
LONG = 120_000


def at(holder: int = BLUE, **more: Any) -> dict[str, Any]:
    """Four at the table: I am red and look for green; green looks for purple, purple for blue, blue for me."""
    return {
        "phase": "play",
        "holder": holder,
        "first": ME,
        "first_round": False,
        "deadline": LONG,
        "card": ["green", "purple", "blue", "red"],
        "place": ["cafe", "metro", "kiosk", "fountain"],
    } | more


def again_and_again(every: int, *cues: Cue) -> tuple[Cue, ...]:
    """The same once more, for two minutes."""
    return tuple(cue._replace(after=cue.after + begin) for begin in range(0, LONG, every) for cue in cues)


def my_looks(attempt: Attempt) -> list[str]:
    return [event["sight"] for event in told(attempt, "look", seat=ME)]


def look(attempt: Attempt) -> Judgement:
    """My eyes were on green."""
    looks = my_looks(attempt)
    if "green" in looks:
        return DONE
    return Judgement(False, "other") if looks else NOT_YET


def eyes(attempt: Attempt) -> Judgement:
    """I have found the face that looks at me."""
    found = [(event["face"], event["gaze"]) for event in told(attempt, "sees")]
    if ("purple", "red") in found:
        return DONE
    return Judgement(False, "not_me") if found and found[-1][1] != "red" else NOT_YET


def eyes_of(event: dict[str, Any], face: str, seat: int) -> str | None:
    """Where this event says that a face looks now."""
    if event["event"] == "sees" and event["face"] == face:
        return str(event["gaze"])
    if event["event"] == "look" and event["seat"] == seat:
        return str(event["sight"])
    return None


def wink(attempt: Attempt) -> Judgement:
    """I winked at green while green looked at me."""
    gaze = ""
    winked = False
    for event in attempt.seen:
        gaze = eyes_of(event, "green", GREEN) or gaze
        if event["event"] == "wink" and event["seat"] == ME:
            winked = True
            if gaze == "red":
                return DONE
    return Judgement(False, "unseen") if winked else NOT_YET


def answer(attempt: Attempt) -> Judgement:
    """I saw blue's wink, and then looked at my place."""
    was_winked_at = False
    looked = False
    for event in attempt.seen:
        if event["event"] == "wink" and event["seat"] == BLUE:
            was_winked_at = True
        if event["event"] == "sees" and event["face"] == "blue" and event["wink"] == "red":
            was_winked_at = True
        if event["event"] == "look" and event["seat"] == ME and event["sight"] == "cafe":
            looked = True
            if was_winked_at:
                return DONE
    return Judgement(False, "too_early") if looked else NOT_YET


def complete(attempt: Attempt) -> Judgement:
    """My mission was right."""
    missions = told(attempt, "mission", seat=ME)
    if any(mission["right"] for mission in missions):
        return DONE
    if missions:
        return Judgement(False, "wrong_place")
    if told(attempt, "case", giver=ME):
        return Judgement(False, "passed")
    answered = "metro" in (eyes_of(event, "green", GREEN) for event in attempt.seen)
    return Judgement(False, light=("whom:green", "where:metro", "complete")) if answered else NOT_YET


def catch(attempt: Attempt) -> Judgement:
    """I have called a wink, and the card was right."""
    calls = told(attempt, "caught", seat=ME)
    if any(call["right"] for call in calls):
        return DONE
    return Judgement(False, "wrong") if calls else NOT_YET


LESSONS = (
    Lesson(
        key="look",
        seats=4,
        start=at(),
        options=CALM,
        goal=look,
        light=("sight:green",),
        solution=("look green",),
        wrong=(Wrong(("look blue",), "other"),),
    ),
    Lesson(
        key="eyes",
        seats=4,
        start=at(),
        options=CALM,
        cues=(Cue(GREEN, "look blue", 200), Cue(PURPLE, "look red", 300), Cue(BLUE, "look green", 400)),
        goal=eyes,
        light=("sight:green", "sight:purple", "sight:blue"),
        solution=("look green", "look blue", "look purple"),
        wrong=(Wrong(("look green",), "not_me"), Wrong(("look blue",), "not_me")),
    ),
    Lesson(
        key="wink",
        seats=4,
        start=at(),
        options=CALM,
        cues=again_and_again(6000, Cue(GREEN, "look blue", 200), Cue(GREEN, "look red", 2500)),
        goal=wink,
        light=("sight:green", "wink"),
        solution=("look green", Step("wink green", wait=2500)),
        wrong=(Wrong(("look green", "wink green"), "unseen"),),
    ),
    Lesson(
        key="answer",
        seats=4,
        start=at(),
        options=CALM,
        cues=(Cue(BLUE, "look red", 300), *again_and_again(4000, Cue(BLUE, "wink red", 1200))),
        goal=answer,
        light=("sight:blue", "sight:cafe"),
        solution=("look blue", Step("look cafe", wait=1500)),
        wrong=(Wrong(("look cafe",), "too_early"),),
    ),
    Lesson(
        key="complete",
        seats=4,
        start=at(ME, winked=[True, False, False, False]),
        options=CALM,
        cues=(Cue(GREEN, "look metro", 1000),),
        goal=complete,
        light=("sight:green", "complete"),
        solution=("look green", Step("complete green metro", wait=1200)),
        wrong=(Wrong(("complete green kiosk",), "wrong_place"), Wrong(("pass",), "passed")),
    ),
    Lesson(
        key="catch",
        seats=4,
        start=at(),
        options=CALM,
        cues=(Cue(GREEN, "look purple", 300), *again_and_again(4000, Cue(GREEN, "wink purple", 1200))),
        goal=catch,
        light=("sight:green", "caught"),
        solution=("look green", Step("call green purple", wait=1500)),
        wrong=(Wrong((Step("call blue green", wait=1500),), "wrong"),),
    ),
    Lesson(
        key="slow",
        seats=4,
        start=at(ME),
        options=CALM | {"slow": True},
        cues=(Cue(GREEN, "look red", 500), Cue(GREEN, "look metro", 2500, when="wink green")),
        goal=complete,
        light=("sight:green",),
        solution=("look green", Step("wink green", wait=1500), Step("complete green metro", wait=3500)),
        wrong=(Wrong(("look green", Step("wink green", wait=1500), "pass"), "passed"),),
    ),
)
exercise = as_exercises(LESSONS, VERSION)
