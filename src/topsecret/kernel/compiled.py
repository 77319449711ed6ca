"""The compiled mode: the same rules, written into one generated file and compiled by numba.

One file per game, in a cache folder whose name is a hash of everything in it. That one decision cures the traps of caching:
an edit anywhere gives another folder (no stale code), two variants have two folders and two module names (no shared entry), and
every function is at the top of a real file (closures are never cached). Tables are written as arrays (big tuples compile
slowly). This module and nothing else imports numba and numpy, and only when it is asked to compile.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

from .errors import TopSecretError
from .fields import Position, cells, get_cell
from .loader import Rules

SMALL = 2**14


class CannotCompile(TopSecretError):
    """numba is missing, or it has no place to keep compiled code. Everything works interpreted."""


class InterpretedOnly(UserWarning):
    """Said once when compiled rules are not to be had."""


def cache_home() -> Path:
    """Where compiled rules are kept: $TOPSECRET_CACHE, else the user's cache folder."""
    named = os.environ.get("TOPSECRET_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "topsecret"


BELOW_COMPILED = """
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


def layout(state: type[Position]) -> list[tuple[Any, ...]]:
    """The record type: the same fields as the interpreted state."""
    fields: list[tuple[Any, ...]] = [("seats", "int16")]
    for name, field in state.fields.items():
        kind = width(field.kind.low, field.kind.high)
        fields.append((name, kind, field.shape) if field.shape else (name, kind))
    return fields


def source(rules: Rules, checked: bool) -> str:
    """The text of the generated module."""
    found = rules.collected
    lines = [
        f'"""The rules of {rules.name}, generated for numba from their source. Do not edit."""',
        "import numpy as np",
        "from numba import int64, njit",
        "",
    ]
    lines += [f"{name} = {value}" for name, value in sorted(found.numbers.items())]
    tables: dict[str, Any] = dict(found.tables) | dict(rules.tables)
    lines += [f"{name} = np.array({value!r}, dtype=np.{_table_type(value)})" for name, value in sorted(tables.items())]
    depth = {name: _depth(value) for name, value in tables.items()}
    depth |= {name: len(field.shape) for name, field in rules.state.fields.items()} | {"seats": 0}
    trees = [*(found.functions[name] for name in sorted(found.functions)), *ast.parse(rules.joining).body]
    functions = {tree.name for tree in trees if isinstance(tree, ast.FunctionDef)}
    wide = Widen(depth, found.numbers, functions)
    text = "\n".join(ast.unparse(ast.fix_missing_locations(wide.visit(copy.deepcopy(tree)))) for tree in trees)
    doors = DOORS + (TIMED_DOORS if rules.state.timed else "")
    options = f"nogil=True, boundscheck={checked}, error_model='{'python' if checked else 'numpy'}'"
    inner = f"@njit({options}, no_cpython_wrapper=True, no_cfunc_wrapper=True)"
    outer = f"@njit({options}, no_cfunc_wrapper=True, cache=True)"
    for decorator, part in ((inner, text + BELOW_COMPILED), (outer, doors)):
        for line in part.splitlines():
            if line.startswith("def "):
                force = line[4 : line.index("(")] in rules.inline
                lines += ["", decorator.replace(")", ", forceinline=True)") if force else decorator]
            lines.append(line)
    return "\n".join(lines) + "\n"


class Widen(ast.NodeTransformer):
    """Makes every number that rules work with an int64: numba compiles a function again for each mixture of types that it is
    called with, and for each constant. Cells of tables and fields are reached in one step, not row by row."""

    def __init__(self, depth: dict[str, int], numbers: dict[str, int], functions: set[str]) -> None:
        self.depth = depth  # of tables and fields
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


def stamp(text: str) -> str:
    """Names everything that compiled code depends on."""
    import llvmlite
    import numba
    import numpy

    parts = [text, sys.version, numba.__version__, llvmlite.__version__, numpy.__version__]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:20]


def write_module(name: str, text: str, home: Path) -> Path:
    """Puts the generated module into its own folder, in one step, so that processes do not disturb each other."""
    folder = home / f"{name}-{stamp(text)}"
    path = folder / "rules.py"
    if path.exists():
        os.utime(folder)
        return path
    folder.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=folder, suffix=".tmp")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, path)
    _forget_old(name, home)
    return path


def _forget_old(name: str, home: Path, keep: int = 6) -> None:
    """Only the newest folders of a game are kept."""
    folders = sorted(home.glob(f"{name}-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        shutil.rmtree(folder, ignore_errors=True)


class Compiled:
    """Compiled rules of one game. Its functions take an array of one state."""

    def __init__(self, rules: Rules, checked: bool = False) -> None:
        try:
            import numba  # noqa: F401
            import numpy as np
        except ImportError as problem:
            raise CannotCompile(f"compiled rules need numba ({problem})") from None
        self.state = rules.state
        self.np = np
        self.dtype = np.dtype(layout(rules.state), align=True)
        name = rules.name + ("-checked" if checked else "")
        try:
            self.path = write_module(name, source(rules, checked), cache_home())
            probe = self.path.parent / f".write-{os.getpid()}"
            probe.touch()
            probe.unlink()
        except OSError as problem:
            raise CannotCompile(f"compiled rules need a folder to keep them ({problem})") from None
        module_name = f"topsecret_compiled_{self.path.parent.name.replace('-', '_')}"
        if module_name not in sys.modules:
            spec = importlib.util.spec_from_file_location(module_name, self.path)
            if spec is None or spec.loader is None:
                raise CannotCompile(f"cannot import {self.path}")
            module = importlib.util.module_from_spec(spec)
            sys.modules[module_name] = module
            spec.loader.exec_module(module)
        self.module = sys.modules[module_name]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["module"], name)

    def pack(self, state: Position) -> Any:
        """An array of one compiled state with the same values."""
        array = self.np.zeros(1, self.dtype)
        array[0]["seats"] = state.seats
        for name in self.state.fields:
            array[0][name] = getattr(state, name)
        return array

    def unpack(self, array: Any) -> Position:
        """The interpreted state with the same values."""
        record = array[0]
        state = self.state.blank(int(record["seats"]))
        for name, field in self.state.fields.items():
            value = record[name]
            setattr(state, name, value.tolist() if field.shape else int(value))
        return state

    def rng(self, seed: int) -> Any:
        """A random source for playouts; the seed may be any number but 0."""
        return self.np.array([seed & 0xFFFFFFFFFFFFFFFF or 1], dtype=self.np.uint64)

    def random_games(self, begin: Position, games: int, seed: int, limit: int = 1_000_000) -> tuple[int, list[int]]:
        """Plays random games from a position: all steps taken, and wins by seat."""
        wins = self.np.zeros(8, dtype=self.np.int64)
        array = self.pack(begin)
        steps = int(self.module.playouts(array, array.copy(), self.rng(seed), games, limit, wins))
        return steps, [int(n) for n in wins[: begin.seats]]


_said: set[str] = set()


def say_once(problem: CannotCompile) -> None:
    """Interpreted rules do the same, slower: say so once in a process."""
    text = f"{problem}; playing with interpreted rules, which do the same, slower"
    if text not in _said:
        _said.add(text)
        warnings.warn(text, InterpretedOnly, stacklevel=3)


def warm_in_background(game_id: str) -> subprocess.Popen[bytes]:
    """Compiles a game's playouts in a process of its own, into the cache; people play interpreted meanwhile."""
    program = (
        "import sys, topsecret; g = topsecret.game(sys.argv[1]); c = g.compiled();"
        "s = g.State.blank(g.seats[0]); c and c.random_games(s, 0, 1)"
    )
    return subprocess.Popen(
        [sys.executable, "-c", program, game_id],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def same(compiled: Compiled, array: Any, state: Position) -> str | None:
    """The first cell in which a compiled and an interpreted state differ, or None."""
    for name, field in type(state).fields.items():
        for index in cells(field, type(state).seat_range[1]):
            theirs = int(array[0][name][index] if index else array[0][name])
            ours = get_cell(state, name, index)
            if theirs != ours:
                return f"{name}{list(index) or ''}: interpreted {ours}, compiled {theirs}"
    return None
