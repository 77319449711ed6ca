"""How long a connection's line takes, as the server measures it: from a numbered Pong to its Echo.

An Echo that comes late on purpose makes the lag look longer, and gains its sender at most `RACE_MS` in a race (P5.3 of paris)."""

from __future__ import annotations

from collections import deque

from topsecret.table.races import RACE_MS

RECENT = 8  # of so many round trips the quickest counts
OPEN = 4  # Pongs that are still waited for


class Lag:
    def __init__(self) -> None:
        self._number = 0
        self._sent: dict[int, float] = {}
        self._trips: deque[float] = deque(maxlen=RECENT)
        self._was, self._since = 0, 0  # what counted when it was last measured, and when that was

    def sends(self, now: float) -> int:
        """A Pong goes out, at this second of the server's clock; returns its number."""
        self._number += 1
        self._sent[self._number] = now
        self._sent.pop(self._number - OPEN, None)
        return self._number

    def hears(self, number: int, now: float, at: int) -> None:
        """An Echo; one for a Pong that is not waited for says nothing. `at` is the table's time."""
        sent = self._sent.pop(number, None)
        if sent is not None:
            self._was, self._since = self.ms(at), at
            self._trips.append(now - sent)

    def ms(self, at: int) -> int:
        """Half the quickest of the recent round trips; 0 while none is known. It grows no faster than the table's time, so that what a seat
        does in a race is never carried out before what it did earlier."""
        measured = min(RACE_MS, round(min(self._trips) * 500)) if self._trips else 0
        return min(measured, self._was + at - self._since)
