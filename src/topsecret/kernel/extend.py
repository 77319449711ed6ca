"""Functions of one's own beside a game's rules: a search, a judge, a generator of worlds, an observation.

They are plain Python in a module of their own. What they call of the rules they import from here, and they say by annotations what
they take:

    from topsecret.kernel.extend import Rng, States, actors, assign, playout, winners

    def share_of_wins(states: States, rng: Rng, seat: int, games: int) -> float:
        won = 0
        for _ in range(games):
            assign(states[1], states[0])
            playout(states[1], rng, 1_000_000)
            won += winners(states[1]) >> seat & 1
        return won / games

`game.extend(module)` gives them for one game: compiled where that can be had (`compiled/extension.py`), else interpreted, with the same
arguments and the same results. They are not held to the small language of rules: floats, `/`, numpy and math are fine, and so is
whatever else numba compiles. The same module can be used with any game; what reads fields of a state fits the games that have them.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

from .errors import DeclarationError, LoaderError, TopSecretError, shorten
from .fields import Position
from .loader import FORBIDDEN, Collected, Plain, collect, is_table
from .written import place

if TYPE_CHECKING:
    from .game import Game

# What a function may take, and give back as far as it is a number

State = Annotated[Any, "one state"]
States = Annotated[Any, "states, as many as `states(n)` made"]
Rng = Annotated[Any, "a random source, as `rng(seed)` makes it"]
Ints = Annotated[Any, "a numpy array of int64"]
Floats = Annotated[Any, "a numpy array of float64"]
IntGrid = Annotated[Any, "a numpy array of int64 with rows"]
FloatGrid = Annotated[Any, "a numpy array of float64 with rows"]
KINDS = (State, States, Rng, Ints, Floats, IntGrid, FloatGrid, int, float, bool)
RESULTS = (int, float, bool, types.NoneType)


class Unbound(TopSecretError):
    """A rule was called by itself: it belongs to a game, and a module that uses it is used through `game.extend`."""

    def __init__(self) -> None:
        super().__init__("expected a game: use this module through game.extend(module)")


# What can be called of the rules. The bodies are never run.


def setup(state: State) -> None:
    """The position after the set-up, with the options that the state has."""
    raise Unbound


def actors(state: State) -> int:
    """Who may act, as bits; CHANCE_TURN if an outcome is needed; 0 if it is over."""
    raise Unbound


def refuse(state: State, seat: int, code: int) -> int:
    """Why an action is not allowed; 0: it is."""
    raise Unbound


def apply(state: State, seat: int, code: int) -> None:
    """Carries an action out, which must be allowed."""
    raise Unbound


def count(state: State, seat: int) -> int:
    """How many actions a seat has."""
    raise Unbound


def nth(state: State, seat: int, k: int) -> int:
    """The k-th of them."""
    raise Unbound


def ways(state: State, seat: int) -> int:
    """How many whole choices a seat has: a step of a draft counts for all that can follow from it."""
    raise Unbound


def drawn(state: State, seat: int, k: int) -> int:
    """The action that begins the k-th of them."""
    raise Unbound


def weight(state: State, code: int) -> int:
    """The weight of an outcome now; 0: it is not possible."""
    raise Unbound


def total(state: State) -> int:
    """The weight of all outcomes."""
    raise Unbound


def pick(state: State, k: int) -> int:
    """The outcome in which the k-th part of that weight falls."""
    raise Unbound


def happen(state: State, code: int) -> None:
    """Carries an outcome out."""
    raise Unbound


def playout(state: State, rng: Rng, limit: int) -> int:
    """Plays at random to the end: how many steps that took; -1 if it is not over after so many."""
    raise Unbound


def winners(state: State) -> int:
    """Who has won, as bits."""
    raise Unbound


def score(state: State, seat: int) -> int:
    """The score of a seat."""
    raise Unbound


def due(state: State) -> int:
    """In a game with time: when something happens by itself, or NEVER."""
    raise Unbound


def elapse(state: State) -> None:
    """Lets that happen."""
    raise Unbound


def below(rng: Rng, n: int) -> int:
    """A random number from 0 to n - 1."""
    raise Unbound


def assign(target: State, source: State) -> None:
    """Makes one state the same as another."""
    raise Unbound


TIMED = (due, elapse)
EVERYWHERE = (below, assign)  # the same in every game
BY_CODE = (refuse, apply, count, nth, ways, drawn, weight, total, pick, happen)
RULES: dict[str, Callable[..., Any]] = {
    rule.__name__: rule for rule in (setup, actors, *BY_CODE, playout, winners, score, *TIMED, *EVERYWHERE)
}
OF_RULES = {name for name, rule in RULES.items() if rule not in EVERYWHERE}


def hints(function: Callable[..., Any]) -> dict[str, Any] | None:
    """What a function says that it takes and gives ("return"); None if it does not say all of it. Raises DeclarationError."""
    if not isinstance(function, types.FunctionType):
        return None
    said = get_type_hints(function, include_extras=True)
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    if set(said) != {*names, "return"}:
        return None
    for name, kind in said.items():
        expected = RESULTS if name == "return" else KINDS
        if not any(kind == known for known in expected):
            raise DeclarationError(
                f"{place(function)}: expected {name} to be one of {', '.join(map(spelled, expected))}; got {spelled(kind)}"
            )
    return {name: said[name] for name in (*names, "return")}


def spelled(kind: Any) -> str:
    """An annotation as it is written."""
    named = {"State": State, "States": States, "Rng": Rng, "Ints": Ints, "Floats": Floats}
    named |= {"IntGrid": IntGrid, "FloatGrid": FloatGrid, "None": types.NoneType}
    return next((name for name, known in named.items() if known == kind), getattr(kind, "__name__", shorten(kind)))


class Reached(Collected):
    """All that a module's functions use: functions of its own and of others, numbers, tables, rules, libraries."""

    def __init__(self) -> None:
        super().__init__()
        self.rules: set[str] = set()
        self.libraries: dict[str, str] = {}  # by the name under which they are known: math, numpy
        self.entries: dict[str, dict[str, Any]] = {}  # the functions that say what they take


