"""The state of a game, declared field by field: kind, shape and audience. A field without an audience cannot be declared.

    class State(Options, seats=(2, 7)):
        safe  = choice(Building, to=everyone)
        place = choice(Building, per=Agent, to=everyone)
        holds = flag(per=(Seats, Agent), to=owner)

The class that comes out has `__slots__`, plain ints and lists, and is what interpreted rules work on. The compiled record
type (`compiled.py`) and the view (`view.py`) come from the same declarations.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator
from functools import cache
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, Self, overload

from .audience import Audience, everyone, nobody
from .errors import BadPosition, DeclarationError, shorten
from .generated import run
from .kinds import ChoiceKind, FlagKind, Kind, MaskKind, NumberKind, SeatKind, SeatMaskKind
from .names import Axis, Names, Seats, find, texts
from .packing import methods, unused

LONGEST_AXIS = 4096
FIELD_LIMIT = 2**31 - 1
TAKEN = (
    "fields",
    "copy",
    "copy_of",
    "values",
    "blank",
    "differences",
    "fingerprint",
    "packed",
    "pieces",
    "piece_of",
    "unpacked",
    "seats",
)


class Field:
    """One declared field."""

    def __init__(self, kind: Kind, per: tuple[Axis, ...], to: Audience | None, default: int | None = None) -> None:
        self.kind = kind
        self.per = per
        self.to: Audience = to if to is not None else nobody
        self.declared = to is not None
        self.default = default  # options only
        self.name = ""
        self.shape: tuple[int, ...] = ()

    @property
    def is_option(self) -> bool:
        return self.default is not None

    def settle(self, owner_class: str, name: str) -> None:
        """Called once the field knows its name: this is where a missing audience stops the import."""
        self.name = name
        if not self.declared:
            raise DeclarationError(
                f"{owner_class}.{name} has no audience: say to=everyone, to=owner, to=opposite, to=nobody or to=rule(...)"
            )
        if self.to.name in ("owner", "opposite") and (not self.per or self.per[0] is not Seats):
            raise DeclarationError(
                f"{owner_class}.{name}: to={self.to} needs per=Seats (or per=(Seats, …)), got per={self.per}"
            )
        if len(self.per) > 2:
            raise DeclarationError(f"{owner_class}.{name}: expected at most two axes, got {len(self.per)}")

    def measure(self, most_seats: int) -> None:
        sizes = []
        for axis in self.per:
            size = axis if isinstance(axis, int) else most_seats if axis is Seats else len(list(axis))  # type: ignore[arg-type]
            if not 1 <= size <= LONGEST_AXIS:
                raise DeclarationError(f"{self.name}: expected an axis of 1 to {LONGEST_AXIS}, got {size}")
            sizes.append(size)
        self.shape = tuple(sizes)


if TYPE_CHECKING:
    Single = Axis
    Double = tuple[Axis, Axis]


def _axes(per: Any) -> tuple[Axis, ...]:
    return () if per is None else tuple(per) if isinstance(per, tuple) else (per,)


# Each maker tells the type checker what the field is in an interpreted state: an int, a list or a list of lists.


@overload
def number(low: int, high: int, *, words: dict[int, str] | None = ..., to: Audience) -> int: ...
@overload
def number(low: int, high: int, *, words: dict[int, str] | None = ..., per: Single, to: Audience) -> list[int]: ...
@overload
def number(
    low: int, high: int, *, words: dict[int, str] | None = ..., per: Double, to: Audience
) -> list[list[int]]: ...
def number(
    low: int, high: int, *, words: dict[int, str] | None = None, per: Any = None, to: Audience | None = None
) -> Any:
    """A whole number from low to high; `words` names special values, as in `{-1: "none"}`."""
    return Field(NumberKind(low, high, words), _axes(per), to)


@overload
def flag(*, to: Audience) -> int: ...
@overload
def flag(*, per: Single, to: Audience) -> list[int]: ...
@overload
def flag(*, per: Double, to: Audience) -> list[list[int]]: ...
def flag(*, per: Any = None, to: Audience | None = None) -> Any:
    """0 or 1."""
    return Field(FlagKind(), _axes(per), to)


@overload
def choice(names: type[Names], *, to: Audience) -> int: ...
@overload
def choice(names: type[Names], *, per: Single, to: Audience) -> list[int]: ...
@overload
def choice(names: type[Names], *, per: Double, to: Audience) -> list[list[int]]: ...
def choice(names: type[Names], *, per: Any = None, to: Audience | None = None) -> Any:
    """One of a set of names."""
    return Field(ChoiceKind(names), _axes(per), to)


@overload
def some(names: type[Names], *, to: Audience) -> int: ...
@overload
def some(names: type[Names], *, per: Single, to: Audience) -> list[int]: ...
@overload
def some(names: type[Names], *, per: Double, to: Audience) -> list[list[int]]: ...
def some(names: type[Names], *, per: Any = None, to: Audience | None = None) -> Any:
    """A set of names, as bits: `state.in_play >> agent & 1`."""
    return Field(MaskKind(names), _axes(per), to)


@overload
def seat(*, none: bool = ..., to: Audience) -> int: ...
@overload
def seat(*, none: bool = ..., per: Single, to: Audience) -> list[int]: ...
@overload
def seat(*, none: bool = ..., per: Double, to: Audience) -> list[list[int]]: ...
def seat(*, none: bool = False, per: Any = None, to: Audience | None = None) -> Any:
    """A seat; with `none=True` also -1, written "none"."""
    return Field(SeatKind(none), _axes(per), to)


@overload
def some_seats(*, to: Audience) -> int: ...
@overload
def some_seats(*, per: Single, to: Audience) -> list[int]: ...
def some_seats(*, per: Any = None, to: Audience | None = None) -> Any:
    """A set of seats, as bits."""
    return Field(SeatMaskKind(), _axes(per), to)


# Options are public fields that the host fills before the set-up.


def toggle(default: bool) -> int:
    """An option that is on or off."""
    return Field(FlagKind(), (), everyone, int(default))  # type: ignore[return-value]


def pick(names: type[Names], default: Names) -> int:
    """An option that is one of a set of names."""
    return Field(ChoiceKind(names), (), everyone, int(default))  # type: ignore[return-value]


def pick_number(low: int, high: int, default: int, words: dict[int, str] | None = None) -> int:
    """An option that is a number; `words` names special values, as in `{-1: "random"}`."""
    return Field(NumberKind(low, high, words), (), everyone, default)  # type: ignore[return-value]


def pick_some(names: type[Names]) -> int:
    """An option that is a set of names; none by default."""
    return Field(MaskKind(names), (), everyone, 0)  # type: ignore[return-value]


class StrictList(list[Any]):
    """A list that refuses negative indices, as compiled code does not: the laws play on these."""

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int) and index < 0:
            raise IndexError(f"negative index {index}")
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, int) and index < 0:
            raise IndexError(f"negative index {index}")
        super().__setitem__(index, value)

    def copy(self) -> StrictList:
        return StrictList(self)


class PositionType(type):
    """Collects the declared fields of a class and makes the slots, `copy` and `values` that belong to them."""

    def __new__(
        mcls,
        name: str,
        bases: tuple[type, ...],
        body: dict[str, Any],
        seats: tuple[int, int] | None = None,
        timed: bool = False,
        later: tuple[str, ...] = (),
    ) -> PositionType:
        fields: dict[str, Field] = {}
        for base in bases:
            fields.update(getattr(base, "fields", {}))
        own = {key: value for key, value in body.items() if isinstance(value, Field)}
        if timed:
            own["now"] = Field(NumberKind(0, FIELD_LIMIT), (), nobody)
        for key, field in own.items():
            if key in fields or key.startswith("_") or key in TAKEN:
                raise DeclarationError(f"{name}.{key}: this name is taken")
            field.settle(name, key)
            fields[key] = field
        space = {key: value for key, value in body.items() if key not in own}
        space["__slots__"] = tuple(own) + (("seats", "_told") if not bases else ())
        space["fields"] = fields
        made: Any = super().__new__(mcls, name, bases, space)
        if seats is not None:
            low, high = seats
            if not 1 <= low <= high <= 8:
                raise DeclarationError(f"{name}: expected seats within 1 to 8, got {seats}")
            made.seat_range = (low, high)
            made.timed = timed
            for field in fields.values():
                field.measure(high)
            for key in later:
                if key not in fields:
                    raise DeclarationError(f"{name}: later={key!r}, but there is no such field")
            packing = Struct(f"<{1 + sum(math.prod(field.shape) for field in fields.values())}i")
            made_space: dict[str, Any] = {"StrictList": StrictList, "Struct": Struct, "pack": packing.pack}
            run(methods(fields, later), f"{made.__module__}.{name}: fields", made_space)
            made.later = later
            made._unused = unused([fields[key] for key in later])
            made._copy = made_space["copy"]
            made._values = made_space["values"]
            made._blank = made_space["blank"]
            made._fill = made_space["fill"]
            made._differences = made_space["differences"]
            made.packed = made_space["packed"]
            made.copy_of = {key: copier(field) for key, field in fields.items()}
            made.pieces, made.piece_of = made_space["pieces"], made_space["piece_of"]
            made._unpack = packing.unpack
        return made  # type: ignore[no-any-return]

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **_: Any) -> None:
        super().__init__(name, bases, body)


class Position(metaclass=PositionType):
    """The root of every state class. `seats` is how many play; everything else is declared by the game."""

    fields: ClassVar[dict[str, Field]]
    seat_range: ClassVar[tuple[int, int]]
    timed: ClassVar[bool]
    later: ClassVar[tuple[str, ...]]  # fields that matches which were played before do not know
    if TYPE_CHECKING:
        seats: int
        now: int
        phase: int
        _told: Callable[[tuple[Any, tuple[int, ...]]], None] | None
        _copy: ClassVar[Callable[[Any, Any], Any]]
        _values: ClassVar[Callable[[Any], tuple[int, ...]]]
        _blank: ClassVar[Callable[[Any, Any], Any]]
        _differences: ClassVar[Callable[[Any, Any], list[str]]]
        _fill: ClassVar[Callable[[Any, Any], Any]]
        _unpack: ClassVar[Callable[[bytes], tuple[int, ...]]]
        _unused: ClassVar[bytes]

        def packed(self) -> bytes:
            """The whole truth, small."""

        def pieces(self) -> list[bytes]:
            """The same in pieces: how many seats, then field by field."""

        copy_of: ClassVar[dict[str, Callable[[Any], Any]]]  # what copies the value of a field
        piece_of: ClassVar[dict[str, tuple[int, Callable[[Any], bytes]]]]  # which piece a field is, and what packs it

    @classmethod
    def blank(cls, seats: int, strict: bool = False) -> Self:
        """All zeros (options at their defaults)."""
        new = cls.__new__(cls)
        new.seats = seats
        new._told = None
        cls._blank(new, StrictList if strict else list)
        for name, field in cls.fields.items():
            if field.default is not None:
                setattr(new, name, field.default)
        return new

    def copy(self) -> Self:
        cls = type(self)
        new: Self = cls._copy(self, cls.__new__(cls))
        return new

    def values(self) -> tuple[int, ...]:
        """All cells in the order of declaration: two states are the same exactly when these are."""
        return type(self)._values(self)

    def unpacked(self, packed: bytes) -> Self:
        """Another position of the same match, by what it was packed to."""
        new: Self = type(self)._fill(self.copy(), type(self)._unpack(packed))
        return new

    def differences(self, other: Self) -> list[str]:
        """The fields that are different, in the order of declaration."""
        return type(self)._differences(self, other)

    def fingerprint(self) -> str:
        """A short hash of the whole truth."""
        return self.fingerprint_of(self.packed())

    @classmethod
    def fingerprint_of(cls, packed: bytes) -> str:
        """The same of a position that is packed already. Fields that came later do not count as long as they are unused: so a match
        that was played before keeps its fingerprints."""
        return hashlib.blake2b(packed.removesuffix(cls._unused), digest_size=8).hexdigest()

    def as_before(self, spelled: dict[str, Any], before: Any) -> dict[str, Any]:
        """Options or the truth of this position, without fields that came later, are unused and are not in `before` either."""
        blank = self.blank(self.seats)
        new = [name for name in self.later if name not in before and getattr(self, name) == getattr(blank, name)]
        return {name: value for name, value in spelled.items() if name not in new}


def cells(field: Field, seats: int) -> Iterator[tuple[int, ...]]:
    """The indices of all cells of a field that a match with so many seats uses."""
    sizes = [seats if axis is Seats else size for axis, size in zip(field.per, field.shape, strict=True)]
    if not sizes:
        yield ()
    elif len(sizes) == 1:
        yield from ((i,) for i in range(sizes[0]))
    else:
        yield from ((i, j) for i in range(sizes[0]) for j in range(sizes[1]))


def get_cell(state: Position, name: str, index: tuple[int, ...]) -> Any:
    value: Any = getattr(state, name)
    for i in index:
        value = value[i]
    return value


def set_cell(state: Position, name: str, index: tuple[int, ...], value: Any) -> None:
    if not index:
        setattr(state, name, value)
        return
    row: Any = getattr(state, name)
    for i in index[:-1]:
        row = row[i]
    row[index[-1]] = value


def spell(field: Field, seats: int, cell: Callable[[tuple[int, ...]], Any], index: tuple[int, ...] = ()) -> Any:
    """A field (behind this index) as JSON: axes of names become objects, axes of seats and numbers lists."""
    depth = len(index)
    if depth == len(field.per):
        return cell(index)
    axis, size = field.per[depth], field.shape[depth]
    if axis is Seats:
        size = seats
    row = [spell(field, seats, cell, (*index, i)) for i in range(size)]
    if isinstance(axis, type) and issubclass(axis, Names):
        return dict(zip(texts(axis), row, strict=True))
    return row


def unspell(
    field: Field, seats: int, thing: Any, where: str, index: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The cells of a field (behind this index) written as `spell` writes them; raises BadPosition where the shape is wrong."""
    depth = len(index)
    if depth == len(field.per):
        yield index, thing
        return
    axis, size = field.per[depth], field.shape[depth]
    if axis is Seats:
        size = seats
    if isinstance(axis, type) and issubclass(axis, Names):
        if not isinstance(thing, dict):
            raise BadPosition(f"{where}: expected an object with names of {axis.__name__}, got {shorten(thing)}")
        for key, value in thing.items():
            found = find(axis, key)
            if found is None:
                raise BadPosition(f"{where}: expected one of {', '.join(texts(axis)[:16])}, got {shorten(key)}")
            yield from unspell(field, seats, value, f"{where}.{key}", (*index, found))
    else:
        if not isinstance(thing, list | tuple) or len(thing) != size:
            raise BadPosition(f"{where}: expected a list of {size}, got {shorten(thing)}")
        for i, value in enumerate(thing):
            yield from unspell(field, seats, value, f"{where}[{i}]", (*index, i))


