"""What seldom happens on a server and at a table, and is answered all the same: messages that come twice, disks that fail in the
middle, seats that cannot be had, work that breaks off."""

from __future__ import annotations

import asyncio
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

import topsecret
from tests.server.conftest import Open
from tests.server.people import FakeClock, House, Line, Person
from tests.server.test_playing import two_people
from topsecret.server import door as doors
from topsecret.server import guard, keys, rates, replays
from topsecret.server.api import is_local
from topsecret.server.proxy import Proxies
from topsecret.server.settings import Rate
from topsecret.server.side_process import SideProcess
from topsecret.table import folding, snapshots
from topsecret.table.errors import NotSaved, SetAside, TableError
from topsecret.table.thinking import Workers


async def moved(house: House) -> tuple[Line, Person, Any]:
    """Somebody who has done something that can be taken back, and their table."""
    mine, _, me, _ = await two_people(house, game="intel")
    table = house.table(me.code)
    while not table.can_undo(me.seat):
        assert (await mine.act_any())["t"] == "done"
    return mine, me, table


# taking back


async def test_an_undo_that_comes_twice_counts_once(house: House) -> None:
    mine, _, table = await moved(house)
    assert (await mine.ask("undo", id=50))["t"] == "done"
    entries = len(table.state.match.entries)
    assert (await mine.ask("undo", id=50))["t"] == "done"
    assert len(table.state.match.entries) == entries


async def test_an_undo_that_is_not_saved_has_not_happened(house: House) -> None:
    mine, me, table = await moved(house)
    before = table.state.match.view(me.seat)
    house.store.full = True
    assert (await mine.ask("undo"))["code"] == "not_saved"
    house.store.full = False
    assert table.state.match.view(me.seat) == before and table.can_undo(me.seat)
    assert (await mine.ask("undo"))["t"] == "done"


# the disk


async def test_a_table_whose_log_somebody_else_has_written_to_is_read_again(house: House) -> None:
    mine, theirs, me, _ = await two_people(house)
    assert (await theirs.ask("say", text="hello"))["t"] == "done"
    log = house.store.logs[me.code]
    log.append(log[-1])  # another process says it once more
    refused = await mine.ask("say", text="and I say")
    assert refused["code"] == "not_saved"
    assert (await mine.ask("say", text="and I say"))["t"] == "done"
    back = await me.connect()
    assert [said["text"] for said in back.sync["chat"]] == ["hello", "hello", "and I say"]


