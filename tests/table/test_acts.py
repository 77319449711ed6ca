"""Actions that wait for a table: they come in order, go to the disk together, and nobody who gives up holds up the others."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.server.memory import MemoryStore
from tests.table.test_fold import house, people
from topsecret.kernel.errors import ActionError
from topsecret.kernel.lens import News
from topsecret.table.crowd import Nobody
from topsecret.table.room import Room

NO = {"action": "poll", "reply": "no"}


class Gate(MemoryStore):
    """A disk that can be held up; knows how many records came at once."""

    def __init__(self) -> None:
        super().__init__()
        self.open = asyncio.Event()
        self.open.set()
        self.batches: list[int] = []

    async def append(self, table: str, records: Sequence[tuple[str, bytes]]) -> None:
        self.batches.append(len(records))
        await self.open.wait()
        await super().append(table, records)


class Listening(Nobody):
    def __init__(self) -> None:
        self.heard: list[News] = []

    def steps(self, news: News, can_undo: bool) -> None:
        self.heard.append(news)


async def at_a_poll(store: Gate, seats: int = 4) -> Room:
    """Everybody holds a card and is asked."""
    room = await people(house(store), "spies", seats, cards=True)
    await room.start(0)
    match, number = room.playing(), 0
    while len(match.actors) < seats:
        seat = match.actors[0]
        number += 1
        await room.act(seat, "client-x", number, match.legal(seat)[0], lambda: None)
    store.batches.clear()
    return room


def asking(room: Room, seat: int, done: list[int], action: Any = NO) -> asyncio.Task[None]:
    return asyncio.create_task(room.act(seat, f"client-{seat}", 1000, action, lambda: done.append(seat)))


async def turns() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


async def test_what_several_decide_in_the_same_moment_goes_to_the_disk_together_and_is_one_step() -> None:
    store = Gate()
    room = await at_a_poll(store)
    crowd = room.crowd = Listening()
    for viewer in (None, 0, 1, 2, 3):
        room.watch(viewer)
    done: list[int] = []
    before = len(room.playing().heard(None))
    await asyncio.gather(*(asking(room, seat, done) for seat in range(4)))
    assert store.batches == [4] and done == [0, 1, 2, 3]
    assert [news.viewer for news in crowd.heard] == [None, 0, 1, 2, 3]
    for news in crowd.heard:
        told = [event for step in news.steps for event in step["events"]]
        assert told == room.playing().heard(news.viewer)[news.n - 1 :]
        assert [event["seat"] for event in news.steps[0]["events"] if event["event"] == "answered"] == [0, 1, 2, 3]
    assert crowd.heard[0].n == before + 1


async def test_what_one_seat_does_twice_in_a_moment_is_two_steps() -> None:
    room = await people(house(Gate()), "intel", 2)
    await room.start(0)
    crowd = room.crowd = Listening()
    room.watch(None)
    match, rng = room.playing(), random.Random(1)
    for number in range(0, 400, 2):
        seat = match.actors[0]
        moves = [rng.choice(match.legal(seat)) for _ in range(2)]
        both = [room.act(seat, "client-x", number + n, move, lambda: None) for n, move in enumerate(moves)]
        if await asyncio.gather(*both, return_exceptions=True) == [None, None]:
            assert len(crowd.heard[-1].steps) >= 2
            return
    raise AssertionError("no seat could act twice in a row")


async def test_a_refused_action_at_the_end_of_a_moment_leaves_nothing_untold() -> None:
    store = Gate()
    room = await at_a_poll(store)
    crowd = room.crowd = Listening()
    room.watch(0)
    done: list[int] = []
    good, bad = asking(room, 0, done), asking(room, 1, done, {"action": "done"})
    await asyncio.wait([good, bad])
    assert done == [0] and isinstance(bad.exception(), ActionError)
    (news,) = crowd.heard
    assert [event["event"] for step in news.steps for event in step["events"]] == ["poll"]
    assert room.lens is not None and not room.lens.waits


async def test_who_comes_while_the_disk_is_busy_goes_with_the_next() -> None:
    store = Gate()
    room = await at_a_poll(store)
    done: list[int] = []
    store.open.clear()
    tasks = [asking(room, 0, done)]
    await turns()
    tasks += [asking(room, seat, done) for seat in (2, 1)]
    await turns()
    assert store.batches == [1] and done == []
    store.open.set()
    await asyncio.gather(*tasks)
    assert store.batches == [1, 2] and done == [0, 2, 1]


@pytest.mark.parametrize("late", [False, True])
async def test_who_gives_up_waiting_does_not_hold_up_the_others(late: bool) -> None:
    """Also not when the table was just going to be theirs."""
    store = Gate()
    room = await at_a_poll(store)
    done: list[int] = []
    store.open.clear()
    leaving: list[asyncio.Task[None]] = []

    def confirm() -> None:
        done.append(0)
        if late:
            asyncio.get_running_loop().call_soon(leaving[0].cancel)

    first = asyncio.create_task(room.act(0, "client-0", 1000, NO, confirm))
    await turns()
    leaving.append(asking(room, 1, done))
    staying = asking(room, 2, done)
    await turns()
    if not late:
        leaving[0].cancel()
        await turns()
    store.open.set()
    await asyncio.wait_for(asyncio.gather(first, staying), 5)
    assert done == [0, 2] and leaving[0].cancelled()
    await asyncio.wait_for(asking(room, 1, done), 5)
    await asyncio.wait_for(asking(room, 3, done), 5)
    assert done == [0, 2, 1, 3]


async def test_who_gives_up_with_the_table_in_hand_leaves_it_to_the_next() -> None:
    """What was being written is written."""
    store = Gate()
    room = await at_a_poll(store)
    done: list[int] = []
    async with room.turn():
        first = asking(room, 0, done)
        await turns()
        second = asking(room, 1, done)
        await turns()
        first.cancel()
        await turns()
    await asyncio.wait_for(second, 5)
    assert done == [1] and first.cancelled()
    assert [seat for seat in range(4) if room.playing().state().answer_given[seat]] == [1]  # type: ignore[attr-defined]
