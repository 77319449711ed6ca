"""Actions that wait for a table: they come in order, go to the disk together, and nobody who gives up holds up the others."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.server.memory import MemoryStore
from tests.server.people import PATIENCE
from tests.table.test_fold import house, people
from topsecret.kernel.errors import ActionError
from topsecret.kernel.feed import Update
from topsecret.table.listeners import NoListeners
from topsecret.table.live import LiveTable

NO = {"action": "poll", "reply": "no"}


class Gate(MemoryStore):
    """A disk that can be held up; knows how many records came at once."""

    def __init__(self) -> None:
        super().__init__()
        self.open = asyncio.Event()
        self.open.set()
        self.batches: list[int] = []

    async def append(self, table: str, after: int, records: Sequence[tuple[str, bytes]]) -> None:
        self.batches.append(len(records))
        await self.open.wait()
        await super().append(table, after, records)


class Listening(NoListeners):
    def __init__(self) -> None:
        self.heard: list[Update] = []

    def steps(self, news: Sequence[Update], can_undo: Callable[[int | None], bool]) -> None:
        self.heard += news


async def at_a_poll(store: Gate, seats: int = 4) -> LiveTable:
    """Everybody holds a card and is asked."""
    table = await people(house(store), "spies", seats, cards=True)
    await table.start(0)
    match, number = table.playing(), 0
    while len(match.actors) < seats:
        seat = match.actors[0]
        number += 1
        await table.act(seat, "client-x", number, match.legal(seat)[0], lambda: None)
    store.batches.clear()
    return table


def asking(table: LiveTable, seat: int, done: list[int], action: Any = NO) -> asyncio.Task[None]:
    return asyncio.create_task(table.act(seat, f"client-{seat}", 1000, action, lambda: done.append(seat)))


async def turns() -> None:
    for _ in range(8):
        await asyncio.sleep(0)


async def test_what_several_decide_in_the_same_moment_goes_to_the_disk_together_and_is_told_one_after_the_other() -> (
    None
):
    """A step each: what is one step with what must not depend on what somebody did unseen in between."""
    store = Gate()
    table = await at_a_poll(store)
    listening = table.listeners = Listening()
    done: list[int] = []
    before = len(table.playing().seen(None))
    await asyncio.gather(*(asking(table, seat, done) for seat in range(4)))
    assert store.batches == [4] and done == [0, 1, 2, 3]
    assert [news.viewer for news in listening.heard] == [None, 0, 1, 2, 3]
    for news in listening.heard:
        told = [event for step in news.steps for event in step["events"]]
        assert told == table.playing().seen(news.viewer)[news.n - 1 :]
        assert [step["changes"]["actors"] for step in news.steps[:3]] == [[1, 2, 3], [2, 3], [3]]
    assert listening.heard[0].n == before + 1


async def handing_in(hidden: bool) -> list[Any]:
    """What seat 0 is told when seats 1 and 3 hand in their dossiers in one moment, and seat 2 writes on its own in between, or not."""
    table = await people(house(Gate()), "spies", 4, dossier=True)
    await table.start(0)
    match, rng = table.playing(), random.Random(1)
    while match.view()["phase"] != "dossier":
        seat = match.actors[0]
        await table.act(seat, "", 0, rng.choice(match.legal(seat)), lambda: None)
    drafts = [
        [f"dossier {agent} free" for agent in match.view(seat)["in_play"] if not match.view(seat)["holds"][seat][agent]]
        for seat in range(4)
    ]
    for seat in (1, 3):
        for draft in drafts[seat]:
            await table.act(seat, "", 0, draft, lambda: None)
    listening = table.listeners = Listening()
    script = [(1, "hand in"), *((2, draft) for draft in drafts[2][:2] if hidden), (3, "hand in")]
    await asyncio.gather(*(table.act(seat, "", 0, action, lambda: None) for seat, action in script))
    return [step for news in listening.heard if news.viewer == 0 for step in news.steps]


async def test_what_somebody_does_unseen_in_the_same_moment_leaves_no_trace_in_the_steps_of_others() -> None:
    assert await handing_in(True) == await handing_in(False) != []


async def test_what_one_seat_does_twice_in_a_moment_is_two_steps() -> None:
    table = await people(house(Gate()), "intel", 2)
    await table.start(0)
    listening = table.listeners = Listening()
    match, rng = table.playing(), random.Random(1)
    for number in range(0, 400, 2):
        seat = match.actors[0]
        moves = [rng.choice(match.legal(seat)) for _ in range(2)]
        both = [table.act(seat, "client-x", number + n, move, lambda: None) for n, move in enumerate(moves)]
        if await asyncio.gather(*both, return_exceptions=True) == [None, None]:
            assert len(listening.heard[-1].steps) >= 2
            return
    raise AssertionError("no seat could act twice in a row")


async def test_a_refused_action_at_the_end_of_a_moment_leaves_nothing_untold() -> None:
    store = Gate()
    table = await at_a_poll(store)
    listening = table.listeners = Listening()
    done: list[int] = []
    good, bad = asking(table, 0, done), asking(table, 1, done, {"action": "done"})
    await asyncio.wait([good, bad])
    assert done == [0] and isinstance(bad.exception(), ActionError)
    (news,) = [news for news in listening.heard if news.viewer == 0]
    assert [event["event"] for step in news.steps for event in step["events"]] == ["poll"]


async def test_who_comes_while_the_disk_is_busy_goes_with_the_next() -> None:
    store = Gate()
    table = await at_a_poll(store)
    done: list[int] = []
    store.open.clear()
    tasks = [asking(table, 0, done)]
    await turns()
    tasks += [asking(table, seat, done) for seat in (2, 1)]
    await turns()
    assert store.batches == [1] and done == []
    store.open.set()
    await asyncio.gather(*tasks)
    assert store.batches == [1, 2] and done == [0, 2, 1]


@pytest.mark.parametrize("late", [False, True])
async def test_who_gives_up_waiting_does_not_hold_up_the_others(late: bool) -> None:
    """Also not when the table was just going to be theirs."""
    store = Gate()
    table = await at_a_poll(store)
    done: list[int] = []
    store.open.clear()
    leaving: list[asyncio.Task[None]] = []

    def confirm() -> None:
        done.append(0)
        if late:
            asyncio.get_running_loop().call_soon(leaving[0].cancel)

    first = asyncio.create_task(table.act(0, "client-0", 1000, NO, confirm))
    await turns()
    leaving.append(asking(table, 1, done))
    staying = asking(table, 2, done)
    await turns()
    if not late:
        leaving[0].cancel()
        await turns()
    store.open.set()
    await asyncio.wait_for(asyncio.gather(first, staying), PATIENCE)
    assert done == [0, 2] and leaving[0].cancelled()
    await asyncio.wait_for(asking(table, 1, done), PATIENCE)
    await asyncio.wait_for(asking(table, 3, done), PATIENCE)
    assert done == [0, 2, 1, 3]


async def test_who_gives_up_with_the_table_in_hand_leaves_it_to_the_next() -> None:
    """What was being written is written."""
    store = Gate()
    table = await at_a_poll(store)
    done: list[int] = []
    async with table.lock:
        first = asking(table, 0, done)
        await turns()
        second = asking(table, 1, done)
        await turns()
        first.cancel()
        await turns()
    await asyncio.wait_for(second, PATIENCE)
    assert done == [1] and first.cancelled()
    assert [seat for seat in range(4) if table.playing().state().answer_given[seat]] == [1]  # type: ignore[attr-defined]