async def test_a_table_that_cannot_be_read_again_yet_is_read_when_it_can(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    mine, me, table = await moved(house)
    house.store.damaged.add(me.code)
    await table.give_up()
    assert "cannot be read again yet" in caplog.text and table.stale
    house.store.damaged.clear()
    assert (await mine.ask("undo"))["t"] == "done"


async def test_a_draft_that_was_played_is_gone_even_if_it_could_not_be_erased(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    mine, _, me, _ = await two_people(house)
    await mine.send({"t": "draft", "draft": {"half": "a move"}})
    await mine.settle()
    keep = house.store.keep

    async def refuses(table: str, key: str, body: bytes) -> None:
        raise NotSaved("no room for it")

    house.store.keep = refuses
    assert (await mine.act_any())["t"] == "done"
    house.store.keep = keep
    assert "could not be erased" in caplog.text
    assert me.seat not in house.table(me.code).papers.drafts


async def test_notes_and_drafts_are_there_after_a_restart(open_house: Open) -> None:
    house = await open_house()
    mine, _, me, _ = await two_people(house)
    await mine.send({"t": "note", "notes": "red is Ada"})
    await mine.send({"t": "draft", "draft": {"half": "a move"}})
    await mine.settle()
    again = await open_house(house.store)
    papers = (await again.server.house.find(me.code)).papers
    assert papers.notes == {me.seat: "red is Ada"} and papers.drafts.keys() == {me.seat}
    assert json.loads(papers.drafts[me.seat]) == {"half": "a move"}


async def test_a_code_whose_table_is_damaged_is_not_given_away_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = iter(["PRAG-0001-AAAAAAAA", "PRAG-0002-BBBBBBBB", "PRAG-0003-CCCCCCCC"])
    monkeypatch.setattr("topsecret.table.house.new_code", lambda *_: next(codes))
    house.store.damaged.add("PRAG-0001-AAAAAAAA")
    assert (await house.person().make()).code == "PRAG-0002-BBBBBBBB"


async def test_what_the_sweeper_stumbles_over_does_not_stop_it(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweeps = 0

    async def fails() -> None:
        nonlocal sweeps
        sweeps += 1
        raise RuntimeError("a broom is broken")

    every = replace(house.server.settings, limits=replace(house.server.settings.limits, sweep_seconds=0))
    monkeypatch.setattr(house.server, "settings", every)
    monkeypatch.setattr(house.server, "sweep", fails)
    task = asyncio.create_task(house.server._sweep_for_ever())
    while sweeps < 2:
        await asyncio.sleep(0)
    task.cancel()
    assert "sweeping failed" in caplog.text


async def test_a_long_log_of_a_game_that_is_not_here_is_not_folded_aside(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ("made", json.dumps({"game": "chess"}).encode())
    assert folding.takes_long([made] * (folding.LONG + 1), {}) is False
    assert snapshots.made_by(b"torn") == ""

    async def breaks() -> None:
        raise RuntimeError("no process")

    monkeypatch.setattr(house.server.house.folding, "prepare_all", breaks)
    await house.server._fold_long_logs()  # says so, and play goes on


# seats and terms


async def test_seats_that_cannot_be_had(house: House) -> None:
    host = await house.person().make(seats=2)
    line = await host.connect()

    async def problem(**message: Any) -> str:
        await line.send(message)
        return str((await line.hear("problem"))["code"])

    guest = await house.person().join(host.code, "Ada")
    assert (await house.person().post(f"/api/tables/{host.code}/join", {"name": "Bea"}, 409))["code"] == "full"
    assert await problem(t="set_bot", seat=guest.seat, bot="random") == "somebody_sits_there"
    assert await problem(t="remove", seat=host.seat) == "yourself"
    await line.send({"t": "rename", "name": "Chief"})
    await line.settle()
    records = len(house.store.logs[host.code])
    await line.send({"t": "rename", "name": "Chief"})  # the same once more
    await line.settle()
    assert len(house.store.logs[host.code]) == records
    assert await problem(t="propose", what="pause") == "not_running"
    assert await problem(t="stand_in", seat=guest.seat) == "not_running"


async def test_a_grace_time_that_nobody_can_wait_for_is_refused(house: House) -> None:
    for seconds in (-1, 10**6):
        answer = await house.person().post("/api/tables", {"game": "spies", "terms": {"grace_s": seconds}}, 400)
        assert answer["code"] in ("bad_terms", "bad_request")


# over HTTP


async def test_the_rules_of_a_game_are_served_and_of_no_other(house: House) -> None:
    someone = house.person()
    rules = await someone.get("/api/games/spies/rules?language=de")
    assert rules["language"] == "de" and "S3.2" in rules["markdown"]
    assert (await someone.get("/api/games/spies/rules?language=xx"))["language"] == "en"
    assert (await someone.get("/api/games/chess/rules", 404))["code"] == "unknown_game"


async def test_a_stopping_server_opens_no_sockets(house: House) -> None:
    host = await house.person().make()
    house.server.stopping = True
    assert (await host.get(f"/api/tables/{host.code}/ws", 503))["code"] == "stopping"


async def test_an_error_of_the_rules_that_nobody_has_named_is_a_refusal() -> None:
    async def fails(request: web.Request) -> web.StreamResponse:
        raise topsecret.BadOptions("seats: expected 2, got 3")

    async def leads_elsewhere(request: web.Request) -> web.StreamResponse:
        raise web.HTTPFound("/")

    refused: list[str] = []
    within = guard.middleware(lambda: {"localhost"}, lambda _: True, Proxies(), refused.append)
    request = make_mocked_request("GET", "/", headers={"Host": "localhost"})
    assert (await within(request, fails)).status == 400 and refused == ["refused"]
    with pytest.raises(web.HTTPFound):
        await within(request, leads_elsewhere)


def test_a_refusal_survives_the_way_out_of_another_process() -> None:
    import pickle

    back = pickle.loads(pickle.dumps(guard.Refusal(400, "bad_file", "torn")))
    assert (back.status, back.refused, str(back)) == (400, "bad_file", "torn")


def test_an_origin_that_cannot_be_read_is_a_stranger() -> None:
    request = make_mocked_request("POST", "/", headers={"Host": "localhost", "Origin": "http://[::1"})
    with pytest.raises(guard.Refusal):
        guard.check_origin(request)
    assert not is_local("no address")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{", "JSON"),
        (b"[]", "expected"),
        (json.dumps({"log": [0] * (replays.MOST_LINES + 1)}).encode(), "at most"),
        (b"[" * 100_000, "JSON"),
    ],
)
def test_a_document_that_is_no_match_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(guard.Refusal, match=words):
        replays.of_document(data, "all")


def test_a_saved_match_becomes_a_picture() -> None:
    match = topsecret.game("spies").match(2, seed="picture")
    shown = json.loads(replays.of_document(match.dumps().encode(), "spectator"))
    assert shown["game"] == "spies"


# limits


def test_buckets_are_bounded_and_without_a_rate_never_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_KEYS", 3)
    clock = FakeClock()
    buckets = rates.Buckets(Rate(1, 2), clock)
    for key in "abcde":
        assert buckets.take(key)
        assert len(buckets.of) <= 3
    clock.advance(10)
    buckets.bucket("f")  # all others are full again, and forgotten
    assert set(buckets.of) == {"f"}
    free = rates.Buckets(None, clock)
    assert all(free.take("a") for _ in range(100)) and free.wait("a", 5) == 0 and not free.is_spent("a")


def test_links_for_another_device_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "MOST_TRANSFERS", 2)
    transfers = keys.Transfers(FakeClock())
    tokens = [transfers.new("PRAG-1", seat, "key") for seat in range(3)]
    assert len(transfers.waiting) == 2 and tokens[0] not in transfers.waiting


def test_a_proxy_that_writes_nonsense_is_believed_as_far_as_it_can_be_read() -> None:
    proxies = Proxies(["10.0.0.1"])
    assert proxies._behind(["nonsense"]) is None
    assert proxies._behind(["9.9.9.9, nonsense, 10.0.0.1"]) == "10.0.0.1"
    assert proxies._behind(["10.0.0.1"]) == "10.0.0.1"


async def test_the_side_process_takes_only_so_much() -> None:
    busy = SideProcess(0, 1.0)
    with pytest.raises(TableError, match="too many"):
        await busy.work_out(bytes)
    busy.close()


# the door


def test_a_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Probe:
        def __init__(self, *_: Any) -> None:
            self.here = addresses.pop(0)

        def __enter__(self) -> Probe:
            return self

        def __exit__(self, *_: Any) -> None:
            pass

        def connect(self, _: Any) -> None:
            if not self.here:
                raise OSError("the network is unreachable")

        def getsockname(self) -> tuple[str, int]:
            return self.here, 9

    addresses = ["", "127.0.0.1", "192.168.1.7"]
    monkeypatch.setattr("socket.socket", Probe)
    assert [doors.lan_address() for _ in range(3)] == [None, None, "192.168.1.7"]


async def test_a_door_that_cannot_open_says_so_and_one_that_is_shut_stays_shut(house: House) -> None:
    door = house.server.door
    door.find_network, door.runner = lambda: "192.0.2.77", house.http.runner  # no address of this machine
    with pytest.raises(doors.CannotOpenDoor, match="cannot listen"):
        await door.open()
    assert door.state == "closed"
    await door.close()
    assert door.state == "closed"


# bots


async def test_where_no_process_can_be_started_a_thread_thinks(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(ThreadPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Any:
            raise OSError("no more processes")

    with caplog.at_level(logging.WARNING):
        thinker = Workers(1)
        real, first = thinker._start, Broken(1)
        starts = iter([first])
        thinker._start = lambda: next(starts, None) or real()
        await thinker.ready()
        assert "they use a thread" in caplog.text
        assert isinstance(thinker.pools[0], ThreadPoolExecutor) and thinker.pools[0] is not first
        thinker._replace(0, first, OSError("late"))  # somebody else has seen to it
        assert isinstance(thinker.pools[0], ThreadPoolExecutor)
        thinker.forget("nobody")
        await thinker.close()


def test_a_log_that_does_not_hang_together_is_set_aside() -> None:
    from topsecret.table import records as r
    from topsecret.table.state import TableState

    with pytest.raises(SetAside):
        TableState.of([r.written(r.Acted(0, "a", 1, [], ["x"], 0))], {})
