"""Text that is made while the program runs, and is run: its lines are shown in tracebacks and by the debugger like those of a file."""

from __future__ import annotations

import hashlib
import linecache
from typing import Any


def run(text: str, name: str, space: dict[str, Any]) -> None:
    """Runs generated text in a namespace. `name` says whose it is; two texts never share a place in tracebacks."""
    file = f"<{name} {hashlib.sha256(text.encode()).hexdigest()[:8]}>"
    linecache.cache[file] = (
        len(text),
        None,
        text.splitlines(keepends=True),
        file,
    )  # None: it is on no disk to be checked
    exec(compile(text, file, "exec"), space)
