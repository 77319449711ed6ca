"""The rules as an earlier commit ran them: a peer for everything that has no other. It runs in a process of its own and is spoken to
line by line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

from bench.figures import NotMeasured

COMMIT = "040d97dd8976d7152e37d96a845298bca647e672"  # before rules had their options fixed and quick twins

PROGRAM = """
import json, sys, time, topsecret

for line in sys.stdin:
    wish = json.loads(line)
    game = topsecret.game(wish["game"])
    begin = game.begin(wish["seats"], wish["options"])
    if wish["mode"] == "compiled":
        compiled = game.compiled()
        compiled.random_games(begin, 0, 1)
        start = time.process_time()
        steps, _ = compiled.random_games(begin, wish["games"], wish["seed"])
    else:
        rng, steps = [wish["seed"]], 0
        start = time.process_time()
        for _ in range(wish["games"]):
            state = begin.copy()
            if wish["mode"] == "told":
                state._told = [].append
            steps += game.interpreted.playout(state, rng, 1_000_000)
    print(steps, time.process_time() - start, flush=True)
"""


class Rules:
    """The rules of one tree of sources, in a process of its own."""

    def __init__(self, sources: Path, cache: Path | None = None) -> None:
        place = {"PYTHONPATH": str(sources)} | ({"TOPSECRET_CACHE": str(cache)} if cache else {})
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | place,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(
        self, mode: str, game: str, seats: int, options: dict[str, Any], games: int, seed: int
    ) -> tuple[int, float]:
        """Random games, `compiled`, `quiet` or with events `told`: steps, and seconds of processor time."""
        assert self.process.stdin is not None and self.process.stdout is not None
        wish = {"mode": mode, "game": game, "seats": seats, "options": options, "games": games, "seed": seed}
        self.process.stdin.write(json.dumps(wish) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if len(answer) != 2:
            raise NotMeasured(f"the rules of {COMMIT[:7]} have ended")
        return int(answer[0]), float(answer[1])

    def close(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def sources_of(commit: str, repository: Path, folder: Path) -> Path:
    """The sources of a commit, put into a folder."""
    asked = ["git", "-C", str(repository), "archive", commit, "src"]
    try:
        made = subprocess.run(asked, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        raise NotMeasured(f"git has no commit {commit[:7]} here to compare with") from None
    with tarfile.open(fileobj=io.BytesIO(made.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"
