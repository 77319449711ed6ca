"""Finds bots by looking: a module of this package with a function `make(game, seed)` is a bot for every game that it `fits`; a class
with `choose` (in games with time: `wish`, see `players.py`) in a game's own `bots.py` is a bot for that game; and each level that a game
declares in its `levels.py` is one of them with a budget and handicaps. Nothing else lists them.

Some are there to be measured against, not to be met by people: they say so (`for_people = False`), and only `every` names them."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType
from typing import Any

from topsecret.kernel.errors import BadOptions, DeclarationError, shorten
from topsecret.kernel.game import Game
from topsecret.kernel.levels import NAMES, Level
from topsecret.kernel.registry import module_of as module_of

from .interface import Bot

FROM_WEAK_TO_STRONG = ("random", "easy", "greedy", "medium", "hard")


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


def levels(game: Game) -> dict[str, Level]:
    """The levels that a game declares, from the weakest to the strongest; raises DeclarationError."""
    module = module_of(game, "levels")
    found: dict[str, Level] = {} if module is None else module.LEVELS
    bots = _without_levels(game) if found else set()
    for name, level in found.items():
        if name not in NAMES:
            raise DeclarationError(f"{game.id}: expected a level to be one of {', '.join(NAMES)}; got {name!r}")
        if level.bot not in bots:
            raise DeclarationError(
                f"{game.id}: the level {name} is played by {level.bot!r}; expected one of {', '.join(sorted(bots))}"
            )
    return {name: found[name] for name in NAMES if name in found}


def level_of(name: str, game: Game) -> Level | None:
    """The level of that name, if it is one."""
    return levels(game).get(name)


def _without_levels(game: Game) -> set[str]:
    return {name for name, module in _everywhere().items() if module.fits(game)} | set(own(game))


def every(game: Game) -> list[str]:
    """The bots that can play a game: from the weakest to the strongest as far as that is known by their names, and levels last."""
    known = {name: place for place, name in enumerate(FROM_WEAK_TO_STRONG)}
    found = _without_levels(game) | set(levels(game))
    return sorted(found, key=lambda name: (known.get(name, known["greedy"]), name))


def names(game: Game) -> list[str]:
    """Those of them that people meet, at tables and in the terminal."""
    hidden = {name for name, kind in (_everywhere() | own(game)).items() if not getattr(kind, "for_people", True)}
    return [name for name in every(game) if name not in hidden]


def usual(game: Game) -> str:
    """The bot to play against when nobody says which: of medium strength, or the best there is."""
    found = names(game)
    return "medium" if "medium" in found else "greedy" if "greedy" in found else found[-1]


def make(name: str, game: Game, seed: str) -> Bot:
    """A bot of that name; the same seed makes the same choices. Raises BadOptions."""
    if name not in every(game):
        raise BadOptions(f"bot: expected one of {', '.join(every(game))}; got {shorten(name)}")
    found, level = own(game), level_of(name, game)
    kind = name if level is None else level.bot
    bot: Bot = found[kind](game, seed) if kind in found else _everywhere()[kind].make(game, seed)
    return bot if level is None else at_level(bot, game, name, level)


def at_level(bot: Any, game: Game, name: str, level: Level, known_to_others: frozenset[str] = frozenset()) -> Any:
    """The bot, told at which level it plays."""
    known: frozenset[str] = getattr(bot, "handicaps", frozenset())
    for handicap in level.handicaps.keys() - known - known_to_others:
        raise DeclarationError(
            f"{game.id}: the level {name} has the handicap {handicap!r}, which {level.bot} does not know"
        )
    if hasattr(bot, "level"):
        bot.level = level
    return bot
