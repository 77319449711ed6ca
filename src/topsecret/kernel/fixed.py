"""Rules with their options fixed: whatever these options cannot lead to is left out.

An option is a number that never changes within a match, so every condition on it has one answer. What such answers leave standing says
which phases the rules can still bring about, and with them which families of actions and outcomes, which functions and which fields
are needed, and which fields stay at 0. A position that is not like that (made by hand, say) does not fit: the general rules play it.
"""

from __future__ import annotations

import ast
import copy
import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .engine import Writer
from .loader import Rules
from .moves import Family

Functions = dict[str, ast.FunctionDef]
Values = frozenset[int] | None  # None: any

ARITHMETIC: dict[type[ast.AST], Callable[..., int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
COMPARISONS: dict[type[ast.AST], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class FixedRules:
    """What is needed of a game's rules to play with these options to the end: `functions`, `tables`, `fields`, and what a position
    must be like: `remembered`."""

    def __init__(self, rules: Rules, options: dict[str, int]) -> None:
        self.rules = rules
        fields = rules.state.fields
        written = stored(rules.collected.functions.values())
        options = {name: value for name, value in options.items() if name not in written}
        # fields that never change: the options, and those that nothing which can happen writes
        self.constant = options | {name: 0 for name, field in fields.items() if not field.per and not field.is_option}
        self.remembered: dict[str, Values] = {}
        self.phases: Values = frozenset() if "phase" in fields else None
        self.constant.pop("phase", None)
        while True:  # more may happen than was known, and so on, until nothing new turns up
            functions = self._folded()
            written = stored(functions.values())
            constant = {name: value for name, value in self.constant.items() if name not in written}
            # phases, and fields whose values become phases, with all that they may be
            self.remembered = Outcomes(functions).of("phase") if self.phases is not None else {}
            if self.remembered.get("phase") == self.phases and constant == self.constant:
                break
            self.phases, self.constant = self.remembered.get("phase"), constant
        self.functions = {name: tree for name, tree in functions.items() if name in reached(functions, PLAYED)}
        names = {
            node.attr for tree in self.functions.values() for node in ast.walk(tree) if isinstance(node, ast.Attribute)
        }
        self.fields = [name for name in rules.state.fields if name in names]

    def _folded(self) -> Functions:
        """All functions, folded by the options and by the phases that are known to be possible."""
        rules = self.rules
        fold = Fold(self.constant, rules.collected.numbers, self.phases)
        functions: Functions = {}
        while True:
            functions = {name: fold.function(tree) for name, tree in rules.collected.functions.items()}
            answers = {name: answer for name, tree in functions.items() if (answer := only_answer(tree)) is not None}
            if answers == fold.answers:
                break
            fold.answers = answers

        def may_happen(family: Family) -> bool:
            if any(fold.answers.get(question + family.name) for question in ("refuse_", "closed_")):
                return False
            return self.phases is None or not family.when or any(int(phase) in self.phases for phase in family.when)

        actions, chances = (tuple(filter(may_happen, families)) for families in (rules.actions, rules.chances))
        writer = Writer(rules._has, rules._reads, actions, chances, rules.state.timed)
        joining = ast.parse(writer.write_playouts()).body
        functions |= {tree.name: fold.function(tree) for tree in joining if isinstance(tree, ast.FunctionDef)}
        self.tables: dict[str, Any] = dict(rules.collected.tables) | dict(writer.tables)
        return {name: functions[name] for name in reached(functions, ("setup", *PLAYED))}


def only_answer(tree: ast.FunctionDef) -> int | None:
    """The one number that a function always returns, and that is all that it does."""
    return number(tree.body[0].value) if isinstance(tree.body[0], ast.Return) else None


PLAYED = ("playout", "winners")


def reached(functions: Functions, roots: Iterable[str]) -> set[str]:
    """These functions and all that they call."""
    found: set[str] = set()
    waiting = [name for name in roots if name in functions]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [
                node.id for node in ast.walk(functions[name]) if isinstance(node, ast.Name) and node.id in functions
            ]
    return found


def stored(functions: Iterable[ast.FunctionDef]) -> set[str]:
    """The fields that functions write as a whole."""
    return {
        node.attr
        for tree in functions
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }


class Fold(ast.NodeTransformer):
    """Works out what is known: fields that never change, constants, and comparisons that all possible phases answer alike."""

    def __init__(self, fields: dict[str, int], numbers: dict[str, int], phases: Values) -> None:
        self.fields = fields
        self.numbers = numbers
        self.phases = phases
        self.answers: dict[str, int] = {}  # of functions that always say the same
        self.locals: set[str] = set()
        self.phase_names: set[str] = set()

    def function(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        tree = copy.deepcopy(tree)
        assigned = [
            node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        ]
        self.locals = {argument.arg for argument in tree.args.args} | set(assigned)
        self.phase_names = {
            node.targets[0].id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and is_phase(node.value)
            and assigned.count(node.targets[0].id) == 1
        }
        tree.body = self.block(tree.body)
        return ast.fix_missing_locations(tree)

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        kept: list[ast.stmt] = []
        for statement in body:
            done = self.visit(statement)
            kept += done if isinstance(done, list) else [] if done is None else [done]
            if kept and isinstance(kept[-1], ast.Return | ast.Continue | ast.Break):
                break
        return kept or [ast.Pass()]

    def visit_If(self, node: ast.If) -> Any:
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant):
            taken = node.body if node.test.value else node.orelse
            return (
                [statement for statement in self.block(taken) if not isinstance(statement, ast.Pass)] if taken else None
            )
        node.body = self.block(node.body)
        node.orelse = [statement for statement in self.block(node.orelse) if not isinstance(statement, ast.Pass)]
        return node

    def visit_While(self, node: ast.While) -> Any:
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant) and not node.test.value:
            return None
        node.body = self.block(node.body)
        return node

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self.visit(node.iter)
        node.body = self.block(node.body)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and node.attr in self.fields:
            return ast.Constant(self.fields[node.attr])
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and node.id in self.numbers and node.id not in self.locals:
            return ast.Constant(self.numbers[node.id])
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        known = isinstance(node.func, ast.Name) and node.func.id in self.answers
        if known and not any(isinstance(part, ast.Call) for value in node.args for part in ast.walk(value)):
            return ast.Constant(self.answers[node.func.id])  # type: ignore[attr-defined]
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        self.generic_visit(node)
        return None if isinstance(node.value, ast.Constant) else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        work = ARITHMETIC.get(type(node.op))
        if work and isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            return ast.Constant(work(node.left.value, node.right.value))
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        work = ARITHMETIC.get(type(node.op))
        if work and isinstance(node.operand, ast.Constant):
            return ast.Constant(work(node.operand.value))
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        work, right = COMPARISONS.get(type(node.ops[0])), number(node.comparators[0])
        if len(node.ops) != 1 or work is None or right is None:
            return node
        left = number(node.left)
        if left is not None:
            return ast.Constant(work(left, right))
        if self.phases is not None and (is_phase(node.left) or self._names_a_phase(node.left)):
            answers = {work(phase, right) for phase in self.phases}
            if len(answers) < 2:
                return ast.Constant(bool(answers and answers.pop()))
        return node

    def _names_a_phase(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.phase_names

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Only conditions use it, so that a part which decides nothing can be left out."""
        decides = isinstance(node.op, ast.Or)
        kept: list[ast.expr] = []
        for part in node.values:
            part = self.visit(part)
            if not isinstance(part, ast.Constant):
                kept.append(part)
            elif bool(part.value) == decides:
                kept.append(part)
                break
        if not kept:
            return ast.Constant(not decides)
        if isinstance(kept[0], ast.Constant) or len(kept) == 1:
            return kept[0]
        node.values = kept
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node


def number(node: ast.AST | None) -> int | None:
    """The value of a constant."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def is_phase(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "phase"


class Outcomes:
    """What fields may be after any of these functions has run: constants, followed through other fields, arguments and variables."""

    def __init__(self, functions: Functions) -> None:
        self.functions = functions
        self.stores: dict[
            str, list[tuple[str, ast.expr | None]]
        ] = {}  # by field or by function and variable: what is put there
        self.calls: dict[str, list[tuple[str, ast.Call]]] = {}
        for name, tree in functions.items():
            for node in ast.walk(tree):
                for target, value in assignments(node):
                    key = target.attr if isinstance(target, ast.Attribute) else f"{name} {target.id}"
                    self.stores.setdefault(key, []).append((name, value))
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    self.calls.setdefault(node.func.id, []).append((name, node))

    def of(self, field: str) -> dict[str, Values]:
        """The values that a field may have, and those of every field that is ever put there. A field that remembers a value for later is
        0 before it does."""
        found: dict[str, Values] = {}
        waiting = [field]
        while waiting:
            name = waiting.pop()
            if name not in found:
                values, others = self._follow(name)
                found[name] = values if values is None or name == field else values | {0}
                waiting += others
        return found

    def _follow(self, field: str) -> tuple[Values, set[str]]:
        values: set[int] = set()
        others: set[str] = set()
        seen: set[tuple[str, str]] = set()
        waiting = list(self.stores.get(field, []))
        while waiting:
            where, value = waiting.pop()
            if value is None:
                return None, others
            key = (where, ast.dump(value))
            if key in seen:
                continue
            seen.add(key)
            constant = number(value)
            if constant is not None:
                values.add(constant)
            elif isinstance(value, ast.IfExp):
                waiting += [(where, value.body), (where, value.orelse)]
            elif isinstance(value, ast.Attribute):
                others.add(value.attr)
                values.add(0)
                waiting += self.stores.get(value.attr, [])
            elif isinstance(value, ast.Name):
                waiting += self._named(where, value.id)
            else:
                return None, others
        return frozenset(values), others

    def _named(self, where: str, name: str) -> Iterator[tuple[str, ast.expr | None]]:
        """What an argument or a variable of a function may be."""
        yield from self.stores.get(f"{where} {name}", [])
        arguments = [argument.arg for argument in self.functions[where].args.args]
        if name in arguments:
            for caller, call in self.calls.get(where, []):
                yield caller, call.args[arguments.index(name)]


Target = ast.Attribute | ast.Name


def assignments(node: ast.AST) -> Iterator[tuple[Target, ast.expr | None]]:
    """The fields and variables that a statement writes, each with what it puts there; None where that is worked out."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, Target):
                yield target, node.value
            elif isinstance(target, ast.Tuple):
                yield from ((part, None) for part in target.elts if isinstance(part, Target))
    elif isinstance(node, ast.AugAssign | ast.For) and isinstance(node.target, Target):
        yield node.target, None
