"""People leave, and games go on: a bot may play on for whoever has gone for long enough, and they take their seat back at once."""

from __future__ import annotations

from . import records as r
from . import seating
from .errors import TableError
from .live import LiveTable
from .seating import Holds, always
from .state import TableState
from .terms import bot_of

MOST_LATE = 2  # times in a row that the clock decides before a bot stays


def need_running(table: LiveTable) -> None:
    if table.state.status != "playing":
        raise TableError("not_running", "this is for a match that runs")


async def go(table: LiveTable, seat: int, holds: Holds = always) -> None:
    """Goodbye to a running match. The seat stays whose it was."""

    def record() -> r.Record | None:
        seating.need_holder(table.state, seat, holds)
        need_running(table)
        host = seating.host_without(table.state, seat, table.presence.sitting())
        return None if table.state.seats[seat].away else r.WentAway(seat, host, table.timeline.now())

    await table.change_players(record)
    table.listeners.gone(seat, "left")


async def stand_in(table: LiveTable, by: int, seat: int, holds: Holds = always) -> None:
    """Somebody who still sits there lets a bot play on for a person who has gone for long enough."""

    def record() -> r.Record | None:
        state, presence = table.state, table.presence
        seating.need_holder(state, by, holds)
        need_running(table)
        seating.need_seat(state, seat)
        seating.need_person(state, seat)
        if state.seats[seat].stand_in:
            return None
        gone = presence.gone_for(seat)
        if seat == by or gone is None:
            raise TableError("not_gone", f"the person on seat {seat} is here")
        if not presence.is_abandoned(seat):
            left = state.terms.grace_s * 1000 - gone
            raise TableError("too_early", f"the person on seat {seat} has {left} ms left to come back")
        bot = bot_of(state.game, state.terms.stand_in)
        return r.StoodIn(seat, bot, by, table.timeline.now())

    await table.change_players(record)


def asleep(state: TableState) -> list[int]:
    """The people for whom the clock has decided too often."""
    face = state.face
    if face is None or state.status != "playing":
        return []
    return [seat for seat in state.persons if face.late[seat] >= MOST_LATE and not state.seats[seat].stand_in]


async def fall_asleep(table: LiveTable, seat: int) -> None:
    """The clock has decided for a person once more in a row: the bot stays until they are back."""

    def record() -> r.Record | None:
        state = table.state
        if seat not in asleep(state):
            return None
        return r.StoodIn(seat, bot_of(state.game, state.terms.stand_in), -1, table.timeline.now())

    await table.change_players(record)


async def come_back(table: LiveTable, seat: int, holds: Holds = always) -> None:
    """The person of a seat is there again, and plays it, at once."""

    def record() -> r.Record | None:
        seating.need_holder(table.state, seat, holds)
        one = table.state.seats[seat]
        return r.CameBack(seat, table.timeline.now()) if one.stand_in or one.away else None

    await table.change_players(record)


async def hand_over(table: LiveTable, host: int, seat: int, holds: Holds = always) -> None:
    """The host makes somebody else host, at any time."""

    def record() -> r.Record | None:
        state = table.state
        seating.need_holder(state, host, holds)
        seating.need_seat(state, seat)
        seating.need_person(state, seat)
        if host != state.host:
            raise TableError("not_host", f"only the host, seat {state.host}, may do that")
        return (
            None
            if seat == host
            else r.HandedOver(seat, table.state.time if state.match is None else table.timeline.now())
        )

    await table.change_players(record)


async def find_host(table: LiveTable) -> None:
    """The next person is host when the host has been gone for the grace time."""

    def record() -> r.Record | None:
        state, presence = table.state, table.presence
        others = [seat for seat in state.persons if presence.is_here(seat)]
        gone = state.seats[state.host : state.host + 1]
        if not others or (gone and gone[0].kind == "person" and not presence.is_abandoned(state.host)):
            return None
        host = seating.host_without(state, state.host, others)
        return r.HandedOver(host, 0 if state.match is None else table.timeline.now())

    await table.change_players(record)
