"""Compiles the playouts of a folder into object code: `python -m topsecret.kernel.compiled.build FOLDER` (see `playouts.py`)."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.extending import intrinsic

from .cache import load_module
from .extension import assign

__all__ = ["assign", "lowest"]


@intrinsic
def lowest(context: Any, who: Any) -> Any:
    """The first of several seats: the lowest bit that is set."""

    def count(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), count


def build(folder: Path) -> None:
    module = load_module(folder / "rules.py")
    record, known = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    fields = [tuple(tuple(part) if isinstance(part, list) else part for part in field) for field in record]
    dtype = np.dtype(fields, align=True)
    state = from_dtype(dtype)
    function = module.playouts
    number = types.int64
    function.compile(number(state, state, types.CPointer(types.uint64), number, number, types.CPointer(number)))
    (compiled,) = function.overloads.values()
    library = compiled.library
    code = library.codegen._tm.emit_object(library._final_module)
    places = [(name, place(dtype, name), dtype.fields[name][1]) for name in dtype.names]
    write(folder / "playouts.o", code)
    told = {"symbol": compiled.fndesc.llvm_func_name, "size": dtype.itemsize, "fields": places, "known": known}
    write(folder / "playouts.json", json.dumps(told).encode())


def place(dtype: Any, name: str) -> str:
    """A field as `struct` writes it."""
    kind = dtype.fields[name][0]
    letter = {2: "h", 4: "i", 8: "q"}[kind.base.itemsize]
    return f"<{int(np.prod(kind.shape)) if kind.shape else 1}{letter}"


def write(path: Path, content: bytes) -> None:
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.write_bytes(content)
    os.replace(temporary, path)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
