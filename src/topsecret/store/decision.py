"""Who waits for a write."""

from __future__ import annotations

import asyncio


class Decision(asyncio.Future[None]):
    """Whether something was written. It cannot be called off, as what is on its way cannot be stopped, and whoever reads the log next must
    find it: a task that is cancelled while it waits for this goes on waiting, and is cancelled then."""

    def cancel(self, msg: object = None) -> bool:
        return False
