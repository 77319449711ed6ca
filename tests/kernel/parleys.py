"""Matches of parley, dealt and played by hand."""

from typing import Any

from tests.kernel import parley
from topsecret import CHANCE, Game, Match

PARLEY = Game("parley", parley, parley)


def dealt(*suits: str, **options: Any) -> Match:
    """A match in which the seats have these suits; chance is played by hand."""
    match = PARLEY.match(seats=len(suits), chance="manual", options=options)
    for suit in suits:
        match.play(CHANCE, f"deal {suit}")
    return match


def plays(match: Match, *lines: str) -> Match:
    """Plays lines such as "0 add 2" and "chance face 6"."""
    for line in lines:
        who, _, what = line.partition(" ")
        match.play("chance" if who == "chance" else int(who), what)
    return match


def looks(match: Match) -> list[Any]:
    return [match.truth(), match.actors, *(match.view(seat) for seat in (None, *range(match.seats)))]
