"""Long matches: a table opens from snapshots as it opens from its log alone, and its past is read page by page."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from tests.server.memory import MemoryStore
from tests.server.people import PATIENCE, FakeClock
from tests.table.test_fold import house, people
from topsecret.kernel.errors import ActionError
from topsecret.kernel.match import CHANCE, Match
from topsecret.kernel.repeat import repeat
from topsecret.kernel.replay import replay
from topsecret.table import folding, snapshots, state
from topsecret.table.errors import TableError
from topsecret.table.house import House
from topsecret.table.live import LiveTable
from topsecret.table.log import SPARE
from topsecret.table.state import TableState

GAMES = [("spies", {"cards": True, "dossier": True}), ("briefcase", {}), ("intel", {}), ("paris", {})]


async def in_time(at: House, act: Coroutine[Any, Any, None]) -> None:
    """Waits for what is being done. In a game with time it may be held for a while (P5.3): then time passes."""
    doing = asyncio.ensure_future(act)
    for _ in range(100):
        await asyncio.wait([doing], timeout=0)
        if doing.done():
            break
        if isinstance(at.clock, FakeClock):
            at.clock.advance(0.05)
    await asyncio.wait_for(doing, PATIENCE)


async def played(at: House, game: str, options: dict[str, Any], actions: int) -> LiveTable:
    """A table where so much was done at random, and some of it taken back."""
    rng = random.Random(f"{game} {actions}")
    table = await people(at, game, 3 if game == "paris" else 2, **options)
    table.see({None})
    await table.start(0)
    for id in range(actions):
        if table.state.game.State.timed:
            assert isinstance(at.clock, FakeClock)
            at.clock.advance(rng.choice((0.1, 0.4, 2.0)))
            await asyncio.sleep(0)
        match = table.playing()
        asked = [seat for seat in match.actors if seat is not CHANCE and match.legal(seat)]
        if not asked:
            break
        back = [seat for seat in range(2) if match.can_undo(seat)]
        if back and rng.random() < 0.2:
            await table.undo(back[0], "client-of-all", id, lambda: None)
        else:
            seat = rng.choice(asked)
            action = rng.choice(match.legal(seat))
            with suppress(ActionError, TableError):  # in a game with time something may fall due first
                await in_time(at, table.act(seat, "client-of-all", id, action, lambda: None))
    await table.finish()
    return table


def picture(table: TableState) -> dict[str, Any]:
    match = table.match
    assert match is not None and table.snapshots is not None
    viewers = (None, *range(match.seats))
    return {
        "log": match.recorded(0),
        "saved": match.save(),
        "views": [match.view(viewer) for viewer in viewers],
        "events": [match.events(viewer) for viewer in viewers],
        "legal": [[move.code for move in match.legal(seat)] for seat in range(match.seats)],
        "can undo": [match.can_undo(seat) for seat in range(match.seats)],
        "table": (table.status, table.names, table.lines, table.records, table.counted, table.ended, table.commitment),
    }


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "LINES", 8)


@pytest.fixture
def repeated(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lines that are played again."""
    numbers: list[int] = []

    def counted(match: Match, line: list[Any], hash: str, number: int) -> str | None:
        numbers.append(number)
        return repeat(match, line, hash, number)

    monkeypatch.setattr(state, "repeat", counted)
    return numbers


def parts_of(store: MemoryStore, code: str) -> list[str]:
    return sorted(key for key in store.kept.get(code, {}) if key.startswith(SPARE))


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize(("game", "options"), GAMES)
async def test_a_table_opens_from_snapshots_as_from_its_log_alone(
    game: str, options: dict[str, Any], repeated: list[int]
) -> None:
    store = MemoryStore()
    table = await played(house(store), game, options, 60)
    log, kept = await store.read(table.code)
    assert len(parts_of(store, table.code)) >= 5
    alone = TableState.of(log)
    assert len(repeated) == alone.lines
    repeated.clear()
    opened = TableState.of(log, kept)
    assert len(repeated) < 40, "not only the end is played again"
    assert picture(opened) == picture(alone) == picture(table.state)
    assert opened.snapshots is not None and alone.snapshots is not None
    assert opened.snapshots.moments == alone.snapshots.moments and not opened.snapshots.has_unsaved


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize("wrong", ["torn", "missing", "of another table", "of other code", "not packed"])
async def test_a_wrong_snapshot_is_not_believed_and_is_made_again(wrong: str, repeated: list[int]) -> None:
    store = MemoryStore()
    table = await played(house(store), "intel", {}, 60)
    other = await played(house(store), "intel", {}, 61)
    log, kept = await store.read(table.code)
    right, key = dict(kept), f"{SPARE}part:2"
    if wrong == "torn":
        kept[key] = kept[key][:-9]
    elif wrong == "missing":
        del kept[key]
    elif wrong == "of another table":
        kept[key] = store.kept[other.code][key]
    elif wrong == "of other code":
        kept[key] = kept[key].replace(snapshots.code_of(table.state.game).encode(), b"0" * 32)
        assert kept[key] != right[key]
    else:
        kept[key] = b"nothing at all"
    opened = TableState.of(log, kept)
    assert 0 < min(repeated) < 40
    assert picture(opened) == picture(table.state)
    assert opened.snapshots is not None
    again = dict(opened.snapshots.unsaved())
    assert again[key] == right[key]
    assert kept | again == right


