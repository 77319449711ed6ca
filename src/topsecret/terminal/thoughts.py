"""What the bots thought, decision by decision: kept while a game runs, told after its end to whoever asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rich.markup import escape

from topsecret.bots.why import Why
from topsecret.kernel.game import Game
from topsecret.kernel.words import reason, tell

from .screen import Screen


class Thought(NamedTuple):
    seat: int
    action: dict[str, Any]  # as the event that it is
    why: Why


def told(
    game: Game, thoughts: Sequence[Thought], names: Sequence[str], screen: Screen, whose: str = ""
) -> Iterator[str]:
    """Lines for all of them, or for those of one bot, by its name."""

    def name(seat: int) -> str:
        return names[seat]

    for one in thoughts:
        if not one.why or (whose and names[one.seat].lower() != whose.lower()):
            continue
        said = " ".join(reason(game, key, params, name, screen.language) for key, params in one.why)
        yield f"[now]■[/] {escape(tell(game, one.action, name, screen.language))}"
        yield f"  [quiet]{screen.t('thoughts.of', name=escape(names[one.seat]))}[/] {escape(said)}"
