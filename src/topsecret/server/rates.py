"""How fast somebody is: buckets that fill with time."""

from __future__ import annotations

from topsecret.table.log import Clock

from .settings import Rate

MOST_KEYS = 10_000


class Bucket:
    def __init__(self, rate: Rate | None, now: float) -> None:
        self.rate = rate
        self.level = rate.at_once if rate else 0.0
        self.at = now

    def _fill(self, rate: Rate, now: float) -> None:
        self.level = min(rate.at_once, self.level + (now - self.at) * rate.each_second)
        self.at = now

    def take(self, now: float, cost: float = 1.0, least: float = 0.0) -> bool:
        """Takes from the bucket if there is enough in it."""
        if self.rate is None:
            return True
        self._fill(self.rate, now)
        if self.level < max(cost, least):
            return False
        self.level -= cost
        return True

    def wait(self, now: float, cost: float = 1.0) -> float:
        """Takes in any case; so many seconds one has to wait for it."""
        if self.rate is None:
            return 0.0
        self._fill(self.rate, now)
        self.level -= cost
        return max(0.0, -self.level / self.rate.each_second)

    def is_full(self, now: float) -> bool:
        if self.rate is None:
            return True
        self._fill(self.rate, now)
        return self.level >= self.rate.at_once


class Buckets:
    """One bucket for each address; full ones are forgotten."""

    def __init__(self, rate: Rate | None, clock: Clock) -> None:
        self.rate = rate
        self.clock = clock
        self.of: dict[str, Bucket] = {}

    def bucket(self, key: str) -> Bucket:
        found = self.of.get(key)
        if found is None:
            if len(self.of) >= MOST_KEYS:
                self.sweep()
                if len(self.of) >= MOST_KEYS:
                    self.of.pop(next(iter(self.of)))
            found = self.of[key] = Bucket(self.rate, self.clock.now())
        return found

    def take(self, key: str, cost: float = 1.0) -> bool:
        return self.rate is None or self.bucket(key).take(self.clock.now(), cost)

    def wait(self, key: str, cost: float) -> float:
        """Takes in any case; so many seconds one has to wait for it."""
        return 0.0 if self.rate is None else self.bucket(key).wait(self.clock.now(), cost)

    def is_spent(self, key: str) -> bool:
        """Whether nothing is left, without taking."""
        return self.rate is not None and not self.bucket(key).take(self.clock.now(), 0.0, least=1.0)

    def sweep(self) -> None:
        now = self.clock.now()
        for key in [key for key, bucket in self.of.items() if bucket.is_full(now)]:
            del self.of[key]
