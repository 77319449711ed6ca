"""The lessons of spies: from spreading points to the dossier, each with one goal. What is said is in the strings, under `lesson.`."""

from __future__ import annotations

from typing import Any

from topsecret.kernel.exercise import Attempt, Cue, Judgement
from topsecret.kernel.lesson import Lesson, Step, Wrong, as_exercises, told

from .box import BUILDINGS, Agent, Building

VERSION = 1
ME, VERA = 0, 1
NOT_YET = Judgement(False)
DONE = Judgement(True)

# Where all stand in most lessons; who is not named stands in the church.
CITY = {"red": "5", "blue": "2", "green": "4", "yellow": "8", "orange": "10"}
FIVE = ["red", "blue", "green", "yellow", "orange"]


def at(mine: str, **more: Any) -> dict[str, Any]:
    """A turn of mine, at a table of two with five agents: I am `mine`, the other is green."""
    return {
        "phase": "roll",
        "after": "roll",
        "turn": ME,
        "dealing": 2,
        "in_play": FIVE,
        "place": CITY,
        "holds": [{mine: True}, {"green": True}],
    } | more


def my_moves(attempt: Attempt) -> list[dict[str, int]]:
    return [event["points"] for event in told(attempt, "move", seat=ME)]


def spread(attempt: Attempt) -> Judgement:
    """Three agents at least share the points."""
    moves = my_moves(attempt)
    if not moves:
        return NOT_YET
    moved = len(moves[0])
    return DONE if moved >= 3 else Judgement(False, "few", {"moved": moved, "left": 3 - moved})


def scoring(attempt: Attempt) -> Judgement:
    """Somebody has reached the safe."""
    if told(attempt, "scoring"):
        return DONE
    return Judgement(False, "nobody") if my_moves(attempt) else NOT_YET


def ruins(attempt: Attempt) -> Judgement:
    """There was scoring, and yellow was in the ruins."""
    scored = told(attempt, "scored", agent="yellow")
    if not my_moves(attempt):
        return NOT_YET
    if not scored:
        return Judgement(False, "nobody")
    return DONE if scored[0]["points"] < 0 else Judgement(False, "got_away", {"points": scored[0]["points"]})


def steps_to(view: dict[str, Any], agent: str, building: str) -> int:
    here, there = (Building(text_to_number[text]) for text in (view["place"][agent], building))
    return (there - here) % BUILDINGS


text_to_number = {building.text: int(building) for building in Building}


def safe(attempt: Attempt) -> Judgement:
    """No agent is nearer to the safe than a die can roll."""
    moved = told(attempt, "safe_moved")
    if not moved:
        return NOT_YET
    near = {agent: steps_to(attempt.view, agent, moved[0]["target"]) for agent in attempt.view["in_play"]}
    nearest = min(near, key=lambda agent: near[agent] or BUILDINGS)
    if 0 < near[nearest] <= 6:
        return Judgement(False, "near", {"steps": near[nearest]})
    return DONE


def hidden(attempt: Attempt) -> Judgement:
    """My agent scored ten, and I did not touch it."""
    moves = my_moves(attempt)
    if not moves:
        return NOT_YET
    if "orange" in moves[0]:
        return Judgement(False, "touched")
    return DONE if told(attempt, "scored", agent="orange", points=10) else Judgement(False, "nobody")


def cards(attempt: Attempt) -> Judgement:
    """A card of mine has called off the scoring."""
    if told(attempt, "decoy", seat=ME) and not attempt.view["reached"]:
        return DONE
    if told(attempt, "scoring"):
        return Judgement(False, "scored")
    if told(attempt, "poll", seat=ME, reply="yes"):
        return Judgement(False, "now_play", light=("hand", "card:decoy"))
    return NOT_YET


def suspicious(attempt: Attempt) -> Judgement:
    """Whom Vera took to the casino just before the scoring."""
    if attempt.answer is None:
        return NOT_YET
    return DONE if attempt.answer == "agent.violet.name" else Judgement(False, "harmless")


def dossier(attempt: Attempt) -> Judgement:
    """Green is hers, and it is handed in."""
    guess = attempt.view["guess"][ME]
    if not told(attempt, "hand_in", seat=ME):
        written = [agent for agent in attempt.view["in_play"] if agent != "red" and guess[agent] != "none"]
        if not written:
            return NOT_YET
        if len(written) < 4:
            return Judgement(False, "more", {"left": 4 - len(written)}, light=())
        return Judgement(False, "hand_it_in", light=("hand-in",))
    return DONE if guess["green"] == "seat 1" else Judgement(False, "not_her")


