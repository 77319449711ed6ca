"""Who takes part. A bot is entered by a text:

hard                        a bot of the house, or one that an installed package offers (entry point group `topsecret.bots`)
hard@100ms, hard@500sims    with a budget of its own
mine.py, mine.py:Loyal      a class `Name(game, seed)` with `choose` (in games with time: `Name(game, rng)` with `wish`) in a Python file
reader:hard                 one that knows the program of the others, and reads from it who they are
remote:COMMAND              a program that plays over the protocol; it is started with the address of a server and the code of a table
"""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from topsecret import bots
from topsecret.bots import Budget
from topsecret.kernel.errors import BadOptions, shorten
from topsecret.kernel.game import Game
from topsecret.lab import reader
from topsecret.lab.opponents import available

GROUP = "topsecret.bots"
REMOTE = "remote:"
CLAIRVOYANT = "clairvoyant:"
READER = "reader:"
BUDGET = re.compile(r"([1-9]\d{0,8})(ms|sims)")


@dataclass(frozen=True)
class Entrant:
    """A bot as it takes part; `label` is how it was entered and what reports call it."""

    label: str
    source: str  # house, lab, package, file or remote
    name: str
    budget: Budget
    handicaps: tuple[tuple[str, float], ...] = ()
    sees_all: bool = False

    @property
    def is_guest(self) -> bool:
        """Whether somebody else wrote it: then it lives in a process of its own, and gets what it may know as JSON."""
        return self.source not in ("house", "lab")


def budget_of(text: str) -> Budget:
    """`200ms` or `2000sims`; raises BadOptions."""
    found = BUDGET.fullmatch(text)
    if found is None:
        raise BadOptions(f"budget: expected as in 200ms or 2000sims, got {shorten(text)}")
    amount = int(found[1])
    return Budget(milliseconds=amount) if found[2] == "ms" else Budget(simulations=amount)


def in_words(budget: Budget) -> str:
    if budget.milliseconds is not None:
        return f"{budget.milliseconds}ms"
    return "" if budget.simulations is None else f"{budget.simulations}sims"


def entrant(text: str, game: Game, budget: Budget) -> Entrant:
    """The bot that a text means; raises BadOptions."""
    text = text.strip()
    if text.startswith(REMOTE):
        return remote(text, game, budget)
    name, at, own = text.rpartition("@")
    if at:
        budget = budget_of(own)
    else:
        name = text
    plain = name.removeprefix(CLAIRVOYANT)
    plain, plus, handicaps = plain.partition("+")
    if plain in bots.every(game):
        found = Entrant(
            text, "house", plain, budget, handicaps_of(handicaps) if plus else (), name.startswith(CLAIRVOYANT)
        )
        if found.handicaps or found.sees_all:
            made(found, game, "0")
        return found
    if name.startswith(READER) and reader.fits(game):
        found = Entrant(text, "lab", name, budget)
        if (read := reads(found, game)).source != "house":
            raise BadOptions(f"bot: expected a bot of the house after {READER}, got {shorten(read.label)}")
        return found
    if name in available(game):
        return Entrant(text, "lab", name, budget)
    if ".py" in name:
        found = Entrant(text, "file", name, budget)
    elif name in {point.name for point in entry_points(group=GROUP)}:
        found = Entrant(text, "package", name, budget)
    else:
        offered = sorted({point.name for point in entry_points(group=GROUP)})
        known = ", ".join([*bots.every(game), *available(game), *offered, "FILE.py", "remote:COMMAND"])
        raise BadOptions(f"bot: expected one of {known}; got {shorten(name)}")
    kind_of(found.source, found.name, game)
    return found


def handicaps_of(text: str) -> tuple[tuple[str, float], ...]:
    """`depth=1+mixing=0`; raises BadOptions."""
    found = []
    for part in text.split("+"):
        name, equals, value = part.partition("=")
        try:
            found.append((name, float(value)))
        except ValueError:
            equals = ""
        if not equals:
            raise BadOptions(f"bot: expected a handicap as in +mixing=0, got {shorten(part)}")
    return tuple(found)


