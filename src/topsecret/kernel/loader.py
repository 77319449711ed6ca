"""One source of rules, two modes: this module makes the interpreted namespace, and collects what the compiled one is made of.

A game's rules are the functions of `rules.py` and of the modules that it lists: `RULES = (cards, dossier, …)`. Rules may use:
functions of their own, numbers, tuples of numbers (tables), `Names`, and `emit`. Anything else is refused here with the name and the
place, in both modes, so that rules cannot work in one and fail in the other.
"""

from __future__ import annotations

import ast
import re
import types
from collections.abc import Callable, Iterable
from typing import Any

from . import engine
from .errors import DeclarationError, LoaderError, shorten
from .families import Families
from .fields import Position
from .generated import run
from .names import Names
from .quicker import quicker
from .written import emit, parse, place, source_of

INTERPRETED_ONLY = {
    "unsound",
    "ending",
    "bad_options",
    "work_out",
    "why_not_now",
}  # asked rarely: they are not compiled
OF_PLAYOUTS = {"assign", "carray", "int64", "njit", "np", "playouts", "share", "stir", "uint64"}
BUILTINS = {"range", "len", "min", "max", "abs", "int", "bool", "True", "False"}


class Interpreted:
    """The interpreted rules of one game: plain functions over a state object."""

    setup: Callable[..., None]
    actors: Callable[..., int]
    refuse: Callable[..., int]
    apply: Callable[..., None]
    count: Callable[..., int]
    nth: Callable[..., int]
    listed: Callable[..., list[int]]
    ways: Callable[..., int]
    drawn: Callable[..., int]
    weight: Callable[..., int]
    total: Callable[..., int]
    pick: Callable[..., int]
    happen: Callable[..., None]
    playout: Callable[..., int]
    winners: Callable[..., int]
    score: Callable[..., int]
    ending: Callable[..., int]
    unsound: Callable[..., int]
    due: Callable[..., int]
    elapse: Callable[..., None]
    below: Callable[..., int]

    def __init__(self, functions: dict[str, Any]) -> None:
        self.__dict__.update(functions)


class Rules:
    """What was read from a game's rules: its functions, and the text that joins them."""

    def __init__(
        self,
        name: str,
        module: types.ModuleType,
        actions: type[Families],
        chances: type[Families],
        state: type[Position],
    ) -> None:
        self.name = name
        self.state = state
        self.actions = actions.families
        self.chances = chances.families
        known = engine.needed(self.actions, self.chances, state.timed) | engine.allowed(self.actions, self.chances)
        self.modules = rules_modules(module)
        self.functions = take_rules(self.modules, set(known))
        engine.check(self.functions, self.actions, self.chances, state.timed, named(self.modules))
        roots = [rule for name, rule in self.functions.items() if name not in INTERPRETED_ONLY]
        self.collected = collect(roots, Collected(), Plain)
        writer = engine.Writer(self._has, self._reads, self.actions, self.chances, state.timed)
        self.joining = writer.write()
        self.lists = writer.write_lists()
        self.tables = writer.tables
        refuse_names_of_the_kernel(self.collected, engine.BELOW + self.joining + self.lists)
        refuse_strays(self.modules, set(known), self.collected.origin.values())
        self.inline = {"below"} | {rule.__name__ for part in self.modules for rule in getattr(part, "INLINE", ())}

    def _has(self, name: str) -> bool:
        return name in self.functions

    def _reads(self, name: str, place: int) -> bool:
        """Whether a function looks at its argument of this place."""
        tree = self.collected.functions[name]
        argument = tree.args.args[place].arg
        return any(isinstance(node, ast.Name) and node.id == argument for node in ast.walk(tree))

    def interpreted(self) -> Interpreted:
        twins = quicker(self.collected.origin.values())
        space: dict[str, Any] = {name: twins.get(rule, rule) for name, rule in self.functions.items()} | self.tables
        run(engine.BELOW + self.joining + self.lists, f"{self.name}: joined rules", space)
        names = [name for name in Interpreted.__annotations__ if name in space]
        return Interpreted({name: space[name] for name in names})


def rules_modules(module: types.ModuleType) -> list[types.ModuleType]:
    """The module of the rules, and those that it lists: `RULES = (cards, dossier, …)`."""
    listed = getattr(module, "RULES", ())
    if not isinstance(listed, tuple) or not all(isinstance(part, types.ModuleType) for part in listed):
        raise DeclarationError(f"{module.__name__}: expected RULES to be a tuple of modules, got {shorten(listed)}")
    for part in listed:
        if part is module or listed.count(part) > 1:
            raise DeclarationError(
                f"{module.__name__}: expected RULES to list other modules, each once; got {part.__name__}"
            )
    return [module, *listed]


