"""Help beyond the view: what a seat could work out with pencil and paper, worked out for it.

A game's `help.py` lists its topics. A topic gets the view and the seen log of a seat and nothing else, so it can only say what follows
from them. Every game has an option that says how much help there is at a table, the same for all: off, manual (a place to write things
down), assisted (the topics are worked out, too).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import HelpOff, UnknownTopic, shorten
from .names import Names

if TYPE_CHECKING:
    from .game import Game


class Help(Names):
    """How much help a table allows."""

    OFF = 0
    MANUAL = 1
    ASSISTED = 2


class Topic(NamedTuple):
    """One thing that a seat can ask for. `work_out(game, view, seen, about)` gives JSON; `about(view)` lists what one can ask about now
    (only "": the topic as a whole)."""

    work_out: Callable[[Game, dict[str, Any], Sequence[dict[str, Any]], str], Any]
    about: Callable[[dict[str, Any]], Sequence[str]] = lambda view: ("",)


def help(game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], topic: Any, about: Any = "") -> Any:
    """What a topic says to the viewer. Raises HelpOff where the table plays without, UnknownTopic where there is nothing to say."""
    if view["viewer"] is None:
        raise HelpOff("expected a seat: a spectator gets no help")
    if view[game.help_option] != Help.ASSISTED.text:
        raise HelpOff(f"expected a table with {game.help_option} assisted, this one has {view[game.help_option]}")
    found = game.topics.get(topic) if isinstance(topic, str) else None
    if found is None:
        raise UnknownTopic(shorten(topic), tuple(game.topics))
    if not isinstance(about, str) or about not in found.about(view):
        raise UnknownTopic(
            f"{topic} about {shorten(about)}", [f"{topic} about {one}" for one in found.about(view) if one]
        )
    return found.work_out(game, view, seen, about)
