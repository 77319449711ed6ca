"""The lessons of briefcase: from the first announcement to the tokens, each with one goal. What is said is in the strings (`lesson.`)."""

from __future__ import annotations

import json
from typing import Any

from topsecret.kernel.exercise import Attempt, Judgement
from topsecret.kernel.lesson import Lesson, Step, Wrong, as_exercises, told

VERSION = 1
ME = 0
PLAIN = {"notebook": "manual"}  # a board without numbers: who asks for the first time has enough to look at
NOT_YET = Judgement(False)
DONE = Judgement(True)

PIECES = [
    "guard",
    "rook",
    "bishop",
    "shuttle",
    "arrow",
    "trident",
    "plus",
    "sweeper",
    "runner",
    "skater",
    "fan",
    "flank",
    "?",
]
SPIES = [str(number) for number in range(1, 14)]
RED = dict(zip(SPIES, PIECES))
TWO_NORTH = ("rook", "shuttle", "arrow", "runner", "flank")  # the pieces that go so far


def at(mine: dict[str, str], place: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """My turn, as White. `mine`: what some of my spies are; the others have the pieces that are left. `place`: where some of them stand;
    all others are where they began."""
    rest = [piece for piece in PIECES if piece not in mine.values()]
    pieces = {spy: mine.get(spy) or rest.pop(0) for spy in SPIES}
    start = {
        "phase": "turn",
        "turn": ME,
        "piece": [pieces, RED],
        "ordered": [True, True],
        "to_announce": 1,
    }
    return start | ({"place": [place, {}]} if place else {}) | more


def announced(attempt: Attempt) -> list[str]:
    """The lines that I have announced."""
    return [event["line"] for event in told(attempt, "move", seat=ME)]


def announce(attempt: Attempt) -> Judgement:
    """Spy 9, which stands on d2, was asked for something."""
    lines = announced(attempt)
    if not lines:
        return NOT_YET
    return DONE if lines[0].startswith("d2 ") else Judgement(False, "other")


def yes(attempt: Attempt) -> Judgement:
    """A spy went two squares or more."""
    if not announced(attempt):
        return NOT_YET
    line = announced(attempt)[0]
    if not told(attempt, "answered", line=line, reply="yes"):
        return Judgement(False, "no")
    return DONE if int(line.split()[-1]) >= 2 else Judgement(False, "short")


def no(attempt: Attempt) -> Judgement:
    """After a no to two squares north: a piece that the spy cannot be."""
    if not told(attempt, "answered", line="d2 N 2"):
        return Judgement(False, "ask_first") if announced(attempt) or attempt.answer is not None else NOT_YET
    if attempt.answer is None:
        return Judgement(False, light=())
    return DONE if attempt.answer == "piece.rook" else Judgement(False, "fits")


def crossed_out(notes: str) -> set[str]:
    """The pieces that my pencil has crossed out for spy 9."""
    try:
        marks = json.loads(notes or "{}").get("marks", {})
    except (ValueError, AttributeError):
        return set()
    return {key.removeprefix("m 9 ") for key, mark in marks.items() if key.startswith("m 9 ") and mark == "x"}


def pencil(attempt: Attempt) -> Judgement:
    """Every piece that goes two north is crossed out, and no other."""
    if not told(attempt, "answered", line="d2 N 2"):
        return Judgement(False, "ask_first") if announced(attempt) else NOT_YET
    out = crossed_out(attempt.notes)
    if out - set(TWO_NORTH):
        return Judgement(False, "too_many", {"count": len(out - set(TWO_NORTH))}, ())
    if out == set(TWO_NORTH):
        return DONE
    return (
        Judgement(False, "found", {"found": len(out), "of": len(TWO_NORTH)}, ()) if out else Judgement(False, light=())
    )


def blocked(attempt: Attempt) -> Judgement:
    """Spy 10 has left the line."""
    if not announced(attempt):
        return NOT_YET
    return DONE if told(attempt, "moved", seat=ME, spy="10") else Judgement(False, "still")


def carry(attempt: Attempt) -> Judgement:
    """The briefcase was pushed to spy 12."""
    if told(attempt, "controls", seat=ME, spy="12"):
        return DONE
    if told(attempt, "carry", seat=ME):
        return Judgement(False, "carried")
    if told(attempt, "push", seat=ME):
        return Judgement(False, "too_short")
    return Judgement(False, "left") if announced(attempt) else NOT_YET


def promotion(attempt: Attempt) -> Judgement:
    """Spy 1 has reached the last rank."""
    if told(attempt, "was_promoted", seat=ME):
        return DONE
    moved = told(attempt, "moved", seat=ME, spy="1")
    if moved:
        return Judgement(False, "short", {"left": 11 - int(moved[-1]["target"][1:])})
    return Judgement(False, "other") if announced(attempt) else NOT_YET


def orders(attempt: Attempt) -> Judgement:
    """Their double agent pretends to be somebody."""
    given = told(attempt, "order", seat=ME)
    if not given:
        return NOT_YET
    return DONE if given[-1]["order"].startswith("pretend") else Judgement(False, "plain")


def tokens(attempt: Attempt) -> Judgement:
    """Spy 9 was revealed to me."""
    learned = told(attempt, "learned", seat=ME)
    if not learned:
        return Judgement(False, "moved") if announced(attempt) or attempt.view["prepared"] else NOT_YET
    return DONE if learned[0]["spy"] == "9" else Judgement(False, "other")


def notes(*pieces: str) -> Step:
    """These are crossed out for spy 9."""
    return Step(notes=json.dumps({"text": "", "marks": {f"m 9 {piece}": "x" for piece in pieces}}))


LESSONS = (
    Lesson(
        key="announce",
        seats=2,
        start=at({"9": "rook"}),
        options=PLAIN,
        goal=announce,
        light=("square:d2",),
        solution=("d2 N 2",),
        wrong=(Wrong(("e2 N 1",), "other"),),
    ),
    Lesson(
        key="yes",
        seats=2,
        start=at({"9": "rook", "10": "guard", "11": "sweeper"}),
        options=PLAIN,
        goal=yes,
        light=("square:d2",),
        solution=("d2 N 2",),
        wrong=(Wrong(("d2 N 1",), "short"), Wrong(("d2 N 3",), "no")),
    ),
    Lesson(
        key="no",
        seats=2,
        start=at({"9": "sweeper"}),
        goal=no,
        light=("square:d2",),
        choices=("piece.rook", "piece.bishop", "piece.guard"),
        folder=True,
        solution=("d2 N 2", Step(answer="piece.rook")),
        wrong=(
            Wrong(("d2 N 2", Step(answer="piece.bishop")), "fits"),
            Wrong((Step(answer="piece.rook"),), "ask_first"),
        ),
    ),
    Lesson(
        key="pencil",
        seats=2,
        start=at({"9": "sweeper"}),
        options=PLAIN,
        goal=pencil,
        light=("square:d2",),
        folder=True,
        solution=("d2 N 2", notes(*TWO_NORTH)),
        wrong=(
            Wrong(("d2 N 2", notes("rook", "shuttle", "arrow")), "found"),
            Wrong(("d2 N 2", notes("rook", "bishop")), "too_many"),
            Wrong(("e2 N 1",), "ask_first"),
        ),
    ),
    Lesson(
        key="blocked",
        seats=2,
        start=at({"9": "rook", "10": "plus"}, {"9": "f4", "10": "f5"}),
        options=PLAIN,
        goal=blocked,
        light=("square:f5",),
        solution=("f5 E 1",),
        wrong=(Wrong(("f4 E 1",), "still"), Wrong(("f5 E 2",), "still")),
    ),
    Lesson(
        key="carry",
        seats=2,
        start=at({"9": "shuttle", "12": "runner"}, {"9": "d5", "12": "d8"}, briefcase="d5"),
        options=PLAIN,
        goal=carry,
        light=("square:d5",),
        solution=("d5 push N 3",),
        wrong=(Wrong(("d5 N 2 with",), "carried"), Wrong(("d5 push N 2",), "too_short"), Wrong(("d5 N 1",), "left")),
    ),
    Lesson(
        key="promotion",
        seats=2,
        start=at({"1": "runner"}, {"1": "a8"}),
        options=PLAIN,
        goal=promotion,
        light=("square:a8",),
        solution=("a8 N 3",),
        wrong=(Wrong(("a8 N 1",), "short"), Wrong(("d2 N 1",), "other")),
    ),
    Lesson(
        key="orders",
        seats=2,
        start=at({}),
        goal=orders,
        light=("change-order",),
        solution=("order pretend rook",),
        wrong=(Wrong(("order no",), "plain"),),
    ),
    Lesson(
        key="tokens",
        seats=2,
        start=at({"9": "flank"}),
        goal=tokens,
        light=("tool:reveal",),
        solution=("token reveal d2",),
        wrong=(Wrong(("token reveal e2",), "other"), Wrong(("d2 N 1",), "moved")),
    ),
)
exercise = as_exercises(LESSONS, VERSION)
