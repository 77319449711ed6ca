"""Reading is no oracle: whoever asks, comes or looks back gets the last position that is on the disk, at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.people import House, Line
from tests.server.test_playing import two_people


class Held:
    """While this is entered, what is appended to the store waits."""

    def __init__(self, house: House) -> None:
        self.store, self.gate, self.asked = house.store, asyncio.Event(), 0

    def __enter__(self) -> Held:
        self.append, self.store.append = self.store.append, self
        return self

    def __exit__(self, *_: object) -> None:
        self.store.append = self.append
        self.gate.set()

    async def __call__(self, *args: Any) -> None:
        self.asked += 1
        await self.gate.wait()
        await self.append(*args)

    async def busy(self) -> None:
        while not self.asked:
            await asyncio.sleep(0)


async def everything(house: House, line: Line, person: Any) -> list[Any]:
    """All that a viewer can read, over the socket and over HTTP."""
    table = f"/api/tables/{person.code}"
    legal = await line.ask("legal")
    asked = [await line.ask("ask", action=action) for action in (legal.get("actions") or [{"action": "stay"}])[:3]]
    past = await line.ask("history")
    here = house.server.broadcasts[person.code].of[person.seat]
    connected = len(here)
    again = await person.connect(client="second-window")
    await again.ws.close()
    while len(here) > connected:
        await asyncio.sleep(0)
    http = [await person.get(table), await person.get(f"{table}/replay")]
    return [{**one, "id": 0} for one in (legal, *asked, past)] + [again.sync, *http]


@pytest.mark.parametrize("game", ["spies", "intel", "briefcase"])
async def test_reads_answer_while_a_write_is_held_with_the_position_before(house: House, game: str) -> None:
    mine, theirs, me, they = await two_people(house, game=game)
    lines = (
        (await me.connect(), me),
        (theirs, they),
    )  # a line answers one message after the other: its own action, too
    before = [await everything(house, line, person) for line, person in lines]
    action = (await mine.legal())[0]
    with Held(house) as held:
        await mine.send({"t": "act", "id": 10**6, "action": action})
        await held.busy()
        assert house.table(me.code).lock.locked()
        assert [await everything(house, line, person) for line, person in reversed(lines)] == before[::-1]
        second = await they.connect()  # comes while it is written, and misses nothing
        assert second.sync["view"] == before[1][-3]["view"]
    await mine.hear("done")
    table = house.table(me.code)
    for line, person in ((theirs, they), (second, they), (mine, me)):
        await line.settle()
        assert line.view == table.state.match.view(person.seat)
        assert line.events == table.state.match.seen(person.seat)


async def test_an_undo_that_is_being_written_is_not_seen_either(house: House) -> None:
    mine, _, me, _ = await two_people(house, game="intel")
    match = house.table(me.code).state.match

    def can_be_taken_back(move: Any) -> bool:
        trial = type(match).load(match.save())
        trial.play(me.seat, move)
        return trial.can_undo(me.seat)

    action = next(move for move in match.legal(me.seat) if can_be_taken_back(move))
    assert (await mine.ask("act", action=action.json))["t"] == "done"
    window = await me.connect()
    before = await everything(house, window, me)
    assert before[-3]["can_undo"]
    with Held(house) as held:
        await mine.send({"t": "undo", "id": 10**6})
        await held.busy()
        assert await everything(house, window, me) == before
    await mine.hear("done")
    assert await everything(house, window, me) != before