def made(entrant: Entrant, game: Game, seed: str) -> Any:
    """A bot of the house or of the lab; raises BadOptions."""
    if entrant.name.startswith(READER):
        read = reads(entrant, game)
        return reader.Reader(game, seed, lambda: made(read, game, "asked"))
    if entrant.source == "lab":
        return available(game)[entrant.name](game, seed)
    bot: Any = bots.make(entrant.name, game, seed)
    known: frozenset[str] = getattr(bot, "handicaps", frozenset())
    for name, _ in entrant.handicaps:
        if name not in known or not hasattr(bot, "level"):
            raise BadOptions(
                f"bot {entrant.name}: expected a handicap of {', '.join(sorted(known)) or 'none'}; got {name}"
            )
    if entrant.handicaps:
        bot.level = replace(bot.level, handicaps={**bot.level.handicaps, **dict(entrant.handicaps)})
    if entrant.sees_all and not hasattr(bot, "worlds"):
        raise BadOptions(f"bot: expected one that imagines worlds after {CLAIRVOYANT}, got {entrant.name}")
    return bot


def reads(entered: Entrant, game: Game) -> Entrant:
    """The bot whose program a reader knows."""
    return entrant(entered.name.removeprefix(READER), game, Budget())


def remote(text: str, game: Game, budget: Budget) -> Entrant:
    command = text.removeprefix(REMOTE).strip()
    if not command:
        raise BadOptions("bot: expected a command after remote:")
    if game.State.timed:
        raise BadOptions(
            f"bot: expected no remote bot in a game with time, which it would play for minutes; got {shorten(text)}"
        )
    return Entrant(text, "remote", command, budget)


def entrants(texts: str, game: Game, budget: Budget) -> list[Entrant]:
    """Bots with commas between; raises BadOptions."""
    found = [entrant(text, game, budget) for text in texts.split(",") if text.strip()]
    labels = [one.label for one in found]
    twice = [label for label in labels if labels.count(label) > 1]
    if twice:
        raise BadOptions(f"bots: expected each once, got {shorten(twice[0])} twice")
    return found


def kind_of(source: str, name: str, game: Game) -> Any:
    """The class (or function) that makes a bot of somebody else; raises BadOptions."""
    asks = "wish" if game.State.timed else "choose"
    if source == "package":
        kind = next(point for point in entry_points(group=GROUP) if point.name == name).load()
        if not callable(kind):
            raise BadOptions(
                f"bot {name}: expected a class with {asks}, or a function that makes one; got {shorten(kind)}"
            )
        return kind
    path, colon, wanted = name.rpartition(":")
    if not colon or not path.endswith(".py"):
        path, wanted = name, ""
    module = module_at(Path(path))
    kinds = {
        key: thing
        for key, thing in vars(module).items()
        if isinstance(thing, type) and thing.__module__ == module.__name__ and hasattr(thing, asks)
    }
    if wanted and wanted not in kinds:
        raise BadOptions(
            f"bot: expected a class with {asks} in {path}, one of {', '.join(kinds) or 'none'}; got {wanted}"
        )
    if not wanted and len(kinds) != 1:
        many = f"{len(kinds)} ({', '.join(kinds)}): say which, as in {path}:Name" if kinds else "none"
        raise BadOptions(f"bot: expected one class with {asks} in {path}, got {many}")
    return kinds[wanted or next(iter(kinds))]


def module_at(path: Path) -> Any:
    if not path.is_file():
        raise BadOptions(f"bot: expected a Python file, got {shorten(str(path))}, which is not there")
    spec = importlib.util.spec_from_file_location(f"entered_{path.stem}", path.resolve())
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        raise BadOptions(f"bot: {path} cannot be imported: {type(problem).__name__}: {problem}") from problem
    return module
