"""The lessons of intel: from reading the dice to the win, each with one goal. What is said is in the strings, under `lesson.`."""

from __future__ import annotations

from typing import Any

from topsecret.kernel.exercise import Attempt, Judgement
from topsecret.kernel.lesson import Lesson, Step, Wrong, as_exercises, told

VERSION = 1
ME = 0
NOT_YET = Judgement(False)
DONE = Judgement(True)
QUIET = ("draw memo", "draw memo")  # what comes in at the top


KINDS = ("memo", "photo", "blueprint", "credential", "cipher key", "honeypot")


def dice(**faces: int) -> tuple[str, ...]:
    """All six dice; what is not named shows 1."""
    return tuple(f"die {kind} {faces.get(kind.replace(' ', '_'), 1)}" for kind in KINDS)


def at(**more: Any) -> dict[str, Any]:
    """My turn, after the trickle. Their double agent stands far off."""
    start: dict[str, Any] = {
        "phase": "turn",
        "turn": ME,
        "turns": 5,
        "actions_left": 3,
        "spawning": True,
        "rolled": 6,
        "dice": dict.fromkeys(KINDS, 1),
        "role": {"y1": "double agent"},
        "place": {"y1": "d6"},
    }
    for name, value in more.items():
        start[name] = start[name] | value if isinstance(start.get(name), dict) else value
    return start


def has_ended(attempt: Attempt) -> bool:
    return bool(told(attempt, "end_turn", seat=ME))


def read_dice(attempt: Attempt) -> Judgement:
    """Odd is down left: from e3 that is f3."""
    if attempt.answer is None:
        return NOT_YET
    return DONE if attempt.answer == "lesson.dice.f3" else Judgement(False, "other_side")


def spawn(attempt: Attempt) -> Judgement:
    """Somebody waits below the cipher key on g3."""
    places = [event["place"] for event in told(attempt, "spawned") if event["agent"].startswith("x")]
    if not places:
        return Judgement(False, "nobody") if has_ended(attempt) else NOT_YET
    return DONE if {"h3", "h4"} & set(places) else Judgement(False, "far")


def catch(attempt: Attempt) -> Judgement:
    """The credential was taken."""
    if told(attempt, "took", tile="credential"):
        return DONE
    moves = len(told(attempt, "move", seat=ME))
    if has_ended(attempt) or moves >= 3:
        return Judgement(False, "missed")
    return NOT_YET


def honeypot(attempt: Attempt) -> Judgement:
    """The blueprint was taken, and the agent is still there."""
    if told(attempt, "trapped"):
        return Judgement(False, "trapped")
    if told(attempt, "took", tile="blueprint"):
        return DONE
    return Judgement(False, "missed") if has_ended(attempt) or len(told(attempt, "move", seat=ME)) >= 3 else NOT_YET


def retire(attempt: Attempt) -> Judgement:
    """Seven points are home."""
    if told(attempt, "retired", seat=ME, points=7):
        return DONE
    return Judgement(False, "still_out") if has_ended(attempt) else NOT_YET


def pin(attempt: Attempt) -> Judgement:
    """Their cipher key is mine."""
    if told(attempt, "stolen", tile="cipher key"):
        return DONE
    if has_ended(attempt):
        return Judgement(False, "only_pinned" if told(attempt, "pin", seat=ME) else "got_away")
    return NOT_YET


def blockade(attempt: Attempt) -> Judgement:
    """The cipher key was held when all else fell."""
    if told(attempt, "held", tile="cipher key"):
        return DONE
    return Judgement(False, "fell") if told(attempt, "trickled", tile="cipher key") else NOT_YET


def win(attempt: Attempt) -> Judgement:
    """Twenty points."""
    points = attempt.view["points"][ME]
    if points >= 20:
        return DONE
    if told(attempt, "retired", seat=ME) or has_ended(attempt):
        return Judgement(False, "too_few", {"points": points, "left": 20 - points})
    return NOT_YET


