"""Rules as they are written: their text, and `emit`, by which they tell events."""

from __future__ import annotations

import ast
import inspect
import os
import textwrap
import types
from functools import cache
from typing import Any

from .errors import LoaderError
from .fields import Position


def emit(state: Position, event: Any, *params: int) -> None:
    """Tells an event (interpreted mode). In compiled rules the call is left out."""
    if state._told is not None:
        state._told((event, params))


def place(function: types.FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}"


@cache
def functions_of(path: str, changed: tuple[int, int]) -> tuple[list[str], dict[int, int]]:
    """The lines of a file, and for each line on which a function begins the line on which it ends."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    begins = {min([node.lineno, *(d.lineno for d in node.decorator_list)]): node.end_lineno or 0 for node in found}
    return text.splitlines(keepends=True), begins


def source_of(function: types.FunctionType) -> str:
    """The text of a function. Each file is read once: a game has a hundred functions or more."""
    first = function.__code__.co_firstlineno
    try:
        path = function.__code__.co_filename
        stat = os.stat(path)
        lines, begins = functions_of(path, (stat.st_mtime_ns, stat.st_size))
        return textwrap.dedent("".join(lines[first - 1 : begins[first]]))
    except (OSError, KeyError, SyntaxError):
        return textwrap.dedent(inspect.getsource(function))


def parse(function: types.FunctionType, text: str) -> ast.FunctionDef:
    try:
        tree = ast.parse(text).body[0]
    except SyntaxError as problem:
        raise LoaderError(f"{place(function)}: expected a function with readable source, got {problem}") from None
    if not isinstance(tree, ast.FunctionDef):
        raise LoaderError(f"{place(function)}: expected a plain function")
    if function.__closure__:
        raise LoaderError(f"{place(function)}: expected a function at the top of its file, got a closure")
    arguments = tree.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
        raise LoaderError(f"{place(function)}: expected plain arguments only, without defaults or stars")
    return tree
