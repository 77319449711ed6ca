"""The benchmark of the browser client reads traces as it should, and works on a tiny size. Nothing here looks at how long it takes."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from bench import web
from bench.figures import Figure, NotMeasured, table
from bench.pages.traces import BEGIN, END, THERE, Trace
from tests.browser import chromium

PAGE, MAIN, OTHER = 7, 70, 71
ADDRESS = "http://127.0.0.1:1/t/OSLO-1"


def task(
    start_ms: float, length_ms: float, thread: int = MAIN, process: int = PAGE, name: str = "RunTask"
) -> dict[str, Any]:
    return {
        "name": name,
        "cat": "x",
        "ph": "X",
        "pid": process,
        "tid": thread,
        "ts": start_ms * 1e3,
        "dur": length_ms * 1e3,
    }


def mark(name: str, at_ms: float, process: int = PAGE) -> dict[str, Any]:
    return {"name": name, "cat": "blink.user_timing", "ph": "I", "pid": process, "tid": MAIN, "ts": at_ms * 1e3}


def timing(which: int, kind: str, ms: float) -> dict[str, Any]:
    about = {"interactionId": which, "type": kind, "duration": ms}
    return {"name": "EventTiming", "cat": "x", "ph": "b", "pid": PAGE, "tid": MAIN, "ts": 0, "args": {"data": about}}


def trace(*events: dict[str, Any]) -> Trace:
    return Trace(json.dumps({"traceEvents": list(events)}).encode())


def test_a_page_can_be_used_when_it_is_there_and_no_long_task_follows() -> None:
    way = {"name": "navigationStart", "cat": "blink.user_timing", "ph": "R", "pid": PAGE, "tid": MAIN, "ts": 1e6}
    way["args"] = {"data": {"documentLoaderURL": ADDRESS}}
    there = [way, mark(THERE, 1500)]
    assert trace(*there, task(1510, 40)).interactive(ADDRESS) == pytest.approx(0.5)  # what is short does not count
    assert trace(*there, task(1900, 60)).interactive(ADDRESS) == pytest.approx(0.96)
    assert trace(*there, task(1900, 60), task(2900, 100)).interactive(ADDRESS) == pytest.approx(2.0)
    assert trace(*there, task(2600, 100)).interactive(ADDRESS) == pytest.approx(0.5)  # a second was quiet before
    assert trace(*there, task(1900, 60, process=8)).interactive(ADDRESS) == pytest.approx(0.5)  # another page's
    with pytest.raises(NotMeasured):
        trace(*there).interactive("http://127.0.0.1:1/elsewhere")


def test_between_the_marks_the_longest_task_and_the_work_of_all_threads_are_counted() -> None:
    seen = trace(
        mark(BEGIN, 1000), mark(END, 2000), task(900, 90), task(1100, 30), task(1200, 50, OTHER), task(1990, 20), task(2500, 400),
        task(1100, 30, name="FunctionCall"), task(1110, 10, name="Layout"), task(990, 15, name="EvaluateScript"),
    )  # fmt: skip
    assert seen.longest() == pytest.approx(0.030)  # of the main thread
    assert seen.busy() == pytest.approx(0.090)
    assert seen.worked() == pytest.approx(0.030)  # what is inside counts once; setting the marks does not


def test_a_tap_takes_as_long_as_its_slowest_event() -> None:
    seen = trace(
        mark(BEGIN, 0),
        timing(1, "pointerup", 8),
        timing(1, "click", 64),
        timing(0, "mouseover", 900),
        timing(5, "keydown", 24),
    )
    assert seen.taps() == pytest.approx([0.064, 0.024])


def test_a_page_that_set_no_mark_is_not_measured() -> None:
    with pytest.raises(NotMeasured):
        trace(task(0, 10))


def test_what_falls_short_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    slow = [Figure("tap_intel", "a tap", "ms", 180.0, web.TAP, least=False), Figure("home", "home", "s", 1.0, web.HOME)]
    monkeypatch.setattr(web, "measure", lambda *_: slow)
    assert web.main(["--check"]) == 1
    assert "falls short: tap_intel" in capsys.readouterr().err
    assert web.main([]) == 0


@pytest.mark.slow
@pytest.mark.skipif(bool(os.environ.get("TOPSECRET_SKIP_WEB")), reason="the browser client is left out")
def test_a_real_page_is_measured() -> None:
    tiny = web.Sizes(rounds=1, games=("intel",), slower=1, settle_ms=200, between_taps_ms=200)
    with chromium.only_one(Path(tempfile.gettempdir())):
        figures = web.measure(tiny, ["table_intel", "tap_intel", "task_intel"])
    assert [figure.name for figure in figures] == ["table_intel", "tap_intel", "task_intel"]
    assert all(figure.value is not None and figure.value > 0 for figure in figures), table(figures)
