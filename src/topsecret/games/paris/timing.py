"""What the table that is played at must know of time; rules know no clock."""

from __future__ import annotations

from typing import Any

from topsecret.kernel.moves import Move

WITH_THE_CASE = ("complete", "pass_on", "discard_agent", "discard_place", "discard_both")


def at_a_table(race_ms: int) -> dict[str, Any]:
    """Options that a table sets by itself. P5.3, P7.2: the case's time waits for what came before it ran out and is held."""
    return {"grace_ms": race_ms}


def is_race(action: Move) -> bool:
    """P5.3: who was first counts by the table's time, whatever the line."""
    return action.family == "call" or action.family in WITH_THE_CASE


def closes_at(view: dict[str, Any], action: Move) -> int | None:
    """P7.2: from when on it comes too late. The case's clock is public."""
    return int(view["deadline"]) if action.family in WITH_THE_CASE else None


def is_beginning(event: dict[str, Any]) -> bool:
    """The table counts down before a deal."""
    return bool(event["event"] == "deal_begins")
