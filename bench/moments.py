"""When bots act, on a real server, cold and warm: `python bench/moments.py [--tables N] [--pace S]`.

Somebody who plays cards against bots watches how long each bot takes to answer a poll. If bots with a playable card took longer than
bots without, or the first poll after a start of the server took another time than later ones, the clock would tell what they hold.
Each round starts a server, plays the first poll of some tables at once (cold), then some more (warm), and reads from the data folder
afterwards, when all is over, what each bot held. Times are those at which the answers reached the player, in paces. The first answer at
a table of a cold server is counted by itself (`first`): it waits until the workers are warm, and only then its pace begins.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from secrets import token_hex
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(path) for path in (ROOT, ROOT / "src") if str(path) not in sys.path]

from aiohttp import ClientSession, CookieJar  # noqa: E402

from topsecret.store.sqlite import SqliteStore  # noqa: E402
from topsecret.table.state import TableState  # noqa: E402

SEATS = 4
POLLS = 3  # of each table


class Watcher:
    """A player who answers no and writes down when the bots answered."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.code = ""
        self.moments: list[tuple[int, float]] = []  # which bot answered, and how long after what was told before

    async def play(self) -> None:
        async with ClientSession(self.address, cookie_jar=CookieJar(unsafe=True), raise_for_status=True) as web:
            wish = {"game": "spies", "name": "Watch", "seats": SEATS, "options": {"cards": True}, "start": True}
            self.code = (await (await web.post("/api/tables", json=wish)).json())["code"]
            async with web.ws_connect(f"/api/tables/{self.code}/ws?seat=0", max_msg_size=0) as socket:
                await socket.send_json({"t": "hello", "v": 1, "client": token_hex(8)})
                await self._watch(socket)

    async def _watch(self, socket: Any) -> None:
        view: dict[str, Any] = {}
        ids, since = itertools.count(1), 0.0
        async for frame in socket:
            now, message = time.monotonic(), frame.json()
            if message["t"] == "sync":
                view, since = message["view"], now
            elif message["t"] == "steps":
                for step in message["steps"]:
                    self._answered(view, step, now - since)
                    view |= step["changes"]
                since = now
            elif message["t"] == "legal" and message["actions"]:
                action = next((one for one in message["actions"] if one.get("reply") == "no"), message["actions"][0])
                await socket.send_json({"t": "act", "id": next(ids), "action": action})
                continue
            elif message["t"] == "legal" and message["more"]:  # these are many: they are listed on request
                family = message["more"][0]["family"]
                await socket.send_json({"t": "legal", "id": next(ids), "family": family})
                continue
            elif message["t"] != "done":
                continue
            if view["result"] or len(self.moments) >= POLLS * (SEATS - 1):
                return
            if 0 in view["actors"] and message["t"] != "done":
                await socket.send_json({"t": "legal", "id": next(ids)})

    def _answered(self, view: dict[str, Any], step: dict[str, Any], seconds: float) -> None:
        """Everybody sees who is still asked."""
        if view["phase"] == "poll":
            asked = {seat for seat in view["actors"] if seat != 0}
            is_over = any(event["event"] == "answered" for event in step["events"])
            for seat in asked if is_over else asked - set(step["changes"].get("actors", view["actors"])):
                self.moments.append((seat, seconds))


def choices(folder: Path, watchers: list[Watcher]) -> dict[str, list[tuple[int, bool]]]:
    """Which bot gave each answer to a poll, and whether it had a choice; read from the log, which nobody sees."""

    async def read() -> dict[str, list[tuple[int, bool]]]:
        store, found = SqliteStore(folder), defaultdict(list)
        for watcher in watchers:
            records, _ = await store.read(watcher.code)
            match = TableState.of(records).match
            assert match is not None
            again = type(match)(match.game, match.entries.begin, match.chance_mode, None, match.start)
            for entry in match.entries:
                if entry.sort == "action" and entry.seat != 0 and again.view()["phase"] == "poll":
                    found[watcher.code].append((entry.seat, len(again.legal(entry.seat)) > 1))
                again.enter(type(entry)(entry.sort, entry.seat, entry.code, entry.at))
        await store.close()
        return found

    return asyncio.run(read())


async def some_tables(address: str, tables: int) -> list[Watcher]:
    watchers = [Watcher(address) for _ in range(tables)]
    await asyncio.wait_for(asyncio.gather(*(watcher.play() for watcher in watchers)), 600)
    return watchers


def measure(tables: int, pace: float) -> dict[tuple[str, str], list[float]]:
    with tempfile.TemporaryDirectory() as name:
        serve = [sys.executable, "-m", "topsecret", "serve", "--no-open", "--port", "0", "--no-limits"]
        command = [*serve, "--bot-pace", str(pace), "--data", name]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
            assert server.stdout is not None
            try:
                address = server.stdout.readline().split()[-1]
                groups = {when: asyncio.run(some_tables(address, tables)) for when in ("cold", "warm")}
            finally:
                server.terminate()
        had = choices(Path(name), [watcher for some in groups.values() for watcher in some])
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for when, watchers in groups.items():
        for watcher in watchers:
            for number, ((seat, seconds), (answering, choice)) in enumerate(zip(watcher.moments, had[watcher.code])):
                assert seat == answering
                if when == "cold" and number == 0:
                    when_told = "first"  # waits for the workers to be warm, whatever its bot holds
                else:
                    when_told = when
                found[when_told, "a choice" if choice else "no choice"].append(seconds / pace)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=4, help="that are played at the same time (default: 4)")
    parser.add_argument("--pace", type=float, default=0.9, help="seconds between the actions of bots (default: 0.9)")
    args = parser.parse_args()
    print("when  the bot had  answers  paces: least  median  most")
    for (when, held), paces in sorted(measure(args.tables, args.pace).items()):
        least, middle, most = min(paces), statistics.median(paces), max(paces)
        print(f"{when:5} {held:12} {len(paces):7} {least:13.3f} {middle:7.3f} {most:5.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
