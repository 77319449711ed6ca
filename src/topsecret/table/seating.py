"""Before the start: who may sit where and who may change what. Each function says which records a wish leads to, or refuses it."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from typing import Any

from topsecret.bots import registry as bots
from topsecret.bots.registry import module_of
from topsecret.kernel import registry
from topsecret.kernel.errors import BadOptions, UnknownGame
from topsecret.kernel.game import Game

from . import races
from . import records as r
from .errors import TableError
from .names import clean_name, cover, unique
from .state import TableState
from .terms import Terms, checked_terms

Holds = Callable[[], bool]


def game_of(id: str) -> Game:
    try:
        game = registry.game(id)
    except UnknownGame as problem:
        raise TableError("unknown_game", str(problem)) from None
    return game


def checked_options(game: Game, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """All options with what was chosen; raises TableError."""
    try:
        game.begin(seats, options)
    except BadOptions as problem:
        raise TableError("bad_options", str(problem)) from None
    return game.options | options | set_by_tables(game)


def set_by_tables(game: Game) -> dict[str, Any]:
    """Options that nobody chooses: those of a table where races are held (`timing.py` of the game)."""
    timing: Any = module_of(game, "timing")
    return dict(timing.at_a_table(races.RACE_MS)) if hasattr(timing, "at_a_table") else {}


def checked_name(name: str) -> str:
    cleaned = clean_name(name)
    if not cleaned:
        raise TableError("bad_name", "expected a name with at least one letter that can be seen")
    return cleaned


def checked_bot(game: Game, bot: str) -> str:
    if bot not in bots.names(game):
        raise TableError("unknown_bot", f"expected one of {', '.join(bots.names(game))}")
    return bot


def need_waiting(table: TableState) -> None:
    if table.match is not None:
        raise TableError("started", "the match has started")


def need_host(table: TableState, seat: int) -> None:
    need_waiting(table)
    if seat != table.host:
        raise TableError("not_host", f"only the host, seat {table.host}, may do that")


def need_seat(table: TableState, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise TableError("no_such_seat", f"expected a seat from 0 to {len(table.seats) - 1}")


def always() -> bool:
    """For whoever is known to hold the seat."""
    return True


def need_holder(table: TableState, seat: int, holds: Holds) -> None:
    """What somebody asked for who has gone meanwhile is not done to whoever sits there now. `holds` says whether it is still them; it is
    asked when the wish is carried out, not when it comes."""
    need_person(table, seat)
    need_same_holder(seat, holds)


def need_same_holder(seat: int, holds: Holds) -> None:
    if not holds():
        raise TableError("not_yours", f"seat {seat} is somebody else's now")


def need_player(table: TableState, seat: int, by: str, overdue: Collection[int] = ()) -> None:
    """For what is done in the match: a person's seat that a bot plays on for is played by that bot alone."""
    need_unpaused(table)
    if not by and seat in overdue:
        raise TableError("time_over", f"the time of seat {seat} is over: a bot makes this decision")
    if not by and table.seats[seat].stand_in:
        raise TableError("bot_plays", f"a bot plays on for seat {seat}; its person can take it back")


def need_unpaused(table: TableState) -> None:
    if table.stopped:
        raise TableError("not_running", "the match was stopped")
    if table.paused:
        raise TableError("paused", "the match is paused")


def need_person(table: TableState, seat: int) -> None:
    if seat >= len(table.seats) or table.seats[seat].kind != "person":
        raise TableError("no_person", f"no person sits on seat {seat}")


def sit(table: TableState, name: str, seat: int | None, key: str) -> r.SatDown:
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
    return r.SatDown(seat, unique(name, table.names), key)


def rename(table: TableState, seat: int, name: str) -> r.Renamed | None:
    name = checked_name(name)
    if name == table.seats[seat].name:
        return None
    return r.Renamed(seat, unique(name, [other for n, other in enumerate(table.names) if n != seat]))


def arrange(table: TableState, seat: int, seats: int | None, options: dict[str, Any] | None) -> r.Arranged:
    need_host(table, seat)
    number = len(table.seats) if seats is None else seats
    chosen = table.options if options is None else table.options | options
    chosen = checked_options(table.game, number, chosen)
    if any(one.kind == "person" for one in table.seats[number:]):
        raise TableError("somebody_sits_there", "a person sits on a seat that would go")
    return r.Arranged(number, chosen)


def agree(table: TableState, seat: int, terms: Terms) -> r.Agreed:
    """What happens when somebody goes."""
    need_host(table, seat)
    return r.Agreed(checked_terms(table.game, terms))


def agreed(game: Game, terms: Terms | None) -> list[r.Agreed]:
    """What is agreed when a table is made, if it is not the usual."""
    return [] if terms is None or terms == Terms() else [r.Agreed(checked_terms(game, terms))]


def set_bot(table: TableState, host: int, seat: int, bot: str, rng: random.Random) -> r.Botted:
    need_host(table, host)
    need_seat(table, seat)
    sitting = table.seats[seat]
    if sitting.kind == "person":
        raise TableError("somebody_sits_there", f"a person sits on seat {seat}")
    if not bot:
        return r.Botted(seat, "", "")
    name = sitting.name or cover(table.names, rng)
    return r.Botted(seat, checked_bot(table.game, bot), name)


def remove(table: TableState, host: int, seat: int) -> r.Left:
    need_host(table, host)
    need_seat(table, seat)
    if seat == host:
        raise TableError("yourself", "the host can leave, but not be removed")
    need_person(table, seat)
    return r.Left(seat, table.host)


def leave(table: TableState, seat: int) -> r.Left:
    need_waiting(table)
    need_person(table, seat)
    return r.Left(seat, host_without(table, seat, table.persons))


def host_without(table: TableState, gone: int, people: Collection[int]) -> int:
    """The next of these people is host when the host goes."""
    others = [number for number in people if number != gone]
    if gone != table.host or not others:
        return table.host
    return next((number for number in others if number > gone), others[0])


def fill(table: TableState, host: int, rng: random.Random) -> list[r.Botted]:
    """The bots that sit down on open seats at the start."""
    need_host(table, host)
    taken = list(table.names)
    found = []
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            name = cover(taken, rng)
            taken.append(name)
            found.append(r.Botted(number, bots.usual(table.game), name))
    return found
