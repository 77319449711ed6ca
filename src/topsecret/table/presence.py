"""Who of a table's people is here, and since when the others have been gone: by the clock, since a pause
does not bring anybody back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from .state import TableState


class Presence:
    """What is known of comings and goings since the table came into memory: whoever has not come since then has been gone since then."""

    def __init__(self, state: TableState, now: Callable[[], int]) -> None:
        self.state = state  # the table sets it anew when it has read its log again
        self._now = now  # milliseconds
        self._lines: Counter[int] = Counter()  # open connections, by seat
        self._since: dict[int, int] = {}
        self.begin()

    def begin(self) -> None:
        """Time begins: whoever is not here goes now."""
        self._since = {seat: self._now() for seat in self.state.persons if not self._lines[seat]}

    def arrive(self, seats: Iterable[int]) -> None:
        """One more connection for the people on these seats."""
        for seat in seats:
            self._lines[seat] += 1
            self._since.pop(seat, None)

    def depart(self, seats: Iterable[int]) -> None:
        """One connection less."""
        for seat in seats:
            self._lines[seat] -= 1
            if self._lines[seat] <= 0:
                del self._lines[seat]
                self._since[seat] = self._now()

    def forget(self, seat: int) -> None:
        """Whoever sits there next is somebody else."""
        self._lines.pop(seat, None)
        self._since.pop(seat, None)

    def is_here(self, seat: int) -> bool:
        """A person with an open connection, who has not said goodbye and is not asleep."""
        one = self.state.seats[seat]
        return one.kind == "person" and self._lines[seat] > 0 and not one.stand_in and not one.away

    def gone_for(self, seat: int) -> int | None:
        """For how many milliseconds the person of this seat has been gone; None if they are here or nobody's."""
        one = self.state.seats[seat]
        if one.kind != "person" or self.is_here(seat):
            return None
        return max(0, self._now() - self._since.setdefault(seat, self._now()))

    def is_abandoned(self, seat: int) -> bool:
        """A person who has gone, for longer than the grace time."""
        gone = self.gone_for(seat)
        return gone is not None and gone >= self.state.terms.grace_s * 1000

    def expected(self) -> list[int]:
        """The people for whom nobody plays and who have not said goodbye."""
        seats = self.state.seats
        return [seat for seat in self.state.persons if not (seats[seat].away or seats[seat].stand_in)]

    def sitting(self) -> list[int]:
        """The people who still sit there: not those who said goodbye, for whom a bot plays, or who have been gone for too long."""
        return [seat for seat in self.expected() if not self.is_abandoned(seat)]