@cache
def speller(field: Field, seats: int, depth: int = 0) -> Callable[[Any], Any]:
    """What puts a field (from an axis on) as JSON, all cells shown: `spell` for the common case, and much quicker."""
    if depth == len(field.per):
        return field.kind.json
    axis, inner = field.per[depth], speller(field, seats, depth + 1)
    if isinstance(axis, type) and issubclass(axis, Names):
        names = texts(axis)
        return lambda cells: dict(zip(names, map(inner, cells), strict=True))
    if axis is Seats:
        return lambda cells: list(map(inner, cells[:seats]))
    return lambda cells: list(map(inner, cells))


def copier(field: Field) -> Callable[[Any], Any]:
    """What copies a value of this field."""
    if not field.per:
        return int
    return copy_rows if len(field.per) > 1 else list.copy


def copy_rows(rows: list[list[int]]) -> list[list[int]]:
    return [row.copy() for row in rows]


def spell_all(field: Field, seats: int, value: Any, depth: int = 0) -> Any:
    """A field (from an axis on) as JSON, all cells shown."""
    return speller(field, seats, depth)(value)


def spell_none(field: Field, seats: int, depth: int = 0) -> Any:
    """A field (from an axis on) as JSON, no cell shown."""
    if depth == len(field.per):
        return None
    axis, size = field.per[depth], field.shape[depth]
    row = [spell_none(field, seats, depth + 1) for _ in range(seats if axis is Seats else size)]
    return dict(zip(texts(axis), row, strict=True)) if isinstance(axis, type) and issubclass(axis, Names) else row


