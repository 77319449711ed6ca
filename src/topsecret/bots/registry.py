"""Finds bots by looking: a module of this package with a function `make(game, seed)` is a bot for every game that it `fits`; a class
with `choose` (in games with time: `wish`, see `live.py`) in a game's own `bots.py` is a bot for that game. Nothing else lists them."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from types import ModuleType
from typing import Any

from topsecret.kernel.errors import BadOptions, shorten
from topsecret.kernel.game import Game

from .interface import Bot


def module_of(game: Game, name: str) -> ModuleType | None:
    """A module of the game's own folder, if it has one of that name."""
    home = f"topsecret.games.{game.id}"
    if (
        game.folder is None
        or importlib.util.find_spec(home) is None
        or importlib.util.find_spec(f"{home}.{name}") is None
    ):
        return None
    return importlib.import_module(f"{home}.{name}")


@cache
def _everywhere() -> dict[str, ModuleType]:
    package = importlib.import_module(__package__ or "topsecret.bots")
    modules = {
        found.name: importlib.import_module(f"{package.__name__}.{found.name}")
        for found in pkgutil.iter_modules(package.__path__)
    }
    return {name: module for name, module in sorted(modules.items()) if hasattr(module, "fits")}


def own(game: Game) -> dict[str, Any]:
    """The classes of a game's own bots."""
    module = module_of(game, "bots")
    if module is None:
        return {}
    return {
        name.lower(): thing
        for name, thing in sorted(vars(module).items())
        if isinstance(thing, type) and (hasattr(thing, "choose") or hasattr(thing, "wish"))
    }


def names(game: Game) -> list[str]:
    """The bots that can play a game."""
    return sorted({name for name, module in _everywhere().items() if module.fits(game)} | set(own(game)))


def best(game: Game) -> str:
    """The bot to play against when nobody says which."""
    found = names(game)
    return "greedy" if "greedy" in found else found[0]


def make(name: str, game: Game, seed: str) -> Bot:
    """A bot of that name; the same seed makes the same choices. Raises BadOptions."""
    if name not in names(game):
        raise BadOptions(f"bot: expected one of {', '.join(names(game))}; got {shorten(name)}")
    found = own(game)
    bot: Bot = found[name](game, seed) if name in found else _everywhere()[name].make(game, seed)
    return bot
