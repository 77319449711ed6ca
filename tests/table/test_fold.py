"""A table is the fold of its records: the same records make the same table, and a record that does not fit sets it aside."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest

from tests.server.memory import MemoryStore
from tests.server.people import FakeClock
from topsecret.table import lobby, talking
from topsecret.table import records as r
from topsecret.table.errors import NotSaved, SetAside
from topsecret.table.house import House
from topsecret.table.live import LiveTable
from topsecret.table.state import MOST_KEYS, TableState
from topsecret.table.thinking import Here


def house(store: MemoryStore | None = None, pace: float = 0.0) -> House:
    return House(store or MemoryStore(), FakeClock(), Here(), pace)


async def play(table: LiveTable, actions: int, seed: int = 0) -> None:
    """Plays at random for everybody, with undos in between."""
    rng = random.Random(seed)
    for number in range(actions):
        match = table.state.match
        assert match is not None
        if match.over:
            return
        seat = rng.choice(match.actors)
        if match.can_undo(seat) and rng.random() < 0.3:
            await table.undo(seat, "client-x", 2 * number, lambda: None)
        else:
            await table.act(seat, "client-x", 2 * number + 1, rng.choice(match.legal(seat)), lambda: None)


async def people(home: House, game: str = "spies", seats: int = 3, **options: Any) -> LiveTable:
    table = await home.make(game, "Ada", "key0", seats, options, [])
    for seat in range(1, seats):
        await lobby.join(table, "Ben", None, f"key{seat}")
    return table


def facts(table: LiveTable) -> tuple[Any, ...]:
    state = table.state
    assert state.match is not None
    return (
        state.match.save(),
        [state.match.events(seat) for seat in (None, *range(len(state.seats)))],
        state.seats,
        state.options,
        list(state.chat),
        state.counted,
        state.commitment,
        state.host,
        state.lines,
    )


@pytest.mark.parametrize(
    ("game", "options"),
    [("spies", {}), ("spies", {"cards": True, "dossier": True}), ("intel", {}), ("briefcase", {})],
)
async def test_a_table_read_again_is_the_same_table(game: str, options: dict[str, Any]) -> None:
    store = MemoryStore()
    table = await people(house(store), game, 2, **options)
    await talking.say(table, 1, "client-x", 1000, "hello", lambda: None)
    await table.start(0)
    await play(table, 60)
    await lobby.rename(table, 1, "Cid")
    again = await house(store).find(table.code)
    assert again is not table and facts(again) == facts(table)


@pytest.mark.parametrize("way", ["hash", "line", "order", "kind", "garbage", "missing", "secret"])
async def test_a_log_that_does_not_hang_together_is_set_aside(way: str) -> None:
    store = MemoryStore()
    table = await people(house(store))
    await table.start(0)
    await play(table, 10)
    log = store.logs[table.code]
    acted = [n for n, (kind, _) in enumerate(log) if kind == "acted"]
    kind, body = log[acted[2]]
    value = msgspec.json.decode(body)
    if way == "hash":
        value["hashes"][-1] = "0"
        log[acted[2]] = (kind, msgspec.json.encode(value))
    elif way == "line":
        value["lines"][0][1] = "stay"
        log[acted[2]] = (kind, msgspec.json.encode(value))
    elif way == "order":
        log[acted[1]], log[acted[2]] = log[acted[2]], log[acted[1]]
    elif way == "kind":
        log[acted[2]] = ("dreamt", body)
    elif way == "garbage":
        log[acted[2]] = (kind, b"{")
    elif way == "missing":
        del log[acted[2]]
    else:
        started = next(n for n, (kind, _) in enumerate(log) if kind == "started")
        value = msgspec.json.decode(log[started][1])
        value["secret"] = "00" * 32
        log[started] = ("started", msgspec.json.encode(value))
    with pytest.raises(SetAside):
        await house(store).find(table.code)


async def test_a_seat_is_held_by_a_few_devices_and_the_oldest_goes_first() -> None:
    table = await people(house())
    for number in range(MOST_KEYS):
        await lobby.hold(table, 0, f"more{number}", lambda _: True)
    assert table.state.seats[0].keys == [f"more{number}" for number in range(MOST_KEYS)]
    for seat in (1, 9):
        assert not await lobby.hold(await house().make("spies", "Ada", "k", 2, {}, []), seat, "k", lambda _: True)


async def test_two_that_look_for_a_table_at_once_find_the_same_room() -> None:
    store = MemoryStore()
    code = (await people(house(store))).code
    home = house(store)
    tables = await asyncio.gather(*(home.find(code) for _ in range(5)))
    assert len({id(table) for table in tables}) == 1


async def test_a_room_that_has_left_memory_takes_nothing_more() -> None:
    home = house()
    table = await people(home)
    await home.sweep(0)
    with pytest.raises(NotSaved):
        await lobby.rename(table, 0, "Cid")
    assert (await home.find(table.code)).state.names == table.state.names


@pytest.mark.plain
async def test_a_failure_of_the_rules_in_the_middle_of_an_action_leaves_the_table_as_the_disk_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await people(house())
    await table.start(0)
    before = table.state.match.save()  # type: ignore[union-attr]
    match = table.state.match
    assert match is not None

    def broken(*_: Any, **__: Any) -> Any:
        match.entries._all.append(match.entries[-1])
        raise ZeroDivisionError

    monkeypatch.setattr(match, "act", broken)
    seat = match.actors[0]
    with pytest.raises(ZeroDivisionError):
        await table.act(seat, "client-x", 1, match.legal(seat)[0], lambda: None)
    assert table.state.match is not match and table.state.match.save() == before  # type: ignore[union-attr]


def test_every_record_comes_back_as_it_was_written() -> None:
    some: list[r.Record] = [
        r.Made("PRAG-1743", "spies", {"cards": True}, 3, 5),
        r.SatDown(1, "Ada", "k", "BERN-0001"),
        r.Acted(0, "client-x", 7, [[0, "red+2"], ["chance", "roll 3"]], ["a", "b"]),
        r.Spoken(1, "Ada", "hello", 5, "client-x", 1),
    ]
    assert [r.read(*r.written(record)) for record in some] == some
    assert len(set(r.KINDS.values())) == len(r.KINDS)


def test_a_log_begins_with_the_making_of_a_table() -> None:
    with pytest.raises(SetAside):
        TableState.of([r.written(r.Renamed(0, "Ada"))])
    with pytest.raises(SetAside):
        TableState.of([r.written(r.Made("PRAG-1743", "chess", {}, 2, 0))])
    with pytest.raises(SetAside):
        TableState.of([r.written(r.Made("PRAG-1743", "spies", {}, 2, 0)), r.written(r.Renamed(9, "Ada"))])


async def test_two_tables_that_are_made_at_once_never_get_the_same_code() -> None:
    class Slow(MemoryStore):
        async def read(self, table: str) -> Any:
            found = await super().read(table)
            await asyncio.sleep(0)
            return found

    class Twice(random.Random):
        """Gives every code twice."""

        number = 0

        def randrange(self, *_: Any, **__: Any) -> int:
            self.number += 1
            return self.number // 2

        def choice(self, seq: Any) -> Any:
            return seq[0]

    store = Slow()
    home = house(store)
    home.rng = Twice()
    tables = await asyncio.gather(*(home.make("spies", "Ada", f"key{n}", 2, {}, []) for n in range(4)))
    assert len({table.code for table in tables}) == 4
    assert all([kind for kind, _ in log] == ["made", "seated"] for log in store.logs.values())
