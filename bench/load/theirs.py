"""boardgame.io's protocol, as much of it as a seat of the peer's game needs: socket.io 4 over engine.io 4, WebSocket only."""

from __future__ import annotations

from typing import Any

import aiohttp
import msgspec
from msgspec import Struct

from .table import AGENTS, Pace, Seat, Table, spread
from .wire import Wire

GAME = "spies"
EVENT = f"42/{GAME},".encode()
CONNECTED = f"40/{GAME},".encode()


class World(Struct):
    """What the choice of an action needs; all else is skipped unread."""

    phase: str
    die: int
    place: dict[str, int]
    safe: int


class Context(Struct):
    currentPlayer: str
    activePlayers: dict[str, str] | None


class State(Struct):
    G: World
    ctx: Context
    state_id: int = msgspec.field(name="_stateID")


class SyncInfo(Struct):
    state: State


class Payload(Struct):
    playerID: str | None = None


class Action(Struct):
    payload: Payload


class LogEntry(Struct):
    action: Action
    automatic: bool = False


kind_of = msgspec.json.Decoder(tuple[str, str]).decode
decode_update = msgspec.json.Decoder(tuple[str, str, State, list[LogEntry]]).decode
decode_sync = msgspec.json.Decoder(tuple[str, str, SyncInfo]).decode
encode = msgspec.json.Encoder().encode


class TheirSeat(Seat):
    def __init__(self, table: Table, number: int, match: str, credentials: str) -> None:
        super().__init__(table, number)
        self.match = match
        self.credentials = credentials
        self.name = str(number)
        self.wire: Wire | None = None
        self.state: State | None = None
        self.synced = False

    def emit(self, *args: Any) -> None:
        assert self.wire is not None
        self.wire.say(EVENT + encode(args))

    def act(self) -> None:
        assert self.state is not None
        G = self.state.G
        if G.phase == "move":
            kind: str = "move"
            args: list[Any] = [spread(G.die, [G.place[agent] for agent in AGENTS], G.safe)]
        else:
            kind, args = "poll", ["no"]
        payload = {"type": kind, "args": args, "playerID": self.name, "credentials": self.credentials}
        self.emit("update", {"type": "MAKE_MOVE", "payload": payload}, self.state.state_id, self.match, self.name)

    def hear(self, text: bytes) -> None:
        if text.startswith(EVENT):
            body = text[len(EVENT) :]
            if body.startswith(b'["update"'):
                _, _, state, log = decode_update(body)
                self.state = state
                if self.waits:
                    if any(entry.action.payload.playerID == self.name for entry in log if not entry.automatic):
                        self.told()
                    else:
                        return
                self.consider()
            elif body.startswith(b'["sync"'):
                self.state = decode_sync(body)[2].state
                self.synced = True
                self.consider()
        elif text == b"2":  # a ping of engine.io
            assert self.wire is not None
            self.wire.say(b"3")
        elif text.startswith(b"0"):  # engine.io is open: into the namespace of the game
            assert self.wire is not None
            self.wire.say(CONNECTED)
        elif text.startswith(CONNECTED):
            self.emit("sync", self.match, self.name, self.credentials, 4)
        elif text.startswith((b"44", b"41", b"1")):
            self.table.pace.problems.append(text.decode(errors="replace")[:200])

    def consider(self) -> None:
        assert self.state is not None
        G, ctx = self.state.G, self.state.ctx
        active = ctx.activePlayers
        if self.name in active if active is not None else ctx.currentPlayer == self.name:
            if G.phase in ("move", "poll"):
                self.asked()
            else:
                self.table.pace.problems.append(f"a phase that was not expected: {G.phase}")


async def make_table(session: aiohttp.ClientSession, host: str, port: int, pace: Pace, number: int) -> Table:
    """A match with four people, connected."""
    base = f"http://{host}:{port}/games/{GAME}"
    table = Table(pace)
    async with session.post(f"{base}/create", json={"numPlayers": 4}) as answer:
        answer.raise_for_status()
        match = (await answer.json())["matchID"]
    for seat in range(4):
        wish = {"playerID": str(seat), "playerName": f"P{seat}"}
        async with session.post(f"{base}/{match}/join", json=wish) as answer:
            answer.raise_for_status()
            credentials = (await answer.json())["playerCredentials"]
        one = TheirSeat(table, seat, match, credentials)
        await Wire.connect(host, port, "/socket.io/?EIO=4&transport=websocket", one, pace.problems.append)
    return table