def named(modules: list[types.ModuleType]) -> str:
    """The modules of the rules in a message: `briefcase.rules (with moving, tokens)`."""
    listed = ", ".join(part.__name__.rpartition(".")[2] for part in modules[1:])
    return modules[0].__name__ + (f" (with {listed})" if listed else "")


def take_rules(modules: list[types.ModuleType], known: set[str]) -> dict[str, types.FunctionType]:
    """The functions by which a game's rules answer, each from the one module that has it."""
    taken: dict[str, types.FunctionType] = {}
    for module in modules:
        functions = {name: thing for name, thing in vars(module).items() if isinstance(thing, types.FunctionType)}
        rules = {name: thing for name, thing in functions.items() if name in known}
        if not rules and module is not modules[0]:
            raise DeclarationError(f"{modules[0].__name__}: RULES lists {module.__name__}, which has no rules")
        for name, rule in rules.items():
            if taken.setdefault(name, rule) is not rule:
                raise DeclarationError(f"two rules are called {name}: {place(taken[name])} and {place(rule)}")
    return taken


def refuse_strays(modules: list[types.ModuleType], known: set[str], reached: Iterable[types.FunctionType]) -> None:
    """A function that is called like a rule, but belongs to no family and is used by no other, is misspelled."""
    own = [thing for module in modules for thing in vars(module).values() if isinstance(thing, types.FunctionType)]
    used = {name for thing in (*own, *reached) for name in thing.__code__.co_names if name != thing.__name__}
    here = {module.__name__ for module in modules}
    for thing in own:
        name = thing.__name__
        if name.startswith(engine.QUESTIONS) and name not in known | used and thing.__module__ in here:
            raise DeclarationError(f"{thing.__module__}: {name} belongs to no declared family")


def refuse_names_of_the_kernel(found: Collected, joining: str) -> None:
    """All functions are put into one file: none of the rules may take the place of one that the kernel writes there."""
    for name in sorted(found.functions.keys() & {*re.findall(r"^def (\w+)", joining, re.MULTILINE), *OF_PLAYOUTS}):
        raise LoaderError(
            f"{place(found.origin[name])}: expected a name that the kernel has no function of, got {name}"
        )


class Collected:
    """All functions and constants that rules reach, ready to be written into one file."""

    def __init__(self) -> None:
        self.functions: dict[str, ast.FunctionDef] = {}
        self.texts: dict[str, str] = {}  # as the functions were written
        self.origin: dict[str, types.FunctionType] = {}
        self.members: dict[str, int] = {}  # of Names, such as Phase.MOVE
        self.numbers: dict[str, Any] = {}
        self.tables: dict[str, tuple[Any, ...]] = {}


def collect(roots: list[types.FunctionType], found: Collected, reader: type[Plain]) -> Collected:
    """Follows these functions to everything that they use."""
    waiting = list(roots)
    while waiting:
        function = waiting.pop()
        name = function.__name__
        if name in found.origin:
            if found.origin[name] is not function:
                raise LoaderError(
                    f"two rules functions are called {name}: {place(found.origin[name])} and {place(function)}"
                )
            continue
        found.origin[name] = function
        try:
            found.texts[name] = source_of(function)
        except OSError as problem:
            raise LoaderError(f"{place(function)}: expected a function with readable source, got {problem}") from None
        tree = parse(function, found.texts[name])
        found.functions[name] = reader(function, found, waiting).visit(tree)
    for name in found.numbers.keys() | found.tables.keys():
        if name in found.functions:
            raise LoaderError(f"{name} is a function in one rules file and a constant in another")
    return found


FORBIDDEN = {
    ast.Yield: "generators",
    ast.YieldFrom: "generators",
    ast.Lambda: "lambdas",
    ast.ListComp: "comprehensions",
    ast.SetComp: "comprehensions",
    ast.DictComp: "comprehensions",
    ast.GeneratorExp: "generators",
    ast.Try: "try",
    ast.TryStar: "try",
    ast.Slice: "slices (a copy in one mode, the thing itself in the other)",
    ast.With: "with",
    ast.Dict: "dicts",
    ast.Set: "sets",
    ast.List: "lists (the state has them; a table is a tuple)",
    ast.JoinedStr: "strings",
    ast.Raise: "raise",
    ast.Import: "imports inside a function",
    ast.ImportFrom: "imports inside a function",
    ast.Global: "global",
    ast.ClassDef: "classes",
    ast.AsyncFunctionDef: "async",
    ast.Starred: "stars",
    ast.Delete: "del",
    ast.Assert: "assert",
}


