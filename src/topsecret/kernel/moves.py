"""Families of actions, chance outcomes and events, declared once each, with an audience.

    class Actions(Families):
        move = action("{points}", points=Spread(Agent, 6), when=Phase.MOVE, to=everyone, rule="S3.2")

    class Chance(Families):
        roll = chance("roll {face}", face=OneOf(Face), when=Phase.ROLL, to=everyone)

    class Told(Families):
        scored = event(agent=OneOf(Agent), points=Whole(-3, 10), to=everyone)

A family's audience is told that it happened; a parameter may have a narrower audience of its own (others get null for it).
The text pattern gives what people type; the JSON form and the integer code follow from the same declaration.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

from .audience import Audience, everyone, opposite, owner
from .errors import DeclarationError, UnknownAction, shorten
from .names import Names
from .parts import Part

MOST_CODES = 8192  # two squares of an 11x11 board are 7,260 pairs


class Family:
    """One kind of action, chance outcome or event with its parameters."""

    def __init__(
        self,
        sort: str,
        pattern: str,
        parts: dict[str, Part],
        to: Audience | None,
        when: tuple[int, ...] = (),
        whose: str = "",
        rule: str = "",
        draft: bool = False,
        aside: bool = False,
        reveals: bool = False,
        final: bool = False,
        apart: bool = False,
        drafted: bool = False,
        unfinished: str = "",
    ) -> None:
        self.sort = sort  # "action", "chance" or "event"
        self.pattern = pattern
        self.parts = tuple(parts.values())
        for name, part in parts.items():
            part.name = name
        self.to: Audience = to if to is not None else owner
        self.declared = to is not None
        self.when = when
        self.whose = whose
        self.rule = rule
        self.draft = draft
        self.aside = aside
        self.reveals = reveals
        self.final = final
        self.apart = apart
        self.drafted = drafted
        self.unfinished = unfinished
        self.name = ""
        self.start = 0  # the first code
        self.index = 0
        self.size = 1
        for part in self.parts:
            self.size *= part.size

    @cached_property
    def audiences(self) -> tuple[Audience | None, ...]:
        """Who is told of it, and who of each parameter."""
        return (self.to, *(part.to for part in self.parts))

    @cached_property
    def names_seat(self) -> bool:
        """Whether its first parameter says whose it is."""
        return bool(self.parts) and self.parts[0].name == "seat"

    @cached_property
    def is_ruled(self) -> bool:
        """Whether an audience is a rule."""
        return any(to is not None and to.predicate is not None for to in self.audiences)

    @cached_property
    def is_duel(self) -> bool:
        """Whether the seat across from the owner is told something of its own."""
        return opposite in self.audiences

    @cached_property
    def is_open(self) -> bool:
        """Whether everybody is told the same."""
        return all(to is None or to is everyone for to in self.audiences)

    @cached_property
    def is_whole(self) -> bool:
        """Whether all who are told of it are told the same."""
        return all(part.to is None for part in self.parts)

    def settle(self, owner_class: str, name: str) -> None:
        self.name = name
        where = f"{owner_class}.{name}"
        if not self.declared:
            raise DeclarationError(
                f"{where} has no audience: say to=everyone, to=owner, to=opposite, to=nobody or to=rule(...)"
            )
        if self.sort != "event" and self.size > MOST_CODES:
            raise DeclarationError(
                f"{where}: expected at most {MOST_CODES} codes, got {self.size}: make it a short sequence with a draft"
            )
        if self.apart and self.to is not owner:
            raise DeclarationError(f"{where}: what stands apart is its seat's own: expected to=owner, got to={self.to}")
        if self.draft and self.to is not owner:
            raise DeclarationError(f"{where}: a draft is its seat's own: expected to=owner, got to={self.to}")
        named = {part.name for part in self.parts}
        for reserved in ("seat", "at", "n", "event", "action", "chance"):
            if reserved in named and not (reserved == "seat" and self.sort == "event"):
                raise DeclarationError(f"{where}: a parameter cannot be called {reserved!r}")
        slots = [word[1:-1] for word in self.pattern.split() if word.startswith("{")]
        if self.sort != "event" and sorted(slots) != sorted(named):
            raise DeclarationError(
                f"{where}: the text {self.pattern!r} names {slots}, the parameters are {sorted(named)}"
            )
        uses_owner = [self.to, *(part.to for part in self.parts if part.to is not None)]
        if self.sort == "event" and any(to.name in ("owner", "opposite") for to in uses_owner):
            if not self.parts or self.parts[0].name != "seat":
                raise DeclarationError(f"{where}: to=owner or to=opposite needs `seat=Seat()` as the first parameter")
        if self.sort == "chance" and not self.whose and any(to.name in ("owner", "opposite") for to in uses_owner):
            raise DeclarationError(
                f"{where}: to=owner or to=opposite needs whose='…', the public field that says whose it is"
            )

    # codes <-> values

    def values(self, code: int) -> tuple[int, ...]:
        """The parameters' values of a code of this family; matches ask for the same ones again and again."""
        values = self._values.get(code)
        if values is None:
            rank, found = code - self.start, []
            for part in reversed(self.parts):
                rank, one = divmod(rank, part.size)
                found.append(part.value(one))
            values = self._values[code] = tuple(reversed(found))
        return values

    @cached_property
    def _values(self) -> dict[int, tuple[int, ...]]:
        return {}

    def spoken(self, code: int) -> str:
        """The text of a code of this family; logs ask for the same ones again and again."""
        found = self._spoken.get(code)
        if found is None:
            found = self._spoken[code] = self.text(self.values(code))
        return found

    @cached_property
    def _spoken(self) -> dict[int, str]:
        return {}

    def code(self, values: tuple[int, ...]) -> int:
        rank = 0
        for part, value in zip(self.parts, values, strict=True):
            rank = rank * part.size + part.rank(value)
        return self.start + rank

    # text

    def text(self, values: tuple[int, ...]) -> str:
        spoken = {part.name: part.text(value) for part, value in zip(self.parts, values, strict=True)}
        words = [spoken[word[1:-1]] if word.startswith("{") else word for word in self.pattern.split()]
        return " ".join(word for word in words if word)

    @property
    def expects(self) -> str:
        """How this family is typed, for errors and help."""
        spoken = {part.name: part.expects for part in self.parts}
        return " ".join(spoken[word[1:-1]] if word.startswith("{") else word for word in self.pattern.split())

    def read_words(self, words: list[str]) -> tuple[int, ...] | None:
        """The values that these words mean in this family, or None."""
        found = self._match(self.pattern.split(), {part.name: part for part in self.parts}, words, 0)
        return None if found is None else tuple(found[part.name] for part in self.parts)

    def _match(self, pattern: list[str], parts: dict[str, Part], words: list[str], word: int) -> dict[str, int] | None:
        """The values of the parts by which this pattern is all words from this one on."""
        if not pattern:
            return {} if word == len(words) else None
        piece, *further = pattern
        if not piece.startswith("{"):
            is_said = word < len(words) and words[word].lower() == piece.lower()
            return self._match(further, parts, words, word + 1) if is_said else None
        name = piece[1:-1]
        for value, end in parts[name].read_words(words, word):
            found = self._match(further, parts, words, end)
            if found is not None:
                return {**found, name: value}
        return None

    # JSON

    def json(self, values: tuple[int, ...]) -> dict[str, Any]:
        return {self.sort: self.name} | {
            part.name: part.json(value) for part, value in zip(self.parts, values, strict=True)
        }

    def read_json(self, thing: dict[str, Any]) -> tuple[int, ...] | None:
        if len(thing) != len(self.parts) + 1:
            return None
        found = []
        for part in self.parts:
            value = part.read_json(thing.get(part.name))
            if value is None:
                return None
            found.append(value)
        return tuple(found)

    @property
    def expects_json(self) -> str:
        return (
            "{"
            + ", ".join([f'"{self.sort}": "{self.name}"', *(f'"{part.name}": {part.expects}' for part in self.parts)])
            + "}"
        )


