"""Fields: kinds, shapes, JSON both ways, positions that copy and compare."""

from typing import Any

import pytest

from topsecret.kernel import (
    Names,
    Position,
    Seats,
    choice,
    everyone,
    flag,
    nobody,
    number,
    owner,
    pick,
    pick_number,
    seat,
    some,
    some_seats,
    toggle,
)
from topsecret.kernel.errors import BadPosition, DeclarationError
from topsecret.kernel.fields import PositionType, StrictList, cells, fill, truth


class Colour(Names):
    RED = 0
    DARK_BLUE = 1
    GREEN = 2


class State(Position, seats=(2, 4)):
    long = toggle(False)
    goal = pick_number(1, 9, 5, {9: "most"})
    count = number(-3, 300, words={-1: "none"}, to=everyone)
    is_open = flag(to=everyone)
    colour = choice(Colour, to=nobody)
    left = some(Colour, to=everyone)
    turn = seat(to=everyone)
    chief = seat(none=True, to=everyone)
    voted = some_seats(to=everyone)
    points = number(0, 9, per=Seats, to=everyone)
    place = number(0, 9, per=Colour, to=everyone)
    hand = choice(Colour, per=(Seats, Colour), to=owner)
    board = flag(per=(2, 3), to=everyone)


def a_state() -> State:
    state = State.blank(3)
    state.count, state.colour, state.left, state.voted, state.chief = -1, 1, 0b101, 0b011, -1
    state.points[1], state.place[2], state.hand[2][1], state.board[1][2] = 7, 4, 2, 1
    return state


def test_a_position_is_written_as_plain_json() -> None:
    assert truth(a_state()) == {
        "seats": 3,
        "long": False,
        "goal": 5,
        "count": "none",
        "is_open": False,
        "colour": "dark blue",
        "left": ["red", "green"],
        "turn": 0,
        "chief": "none",
        "voted": [0, 1],
        "points": [0, 7, 0],
        "place": {"red": 0, "dark blue": 0, "green": 4},
        "hand": [
            {"red": "red", "dark blue": "red", "green": "red"},
            {"red": "red", "dark blue": "red", "green": "red"},
            {"red": "red", "dark blue": "green", "green": "red"},
        ],
        "board": [[False, False, False], [False, False, True]],
    }


def test_a_position_is_read_back_as_it_was() -> None:
    again = State.blank(3)
    fill(again, truth(a_state()))
    assert again.values() == a_state().values()
    assert again.fingerprint() == a_state().fingerprint()


def test_every_cell_counts_for_the_fingerprint() -> None:
    state = a_state()
    prints = {state.fingerprint()}
    for name, field in State.fields.items():
        for index in cells(field, 3):
            other = a_state()
            row: Any = getattr(other, name)
            if len(index) == 2:
                row[index[0]][index[1]] += 1
            elif index:
                row[index[0]] += 1
            else:
                setattr(other, name, row + 1)
            prints.add(other.fingerprint())
    assert len(prints) == 1 + sum(len(list(cells(field, 3))) for field in State.fields.values())


class Grown(Position, seats=(2, 4), later=("tint", "marks")):
    """The same game in a later version, with an option and a field more."""

    tint = pick(Colour, Colour.GREEN)
    count = number(-1, 9, to=everyone)
    marks = number(0, 3, per=Seats, to=everyone)


class Young(Position, seats=(2, 4)):
    """The version before it."""

    count = number(-1, 9, to=everyone)


def test_a_field_that_came_later_counts_for_the_fingerprint_once_it_is_used() -> None:
    before, now = Young.blank(3), Grown.blank(3)
    before.count = now.count = 5
    assert now.fingerprint() == before.fingerprint()
    assert now.unpacked(now.packed()).values() == now.values()
    assert now.as_before(truth(now), truth(before)) == truth(before)
    for change in ("tint", "marks"):
        other = now.copy()
        if change == "tint":
            other.tint = Colour.RED
        else:
            other.marks[2] = 1
        assert other.fingerprint() not in (now.fingerprint(), before.fingerprint())
        assert change in other.as_before(truth(other), truth(before))
        assert now.unpacked(other.packed()).values() == other.values()


def test_a_later_field_must_be_one() -> None:
    with pytest.raises(DeclarationError, match="later='nothing', but there is no such field"):

        class State(Position, seats=(2, 4), later=("nothing",)):
            count = number(-1, 9, to=everyone)


