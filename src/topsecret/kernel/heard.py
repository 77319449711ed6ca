"""What one viewer has been told so far."""

from __future__ import annotations

from typing import Any

from .log import Undone
from .view import Tell


class Heard:
    """The events of one viewer (the first has the number 1), and the numbers by which it knows what it was told."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.events: list[dict[str, Any]] = []
        self.numbers: dict[Tell, int] = {}
        self._done = 0  # of what was told in the match

    def listen(self, told: list[Tell | Undone]) -> None:
        """Hears what is new in all that was told so far."""
        if self._done == len(told):
            return
        for tell in told[self._done :]:
            event = tell.json(self.viewer) if isinstance(tell, Tell) else tell.json(self.numbers)
            if event is None:
                continue
            self.events.append(event)
            if isinstance(tell, Tell):
                self.numbers[tell] = len(self.events)
        self._done = len(told)