@pytest.mark.usefixtures("short_parts")
async def test_play_goes_on_after_a_table_came_back_from_snapshots_and_they_grow(repeated: list[int]) -> None:
    store = MemoryStore()
    table = await played(house(store), "spies", {"cards": True, "dossier": True}, 20)
    before = parts_of(store, table.code)
    back = await house(store).find(table.code)
    repeated.clear()
    for id in range(100, 130):
        match = back.playing()
        seat = match.actors[0]
        await back.act(seat, "client-of-all", id, match.legal(seat)[0], lambda: None)
    await back.finish()
    assert len(parts_of(store, table.code)) > len(before)
    assert picture(TableState.of(*await store.read(table.code))) == picture(back.state)


@pytest.fixture
def short_logs_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "LONG", 20)
    monkeypatch.setattr(folding, "LINES", 8)


async def after_an_upgrade() -> tuple[MemoryStore, str]:
    """A long table with snapshots that other code has made."""
    store = MemoryStore()
    table = await played(house(store), "intel", {}, 60)
    code = snapshots.code_of(table.state.game).encode()
    store.kept[table.code] = {key: body.replace(code, b"0" * 32) for key, body in store.kept[table.code].items()}
    return store, table.code


@pytest.mark.usefixtures("short_parts", "short_logs_are_long")
async def test_after_an_upgrade_a_long_table_is_folded_aside_and_opens_from_the_snapshots_of_that(
    repeated: list[int],
) -> None:
    store, code = await after_an_upgrade()
    aside = 0

    async def work_out(work: Any, *args: Any) -> bytes:
        nonlocal aside
        found: bytes = work(*args)
        aside, repeated[:] = len(repeated), []  # that was in another process
        return found

    again = house(store)
    again.folding.aside = work_out
    opened = await again.find(code)
    assert aside == opened.state.lines and len(repeated) < 20
    assert picture(opened.state) == picture(TableState.of((await store.read(code))[0]))
    aside = 0
    next_time = house(store)
    next_time.folding.aside = work_out
    await next_time.find(code)
    assert aside == 0, "it was kept"


@pytest.mark.usefixtures("short_parts", "short_logs_are_long")
async def test_long_tables_are_prepared_before_anybody_comes(repeated: list[int]) -> None:
    store, code = await after_an_upgrade()
    store.damaged.add("torn")
    store.logs = {"torn": store.logs[code], **store.logs, "short": store.logs[code][:2]}

    async def work_out(work: Any, *args: Any) -> bytes:
        found: bytes = work(*args)
        return found

    preparing = house(store)
    preparing.folding.aside = work_out
    await preparing.folding.prepare_all()
    assert preparing.tables == {}
    repeated.clear()
    await house(store).find(code)
    assert len(repeated) < 20


@pytest.mark.usefixtures("short_parts", "short_logs_are_long")
async def test_a_table_that_cannot_be_folded_aside_is_folded_where_it_is_opened() -> None:
    store, code = await after_an_upgrade()

    async def work_out(work: Any, *args: Any) -> bytes:
        raise TableError("too_slow", "this takes too long")

    again = house(store)
    again.folding.aside = work_out
    assert (await again.find(code)).state.lines > 60


def test_a_log_that_does_not_hold_has_no_snapshots() -> None:
    assert folding.snapshots_of([("made", b"nothing")]) == msgspec.msgpack.encode([])


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize("disk", ["full", "free"])
async def test_a_snapshot_that_cannot_be_kept_disturbs_nobody(disk: str) -> None:
    class Full(MemoryStore):
        async def keep(self, table: str, key: str, body: bytes) -> None:
            self.full = disk == "full"
            try:
                await super().keep(table, key, body)
            finally:
                self.full = False

    store = Full()
    table = await played(house(store), "intel", {}, 40)
    assert bool(parts_of(store, table.code)) == (disk == "free")
    assert picture(TableState.of(*await store.read(table.code))) == picture(table.state)


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize(("game", "options"), GAMES)
async def test_the_pages_of_the_past_are_the_whole_past_in_pieces(game: str, options: dict[str, Any]) -> None:
    store = MemoryStore()
    table = await played(house(store), game, options, 60)
    back = await house(store).find(table.code)
    for one in (table, back):
        for viewer in (None, 0, 1):
            match = one.reading()
            whole, told = replay(match, viewer), len(match.seen(viewer))
            view, steps, n, pages = whole.first, [], 0, 0
            while n <= told:  # from page to page by the number of the next event
                page = one.page(viewer, n)()
                pages += 1
                assert (page.told, page.first) == (max(0, n - 1), view)
                for step in page.steps:
                    view = view | step["changes"]
                steps += page.steps
                n = page.told + sum(len(step["events"]) for step in page.steps) + 1
            assert steps == whole.steps and pages > 2
            assert view == match.view(viewer)
            for number in range(1, told + 1, 11):
                page = one.page(viewer, number)()
                count = sum(len(step["events"]) for step in page.steps)
                assert page.told < number <= page.told + count
