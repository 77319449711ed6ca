"""Random games at full speed: rules with fixed options (`kernel/fixed.py`), compiled by a process of its own into plain object code.

That process is the only one that imports numba and numpy. Whoever plays loads the object code with llvmlite and calls it by ctypes,
so that a fresh process plays at once. One folder for each set of options.
"""

from __future__ import annotations

import ast
import ctypes
import json
import os
import re
import struct
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from ..fields import Position
from ..fixed import FixedRules
from ..loader import Rules
from .cache import CannotCompile, hash_of, open_folder, write_once
from .source import Widen, as_arrays, depths, layout, made_from

MOST_INLINED = 6_000  # nodes of syntax: larger rules are not put into one function
SEATS = 8

HEAD = """
import numpy as np
from numba import carray, int64, uint64, njit, types
from numba.extending import intrinsic
from topsecret.kernel.compiled.build import assign, lowest

"""

LUCK = """
def stir(luck):
    luck ^= luck >> np.uint64(12)
    luck ^= luck << np.uint64(25)
    luck ^= luck >> np.uint64(27)
    return luck

def share(luck, n):
    return int64(((luck * np.uint64(2685821657736338717)) >> np.uint64(32)) * uint64(n) >> np.uint64(32))
"""

PLAYOUTS = """
def playouts(begin, state, rng, games, limit, wins):
    luck = carray(rng, 1)
    tally = carray(wins, {seats})
    steps = int64(0)
    for _ in range(games):
        assign(state, begin)
        taken = playout(state, luck, limit)
        if taken < 0:
            return int64(-1)
        steps += taken
        best = winners(state)
        for seat in range(int64(state.seats)):
            tally[seat] += best >> seat & 1
    return steps
"""


class Playouts:
    """Random games of one game with one set of options. What was compiled before is loaded; else it is compiled, which takes a while."""

    def __init__(self, rules: Rules, options: dict[str, int]) -> None:
        texts = "\n".join(rules.collected.texts.values())
        options = {name: value for name, value in options.items() if re.search(rf"\.{name}\b", texts)}
        made = hash_of(made_from(rules, False), sorted(options.items()), machine())
        self.folder = folder = open_folder(f"{rules.name}-playouts", made, {})
        if not (folder / "playouts.json").exists():
            fixed = FixedRules(rules, options)
            known = {name: sorted(values) for name, values in fixed.remembered.items() if values is not None}
            known |= {name: [value] for name, value in fixed.constant.items()}
            write_once(folder / "rules.py", lambda: source(fixed))
            write_once(folder / "state.json", lambda: json.dumps([layout(rules.state, fixed.fields), known]))
            compile_in_a_process(folder)
        told = json.loads((folder / "playouts.json").read_text(encoding="utf-8"))
        self._known: dict[str, list[int]] = told["known"]  # what these fields may be
        self._size: int = told["size"]
        self._places = [(name, struct.Struct(shape), offset) for name, shape, offset in told["fields"]]
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        # status; result, failure, then the arguments
        kind = ctypes.CFUNCTYPE(ctypes.c_int32, pointer, pointer, pointer, pointer, pointer, number, number, pointer)
        self._call = kind(load_object(folder / "playouts.o", told["symbol"]))

    def fits(self, position: Position) -> bool:
        """Whether these rules can play on from a position: one made by hand may be where they never come to."""
        return all(getattr(position, name) in values for name, values in self._known.items())

    def pack(self, position: Position) -> Any:
        memory = ctypes.create_string_buffer(self._size)
        for name, shape, offset in self._places:
            value = getattr(position, name)
            shape.pack_into(memory, offset, *(flat(value) if isinstance(value, list) else (value,)))
        return memory

    def unpack(self, memory: Any, position: Position) -> Position:
        """The position with the fields that are kept here; the others cannot change with these options."""
        new = position.copy()
        for name, shape, offset in self._places:
            cells = list(shape.unpack_from(memory, offset))
            old = getattr(new, name)
            setattr(new, name, fold_up(cells, old) if isinstance(old, list) else cells[0])
        return new

    def play(self, begin: Position, games: int, seed: int, limit: int) -> tuple[int, list[int], Position]:
        """All steps taken (-1: a game was longer than the limit), wins by seat, and the last position."""
        start, state = self.pack(begin), self.pack(begin)
        rng, wins, steps = ctypes.c_uint64(seed & 0xFFFFFFFFFFFFFFFF or 1), (ctypes.c_int64 * SEATS)(), ctypes.c_int64()
        failure = ctypes.c_void_p()
        at = ctypes.addressof
        self._call(at(steps), at(failure), at(start), at(state), at(rng), games, limit, at(wins))
        return steps.value, list(wins)[: begin.seats], self.unpack(state, begin)


