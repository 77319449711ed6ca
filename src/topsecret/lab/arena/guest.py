"""A bot that somebody else wrote, in a process of its own. What it may know reaches it as lines of JSON, what it wants to do comes back as
one: there is no state in its process, nor a way to one. A bot that never answers is ended with its process.

This file is both ends: `Guest` at the arena, and `serve` in the process (`python -m topsecret.lab.arena.guest`)."""

from __future__ import annotations

import json
import os
import random
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import IO, Any

from topsecret.bots import Budget
from topsecret.kernel import registry
from topsecret.kernel.game import Game

from .entrants import Entrant, kind_of

START_SECONDS = 60.0  # to be imported, and perhaps compiled, and made


class GuestFailed(Exception):
    """It crashed, or its process did."""


class GuestTooSlow(Exception):
    """It did not answer within the time after which nobody waits any longer."""


class Guest:
    """The arena's end. Bots are known by a key, one for each seat of each game."""

    def __init__(self, entrant: Entrant, game: Game) -> None:
        self.entrant = entrant
        self.game = game
        self.process: subprocess.Popen[bytes] | None = None
        self.buffer = b""

    def make(self, key: str, seed: str) -> None:
        self._ask({"do": "make", "key": key, "seed": seed}, START_SECONDS)

    def choose(self, key: str, question: dict[str, Any], seconds: float) -> int:
        return int(self._ask({"do": "choose", "key": key, **question}, seconds)["action"])

    def wish(self, question: dict[str, Any], seconds: float) -> tuple[str | None, int | None]:
        answer = self._ask({"do": "wish", **question}, seconds)
        return answer["action"], answer["wake"]

    def forget(self, key: str) -> None:
        if self.process is not None:
            self._ask({"do": "forget", "key": key}, START_SECONDS)

    def close(self) -> None:
        process, self.process, self.buffer = self.process, None, b""
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    try:
                        pipe.close()
                    except OSError:
                        pass  # what it was not told any more
            process.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        words = [
            sys.executable,
            "-m",
            "topsecret.lab.arena.guest",
            self.game.id,
            self.entrant.source,
            self.entrant.name,
        ]
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process = process
        return process

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        process = self.process or self._start()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            process.stdin.flush()
            answer = json.loads(self._line(process.stdout, seconds))
        except (BrokenPipeError, EOFError, ValueError):
            self.close()
            raise GuestFailed("its process has ended") from None
        except GuestTooSlow:
            self.close()
            raise
        if "problem" in answer:
            raise GuestFailed(answer["problem"])
        return dict(answer)

    def _line(self, pipe: IO[bytes], seconds: float) -> bytes:
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while b"\n" not in self.buffer:
                left = until - time.monotonic()
                if left <= 0 or not selector.select(left):
                    raise GuestTooSlow(f"no answer within {seconds:g} s")
                read = os.read(pipe.fileno(), 1 << 16)
                if not read:
                    raise EOFError
                self.buffer += read
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line


# in the process


class Hosted:
    """The bots of one kind that live here."""

    def __init__(self, game: Game, kind: Any) -> None:
        self.game = game
        self.kind = kind
        self.bots: dict[str, tuple[Any, str, list[dict[str, Any]]]] = {}  # the bot, its seed, what it was told

    def make(self, key: str, seed: str) -> dict[str, Any]:
        self.bots[key] = (self.kind(self.game, seed), seed, [])
        return {}

    def forget(self, key: str) -> dict[str, Any]:
        self.bots.pop(key, None)
        return {}

    def choose(
        self, key: str, view: dict[str, Any], events: list[Any], legal: Sequence[int], budget: Sequence[Any], luck: str
    ) -> dict[str, Any]:
        bot, _, seen = self.bots[key]
        seen += events
        if hasattr(bot, "told") and events:
            bot.told(events)
        if hasattr(bot, "rng"):
            bot.rng = random.Random(luck)
        moves = [self.game.actions.move(code) for code in legal]
        return {"action": self.game.actions.read(bot.choose(view, seen, moves, Budget(*budget))).code}

    def wish(self, view: dict[str, Any], seen: list[Any], at: int, luck: int) -> dict[str, Any]:
        action, wake = self.kind(self.game, random.Random(luck)).wish(view, seen, at)
        return {"action": action, "wake": wake}


def serve(game: str, source: str, name: str) -> None:
    """Answers questions until there are no more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a bot prints is not an answer
    found = registry.game(game)
    hosted = Hosted(found, kind_of(source, name, found))
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = getattr(hosted, question.pop("do"))(**question)
            words = json.dumps(answer)
        except Exception as problem:
            words = json.dumps({"problem": f"{type(problem).__name__}: {problem}"[:400]})
        print(words, file=answers, flush=True)


if __name__ == "__main__":
    serve(*sys.argv[1:4])