LESSONS = (
    Lesson(
        key="spread",
        seats=2,
        start=at("red", place={}),
        chance=("roll 5",),
        goal=spread,
        light=("target:red", "target:blue", "target:green", "target:yellow", "target:orange"),
        solution=("red+2 blue+2 yellow+1",),
        wrong=(Wrong(("red+5",), "few"), Wrong(("red+4 blue+1",), "few")),
    ),
    Lesson(
        key="scoring",
        seats=2,
        start=at("orange"),
        chance=("roll 4",),
        goal=scoring,
        light=("target:red", "target:green"),
        solution=("red+2 blue+2",),
        wrong=(Wrong(("blue+4",), "nobody"), Wrong(("red+3 blue+1",), "nobody")),
    ),
    Lesson(
        key="ruins",
        seats=2,
        start=at("blue", place=CITY | {"yellow": "10", "orange": "1"}, safe="4", marker={"yellow": 24, "blue": 12}),
        chance=("roll 3",),
        goal=ruins,
        light=("target:yellow", "target:blue"),
        solution=("blue+2 yellow+1",),
        wrong=(Wrong(("blue+2 red+1",), "got_away"), Wrong(("yellow+1 red+2",), "nobody")),
    ),
    Lesson(
        key="safe",
        seats=2,
        start=at(
            "red",
            phase="safe",
            after="safe",
            place={"red": "1", "blue": "2", "green": "3", "yellow": "2", "orange": "1"},
            safe="3",
            die="2",
        ),
        goal=safe,
        light=("target:10", "target:ruins", "target:church"),
        solution=("safe 10",),
        wrong=(Wrong(("safe 7",), "near"), Wrong(("safe 4",), "near")),
    ),
    Lesson(
        key="hidden",
        seats=2,
        start=at("orange"),
        chance=("roll 4",),
        goal=hidden,
        light=("target:red", "target:green", "target:blue", "target:yellow"),
        solution=("red+2 yellow+2",),
        wrong=(Wrong(("red+2 orange+2",), "touched"), Wrong(("blue+4",), "nobody")),
    ),
    Lesson(
        key="cards",
        seats=2,
        start=at(
            "orange",
            turn=VERA,
            place=CITY | {"green": "6"},
            hand=[{"decoy": 1}, {}],
        ),
        options={"cards": True},
        chance=("roll 2",),
        cues=(Cue(VERA, "green+1 blue+1"),),
        goal=cards,
        light=("yes",),
        solution=("yes", "card decoy green forward"),
        wrong=(Wrong(("no",), "scored"),),
    ),
    Lesson(
        key="suspicious",
        seats=3,
        start={
            "phase": "roll",
            "after": "roll",
            "turn": VERA,
            "dealing": 3,
            "in_play": ["red", "blue", "green", "yellow", "violet", "orange"],
            "place": CITY | {"violet": "5", "orange": "1", "red": "4"},
            "holds": [{"red": True}, {"violet": True}, {"blue": True}],
        },
        chance=("roll 6", "roll 5"),
        cues=(Cue(VERA, "violet+5 yellow+1"), Cue(2, "blue+5"), Cue(2, "safe 1")),
        goal=suspicious,
        choices=("agent.blue.name", "agent.green.name", "agent.yellow.name", "agent.violet.name", "agent.orange.name"),
        solution=(Step(answer="agent.violet.name"),),
        wrong=(Wrong((Step(answer="agent.yellow.name"),), "harmless"),),
    ),
    Lesson(
        key="dossier",
        seats=2,
        start=at(
            "red",
            phase="dossier",
            after="safe",
            dossiers_due=True,
            marker={"red": 22, "blue": 9, "green": 30, "yellow": 14, "orange": 11},
            place=CITY | {"green": "7"},
            die="3",
        ),
        options={"dossier": True},
        goal=dossier,
        folder=True,
        solution=("dossier green seat 1", "dossier blue free", "dossier yellow free", "dossier orange free", "hand in"),
        wrong=(
            Wrong(
                ("dossier green free", "dossier blue seat 1", "dossier yellow free", "dossier orange free", "hand in"),
                "not_her",
            ),
            Wrong(("dossier blue free",), "more"),
        ),
    ),
)
exercise = as_exercises(LESSONS, VERSION)
assert {agent.text for agent in Agent} >= set(CITY)
