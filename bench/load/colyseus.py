"""Colyseus' protocol, as much of it as a seat of the peer's game needs: a code in a byte, a name, and what is said in msgpack."""

from __future__ import annotations

from typing import Any

import aiohttp
import msgspec
from msgspec import Struct

from .table import AGENTS, Pace, Seat, Table, spread
from .theirs import World
from .wire import BINARY, Wire

JOIN, DATA = b"\x0a", b"\x0d"


def named(name: str) -> bytes:
    """How a message of this kind begins."""
    return DATA + bytes((0xA0 | len(name),)) + name.encode()


ACT, STATE, REFUSED = named("act"), named("state"), named("refused")


class State(Struct):
    """What the choice of an action needs; all else is skipped unread."""

    G: World
    active: list[str]
    by: str | None
    you: str


decode = msgspec.msgpack.Decoder(State).decode
encode = msgspec.msgpack.Encoder().encode


class ColyseusSeat(Seat):
    def __init__(self, table: Table, number: int) -> None:
        super().__init__(table, number)
        self.wire: Wire | None = None
        self.state: State | None = None
        self.synced = False

    def act(self) -> None:
        assert self.wire is not None and self.state is not None
        G = self.state.G
        if G.phase == "move":
            wish: dict[str, Any] = {
                "name": "move",
                "args": [spread(G.die, [G.place[agent] for agent in AGENTS], G.safe)],
            }
        else:
            wish = {"name": "poll", "args": ["no"]}
        self.wire.say(ACT + encode(wish), BINARY)

    def hear(self, data: bytes) -> None:
        if data.startswith(STATE):
            state = self.state = decode(data[len(STATE) :])
            self.synced = True
            if self.waits:
                if state.by != state.you:
                    return
                self.told()
            if state.you in state.active:
                if state.G.phase in ("move", "poll"):
                    self.asked()
                else:
                    self.table.pace.problems.append(f"a phase that was not expected: {state.G.phase}")
        elif data.startswith(JOIN):
            assert self.wire is not None
            self.wire.say(JOIN, BINARY)
        elif data.startswith(REFUSED):
            self.table.pace.problems.append("an action was refused")


async def make_table(session: aiohttp.ClientSession, host: str, port: int, pace: Pace, number: int) -> Table:
    """A room with four people, connected."""
    table = Table(pace)
    room = ""
    for seat in range(4):
        how = f"joinById/{room}" if room else "create/spies"
        async with session.post(f"http://{host}:{port}/matchmake/{how}", json={}) as answer:
            found = await answer.json(content_type=None)
            if answer.status >= 300 or "room" not in found:
                raise ConnectionError(f"{how}: {answer.status} {found}")
        room = found["room"]["roomId"]
        path = f"/{found['room']['processId']}/{room}?sessionId={found['sessionId']}"
        await Wire.connect(host, port, path, ColyseusSeat(table, seat), pace.problems.append)
    return table