@pytest.mark.parametrize("strict", [False, True])
def test_a_packed_position_is_unpacked_as_it_was(strict: bool) -> None:
    state, other = a_state(), State.blank(3, strict)
    again = other.unpacked(state.packed())
    assert again.values() == state.values() and other.values() == State.blank(3).values()
    assert type(again.points) is type(other.points) and type(again.hand[0]) is type(other.hand[0])


def test_differences_name_each_field_that_is_different() -> None:
    state, other = a_state(), a_state()
    assert state.differences(other) == []
    other.points[0], other.hand[0][0], other.count = 3, 1, 8
    assert state.differences(other) == [name for name in State.fields if name in ("points", "hand", "count")]
    for name in State.fields:
        changed = a_state()
        fill(changed, {name: truth(State.blank(3))[name]})
        if changed.values() != state.values():
            assert state.differences(changed) == [name]


def test_a_copy_shares_nothing() -> None:
    state = a_state()
    other = state.copy()
    other.points[0], other.hand[0][0], other.count = 3, 1, 8
    assert state.values() == a_state().values()
    assert type(other) is State and other.seats == 3


def test_options_start_at_their_defaults_and_all_else_at_zero() -> None:
    state = State.blank(2)
    assert state.goal == 5 and state.long == 0
    assert sum(state.values()) == 2 + 5


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("count", -1), ("count", 301), ("count", 1.0), ("count", "some"), ("count", True), ("count", None), ("is_open", 1),
        ("colour", "blue"), ("colour", 1), ("left", ["red", "red"]), ("left", "red"), ("left", ["pink"]), ("turn", 3), ("turn", -1),
        ("turn", "none"), ("chief", 3), ("chief", -1), ("voted", [0, 0]), ("voted", [3]), ("voted", [True]), ("points", [1, 2]),
        ("points", {"red": 1}), ("place", [1, 2, 3]), ("place", {"pink": 1}), ("hand", [{}, {}]), ("board", [[True], [False]]),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(name: str, wrong: Any) -> None:
    with pytest.raises(BadPosition, match=f"^{name}.*expected"):
        fill(State.blank(3), {name: wrong})


def test_strict_lists_refuse_negative_indices() -> None:
    """Python takes the last item, compiled code some other memory: rules must do neither."""
    state = State.blank(3, strict=True)
    for row in (state.points, state.hand, state.hand[0], state.copy().points, state.copy().hand[1]):
        assert isinstance(row, StrictList)
        with pytest.raises(IndexError, match="negative index -1"):
            row[-1]
        with pytest.raises(IndexError, match="negative index -1"):
            row[-1] = 0
    assert State.blank(3).points[-1] == 0


def declare(**body: Any) -> None:
    PositionType("Wrong", (Position,), body, seats=(2, 4))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"x": number(0, 3, per=(2, 2, 2), to=everyone)}, "at most two axes"),  # type: ignore[call-overload, arg-type]
        ({"x": number(0, 3, per=5000, to=everyone)}, "axis of 1 to 4096"),
        ({"x": number(0, 3, per=0, to=everyone)}, "axis of 1 to 4096"),
        ({"fields": number(0, 3, to=everyone)}, "name is taken"),
        ({"_x": number(0, 3, to=everyone)}, "name is taken"),
        ({"x": number(0, 3, per=3, to=owner)}, "needs per=Seats"),
    ],
)
def test_a_wrong_declaration_stops_the_import(body: dict[str, Any], said: str) -> None:
    with pytest.raises(DeclarationError, match=said):
        declare(**body)


def test_a_field_of_a_base_class_cannot_be_declared_again() -> None:
    with pytest.raises(DeclarationError, match=r"Other\.goal: this name is taken"):
        PositionType("Other", (State,), {"goal": number(0, 1, to=everyone)}, seats=(2, 2))


@pytest.mark.parametrize("seats", [(0, 2), (3, 2), (2, 9)])
def test_seats_are_one_to_eight(seats: tuple[int, int]) -> None:
    with pytest.raises(DeclarationError, match="seats within 1 to 8"):
        PositionType("Wrong", (Position,), {}, seats=seats)


def test_names_count_from_zero() -> None:
    class Wrong(Names):
        ONE = 1

    with pytest.raises(DeclarationError, match="expected values 0, 1, 2"):
        choice(Wrong, to=everyone)


def test_a_set_of_names_fits_into_its_bits() -> None:
    make: Any = Names
    many = make("Many", {f"N{n}": n for n in range(31)})
    with pytest.raises(DeclarationError, match="at most 30 members"):
        some(many, to=everyone)
