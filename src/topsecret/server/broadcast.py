"""Everybody who is connected to one table. Each message is put into bytes once, for all who get the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from msgspec import Raw
from msgspec.structs import asdict

from topsecret.kernel.feed import Step, Update
from topsecret.kernel.match import Match
from topsecret.kernel.replay import Eyes, told_by, unfinished
from topsecret.table.live import LiveTable
from topsecret.table.proposals import Proposal
from topsecret.table.state import ChatLine, Happening
from topsecret.table.terms import Terms
from topsecret.table.watch import Watch

from . import protocol as p
from . import wire
from .outgoing import framed
from .wire import encode

if TYPE_CHECKING:
    from .connection import Connection


class Broadcast:
    def __init__(self, table: LiveTable, quiet: bool = False) -> None:
        self.table = table
        self.quiet = quiet
        self.of: dict[int | None, list[Connection]] = {}
        self.watch = Watch(table)
        table.listeners = self

    def __len__(self) -> int:
        return sum(map(len, self.of.values()))

    def everybody(self) -> Iterator[Connection]:
        for connections in list(self.of.values()):
            yield from list(connections)

    def info(self) -> p.TableInfo:
        """The table, as everybody sees it."""
        state = self.table.state
        seats = [
            p.SeatInfo(
                seat.kind,
                seat.name,
                seat.bot,
                seat.kind == "bot" or self.table.presence.is_here(number),
                self.table.presence.gone_for(number),
                seat.stand_in,
                self.clock(number),
            )
            for number, seat in enumerate(state.seats)
        ]
        return p.TableInfo(
            code=state.code,
            game=state.game.id,
            options=state.options,
            seats=seats,
            host=state.host,
            state=state.status,
            terms=p.Terms(**asdict(state.terms)),
            paused=state.paused,
            unfinished=state.stopped,
            proposals=[as_proposal(one, self.table.presence.sitting()) for one in self.table.proposals],
            spectators=sum(not connection.covers for connection in self.of.get(None, ())),
            stages=sum(connection.stage for connection in self.of.get(None, ())),
            commitment=state.commitment,
            followed=self.table.followed,
            rematch=state.rematch,
            shown_notes=self.shown_notes() if state.status == "over" and not self.quiet else [],
            public=state.public and not self.quiet,
            quiet=self.quiet,
            exercise="" if state.exercise is None else state.exercise.id,
            standstill=self.standstill(),
        )

    def clock(self, seat: int) -> p.ClockInfo | None:
        shown = self.table.clocks.shown(seat, self.table.timeline.now())
        return None if shown is None else p.ClockInfo(*shown)

    def standstill(self) -> p.Standstill | None:
        standstill = self.table.standstill
        return None if standstill.why is None else p.Standstill(standstill.why, standstill.left_ms)

    def shown_notes(self) -> list[dict[str, str]]:
        """What the game shows of everybody's notes at the end."""
        state, notes = self.table.state, self.table.papers.notes
        return [state.game.shown_notes(state.options, notes.get(seat, "")) for seat in range(len(state.seats))]

    # coming and going

    def enter(self, connection: Connection, since: int) -> None:
        """The whole picture for the one, the news of it for the others."""
        here = self.of.setdefault(connection.seat, [])
        here.append(connection)
        if connection.covers:
            self.table.presence.arrive(connection.covers)
            self.watch.look()
        self.table.see(set(self.of))
        connection.send(self.sync(connection, since))
        if connection.seat is None or len(here) == 1:
            self.table_changed(but=connection)

    def leave(self, connection: Connection) -> None:
        here = self.of.get(connection.seat, [])
        if connection not in here:
            return
        here.remove(connection)
        if not here:
            del self.of[connection.seat]
        if connection.covers:
            self.table.presence.depart(connection.covers)
            self.watch.look()
        self.table.see(set(self.of))
        if connection.seat is None or not here:
            self.table_changed()

    def sync(self, connection: Connection, since: int) -> bytes:
        """Everything that this connection's viewer may know, or only what it has not heard yet."""
        table, state, seat = self.table, self.table.state, connection.seat
        match = None if state.match is None else table.reading()
        events = [] if match is None else match.seen(seat)
        if since > len(events):
            since = 0
        return encode(
            p.Sync(
                v=p.VERSION,
                table=self.info(),
                seat=seat,
                view=None if match is None else as_view(match, seat, state.stopped),
                events=events[since:],
                since=since,
                can_undo=table.can_undo(seat),
                chat=[as_said(line) for line in state.chat if line.reaction or not self.quiet],
                happened=[] if match is None else as_happened(state.happened, match, seat),
                notes="" if seat is None else table.papers.notes.get(seat, ""),
                draft=Raw(b"null" if seat is None else table.papers.drafts.get(seat, b"null")),
                now=table.timeline.shown() if state.game.State.timed else None,
                last=-1 if seat is None else state.last_id(seat, connection.client),
            )
        )

    # what a table tells

    def steps(self, news: Sequence[Update], can_undo: Callable[[int | None], bool]) -> None:
        """A message for each step: what else went to the disk with it, seen or unseen, makes no difference. What several viewers are told
        alike is one and the same step, and put into bytes once."""
        put: dict[int, bytes] = {}  # steps, by their ids
        frames: dict[Any, bytes] = {}
        for viewer, n, steps in news:
            connections = self.of.get(viewer)
            if not connections:
                continue
            is_undoable = can_undo(viewer)
            alike = (n, is_undoable, *map(id, steps))
            told = frames.get(alike)
            if told is None:
                told = frames[alike] = in_frames(n, is_undoable, steps, put)
            for connection in list(connections):
                connection.send_framed(told)

    def table_changed(self, but: Connection | None = None) -> None:
        if not self.of:
            return
        self.watch.look()
        data = encode(p.TableChanged(self.info()))
        for connection in self.everybody():
            if connection is not but:
                connection.send(data)

    def begins(self) -> None:
        for connection in self.everybody():
            connection.send(self.sync(connection, 0))

    def said(self, line: ChatLine) -> None:
        data = encode(as_said(line))
        for connection in self.everybody():
            connection.send(data)

    def happened(self, happening: Happening) -> None:
        match = self.table.reading()
        for viewer, connections in list(self.of.items()):
            [told] = as_happened([happening], match, viewer)
            for connection in list(connections):
                connection.say(told)

    def drafted(self, seat: int, draft: bytes, by: object) -> None:
        self._mirror(seat, encode(p.Drafted(Raw(draft))), by)

    def noted(self, seat: int, notes: str, by: object) -> None:
        self._mirror(seat, encode(p.Noted(notes)), by)

    def _mirror(self, seat: int, data: bytes, by: object) -> None:
        for connection in list(self.of.get(seat, ())):
            if connection is not by:
                connection.send(data)

    def rest(self) -> None:
        self.watch.stop()

    def send_away(self) -> int:
        """Whoever runs the server has closed the table; how many were there."""
        there = list(self.everybody())
        for connection in there:
            connection.bye("table_closed")
        return len(there)

    def gone(self, seat: int, why: Literal["removed", "left"]) -> None:
        connections = self.of.pop(seat, [])
        for connection in connections:
            self.table.presence.depart(connection.covers)
        for connection in connections:
            if why == "left":
                connection.bye("left")
            else:
                connection.bye("removed")
        self.table.see(set(self.of))


