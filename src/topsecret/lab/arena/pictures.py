"""The pictures of a report, as SVG: each bot has a colour and a shape, the same in all of them; fair share and pure guessing are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor
from typing import Any

INK, PALE, RULE, BAR = "#261D14", "#5E4C36", "#DCCBA2", "#D9C79A"
PAPER = "#FBF3DE"
COLOURS = ("#B3241C", "#1F4E8C", "#0B6B49", "#8A5A00", "#5E4C36", "#5A3C86", "#0B5F6B", "#7A2E5D")
SHAPES = (
    '<circle r="7"/>',
    '<path d="M-6.5-6.5h13v13h-13Z"/>',
    '<path d="M0-8 8 6H-8Z"/>',
    '<path d="M0-8.5 8.5 0 0 8.5-8.5 0Z"/>',
    '<path d="M-3-8h6v5h5v6h-5v5h-6v-5h-5v-6h5Z"/>',
    '<path d="M0 8 8-6H-8Z"/>',
    '<path d="M0-8 7.6-2.5 4.7 6.5H-4.7L-7.6-2.5Z"/>',
    '<path d="M-8-3.5-3.5-8 0-4.500 3.500-8 8-3.500 4.500 0 8 3.500 3.500 8 0 4.500-3.500 8-8 3.500-4.500 0Z"/>',
)


class Marks:
    """A mark for each bot, by its place in the list."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.place = {bot: number for number, bot in enumerate(bots)}

    def colour(self, bot: str) -> str:
        return COLOURS[self.place[bot] % len(COLOURS)]

    def at(self, bot: str, x: float, y: float, size: float = 1.0) -> str:
        place = self.place[bot]
        shape = SHAPES[(place + place // len(SHAPES)) % len(SHAPES)]
        where = f"translate({x:.1f} {y:.1f}) scale({size})"
        return f'<g transform="{where}" fill="{self.colour(bot)}" stroke="{PAPER}" stroke-width="1.5">{shape}</g>'

    def key(self, bot: str) -> str:
        """In front of a name."""
        return f'<svg class="key" viewBox="-10 -10 20 20" aria-hidden="true">{self.at(bot, 0, 0)}</svg>'


def text(
    x: float, y: float, words: str, size: int = 14, colour: str = PALE, anchor: str = "middle", more: str = ""
) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {place} {more}>{escape(words)}</text>"


def svg(width: float, height: float, label: str, *parts: str) -> str:
    inside = "".join(parts)
    return f'<svg viewBox="0 0 {width:.0f} {height:.0f}" class="chart" role="img" aria-label="{escape(label)}">{inside}</svg>'


def line(points: Sequence[tuple[float, float]], colour: str) -> str:
    path = "".join(f"{'L' if index else 'M'}{x:.1f} {y:.1f}" for index, (x, y) in enumerate(points))
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="3"/>'


def apart(wanted: Mapping[str, float], gap: float, least: float, most: float) -> dict[str, float]:
    """Places for labels that do not cover each other, as near as possible to where they should be."""
    order = sorted(wanted, key=wanted.__getitem__)
    found: dict[str, float] = {}
    below = least - gap
    for name in order:
        below = found[name] = max(wanted[name], below + gap)
    above = most + gap
    for name in reversed(order):
        above = found[name] = min(found[name], above - gap)
    return found


def ratings(found: Mapping[str, Mapping[str, float]], order: Sequence[str], marks: Marks) -> str:
    """Each bot's rating with its interval."""
    width, row = 470.0, 58.0
    height = row * len(order) + 44
    low = floor(min(one["low"] for one in found.values()) / 5) * 5
    high = max(ceil(max(one["high"] for one in found.values()) / 5) * 5, low + 5)
    step = max(5, ceil((high - low) / 6 / 5) * 5)

    def x(value: float) -> float:
        return 150 + (value - low) * (width - 215) / (high - low)

    parts = []
    for value in range(low, high + 1, step):
        parts.append(f'<path d="M{x(value):.1f} 6V{height - 30:.0f}" stroke="{RULE}"/>')
        parts.append(text(x(value), height - 8, str(value), 15))
    for number, bot in enumerate(order):
        y, one, colour = 32 + number * row, found[bot], marks.colour(bot)
        left, right = x(one["low"]), x(one["high"])
        ends = f"M{left:.1f} {y}H{right:.1f}M{left:.1f} {y - 8}v16M{right:.1f} {y - 8}v16"
        parts.append(text(138, y + 6, shortened(bot, 15), 17, INK, "end", 'class="typed"'))
        parts.append(f'<path d="{ends}" stroke="{colour}" stroke-width="3.5" fill="none"/>')
        parts.append(marks.at(bot, x(one["mu"]), y, 1.2))
        parts.append(text(right + 9, y + 6, f"{one['mu']:.1f}", 17, INK, "start", 'font-weight="700"'))
    said = "; ".join(
        f"{bot} {found[bot]['mu']:.1f} ({found[bot]['low']:.1f} to {found[bot]['high']:.1f})" for bot in order
    )
    return svg(width, height, f"Ratings with 95 percent intervals: {said}", *parts)


def calibration(beliefs: Mapping[str, Any], marks: Marks) -> str:
    """The reliability diagram: said with so many percent, right in so many."""
    width, height = 430.0, 382.0

    def x(value: float) -> float:
        return 52 + value * (width - 76)

    def y(value: float) -> float:
        return height - 74 - value * (height - 92)

    parts = axes(x, y, height)
    sums = [sum(one["tenths"][tenth]["said"] for one in beliefs.values()) for tenth in range(10)]
    for tenth, said in enumerate(sums):
        tall = 40 * said / max(sums)
        where = f'x="{x(tenth / 10) + 3:.1f}" y="{height - 28 - tall:.1f}" width="{(width - 76) / 10 - 6:.1f}"'
        parts.append(f'<rect {where} height="{tall:.1f}" fill="{BAR}"/>')
    parts.append(f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="{PALE}" stroke-width="2" stroke-dasharray="7 6"/>')
    for bot, one in beliefs.items():
        points = [(x(t["mean"]), y(t["right"])) for t in one["tenths"] if t["said"]]
        parts.append(line(points, marks.colour(bot)))
        parts += [marks.at(bot, *point, 0.72) for point in points]
    for number, (bot, one) in enumerate(beliefs.items()):
        words = f"{shortened(bot, 18)}{', log-loss' if number == 0 else ''} {one['log_loss']:.2f}".replace(" 0.", " .")
        parts.append(text(x(0.03), y(0.95) + number * 22, words, 16, marks.colour(bot), "start", 'font-weight="700"'))
    said = "; ".join(f"{bot}: log-loss {one['log_loss']:.2f}" for bot, one in beliefs.items())
    return svg(width, height, f"Reliability diagram. {said}", *parts)


def axes(x: Any, y: Any, height: float) -> list[str]:
    parts = []
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<path d="M{x(0)} {y(part)}H{x(1)}" stroke="{RULE}"/>')
        parts.append(text(44, y(part) + 5, f"{part * 100:.0f}", 14, PALE, "end"))
        parts.append(text(x(part), height - 8, f"{part * 100:.0f}"))
    return parts


def readings(found: Mapping[str, Any], marks: Marks) -> str:
    """What an observer gave the truth after so many moves."""
    width, height = 452.0, 402.0
    every = sorted({one["moves"] for read in found.values() for one in read["after"]})
    across = {moves: 60 + number * 264 / max(len(every) - 1, 1) for number, moves in enumerate(every)}

    def y(value: float) -> float:
        return height - 44 - value * (height - 66)

    parts = []
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<path d="M52 {y(part)}H332" stroke="{RULE}"/>')
        parts.append(text(44, y(part) + 5, f"{part * 100:.0f}", 14, PALE, "end"))
    guess = next(iter(found.values()))["guess"]
    parts.append(f'<path d="M52 {y(guess)}H332" stroke="{PALE}" stroke-width="2" stroke-dasharray="7 6"/>')
    parts += [text(place, height - 14, str(moves), 15) for moves, place in across.items()]
    ends = apart({bot: y(read["after"][-1]["median"]) + 6 for bot, read in found.items()}, 20, 20, height - 40)
    for bot, read in found.items():
        points = [(across[one["moves"]], y(one["median"])) for one in read["after"]]
        parts.append(line(points, marks.colour(bot)))
        parts += [marks.at(bot, *point, 0.95) for point in points]
        last = f"{shortened(bot, 9)} {read['after'][-1]['median'] * 100:.0f}"
        parts.append(text(342, ends[bot], last, 17, marks.colour(bot), "start", 'font-weight="700"'))
    said = "; ".join(
        f"{bot}: " + ", ".join(f"{one['median']:.0%} after {one['moves']}" for one in read["after"])
        for bot, read in found.items()
    )
    return svg(width, height, f"What an observer believes about the truth. {said}", *parts)


def lengths(counts: Mapping[str, Sequence[int]], marks: Marks) -> str:
    """How long games with each bot were: the middle half, the median, and all."""
    width, row = 470.0, 46.0
    height = row * len(counts) + 40
    most = max((max(some) for some in counts.values() if some), default=1)
    step = max(1, round(most / 5, -len(str(most // 5)) + 1)) if most >= 5 else 1

    def x(value: float) -> float:
        return 150 + value * (width - 175) / most

    parts = []
    for value in range(0, most + 1, int(step)):
        parts.append(f'<path d="M{x(value):.1f} 4V{height - 28:.0f}" stroke="{RULE}"/>')
        parts.append(text(x(value), height - 8, str(value), 15))
    for number, (bot, some) in enumerate(counts.items()):
        y, ordered, colour = 24 + number * row, sorted(some), marks.colour(bot)
        parts.append(text(138, y + 6, shortened(bot, 15), 17, INK, "end", 'class="typed"'))
        if ordered:
            least, first, middle, third, last = (ordered[round(part * (len(ordered) - 1) / 4)] for part in range(5))
            parts.append(f'<path d="M{x(least):.1f} {y}H{x(last):.1f}" stroke="{colour}" stroke-width="2"/>')
            wide = max(x(third) - x(first), 2)
            parts.append(
                f'<rect x="{x(first):.1f}" y="{y - 9}" width="{wide:.1f}" height="18" fill="{PAPER}" stroke="{colour}" stroke-width="2.5"/>'
            )
            parts.append(f'<path d="M{x(middle):.1f} {y - 9}v18" stroke="{colour}" stroke-width="5"/>')
    said = "; ".join(f"{bot}: median {sorted(some)[len(some) // 2]}" for bot, some in counts.items() if some)
    return svg(width, height, f"Actions a game. {said}", *parts)


def shortened(label: str, most: int) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"
