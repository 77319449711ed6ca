"""Families that are declared (`families.py`), in play: their codes, texts and JSON forms, and the actions and outcomes of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from .audience import Audience, everyone, opposite, owner
from .errors import DeclarationError, UnknownAction, shorten
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
        # who is told of it, and who of each parameter
        self.audiences: tuple[Audience | None, ...] = (self.to, *[part.to for part in self.parts])
        self.names_seat = bool(self.parts) and self.parts[0].name == "seat"  # the first parameter says whose it is
        self.is_ruled = any(to is not None and to.predicate is not None for to in self.audiences)
        self.is_duel = opposite in self.audiences  # the seat across from the owner is told something of its own
        self.is_open = all(to is None or to is everyone for to in self.audiences)  # everybody is told the same
        self.is_whole = all(part.to is None for part in self.parts)  # all who are told of it are told the same
        self._values: dict[int, tuple[int, ...]] = {}  # by code, as far as somebody asked
        self._spoken: dict[int, str] = {}

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

    def spoken(self, code: int) -> str:
        """The text of a code of this family; logs ask for the same ones again and again."""
        found = self._spoken.get(code)
        if found is None:
            found = self._spoken[code] = self.text(self.values(code))
        return found

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