def _phases(when: Any) -> tuple[int, ...]:
    return () if when is None else tuple(int(w) for w in when) if isinstance(when, tuple) else (int(when),)


def action(
    pattern: str,
    *,
    to: Audience | None = None,
    when: Names | tuple[Names, ...] | None = None,
    rule: str = "",
    draft: bool = False,
    aside: bool = False,
    reveals: bool = False,
    final: bool = False,
    apart: bool = False,
    unfinished: str = "",
    **parts: Part,
) -> Family:
    """A choice of a seat. `when`: the phases in which it is offered. `draft`: part of an unfinished choice, told to nobody else.
    `aside`: outside the order of turns and not listed (resigning). `reveals`: what it tells depends on somebody's secret.
    `final`: it cannot be taken back, because it shows something that its own seat kept secret (a card from the hand) or a rule says so.
    `apart`: it changes nothing but a secret of its own seat, whatever else happens; nobody else can tell that it was done, not even
    by what they can take back. `unfinished`: the refusal that only says that the choice is not complete yet (points that are left to
    spread): such an action cannot be played, but its preview shows how far it is."""
    flags = (draft, aside, reveals, final, apart)
    return Family("action", pattern, parts, to, _phases(when), "", rule, *flags, unfinished=unfinished)


def chance(
    pattern: str,
    *,
    to: Audience | None = None,
    when: Names | tuple[Names, ...] | None = None,
    whose: str = "",
    rule: str = "",
    **parts: Part,
) -> Family:
    """An outcome that nobody chooses. `whose` names the public field with the seat that it concerns."""
    return Family("chance", pattern, parts, to, _phases(when), whose, rule)


