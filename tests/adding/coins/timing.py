"""What the table must know of time: a reply takes a moment, however quickly it was made up."""

from __future__ import annotations

from typing import Any

from topsecret.kernel.moves import Move

MOMENT_MS = 20


def least_ms(options: dict[str, Any], action: Move) -> int:
    return MOMENT_MS if action.family == "reply" else 0
