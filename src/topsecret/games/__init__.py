"""The games. Each folder here is one; adding a folder adds a game. `topsecret.games()` lists them."""

import sys
from types import ModuleType


class _CallablePackage(ModuleType):
    """`topsecret.games` is this package and also the function that lists all games: importing the one must not hide the other."""

    def __call__(self) -> list[object]:
        from ..kernel.registry import games

        return list(games())


sys.modules[__name__].__class__ = _CallablePackage
