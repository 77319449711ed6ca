"""Audiences: nothing is declared without one, and a rule of audience sees only what its viewer sees."""

from typing import Any

import pytest

from topsecret.kernel import (
    SPECTATOR,
    Families,
    Position,
    Seat,
    Seats,
    Whole,
    action,
    chance,
    choice,
    event,
    everyone,
    flag,
    nobody,
    number,
    opposite,
    owner,
    rule,
    seat,
    some,
    some_seats,
)
from topsecret.kernel.errors import DeclarationError
from topsecret.kernel.families import FamiliesType
from topsecret.kernel.fields import PositionType
from topsecret.kernel.names import Names
from topsecret.kernel.view import Projection, Tell, Unseen, view, visible_cells

NO_AUDIENCE = r"has no audience: say to=everyone, to=owner, to=opposite, to=nobody or to=rule\(\.\.\.\)"


class Card(Names):
    ACE = 0
    KING = 1


# Declaring


@pytest.mark.parametrize(
    "field",
    [lambda: number(0, 3), flag, lambda: choice(Card), lambda: some(Card), seat, some_seats, lambda: flag(per=Seats)],  # type: ignore[call-overload]
    ids=["number", "flag", "choice", "some", "seat", "some_seats", "flag per seat"],
)
def test_a_field_without_an_audience_fails_at_import_and_is_named(field: Any) -> None:
    with pytest.raises(DeclarationError, match=rf"State\.hand {NO_AUDIENCE}"):
        PositionType("State", (Position,), {"hand": field()}, seats=(2, 2))


@pytest.mark.parametrize(
    "family",
    [lambda: action("go"), lambda: chance("roll {face}", face=Whole(1, 6)), lambda: event(who=Seat())],
    ids=["action", "chance", "event"],
)
def test_a_family_without_an_audience_fails_at_import_and_is_named(family: Any) -> None:
    with pytest.raises(DeclarationError, match=rf"Told\.it {NO_AUDIENCE}"):
        FamiliesType("Told", (Families,), {"it": family()})


@pytest.mark.parametrize("to", [owner, opposite])
def test_an_owner_needs_rows_by_seat(to: Any) -> None:
    for per in (None, Card, (Card, Seats)):
        with pytest.raises(DeclarationError, match=rf"State\.hand: to={to} needs per=Seats"):
            PositionType("State", (Position,), {"hand": flag(per=per, to=to)}, seats=(2, 2))  # type: ignore[call-overload, arg-type]


# Seeing


class State(Position, seats=(2, 4)):
    public = number(0, 9, to=everyone)
    hidden = number(0, 9, to=nobody)
    hand = number(0, 9, per=Seats, to=owner)
    back = number(0, 9, per=Seats, to=opposite)
    rows = number(0, 9, per=(Seats, 2), to=owner)
    eyes = seat(per=Seats, to=rule(lambda v, me, s: me == s or v.eyes[me] == s))
    by_hidden = number(0, 9, to=rule(lambda v, me: v.hidden >= 0))
    not_hidden = number(0, 9, to=rule(lambda v, me: not v.hidden))
    by_others_hand = number(0, 9, per=Seats, to=rule(lambda v, me, s: v.hand[s] >= 0))
    by_my_hand = number(0, 9, to=rule(lambda v, me: v.hand[me] >= 0))
    by_all_hands = number(0, 9, to=rule(lambda v, me: sum(v.hand) >= 0))
    by_eyes_of_eyes = number(0, 9, per=Seats, to=rule(lambda v, me, s: v.eyes[v.eyes[me]] == s))
    by_public = number(0, 9, to=rule(lambda v, me: v.public == 3))
    own_by_own_rule = number(0, 9, per=Seats, to=rule(lambda v, me, s: v.eyes[me] == 1))
    itself = number(0, 9, per=Seats, to=rule(lambda v, me, s: v.itself[me] >= 0))


def a_state(seats: int = 3) -> State:
    state = State.blank(seats)
    state.hand[:] = [5, 6, 7, 8]
    state.eyes[:] = [1, 2, 2, 0]
    state.public = 3
    return state


def seen(viewer: int, name: str, state: State | None = None) -> Any:
    return view(state or a_state(), viewer)[name]


def test_everyone_and_nobody() -> None:
    for viewer in (SPECTATOR, 0, 1, 2):
        assert seen(viewer, "public") == 3
        assert seen(viewer, "hidden") is None


def test_the_owner_sees_the_own_row_and_a_spectator_none() -> None:
    assert seen(0, "hand") == [5, None, None]
    assert seen(2, "hand") == [None, None, 7]
    assert seen(SPECTATOR, "hand") == [None, None, None]
    assert seen(1, "rows") == [[None, None], [0, 0], [None, None]]


def test_opposite_is_the_other_of_two_and_never_a_spectator() -> None:
    assert seen(0, "back", a_state(2)) == [None, 0]
    assert seen(1, "back", a_state(2)) == [0, None]
    assert seen(SPECTATOR, "back", a_state(2)) == [None, None]
    assert seen(2, "back") == [None, None, None]


