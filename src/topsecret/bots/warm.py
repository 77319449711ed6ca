"""Compiles what bots think with ahead of time, so that nobody ever waits for a compiler: `topsecret warm`, and a process of its own that
a server starts. Until it is done bots play by the judge alone (`search.py`)."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

from topsecret.kernel import registry
from topsecret.kernel.game import Game

from . import search

BEHIND = 10  # how far it stands back behind everything else


def searched(ids: list[str] | None = None) -> list[Game]:
    """The games that bots search, of these or of all."""
    games = [registry.game(id) for id in ids] if ids else registry.games()
    return [game for game in games if search.fits(game)]


def warm(ids: list[str], say: Callable[[str], None]) -> int:
    """Compiles what is not in the cache yet; 0 if all of it is there now."""
    missing = 0
    for game in searched(ids):
        begun = time.perf_counter()
        if search.is_ready(game):
            say(f"{game.id}: ready")
            continue
        say(f"{game.id}: compiling (a minute or so) …")
        if search.compiled(game, wait=True) is None:
            say(f"{game.id}: cannot be compiled here; bots play by the judge alone")
            missing += 1
        else:
            say(f"{game.id}: ready after {time.perf_counter() - begun:.0f} s")
    return 1 if missing else 0


def in_background() -> subprocess.Popen[bytes] | None:
    """Compiles in a process of its own, behind everything else; None where bots are to do without compiled code."""
    if os.environ.get(search.INTERPRETED) == "interpreted":
        return None
    return subprocess.Popen(
        [sys.executable, "-m", "topsecret", "warm", "--behind"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def stand_back() -> None:
    """This process gives way to all others, where the system knows how."""
    give_way: Callable[[int], int] | None = getattr(os, "nice", None)
    if give_way is not None:
        give_way(BEHIND)
