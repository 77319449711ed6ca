"""Pictures of a rule page: the real board with a position, beside the paragraph that it belongs to.

A game's `pictures.py` lists them as data: the rule, a position, perhaps what is played from there, through whose eyes, and what is ringed.
The view is worked out by the rules, so a picture cannot grow stale. What it shows is said in the game's words, `picture.KEY`, for those
who see it and for those who do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .exercise import Cue, pose
from .fair import Fair
from .game import Game
from .match import Match
from .registry import module_of

FEWEST, MOST = 4, 10  # of a game


@dataclass(frozen=True)
class Picture:
    """One picture. `play`: what is done from the position on, with time at the moments that the cues say. `ring`: what is ringed, by the
    names that the board gives its things (`target:red` is what has `data-target="red"`)."""

    key: str
    rule: str
    seats: int
    start: dict[str, Any]
    eyes: int | None = 0  # a seat, or None for a spectator
    options: dict[str, Any] = field(default_factory=dict)
    chance: tuple[str, ...] = ()
    play: tuple[Cue, ...] = ()
    ring: tuple[str, ...] = ()
    names: tuple[
        str, ...
    ] = ()  # what the seats are called; `@` begins a key of the game's words, one's own is left empty


def pictures_of(game: Game) -> Sequence[Picture]:
    """The pictures of a game, in the order of its page; none where it has no `pictures.py`."""
    module: Any = module_of(game, "pictures")
    return () if module is None else tuple(module.PICTURES)


def match_of(game: Game, picture: Picture) -> Match:
    """The match that a picture shows, played as far as the picture goes; always the same."""
    match = pose(game, picture.seats, picture.options, picture.start, picture.chance, Fair.from_seed(picture.key))
    match.settle()
    for cue in picture.play:
        if game.State.timed:
            match.play(cue.seat, cue.action, at=cue.after)
        else:
            match.play(cue.seat, cue.action)
    return match
