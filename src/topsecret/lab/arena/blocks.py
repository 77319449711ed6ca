"""One block: the same deal under every rotation; as a worker plays it, and as it is written down."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

from topsecret.kernel import registry

from .playing import Table, Tenth, Visits
from .reading import read
from .settings import Settings, Task, rotations


class Player:
    """Plays tasks, one after the other."""

    def __init__(self, settings: Settings, visits: Visits | None = None) -> None:
        self.settings = settings
        self.game = registry.game(settings.game)
        self.entered = settings.entered()
        self.table = Table(self.game, visits)

    def play(self, task: Task) -> dict[str, Any]:
        if task.reads:
            return {
                "bot": task.pairing.alone,
                "number": task.number,
                "readings": read(self.settings, self.entered[task.pairing.alone], task.number),
            }
        return self._block(task)

    def _block(self, task: Task) -> dict[str, Any]:
        settings = self.settings
        games, faults = [], []
        times: dict[str, Counter[int]] = {}
        claims: dict[str, dict[str, dict[str, float]]] = {}
        for lone, sitting in enumerate(rotations(task, settings.seats)):
            entrants = [self.entered[label] for label in sitting]
            played = self.table.play(settings.seats, settings.options, f"{settings.seed}/{task.number}", entrants)
            games.append(
                {
                    "seat": lone,
                    "share": round(played.shares[lone], 6),
                    "winners": played.winners,
                    "actions": played.actions,
                    "log": played.log,
                }
            )
            for label, some in played.times.items():
                times.setdefault(label, Counter()).update(some)
            for label, tenths in played.claims.items():
                for tenth, found in tenths.items():
                    add_to(claims.setdefault(label, {}).setdefault(str(tenth), asdict(Tenth())), asdict(found))
            faults += played.faults
        return {
            "alone": task.pairing.alone,
            "others": task.pairing.others,
            "block": task.number,
            "games": games,
            "times": {label: {str(step): n for step, n in sorted(found.items())} for label, found in times.items()},
            "claims": claims,
            "faults": faults,
        }

    def close(self) -> None:
        self.table.close()


def add_to(sums: dict[str, float], more: dict[str, float]) -> None:
    for key, value in more.items():
        sums[key] = sums.get(key, 0) + value
