"""Where the C library puts what a server needs for a moment. On Linux (glibc) each thread gets a heap of its own, up to eight for each
core, and a heap keeps what its thread once needed. The threads of a server wait most of the time: they share one, beside that of the event
loop."""

from __future__ import annotations

import ctypes
import sys

M_ARENA_MAX = -8  # malloc.h
HEAPS = 2


def share_heaps() -> bool:
    """From now on, for threads that begin later; whether the C library of this system can do it."""
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(M_ARENA_MAX, HEAPS) == 1
