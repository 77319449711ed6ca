"""Finds seeds that give a case at the first try and writes them into the game's folder:

python -m topsecret.kernel.case_seeds GAME [--count N] --write
"""

from __future__ import annotations

import argparse
import sys
import time

from .cases import DIFFICULTIES, attempt
from .registry import game

COUNT = 210  # of each difficulty: the easy ones last for two years of days
WIDTH = 116


def find(id: str, difficulty: str, count: int) -> list[int]:
    found: list[int] = []
    seed = 0
    while len(found) < count:
        if attempt(id, difficulty, seed, 0) is not None:
            found.append(seed)
        seed += 1
    return found


def text_of(id: str, seeds: dict[str, list[int]]) -> str:
    lines = [
        f'"""Seeds of {game(id).title} that give a case at once; written by `python -m topsecret.kernel.case_seeds {id} --write`."""',
        "",
    ]
    lines += ["# fmt: off", "SEEDS: dict[str, tuple[int, ...]] = {"]
    for difficulty, numbers in seeds.items():
        lines.append(f'    "{difficulty}": (')
        row = "       "
        for number in numbers:
            if len(row) + len(f" {number},") > WIDTH:
                lines.append(row)
                row = "       "
            row += f" {number},"
        lines += [row, "    ),"]
    return "\n".join([*lines, "}", ""])


def main() -> int:
    parser = argparse.ArgumentParser(description="Find seeds that give a case at the first try.")
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    seeds = {}
    for difficulty in DIFFICULTIES:
        begun = time.perf_counter()
        seeds[difficulty] = find(args.game, difficulty, args.count)
        spent = time.perf_counter() - begun
        print(f"{difficulty}: {args.count} of {seeds[difficulty][-1] + 1} seeds, {spent:.0f} s", file=sys.stderr)
    text = text_of(args.game, seeds)
    if args.write:
        folder = game(args.game).folder
        assert folder is not None
        (folder / "case_seeds.py").write_text(text, encoding="utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
