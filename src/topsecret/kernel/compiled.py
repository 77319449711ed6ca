"""The compiled mode: the same rules, written into one generated file and compiled by numba.

One file of rules per game, in a cache folder whose name is a hash of everything it is made from. That one decision cures the traps
of caching: an edit anywhere gives another folder (no stale code), two variants have two folders and two module names (no shared
entry), and every function is at the top of a real file (closures are never cached). Tables are written as arrays (big tuples compile
slowly). What Python calls, the doors, has a file of its own: with warm doors the rules file is not even read, so that a fresh process
plays at once. This module and nothing else imports numba and numpy, and only when it is asked to compile.
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
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
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
    lines += [f"{name} = np.array({value!r}, dtype=np.{_table_type(value)})" for name, value in sorted(tables.items())]
    depth = {name: _depth(value) for name, value in tables.items()}
    depth |= {name: len(field.shape) for name, field in rules.state.fields.items()} | {"seats": 0}
    trees = [*(found.functions[name] for name in sorted(found.functions)), *ast.parse(rules.joining).body]
    functions = {tree.name for tree in trees if isinstance(tree, ast.FunctionDef)}
    wide = Widen(depth, found.numbers, functions)
    text = "\n".join(ast.unparse(ast.fix_missing_locations(wide.visit(copy.deepcopy(tree)))) for tree in trees)
    for line in (text + BELOW_COMPILED).splitlines():
        if line.startswith("def "):
            force = ", forceinline=True" if line[4 : line.index("(")] in rules.inline else ""
            lines += ["", f"@njit({settings(checked)}, no_cpython_wrapper=True{force})"]
        lines.append(line)
    return "\n".join(lines) + "\n"


def doors_source(rules: Rules, checked: bool) -> str:
    """The text of the doors. The rules that they call are put beside them when something has to be compiled."""
    text = DOORS + (TIMED_DOORS if rules.state.timed else "")
    decorator = f"@njit({settings(checked)}, cache=True)"
    lines = [f"{decorator}\n{line}" if line.startswith("def ") else line for line in text.splitlines()]
    return (
        "\n".join([f'"""The doors to the compiled rules of {rules.name}."""', "from numba import njit", *lines]) + "\n"
    )


def made_from(rules: Rules, checked: bool) -> str:
    """A hash of everything that the compiled code depends on; much quicker than making the generated text."""
    import llvmlite
    import numba
    import numpy

    found = rules.collected
    here = Path(__file__).parent
    parts: list[Any] = [checked, sys.version, numba.__version__, llvmlite.__version__, numpy.__version__]
    parts += [(here / name).read_text(encoding="utf-8") for name in ("compiled.py", "loader.py")]
    parts += [sorted(found.texts.items()), sorted(found.members.items()), sorted(found.numbers.items())]
    parts += [sorted(found.tables.items()), sorted(rules.tables.items()), rules.joining, sorted(rules.inline)]
    parts += [layout(rules.state)]
    return hashlib.sha256("\n".join(map(repr, parts)).encode()).hexdigest()[:20]


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


def write_once(path: Path, text: Callable[[], str]) -> None:
    """Writes a file in one step, so that processes do not disturb each other."""
    if path.exists():
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text())
    os.replace(temporary, path)


def _forget_old(name: str, home: Path, keep: int = 6) -> None:
    """Only the newest folders of a game are kept."""
    folders = sorted(home.glob(f"{name}-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        shutil.rmtree(folder, ignore_errors=True)


def module_name(path: Path) -> str:
    """A generated module is named by its folder, so that no two share a name."""
    return f"topsecret_compiled_{path.parent.name.replace('-', '_')}_{path.stem}"


def load_module(path: Path) -> ModuleType:
    name = module_name(path)
    if not hasattr(sys.modules.get(name), "__file__"):
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise CannotCompile(f"cannot import {path}")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def stand_in(path: Path) -> None:
    """numba looks for the module of a compiled function when it takes it from the cache, and needs nothing of it but the name."""
    sys.modules.setdefault(module_name(path), ModuleType(module_name(path)))


class Compiled:
    """Compiled rules of one game. Its functions, the doors, take an array of one state."""

    def __init__(self, rules: Rules, checked: bool = False) -> None:
        try:
            import numba
            import numpy as np
        except ImportError as problem:
            raise CannotCompile(f"compiled rules need numba ({problem})") from None
        if numba.config.DISABLE_JIT:
            raise CannotCompile("compiled rules need numba, which is switched off (NUMBA_DISABLE_JIT)")
        self.state = rules.state
        self.np = np
        self.dtype = np.dtype(layout(rules.state), align=True)
        name = rules.name + ("-checked" if checked else "")
        try:
            home = cache_home()
        except RuntimeError as problem:  # a user without a home
            raise CannotCompile(f"compiled rules need a folder to keep them ({problem})") from None
        self.folder = home / f"{name}-{made_from(rules, checked)}"
        try:
            if not self.folder.exists():
                self.folder.mkdir(parents=True, exist_ok=True)
                _forget_old(name, home)
            write_once(self.folder / "rules.py", lambda: source(rules, checked))
            write_once(self.folder / "doors.py", lambda: doors_source(rules, checked))
            os.utime(self.folder)
            probe = self.folder / f".write-{os.getpid()}"
            probe.touch()
            probe.unlink()
        except OSError as problem:
            raise CannotCompile(f"compiled rules need a folder to keep them ({home}: {problem.strerror})") from None
        self.doors = load_module(self.folder / "doors.py")

    def rules(self) -> ModuleType:
        """The generated rules, put beside the doors that call them: needed as soon as something has to be compiled."""
        module = load_module(self.folder / "rules.py")
        for name, thing in vars(module).items():
            if not name.startswith("_"):
                self.doors.__dict__.setdefault(name, thing)
        return module

    def __getattr__(self, name: str) -> Any:
        """A door. The first call compiles it, or takes it from the cache; from then on it is called directly."""
        function: Any = vars(self.doors).get(name) if "doors" in self.__dict__ else None
        if getattr(function, "py_func", None) is None or f"def {name}(" not in DOORS + TIMED_DOORS:
            raise AttributeError(f"expected a door of the compiled rules, got {name}")

        def first_call(*arguments: Any) -> Any:
            ready = self.folder / f"{name}.ready"
            result = self._from_the_cache(name, arguments) if ready.exists() else None
            if result is None:
                self.rules()
                result = (vars(self.doors)[name](*arguments),)
                ready.touch()
            setattr(self, name, vars(self.doors)[name])
            return result[0]

        return first_call

    def _from_the_cache(self, door: str, arguments: tuple[Any, ...]) -> tuple[Any] | None:
        """Calls a door that was compiled before; None if its code is gone, or is for another machine."""
        from numba.core.errors import NumbaError

        stand_in(self.folder / "rules.py")
        try:
            return (vars(self.doors)[door](*arguments),)
        except NumbaError:  # numba remembers the failure: it takes new doors to try again
            del sys.modules[self.doors.__name__]
            self.doors = load_module(self.folder / "doors.py")
            return None

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
        steps = int(self.playouts(array, array.copy(), self.rng(seed), games, limit, wins))
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
