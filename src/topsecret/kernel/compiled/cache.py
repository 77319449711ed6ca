"""Where compiled code is kept: one folder for each thing that is compiled, named by a hash of everything that it is made from.

An edit anywhere gives another folder, so nothing is stale; two variants have two folders and two module names, so they share nothing.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import TopSecretError

KEPT = 6  # folders of each name


class CannotCompile(TopSecretError):
    """numba is missing, or it has no place to keep compiled code. Everything works interpreted."""


class InterpretedOnly(UserWarning):
    """Said once when compiled rules are not to be had."""


def cache_home() -> Path:
    """Where compiled rules are kept: $TOPSECRET_CACHE, else the user's cache folder."""
    named = os.environ.get("TOPSECRET_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "topsecret"


def hash_of(*parts: Any) -> str:
    """A hash of these, of the versions that compile them, and of the text of this package. None of them is imported for it: that would
    take longer than all the rest."""
    here = Path(__file__).parent
    files = [*sorted(here.glob("*.py")), *(here.parent / f"{name}.py" for name in ("extend", "fixed", "loader"))]
    made_by = [sys.version, *(version(name) for name in ("numba", "llvmlite", "numpy"))]
    made_by += [path.read_text(encoding="utf-8") for path in files]
    return hashlib.sha256("\n".join(map(repr, [*made_by, *parts])).encode()).hexdigest()[:20]


def open_folder(name: str, made_from: str, files: dict[str, Callable[[], str | bytes]]) -> Path:
    """The folder of this name and hash with these files in it, each written when it is missing; raises CannotCompile."""
    try:
        home = cache_home()
    except RuntimeError as problem:  # a user without a home
        raise CannotCompile(f"compiled rules need a folder to keep them ({problem})") from None
    folder = home / f"{name}-{made_from}"
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            forget_old(name, home)
        for file, text in files.items():
            write_once(folder / file, text)
        os.utime(folder)
        probe = folder / f".write-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as problem:
        raise CannotCompile(f"compiled rules need a folder to keep them ({home}: {problem.strerror})") from None
    return folder


def write_once(path: Path, text: Callable[[], str | bytes]) -> None:
    """Writes a file in one step, so that processes do not disturb each other."""
    if path.exists():
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    content = text()
    with os.fdopen(handle, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
    os.replace(temporary, path)


def forget_old(name: str, home: Path) -> None:
    """Only the newest folders of a name are kept."""
    length = len(name) + 1 + 20  # so that "spies" does not find "spies-checked"
    folders = [folder for folder in home.glob(f"{name}-*") if len(folder.name) == length]
    for folder in sorted(folders, key=lambda folder: folder.stat().st_mtime, reverse=True)[KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


def module_name(path: Path) -> str:
    """A generated module is named by its folder, so that no two share a name."""
    return f"topsecret_compiled_{path.parent.name.replace('-', '_')}_{path.stem}"


def load_module(path: Path) -> ModuleType:
    name = module_name(path)
    if not hasattr(sys.modules.get(name), "__file__"):
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise CannotCompile(f"cannot import {path}")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def stand_in(path: Path) -> None:
    """numba looks for the module of a compiled function when it takes it from the cache, and needs nothing of it but the name."""
    sys.modules.setdefault(module_name(path), ModuleType(module_name(path)))


_said: set[str] = set()


def say_once(problem: CannotCompile) -> None:
    """Interpreted rules do the same, slower: say so once in a process."""
    text = f"{problem}; playing with interpreted rules, which do the same, slower"
    if text not in _said:
        _said.add(text)
        warnings.warn(text, InterpretedOnly, stacklevel=3)
