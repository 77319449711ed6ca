"""What all people who sit at a table must agree to: a pause, playing on after one, stopping for good, and somebody new on a seat that was
abandoned. What is proposed is kept in memory only; what comes of it is a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from . import records as r
from . import seating
from .errors import TableError
from .live import LiveTable
from .names import unique
from .seating import Holds, always
from .state import TableState

What = Literal["pause", "play_on", "stop", "seat"]


@dataclass
class Proposal:
    """One that waits for some to agree."""

    what: What
    by: int | None  # the seat of whoever proposed it; None: somebody who does not sit here yet
    seat: int | None = None  # the one that somebody new would sit on
    name: str = ""  # of whom
    key: str = ""
    yes: set[int] = field(default_factory=set)


def is_duel(state: TableState) -> bool:
    """A game that its rules let one resign."""
    return "resign" in state.game.actions.by_name


async def propose(table: LiveTable, by: int, what: What, holds: Holds = always) -> None:
    """Proposes a pause, its end, or to stop; or agrees, if it was proposed already. What the host says about a pause holds at once."""

    def check() -> None:
        seating.need_holder(table.state, by, holds)
        need_sense(table.state, what)
        found = find(table, what, None)
        if found is None:
            found = Proposal(what, by)
            table.proposals.append(found)
        found.yes.add(by)
        if what in ("pause", "play_on") and by in (table.state.host, table.state.paused_by):
            found.yes |= set(table.presence.sitting())

    await settle(table, check)


async def vote(table: LiveTable, seat: int, what: What, about: int | None, is_yes: bool, holds: Holds = always) -> None:
    """Agrees to what is proposed, or says no, and then it is proposed no more."""

    def check() -> None:
        seating.need_holder(table.state, seat, holds)
        found = find(table, what, about)
        if found is None:
            raise TableError("not_proposed", f"nobody has proposed that: {what}")
        if is_yes:
            found.yes.add(seat)
        else:
            table.proposals.remove(found)

    await settle(table, check)


async def ask_for_seat(table: LiveTable, seat: int, name: str, key: str) -> None:
    """Somebody new would like to sit down on a seat that was abandoned; everybody who sits there must allow it."""

    def check() -> None:
        state = table.state
        need_sense(state, "seat")
        seating.need_seat(state, seat)
        if is_duel(state):
            raise TableError("duel", "in a duel nobody new sits down in a running match")
        if state.seats[seat].kind != "person" or not (table.presence.is_abandoned(seat) or state.seats[seat].stand_in):
            raise TableError("seat_taken", f"seat {seat} is not abandoned")
        if not table.presence.sitting():
            raise TableError("started", "nobody is here who could allow it")
        cleaned = seating.checked_name(name)
        others = [other for number, other in enumerate(state.names) if number != seat]
        found = find(table, "seat", seat)
        if found is not None:  # whoever asks last
            table.proposals.remove(found)
        table.proposals.append(Proposal("seat", None, seat, unique(cleaned, others), key))

    await settle(table, check)


def find(table: LiveTable, what: What, about: int | None) -> Proposal | None:
    return next((one for one in table.proposals if one.what == what and one.seat == about), None)


def need_sense(state: TableState, what: What) -> None:
    if state.status != "playing":
        raise TableError("not_running", "this is for a match that runs")
    if what == "stop" and is_duel(state):
        raise TableError("duel", "in a duel one resigns")
    if (what == "pause" and state.paused) or (what == "play_on" and not state.paused):
        raise TableError("not_running", "the match is paused already" if state.paused else "the match is not paused")


async def settle(table: LiveTable, change: Callable[[], None] = lambda: None) -> None:
    """Carries out what all agree to by now."""
    async with table.lock:
        change()
        table.proposals[:] = [one for one in table.proposals if still_makes_sense(table, one)]
        sitting = set(table.presence.sitting())
        for one in [one for one in table.proposals if sitting and one.yes >= sitting]:
            table.proposals.remove(one)
            await carry_out(table, one)
        table.listeners.table_changed()


def still_makes_sense(table: LiveTable, one: Proposal) -> bool:
    try:
        need_sense(table.state, one.what)
    except TableError:
        return False
    if one.seat is None:
        return True
    return not table.presence.is_here(one.seat)  # its person may have come back


async def carry_out(table: LiveTable, one: Proposal) -> None:
    """With the lock."""
    now = table.timeline.now()
    if one.what == "seat":
        assert one.seat is not None
        await table.papers.burn(one.seat)
        table.listeners.gone(one.seat, "removed")
        table.presence.forget(one.seat)
        await table.tell_change(r.Replaced(one.seat, one.name, one.key, now))
    elif one.what == "stop":
        await table.tell_change(r.Stopped(now))
        table.proposals.clear()
        table.listeners.begins()
    elif one.what == "pause":
        await table.tell_change(r.Paused(one.by if one.by is not None else -1, now))
    else:
        await table.tell_change(r.Resumed(one.by if one.by is not None else -1, now))
