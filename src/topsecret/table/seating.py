"""Before the start: who may sit where and who may change what. Each function says which records a wish leads to, or refuses it."""

from __future__ import annotations

import random
from typing import Any

from topsecret.bots import registry as bots
from topsecret.kernel import registry
from topsecret.kernel.errors import BadOptions, UnknownGame
from topsecret.kernel.game import Game

from . import records as r
from .errors import TableError
from .names import clean_name, cover, unique
from .table import Table


def game_of(id: str) -> Game:
    try:
        game = registry.game(id)
    except UnknownGame as problem:
        raise TableError("unknown_game", str(problem)) from None
    if game.State.timed:
        raise TableError("needs_time", f"{id} is played in real time, which tables cannot do yet")
    return game


def checked_options(game: Game, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """All options with what was chosen; raises TableError."""
    try:
        game.begin(seats, options)
    except BadOptions as problem:
        raise TableError("bad_options", str(problem)) from None
    return game.options | options


def checked_name(name: str) -> str:
    cleaned = clean_name(name)
    if not cleaned:
        raise TableError("bad_name", "expected a name with at least one letter that can be seen")
    return cleaned


def checked_bot(game: Game, bot: str) -> str:
    if bot not in bots.names(game):
        raise TableError("unknown_bot", f"expected one of {', '.join(bots.names(game))}")
    return bot


def need_waiting(table: Table) -> None:
    if table.match is not None:
        raise TableError("started", "the match has started")


def need_host(table: Table, seat: int) -> None:
    need_waiting(table)
    if seat != table.host:
        raise TableError("not_host", f"only the host, seat {table.host}, may do that")


def need_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise TableError("no_such_seat", f"expected a seat from 0 to {len(table.seats) - 1}")


def need_person(table: Table, seat: int) -> None:
    """What somebody asked for who has gone meanwhile is not done to whoever sits there now."""
    if seat >= len(table.seats) or table.seats[seat].kind != "person":
        raise TableError("no_person", f"no person sits on seat {seat}")


def sit(table: Table, name: str, seat: int | None, key: str) -> r.Seated:
    """A person joins."""
    need_waiting(table)
    name = checked_name(name)
    if seat is None:
        free = [number for number, one in enumerate(table.seats) if one.kind == "open"]
        if not free:
            raise TableError("full", "no seat is open")
        seat = free[0]
    need_seat(table, seat)
    if table.seats[seat].kind != "open":
        raise TableError("seat_taken", f"seat {seat} is taken")
    return r.Seated(seat, unique(name, table.names), key)


def rename(table: Table, seat: int, name: str) -> r.Renamed | None:
    name = checked_name(name)
    if name == table.seats[seat].name:
        return None
    return r.Renamed(seat, unique(name, [other for n, other in enumerate(table.names) if n != seat]))


def arrange(table: Table, seat: int, seats: int | None, options: dict[str, Any] | None) -> r.Arranged:
    need_host(table, seat)
    number = len(table.seats) if seats is None else seats
    chosen = table.options if options is None else table.options | options
    chosen = checked_options(table.game, number, chosen)
    if any(one.kind == "person" for one in table.seats[number:]):
        raise TableError("somebody_sits_there", "a person sits on a seat that would go")
    return r.Arranged(number, chosen)


def set_bot(table: Table, host: int, seat: int, bot: str, rng: random.Random) -> r.Botted:
    need_host(table, host)
    need_seat(table, seat)
    sitting = table.seats[seat]
    if sitting.kind == "person":
        raise TableError("somebody_sits_there", f"a person sits on seat {seat}")
    if not bot:
        return r.Botted(seat, "", "")
    name = sitting.name or cover(table.names, rng)
    return r.Botted(seat, checked_bot(table.game, bot), name)


def remove(table: Table, host: int, seat: int) -> r.Left:
    need_host(table, host)
    need_seat(table, seat)
    if seat == host:
        raise TableError("yourself", "the host can leave, but not be removed")
    need_person(table, seat)
    return r.Left(seat, table.host)


def leave(table: Table, seat: int) -> r.Left:
    """The next person is host when the host goes."""
    need_waiting(table)
    need_person(table, seat)
    others = [number for number in table.persons if number != seat]
    host = table.host
    if seat == host:
        host = next((number for number in others if number > seat), others[0] if others else seat)
    return r.Left(seat, host)


def fill(table: Table, host: int, rng: random.Random) -> list[r.Botted]:
    """The bots that sit down on open seats at the start."""
    need_host(table, host)
    taken = list(table.names)
    found = []
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            name = cover(taken, rng)
            taken.append(name)
            found.append(r.Botted(number, bots.best(table.game), name))
    return found