def truth(state: Position) -> dict[str, Any]:
    """The whole position as JSON, secrets included."""
    fields = type(state).fields
    return {"seats": state.seats} | {
        name: spell_all(field, state.seats, getattr(state, name)) for name, field in fields.items()
    }


def fill(state: Position, position: Any) -> None:
    """Writes a plain dict in the form of `truth` into a state; names what cannot be read."""
    if not isinstance(position, dict):
        raise BadPosition(f"expected an object with fields, got {shorten(position)}")
    fields = type(state).fields
    for name, thing in position.items():
        if name == "seats":
            if thing != state.seats or isinstance(thing, bool):
                raise BadPosition(f"seats: expected {state.seats}, got {shorten(thing)}")
            continue
        if not isinstance(name, str) or name not in fields:
            raise BadPosition(f"expected a field: one of {', '.join(fields)}, got {shorten(name)}")
        field = fields[name]
        for index, part in unspell(field, state.seats, thing, name):
            value = field.kind.read(part)
            if value is not None and (
                (isinstance(field.kind, SeatKind) and value >= state.seats)
                or (isinstance(field.kind, SeatMaskKind) and value >> state.seats)
            ):
                value = None
            if value is None:
                path = name + "".join(f"[{i}]" for i in index)
                raise BadPosition(f"{path}: expected {field.kind.expects}, got {shorten(part)}")
            set_cell(state, name, index, value)
