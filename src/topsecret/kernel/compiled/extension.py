"""A module's functions, compiled beside a game's rules: the quick half of `kernel/extend.py`.

They are written into a file of their own, in a folder named by a hash of the rules and of all that they use. They call the rules
through gates, by name: the linker puts the addresses in when compiled code is loaded. So a game's rules are compiled once, and a
module that is edited compiles alone.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType, NoneType
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
import numpy as np
from numba import cfunc, from_dtype, njit, types
from numba.core import cgutils
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from ..errors import DeclarationError
from ..extend import (
    OF_RULES,
    RULES,
    Extension,
    FloatGrid,
    Floats,
    IntGrid,
    Ints,
    Rng,
    State,
    States,
    hints,
    is_array,
    reach,
    spelled,
)
from ..fields import Position
from .cache import hash_of, load_module, open_folder, stand_in
from .source import BELOW_COMPILED

if TYPE_CHECKING:
    from ..game import Game
    from .doors import Compiled

PLAIN = {
    int: types.int64,
    float: types.float64,
    bool: types.boolean,
    NoneType: types.void,
    Rng: types.uint64[::1],
    Ints: types.int64[::1],
    Floats: types.float64[::1],
    IntGrid: types.int64[:, ::1],
    FloatGrid: types.float64[:, ::1],
}

_gates: dict[str, Any] = {}  # by symbol: whatever was linked to one needs it as long as the process lives


@intrinsic
def assign(context: Any, target: Any, source: Any) -> Any:
    """Makes one state the same as another."""

    def copy(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = context.get_constant(types.intp, target.size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), copy


class NotReady(Exception):
    """It would have to be compiled first."""


class CompiledExtension(Extension):
    """A module's functions beside the rules of one game, compiled. The first call of each takes it from the cache, or compiles it."""

    mode = "compiled"

    def __init__(self, game: Game, rules: Compiled, module: ModuleType, linked: bool, only_ready: bool = False) -> None:
        self.game = game
        self.rules = rules
        self.linked = linked
        self.found = found = reach(module)
        for name in sorted(found.rules & OF_RULES - set(rules.gates)):
            raise DeclarationError(f"{module.__name__}: {name} is for games with time, and {game.id} has none")
        self.record = from_dtype(rules.dtype)
        self.signatures = {name: self._signature(said) for name, said in found.entries.items()}
        made_from: list[Any] = [rules.folder.name, linked, sorted(found.texts.items()), sorted(found.members.items())]
        made_from += [sorted(found.numbers.items()), sorted(found.libraries.items()), str(self.signatures)]
        made_from += [(name, content(table)) for name, table in sorted(found.tables.items())]
        files: dict[str, Callable[[], str | bytes]] = {
            f"{name}.npy": partial(saved, table) for name, table in found.tables.items() if is_array(table)
        }
        files["functions.py"] = self._source
        name = f"{rules.name}+{module.__name__.rpartition('.')[2]}{'-linked' if linked else ''}"
        self.folder = open_folder(name, hash_of(*made_from), files)
        if only_ready and not self._ready.exists():
            raise NotReady
        self.functions = load_module(self.folder / "functions.py")
        self._bind()
        for entry in found.entries:
            setattr(self, entry, Door(self, entry))

    def _signature(self, said: dict[str, Any]) -> Any:
        kinds = PLAIN | {State: self.record, States: self.record[::1]}
        *arguments, result = (kinds[kind] for kind in said.values())
        return result(*arguments)

    def _source(self) -> str:
        """The text of the functions, with what they use."""
        found = self.found
        lines = ['"""Functions beside the rules, generated for numba from their source. Do not edit."""']
        lines += ["from pathlib import Path", "import numpy as np"]
        lines += [f"import {library} as {name}" for name, library in sorted(found.libraries.items())]
        lines += [f"{name} = {value!r}" for name, value in sorted(found.numbers.items())]
        for name, table in sorted(found.tables.items()):
            text = (
                f"np.load(Path(__file__).with_name({name + '.npy'!r}))" if is_array(table) else f"np.array({table!r})"
            )
            lines.append(f"{name} = {text}")
        for tree in found.functions.values():
            lines += ["", ast.unparse(ast.fix_missing_locations(tree))]
        if "below" in found.rules:
            lines.append(BELOW_COMPILED)
        if "playout" in found.rules and not self.linked:
            lines += ["", "def playout(state, rng, limit):", "    return gate_playout(state, rng.ctypes, limit)"]
        return "\n".join(lines) + "\n"

    def _bind(self) -> None:
        """Puts what the functions call beside them, and makes them ready to be compiled."""
        space, settings = vars(self.functions), self._settings()
        if "_bound" in space:
            return
        space["assign"] = assign
        for name in sorted(self.found.rules & OF_RULES):
            through = self._linked(name) if self.linked else self._gate(name)
            space["gate_playout" if name == "playout" and not self.linked else name] = through
        for name, thing in list(space.items()):
            if getattr(thing, "__module__", None) == self.functions.__name__ and hasattr(thing, "__code__"):
                if name in self.signatures:
                    space[name] = njit(cache=True, **settings)(thing)
                else:
                    space[name] = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **settings)(thing)
        space["_bound"] = True

    def _settings(self) -> dict[str, Any]:
        checked = self.rules.checked
        return {"nogil": True, "boundscheck": checked, "error_model": "python" if checked else "numpy"}

    def _gate(self, name: str) -> Any:
        """A gate to the rules, known to the linker by a name that says which rules they are."""
        symbol = f"{self.rules.folder.name}.{name}"
        signature = self._rule_signature(name, types.CPointer(types.uint64))
        if symbol not in _gates:
            settings = {key: value for key, value in self._settings().items() if key != "nogil"}
            _gates[symbol] = self._made(f"gate_{name}", lambda gate: cfunc(signature, cache=True, **settings)(gate))
            llvm.add_symbol(symbol, _gates[symbol].address)
        return types.ExternalFunction(symbol, signature)

    def _linked(self, name: str) -> Any:
        """A rule that is compiled into whatever calls it."""
        signature = self._rule_signature(name, types.uint64[::1])
        return self._made(f"linked_{name}", lambda rule: njit([signature], cache=True, **self._settings())(rule))

    def _rule_signature(self, name: str, rng: Any) -> Any:
        kinds = PLAIN | {State: self.record, Rng: rng}
        *arguments, result = (kinds[kind] for kind in (hints(RULES[name]) or {}).values())
        return result(*arguments)

    def _made(self, name: str, make: Callable[[Any], Any]) -> Any:
        """A function of the gates, taken from the cache or compiled; only then are the rules read."""
        module = load_module(self.rules.folder / "gates.py")
        ready = self.rules.folder / f"{name}.ready"
        if ready.exists():
            stand_in(self.rules.folder / "rules.py")
            try:
                return make(vars(module)[name])
            except NumbaError:  # its code is gone, or is for another machine
                pass
        self.rules.rules(module)
        made = make(vars(module)[name])
        ready.touch()
        return made

    @property
    def _ready(self) -> Path:
        """Lies there once everything has been compiled into the cache."""
        return self.folder / "all.ready"

    def compile(self) -> None:
        for name in self.signatures:
            getattr(self, name).function()
        self._ready.touch()

    def states(self, count: int) -> Any:
        states = np.zeros(count, self.rules.dtype)
        states["seats"] = self.game.seats[0]
        return states

    def put(self, states: Any, index: int, position: Position) -> None:
        states[index] = self.rules.pack(position)[0]

    def get(self, states: Any, index: int) -> Position:
        return self.rules.unpack(states[index : index + 1])

    def rng(self, seed: int) -> Any:
        return self.rules.rng(seed)


