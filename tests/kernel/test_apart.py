"""Actions that stand apart: others cannot tell that they were done, not even by trying to undo."""

from types import ModuleType

import pytest

from tests.probes import mirror
from topsecret import CannotUndo, Game, Match
from topsecret.kernel import Families, OneOf, action, everyone, owner
from topsecret.kernel.errors import DeclarationError


class Actions(Families):
    order = action(
        "order {order}",
        order=OneOf(mirror.Order),
        when=(mirror.Phase.ORDER, mirror.Phase.TURN),
        to=owner,
        rule="M2",
        apart=True,
    )
    start = action("ready", when=mirror.Phase.ORDER, to=everyone, rule="M2")
    ask = action(
        "can {spy} go {way}",
        spy=OneOf(mirror.Spy),
        way=OneOf(mirror.Way),
        when=mirror.Phase.TURN,
        to=everyone,
        rule="M3",
    )
    guess = action("guess {spy}", spy=OneOf(mirror.Spy), when=mirror.Phase.TURN, to=everyone, rule="M4")
    resign = action("resign", when=(mirror.Phase.ORDER, mirror.Phase.TURN), aside=True, to=everyone, rule="M5")


def apart() -> Match:
    module = ModuleType("apart")
    vars(module).update({name: thing for name, thing in vars(mirror).items() if not name.startswith("__")})
    module.Actions = Actions  # type: ignore[attr-defined]
    return Game("apart", module, module, module).match(2, seed="apart")


def undo_says(match: Match, seat: int) -> str:
    try:
        match.undo(seat)
    except CannotUndo as problem:
        return str(problem)
    return "undone"


@pytest.mark.parametrize("asks", [False, True])
def test_nobody_can_tell_by_an_undo_that_something_was_done_apart(asks: bool) -> None:
    said = []
    for secretly in (False, True):
        match = apart()
        match.play(1, "ready")
        match.play(0, "ready")
        if asks:
            match.play(0, "can ada go straight")
        if secretly:
            match.play(1 if asks else 0, "order always no")
        said.append((match.can_undo(1 - asks), undo_says(match, 1 - asks), match.events(1 - asks)))
    assert said[0] == said[1]


def test_what_came_before_it_is_taken_back_without_it() -> None:
    match = apart()
    match.play(1, "order like a rook")
    match.play(0, "ready")
    match.play(1, "order always no")
    match.undo(0)
    assert match.truth()["order"][0] == "always no" and not match.truth()["ready"][0]
    match.undo(1)
    assert match.truth()["order"][0] == "like a rook"


def test_what_stands_apart_is_told_to_nobody_else() -> None:
    with pytest.raises(DeclarationError, match="apart"):

        class Wrong(Families):
            shout = action("shout", to=everyone, apart=True)
