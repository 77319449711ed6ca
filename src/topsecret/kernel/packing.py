"""How a position is copied, compared and packed into bytes: functions that are written out for the fields of one game."""

from __future__ import annotations

import math
from struct import Struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .fields import Field


def unused(fields: list[Field]) -> bytes:
    """How these fields are packed in a match that has never used them."""
    firsts = [field.default or 0 for field in fields for _ in range(math.prod(field.shape))]
    return Struct(f"<{len(firsts)}i").pack(*firsts)


def methods(fields: dict[str, Field], later: tuple[str, ...]) -> str:
    """Straight-line `copy`, `values`, `fill`, `blank` and `differences` for these fields: matches do this after every entry. Packed
    positions have the `later` fields at their end; `pieces` are the same, field by field, and `piece_of` gives one of them."""
    copy, fill, blank = [], [], []
    cells: dict[str, list[str]] = {}
    in_order = [name for name in fields if name not in later] + list(later)
    changed = [f"if self.{name} != other.{name}: found.append({name!r})" for name in fields]
    at = 1
    for name in in_order:
        field = fields[name]
        size = field.shape[-1] if field.shape else 1
        for row in range(field.shape[0] if len(field.shape) == 2 else 1):
            some = f"values[{at}:{at + size}]" if field.shape else f"values[{at}]"
            where = f"{name}[{row}][:]" if len(field.shape) == 2 else f"{name}[:]" if field.shape else name
            fill.append(f"self.{where} = {some}")
            at += size
        if not field.shape:
            copy.append(f"new.{name} = self.{name}")
            cells[name] = [f"self.{name}"]
            blank.append(f"new.{name} = 0")
        elif len(field.shape) == 1:
            copy.append(f"new.{name} = self.{name}.copy()")
            cells[name] = [f"*self.{name}"]
            blank.append(f"new.{name} = make([0] * {field.shape[0]})")
        else:
            copy.append(f"new.{name} = old = self.{name}.copy()")
            copy.extend(f"old[{row}] = old[{row}].copy()" for row in range(field.shape[0]))
            cells[name] = [f"*self.{name}[{row}]" for row in range(field.shape[0])]
            blank.append(f"new.{name} = make([make([0] * {field.shape[1]}) for _ in range({field.shape[0]})])")
    lines = ["def copy(self, new):", *copy, "new.seats = self.seats", "new._told = None", "return new"]
    lines[1:] = ["    " + line for line in lines[1:]]
    values = ["self.seats", *(cell for name in fields for cell in cells[name])]
    packed = ["self.seats", *(cell for name in in_order for cell in cells[name])]
    lines += ["def values(self):", "    return (" + ", ".join(values) + ",)"]
    lines += ["def packed(self):", "    return pack(" + ", ".join(packed) + ")"]
    for at, name in enumerate(in_order, 1):
        size = math.prod(fields[name].shape)
        lines += [f"def piece_{at}(self, pack=Struct('<{size}i').pack):", f"    return pack({', '.join(cells[name])})"]
    pieces = [f"piece_{at}(self)" for at, _ in enumerate(in_order, 1)]
    lines += ["def pieces(self):", f"    return [Struct('<i').pack(self.seats), {', '.join(pieces)}]"]
    lines += [f"piece_of = {{{', '.join(f'{name!r}: ({at}, piece_{at})' for at, name in enumerate(in_order, 1))}}}"]
    lines += [
        "def differences(self, other):",
        "    found = []",
        *("    " + line for line in changed),
        "    return found",
    ]
    lines += ["def fill(self, values):", *("    " + line for line in fill), "    return self"]
    lines += ["def blank(new, make):", *("    " + line for line in blank), "    return new"]
    return "\n".join(lines)