class Door:
    """One compiled function, as Python calls it."""

    def __init__(self, extension: CompiledExtension, name: str) -> None:
        self.extension = extension
        self.name = name
        self.compiled: Any = None

    def function(self) -> Any:
        """The function, with exactly the types that it says."""
        if self.compiled is None:
            found = self.extension.found
            for callee in called(found.functions[self.name]) & self.extension.signatures.keys() - {self.name}:
                getattr(self.extension, callee).function()
            dispatcher = vars(self.extension.functions)[self.name]
            if not dispatcher.signatures:
                dispatcher.compile(self.extension.signatures[self.name])
                dispatcher.disable_compile()
            self.compiled = dispatcher
        return self.compiled

    def __call__(self, *arguments: Any) -> Any:
        try:
            return (self.compiled or self.function())(*arguments)
        except TypeError as problem:
            said = self.extension.found.entries[self.name]
            wanted = ", ".join(f"{name}: {spelled(kind)}" for name, kind in said.items() if name != "return")
            got = ", ".join(described(argument) for argument in arguments)
            raise TypeError(f"expected {self.name}({wanted}), got ({got})") from problem


def called(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def described(argument: Any) -> str:
    if isinstance(argument, np.ndarray):
        return f"an array of {'states' if argument.dtype.names else argument.dtype} with {argument.ndim} axes"
    return type(argument).__name__


def content(table: Any) -> Any:
    """All that matters of a table, for the hash."""
    return (str(table.dtype), table.shape, table.tobytes()) if is_array(table) else table


def saved(array: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()
