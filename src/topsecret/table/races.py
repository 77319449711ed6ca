"""Races: all come equally late, whatever their line, so that who acted first is first (P5.3 of paris).

The lag is what the server has measured (`server/lag.py`). Whoever answers its measurements late on purpose looks farther away than they
are, and so gains at most RACE_MS; nobody can look nearer."""

from __future__ import annotations

RACE_MS = 150  # the longest line that is made up for


def release(now: int, lag: int) -> int:
    """When something is carried out that comes now. It hangs on nothing else, least of all on what else the seat has tried: that may have
    been in vain, and then nobody knows of it. A seat's races keep their order, since no line's lag grows faster than time passes."""
    return now + RACE_MS - min(max(lag, 0), RACE_MS)
