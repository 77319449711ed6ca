"""Whatever is sent, over the socket, over HTTP or as bare bytes: a typed answer or a closed connection, and no table has changed."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yarl import URL

from tests.server.conftest import Open
from tests.server.people import PATIENCE, PATIENT, House, Person
from topsecret.kernel.registry import game
from topsecret.server import protocol as p
from topsecret.server import protocol_http as h
from topsecret.server.files import Client
from topsecret.server.settings import Limits

SPIES = game("spies")
NO_LIMITS = Limits(
    **{name: getattr(PATIENT, name) for name in ("messages", "messages_of_address", "requests")},
    tables=None,
    wrong_codes=None,
    uploads=None,
)
many = settings(
    max_examples=80,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
answers = msgspec.json.Decoder(p.Answer)
failures = msgspec.json.Decoder(h.Failure)

# what may come

letters = st.characters(exclude_categories=["Cs"])
texts = st.text(letters, max_size=40)
numbers = st.integers(-2, 9) | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
plain = st.none() | st.booleans() | numbers | texts
jsons = st.recursive(
    plain, lambda one: st.lists(one, max_size=4) | st.dictionaries(texts, one, max_size=4), max_leaves=8
)

TAGS = [kind.__struct_config__.tag for kind in p.Message.__args__]
FIELDS = sorted({name for kind in p.Message.__args__ for name in kind.__struct_fields__})
actions = st.builds(lambda code: SPIES.actions.move(code), st.integers(0, SPIES.actions.size - 1))
values = jsons | actions.map(str) | actions.map(lambda move: move.json)
nearly = st.builds(  # of the right kind, with fields of any message and of none
    lambda tag, more: {"t": tag, **more},
    st.sampled_from(TAGS) | texts,
    st.dictionaries(st.sampled_from(FIELDS) | texts, values, max_size=4),
)
right = st.one_of(  # of the right shape
    st.builds(lambda id, action: {"t": "act", "id": id, "action": action}, st.integers(0, 2**53), values),
    st.builds(lambda id, action: {"t": "ask", "id": id, "action": action}, st.integers(0, 9), values),
    st.builds(lambda tag, id: {"t": tag, "id": id}, st.sampled_from(["undo", "legal", "history"]), st.integers(0, 9)),
    st.builds(lambda seat, bot: {"t": "set_bot", "seat": seat, "bot": bot}, st.integers(0, 15), texts),
    st.builds(lambda seat: {"t": "remove", "seat": seat}, st.integers(0, 15)),
    st.builds(lambda seats, options: {"t": "arrange", "seats": seats, "options": options}, st.integers(1, 16), jsons),
    st.builds(lambda draft: {"t": "draft", "draft": draft}, jsons),
    st.builds(lambda client, v: {"t": "hello", "v": v, "client": client}, texts, st.integers(0, 2)),
    st.sampled_from([{"t": tag} for tag in ("leave", "start", "rematch", "ping")]),
)
whole = (nearly | right).map(json.dumps)
torn = st.builds(lambda text, cut: text[: int(len(text) * cut)], whole, st.floats(0, 0.99))
huge = st.builds(
    lambda tag, size: json.dumps({"t": tag, "id": 1, "text": "x" * size, "action": "x" * size}),
    st.sampled_from(TAGS),
    st.sampled_from([15_000, 17_000, 1_000_000]),
)
deep = st.sampled_from(["[", '{"a":', '{"t":"act","id":1,"action":[']).map(lambda part: part * 5000)
frames = st.one_of(texts, jsons.map(json.dumps), whole, whole, whole, torn, huge, deep, st.binary(max_size=60))


class Target:
    """A match of three people: seat 0 or 1 has the turn, seat 2 waits and has done nothing that could be taken back."""

    def __init__(self, house: House, people: list[Person]) -> None:
        self.house = house
        self.people = people
        self.code = people[0].code
        self.before = self.state()
        self.logged = 0

    def state(self) -> Any:
        """All that garbage could have changed. Whoever sits here may talk, take another name, and go away and come back."""
        table = self.house.table(self.code).state
        seats = [(seat.kind, seat.bot, list(seat.keys)) for seat in table.seats]
        free = ("spoken", "renamed", "went_away", "came_back")
        records = [record for record in self.house.store.logs[self.code] if record[0] not in free]
        return table.match.dumps(), table.match.view(None), seats, table.host, dict(table.options), records

    def check(self) -> None:
        assert self.state() == self.before


@pytest.fixture
async def target(open_house: Open, caplog: pytest.LogCaptureFixture, tmp_path: Path) -> AsyncIterator[Target]:
    caplog.set_level(logging.DEBUG, "topsecret")
    house = await open_house(limits=NO_LIMITS)
    (tmp_path / "index.html").write_text("<!doctype html><title>a client</title>")
    house.server.client = Client(tmp_path)
    for _ in range(100):
        host = await house.person().make(seats=3, options={"cards": True, "dossier": True})
        people = [host, *[await house.person().join(host.code) for _ in range(2)]]
        line = await host.connect()
        await line.send({"t": "start"})
        await line.hear("sync")
        await line.ws.close()
        if 2 not in line.view["actors"]:
            break
    found = Target(house, people)
    yield found
    found.check()
    assert [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR] == []


def typed(text: str) -> Any:
    """An answer of the protocol that tells nothing of the inside."""
    assert "Traceback" not in text and ".py" not in text
    return answers.decode(text)


async def hear(ws: aiohttp.ClientWebSocketResponse) -> list[Any]:
    """All answers until the pong or the end."""
    heard: list[Any] = []
    while True:
        frame = await ws.receive(PATIENCE)
        if frame.type is not aiohttp.WSMsgType.TEXT:
            assert ws.close_code is not None and ws.close_code != 1011
            return heard
        heard.append(typed(frame.data))
        if isinstance(heard[-1], p.Pong):
            return heard


@many
@given(sent=st.lists(frames, min_size=1, max_size=5), says_hello=st.booleans(), seat=st.sampled_from([2, 2, None]))
async def test_garbage_on_the_socket_changes_nothing(target: Target, sent: Any, says_hello: bool, seat: Any) -> None:
    at = f"/api/tables/{target.code}/ws" + ("" if seat is None else f"?seat={seat}")
    async with target.people[2].web.ws_connect(at, max_msg_size=0) as ws:
        if says_hello:
            await ws.send_str('{"t":"hello","v":1,"client":"garbage-maker"}')
            assert isinstance(typed((await ws.receive(PATIENCE)).data), p.Sync)
        try:
            for frame in sent:
                await (ws.send_bytes(frame) if isinstance(frame, bytes) else ws.send_str(frame))
            await ws.send_str('{"t":"ping"}')
        except (ConnectionError, aiohttp.ClientError):
            pass  # closed before all was said
        await hear(ws)
    target.check()


@pytest.mark.parametrize("tag", TAGS)
async def test_every_message_with_every_wrong_field_is_refused_or_harmless(target: Target, tag: str) -> None:
    """Each field of each message, one after the other, replaced by things of other kinds."""
    kind = next(one for one in p.Message.__args__ if one.__struct_config__.tag == tag)
    odd: list[Any] = [None, True, -1, 2**60, 1.5, "", "\0", "x" * 600, [], [[]], {}, {"t": tag}, "<script>", "٣"]
    async with target.people[2].web.ws_connect(f"/api/tables/{target.code}/ws?seat=2", max_msg_size=0) as ws:
        await ws.send_str('{"t":"hello","v":1,"client":"garbage-maker"}')
        assert isinstance(typed((await ws.receive(PATIENCE)).data), p.Sync)
        for field in (*kind.__struct_fields__, "extra", "t"):
            for value in odd:
                good = {
                    "v": 1,
                    "client": "12345678",
                    "id": 3,
                    "action": "stay",
                    "text": "hello",
                    "seat": 1,
                    "bot": "random",
                }
                message = {"t": tag} | {name: good[name] for name in kind.__struct_fields__ if name in good}
                await ws.send_json(message | {field: value})
        await ws.send_str('{"t":"ping"}')
        heard = await hear(ws)
    assert isinstance(heard[-1], p.Problem if tag == "hello" else p.Pong)  # another version of the protocol ends it
    target.check()


async def test_messages_of_others_do_nothing_for_whoever_sends_them(target: Target) -> None:
    """What only the host, another seat or a seat at all may say."""
    theirs = [
        *({"t": "act", "id": n, "action": move.json} for n, move in enumerate(target.house.table(target.code).state.match.legal(
            target.house.table(target.code).state.match.actors[0]))),
        {"t": "start"},
        {"t": "arrange", "seats": 2},
        {"t": "remove", "seat": 0},
        {"t": "set_bot", "seat": 0, "bot": "random"},
        {"t": "undo", "id": 1},
        {"t": "rematch"},
    ]  # fmt: skip
    for seat, messages in ((2, theirs[-60:]), (None, [*theirs[-60:], {"t": "leave"}])):  # whoever sits there may leave
        at = f"/api/tables/{target.code}/ws" + ("" if seat is None else f"?seat={seat}")
        async with target.people[2].web.ws_connect(at, max_msg_size=0) as ws:
            await ws.send_str('{"t":"hello","v":1,"client":"garbage-maker"}')
            assert isinstance(typed((await ws.receive(PATIENCE)).data), p.Sync)
            for message in messages:
                await ws.send_json(message)
            await ws.send_str('{"t":"ping"}')
            heard = [one for one in await hear(ws) if not isinstance(one, p.TableChanged)]
            assert {type(one) for one in heard} == {p.Refused, p.Problem, p.Pong}
            assert len(heard) == len(messages) + 1
        target.check()


@pytest.mark.parametrize("seat", ["0", "1", "3", "99", "-1", "x", "", "2%00", "٢"])
async def test_the_seat_of_another_cannot_be_taken(target: Target, seat: str) -> None:
    for person in (target.people[2], target.house.person()):
        at = URL(f"/api/tables/{target.code}/ws?seat={seat}", encoded=True)
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await person.web.ws_connect(at)
        assert refused.value.status in (400, 403)
    target.check()


# over HTTP

PATHS = ["", "/join", "/transfer", "/claim", "/follow", "/ws", "/replay", "/seen", "/file", "/../..", "/nothing"]
paths = st.one_of(
    st.builds(
        lambda code, rest: f"/api/tables/{code}{rest}",
        st.sampled_from(["CODE", "NOPE-0000"]) | texts,
        st.sampled_from(PATHS),
    ),
    st.sampled_from(["/api/tables", "/api/replay", "/api/games", "/api/games/spies/rules", "/api", "/healthz", "/"]),
    texts.map(lambda text: f"/{text}"),
    texts.map(lambda text: f"/api/games/{text}/rules"),
)
queries = st.dictionaries(
    st.sampled_from(["eyes", "seat", "language"]) | texts,
    texts | st.sampled_from(["all", "0", "spectator"]),
    max_size=2,
)
wishes = st.builds(
    lambda known, more: json.dumps({**known, **more}).encode(),
    st.dictionaries(
        st.sampled_from(["game", "name", "seats", "options", "bots", "start", "seat", "token"]), values, max_size=4
    ),
    st.dictionaries(texts, values, max_size=1),
)
bodies = st.one_of(
    st.binary(max_size=200), jsons.map(lambda one: json.dumps(one).encode()), wishes, wishes.map(lambda one: one[:-3])
)
methods = st.sampled_from(["GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW"])
kinds = st.sampled_from(
    ["application/json", "application/json", "application/json", "text/plain", "multipart/form-data", "nonsense"]
)


@many
@given(method=methods, path=paths, query=queries, body=bodies, kind=kinds)
async def test_garbage_over_http_changes_nothing(
    target: Target, method: str, path: str, query: dict[str, str], body: bytes, kind: str
) -> None:
    url = URL.build(path=path.replace("CODE", target.code), query=query)
    headers = {"Content-Type": kind}
    async with target.people[2].web.request(method, url, data=body, headers=headers, allow_redirects=False) as answer:
        text = await answer.text(errors="replace")
        assert answer.status < 500 and "Traceback" not in text
        if method == "BREW":
            assert answer.status == 400  # not even HTTP
        elif answer.status >= 400 and method != "HEAD":
            assert failures.decode(text).code
    target.check()


@many
@given(
    data=st.binary(max_size=300)
    | st.builds(
        lambda path, rest: b"POST " + path + b" HTTP/1.1\r\nHost: localhost\r\n" + rest,
        st.binary(max_size=30),
        st.binary(max_size=200),
    )
)
async def test_bare_bytes_change_nothing(target: Target, data: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", target.house.http.port)
    try:
        writer.write(data)
        writer.write_eof()
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        assert b"Traceback" not in answer and not answer.startswith(b"HTTP/1.1 5")
    except ConnectionError:
        pass  # closed in the middle
    finally:
        writer.close()
    target.check()


async def test_a_file_full_of_garbage_is_refused(target: Target) -> None:
    """A real match file with something replaced, again and again."""
    rng = random.Random("files")
    match = SPIES.match(2, seed="file")
    while not match.over:
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    document = match.save()
    for _ in range(20):
        changed = json.loads(json.dumps(document))
        place: Any = changed
        while isinstance(place, dict | list) and place:
            key: Any = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
            if not isinstance(place[key], dict | list) or not place[key] or rng.random() < 0.3:
                place[key] = rng.choice([None, -1, "", [], {}, 10**30, "x" * 100, True, [[[]]]])
                break
            place = place[key]
        if changed == document:
            continue
        async with target.people[2].web.post("/api/replay?eyes=all", json=changed) as answer:
            text = await answer.text()
            assert answer.status < 500 and "Traceback" not in text
            assert answer.status == 200 or failures.decode(text).code
