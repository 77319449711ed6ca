"""Everybody who is connected to one table. Each message is put into bytes once, for all who get the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from topsecret.kernel.lens import News, Step
from topsecret.table.room import Room
from topsecret.table.table import Words

from . import protocol as p

if TYPE_CHECKING:
    from .connection import Connection

encode = msgspec.json.Encoder().encode
MOST_LATELY = 16  # steps that are kept in bytes
STEPS = b'{"t":"steps","n":%d,"can_undo":%b,"steps":[%b]}'


class Crowd:
    def __init__(self, room: Room) -> None:
        self.room = room
        self.of: dict[int | None, list[Connection]] = {}
        self._lately: dict[int, tuple[Step, bytes]] = {}
        room.crowd = self

    def __len__(self) -> int:
        return sum(map(len, self.of.values()))

    def everybody(self) -> Iterator[Connection]:
        for connections in list(self.of.values()):
            yield from list(connections)

    def info(self) -> p.TableInfo:
        """The table, as everybody sees it."""
        table = self.room.table
        seats = [
            p.SeatInfo(seat.kind, seat.name, seat.bot, seat.kind == "bot" or bool(self.of.get(number)))
            for number, seat in enumerate(table.seats)
        ]
        return p.TableInfo(
            code=table.code,
            game=table.game.id,
            options=table.options,
            seats=seats,
            host=table.host,
            state=table.state,
            spectators=len(self.of.get(None, ())),
            commitment=table.commitment,
            rematch=table.rematch,
        )

    # coming and going

    def enter(self, connection: Connection, since: int) -> None:
        """In the room's turn: the whole picture for the one, the news of it for the others."""
        here = self.of.setdefault(connection.seat, [])
        here.append(connection)
        self.room.watch(connection.seat)
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
            self.room.unwatch(connection.seat)
        if connection.seat is None or not here:
            self.table_changed()

    def sync(self, connection: Connection, since: int) -> bytes:
        """Everything that this connection's viewer may know, or only what it has not heard yet."""
        room, table, seat = self.room, self.room.table, connection.seat
        match = table.match
        events = [] if match is None else match.heard(seat)
        if since > len(events):
            since = 0
        return encode(
            p.Sync(
                v=p.VERSION,
                table=self.info(),
                seat=seat,
                view=None if match is None else match.view(seat),
                events=events[since:],
                since=since,
                can_undo=room.can_undo(seat),
                chat=[as_said(words) for words in table.chat],
                notes="" if seat is None else room.papers.notes.get(seat, ""),
                draft=Raw(b"null" if seat is None else room.papers.drafts.get(seat, b"null")),
                last=-1 if seat is None else table.last_id(seat, connection.client),
            )
        )

    # what a room tells

    def steps(self, news: News, can_undo: bool) -> None:
        connections = self.of.get(news.viewer)
        if not connections:
            return
        steps = b",".join([self._put(step) for step in news.steps])
        data = STEPS % (news.n, b"true" if can_undo else b"false", steps)  # p.Steps
        for connection in list(connections):
            connection.send(data)

    def _put(self, step: Step) -> bytes:
        """A step in bytes. What several viewers are told alike is one and the same step: it is put once."""
        known = self._lately.get(id(step))
        if known is None:
            if len(self._lately) >= MOST_LATELY:
                self._lately.clear()
            known = self._lately[id(step)] = (step, encode(step))  # as long as the step is kept, the id is its own
        return known[1]

    def table_changed(self, but: Connection | None = None) -> None:
        if not self.of:
            return
        data = encode(p.Table(self.info()))
        for connection in self.everybody():
            if connection is not but:
                connection.send(data)

    def begins(self) -> None:
        for connection in self.everybody():
            connection.send(self.sync(connection, 0))

    def said(self, words: Words) -> None:
        data = encode(as_said(words))
        for connection in self.everybody():
            connection.send(data)

    def drafted(self, seat: int, draft: bytes, by: object) -> None:
        self._mirror(seat, encode(p.Drafted(Raw(draft))), by)

    def noted(self, seat: int, notes: str, by: object) -> None:
        self._mirror(seat, encode(p.Noted(notes)), by)

    def _mirror(self, seat: int, data: bytes, by: object) -> None:
        for connection in list(self.of.get(seat, ())):
            if connection is not by:
                connection.send(data)

    def gone(self, seat: int) -> None:
        self.room.unwatch(seat)
        for connection in self.of.pop(seat, []):
            connection.bye("removed")


def as_said(words: Words) -> p.Said:
    return p.Said(words.n, words.seat, words.name, words.text, words.at)
