"""The rule of something told may look at all that its viewer sees at that moment, also at cells that are seen by a rule."""

from topsecret.kernel import Families, Position, Seat, Seats, action, nobody, number, rule, seat
from topsecret.kernel.view import Tell


def notices_a_change(v, me, seat, face):  # type: ignore[no-untyped-def]
    """Whoever looks at a seat is told where its eyes go, if they go elsewhere."""
    return v.eyes[me] == seat and v.eyes[seat] != face


class State(Position, seats=(3, 3)):
    eyes = seat(per=Seats, to=rule(lambda v, me, s: me == s or v.eyes[me] == s))
    hidden = number(0, 9, per=Seats, to=nobody)


class Actions(Families):
    look = action("look {face}", face=Seat(), to=rule(notices_a_change))
    peek = action("peek {face}", face=Seat(), to=rule(lambda v, me, seat, face: v.hidden[seat] == 0))


def told(family: str, seat: int, face: int) -> list[int]:
    state = State.blank(3)
    state.eyes[:] = [1, 2, 0]  # 0 looks at 1, 1 looks at 2, 2 looks at 0
    tell = Tell(getattr(Actions, family), seat, (face,), 0)
    tell.judge(state)
    return [viewer for viewer in range(-1, 3) if tell.told_to(viewer)]


def test_a_rule_may_compare_what_happens_with_what_its_viewer_sees() -> None:
    assert told("look", 1, 0) == [0]
    assert told("look", 1, 2) == []  # it looks there already


def test_a_rule_that_touches_what_nobody_sees_still_says_no() -> None:
    assert told("peek", 1, 0) == []
