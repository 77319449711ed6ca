"""Somebody who types: plays whole games at the terminal table, with garbage in between."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Any

import topsecret
from topsecret import bots
from topsecret.kernel.menu import Menu, numbered
from topsecret.terminal.display import display_of
from topsecret.terminal.screen import Screen
from topsecret.terminal.session import Session, seat_names

CONFIRM = "type another > "
GARBAGE: tuple[str, ...] = (
    "",
    "xyzzy",
    "red+99",
    "g2",
    "?",
    "? S3.2",
    "? nonsense",
    "h",
    "l",
    "[/]",
    "[bold",
    "s",
    "9999",
    "i",
    "u",
)
GARBAGE += ("red+1 red+1", "card", "safe nowhere", "r1 " * 200, "\x00", "ü", "-1", "0", "1", "2", "b", "back", "j1j1j1")


class Typist:
    """Answers each prompt; `say` gives the next line, or None when there is nothing more to type."""

    def __init__(self, say: Callable[[Typist], str | None]) -> None:
        self.say = say
        self.out = io.StringIO()
        self.table: Session | None = None

    def isatty(self) -> bool:
        return False

    @property
    def is_confirming(self) -> bool:
        return self.out.getvalue().endswith(CONFIRM)

    def readline(self) -> str:
        line = self.say(self)
        return "" if line is None else line + "\n"


def sit_down(
    typist: Typist, seats: int = 4, seed: str = "x", me: int = 0, bot: str = "greedy", **options: Any
) -> Session:
    game = topsecret.game("spies")
    match = game.match(seats=seats, options=options, seed=seed)
    names = seat_names(seats, me, "Chief")
    display = display_of(game, names, me)
    others = {seat: bots.make(bot, game, f"{seed}/{seat}") for seat in range(seats) if seat != me}
    screen = Screen(display.styles, out=typist.out, typed=typist)  # type: ignore[arg-type]
    typist.table = Session(match, me, others, display, names, screen)
    return typist.table


def plays_on(seed: str, garbage: float = 0.0) -> Callable[[Typist], str | None]:
    """Types a random legal action each time, sometimes nonsense before."""
    rng = random.Random(seed)

    def say(typist: Typist) -> str | None:
        table = typist.table
        assert table is not None
        if rng.random() < garbage:
            return rng.choice(GARBAGE)
        if typist.is_confirming:
            return ""
        match, me = table.match, table.me
        legal = match.legal(me)
        drafts = [move for move in legal if move.is_draft]
        if drafts and len(drafts) < len(legal):
            legal = [move for move in legal if not move.is_draft]
        elif drafts:
            return str(
                bots.make("random", match.game, str(rng.random())).choose(match.view(me), [], legal, bots.Budget())
            )
        return str(rng.choice(legal))

    return say


def all_actions(menu: Menu) -> set[str]:
    """Every action that choices of this question, and of those after it, lead to."""
    found: set[str] = set()
    for _, choice in numbered(menu):
        leads_to = choice.leads_to() if callable(choice.leads_to) else choice.leads_to
        found |= all_actions(leads_to) if isinstance(leads_to, Menu) else {str(leads_to)}
    return found
