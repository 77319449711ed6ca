"""The time of a table: whole milliseconds since its match began. It stands still while the server is down, while the table is paused,
and in a game with time while nobody is connected; it never goes back."""

from __future__ import annotations

from .log import Clock

TINY = 1e-6  # of a millisecond: what the arithmetic of seconds may lose


class Timeline:
    """Runs and stands still. `promised` is a time that is on the disk: after a restart time goes on from there or later, so that whoever
    was shown a time up to this one never sees an earlier one."""

    def __init__(self, clock: Clock, at: int) -> None:
        self.clock = clock
        self.promised = at
        self._at = at
        self._since: float | None = None  # the clock, when it began to run

    @property
    def runs(self) -> bool:
        return self._since is not None

    def now(self) -> int:
        if self._since is None:
            return self._at
        return self._at + int((self.clock.now() - self._since) * 1000 + TINY)

    def shown(self) -> int:
        """The time, as far as it may be shown to anybody."""
        return min(self.now(), self.promised)

    def run(self, runs: bool) -> None:
        if runs == self.runs:
            return
        self._at, self._since = self.now(), self.clock.now() if runs else None

    def reach(self, at: int) -> None:
        """It is at least so late."""
        self._at += max(0, at - self.now())

    def written(self, at: int) -> None:
        """This time is on the disk."""
        self.promised = max(self.promised, at)
