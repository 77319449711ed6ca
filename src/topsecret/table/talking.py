"""What people say to the table, and what a seat writes down for itself."""

from __future__ import annotations

from . import records as r
from . import seating
from .acts import Confirm
from .errors import TableError
from .live import LiveTable
from .names import clean
from .seating import Holds, always


async def say(
    table: LiveTable, seat: int, client: str, id: int, text: str, confirm: Confirm, holds: Holds = always
) -> None:
    async with table.lock:
        seating.need_holder(table.state, seat, holds)
        if table.state.has_counted(seat, client, id):
            confirm()
            return
        text = clean(text, keep="\n\u200d").strip()
        if not text:
            raise TableError("empty", "expected something to say")
        name = table.state.seats[seat].name
        await table.commit(r.Spoken(seat, name, text, table.clock.wall(), client, id))
        table.listeners.said(table.state.chat[-1])
        confirm()


async def react(
    table: LiveTable, seat: int, client: str, id: int, reaction: str, confirm: Confirm, holds: Holds = always
) -> None:
    """Says something ready-made: everybody reads it in their own language."""
    async with table.lock:
        seating.need_holder(table.state, seat, holds)
        if table.state.has_counted(seat, client, id):
            confirm()
            return
        name = table.state.seats[seat].name
        await table.commit(r.Spoken(seat, name, "", table.clock.wall(), client, id, reaction))
        table.listeners.said(table.state.chat[-1])
        confirm()


async def note(table: LiveTable, seat: int, notes: str, by: object, holds: Holds = always) -> None:
    async with table.lock:
        seating.need_holder(table.state, seat, holds)
        await table.papers.note(seat, notes)
        table.listeners.noted(seat, notes, by)


async def draft(table: LiveTable, seat: int, draft: bytes, by: object, holds: Holds = always) -> None:
    async with table.lock:
        seating.need_holder(table.state, seat, holds)
        await table.papers.draft(seat, draft)
        table.listeners.drafted(seat, draft, by)
