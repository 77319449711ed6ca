"""The smallest game, as text: tests write it into a folder, with something changed."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from topsecret import Game

TINY = '''
from topsecret.kernel import (
    CHANCE_TURN, Families, Names, Position, Reasons, Seats, Whole, action, chance, choice, emit, event, everyone, number,
)


class Phase(Names):
    TURN = 0
    ROLL = 1
    OVER = 2


class State(Position, seats=(1, 2)):
    phase = choice(Phase, to=everyone)
    total = number(0, 9, to=everyone)
    row = number(0, 9, per=4, to=everyone)


class Actions(Families):
    add = action("add {more}", more=Whole(1, 3), when=Phase.TURN, to=everyone)


class Chance(Families):
    face = chance("face {face}", face=Whole(1, 6), when=Phase.ROLL, to=everyone)


class Told(Families):
    said = event(total=Whole(0, 99), to=everyone)


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, "T1"
    NO_SUCH_SEAT = 2, "T1"


class Ending(Reasons):
    DONE = 0, "T2"


class Flaw(Reasons):
    SOUND = 0, ""


STEPS = (10, 20, 30, 40)
GRID = ((1, 2), (3, 4))
GOAL = 9


def setup(state):
    state.phase = Phase.TURN


def actors(state):
    if state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.ROLL:
        return CHANCE_TURN
    return 1


def do_add(state, seat, more):
    """Adds."""
    state.total = min(GOAL, state.total + more)
    emit(state, Told.said, state.total)
    state.phase = Phase.OVER if state.total == GOAL else Phase.ROLL


def do_face(state, face):
    state.row[face % 4] += 1 if state.row[face % 4] < 9 else 0
    state.phase = Phase.TURN


def winners(state):
    return 1


def score(state, seat):
    return state.total


def ending(state):
    return Ending.DONE


def unsound(state):
    return Flaw.SOUND
'''


def written(folder: Path, name: str, text: str) -> ModuleType:
    """A module of this text, imported from a real file."""
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    # two texts of one length within a second look the same to Python's bytecode cache
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def tiny(folder: Path, *changes: tuple[str, str], name: str = "tiny", more: str = "") -> Game:
    """The smallest game with some of its text replaced, and some added."""
    text = TINY
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    module = written(folder, name, text + more)
    return Game(name, module, module)
