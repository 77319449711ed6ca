"""A table in real time: a person with keys among bots, or bots alone, watched openly. Knows no game: the game's `terminal` module has a
class `LiveFace(game, names, me)` with `names`, `screen`, `open_screen`, `key` and `help`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from rich.live import Live as Redrawn
from rich.markup import escape
from rich.text import Text

from topsecret.bots.live import Live
from topsecret.bots.registry import module_of
from topsecret.kernel.errors import ActionError, BadOptions, IllegalAction
from topsecret.kernel.game import Game
from topsecret.kernel.match import Match

from .keys import GONE, Keyboard
from .screen import Screen
from .table import verdict

FRAME_S = 0.05


def live_face(game: Game, names: Sequence[str], me: int | None) -> Any:
    module: Any = module_of(game, "terminal")
    if module is None or not hasattr(module, "LiveFace"):
        raise BadOptions(f"{game.id}: expected a game with a face in time")
    return module.LiveFace(game, names, me)


class LiveTable:
    """Lets the clock run. `me` None: all bots, and everything is open."""

    def __init__(
        self,
        live: Live,
        face: Any,
        screen: Screen,
        keys: Keyboard,
        me: int | None,
        speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.live = live
        self.face = face
        self.screen = screen
        self.keys = keys
        self.me = me
        self.speed = speed
        self.clock = clock
        self.note = ""

    @property
    def match(self) -> Match:
        return self.live.match

    def run(self) -> bool:
        """To the end, or until the person leaves; whether it came to the end."""
        begun, first = self.clock(), self.match.now

        def time_now() -> int:
            return max(first + round((self.clock() - begun) * 1000 * self.speed), self.match.now)

        redrawn: Any = nullcontext()
        if self.screen.is_live:
            redrawn = Redrawn(console=self.screen.console, auto_refresh=False, transient=False)
        with self.keys, redrawn as drawing:
            while not self.match.over:
                at = time_now()
                self.live.advance(at)
                if drawing is not None:
                    drawing.update(Text("\n").join(self.screen.text(line) for line in self.lines(at)), refresh=True)
                typed = self.keys.read(FRAME_S)
                if typed is None:
                    continue
                at = time_now()
                self.live.advance(at)
                if not self._typed(typed, at):
                    break
        self.screen.lines(self.lines(self.match.now))
        if self.match.over:
            self.screen.say(verdict(self.match, self.face.names, self.me))
        return self.match.over

    def lines(self, at: int) -> list[str]:
        if self.me is None:
            told = [event for seat in range(self.match.seats) for event in self.match.events(seat)[-6:]]
            every = {str([item for item in event.items() if item[0] != "n"]): event for event in told}
            told = sorted(every.values(), key=lambda event: event["at"])
            return self.face.open_screen(self.match.truth(), told, at)  # type: ignore[no-any-return]
        lines: list[str] = self.face.screen(self.match.view(self.me), self.match.events(self.me)[-8:], at)
        return [*lines, f"[no]{escape(self.note)}[/]" if self.note else ""]

    def _typed(self, typed: str, at: int) -> bool:
        """Whether to go on after what was typed: a key, or (in a pipe) a whole line."""
        if typed in ("q", "quit", GONE, "\x1b\x1b"):
            return typed == GONE and self.me is None
        if self.me is None:
            return True
        for key in [typed] if len(typed) > 1 else typed:
            action = self.face.key(key, self.match.view(self.me))
            if action is None:
                self.note = self.face.waiting
                continue
            try:
                self.live.act(self.me, action, at)
                self.note = ""
            except IllegalAction as problem:
                self.note = f"{problem.words} ({problem.rule})"
            except ActionError as problem:
                self.note = str(problem)[:120]
        return True
