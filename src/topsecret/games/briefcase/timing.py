"""What the table that is played at must know of time; rules know no clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topsecret.kernel.moves import Move


def least_ms(options: dict[str, Any], action: Move) -> int:
    """B4.5: how long after the announcement an answer that is given by hand is shown at the earliest."""
    return int(options["answer_ms"]) if action.family == "answer" else 0


def stands(view: dict[str, Any], legal: Sequence[Move]) -> Move | None:
    """B4.5: when the time for the first order is over, the one that the board proposes stands (`proposal` in
    `web/desk.svelte.ts`): the last of those that do no harm."""
    orders = [move for move in legal if move.family == "order"]
    if view["phase"] != "order" or not orders:
        return None
    return next((move for move in reversed(orders) if str(move).endswith("harmless")), orders[0])
