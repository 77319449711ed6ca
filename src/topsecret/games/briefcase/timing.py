"""What the table that is played at must know of time; rules know no clock."""

from __future__ import annotations

from typing import Any

from topsecret.kernel.moves import Move


def least_ms(options: dict[str, Any], action: Move) -> int:
    """B4.5: how long after the announcement an answer that is given by hand is shown at the earliest."""
    return int(options["answer_ms"]) if action.family == "answer" else 0