def test_a_rule_is_judged_on_what_the_viewer_sees() -> None:
    assert seen(0, "eyes") == [1, 2, None]
    assert seen(1, "eyes") == [None, 2, 2]
    assert seen(2, "eyes") == [None, None, 2]


def test_a_rule_that_touches_something_unseen_says_no() -> None:
    for viewer in (SPECTATOR, 0, 1):
        assert seen(viewer, "by_hidden") is None
        assert seen(viewer, "not_hidden") is None
        assert seen(viewer, "by_all_hands") is None
    assert seen(1, "by_others_hand") == [None, 0, None]
    assert seen(0, "by_public") == seen(SPECTATOR, "by_public") == 0


def test_a_spectator_never_gets_the_last_row() -> None:
    """Its number is -1, and Python's -1 would be the last seat."""
    state = a_state(4)
    state.eyes[3] = 0
    assert seen(SPECTATOR, "eyes", state) == [None] * 4
    assert seen(SPECTATOR, "by_my_hand", state) is None
    assert seen(3, "by_my_hand", state) == 0
    projection = Projection(state, SPECTATOR, 2)
    for wrong in (-1, 4, "0", 1.0, slice(0, 2)):
        with pytest.raises(Unseen):
            projection.hand[wrong]


def test_own_rows_come_first_and_other_rules_may_use_them_but_not_each_other() -> None:
    assert seen(1, "own_by_own_rule") == [None, None, None]  # an own row's rule may not look at fields with rules
    assert seen(0, "own_by_own_rule") == [None, 0, 0]  # the rows of others may: my eyes are on 1
    assert seen(0, "by_eyes_of_eyes") == [None, None, None]  # the eyes of another are under a rule themselves
    assert seen(2, "by_eyes_of_eyes") == [None, None, None]  # even when they are my own, on my own row
    assert seen(0, "itself") == [None, None, None]


def test_no_rule_makes_hidden_cells_matter() -> None:
    """Whatever is changed where a viewer does not see, the view stays the same."""
    for viewer in (SPECTATOR, 0, 1, 2):
        state = a_state()
        before, shown = view(state, viewer), visible_cells(state, viewer)
        for name in ("hidden", "by_hidden", "not_hidden", "by_all_hands"):
            if (name, ()) not in shown:
                setattr(state, name, 4)
        for name in ("hand", "back", "eyes", "by_others_hand", "own_by_own_rule", "itself"):
            for index in range(3):
                if (name, (index,)) not in shown:
                    getattr(state, name)[index] = 2 - getattr(state, name)[index] % 2
        assert view(state, viewer) == before


def test_a_rule_cannot_ask_for_what_is_not_a_field() -> None:
    with pytest.raises(AttributeError, match="no field nonsense"):
        _ = Projection(a_state(), 0, 2).nonsense
    assert Projection(a_state(), 0, 2).seats == 3


# Being told


class Told(Families):
    open = event(seat=Seat(), suit=Whole(0, 3, to=owner), to=everyone)
    own = event(seat=Seat(), to=owner)
    across = event(seat=Seat(), to=opposite)
    never = event(seat=Seat(), to=nobody)
    looked = event(face=Seat(), to=rule(lambda v, me, face: v.eyes[me] == face))
    leaky = event(face=Seat(), to=rule(lambda v, me, face: v.hidden == 0))
    inner = event(face=Seat(), suit=Whole(0, 3, to=rule(lambda v, me, face, suit: me == face)), to=everyone)


def told(family: Any, *values: int, seats: int = 3) -> list[Any]:
    """What seats 0 … and then a spectator are told."""
    state = a_state(seats)
    tell = Tell(family, values[0] if family.parts[0].name == "seat" else SPECTATOR, values, None)
    tell.judge(state)
    return [tell.json(viewer) for viewer in (*range(seats), SPECTATOR)]


def test_a_part_may_have_a_narrower_audience() -> None:
    assert [event["suit"] for event in told(Told.open, 1, 3)] == [None, 3, None, None]
    assert [event["suit"] for event in told(Told.inner, 1, 3)] == [None, 3, None, None]


def test_events_reach_their_audience_only() -> None:
    def who(*given: Any, **more: Any) -> list[int]:
        return [viewer for viewer, event in enumerate(told(*given, **more)) if event is not None]

    assert who(Told.own, 1) == [1]
    assert who(Told.across, 1, seats=2) == [0]
    assert who(Told.never, 1) == []
    assert who(Told.looked, 2) == [1, 2]
    assert who(Told.leaky, 2) == []


def test_an_event_is_judged_when_it_happens() -> None:
    state = a_state()
    tell = Tell(Told.looked, SPECTATOR, (2,), None)
    tell.judge(state)
    state.eyes[1] = 0
    assert tell.json(1) == {"event": "looked", "face": 2}
