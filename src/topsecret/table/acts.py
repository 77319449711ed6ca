"""What seats want to do, and those of it that are held for a while: an answer that comes no sooner than it may, and whatever belongs to a
race, in which all come equally late whatever their line. Of what is held nobody hears anything; it is in memory alone, so that a server
that goes takes it along."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from topsecret.bots.why import Why
from topsecret.kernel.errors import TopSecretError, UnknownAction
from topsecret.kernel.feed import Update
from topsecret.kernel.match import Match
from topsecret.kernel.moves import Move

from . import races
from .errors import TableError
from .seating import Holds, always
from .state import TableState

Confirm = Callable[[], None]
By = Literal["", "bot", "clock"]  # who acts for a seat; empty: whoever sits there


class Timing(Protocol):
    """A game's `timing.py`; it has those of these that it needs."""

    def least_ms(self, options: dict[str, Any], action: Move) -> int: ...
    def is_race(self, action: Move) -> bool: ...
    def closes_at(self, view: dict[str, Any], action: Move) -> int | None: ...
    def is_beginning(self, event: dict[str, Any]) -> bool: ...
    def stands(self, view: dict[str, Any], legal: Sequence[Move]) -> Move | None: ...


@dataclass(eq=False, slots=True)
class Act:
    """What a seat wants to do. `id` is the client's own number for it; a bot has no client."""

    seat: int
    client: str
    id: int
    action: Any
    confirm: Confirm
    at: int  # when it came, or when it is carried out if it is held, by the table's time
    settled: Callable[[Act], None]  # called once, when it was played or refused
    holds: Holds = always  # whether it is still the seat of whoever asked; asked when it is carried out
    by: By = ""
    why: Why = field(default_factory=list)  # of a bot: what it believed and why it does this
    is_held: bool = False
    is_settled: bool = False  # or it was called off
    is_wanted: Callable[[], bool] = always  # whether somebody still waits for it
    problem: Exception | None = None  # what speaks against it
    mark: tuple[int, str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.mark = (self.seat, self.client, self.id)

    def settle(self) -> None:
        """It was played or refused."""
        if not self.is_settled:
            self.is_settled = True
            if isinstance(self.problem, TopSecretError):
                self.problem.forget_where()
            self.settled(self)


class Answer:
    """For whoever waits for an act in a task."""

    def __init__(self) -> None:
        # for whoever waits until it was played; raises what speaks against it
        self.future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def is_wanted(self) -> bool:
        return not self.future.cancelled()

    def settled(self, act: Act) -> None:
        if self.future.done():
            return
        if act.problem is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(act.problem)


class Holding:
    """What is held at one table, by a game's `timing.py`."""

    def __init__(self, timing: Timing | None) -> None:
        self.timing = timing
        self.has_races = hasattr(timing, "is_race")
        self.held: list[Act] = []

    def set_time(self, act: Act, table: TableState, read: Callable[[], Match], lag: int) -> None:
        """When this is carried out, which has just come."""
        if self.timing is not None:
            with suppress(UnknownAction):  # which is refused when its turn has come
                act.action = table.game.actions.read(act.action)
                act.at = self.release(read, act.seat, act.action, act.at, lag, table.time)

    def release(self, read: Callable[[], Match], seat: int, move: Move, now: int, lag: int, since: int) -> int:
        """When this is carried out; raises TableError if it has come too late. What is refused is refused at once, if nothing that
        might happen until its time could help it. `read` gives the match as it can be read, `lag` is that of the seat's line, `since`
        is when the last thing happened."""
        timing = self.timing
        if timing is None:
            return now
        if not (hasattr(timing, "is_race") and timing.is_race(move)):
            if not hasattr(timing, "least_ms"):
                return now
            match = read()
            least = 0 if match.why_not(seat, move) is not None else timing.least_ms(match.options, move)
            return max(now, since + least) if least else now
        match, release = read(), races.release(now, lag)
        if match.why_not(seat, move) is not None and is_refused_at(match, seat, move, release):
            return now
        closes = timing.closes_at(match.view(None), move)
        if closes is not None and closes <= now:
            raise TableError("too_late", "the time for this was over when it came")
        return release

    def hold(self, act: Act) -> None:
        act.is_held = True
        self.held.append(act)

    def is_due(self, now: Callable[[], int]) -> bool:
        return bool(self.held) and any(act.at <= now() for act in self.held)

    def take(self, now: int) -> list[Act]:
        """What is to be carried out by now, in the order of its time."""
        if not self.held:
            return []
        due = sorted((act for act in self.held if act.at <= now), key=lambda act: act.at)
        self.held = [act for act in self.held if act.at > now]
        return due

    def give_up(self, problem: Exception) -> None:
        held, self.held = self.held, []
        for act in held:
            act.problem = problem
            act.settle()


def is_refused_at(match: Match, seat: int, move: Move, at: int) -> bool:
    """Whether it would be refused then, too, if nothing happens until then. What will happen by itself may be a secret: it is not asked."""
    position = match.position
    before, position.now = position.now, at
    try:
        return match.why_not(seat, move) is not None
    finally:
        position.now = before


def begins_a_deal(timing: Timing | None, news: Iterable[Update]) -> bool:
    """Whether what everybody was told is the beginning of a deal."""
    if timing is None or not hasattr(timing, "is_beginning"):
        return False
    steps = (step for update in news if update.viewer is None for step in update.steps)
    return any(timing.is_beginning(event) for step in steps for event in step["events"])
