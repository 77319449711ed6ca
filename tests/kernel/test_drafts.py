"""A choice in two parts: the first is a draft, told to nobody; the second completes it and tells the whole. An open move in two parts can
be taken back like any other, and obeys all laws; without the declaration the laws find the leak."""

from pathlib import Path

import pytest

from tests.kernel.tiny import written
from topsecret import Game
from topsecret.kernel import laws

BIDS = """
from topsecret.kernel import (
    HIDDEN, Families, Names, Position, Reasons, Seat, Seats, Whole, action, choice, emit, event, everyone, number, owner, seat,
)

FREE = ("drafted",)


class Phase(Names):
    TURN = 0
    OVER = 1


class State(Position, seats=(2, 2)):
    phase = choice(Phase, to=everyone)
    turn = seat(to=everyone)
    total = number(0, 99, to=everyone)
    drafted = number(0, 3, per=Seats, to=owner)


class Actions(Families):
    draft = action("draft {more}", more=Whole(1, 3), when=Phase.TURN, draft=True, to=owner, rule="T1")
    send = action("send", when=Phase.TURN, to=everyone, rule="T1")
    nod = action("nod {times}", times=Whole(1, 20), when=Phase.TURN, to=everyone, rule="T1")
    end = action("end", when=Phase.TURN, to=everyone, rule="T1")


class Chance(Families):
    pass


class Told(Families):
    sent = event(seat=Seat(), more=Whole(1, 3), to=everyone, DECLARED)


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, "T1"
    NO_SUCH_SEAT = 2, "T1"
    NOTHING_DRAFTED = 3, "T1"
    FINISH_FIRST = 4, "T1"


class Ending(Reasons):
    DONE = 0, "T2"


class Flaw(Reasons):
    SOUND = 0, ""


def setup(state):
    state.phase = Phase.TURN


def actors(state):
    return 0 if state.phase == Phase.OVER else 1 << state.turn


def refuse_draft(state, seat, more):
    return Refusal.FINISH_FIRST if state.drafted[seat] > 0 else 0


def do_draft(state, seat, more):
    state.drafted[seat] = more


def refuse_send(state, seat):
    return 0 if state.drafted[seat] > 0 else Refusal.NOTHING_DRAFTED


def do_send(state, seat):
    more = state.drafted[seat]
    state.drafted[seat] = 0
    state.total += more
    emit(state, Told.sent, seat, more)
    if state.total > 12:
        state.phase = Phase.OVER


def refuse_nod(state, seat, times):
    return Refusal.FINISH_FIRST if state.drafted[seat] > 0 else 0


def do_nod(state, seat, times):
    pass


def refuse_end(state, seat):
    return Refusal.FINISH_FIRST if state.drafted[seat] > 0 else 0


def do_end(state, seat):
    state.turn = 1 - seat


def winners(state):
    return 1 << state.turn


def score(state, seat):
    return state.total


def ending(state):
    return 0


def unsound(state):
    return 0


def imagine(world, viewer, seen, rng):
    for seat in range(2):
        if world.drafted[seat] is HIDDEN:
            world.drafted[seat] = 0
    return 1.0
"""


def bids(folder: Path, declared: str) -> Game:
    module = written(folder, "bids", BIDS.replace("DECLARED", declared))
    return Game("bids", module, module, module)


def broken(folder: Path, declared: str, names: tuple[str, ...]) -> list[str]:
    game = bids(folder, declared)
    reports = laws.run(game, games=8, seed="drafts", laws=names)
    return sorted({violation.law for report in reports for violation in report.violations})


def test_a_drafted_event_can_be_taken_back(tmp_path: Path) -> None:
    match = bids(tmp_path, "drafted=True").match(2)
    match.play(0, "draft 2")
    assert match.events(1) == []
    match.play(0, "send")
    assert match.events(1)[-1]["more"] == 2
    match.undo(0)
    match.undo(0)
    assert match.truth()["total"] == 0 and match.truth()["drafted"] == [0, 0]


def test_a_revealing_event_cannot(tmp_path: Path) -> None:
    match = bids(tmp_path, "reveals=True").match(2)
    match.play(0, "draft 2")
    match.play(0, "send")
    assert not match.can_undo(0)


@pytest.mark.parametrize("declared", ["drafted=True", "reveals=True"])
def test_laws_hold_where_the_draft_is_declared(tmp_path: Path, declared: str) -> None:
    assert broken(tmp_path, declared, ("replay", "listing", "secrecy", "undo", "imagine")) == []


def test_laws_find_a_draft_that_is_told_undeclared(tmp_path: Path) -> None:
    assert broken(tmp_path, 'rule=""', ("secrecy", "undo")) == ["secrecy", "undo"]


def test_where_only_drafts_are_hidden_one_world_is_enough(tmp_path: Path) -> None:
    assert broken(tmp_path, "drafted=True", ("frequencies",)) == []
