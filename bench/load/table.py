"""What both protocols have in common: seats at a table, and when one of them acts.

A seat acts when its own connection has told it that it may. It is confirmed when its own connection has told it what came of
it. Both servers play the same turn: one movement that stays away from the safe, then everybody answers the question with no.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import perf_counter

AGENTS = ("red", "blue", "green", "yellow", "violet", "orange", "gray")


class Pace:
    """Decides when a seat that may act does so: at once, or when its time comes; and keeps the times."""

    def __init__(self) -> None:
        self.at_once = False
        self.ready: deque[Seat] = deque()  # seats that may act and wait
        self.budget = 0.0
        self.confirmed = 0
        self.times: list[float] = []  # seconds from sending to the confirmation
        self.keeps_times = False
        self.problems: list[str] = []

    def may_act(self, seat: Seat) -> None:
        if self.at_once and seat.table.may_go_on():
            seat.go()
        else:
            self.ready.append(seat)

    def all_go(self) -> None:
        """From now on everybody acts at once."""
        self.at_once = True
        waiting, self.ready = self.ready, deque()
        for seat in waiting:
            self.may_act(seat)

    def all_wait(self) -> None:
        self.at_once = False

    def tick(self, seconds: float, rate: float) -> None:
        """So much time has passed: so many may act."""
        self.budget = min(self.budget + seconds * rate, max(4.0, rate / 50))
        while self.budget >= 1 and self.ready:
            self.budget -= 1
            self.ready.popleft().go()

    def is_confirmed(self, seconds: float) -> None:
        self.confirmed += 1
        if self.keeps_times:
            self.times.append(seconds)


class Table:
    """Four seats. With a quota, nobody acts once the table has seen so many actions."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.seats: list[Seat] = []
        self.sent = 0
        self.confirmed = 0
        self.quota: int | None = None

    def may_go_on(self) -> bool:
        return self.quota is None or self.sent < self.quota


class Seat:
    """One connection. The protocols fill in how to act, and call `asked` and `told`."""

    act: Callable[[], None]

    def __init__(self, table: Table, number: int) -> None:
        self.table = table
        self.number = number
        self.waits = False  # for a confirmation
        self.is_ready = False  # to act, when the pace allows it
        self.sent_at = 0.0
        table.seats.append(self)

    def asked(self) -> None:
        """It is up to this seat."""
        if not self.waits and not self.is_ready:
            self.is_ready = True
            self.table.pace.may_act(self)

    def go(self) -> None:
        self.is_ready = False
        self.waits = True
        self.table.sent += 1
        self.sent_at = perf_counter()
        self.act()

    def told(self) -> None:
        """This seat's own action has come back to it."""
        if self.waits:
            self.waits = False
            self.table.confirmed += 1
            self.table.pace.is_confirmed(perf_counter() - self.sent_at)


def spread(points: int, place: list[int], safe: int) -> dict[str, int]:
    """A movement of so many points after which nobody has reached the safe: matches go on for ever. Now this agent walks, now that."""
    count = len(AGENTS)
    begin = sum(place) % count
    for number in range(count):
        agent = (begin + number) % count
        if (place[agent] + points) % 12 != safe:
            return {AGENTS[agent]: points}
    # all stand so that one alone would get there: two share the way
    return {AGENTS[0]: points - 1, AGENTS[1]: 1} if points > 1 else {AGENTS[0]: 1}
