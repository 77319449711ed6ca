"""Before the start: people sit down, rename themselves and go; the host arranges seats, options and bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import records as r
from . import seating
from .live import LiveTable
from .seating import Holds, always
from .state import Seat
from .terms import Terms


async def join(table: LiveTable, name: str, seat: int | None, key: str) -> int:
    """A person sits down; the number of the seat."""
    records: list[r.Record] = []

    def sit() -> list[r.Record]:
        record = seating.sit(table.state, name, seat, key)
        records.append(record)
        if not table.state.persons and record.seat != table.state.host:
            records.append(r.Left(table.state.host, record.seat))  # whoever comes to an empty table is host
        return records

    await table.change(sit)
    assert isinstance(records[0], r.SatDown)
    return records[0].seat


async def hold(table: LiveTable, seat: int, key: str, may: Callable[[Seat], bool]) -> bool:
    """One more device holds this seat, if whoever sits there now is the one for whom that was asked."""
    held = False

    def take() -> list[r.Record]:
        nonlocal held
        sitting = table.state.seats[seat : seat + 1]
        held = bool(sitting) and sitting[0].kind == "person" and may(sitting[0])
        return [r.Held(seat, key)] if held else []

    await table.change(take, shows=False)
    return held


async def rename(table: LiveTable, seat: int, name: str, holds: Holds = always) -> None:
    def record() -> list[r.Record]:
        seating.need_holder(table.state, seat, holds)
        found = seating.rename(table.state, seat, name)
        return [] if found is None else [found]

    await table.change(record)


async def arrange(
    table: LiveTable, host: int, seats: int | None, options: dict[str, Any] | None, holds: Holds = always
) -> None:
    def record() -> list[r.Record]:
        seating.need_holder(table.state, host, holds)
        return [seating.arrange(table.state, host, seats, options)]

    await table.change(record)


async def list_publicly(table: LiveTable, host: int, public: bool, holds: Holds = always) -> None:
    """The table is shown to everybody who comes to this server, or no longer."""

    def record() -> list[r.Record]:
        seating.need_holder(table.state, host, holds)
        seating.need_host(table.state, host)
        return [] if public == table.state.public else [r.Listed(public)]

    await table.change(record)


async def set_bot(table: LiveTable, host: int, seat: int, bot: str, holds: Holds = always) -> None:
    def record() -> list[r.Record]:
        seating.need_holder(table.state, host, holds)
        return [seating.set_bot(table.state, host, seat, bot, table.rng)]

    await table.change(record)


async def remove(table: LiveTable, host: int, seat: int, holds: Holds = always) -> None:
    def record() -> r.Left:
        seating.need_holder(table.state, host, holds)
        return seating.remove(table.state, host, seat)

    await table.vacate(record)


async def leave(table: LiveTable, seat: int, holds: Holds = always) -> None:
    def record() -> r.Left:
        seating.need_holder(table.state, seat, holds)
        return seating.leave(table.state, seat)

    await table.vacate(record)


async def agree(table: LiveTable, host: int, terms: Terms, holds: Holds = always) -> None:
    def record() -> list[r.Record]:
        seating.need_holder(table.state, host, holds)
        return [seating.agree(table.state, host, terms)]

    await table.change(record)
