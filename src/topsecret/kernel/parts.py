"""Parameters of actions, chance outcomes and events: each has a fixed number of values, counted from rank 0, and is written as
text (what people type) and as JSON (what programs send), both directions.

Rules get a parameter's *value*: for most kinds a plain number; a set of names comes as bits; a spread comes as its rank, to be
looked up in `spreads(...)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from .audience import Audience
from .names import Names, find, texts


class Part:
    """One parameter. `to` narrows the audience of the family it belongs to."""

    size: int
    expects: str

    def __init__(self, to: Audience | None = None) -> None:
        self.to = to
        self.name = ""

    def value(self, rank: int) -> int:
        """What rules get for this rank."""
        return rank

    def rank(self, value: int) -> int:
        return value

    def expression(self, rank: str, tables: dict[str, tuple[int, ...]]) -> str:
        """Source text for `value(rank)`; `tables` takes constants that it needs."""
        return rank

    def text(self, value: int) -> str:
        raise NotImplementedError

    def json(self, value: int) -> Any:
        raise NotImplementedError

    def read_words(self, words: list[str], start: int) -> Iterator[tuple[int, int]]:
        """Each way to read words from `start` on: the value, and where the rest begins."""
        raise NotImplementedError

    def read_json(self, thing: Any) -> int | None:
        raise NotImplementedError


class OneOf(Part):
    """One of a set of names."""

    def __init__(self, names: type[Names], to: Audience | None = None) -> None:
        super().__init__(to)
        self.names = names
        self.size = len(texts(names))
        self.most_words = max(len(text.split()) for text in texts(names))
        every = texts(names)
        self.expects = f"<{names.__name__.lower()}>" if len(every) > 8 else "|".join(every)

    def text(self, value: int) -> str:
        return texts(self.names)[value]

    json = text

    def read_words(self, words: list[str], start: int) -> Iterator[tuple[int, int]]:
        for end in range(min(len(words), start + self.most_words), start - 1, -1):
            found = find(self.names, " ".join(words[start:end]))
            if found is not None:
                yield found, end

    def read_json(self, thing: Any) -> int | None:
        return find(self.names, thing)


class Whole(Part):
    """A whole number from low to high."""

    def __init__(self, low: int, high: int, to: Audience | None = None) -> None:
        super().__init__(to)
        self.low = low
        self.high = high
        self.size = high - low + 1
        self.expects = f"{low}..{high}"

    def value(self, rank: int) -> int:
        return rank + self.low

    def rank(self, value: int) -> int:
        return value - self.low

    def expression(self, rank: str, tables: dict[str, tuple[int, ...]]) -> str:
        return f"{rank} + {self.low}" if self.low else rank

    def text(self, value: int) -> str:
        return str(value)

    def json(self, value: int) -> Any:
        return value

    def read_words(self, words: list[str], start: int) -> Iterator[tuple[int, int]]:
        if start < len(words) and _is_number(words[start]) and self.low <= int(words[start]) <= self.high:
            yield int(words[start]), start + 1

    def read_json(self, thing: Any) -> int | None:
        if isinstance(thing, int) and not isinstance(thing, bool) and self.low <= thing <= self.high:
            return int(thing)
        return None


class Seat(Whole):
    """A seat, by its number."""

    def __init__(self, to: Audience | None = None) -> None:
        super().__init__(0, 7, to)
        self.expects = "<seat>"


class SomeOf(Part):
    """Between `fewest` and `most` different names, in no order. Rules get bits."""

    def __init__(self, names: type[Names], fewest: int, most: int, to: Audience | None = None) -> None:
        super().__init__(to)
        self.names = names
        self.masks = tuple(
            sum(1 << member for member in chosen)
            for size in range(fewest, most + 1)
            for chosen in combinations(range(len(texts(names))), size)
        )
        self.ranks = {mask: rank for rank, mask in enumerate(self.masks)}
        self.size = len(self.masks)
        self.fewest = fewest
        self.most = most
        one = f"<{names.__name__.lower()}>"
        self.expects = " ".join([one] * fewest + [f"[{one}]"] * (most - fewest))

    def value(self, rank: int) -> int:
        return self.masks[rank]

    def rank(self, value: int) -> int:
        return self.ranks[value]

    def expression(self, rank: str, tables: dict[str, tuple[int, ...]]) -> str:
        name = f"SETS_{self.names.__name__.upper()}_{self.fewest}_{self.most}"
        tables[name] = self.masks
        return f"{name}[{rank}]"

    def members(self, value: int) -> list[str]:
        return [text for bit, text in enumerate(texts(self.names)) if value >> bit & 1]

    def text(self, value: int) -> str:
        return " ".join(self.members(value))

    def json(self, value: int) -> Any:
        return self.members(value)

    def read_words(self, words: list[str], start: int) -> Iterator[tuple[int, int]]:
        one = OneOf(self.names)

        def more(mask: int, count: int, at: int) -> Iterator[tuple[int, int]]:
            if count < self.most:
                for member, end in one.read_words(words, at):
                    if not mask >> member & 1:
                        yield from more(mask | 1 << member, count + 1, end)
            if count >= self.fewest:
                yield mask, at

        yield from more(0, 0, start)

    def read_json(self, thing: Any) -> int | None:
        if not isinstance(thing, list | tuple):
            return None
        found = [find(self.names, name) for name in thing]
        if None in found or len(set(found)) != len(found):
            return None
        mask = sum(1 << member for member in found if member is not None)
        return mask if mask in self.ranks else None


@cache
def pairs(names: type[Names]) -> tuple[tuple[int, int], ...]:
    """All pairs of different names, the smaller first."""
    return tuple(combinations(range(len(texts(names))), 2))


class Pair(Part):
    """Two different names, in no order. Rules get the rank in `pairs(names)`: there may be too many names for bits."""

    def __init__(self, names: type[Names], to: Audience | None = None) -> None:
        super().__init__(to)
        self.names = names
        self.one = OneOf(names)
        self.pairs = pairs(names)
        self.ranks = {pair: rank for rank, pair in enumerate(self.pairs)}
        self.size = len(self.pairs)
        self.expects = f"<{names.__name__.lower()}> <{names.__name__.lower()}>"

    def json(self, value: int) -> Any:
        return [texts(self.names)[member] for member in self.pairs[value]]

    def text(self, value: int) -> str:
        return " ".join(self.json(value))

    def read_words(self, words: list[str], start: int) -> Iterator[tuple[int, int]]:
        for first, middle in self.one.read_words(words, start):
            for second, end in self.one.read_words(words, middle):
                if first != second:
                    yield self.ranks[min(first, second), max(first, second)], end

    def read_json(self, thing: Any) -> int | None:
        if not isinstance(thing, list | tuple) or len(thing) != 2:
            return None
        first, second = find(self.names, thing[0]), find(self.names, thing[1])
        if first is None or second is None or first == second:
            return None
        return self.ranks[min(first, second), max(first, second)]


class AnyOf(Part):
    """Any set of names, the empty one too; for events. Rules give bits."""

    def __init__(self, names: type[Names], to: Audience | None = None) -> None:
        super().__init__(to)
        self.names = names
        self.size = 1 << len(texts(names))
        self.expects = f"[<{names.__name__.lower()}> …]"

    def json(self, value: int) -> Any:
        return [text for bit, text in enumerate(texts(self.names)) if value >> bit & 1]

    def text(self, value: int) -> str:
        return " ".join(self.json(value)) or "none"

    def read_words(self, words: list[str], start: int) -> Iterator[tuple[int, int]]:
        if words[start : start + 1] == ["none"]:
            yield 0, start + 1
        if len(texts(self.names)) <= 12:
            yield from SomeOf(self.names, 1, len(texts(self.names))).read_words(words, start)

    def read_json(self, thing: Any) -> int | None:
        if not isinstance(thing, list | tuple):
            return None
        found = [find(self.names, name) for name in thing]
        if None in found or len(set(found)) != len(found):
            return None
        return sum(1 << member for member in found if member is not None)


@cache
def spreads(names: type[Names], most: int) -> tuple[tuple[int, ...], ...]:
    """All ways to spread 1, 2, … `most` points over these names; fewer points come first."""

    def ways(points: int, places: int) -> Iterator[tuple[int, ...]]:
        if places == 1:
            yield (points,)
            return
        for first in range(points, -1, -1):
            for rest in ways(points - first, places - 1):
                yield (first, *rest)

    return tuple(way for points in range(1, most + 1) for way in ways(points, len(texts(names))))


@cache
def spread_start(places: int, most: int) -> tuple[int, ...]:
    """Where the spreads of k points begin, for k = 0 … most + 1 (k = 0 begins at 0 and is empty)."""
    starts = [0, 0]
    for points in range(1, most + 1):
        starts.append(starts[-1] + comb(places + points - 1, points))
    return tuple(starts)


class Spread(Part):
    """1 to `most` points spread over names: `red+2 blue+4`. Rules get the rank in `spreads(names, most)`."""

    def __init__(self, names: type[Names], most: int, to: Audience | None = None) -> None:
        super().__init__(to)
        self.names = names
        self.most = most
        self.ways = spreads(names, most)
        self.ranks = {way: rank for rank, way in enumerate(self.ways)}
        self.size = len(self.ways)
        example = texts(names)
        self.expects = f"<{names.__name__.lower()}>+<points> … (as in {example[0]}+1 {example[1]}+2)"

    def text(self, value: int) -> str:
        return " ".join(
            f"{text}+{points}" for text, points in zip(texts(self.names), self.ways[value], strict=True) if points
        )

    def json(self, value: int) -> Any:
        return {text: points for text, points in zip(texts(self.names), self.ways[value], strict=True) if points}

    def read_words(self, words: list[str], start: int) -> Iterator[tuple[int, int]]:
        way = [0] * len(texts(self.names))
        end = start
        while end < len(words):
            name, plus, points = words[end].partition("+")
            member = find(self.names, name)
            if member is None or not plus or not _is_number(points) or way[member] or not 1 <= int(points) <= self.most:
                break
            way[member] = int(points)
            end += 1
        if end > start and tuple(way) in self.ranks:
            yield self.ranks[tuple(way)], end

    def read_json(self, thing: Any) -> int | None:
        if not isinstance(thing, dict):
            return None
        way = [0] * len(texts(self.names))
        for name, points in thing.items():
            member = find(self.names, name)
            if member is None or way[member] or not isinstance(points, int) or isinstance(points, bool) or points < 1:
                return None
            way[member] = points
        return self.ranks.get(tuple(way))


def _is_number(word: str) -> bool:
    digits = word[1:] if word[:1] == "-" else word
    return len(digits) <= 9 and digits.isascii() and digits.isdigit()
