"""When Python looks for garbage: things that hold each other and that nobody else holds.

To find it, it walks over everything that lives, and all the world waits: a fifth of a second with a hundred tables. What is young is
looked through as always, which is quick; everything only in a quiet moment, or when it has been left for long.
"""

from __future__ import annotations

import gc

YOUNG = 1_000  # new things until the young ones are looked through
NEVER = 1_000_000
LONGEST = 600.0  # seconds without a look at everything, however busy it is


class QuietCollector:
    """Of one process. `now` is the time of the clock that everything here goes by."""

    def __init__(self, now: float) -> None:
        gc.collect()
        gc.freeze()  # what is here already stays
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self._last = now
        self._looks = young_looks()

    def sweep(self, now: float, quiet: bool) -> bool:
        """Looks through everything if there may be garbage and it disturbs nobody; says whether it did."""
        if young_looks() == self._looks or not (quiet or now - self._last >= LONGEST):
            return False
        gc.collect()
        self._last, self._looks = now, young_looks()
        return True


def young_looks() -> int:
    """How often the young things were looked through so far."""
    return int(gc.get_stats()[0]["collections"])
