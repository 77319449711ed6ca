"""Finds seeds that give a case at the first try and writes them into the game's folder:

python -m topsecret.kernel.case_seeds GAME [--count N] --write
"""

from __future__ import annotations

import argparse
import sys
import time

from .cases import DIFFICULTIES, LARGEST_SEED, Case, attempt, room_of
from .registry import game

COUNT = 210  # of each difficulty: the easy ones last for two years of days
WIDTH = 116


def find(id: str, difficulty: str, count: int) -> list[Case]:
    """The first so many."""
    found: list[Case] = []
    for seed in range(LARGEST_SEED):
        made = attempt(id, difficulty, seed, 0)
        if made is not None:
            found.append(made)
            if len(found) == count:
                break
    return found


def text_of(id: str, seeds: dict[str, list[int]], known: dict[str, tuple[str, ...]]) -> str:
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
    lines.append("}")
    if known:
        lines += ["KNOWN: dict[str, tuple[str, ...]] = {"]
        for key, answer in known.items():
            actions = " ".join(f'"{action}",' for action in answer)
            lines.append(f'    "{key}": ({actions}),')
        lines.append("}")
    return "\n".join([*lines, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description="Find seeds that give a case at the first try.")
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    keeps_answers = getattr(room_of(args.game), "FOUND_AHEAD", False)
    seeds: dict[str, list[int]] = {}
    known: dict[str, tuple[str, ...]] = {}
    for difficulty in DIFFICULTIES:
        begun = time.perf_counter()
        found = find(args.game, difficulty, args.count)
        seeds[difficulty] = [one.seed for one in found]
        if keeps_answers:
            known |= {f"{difficulty}-{one.seed}": one.puzzle.answer for one in found}
        spent = time.perf_counter() - begun
        print(f"{difficulty}: {len(found)} of {found[-1].seed + 1} seeds, {spent:.0f} s", file=sys.stderr, flush=True)
    text = text_of(args.game, seeds, known)
    if args.write:
        folder = game(args.game).folder
        assert folder is not None
        (folder / "case_seeds.py").write_text(text, encoding="utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
