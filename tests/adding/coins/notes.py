"""What of a player's notes everybody sees at the end: a line that begins with an exclamation mark."""

from __future__ import annotations

from typing import Any

LONGEST_PAGE = 120


def shown(options: dict[str, Any], notes: str) -> dict[str, str]:
    found = [line[1:].strip() for line in notes.splitlines() if line.startswith("!")]
    return {"boast": found[0][:LONGEST_PAGE]} if found and found[0] else {}
