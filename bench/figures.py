"""Figures: what was measured, what it should be, and how that is told."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, field
from typing import Any


class NotMeasured(Exception):
    """Something that a figure needs is not on this machine, or has gone wrong."""


class NoPeer(NotMeasured):
    """The one to compare with is not on this machine: nobody's fault."""


@dataclass
class Figure:
    name: str
    words: str
    unit: str
    value: float | None = None
    target: float | None = None
    reason: str = ""  # why it was not measured
    more: dict[str, Any] = field(default_factory=dict)
    least: bool = True  # the target is the least that is good enough; else it is the most, as for seconds
    is_needed: bool = False  # that it was not measured fails a check

    def __post_init__(self) -> None:
        self.least = self.least and self.unit != "s"

    def could_not(self, problem: NotMeasured) -> None:
        """It was not measured: what is not there to compare with is excused, everything else is a fault."""
        self.reason = str(problem)
        self.is_needed = not isinstance(problem, NoPeer)

    @property
    def falls_short(self) -> bool:
        if self.value is None or self.target is None:
            return False
        if self.unit == "s":
            return self.value >= self.target
        return self.value < self.target if self.least else self.value > self.target


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def table(figures: list[Figure]) -> str:
    lines = []
    for figure in figures:
        if figure.value is None:
            lines.append(f"{figure.words}: not measured: {figure.reason}")
            continue
        goal = ""
        if figure.target is not None:
            word = "under" if figure.unit == "s" else "at least" if figure.least else "at most"
            goal = f"  ({word} {number(figure.target)}: {'FALLS SHORT' if figure.falls_short else 'holds'})"
        lines.append(f"{figure.words}: {number(figure.value)} {figure.unit}{goal}")
        for name, value in figure.more.items():
            if isinstance(value, list):
                lines += [f"    {name}:", *(f"      {line}" for line in value)]
            else:
                told = value if isinstance(value, str) else number(value)
                lines.append(f"    {name.replace('_', ' ')}: {told}")
    return "\n".join(lines)


def tell(figures: list[Figure], machine: dict[str, Any], as_json: bool, check: bool) -> int:
    """Prints everything; the exit code: 1 if `check` and something falls short, or could not be measured though it should have been."""
    if as_json:
        rows = [asdict(figure) | {"falls_short": figure.falls_short} for figure in figures]
        print(json.dumps({"machine": machine, "figures": rows}, indent=2))
    else:
        print("\n".join(f"{name}: {value}" for name, value in machine.items()) + "\n")
        print(table(figures))
    if not check:
        return 0
    for figure in figures:
        if figure.value is None:
            print(f"not measured: {figure.name}: {figure.reason}", file=sys.stderr)
    short = [figure for figure in figures if figure.falls_short]
    for figure in short:
        assert figure.value is not None and figure.target is not None
        print(
            f"falls short: {figure.name}: {number(figure.value)} {figure.unit}, target {number(figure.target)}",
            file=sys.stderr,
        )
    faults = [figure for figure in figures if figure.value is None and figure.is_needed]
    return 1 if short or faults else 0
