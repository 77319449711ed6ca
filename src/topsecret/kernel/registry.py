"""Finds games by looking into `topsecret.games`; nothing else lists them."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from pathlib import Path
from types import ModuleType

from .errors import UnknownGame, shorten
from .game import Game


@cache
def ids() -> tuple[str, ...]:
    """The ids of all games."""
    package = importlib.import_module("topsecret.games")
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg))


@cache
def _load(id: str) -> Game:
    package = importlib.import_module(f"topsecret.games.{id}")
    state = importlib.import_module(f"topsecret.games.{id}.state")
    rules = importlib.import_module(f"topsecret.games.{id}.rules")
    imagine = importlib.import_module(f"topsecret.games.{id}.imagine")
    return Game(
        id,
        state,
        rules,
        imagine,
        Path(str(package.__file__)).parent,
        _optional(id, "assumptions"),
        _optional(id, "help"),
        _optional(id, "notes"),
    )


def _optional(id: str, room: str) -> ModuleType | None:
    """A file that a game may have."""
    name = f"topsecret.games.{id}.{room}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def module_of(game: Game, name: str) -> ModuleType | None:
    """A module of a game's own folder, if it has one of that name."""
    home = f"topsecret.games.{game.id}"
    if game.folder is None or importlib.util.find_spec(home) is None:
        return None
    return _optional(game.id, name)


def game(id: str) -> Game:
    """The game of that id; raises UnknownGame."""
    if id not in ids():
        raise UnknownGame(f"expected one of {', '.join(ids())}; got {shorten(id)}")
    return _load(id)


def games() -> list[Game]:
    """All games."""
    return [game(id) for id in ids()]