LESSONS = (
    Lesson(
        key="dice",
        seats=2,
        start=at(
            phase="left",
            rolled=0,
            actions_left=0,
            spawning=False,
            dice=dict.fromkeys(KINDS, 0),
            loose={"d3": {"photo": 1}, "c2": {"memo": 1}},
        ),
        chance=(*QUIET, *dice(photo=4)),
        goal=read_dice,
        light=("die:photo", "tile:e3 photo"),
        choices=("lesson.dice.f3", "lesson.dice.f4"),
        solution=(Step(answer="lesson.dice.f3"),),
        wrong=(Wrong((Step(answer="lesson.dice.f4"),), "other_side"),),
    ),
    Lesson(
        key="spawn",
        seats=2,
        start=at(loose={"g3": {"cipher key": 1}, "b2": {"memo": 1}}),
        goal=spawn,
        light=("space:h3", "space:h4"),
        solution=("spawn analyst h3",),
        wrong=(Wrong(("spawn analyst h1",), "far"), Wrong(("end turn",), "nobody")),
        chance=(*QUIET, *dice()),
    ),
    Lesson(
        key="catch",
        seats=2,
        start=at(role={"x1": "analyst"}, place={"x1": "f3"}, loose={"d3": {"credential": 1}, "c4": {"photo": 1}}),
        goal=catch,
        light=("agent:x1",),
        solution=("move x1 NE", "move x1 NW"),
        wrong=(Wrong(("end turn",), "missed"), Wrong(("move x1 W", "move x1 W", "move x1 E"), "missed")),
        chance=(*QUIET, *dice(credential=2)),
    ),
    Lesson(
        key="honeypot",
        seats=2,
        start=at(
            role={"x1": "smuggler"},
            place={"x1": "f3"},
            loose={"e3": {"honeypot": 1}, "d3": {"blueprint": 1}},
        ),
        goal=honeypot,
        light=("agent:x1",),
        solution=("move x1 NW", "move x1 NE"),
        wrong=(Wrong(("move x1 NE",), "trapped"), Wrong(("end turn",), "missed")),
        chance=(*QUIET, *dice(honeypot=2)),
    ),
    Lesson(
        key="retire",
        seats=2,
        start=at(
            role={"x1": "analyst"}, place={"x1": "g3"}, carries={"x1": {"cipher key": 1, "photo": 1}}, spawning=True
        ),
        goal=retire,
        light=("agent:x1",),
        solution=("move x1 SW", "retire x1"),
        wrong=(Wrong(("move x1 SW", "end turn"), "still_out"),),
        chance=(*QUIET, *dice()),
    ),
    Lesson(
        key="pin",
        seats=2,
        start=at(
            role={"x1": "hacker", "y1": "analyst"},
            place={"x1": "f3", "y1": "f4"},
            carries={"x1": {"memo": 1}, "y1": {"cipher key": 1}},
        ),
        goal=pin,
        light=("agent:x1", "agent:y1"),
        solution=("pin x1 y1", "pay x1 memo", "steal y1 cipher key"),
        wrong=(Wrong(("pin x1 y1", "end turn"), "only_pinned"), Wrong(("end turn",), "got_away")),
        chance=(*QUIET, *dice()),
    ),
    Lesson(
        key="blockade",
        seats=2,
        start=at(role={"x1": "engineer"}, place={"x1": "f3"}, loose={"e3": {"cipher key": 1}, "d4": {"photo": 1}}),
        goal=blockade,
        light=("agent:x1",),
        solution=("block e3", "end turn"),
        wrong=(Wrong(("end turn",), "fell"), Wrong(("block e2", "end turn"), "fell")),
        chance=(*QUIET, *dice(cipher_key=2)),
    ),
    Lesson(
        key="win",
        seats=2,
        start=at(
            role={"x1": "comms specialist"},
            place={"x1": "g2"},
            carries={"x1": {"memo": 1}},
            loose={"g3": {"credential": 1}},
            scored=[{"cipher key": 2, "credential": 1, "photo": 1}, {"blueprint": 3}],
        ),
        goal=win,
        light=("agent:x1",),
        solution=("move x1 E", "move x1 SW", "retire x1"),
        wrong=(Wrong(("move x1 SE", "retire x1"), "too_few"), Wrong(("end turn",), "too_few")),
        chance=(*QUIET, *dice()),
    ),
)
exercise = as_exercises(LESSONS, VERSION)
