"""The compiled mode: the same rules, written into one generated file and compiled by numba.

What Python calls, the doors, has a file of its own: with warm doors the rules file is not even read, so that a fresh process plays at
once. Other compiled code enters through gates (`extension.py`).
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cached_property, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..fields import Position, cells, get_cell
from ..loader import Rules
from .cache import CannotCompile, load_module, open_folder, stand_in
from .playouts import Playouts
from .source import DOORS, TIMED_DOORS, doors_source, gates, gates_source, layout, made_from, source

if TYPE_CHECKING:
    from ..extend import Extension
    from ..game import Game


# which rule each door leads to
RULE_BEHIND = dict(re.findall(r"def (\w+)\(states.*\):\n    (?:return )?(\w+)\(states\[0\]", DOORS + TIMED_DOORS))


class Compiled:
    """Compiled rules of one game. Its functions, the doors, take an array of one state."""

    def __init__(self, rules: Rules, checked: bool = False) -> None:
        need_numba()
        self.state = rules.state
        name = rules.name + ("-checked" if checked else "")
        files: dict[str, Callable[[], str | bytes]] = {
            "rules.py": lambda: source(rules, checked),
            "doors.py": lambda: doors_source(rules, checked),
            "gates.py": lambda: gates_source(rules),
        }
        self._written = rules
        self.name, self.checked, self.gates = name, checked, gates(rules)
        self.folder = open_folder(name, made_from(rules, checked), files)
        self._playouts: dict[tuple[int, ...], Playouts | None] = {}

    # numba and numpy are imported when a door is opened: whoever only plays random games does without

    @cached_property
    def np(self) -> Any:
        import numpy

        return numpy

    @cached_property
    def dtype(self) -> Any:
        return self.np.dtype(layout(self.state), align=True)

    @cached_property
    def doors(self) -> ModuleType:
        return load_module(self.folder / "doors.py")

    def rules(self, beside: ModuleType | None = None) -> ModuleType:
        """The generated rules, put beside the doors (or gates) that call them: needed as soon as something has to be compiled."""
        module = load_module(self.folder / "rules.py")
        for name, thing in vars(module).items():
            if not name.startswith("_"):
                (beside or self.doors).__dict__.setdefault(name, thing)
        return module

    def extend(self, game: Game, module: ModuleType, linked: bool) -> Extension:
        """A module's functions, compiled beside these rules."""
        from .extension import CompiledExtension

        return CompiledExtension(game, self, module, linked)

    def is_ready(self, game: Game, module: ModuleType) -> bool:
        """Whether a module's functions are in the cache with all that they need."""
        from .extension import CompiledExtension, NotReady

        try:
            CompiledExtension(game, self, module, False, only_ready=True)
        except NotReady:
            return False
        return True

    def __getattr__(self, name: str) -> Any:
        """A door. The first call compiles it, or takes it from the cache; from then on it is called directly."""
        written = DOORS + (TIMED_DOORS if self.state.timed else "") if "state" in self.__dict__ else ""
        if f"def {name}(" not in written:
            raise AttributeError(f"expected a door of the compiled rules, got {name}")

        def first_call(*arguments: Any) -> Any:
            ready = self.folder / f"{name}.ready"
            result = self._from_the_cache(name, arguments) if ready.exists() else None
            if result is None:
                self.rules()
                result = (vars(self.doors)[name](*arguments),)
                ready.touch()
            setattr(self, name, called(vars(self.doors)[name]))
            return result[0]

        def called(function: Callable[..., Any]) -> Callable[..., Any]:
            return partial(self._explained, name, function) if self.checked and name in RULE_BEHIND else function

        return called(first_call)

    def _explained(self, door: str, function: Callable[..., Any], states: Any, *arguments: Any) -> Any:
        """Checked rules fail with a reason: numba does not say where it was, so the same is done interpreted, and that traceback is
        the cause of the error, with the file and the line of the rule."""
        before = states.copy()
        try:
            return function(states, *arguments)
        except Exception as problem:
            try:
                getattr(self._written.interpreted(), RULE_BEHIND[door])(self.unpack(before), *arguments)
            except Exception as cause:
                raise problem from cause
            raise

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
        """Plays random games from a position: all steps taken, and wins by seat. Rules with the position's options fixed do it, where the
        position is one that these can come to (`playouts.py`); else the general ones."""
        playouts = self._playouts_of(begin)
        if playouts is not None and playouts.fits(begin):
            return playouts.play(begin, games, seed, limit)[:2]
        wins = self.np.zeros(8, dtype=self.np.int64)
        array = self.pack(begin)
        steps = int(self.playouts(array, array.copy(), self.rng(seed), games, limit, wins))
        return steps, [int(n) for n in wins[: begin.seats]]

    def _playouts_of(self, begin: Position) -> Playouts | None:
        """Random games with the options of a position; None where they cannot be compiled."""
        options = {name: getattr(begin, name) for name, field in self.state.fields.items() if field.is_option}
        key = tuple(options.values())
        if key not in self._playouts:
            try:
                self._playouts[key] = None if self.checked else Playouts(self._written, options)
            except CannotCompile:
                self._playouts[key] = None
        return self._playouts[key]


def need_numba() -> None:
    """Raises CannotCompile where there is no numba, or it is switched off; does not import it."""
    if importlib.util.find_spec("numba") is None or importlib.util.find_spec("numpy") is None:
        raise CannotCompile("compiled rules need numba (it is not installed)")
    loaded = sys.modules.get("numba")
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0" or (loaded is not None and loaded.config.DISABLE_JIT):
        raise CannotCompile("compiled rules need numba, which is switched off (NUMBA_DISABLE_JIT)")


def warm_in_background(game_id: str, *modules: str) -> subprocess.Popen[bytes]:
    """Compiles a game's playouts, and modules beside its rules, in a process of its own, into the cache; people play interpreted
    meanwhile."""
    program = (
        "import importlib, sys, topsecret; g = topsecret.game(sys.argv[1]); c = g.compiled();"
        "s = g.State.blank(g.seats[0]); c and c.random_games(s, 0, 1);"
        "[g.extend(importlib.import_module(name)).compile() for name in sys.argv[2:]]"
    )
    return subprocess.Popen(
        [sys.executable, "-c", program, game_id, *modules],
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
