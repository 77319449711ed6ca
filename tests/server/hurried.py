"""`python -m tests.server.hurried serve …` is `topsecret serve` with a clock that goes ten times as fast, and bots that think on the spot:
a test sees graces and clocks run out without waiting for them."""

from __future__ import annotations

import asyncio
import os
import sys
import time

from topsecret import cli
from topsecret.bots import search
from topsecret.server import app
from topsecret.table.log import RealClock
from topsecret.table.thinking import Here

TIMES = 10


class HurriedClock(RealClock):
    def now(self) -> float:
        return time.monotonic() * TIMES

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / TIMES)


if __name__ == "__main__":
    os.environ[search.INTERPRETED] = "interpreted"
    setattr(app, "RealClock", HurriedClock)  # noqa: B010
    setattr(app, "Workers", Here)  # noqa: B010
    sys.exit(cli.main(sys.argv[1:]))
