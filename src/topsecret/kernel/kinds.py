"""What one cell of a field can hold, and how it is written in JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .errors import DeclarationError
from .names import Names, find, texts


class Kind:
    """What one cell of a field holds: an int between low and high, and how it is written in JSON."""

    def __init__(self, low: int, high: int, json: Callable[[int], Any] = int) -> None:
        self.low = low
        self.high = high
        self.json = json  # positions are put into JSON all the time: plain functions, no methods

    @property
    def expects(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def read(self, thing: Any) -> int | None:
        """The int that this JSON value means, or None."""
        if isinstance(thing, int) and not isinstance(thing, bool) and self.low <= thing <= self.high:
            return int(thing)
        return None


class NumberKind(Kind):
    """A number, some of whose values may have a word of their own (`{-1: "none"}`)."""

    def __init__(self, low: int, high: int, words: dict[int, str] | None = None) -> None:
        self.words = said = dict(words or {})
        self.values = {word: value for value, word in said.items()}
        super().__init__(low, high, (lambda value: said.get(value, value)) if said else int)

    @property
    def expects(self) -> str:
        said = "".join(f" or {word!r}" for word in self.values)
        plain = [n for n in (self.low, self.high) if n not in self.words]
        low = min(
            (n for n in range(self.low, min(self.high, self.low + 64) + 1) if n not in self.words), default=self.low
        )
        return f"a whole number from {low} to {self.high}{said}" if plain else said[4:]

    def read(self, thing: Any) -> int | None:
        if isinstance(thing, str):
            return self.values.get(thing)
        value = super().read(thing)
        return None if value in self.words else value


class FlagKind(Kind):
    def __init__(self) -> None:
        super().__init__(0, 1, bool)

    @property
    def expects(self) -> str:
        return "true or false"

    def read(self, thing: Any) -> int | None:
        return int(thing) if isinstance(thing, bool) else None


class ChoiceKind(Kind):
    def __init__(self, names: type[Names]) -> None:
        super().__init__(0, len(texts(names)) - 1, texts(names).__getitem__)
        self.names = names

    @property
    def expects(self) -> str:
        every = texts(self.names)
        return "one of " + ", ".join(every[:16]) + (", …" if len(every) > 16 else "")

    def read(self, thing: Any) -> int | None:
        return find(self.names, thing)


class MaskKind(Kind):
    """A set of names, kept as bits."""

    def __init__(self, names: type[Names]) -> None:
        if len(texts(names)) > 30:
            raise DeclarationError(f"a set of {names.__name__}: expected at most 30 members, got {len(names)}")
        every = texts(names)
        super().__init__(
            0, (1 << len(every)) - 1, lambda value: [text for bit, text in enumerate(every) if value >> bit & 1]
        )
        self.names = names

    @property
    def expects(self) -> str:
        return "a list of different names of " + ", ".join(texts(self.names))

    def read(self, thing: Any) -> int | None:
        if not isinstance(thing, list | tuple):
            return None
        mask = 0
        for name in thing:
            bit = find(self.names, name)
            if bit is None or mask >> bit & 1:
                return None
            mask |= 1 << bit
        return mask


class SeatKind(NumberKind):
    """A seat, or -1 for none where that is allowed."""

    def __init__(self, none: bool) -> None:
        super().__init__(-1 if none else 0, 7, {-1: "none"} if none else None)


class SeatMaskKind(Kind):
    """A set of seats, kept as bits; in JSON a list of seat numbers."""

    def __init__(self) -> None:
        super().__init__(0, 255, lambda value: [seat for seat in range(8) if value >> seat & 1])

    @property
    def expects(self) -> str:
        return "a list of different seat numbers"

    def read(self, thing: Any) -> int | None:
        if not isinstance(thing, list | tuple):
            return None
        mask = 0
        for seat in thing:
            if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < 8 or mask >> seat & 1:
                return None
            mask |= 1 << seat
        return mask
