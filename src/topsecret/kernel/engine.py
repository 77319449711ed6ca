"""From the functions of the rules, one per family, to the functions that everything else calls.

The rules say, for a family `swap` with the parameters `one` and `other`:

    refuse_swap(state, seat, one, other)   why not (0: it is allowed); leave it out if it is always allowed in its phase
    closed_swap(state, seat)               why none of the family is possible now (0: some may be); optional
    do_swap(state, seat, one, other)       carries it out
    count_swap(state, seat), nth_swap(state, seat, k)   optional and quick: how many are legal, and the rank of the k-th
    next_swap(state, seat, rank)           optional and quick: the first legal rank from this one on, or -1; for whole lists
    ways_swap(state, seat, one, other)     optional: how often a random choice should count it (the completions of a draft)
    weigh_swap(state, seat), draw_swap(state, seat, k)  optional and quick, beside ways_swap: the sum of all ways, and the rank
                                           in which the k-th of them falls

and for a chance family `draw` with the parameter `card`:

    weight_draw(state, card), do_draw(state, card); optional and quick: total_draw(state), or that and pick_draw(state, k)

and for the game: `setup(state)`, `actors(state)`, `winners(state)`, `score(state, seat)`, `ending(state)`, `unsound(state)`;
with time also `due(state)` and `elapse(state)`. Optional: `bad_options(state)`, why these options do not go together, and
`work_out(state, left_out)`, which fills in fields that a start position has left out and that follow from the others, and
`why_not_now(state, action)`, the refusal of an action outside its phases where there is more to say than NOT_NOW.
`RULES = (cards, dossier, …)` in `rules.py` lists the modules that hold more of them. `INLINE = (do_swap, …)` may name functions
that random games spend most of their time in: the compiler puts them into their callers.

This module writes the source text that joins them: `refuse, apply, count, nth, ways, drawn, weight, total, pick, happen,
playout`. The same text is executed for the interpreted mode and compiled for the other; `listed`, which gives a list, is for
the interpreted mode alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from math import prod
from typing import Any

from .errors import DeclarationError
from .moves import Family
from .parts import Seat

CHANCE_TURN = 1 << 20  # what `actors` returns when an outcome is needed
NEVER = -1  # what `due` returns when nothing will happen by itself
NOT_NOW = 1  # the refusals that the kernel itself gives; a game's Refusal must have them
NO_SUCH_SEAT = 2


def needed(actions: tuple[Family, ...], chances: tuple[Family, ...], timed: bool) -> dict[str, int]:
    """The functions that rules must have, with their number of arguments."""
    wanted = {"setup": 1, "actors": 1, "winners": 1, "score": 2, "ending": 1, "unsound": 1}
    if timed:
        wanted |= {"due": 1, "elapse": 1}
    wanted |= {f"do_{family.name}": 2 + len(family.parts) for family in actions}
    wanted |= {f"do_{family.name}": 1 + len(family.parts) for family in chances}
    return wanted


def allowed(actions: tuple[Family, ...], chances: tuple[Family, ...]) -> dict[str, int]:
    """The functions that rules may have besides, with their number of arguments."""
    may: dict[str, int] = {}
    for family in actions:
        full = 2 + len(family.parts)
        may |= {f"refuse_{family.name}": full, f"ways_{family.name}": full, f"closed_{family.name}": 2}
        may |= {f"count_{family.name}": 2, f"nth_{family.name}": 3, f"next_{family.name}": 3}
        may |= {f"weigh_{family.name}": 2, f"draw_{family.name}": 3}
    for family in chances:
        may |= {f"weight_{family.name}": 1 + len(family.parts), f"total_{family.name}": 1, f"pick_{family.name}": 2}
    return may | {"bad_options": 1, "work_out": 2, "why_not_now": 2}


QUESTIONS = ("refuse_", "closed_", "do_", "count_", "nth_", "next_", "ways_", "weigh_", "weight_", "total_", "pick_")


def check(
    rules: dict[str, Any], actions: tuple[Family, ...], chances: tuple[Family, ...], timed: bool, where: str
) -> None:
    """Every function that the declarations call for is there and takes what they say."""
    wanted, may = needed(actions, chances, timed), allowed(actions, chances)
    for name in wanted:
        if name not in rules:
            raise DeclarationError(f"{where}: expected a function {name}, got none")
    for name, count in (wanted | may).items():
        got = len(inspect.signature(rules[name]).parameters) if name in rules else count
        if got != count:
            raise DeclarationError(f"{where}: expected {name} to take {count} arguments, got {got}")
    pairs = (("count_", "nth_"), ("nth_", "count_"), ("pick_", "total_"), ("weigh_", "draw_"), ("weigh_", "ways_"))
    for first, second in pairs:
        for family in actions + chances:
            if first + family.name in rules and second + family.name not in rules:
                raise DeclarationError(f"{where}: {first}{family.name} needs {second}{family.name}")


class Writer:
    """Writes the joining functions for one game."""

    def __init__(
        self,
        has: Callable[[str], bool],
        reads: Callable[[str, int], bool],
        actions: tuple[Family, ...],
        chances: tuple[Family, ...],
        timed: bool,
    ) -> None:
        self.has = has
        self.reads = reads  # whether a function looks at its argument of this place
        self.actions = actions
        self.chances = chances
        self.timed = timed
        self.tables: dict[str, tuple[int, ...]] = {}
        self.lines: list[str] = []

    def write(self) -> str:
        for family in self.actions:
            self._listing(family)
        for family in self.chances:
            self._weighing(family)
        self._refuse()
        self._dispatch("apply", self.actions, "seat", "do_")
        self._sum("count", lambda family: f"count_{family.name}")
        self._find("nth", lambda family: f"count_{family.name}", lambda family: f"nth_{family.name}")
        self._sum("ways", self._weigh)
        self._find("drawn", self._weigh, self._draw)
        self._weight()
        self._dispatch("happen", self.chances, "", "do_")
        self._chance_sum()
        self._chance_pick()
        self._playout()
        return "\n".join(self.lines) + "\n"

    def write_playouts(self) -> str:
        """`playout` and what it needs."""
        self.lines = []
        for family in self.actions:
            self._listing(family)
        for family in self.chances:
            self._weighing(family)
        self._playout()
        return "\n".join(self.lines) + "\n"

    def write_lists(self) -> str:
        """`listed(state, seat)`: the codes of all legal actions, in order. Lists are for the interpreted mode alone."""
        self.lines = []

        def group(families: list[Family]) -> list[str]:
            return ["found = []", *(line for family in families for line in self._each(family)), "return found"]

        self._function("listed(state, seat)", self._by_phase(self.actions, group, "return []"))
        return "\n".join(self.lines) + "\n"

    def _each(self, family: Family) -> list[str]:
        """Lines that put the legal codes of a family into `found`."""
        name, start = family.name, family.start
        if self.has(f"next_{name}"):
            further = [f"    found.append({start} + rank)", f"    rank = next_{name}(state, seat, rank + 1)"]
            return [f"rank = next_{name}(state, seat, 0)", "while rank >= 0:", *further]
        if self.has(f"count_{name}"):
            return [
                f"for k in range(count_{name}(state, seat)):",
                f"    found.append({start} + nth_{name}(state, seat, k))",
            ]
        decode, names = self._decode(family, "rank")
        no_seat = self._no_seat(family, names)
        loop = [
            f"for rank in range({family.size}):",
            *("    " + line for line in decode),
            *([f"    if {no_seat}:", "        continue"] if no_seat else []),
            f"    if {self._judge(family, names)} == 0:",
            f"        found.append({start} + rank)",
        ]
        if self.has(f"closed_{name}"):
            return [f"if closed_{name}(state, seat) == 0:", *("    " + line for line in loop)]
        return loop

    # one family

    def _decode(self, family: Family, rank: str, parts: int | None = None) -> tuple[list[str], list[str]]:
        """Lines that turn a rank into the parameters' values, and the names of the values; or a rank of the first parameters alone."""
        lines, names = [], []
        parts = len(family.parts) if parts is None else parts
        for position in range(parts - 1, -1, -1):
            part = family.parts[position]
            if parts == 1:
                one = rank
            elif position == 0:
                one = f"r{family.index}"
            else:
                source = rank if position == parts - 1 else f"r{family.index}"
                lines.append(f"d{position} = {source} % {part.size}")
                lines.append(f"r{family.index} = {source} // {part.size}")
                one = f"d{position}"
            lines.append(f"v{position} = {part.expression(one, self.tables)}")
            names.append(f"v{position}")
        return lines, names[::-1]

    def _no_seat(self, family: Family, names: list[str]) -> str:
        seats = [
            f"{name} >= state.seats" for part, name in zip(family.parts, names, strict=False) if isinstance(part, Seat)
        ]
        return " or ".join(seats)

    def _judge(self, family: Family, names: list[str]) -> str:
        """An expression that is 0 if the parameters are allowed (phase and `closed` apart)."""
        if not self.has(f"refuse_{family.name}"):
            return "0"
        any_value = ["0"] * (len(family.parts) - len(names))  # of parameters that it does not look at
        return f"refuse_{family.name}({', '.join(['state', 'seat', *names, *any_value])})"

    def _listing(self, family: Family) -> None:
        """count_f and nth_f by trying every rank, where the rules do not have quicker ones; the same weighed by ways_f."""
        name = family.name
        guard = [f"if closed_{name}(state, seat) != 0:", "    return 0"] if self.has(f"closed_{name}") else []

        def loop(head: str, start: list[str], inner: list[str], last: str, parts: int, each: int = 1) -> None:
            decode, names = self._decode(family, "rank", parts)
            no_seat = self._no_seat(family, names)
            test = [*decode, *([f"if {no_seat}:", "    continue"] if no_seat else [])]
            body = [f"for rank in range({family.size // each}):", *("    " + line for line in test)]
            body += [f"    if {self._judge(family, names)} == 0:", *("        " + line for line in inner)]
            self._function(head, [*start, *body, last])

        if not self.has(f"count_{name}"):
            count, nth = f"count_{name}(state, seat)", f"nth_{name}(state, seat, k)"
            judged = self._judged(family)
            each = prod(part.size for part in family.parts[judged:])  # ranks that are legal or not together
            if judged:
                first = "rank" if each == 1 else f"rank * {each} + k"
                inner = [f"if k < {each}:", f"    return {first}", f"k -= {each}"]
                loop(count, [*guard, "n = 0"], [f"n += {each}"], "return n", judged, each)
                loop(nth, [], inner, "return -1", judged, each)
            else:
                self._function(count, [*guard, f"return {each} if {self._judge(family, [])} == 0 else 0"])
                self._function(nth, ["return k"])
        if self.has(f"ways_{name}") and not self.has(f"weigh_{name}"):
            parts = len(family.parts)
            _, names = self._decode(family, "rank")
            ways = f"ways_{name}({', '.join(['state', 'seat', *names])})"
            loop(f"weigh_{name}(state, seat)", [*guard, "n = 0"], [f"n += {ways}"], "return n", parts)
            inner = [f"w = {ways}", "if k < w:", "    return rank", "k -= w"]
            loop(f"draw_{name}(state, seat, k)", [], inner, "return -1", parts)

    def _judged(self, family: Family) -> int:
        """How many parameters, from the first on, decide whether an action is legal; the others may have any value."""
        refuse = f"refuse_{family.name}"
        last = 0
        for place, part in enumerate(family.parts, 1):
            if isinstance(part, Seat) or (self.has(refuse) and self.reads(refuse, place + 1)):
                last = place
        return last

    def _weigh(self, family: Family) -> str:
        return f"weigh_{family.name}" if self.has(f"ways_{family.name}") else f"count_{family.name}"

    def _draw(self, family: Family) -> str:
        return f"draw_{family.name}" if self.has(f"ways_{family.name}") else f"nth_{family.name}"

    def _weighing(self, family: Family) -> None:
        name = family.name
        decode, names = self._decode(family, "rank")
        weight = f"weight_{name}({', '.join(['state', *names])})"
        if self._even(family):
            self._function(f"total_{name}(state)", [f"return {family.size}"])
            self._function(f"pick_{name}(state, k)", ["return k"])
            return
        body = [f"for rank in range({family.size}):", *("    " + line for line in decode)]
        if not self.has(f"total_{name}"):
            self._function(f"total_{name}(state)", ["n = 0", *body, f"    n += {weight}", "return n"])
        if not self.has(f"pick_{name}"):
            inner = [f"    w = {weight}", "    if k < w:", "        return rank", "    k -= w"]
            self._function(f"pick_{name}(state, k)", [*body, *inner, "return -1"])

    def _even(self, family: Family) -> bool:
        """A chance family whose outcomes are always all possible and weigh the same."""
        return family in self.chances and not self.has(f"weight_{family.name}") and not self.has(f"total_{family.name}")

    # all families

    def _function(self, head: str, body: Iterable[str]) -> None:
        self.lines += [f"def {head}:", *("    " + line for line in body), ""]

    def _tree(self, families: tuple[Family, ...], leaf: Callable[[Family], list[str]]) -> list[str]:
        """A binary search by code."""
        if len(families) == 1:
            return leaf(families[0])
        middle = len(families) // 2
        low = self._tree(families[:middle], leaf)
        high = self._tree(families[middle:], leaf)
        return [
            f"if code < {families[middle].start}:",
            *("    " + s for s in low),
            "else:",
            *("    " + s for s in high),
        ]

    def _dispatch(self, head: str, families: tuple[Family, ...], seat: str, prefix: str) -> None:
        first = ["state", seat] if seat else ["state"]

        def leaf(family: Family) -> list[str]:
            decode, names = self._decode(family, "rank")
            rank = [f"rank = code - {family.start}"] if family.parts else []
            return [*rank, *decode, f"{prefix}{family.name}({', '.join([*first, *names])})"]

        self._function(f"{head}({', '.join([*first, 'code'])})", self._tree(families, leaf) if families else ["pass"])

    def _refuse(self) -> None:
        def leaf(family: Family) -> list[str]:
            decode, names = self._decode(family, "rank")
            lines = [f"rank = code - {family.start}"] if family.parts else []
            if family.when:
                lines += [
                    f"if {' and '.join(f'state.phase != {phase}' for phase in family.when)}:",
                    f"    return {NOT_NOW}",
                ]
            if self.has(f"closed_{family.name}"):
                lines += [f"why = closed_{family.name}(state, seat)", "if why != 0:", "    return why"]
            lines += decode
            no_seat = self._no_seat(family, names)
            if no_seat:
                lines += [f"if {no_seat}:", f"    return {NO_SUCH_SEAT}"]
            return [*lines, f"return {self._judge(family, names)}"]

        self._function("refuse(state, seat, code)", self._tree(self.actions, leaf))

    def _by_phase(
        self, families: tuple[Family, ...], group: Callable[[list[Family]], list[str]], none: str
    ) -> list[str]:
        """Branches by phase, so that only families which may be open are looked at."""
        listed = [family for family in families if not family.aside]
        always = [family for family in listed if not family.when]
        lines: list[str] = []
        for phase in sorted({phase for family in listed for phase in family.when}):
            here = [family for family in listed if not family.when or phase in family.when]
            lines += [f"if state.phase == {phase}:", *("    " + line for line in group(here))]
        return lines + (group(always) if always else [none])

    def _sum(self, head: str, count: Callable[[Family], str]) -> None:
        def group(families: list[Family]) -> list[str]:
            return ["return " + " + ".join(f"{count(family)}(state, seat)" for family in families)]

        self._function(f"{head}(state, seat)", self._by_phase(self.actions, group, "return 0"))

    def _find(self, head: str, count: Callable[[Family], str], find: Callable[[Family], str]) -> None:
        def group(families: list[Family]) -> list[str]:
            lines = []
            for family in families[:-1]:
                lines += [f"n = {count(family)}(state, seat)", "if k < n:"]
                lines += [f"    return {family.start} + {find(family)}(state, seat, k)", "k -= n"]
            last = families[-1]
            return [*lines, f"return {last.start} + {find(last)}(state, seat, k)"]

        self._function(f"{head}(state, seat, k)", self._by_phase(self.actions, group, "return -1"))

    def _weight(self) -> None:
        def leaf(family: Family) -> list[str]:
            decode, names = self._decode(family, "rank")
            lines = [f"rank = code - {family.start}"] if family.parts else []
            if family.when:
                lines += [f"if {' and '.join(f'state.phase != {phase}' for phase in family.when)}:", "    return 0"]
            weight = (
                f"weight_{family.name}({', '.join(['state', *names])})" if self.has(f"weight_{family.name}") else "1"
            )
            return [*lines, *decode, f"return {weight}"]

        self._function("weight(state, code)", self._tree(self.chances, leaf) if self.chances else ["return 0"])

    def _chance_sum(self) -> None:
        def group(families: list[Family]) -> list[str]:
            return ["return " + " + ".join(f"total_{family.name}(state)" for family in families)]

        self._function("total(state)", self._by_phase(self.chances, group, "return 0"))

    def _chance_pick(self) -> None:
        def group(families: list[Family]) -> list[str]:
            lines = []
            for family in families[:-1]:
                lines += [f"n = total_{family.name}(state)", "if k < n:"]
                lines += [f"    return {family.start} + pick_{family.name}(state, k)", "k -= n"]
            return [*lines, f"return {families[-1].start} + pick_{families[-1].name}(state, k)"]

        self._function("pick(state, k)", self._by_phase(self.chances, group, "return -1"))

    # playouts: one random step after the other. They do what total, pick and happen, or ways, drawn and apply do, in one go: the
    # phase is looked at once, and nothing is counted twice.

    def _playout(self) -> None:
        outcome = self._step(self.chances, lambda f: f"total_{f.name}", lambda f: f"pick_{f.name}", ["state"], False)
        action = self._step(self.actions, self._weigh, self._draw, ["state", "seat"], self.timed)
        for line in (TIMED_PLAYOUT if self.timed else PLAYOUT).strip().splitlines():
            block = {"OUTCOME": outcome, "ACTION": action}.get(line.strip())
            indent = line[: len(line) - len(line.lstrip())]
            self.lines += [line] if block is None else [indent + inner for inner in block]

    def _step(
        self,
        families: tuple[Family, ...],
        count: Callable[[Family], str],
        find: Callable[[Family], str],
        who: list[str],
        may_be_none: bool,
    ) -> list[str]:
        """Lines that choose one outcome or action at random and carry it out."""
        first = ", ".join(who)

        def carry_out(family: Family, k: str) -> list[str]:
            decode, names = self._decode(family, "rank")
            rank = (
                [f"rank = {k}" if self._even(family) else f"rank = {find(family)}({first}, {k})"]
                if family.parts
                else []
            )
            return [*rank, *decode, f"do_{family.name}({', '.join([*who, *names])})"]

        def group(here: tuple[Family, ...]) -> list[str]:
            if not here:
                return ["return -1"]
            last = len(here) - 1
            counts = [str(f.size) if self._even(f) else f"{count(f)}({first})" for f in here]
            lines = [f"n{i} = " + (f"n{i - 1} + " if i else "") + n for i, n in enumerate(counts)]
            choose = [f"k = below(rng, n{last})"]
            for i, family in enumerate(here):
                body = carry_out(family, f"k - n{i - 1}" if i else "k")
                test = f"{'elif' if i else 'if'} k < n{i}:" if i < last else "else:"
                choose += [test, *("    " + line for line in body)] if last else body
            return [*lines, *([f"if n{last} > 0:", *("    " + line for line in choose)] if may_be_none else choose)]

        listed = [family for family in families if not family.aside]
        always = tuple(family for family in listed if not family.when)
        if len(always) == len(listed):
            return group(always)
        phases = sorted({int(phase) for family in listed for phase in family.when})
        runs: list[tuple[int, tuple[Family, ...]]] = [(-1, always)]  # from which phase on which families may be open
        for phase in range(phases[0], phases[-1] + 2):
            here = tuple(family for family in listed if not family.when or phase in family.when)
            if here != runs[-1][1]:
                runs.append((phase, here))

        def tree(part: list[tuple[int, tuple[Family, ...]]]) -> list[str]:
            if len(part) == 1:
                return group(part[0][1])
            middle = len(part) // 2
            low, high = tree(part[:middle]), tree(part[middle:])
            return [f"if phase < {part[middle][0]}:", *("    " + s for s in low), "else:", *("    " + s for s in high)]

        return ["phase = state.phase", *tree(runs)]


