"""A bot that plays over the network, with nothing but the protocol: it asks what is allowed and takes anything.

python examples/remote_bot.py http://127.0.0.1:8765 --code PRAG-1743     joins that table
python examples/remote_bot.py http://127.0.0.1:8765 --game intel         makes a table, with bots on all other seats
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
from typing import Any

import aiohttp


async def play(
    address: str, code: str | None = None, game: str = "spies", name: str = "Remote", seed: str = ""
) -> dict[str, Any]:
    """Plays a match to its end; returns the result."""
    rng = random.Random(seed or None)
    async with aiohttp.ClientSession(address, cookie_jar=aiohttp.CookieJar(unsafe=True), raise_for_status=True) as web:
        if code:
            answer = await web.post(f"/api/tables/{code}/join", json={"name": name})
        else:
            answer = await web.post("/api/tables", json={"game": game, "name": name, "start": True})
        place = await answer.json()
        async with web.ws_connect(f"/api/tables/{place['code']}/ws?seat={place['seat']}", max_msg_size=0) as socket:
            await socket.send_json({"t": "hello", "v": 1, "client": secrets.token_hex(8)})
            view: dict[str, Any] | None = None
            number, waiting = 0, False
            async for frame in socket:
                message = frame.json()
                match message["t"]:
                    case "sync":
                        view = message["view"]
                    case "steps" if view is not None:
                        for step in message["steps"]:
                            view |= step["changes"]
                    case "legal" if message["actions"]:
                        await socket.send_json({"t": "act", "id": number, "action": rng.choice(message["actions"])})
                        continue
                    case "bye" | "problem":
                        raise RuntimeError(message["code"])
                    case "done" | "refused" | "legal":
                        waiting = False
                if view is not None and view["result"] is not None:
                    return dict(view["result"])
                if view is not None and place["seat"] in view["actors"] and not waiting:
                    number, waiting = number + 1, True
                    await socket.send_json({"t": "legal", "id": number})
    raise RuntimeError("the server has gone")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Plays one match over the network, at random.")
    parser.add_argument("address", help="as in http://127.0.0.1:8765")
    parser.add_argument("--code", help="a table to join; the host starts the match")
    parser.add_argument("--game", default="spies", help="which game, where a table is made (default: spies)")
    args = parser.parse_args()
    print(asyncio.run(play(args.address, args.code, args.game)))
