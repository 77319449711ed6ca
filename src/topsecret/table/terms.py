"""What was agreed before the start: what happens when somebody goes."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from topsecret.bots import registry as bots
from topsecret.kernel.game import Game
from topsecret.kernel.levels import NAMES

from .errors import TableError

LEAST_GRACE_S, MOST_GRACE_S = 5, 24 * 3600


class Terms(Struct, frozen=True):
    """They stay as they are once the match has started."""

    grace_s: int = 60  # so long a person may be gone before a bot may play on
    stand_in: str = "medium"  # the level of that bot
    move_s: int = 0  # for each move; 0: no clocks
    bank_s: int = 0  # beyond that, for the whole match
    answer_s: int = 0  # for what several are asked together; 0: as long as for a move
    late: Literal["bot", "loses"] = "bot"  # what happens when a seat's time is over


def checked_terms(game: Game, terms: Terms) -> Terms:
    """The terms, if they can be kept; raises TableError."""
    if not LEAST_GRACE_S <= terms.grace_s <= MOST_GRACE_S:
        raise TableError(
            "bad_terms", f"grace_s: expected {LEAST_GRACE_S} to {MOST_GRACE_S} seconds, got {terms.grace_s}"
        )
    if terms.stand_in not in (*NAMES, *bots.names(game)):
        raise TableError("bad_terms", f"stand_in: expected one of {', '.join(NAMES)}, got {terms.stand_in[:40]!r}")
    if terms.move_s == 0:
        return replace(terms, bank_s=0, answer_s=0, late="bot")
    if game.State.timed:
        raise TableError("bad_terms", "move_s: expected 0, as this game has its own time")
    for name, least, most in (("move_s", 5, 3600), ("bank_s", 0, 7200), ("answer_s", 0, 3600)):
        if not least <= getattr(terms, name) <= most:
            raise TableError("bad_terms", f"{name}: expected {least} to {most} seconds, got {getattr(terms, name)}")
    if terms.late == "loses" and "resign" not in game.actions.by_name:
        raise TableError("bad_terms", "late: expected bot, as this game knows no resigning")
    return replace(terms, answer_s=max(5, terms.answer_s or terms.move_s))


def bot_of(game: Game, level: str) -> str:
    """The bot that plays at a level; the usual one where a game has no such level."""
    return level if level in bots.names(game) else bots.usual(game)