def event(
    *, to: Audience | None = None, rule: str = "", reveals: bool = False, drafted: bool = False, **parts: Part
) -> Family:
    """Something that happened, beyond the action or outcome itself. `reveals`: it tells somebody what was secret. `drafted`: it tells
    what its seat had drafted, now that the choice is complete; that is part of an open move, which can be taken back."""
    return Family("event", "", parts, to, (), "", rule, False, False, reveals, drafted=drafted)


class FamiliesType(type):
    def __new__(mcls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> FamiliesType:
        made: Any = super().__new__(mcls, name, bases, body)
        families = [value for value in body.values() if isinstance(value, Family)]
        start = 0
        for index, (key, family) in enumerate((k, v) for k, v in body.items() if isinstance(v, Family)):
            family.settle(name, key)
            family.start, family.index = start, index
            start += family.size
        made.families = tuple(families)
        made.size = start
        return made  # type: ignore[no-any-return]


class Families(metaclass=FamiliesType):
    """The root of `Actions`, `Chance` and `Told` in a game's state.py."""

    families: ClassVar[tuple[Family, ...]]
    size: ClassVar[int]


class Reasons(Names):
    """Why an action is refused, a match is over or a position is impossible: each reason with the number of its rule. In `Refusal`
    and `Flaw` 0 means: none. A refusal without a rule of its own cites the rule of the action that was tried.

    class Refusal(Reasons):
        ALLOWED = 0, ""
        NOT_NOW = 1, ""
        WRONG_TOTAL = 2, "S3.2"
    """

    rule: str

    def __new__(cls, value: int, rule: str) -> Reasons:
        member = int.__new__(cls, value)
        member._value_ = value
        member.rule = rule
        return member

    @classmethod
    def of(cls, value: int) -> Reasons:
        """The member with this number."""
        return list(cls)[value]


class Move:
    """One action or chance outcome: `str(move)`, `.code`, `.json`, `.family`, `.params`."""

    __slots__ = ("_family", "code")

    def __init__(self, family: Family, code: int) -> None:
        self._family = family
        self.code = code

    @property
    def family(self) -> str:
        return self._family.name

    @property
    def params(self) -> dict[str, Any]:
        parts, values = self._family.parts, self._family.values(self.code)
        return {part.name: part.json(value) for part, value in zip(parts, values, strict=True)}

    @property
    def json(self) -> dict[str, Any]:
        return self._family.json(self._family.values(self.code))

    @property
    def is_draft(self) -> bool:
        return self._family.draft

    def __str__(self) -> str:
        return self._family.spoken(self.code)

    def __repr__(self) -> str:
        return f"<{self._family.sort} {self.code}: {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.code == other.code and self._family is other._family

    def __hash__(self) -> int:
        return hash((self._family.sort, self.code))


class Codebook:
    """All families of one sort: code, text and JSON of every action (or outcome), both directions."""

    def __init__(self, families: tuple[Family, ...]) -> None:
        self.families = families
        self.sort = families[0].sort if families else "action"
        self.size = sum(family.size for family in families)
        self.by_name = {family.name: family for family in families}
        self._starts = [family.start for family in families]

    def family(self, code: int) -> Family:
        return self.families[bisect_right(self._starts, code) - 1]

    def move(self, code: int) -> Move:
        return Move(self.family(code), code)

    def __iter__(self) -> Iterator[Move]:
        return (Move(family, family.start + rank) for family in self.families for rank in range(family.size))

    def read(self, thing: Any) -> Move:
        """Text, a JSON object or a Move; raises UnknownAction."""
        if isinstance(thing, Move):
            if thing._family not in self.families or not 0 <= thing.code - thing._family.start < thing._family.size:
                raise UnknownAction(shorten(thing), [family.expects for family in self.families])
            return thing
        if isinstance(thing, str):
            words = thing.split() if len(thing) <= 400 else []
            for family in self.families:
                values = family.read_words(words)
                if values is not None:
                    return Move(family, family.code(values))
            raise UnknownAction(shorten(thing), [family.expects for family in self.families])
        if isinstance(thing, dict):
            name = thing.get(self.sort)
            found = self.by_name.get(name) if isinstance(name, str) else None
            if found is not None:
                values = found.read_json(thing)
                if values is not None:
                    return Move(found, found.code(values))
                raise UnknownAction(shorten(thing), [found.expects_json])
            raise UnknownAction(shorten(thing), [family.expects_json for family in self.families])
        raise UnknownAction(shorten(thing), ["a text, a JSON object or an action"])
