"""What one viewer has been told so far."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from .log import Undone
from .view import Tell


class SeenLog:
    """The events of one viewer (the first has the number 1), and the numbers by which it knows what it was told."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.events: list[dict[str, Any]] = []
        self._numbers: dict[Tell | Undone, int] = {}  # of the first events, as far as somebody asked
        self._places: list[int] = []  # which of all that was told in the match each event is
        self._told: list[Tell | Undone] = []  # in the match
        self._done = 0  # of what was told in the match

    def fork(self) -> SeenLog:
        """The same, to go on from here on its own."""
        fork = SeenLog(self.viewer)
        fork.events, fork._numbers = self.events.copy(), self._numbers.copy()
        fork._places, fork._told, fork._done = self._places.copy(), self._told, self._done
        return fork

    @property
    def numbers(self) -> Mapping[Tell | Undone, int]:
        """By what was told; asked for only where something is taken back."""
        for number in range(len(self._numbers), len(self._places)):
            self._numbers[self._told[self._places[number]]] = number + 1
        return self._numbers

    def listen(self, told: list[Tell | Undone]) -> None:
        """Hears what is new in all that was told so far."""
        if self._done < len(told):
            listen_together([self], told)

    def place(self, n: int) -> int:
        """Which of all that was told in the match the event with this number is; of one that has not been told yet, the end."""
        return self._places[n - 1] if 1 <= n <= len(self._places) else self._done if n > 0 else 0

    def count(self, told: int) -> int:
        """How many of these events there were when so much had been told in the match."""
        return bisect_left(self._places, told)

    def until(self, told: int) -> SeenLog:
        """What this viewer had been told when so much had been told in the match."""
        then = SeenLog(self.viewer)
        count = self.count(told)
        then.events, then._places = self.events[:count], self._places[:count]
        then._told, then._done = self._told, told
        return then


def listen_together(logs: Sequence[SeenLog], told: list[Tell | Undone]) -> None:
    """Several viewers, who have heard of equally much, hear what is new in all that was told so far."""
    of = {log.viewer: log for log in logs}
    done = logs[0]._done
    for log in logs:
        log._told, log._done = told, len(told)
    for place, tell in enumerate(told[done:], done):
        common: dict[str, Any] | None = None
        if isinstance(tell, Undone):
            others = {log.viewer: tell.json(log.numbers) for log in logs}
        else:
            common, others = tell.versions(of)
        if common is not None:
            others = {viewer: others.get(viewer, common) for viewer in of}
        for viewer, event in others.items():
            if event is not None:
                log = of[viewer]
                log.events.append(event)
                log._places.append(place)


def standing(seen: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A seen log without what was taken back. Events that carry no number of their own (`n`) are numbered from 1 on."""
    struck = {number for event in seen if event["event"] == "undone" for number in event["events"]}
    if not struck:
        return list(seen)
    return [event for n, event in enumerate(seen, 1) if event["event"] != "undone" and event.get("n", n) not in struck]
