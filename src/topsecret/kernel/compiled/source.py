"""The text of the generated files: a game's rules, the doors through which Python calls them, and the gates for other compiled code.

Every function is at the top of a real file (numba never caches closures). Tables are written as arrays (big tuples compile slowly).
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from ..extend import OF_RULES, RULES, TIMED, hints
from ..fields import Position
from ..loader import Rules
from .cache import hash_of

SMALL = 2**14

BELOW_COMPILED = """
def lowest(who):
    seat = 0
    while who >> seat & 1 == 0:
        seat += 1
    return seat

def below(rng, n):
    x = rng[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    rng[0] = x
    return np.int64(((x * np.uint64(2685821657736338717)) >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))
"""

# What Python calls: each takes an array of one state (passing a record costs several times more).
DOORS = """
def start(states):
    setup(states[0])

def who(states):
    return actors(states[0])

def why_not(states, seat, code):
    return refuse(states[0], seat, code)

def play(states, seat, code):
    apply(states[0], seat, code)

def how_many(states, seat):
    return count(states[0], seat)

def the_nth(states, seat, k):
    return nth(states[0], seat, k)

def how_many_ways(states, seat):
    return ways(states[0], seat)

def the_drawn(states, seat, k):
    return drawn(states[0], seat, k)

def chance_weight(states, code):
    return weight(states[0], code)

def chance_total(states):
    return total(states[0])

def chance_pick(states, k):
    return pick(states[0], k)

def chance_happen(states, code):
    happen(states[0], code)

def who_won(states):
    return winners(states[0])

def what_scored(states, seat):
    return score(states[0], seat)

def refusals(states, seat, why):
    for code in range(len(why)):
        why[code] = refuse(states[0], seat, code)

def playouts(begin, states, rng, games, limit, wins):
    steps = 0
    for _ in range(games):
        states[0] = begin[0]
        taken = playout(states[0], rng, limit)
        if taken < 0:
            return -1
        steps += taken
        best = winners(states[0])
        for seat in range(states[0].seats):
            wins[seat] += best >> seat & 1
    return steps
"""

TIMED_DOORS = """
def falls_due(states):
    return due(states[0])

def let_elapse(states):
    elapse(states[0])
"""


def width(low: int, high: int) -> str:
    """The integer type of a field: small where twice the declared range still fits, so that sums on the way do not wrap."""
    return "int16" if low >= -SMALL and high < SMALL else "int32"


def layout(state: type[Position], only: list[str] | None = None) -> list[tuple[Any, ...]]:
    """The record type: the same fields as the interpreted state, or some of them."""
    fields: list[tuple[Any, ...]] = [("seats", "int16")]
    for name in state.fields if only is None else only:
        field = state.fields[name]
        kind = width(field.kind.low, field.kind.high)
        fields.append((name, kind, field.shape) if field.shape else (name, kind))
    return fields


def settings(checked: bool) -> str:
    return f"nogil=True, boundscheck={checked}, error_model='{'python' if checked else 'numpy'}', no_cfunc_wrapper=True"


def source(rules: Rules, checked: bool) -> str:
    """The text of the generated rules. They have no wrappers for Python: only doors can be called from there."""
    found = rules.collected
    lines = [
        f'"""The rules of {rules.name}, generated for numba from their source. Do not edit."""',
        "import numpy as np",
        "from numba import int64, njit",
        "",
    ]
    lines += [f"{name} = {value}" for name, value in sorted(found.numbers.items())]
    tables: dict[str, Any] = dict(found.tables) | dict(rules.tables)
    lines += as_arrays(tables)
    trees = [*(found.functions[name] for name in sorted(found.functions)), *ast.parse(rules.joining).body]
    functions = {tree.name for tree in trees if isinstance(tree, ast.FunctionDef)}
    wide = Widen(depths(tables, rules.state), found.numbers, functions)
    text = "\n".join(ast.unparse(ast.fix_missing_locations(wide.visit(copy.deepcopy(tree)))) for tree in trees)
    for line in (text + BELOW_COMPILED).splitlines():
        if line.startswith("def "):
            force = ", forceinline=True" if line[4 : line.index("(")] in rules.inline else ""
            lines += ["", f"@njit({settings(checked)}, no_cpython_wrapper=True{force})"]
        lines.append(line)
    return "\n".join(lines) + "\n"


def as_arrays(tables: dict[str, Any]) -> list[str]:
    return [f"{name} = np.array({value!r}, dtype=np.{_table_type(value)})" for name, value in sorted(tables.items())]


def depths(tables: dict[str, Any], state: type[Position]) -> dict[str, int]:
    """How many axes each table and field has."""
    depth = {name: _depth(value) for name, value in tables.items()}
    return depth | {name: len(field.shape) for name, field in state.fields.items()} | {"seats": 0}


def doors_source(rules: Rules, checked: bool) -> str:
    """The text of the doors. The rules that they call are put beside them when something has to be compiled."""
    text = DOORS + (TIMED_DOORS if rules.state.timed else "")
    decorator = f"@njit({settings(checked)}, cache=True)"
    lines = [f"{decorator}\n{line}" if line.startswith("def ") else line for line in text.splitlines()]
    return (
        "\n".join([f'"""The doors to the compiled rules of {rules.name}."""', "from numba import njit", *lines]) + "\n"
    )


def gates_source(rules: Rules) -> str:
    """The text of the gates through which other compiled code calls the rules: the same names and arguments, with numbers of fixed
    types. A random source comes as the address of its number."""
    lines = [f'"""The gates to the compiled rules of {rules.name}."""', "from numba import carray"]
    for name in gates(rules):
        said = list(hints(RULES[name]) or ())[:-1]
        inside = [f"carray({argument}, 1)" if argument == "rng" else argument for argument in said]
        lines += ["", f"def gate_{name}({', '.join(said)}):", f"    return {name}({', '.join(inside)})"]
        lines += ["", f"def linked_{name}({', '.join(said)}):", f"    return {name}({', '.join(said)})"]
    return "\n".join(lines) + "\n"


def gates(rules: Rules) -> list[str]:
    """The rules that have a gate."""
    return sorted(name for name in OF_RULES if rules.state.timed or RULES[name] not in TIMED)


def made_from(rules: Rules, checked: bool) -> str:
    """A hash of everything that the compiled code depends on; much quicker than making the generated text."""
    found = rules.collected
    parts: list[Any] = [
        checked,
        sorted(found.texts.items()),
        sorted(found.members.items()),
        sorted(found.numbers.items()),
    ]
    parts += [sorted(found.tables.items()), sorted(rules.tables.items()), rules.joining, sorted(rules.inline)]
    return hash_of(*parts, layout(rules.state))


class Widen(ast.NodeTransformer):
    """Makes every number that rules work with an int64: numba compiles a function again for each mixture of types that it is
    called with, and for each constant. Cells of tables and fields are reached in one step, not row by row."""

    def __init__(
        self, depth: dict[str, int], numbers: dict[str, int], functions: set[str], unsigned: bool = False
    ) -> None:
        self.depth = depth  # of tables and fields
        self.unsigned = unsigned  # indices: rules have no negative ones, and what numba does about them costs time
        self.numbers = numbers
        self.functions = functions

    def wide(self, node: ast.expr) -> ast.expr:
        return ast.Call(ast.Name("int64", ast.Load()), [node], [])

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        is_cell = self.depth.get(node.attr, 1) == 0 and isinstance(node.ctx, ast.Load)
        return self.wide(node) if is_cell else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        indices: list[ast.expr] = []
        base: ast.expr = node
        while isinstance(base, ast.Subscript):
            indices.insert(0, self.visit(base.slice))
            base = base.value
        name = base.attr if isinstance(base, ast.Attribute) else base.id if isinstance(base, ast.Name) else ""
        if self.depth.get(name) != len(indices):
            return self.generic_visit(node)  # type: ignore[return-value]
        if self.unsigned:
            indices = [ast.Call(ast.Name("uint64", ast.Load()), [index], []) for index in indices]
        cell = ast.Subscript(base, indices[0] if len(indices) == 1 else ast.Tuple(indices, ast.Load()), node.ctx)
        return self.wide(cell) if isinstance(node.ctx, ast.Load) else cell

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.functions:
            node.args = [self.wide(value) if self.is_constant(value) else value for value in node.args]
        return node

    def is_constant(self, node: ast.expr) -> bool:
        if isinstance(node, ast.UnaryOp):
            return self.is_constant(node.operand)
        if isinstance(node, ast.Constant):
            return not isinstance(node.value, bool)
        return isinstance(node, ast.Name) and node.id in self.numbers


def _depth(table: Any) -> int:
    return 1 + _depth(table[0]) if isinstance(table, tuple) else 0


def _table_type(value: Any) -> str:
    def flat(part: Any) -> Any:
        if isinstance(part, int):
            yield int(part)
        else:
            for item in part:
                yield from flat(item)

    numbers = list(flat(value))
    return (
        "int8"
        if min(numbers) >= -128 and max(numbers) < 128
        else "int32"
        if abs(max(numbers, key=abs)) < 2**31
        else "int64"
    )
