"""Whether this is a compiled install (`native/build.py`), and whether what was compiled is still what lies beside it."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path

HERE = Path(__file__).parent
MADE = "native.json"  # by module the hash of its source; in a plain install there is no such file


def compiled(folder: Path = HERE) -> dict[str, str]:
    """The modules that are compiled, with the hashes of their sources; empty in a plain install."""
    path = folder / MADE
    return json.loads(path.read_text()) if path.exists() else {}


def missing(folder: Path = HERE) -> list[str]:
    """Those of them that Python would run from their sources after all."""
    found = []
    for name in compiled(folder):
        spec = PathFinder.find_spec(name.rpartition("/")[2], [str((folder / name).parent)])
        if spec is None or not (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES)):
            found.append(name)
    return found


def edited(folder: Path = HERE) -> list[str]:
    """Those whose source is no longer what was compiled: it would be hidden by it."""
    return [
        name
        for name, was in compiled(folder).items()
        if not (folder / f"{name}.py").exists() or sha256((folder / f"{name}.py").read_bytes()).hexdigest() != was
    ]
