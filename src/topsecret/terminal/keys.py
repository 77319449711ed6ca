"""Single keys, as they are pressed, on every system; where no keyboard is there (a pipe, a test) whole lines, typed by somebody else.

Windows has a module for keys, other systems have one for terminals: each is asked for only where it is.
"""

from __future__ import annotations

import importlib
import os
import queue
import select
import signal
import sys
import threading
import time
from types import TracebackType
from typing import IO, Any, Protocol


class Keyboard(Protocol):
    def __enter__(self) -> Any: ...
    def __exit__(self, *problem: Any) -> None: ...
    def read(self, seconds: float) -> str | None: ...


GONE = "\x04"  # nobody types any more
ESCAPE = b"\x1b"  # arrows and other keys that are no letters


class Lines:
    """Lines from a stream, read in the background."""

    def __init__(self, typed: IO[str]) -> None:
        self.typed = typed
        self.waiting: queue.Queue[str] = queue.Queue()

    def __enter__(self) -> Lines:
        threading.Thread(target=self._read, daemon=True).start()
        return self

    def __exit__(self, *problem: Any) -> None:
        pass

    def _read(self) -> None:
        for line in self.typed:
            self.waiting.put(line.strip())
        self.waiting.put(GONE)

    def read(self, seconds: float) -> str | None:
        try:
            return self.waiting.get(timeout=seconds)
        except queue.Empty:
            return None


class WindowsKeys:
    def __init__(self) -> None:
        self.console: Any = importlib.import_module("msvcrt")

    def __enter__(self) -> WindowsKeys:
        return self

    def __exit__(self, *problem: Any) -> None:
        pass

    def read(self, seconds: float) -> str | None:
        until = time.monotonic() + seconds
        while not self.console.kbhit():
            if time.monotonic() >= until:
                return None
            time.sleep(0.01)
        return str(self.console.getwch())


class TerminalKeys:
    """A terminal that gives keys at once and does not show them; as before when it is left."""

    LOCAL_FLAGS = 3

    def __init__(self) -> None:
        self.terminal: Any = importlib.import_module("termios")
        self.before: Any = None
        self.pressed = ""

    def __enter__(self) -> TerminalKeys:
        self.before = self.terminal.tcgetattr(sys.stdin)
        changed = self.terminal.tcgetattr(sys.stdin)
        changed[self.LOCAL_FLAGS] &= ~(self.terminal.ICANON | self.terminal.ECHO)
        self.terminal.tcsetattr(sys.stdin, self.terminal.TCSADRAIN, changed)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.terminal.tcsetattr(sys.stdin, self.terminal.TCSADRAIN, self.before)

    def read(self, seconds: float) -> str | None:
        if not self.pressed:
            ready, _, _ = select.select([sys.stdin], [], [], seconds)
            if not ready:
                return None
            data = os.read(sys.stdin.fileno(), 64)
            if not data:
                return GONE
            self.pressed = "" if data.startswith(ESCAPE) else data.decode(errors="ignore")
        key, self.pressed = self.pressed[:1], self.pressed[1:]
        return key or None


class HeldInterrupts:
    """Within it Ctrl+C is only noted (`came`), so that nothing is left half done; whoever holds it looks there."""

    def __init__(self) -> None:
        self.came = False
        self.before: Any = None

    def __enter__(self) -> HeldInterrupts:
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *problem: Any) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def _note(self, *_: Any) -> None:
        self.came = True


def keyboard() -> Keyboard:
    """The keys of this terminal, or lines if it has none."""
    if not sys.stdin.isatty():
        return Lines(sys.stdin)
    return WindowsKeys() if sys.platform == "win32" else TerminalKeys()
