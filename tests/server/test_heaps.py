"""Threads of a server share a heap of the C library."""

from __future__ import annotations

import subprocess
import sys

import pytest

from topsecret.server.heaps import HEAPS

COUNT = """
import ctypes, sys, threading
from topsecret.server.heaps import share_heaps

if sys.argv[1] == "shared" and not share_heaps():
    sys.exit("cannot")
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
together = threading.Barrier(6)

def need_memory():
    together.wait()
    libc.malloc(1000)
    together.wait()

threads = [threading.Thread(target=need_memory) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
file = ctypes.c_void_p(libc.fopen(b"/dev/stdout", b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
"""


def heaps(wish: str) -> int:
    """How many there are when six threads have needed memory at the same time."""
    done = subprocess.run([sys.executable, "-c", COUNT, wish], capture_output=True, text=True, check=False)
    if done.stderr.strip() == "cannot":
        pytest.skip("the C library of this system has no such heaps")
    assert done.returncode == 0, done.stderr
    return done.stdout.count("<heap nr=")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other heaps")
def test_threads_share_a_heap() -> None:
    assert heaps("shared") <= HEAPS < heaps("as usual")