class Plain(ast.NodeTransformer):
    """Turns one rules function into plain source: no annotations, no docstring, no `emit`, names replaced by their numbers."""

    forbidden = FORBIDDEN
    whole_numbers = True
    who = "rules"

    def __init__(self, function: types.FunctionType, found: Collected, waiting: list[types.FunctionType]) -> None:
        self.function = function
        self.found = found
        self.waiting = waiting
        self.locals = set(function.__code__.co_varnames)

    def fail(self, node: ast.AST, what: str) -> LoaderError:
        line = self.function.__code__.co_firstlineno + getattr(node, "lineno", 1) - 1
        return LoaderError(f"{place(self.function)}, line {line}: {what}")

    def visit(self, node: ast.AST) -> Any:
        if type(node) in self.forbidden:
            raise self.fail(node, f"{self.who} do not use {self.forbidden[type(node)]}")
        if self.whole_numbers and isinstance(getattr(node, "op", None), ast.Div | ast.MatMult):
            raise self.fail(node, "rules work with whole numbers: divide by //")
        return super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name != self.function.__name__:
            raise self.fail(node, f"{self.who} do not use functions inside functions")
        if node.decorator_list:
            raise self.fail(node, f"{self.who} do not use decorators")
        node.returns = None
        for argument in node.args.args:
            argument.annotation = None
        body = node.body
        if (
            isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
            and isinstance(body[0].value.value, str)
        ):
            body = body[1:] or [ast.Pass()]
        node.body = self.block(body)
        return node

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        kept = [self.visit(statement) for statement in body]
        return [statement for statement in kept if statement is not None] or [ast.Pass()]

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                setattr(node, name, self.block(block))
        for name, child in ast.iter_fields(node):
            if name in ("body", "orelse") and isinstance(child, list):
                continue
            if isinstance(child, list):
                setattr(node, name, [self.visit(item) if isinstance(item, ast.AST) else item for item in child])
            elif isinstance(child, ast.AST):
                setattr(node, name, self.visit(child))
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            raise self.fail(node, "a local variable needs a value")
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))  # type: ignore[no-any-return]

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and self.resolve(call.func) is emit:
            return None
        if isinstance(call, ast.Constant):
            return None
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if self.whole_numbers and not isinstance(node.value, int | bool):
            raise self.fail(node, f"rules work with whole numbers, got {node.value!r}")
        return node

    def resolve(self, node: ast.Name) -> Any:
        if node.id in self.locals:
            return None
        return self.function.__globals__.get(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name):
            thing = self.resolve(node.value)
            if isinstance(thing, type) and issubclass(thing, Names):
                if node.attr not in thing.__members__:
                    raise self.fail(node, f"{thing.__name__} has no member {node.attr}")
                self.found.members[f"{self.function.__module__}: {node.value.id}.{node.attr}"] = int(thing[node.attr])
                return ast.copy_location(ast.Constant(int(thing[node.attr])), node)
            if isinstance(thing, type) and issubclass(thing, Families):
                raise self.fail(node, f"{node.value.id}.{node.attr} can only be told by emit(...)")
            if isinstance(thing, types.FunctionType):
                raise self.fail(node, f"{self.who} keep nothing on a function: {node.value.id}.{node.attr}")
            if node.value.id in self.locals:
                return node
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.locals or isinstance(node.ctx, ast.Store):
            return node
        if node.id not in self.function.__globals__:
            if node.id in BUILTINS:
                return node
            raise self.fail(node, f"rules may not use {node.id}")
        thing = self.function.__globals__[node.id]
        if isinstance(thing, types.FunctionType) and thing is not emit:
            if thing.__name__ != node.id:
                raise self.fail(
                    node, f"{node.id} is {thing.__name__} under another name; {self.who} use one name for one thing"
                )
            self.waiting.append(thing)
        elif isinstance(thing, int):
            self.keep(node, self.found.numbers, int(thing))
        elif isinstance(thing, tuple) and is_table(thing):
            self.keep(node, self.found.tables, thing)
        elif isinstance(thing, type) and issubclass(thing, Names):
            raise self.fail(node, f"{node.id}: name a member, or use a number such as len of it at the top of the file")
        else:
            raise self.fail(node, f"{self.who} may not use {node.id} (a {type(thing).__name__})")
        return node

    def keep(self, node: ast.Name, where: dict[str, Any], value: Any) -> None:
        if node.id in where and where[node.id] != value:
            raise self.fail(node, f"the constant {node.id} has two values: {where[node.id]!r} and {value!r}")
        where[node.id] = value


def is_table(thing: tuple[Any, ...]) -> bool:
    """A tuple of whole numbers, or of equally long tables."""
    if not thing:
        return False
    if all(isinstance(item, int) for item in thing):
        return True
    return all(isinstance(item, tuple) and is_table(item) and len(item) == len(thing[0]) for item in thing)
