"""A bot that plays over the network, with nothing but the protocol: it asks what is allowed and takes anything.

python examples/remote_bot.py                                         plays against bots on a server of its own
python examples/remote_bot.py http://127.0.0.1:8765                   the same on that server
python examples/remote_bot.py http://127.0.0.1:8765 --code PRAG-1743  joins that table
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import Any

from aiohttp import ClientSession, CookieJar

Sleep = Callable[[float], Awaitable[None]]


async def play(
    address: str, code: str | None = None, game: str = "spies", sleep: Sleep = asyncio.sleep, **wishes: Any
) -> dict[str, Any]:
    """Plays a match to its end; returns the result. In a game with time it does something every now and then."""
    async with ClientSession(address, cookie_jar=CookieJar(unsafe=True), raise_for_status=True) as web:
        if code:
            answer = await web.post(f"/api/tables/{code}/join", json={"name": "Remote"})
        else:
            answer = await web.post("/api/tables", json={"game": game, "name": "Remote", "start": True, **wishes})
        place = await answer.json()  # and the cookie that holds the seat
        async with web.ws_connect(f"/api/tables/{place['code']}/ws?seat={place['seat']}", max_msg_size=0) as socket:
            await socket.send_json({"t": "hello", "v": 1, "client": token_hex(8)})
            view: dict[str, Any] = {}
            number, busy, timed = 0, False, False
            async for frame in socket:
                message = frame.json()
                match message["t"]:
                    case "sync":
                        view, timed = message["view"] or {}, message["now"] is not None
                    case "steps":
                        for step in message["steps"]:
                            view |= step["changes"]
                    case "legal" if message["actions"] or message["more"]:
                        counts = [more["count"] for more in message["more"]]
                        [chosen] = random.choices([None, *message["more"]], [len(message["actions"]), *counts])
                        if chosen is not None:  # these are many: they are listed on request
                            await socket.send_json({"t": "legal", "id": number, "family": chosen["family"]})
                        else:
                            action = random.choice(message["actions"])
                            await socket.send_json({"t": "act", "id": number, "action": action})
                    case "legal" | "done" | "refused":
                        busy = False
                    case "bye" | "problem":
                        raise SystemExit(f"the server says {message['code']}")
                if view.get("result"):
                    return dict(view["result"])
                if place["seat"] in view.get("actors", []) and not busy:
                    number, busy = number + 1, True
                    if timed:
                        await sleep(random.uniform(0.3, 1.5))
                    await socket.send_json({"t": "legal", "id": number})
    raise SystemExit("the server has gone")


def play_at_home(game: str) -> dict[str, Any]:
    """Plays on a server of its own, which forgets everything afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        serve = [*(sys.executable, "-m", "topsecret", "serve", "--no-open"), *("--port", "0", "--bot-pace", "0")]
        with subprocess.Popen([*serve, "--data", folder], stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                return asyncio.run(play(server.stdout.readline().split()[-1], game=game))
            finally:
                server.terminate()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Plays one match over the network, at random.")
    parser.add_argument("address", nargs="?", help="as in http://127.0.0.1:8765")
    parser.add_argument("--code", help="a table to join; its host starts the match")
    parser.add_argument("--game", default="spies", help="which game, where a table is made (default: spies)")
    args = parser.parse_args()
    print(asyncio.run(play(args.address, args.code, args.game)) if args.address else play_at_home(args.game))