class Free(Plain):
    """The same as for rules with other limits: a function beside the rules may use numbers with a point, numpy and math."""

    forbidden = {
        kind: what
        for kind, what in FORBIDDEN.items()
        if kind
        in (ast.Yield, ast.YieldFrom, ast.Import, ast.ImportFrom, ast.Global, ast.ClassDef, ast.AsyncFunctionDef)
    }
    whole_numbers = False
    who = "functions beside the rules"
    found: Reached

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.locals or isinstance(node.ctx, ast.Store):
            return node
        thing: Any = self.function.__globals__.get(node.id)
        if isinstance(thing, types.FunctionType) and RULES.get(thing.__name__) is thing:
            self.found.rules.add(thing.__name__)
            return ast.copy_location(ast.Name(thing.__name__, ast.Load()), node)
        if isinstance(thing, float):
            self.keep(node, self.found.numbers, thing)
        elif isinstance(thing, types.ModuleType) and thing.__name__ in ("math", "numpy"):
            self.found.libraries[node.id] = thing.__name__
        elif is_array(thing) or (isinstance(thing, tuple) and is_float_table(thing)):
            self.found.tables[node.id] = thing
        elif node.id in self.function.__globals__:
            return super().visit_Name(node)
        return node  # a builtin that numba may know or not


def is_array(thing: Any) -> bool:
    return type(thing).__name__ == "ndarray"


def is_float_table(thing: tuple[Any, ...]) -> bool:
    """As `is_table`, of numbers that may have a point."""
    if thing and all(isinstance(item, int | float) for item in thing):
        return not is_table(thing)
    same = all(isinstance(item, tuple) and (is_float_table(item) or is_table(item)) for item in thing)
    return bool(thing) and same and len({len(item) for item in thing}) == 1 and not is_table(thing)


def reach(module: types.ModuleType) -> Reached:
    """Follows the functions of a module to everything that they use; raises LoaderError or DeclarationError."""
    own = [
        thing
        for thing in vars(module).values()
        if isinstance(thing, types.FunctionType) and thing.__module__ == module.__name__
    ]
    found = Reached()
    collect(own, found, Free)
    for name in found.functions.keys() & RULES.keys():
        raise LoaderError(f"{place(found.origin[name])}: expected another name, {name} is a rule")
    for name in found.functions.keys() & TAKEN:
        raise LoaderError(f"{place(found.origin[name])}: expected another name, {name} is taken")
    for function in own:
        said = hints(function)
        if said is not None:
            found.entries[function.__name__] = said
    if not found.entries:
        raise DeclarationError(
            f"{module.__name__}: expected a function whose arguments and result are annotated, got none"
        )
    return found


TAKEN = {
    "compile",
    "folder",
    "found",
    "functions",
    "game",
    "get",
    "linked",
    "mode",
    "put",
    "record",
    "rng",
    "rules",
    "signatures",
    "states",
}


class StateList(list[Position]):
    """States beside each other. Putting one in makes it the same, as in an array; it does not become another's."""

    def __setitem__(self, index: Any, state: Any) -> None:
        assigned(self[index], state)


def assigned(target: Position, source: Position) -> None:
    type(source)._copy(source, target)


class Extension:
    """A module's functions beside the rules of one game, interpreted. Each is an attribute, and takes what it says."""

    mode = "interpreted"

    def __init__(self, game: Game, module: types.ModuleType) -> None:
        self.game = game
        self.found = reach(module)
        rules = {name: getattr(game.interpreted, name, None) for name in OF_RULES}
        rules |= {"below": game.interpreted.below, "assign": assigned}
        for name in sorted(self.found.rules):
            if rules[name] is None:
                raise DeclarationError(f"{module.__name__}: {name} is for games with time, and {game.id} has none")
        copies: dict[types.FunctionType, types.FunctionType] = {}
        spaces: dict[int, dict[str, Any]] = {}  # of each module that is reached: as it is, with these rules in it
        for function in self.found.origin.values():
            space = spaces.setdefault(id(function.__globals__), dict(function.__globals__))
            copies[function] = types.FunctionType(function.__code__, space, function.__name__)
        for space in spaces.values():
            for name, thing in space.items():
                if isinstance(thing, types.FunctionType):
                    is_rule = RULES.get(thing.__name__) is thing
                    space[name] = rules[thing.__name__] if is_rule else copies.get(thing, thing)
        for name in self.found.entries:
            setattr(self, name, copies[self.found.origin[name]])

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def compile(self) -> None:
        """Compiles everything now, or takes it from the cache, instead of with the first call. Interpreted there is nothing to do."""

    def states(self, count: int) -> Any:
        """Room for so many states, all blank."""
        return StateList(self.game.State.blank(self.game.seats[0]) for _ in range(count))

    def put(self, states: Any, index: int, position: Position) -> None:
        """Puts a position into one of them."""
        states[index] = position

    def get(self, states: Any, index: int) -> Position:
        """One of them as a position of its own."""
        position: Position = states[index].copy()
        return position

    def rng(self, seed: int) -> Any:
        """A random source; the seed may be any number but 0."""
        return [seed & 0xFFFFFFFFFFFFFFFF or 1]
