"""The ceiling of `bench live`: a bare aiohttp loop, `python -m bench.load.bare PORT FILE`. Whatever somebody at a table does, everybody
there is sent an event out of memory (`FILE`: frames that a real table has sent), and whoever did it a confirmation. No rules, no secrets,
no disk."""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
from pathlib import Path

from aiohttp import WSMsgType, web

try:
    import uvloop
except ImportError:
    new_loop = asyncio.new_event_loop
else:
    new_loop = uvloop.new_event_loop


def app(frames: list[str]) -> web.Application:
    tables: dict[str, list[web.WebSocketResponse]] = {}
    events = itertools.cycle(frames)

    async def sit_down(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        table = tables.setdefault(request.match_info["table"], [])
        table.append(socket)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    event = next(events)
                    for one in table:
                        await one.send_str(event)
                    await socket.send_str(json.dumps({"t": "done", "id": json.loads(message.data)["id"]}))
        finally:
            table.remove(socket)
        return socket

    app = web.Application()
    app.router.add_get("/{table}/{seat}", sit_down)
    return app


if __name__ == "__main__":
    port, file = int(sys.argv[1]), Path(sys.argv[2])
    web.run_app(
        app(json.loads(file.read_text())), host="127.0.0.1", port=port, print=None, access_log=None, loop=new_loop()
    )