def flat(value: Any) -> list[int]:
    return [cell for row in value for cell in row] if isinstance(value[0], list) else value


def fold_up(cells: list[int], like: list[Any]) -> list[Any]:
    if not isinstance(like[0], list):
        return cells
    width = len(like[0])
    return [cells[i : i + width] for i in range(0, len(cells), width)]


def machine() -> str:
    """Object code is for one kind of processor."""
    import llvmlite.binding as llvm

    return f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


# What object code calls of the outside: copying, and numba's care for arrays that own their memory, of which there are none.
NEEDED = {
    "memcpy": ctypes.memmove,
    "memmove": ctypes.memmove,
    "memset": ctypes.memset,
    "NRT_MemInfo_call_dtor": ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda memory: None),
}

_engines: list[Any] = []  # object code lives as long as the process


def load_object(path: Path, symbol: str) -> int:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name, function in NEEDED.items():
        llvm.add_symbol(name, ctypes.cast(function, ctypes.c_void_p).value)
    engine = llvm.create_mcjit_compiler(
        llvm.parse_assembly(""), llvm.Target.from_default_triple().create_target_machine()
    )
    engine.add_object_file(llvm.ObjectFileRef.from_path(str(path)))
    engine.finalize_object()
    _engines.append(engine)
    return int(engine.get_function_address(symbol))


def compile_in_a_process(folder: Path) -> None:
    """numba's second vectorizer is on in that process alone."""
    path = os.pathsep.join(filter(None, [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH")]))
    made = subprocess.run(
        [sys.executable, "-m", "topsecret.kernel.compiled.build", str(folder)],
        env=os.environ | {"NUMBA_SLP_VECTORIZE": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    if made.returncode != 0:
        raise CannotCompile(
            f"the rules cannot be compiled: {(made.stderr.strip().splitlines() or ['no reason given'])[-1]}"
        )


# the text that is compiled


def source(fixed: FixedRules) -> str:
    """One file with the functions of the rules that are needed, and `playouts`."""
    tables = fixed.tables
    wide = Widen(depths(tables, fixed.rules.state), {}, set(fixed.functions), unsigned=True)
    inline = inlined(fixed)
    lines = [HEAD, *as_arrays(used(tables, fixed))]
    texts = [LUCK]
    for name, tree in sorted(fixed.functions.items()):
        if name == "playout":
            tree = Lucky().visit(tree)
        texts.append(ast.unparse(ast.fix_missing_locations(wide.visit(tree))))
    texts.append(PLAYOUTS.format(seats=SEATS))
    for line in "\n".join(texts).splitlines():
        if line.startswith("def "):
            name = line[4 : line.index("(")]
            force = name in inline
            lines += [
                "",
                f"@njit(nogil=True, error_model='numpy', no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline={force})",
            ]
        lines.append(line)
    return "\n".join(lines) + "\n"


def inlined(fixed: FixedRules) -> set[str]:
    """The functions that are put into their callers: all of small rules; of larger ones those that are called in one place, and those
    that the rules name. To put in everything small as well made intel slower."""
    whole = sum(1 for tree in fixed.functions.values() for _ in ast.walk(tree)) <= MOST_INLINED
    calls = Counter(
        node.id for tree in fixed.functions.values() for node in ast.walk(tree) if isinstance(node, ast.Name)
    )
    return {name for name in fixed.functions if whole or calls[name] == 1} | fixed.rules.inline | {"stir", "share"}


def used(tables: dict[str, Any], fixed: FixedRules) -> dict[str, Any]:
    names = {node.id for tree in fixed.functions.values() for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return {name: table for name, table in tables.items() if name in names}


class Lucky(ast.NodeTransformer):
    """Keeps the random number of a playout in a variable: `below(rng, n)` stirs it, and every way out puts it back."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = [*ast.parse("luck = rng[0]").body, *self._block(node.body)]
        return node

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        done: list[ast.stmt] = []
        for statement in body:
            if isinstance(statement, ast.Return):
                done += ast.parse("rng[0] = luck").body
            elif hasattr(statement, "body"):
                statement.body = self._block(statement.body)
                statement.orelse = self._block(statement.orelse)  # type: ignore[attr-defined]
            elif any(is_below(part) for part in ast.walk(statement)):
                done += ast.parse("luck = stir(luck)").body
                statement = self.visit(statement)
            done.append(statement)
        return done

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if is_below(node):
            return ast.Call(ast.Name("share", ast.Load()), [ast.Name("luck", ast.Load()), node.args[1]], [])
        return node


def is_below(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "below"
