"""A table's time and its agenda, on a clock that the test moves."""

from __future__ import annotations

import asyncio
from functools import partial

from tests.server.people import FakeClock
from topsecret.table.agenda import Agenda
from topsecret.table.errors import NotSaved
from topsecret.table.ticks import AHEAD_MS, TICK_MS, Ticks
from topsecret.table.timeline import Timeline


class Bench:
    """An agenda, and what fell due on it when."""

    def __init__(self, at: int = 0) -> None:
        self.clock = FakeClock()
        self.timeline = Timeline(self.clock, at)
        self.agenda = Agenda(self.timeline)
        self.done: list[tuple[str, int]] = []

    def plan(self, name: str, when: int) -> None:
        self.agenda.at(when, lambda: self.done.append((name, self.timeline.now())))

    async def wait(self, milliseconds: int) -> None:
        self.clock.advance(milliseconds / 1000)
        for _ in range(5):
            await asyncio.sleep(0)


async def test_things_fall_due_in_the_order_of_their_time_and_at_one_moment_as_they_were_put_down() -> None:
    bench = Bench()
    for name, when in (("c", 300), ("a", 100), ("b1", 200), ("b2", 200)):
        bench.plan(name, when)
    bench.agenda.run(True)
    await bench.wait(0)
    for _ in range(4):
        await bench.wait(100)
    assert bench.done == [("a", 100), ("b1", 200), ("b2", 200), ("c", 300)]
    assert bench.agenda.is_empty and bench.clock.sleepers == []


async def test_what_is_put_down_late_or_while_others_fall_due_is_done_in_a_moment() -> None:
    bench = Bench(1000)
    bench.agenda.run(True)
    bench.agenda.at(1500, partial(bench.plan, "after it", 1200))
    bench.plan("late", 7)
    await bench.wait(0)
    assert bench.done == [("late", 1000)]
    await bench.wait(500)
    assert bench.done[1:] == [("after it", 1500)]


async def test_what_is_called_off_does_not_happen_and_nobody_sleeps_for_it() -> None:
    bench = Bench()
    bench.agenda.run(True)
    item = bench.agenda.at(100, partial(bench.done.append, ("never", 0)))
    waiting = asyncio.create_task(bench.agenda.until(200))
    await bench.wait(0)
    bench.agenda.call_off(item)
    waiting.cancel()
    await bench.wait(300)
    assert bench.done == [] and bench.agenda.is_empty


async def test_nothing_falls_due_while_time_stands_still() -> None:
    bench = Bench()
    bench.plan("a", 100)
    await bench.wait(1000)
    bench.agenda.run(True)
    await bench.wait(0)
    await bench.wait(60)
    bench.agenda.run(False)
    await bench.wait(1000)
    assert (bench.done, bench.timeline.now()) == ([], 60)
    bench.agenda.run(True)
    await bench.wait(0)
    await bench.wait(40)
    assert bench.done == [("a", 100)]


async def test_something_that_goes_wrong_keeps_nothing_else_from_its_time() -> None:
    bench = Bench()
    bench.agenda.run(True)
    bench.agenda.at(100, partial(bench.done.remove, ("what is not there", 0)))
    bench.plan("a", 100)
    await bench.wait(0)
    await bench.wait(100)
    assert bench.done == [("a", 100)]


class Keeps:
    """A log that keeps values, or cannot."""

    def __init__(self) -> None:
        self.kept: list[int] = []
        self.full = False

    async def keep(self, table: str, key: str, body: bytes) -> None:
        if self.full:
            raise NotSaved("the disk is full")
        self.kept.append(int(body))


async def test_ticks_run_ahead_of_time_while_anything_is_due_and_no_later_time_is_shown() -> None:
    bench, log = Bench(), Keeps()
    Ticks("PRAG-0001", log, bench.agenda)  # type: ignore[arg-type]
    bench.agenda.run(True)
    await bench.wait(5000)
    assert log.kept == [] and bench.timeline.shown() == 0
    bench.plan("a", 20_000)
    await bench.wait(0)
    assert log.kept == [5000 + AHEAD_MS] and bench.timeline.shown() == 5000
    for _ in range(7):
        await bench.wait(TICK_MS // 2)
        assert bench.timeline.shown() == bench.timeline.now() <= log.kept[-1]
    assert log.kept == [5000 + AHEAD_MS + TICK_MS * n for n in range(4)]
    log.full = True
    for _ in range(8):
        await bench.wait(TICK_MS)
    assert bench.timeline.shown() == log.kept[-1] < bench.timeline.now()
    assert [name for name, _ in bench.done] == ["a"]  # a full disk keeps nothing from falling due