PLAYOUT = f"""
def playout(state, rng, limit):
    steps = 0
    while steps < limit:
        who = actors(state)
        if who == 0:
            return steps
        steps += 1
        if who == {CHANCE_TURN}:
            OUTCOME
        else:
            seat = lowest(who)
            ACTION
    return -1
"""

TIMED_PLAYOUT = f"""
def playout(state, rng, limit):
    steps = 0
    while steps < limit:
        who = actors(state)
        if who == 0:
            return steps
        steps += 1
        if who == {CHANCE_TURN}:
            OUTCOME
            continue
        then = state.now + below(rng, 600)
        falls = due(state)
        if falls != {NEVER} and falls <= then:
            state.now = falls
            elapse(state)
            continue
        state.now = then
        seat = below(rng, state.seats)
        if who >> seat & 1:
            ACTION
    return -1
"""

# What only playouts use: the first of several seats, and a small random number source (xorshift64*); `rng` is one number in a list or an
# array.
BELOW = """
def lowest(who):
    return (who & -who).bit_length() - 1


def below(rng, n):
    x = rng[0]
    x ^= x >> 12
    x ^= (x << 25) & 0xFFFFFFFFFFFFFFFF
    x ^= x >> 27
    rng[0] = x
    return (((x * 2685821657736338717) & 0xFFFFFFFFFFFFFFFF) >> 32) * n >> 32
"""
