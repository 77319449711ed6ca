"""Plays a match at random, saves it, loads it again and verifies every outcome.

python examples/save_and_verify.py [FILE]
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import topsecret


def play_a_match(seed: str) -> topsecret.Match:
    match = topsecret.game("spies").match(seats=3, seed=seed)
    chooser = random.Random(seed)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, chooser.choice(match.legal(seat)))
    return match


def main(path: Path) -> None:
    match = play_a_match("an example")
    path.write_text(match.dumps(), encoding="utf-8")
    again = topsecret.load(path.read_text(encoding="utf-8"))
    print("result:", again.result)
    problems = topsecret.verify(path.read_text(encoding="utf-8"))
    print("verified" if not problems else "\n".join(problems))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "example.topsecret.json"))
