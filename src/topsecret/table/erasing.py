"""Taking one's data away: names, free notes and what was said on a seat are erased from a table's log. The match itself stays as it was
played and still verifies; the chain of checksums is written anew in one transaction."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from . import records as r
from . import seating
from .errors import TableError
from .live import LiveTable
from .names import cover
from .seating import Holds, always

ERASED = "…"  # instead of what somebody said


def without(entries: Sequence[tuple[str, bytes]], seat: int, name: str) -> list[tuple[str, bytes]]:
    """The same log, in which whoever sits there now has another name and has said nothing. What an earlier holder of the seat left behind
    is theirs."""
    records = [r.read(kind, body) for kind, body in entries]
    came = max(
        (n for n, one in enumerate(records) if isinstance(one, r.SatDown | r.Replaced) and one.seat == seat), default=0
    )
    found: list[tuple[str, bytes]] = []
    for n, (entry, record) in enumerate(zip(entries, records)):
        if n >= came and isinstance(record, r.SatDown | r.Replaced | r.Renamed | r.Spoken) and record.seat == seat:
            changed: r.Record = msgspec.structs.replace(record, name=name)
            if isinstance(record, r.Spoken) and not record.reaction:
                changed = msgspec.structs.replace(record, name=name, text=ERASED)
            found.append(r.written(changed))
        else:
            found.append(entry)
    return found


async def erase(table: LiveTable, seat: int, rng: random.Random, holds: Holds = always) -> None:
    """Raises TableError, NotSaved; then nothing has changed."""
    async with table.lock:
        state = table.state
        seating.need_holder(state, seat, holds)
        if state.match is None:
            raise TableError("not_started", "before the start, just leave: then nothing of you is kept here")
        name = cover(state.names, rng)
        entries, _ = await table.log.read(table.code)
        await table.log.rewrite(table.code, without(entries, seat, name), {f"note:{seat}": b""})
        state.seats[seat].name = name
        state.chat = type(state.chat)(
            (
                replace(line, name=name, text=line.text if line.reaction else ERASED) if line.seat == seat else line
                for line in state.chat
            ),
            maxlen=state.chat.maxlen,
        )
        table.papers.notes.pop(seat, None)
        table.listeners.begins()  # everybody is shown the table anew
