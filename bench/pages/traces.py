"""What a trace of the browser tells: how long tasks of a page took, when a mark was set, how long a tap waited for its frame."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from bench.figures import NotMeasured

CATEGORIES = ["-*", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "loading"]
BEGIN, END, THERE = "bench:begin", "bench:end", "bench:there"
LONG = 0.050  # s: a task that somebody could notice
QUIET = 1.0  # s without a long task: the page can be used
# What a page does; the browser's own housekeeping and the tracing itself are left out.
WORK = (
    "FunctionCall", "EvaluateScript", "TimerFire", "EventDispatch", "FireAnimationFrame", "RunMicrotasks", "ParseHTML", "UpdateLayoutTree",
    "Layout", "PrePaint", "Paint", "Layerize", "Commit", "RasterTask", "MinorGC", "MajorGC",
)  # fmt: skip
TAPS = ("click", "pointerup", "keydown")


@dataclass(frozen=True)
class Task:
    start: float  # s
    length: float

    @property
    def end(self) -> float:
        return self.start + self.length


class Trace:
    """One page, from one trace: the renderer in which the marks were set."""

    def __init__(self, raw: bytes) -> None:
        self.events: list[dict[str, Any]] = json.loads(raw)["traceEvents"]
        marks = [one for one in self.events if one["name"] in (BEGIN, THERE) and "user_timing" in one["cat"]]
        if not marks:
            raise NotMeasured("the trace does not hold the page's own mark")
        self.process, self.thread = marks[-1]["pid"], marks[-1]["tid"]

    def moment(self, mark: str) -> float:
        """When the page set this mark last, in seconds."""
        for one in reversed(self.events):
            if one["name"] == mark and one["pid"] == self.process and "user_timing" in one["cat"]:
                return float(one["ts"]) / 1e6
        raise NotMeasured(f"the page never set the mark {mark}")

    def began(self, address: str) -> float:
        """When the browser set out for this address."""
        for one in reversed(self.events):
            about = one.get("args", {}).get("data", {})
            if (
                one["name"] == "navigationStart"
                and one["pid"] == self.process
                and about.get("documentLoaderURL") == address
            ):
                return float(one["ts"]) / 1e6
        raise NotMeasured(f"the trace does not hold the way to {address}")

    def tasks(self, *, everywhere: bool = False) -> list[Task]:
        """Of the page's main thread, or of all threads of its renderer."""
        found = [
            Task(one["ts"] / 1e6, one.get("dur", 0) / 1e6)
            for one in self.events
            if one["name"] == "RunTask" and one["ph"] == "X" and one["pid"] == self.process
            if everywhere or one["tid"] == self.thread
        ]
        return sorted(found, key=lambda task: task.start)

    def interactive(self, address: str) -> float:
        """Seconds from setting out until what is waited for was painted and no long task came for a while."""
        ready = self.moment(THERE)
        for task in self.tasks():
            if task.length > LONG and task.end > ready and task.start < ready + QUIET:
                ready = task.end
        return ready - self.began(address)

    def longest(self) -> float:
        """The longest task of the main thread between the marks, in seconds."""
        begin, end = self.moment(BEGIN), self.moment(END)
        return max((task.length for task in self.tasks() if task.end > begin and task.start < end), default=0.0)

    def busy(self) -> float:
        """Which share of the time between the marks the page's renderer worked, all its threads together."""
        begin, end = self.moment(BEGIN), self.moment(END)
        worked = sum(
            min(task.end, end) - max(task.start, begin)
            for task in self.tasks(everywhere=True)
            if task.end > begin and task.start < end
        )
        return worked / (end - begin)

    def worked(self) -> float:
        """Which share of the time between the marks the page itself did something: scripts, layout, paint."""
        begin, end = self.moment(BEGIN), self.moment(END)
        worked = 0.0
        reached: dict[int, float] = {}  # by thread: what is done inside of something else counts once
        for one in sorted(self.events, key=lambda one: one.get("ts", 0)):
            if one["name"] in WORK and one["ph"] == "X" and one["pid"] == self.process:
                start, done = one["ts"] / 1e6, (one["ts"] + one.get("dur", 0)) / 1e6
                if start < begin or done > end:
                    continue  # the marks themselves are scripts
                worked += max(0.0, done - max(start, reached.get(one["tid"], 0.0)))
                reached[one["tid"]] = max(done, reached.get(one["tid"], 0.0))
        return worked / (end - begin)

    def taps(self) -> list[float]:
        """For each tap or key, in order: seconds until the next frame was painted, as the browser's Event Timing counts them."""
        found: dict[int, float] = {}
        for one in self.events:
            about = one.get("args", {}).get("data", {})
            if one["name"] == "EventTiming" and one["ph"] == "b" and one["pid"] == self.process:
                which = about.get("interactionId", 0)
                if which and about["type"] in TAPS:
                    found[which] = max(found.get(which, 0.0), about["duration"] / 1e3)
        return [found[which] for which in sorted(found)]
