"""The rules' own functions, a little quicker when they are interpreted: names and numbers are literals, and what an event would say is
only worked out when somebody listens. They keep their files and lines: tracebacks, debuggers and coverage see the rules as written.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Iterable
from typing import Any

from .names import Names
from .written import emit, parse, source_of


def quicker(functions: Iterable[types.FunctionType]) -> dict[types.FunctionType, types.FunctionType]:
    """Each function's quick twin. They call each other; everything else they find where it was."""
    twins: dict[types.FunctionType, types.FunctionType] = {}
    spaces: dict[str, dict[str, Any]] = {}
    for function in functions:
        space = spaces.setdefault(function.__module__, dict(function.__globals__))
        tree = Literals(function).visit(parse(function, source_of(function)))
        ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
        module = ast.fix_missing_locations(ast.Module([tree], []))
        made: dict[str, Any] = {}
        exec(compile(module, function.__code__.co_filename, "exec"), space, made)
        twins[function] = made[function.__name__]
    for space in spaces.values():
        space.update(
            {
                name: twins[thing]
                for name, thing in space.items()
                if isinstance(thing, types.FunctionType) and thing in twins
            }
        )
    return twins


class Literals(ast.NodeTransformer):
    """Puts numbers in place of names, and a test in front of every event."""

    def __init__(self, function: types.FunctionType) -> None:
        self.known = function.__globals__
        self.locals = set(function.__code__.co_varnames)

    def global_named(self, node: ast.AST) -> Any:
        return self.known.get(node.id) if isinstance(node, ast.Name) and node.id not in self.locals else None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        for argument in node.args.args:
            argument.annotation = None
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return node
        return ast.copy_location(ast.Assign([node.target], self.visit(node.value)), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        thing = self.global_named(node.value)
        if isinstance(thing, type) and issubclass(thing, Names) and node.attr in thing.__members__:
            return ast.copy_location(ast.Constant(int(thing[node.attr])), node)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        thing = self.global_named(node)
        if isinstance(node.ctx, ast.Load) and isinstance(thing, int) and not isinstance(thing, bool):
            return ast.copy_location(ast.Constant(int(thing)), node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        call = node.value
        if not isinstance(call, ast.Call) or self.global_named(call.func) is not emit:
            return node
        state, event, *params = call.args
        listener = ast.Attribute(state, "_told", ast.Load())
        said = ast.Tuple([event, ast.Tuple(params, ast.Load())], ast.Load())
        told = ast.Expr(ast.Call(listener, [said], []))
        listens = ast.Compare(ast.Attribute(state, "_told", ast.Load()), [ast.IsNot()], [ast.Constant(None)])
        made = ast.If(listens, [told], [])
        for part in ast.walk(made):
            if "lineno" in part._attributes and not hasattr(part, "lineno"):
                ast.copy_location(part, node)
        return made
