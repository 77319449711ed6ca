"""Matches to look at again: of a table, through eyes that may see; or of a file, all of it. Worked out beside the event loop."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from aiohttp import web

from topsecret.kernel.errors import BadFile
from topsecret.kernel.match import Match
from topsecret.kernel.replay import outcomes, replay, told_by
from topsecret.kernel.saved import load
from topsecret.table.live import LiveTable
from topsecret.table.names import short_of
from topsecret.table.state import Happening, Thought

from . import keys
from . import protocol_http as h
from .broadcast import as_happened
from .guard import Refusal
from .wire import as_step

if TYPE_CHECKING:
    from .api import Api

FORMAT = "topsecret-replay/1"
MOST_LINES = 50_000  # of the log in a file

Eyes = Any  # a seat, None for a spectator, or "all"


def eyes_of(text: str, seats: int) -> Eyes:
    """A seat, `spectator` or `all`, as it is written in an address."""
    if text == "all":
        return "all"
    if text == "spectator":
        return None
    if text.isascii() and text.isdigit() and len(text) <= 2 and int(text) < seats:
        return int(text)
    raise Refusal(400, "bad_eyes", f"eyes: expected a seat from 0 to {seats - 1}, spectator or all")


def picture(
    match: Match,
    eyes: Eyes,
    names: list[str],
    happened: Sequence[Happening] = (),
    is_stopped: bool = False,
    thoughts: Sequence[Thought] = (),
) -> h.Replay:
    """A match from its beginning. What is secret until the end comes only after it."""
    seen, over = replay(match, eyes), match.over or is_stopped
    return h.Replay(
        format=FORMAT,
        game=match.game.id,
        seats=match.seats,
        options=match.options,
        names=names,
        eyes="spectator" if eyes is None else str(eyes),
        over=over,
        unfinished=is_stopped,
        first=seen.first,
        steps=[as_step(step) for step in seen.steps],
        result=match.result,
        fairness=match.proof() if over else None,
        outcomes=[h.Outcome(*one) for one in outcomes(match)] if over and match.proof() else [],
        happened=as_happened(happened, match, eyes),
        thoughts=as_thoughts(thoughts, match, eyes) if over else [],
    )


def as_thoughts(thoughts: Sequence[Thought], match: Match, eyes: Eyes) -> list[h.Thought]:
    """What the bots thought that these eyes are, or all of them, each at the first event that its action told; one that told nothing
    stands behind what was told before."""
    found = []
    for one in thoughts:
        if eyes in ("all", one.seat):
            before, after = told_by(match, eyes, one.entries), told_by(match, eyes, one.entries + 1)
            found.append(h.Thought(before + 1 if after > before else before, one.seat, one.why))
    return found


class Replays:
    def __init__(self, api: Api) -> None:
        self.api = api
        self.looking = api.server.looking
        self.files = api.server.reading_files

    def add_to(self, router: web.UrlDispatcher) -> None:
        path = "/api/tables/{code}"
        router.add_get(f"{path}/replay", self.of_table)
        router.add_get(f"{path}/seen", self.seen)
        router.add_get(f"{path}/file", self.file)
        router.add_post("/api/replay", self.of_file)

    async def _picture(self, request: web.Request) -> tuple[LiveTable, bytes]:
        if not self.api.server.looks.take(request.remote or ""):
            raise Refusal(429, "too_many", "too many replays; wait a moment")
        table = await self.api.table(request)
        state = table.state
        if state.match is None:
            raise Refusal(409, "not_started", "the match has not started")
        seats = len(state.seats)
        mine = [seat for seat in range(seats) if keys.holds(state, seat, request.cookies)]
        own = str(mine[0]) if mine else "spectator"
        eyes = eyes_of(request.query.get("eyes", own), seats)
        if state.status != "over" and eyes is not None and eyes not in mine:
            raise Refusal(403, "not_yours", "while a match runs it can be seen through one's own eyes only")
        work = partial(
            picture, table.reading(), eyes, state.names, state.happened.copy(), state.stopped, state.thoughts.copy()
        )
        return table, await self.looking.work_out(lambda: msgspec.json.encode(work()))

    async def of_table(self, request: web.Request) -> web.Response:
        _, body = await self._picture(request)
        return web.Response(body=body, content_type="application/json", headers={"Cache-Control": "no-store"})

    async def seen(self, request: web.Request) -> web.Response:
        table, body = await self._picture(request)
        return attachment(body, f"{short_of(table.code)}.seen.json")

    async def file(self, request: web.Request) -> web.Response:
        table = await self.api.table(request)
        if table.state.status != "over":
            raise Refusal(409, "not_over", "the whole match can be had after its end")
        text = table.reading().dumps()
        return attachment(text.encode(), f"{short_of(table.code)}.topsecret.json")

    async def of_file(self, request: web.Request) -> web.Response:
        if not self.api.server.uploads.take(request.remote or ""):
            raise Refusal(429, "too_many", "too many files; wait a moment")
        data = await self.api.read(request, self.api.limits.file_bytes)
        eyes = request.query.get("eyes", "spectator")
        body = await self.files.work_out(of_document, data, eyes)
        return web.Response(body=body, content_type="application/json", headers={"Cache-Control": "no-store"})


def of_document(data: bytes, eyes: str) -> bytes:
    """The picture of a saved match; raises Refusal."""
    try:
        document = json.loads(data)
        if isinstance(document, dict) and isinstance(document.get("log"), list) and len(document["log"]) > MOST_LINES:
            raise BadFile(f"log: expected at most {MOST_LINES} lines")
        match = load(document)
        chosen = eyes_of(eyes, match.seats)
        return msgspec.json.encode(picture(match, chosen, [""] * match.seats))
    except BadFile as problem:
        raise Refusal(400, "bad_file", str(problem)[:400]) from None
    except (ValueError, RecursionError):
        raise Refusal(400, "bad_file", "expected a JSON document") from None


def attachment(body: bytes, name: str) -> web.Response:
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(body=body, content_type="application/json", headers=headers)
