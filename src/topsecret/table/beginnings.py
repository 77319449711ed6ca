"""Where chance comes in: the match of a table at its beginning, and what nobody can know beforehand."""

from __future__ import annotations

import random
import secrets
from typing import TYPE_CHECKING

from topsecret.kernel.exercise import pose
from topsecret.kernel.fair import Fair
from topsecret.kernel.match import Match

if TYPE_CHECKING:
    from .state import TableState


def new_match(table: TableState, secret: str, entropy: list[str]) -> Match:
    """The match before its first outcome."""
    source, posed = Fair(bytes.fromhex(secret), table.code, tuple(entropy)), table.exercise
    if posed is not None:
        return pose(table.game, len(table.seats), table.options, posed.start, posed.chance, source)
    return Match(table.game, table.game.begin(len(table.seats), table.options), "fair", source, None)


def new_secret() -> str:
    """One that nobody knows."""
    return secrets.token_hex(32)


def new_source() -> random.Random:
    """For what is no part of a match: cover names."""
    return random.Random(secrets.token_bytes(16))