def in_frames(n: int, can_undo: bool, steps: Sequence[Step], put: dict[int, bytes]) -> bytes:
    """Steps as they go over a WebSocket; `put` has those that are in bytes already."""
    frames = b""
    for step in steps:
        data = put.get(id(step))
        if data is None:
            data = put[id(step)] = wire.put(step)
        frames += framed(wire.one_step(n, can_undo, data))
        n += len(step["events"])
    return frames


def as_said(line: ChatLine) -> p.Said:
    return p.Said(line.n, line.seat, line.name, line.text, line.at, cast(p.Reaction, line.reaction))


def as_happened(happened: Sequence[Happening], match: Match, eyes: Eyes) -> list[p.Happened]:
    """What people did at the table, each behind the last event that this viewer had been told by then."""
    return [
        p.Happened(told_by(match, eyes, one.entries), one.what, one.seat, one.by, one.bot, one.name) for one in happened
    ]


def as_view(match: Match, seat: int | None, is_stopped: bool) -> dict[str, Any]:
    """What a viewer sees; everything, as at an end, where all have agreed to stop."""
    return unfinished(match, seat) if is_stopped else match.view(seat)


def as_proposal(one: Proposal, sitting: Sequence[int]) -> p.Proposal:
    waits_for = [seat for seat in sitting if seat not in one.yes]
    return p.Proposal(one.what, one.by, one.seat, one.name, sorted(one.yes), waits_for)


def as_terms(terms: p.Terms) -> Terms:
    return Terms(**asdict(terms))
