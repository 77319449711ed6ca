"""A table is the fold of its records: the same records make the same table, and a record that does not fit sets it aside."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest

from tests.server.memory import MemoryStore
from tests.server.people import FakeClock
from topsecret.server.ledger import Ledger
from topsecret.table import records as r
from topsecret.table.errors import NotSaved, SetAside
from topsecret.table.house import House
from topsecret.table.room import Room
from topsecret.table.table import MOST_KEYS, Table
from topsecret.table.thinking import Here


def house(store: MemoryStore | None = None, pace: float = 0.0) -> House:
    return House(Ledger(store or MemoryStore()), FakeClock(), Here(), pace)


async def play(room: Room, actions: int, seed: int = 0) -> None:
    """Plays at random for everybody, with undos in between."""
    rng = random.Random(seed)
    for number in range(actions):
        match = room.table.match
        assert match is not None
        if match.over:
            return
        seat = rng.choice(match.actors)
        if match.can_undo(seat) and rng.random() < 0.3:
            await room.undo(seat, "client-x", 2 * number, lambda: None)
        else:
            await room.act(seat, "client-x", 2 * number + 1, rng.choice(match.legal(seat)), lambda: None)


async def people(home: House, game: str = "spies", seats: int = 3, **options: Any) -> Room:
    room = await home.make(game, "Ada", "key0", seats, options, [])
    for seat in range(1, seats):
        await room.join("Ben", None, f"key{seat}")
    return room


def facts(room: Room) -> tuple[Any, ...]:
    table = room.table
    assert table.match is not None
    return (
        table.match.save(),
        [table.match.events(seat) for seat in (None, *range(len(table.seats)))],
        table.seats,
        table.options,
        list(table.chat),
        table.counted,
        table.commitment,
        table.host,
        table.lines,
    )


@pytest.mark.parametrize(
    ("game", "options"),
    [("spies", {}), ("spies", {"cards": True, "dossier": True}), ("intel", {}), ("briefcase", {})],
)
async def test_a_table_read_again_is_the_same_table(game: str, options: dict[str, Any]) -> None:
    store = MemoryStore()
    room = await people(house(store), game, 2, **options)
    await room.say(1, "client-x", 1000, "hello", lambda: None)
    await room.start(0)
    await play(room, 60)
    await room.rename(1, "Cid")
    again = await house(store).find(room.code)
    assert again is not room and facts(again) == facts(room)


@pytest.mark.parametrize("way", ["hash", "line", "order", "kind", "garbage", "missing", "secret"])
async def test_a_log_that_does_not_hang_together_is_set_aside(way: str) -> None:
    store = MemoryStore()
    room = await people(house(store))
    await room.start(0)
    await play(room, 10)
    log = store.logs[room.code]
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
        await house(store).find(room.code)


async def test_a_seat_is_held_by_a_few_devices_and_the_oldest_goes_first() -> None:
    room = await people(house())
    for number in range(MOST_KEYS):
        await room.hold(0, f"more{number}", lambda _: True)
    assert room.table.seats[0].keys == [f"more{number}" for number in range(MOST_KEYS)]
    for seat in (1, 9):
        assert not await (await house().make("spies", "Ada", "k", 2, {}, [])).hold(seat, "k", lambda _: True)


async def test_two_that_look_for_a_table_at_once_find_the_same_room() -> None:
    store = MemoryStore()
    code = (await people(house(store))).code
    home = house(store)
    rooms = await asyncio.gather(*(home.find(code) for _ in range(5)))
    assert len({id(room) for room in rooms}) == 1


async def test_a_room_that_has_left_memory_takes_nothing_more() -> None:
    home = house()
    room = await people(home)
    await home.sweep(0)
    with pytest.raises(NotSaved):
        await room.rename(0, "Cid")
    assert (await home.find(room.code)).table.names == room.table.names


async def test_a_failure_of_the_rules_in_the_middle_of_an_action_leaves_the_table_as_the_disk_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = await people(house())
    await room.start(0)
    before = room.table.match.save()  # type: ignore[union-attr]
    match = room.table.match
    assert match is not None

    def broken(*_: Any, **__: Any) -> Any:
        match._entries.append(match._entries[-1])
        raise ZeroDivisionError

    monkeypatch.setattr(match, "act", broken)
    seat = match.actors[0]
    with pytest.raises(ZeroDivisionError):
        await room.act(seat, "client-x", 1, match.legal(seat)[0], lambda: None)
    assert room.table.match is not match and room.table.match.save() == before  # type: ignore[union-attr]


def test_every_record_comes_back_as_it_was_written() -> None:
    some: list[r.Record] = [
        r.Made("PRAG-1743", "spies", {"cards": True}, 3, 5),
        r.Seated(1, "Ada", "k", "BERN-0001"),
        r.Acted(0, "client-x", 7, [[0, "red+2"], ["chance", "roll 3"]], ["a", "b"]),
        r.Spoken(1, "Ada", "hello", 5, "client-x", 1),
    ]
    assert [r.read(*r.written(record)) for record in some] == some
    assert len({kind.__name__.lower() for kind in r.ALL}) == len(r.ALL)


def test_a_log_begins_with_the_making_of_a_table() -> None:
    with pytest.raises(SetAside):
        Table.of([r.written(r.Renamed(0, "Ada"))])
    with pytest.raises(SetAside):
        Table.of([r.written(r.Made("PRAG-1743", "chess", {}, 2, 0))])
    with pytest.raises(SetAside):
        Table.of([r.written(r.Made("PRAG-1743", "spies", {}, 2, 0)), r.written(r.Renamed(9, "Ada"))])


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
    rooms = await asyncio.gather(*(home.make("spies", "Ada", f"key{n}", 2, {}, []) for n in range(4)))
    assert len({room.code for room in rooms}) == 4
    assert all([kind for kind, _ in log] == ["made", "seated"] for log in store.logs.values())
