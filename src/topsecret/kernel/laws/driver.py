"""Plays random games, for every law: interpreted rules on lists that refuse negative indices, outcomes played by hand."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

from ..audience import SPECTATOR
from ..engine import CHANCE_TURN, NEVER
from ..errors import BadOptions
from ..fields import Position, cells, get_cell, set_cell
from ..game import Game
from ..kinds import ChoiceKind, FlagKind, Kind, MaskKind, NumberKind
from ..match import CHANCE, Match
from ..names import Seats
from ..view import Tell
from .report import Case

LONGEST_GAME = 1000
MOST_CASES = 40
GAPS = (0, 50, 600, 600, 600, 4000)  # milliseconds until the next step of a game with time, at most


class Step:
    """Something that happens in a game: an action of a seat, an outcome, or time that passes."""

    __slots__ = ("at", "code", "seat", "sort")

    def __init__(self, sort: str, seat: int = SPECTATOR, code: int = -1, at: int = 0) -> None:
        self.sort = sort  # "action", "chance" or "time"
        self.seat = seat
        self.code = code
        self.at = at

    def words(self, game: Game) -> str:
        if self.sort == "time":
            return f"time {self.at}"
        if self.sort == "chance":
            return f"chance: {game.chance.move(self.code)}"
        return f"seat {self.seat}: {game.actions.move(self.code)}"


# which games to try


def spread(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """Numbers of seats and options to try: the defaults, every value of every option, all toggles together; bounded."""
    counts = sorted({game.seats[0], game.seats[len(game.seats) // 2], game.seats[-1]})
    found: list[tuple[int, dict[str, Any]]] = []
    for turn, options in enumerate(_option_sets(game)):
        rotated = counts[turn % len(counts) :] + counts[: turn % len(counts)]
        if not options:
            found += [(seats, options) for seats in counts]
            continue
        others = [seats for seats in game.seats if seats not in counts]
        fit = (seats for seats in rotated + others if can_begin(game, seats, options))
        found += [(seats, options) for seats in list(fit)[:1]]
    return found[:MOST_CASES]


def _option_sets(game: Game) -> list[dict[str, Any]]:
    sets: list[dict[str, Any]] = [{}]
    toggles = [name for name in game.options if isinstance(game.State.fields[name].kind, FlagKind)]
    for name, default in game.options.items():
        sets += [{name: value} for value in _values(game.State.fields[name].kind) if value != default]
    if 2 <= len(toggles) <= 4:
        combined = [dict(zip(toggles, values)) for values in product((False, True), repeat=len(toggles))]
        sets += [options for options in combined if sum(options[n] != game.options[n] for n in toggles) > 1]
    elif len(toggles) > 4:
        sets.append(dict.fromkeys(toggles, True))
    return sets


def _values(kind: Kind) -> list[Any]:
    if isinstance(kind, ChoiceKind | FlagKind):
        return [kind.json(value) for value in range(kind.low, kind.high + 1)]
    if isinstance(kind, MaskKind):
        return [kind.json((1 << size) - 1) for size in range(kind.high.bit_length() + 1)]
    words = list(kind.words) if isinstance(kind, NumberKind) else []
    return [kind.json(value) for value in dict.fromkeys([kind.low, (kind.low + kind.high) // 2, kind.high, *words])]


def can_begin(game: Game, seats: int, options: dict[str, Any]) -> bool:
    try:
        game.begin(seats, options)
    except BadOptions:
        return False
    return True


# one random game


def seats_in(who: int) -> list[int]:
    return [seat for seat in range(8) if who >> seat & 1] if who != CHANCE_TURN else []


def at_rest(game: Game, state: Position) -> bool:
    """Whether nobody waits for an outcome: only then does anybody look at a match."""
    return game.interpreted.actors(state) != CHANCE_TURN


def listed(game: Game, state: Position, seat: int) -> list[int]:
    return game.interpreted.listed(state, seat)


def allowed(game: Game, state: Position, seat: int) -> list[int]:
    """What is listed and not refused, each once: the same in a game that obeys the law of that."""
    return [
        code for code in dict.fromkeys(listed(game, state, seat)) if game.interpreted.refuse(state, seat, code) == 0
    ]


def some_action(game: Game, state: Position, seat: int, rng: random.Random) -> int | None:
    """A random legal action, mostly weighed as playouts do it, sometimes each alike. What is listed and refused is not taken: only
    the law of that should stumble over it."""
    rules = game.interpreted
    for _ in range(20):
        ways = rules.ways(state, seat)
        if ways > 0 and rng.random() < 0.75:
            code = rules.drawn(state, seat, rng.randrange(ways))
        else:
            count = rules.count(state, seat)
            if count <= 0:
                return None
            code = rules.nth(state, seat, rng.randrange(count))
        if 0 <= code < game.actions.size and rules.refuse(state, seat, code) == 0:
            return int(code)
    return None


def some_step(game: Game, state: Position, rng: random.Random) -> Step | None:
    """What may happen next, at random; None when the game is over or nothing can happen."""
    rules = game.interpreted
    who = rules.actors(state)
    if who == 0:
        return None
    if who == CHANCE_TURN:
        total = rules.total(state)
        return (
            Step("chance", code=int(rules.pick(state, rng.randrange(total))), at=_now(game, state))
            if total > 0
            else None
        )
    acting = seats_in(who)
    rng.shuffle(acting)
    if game.State.timed:
        then = state.now + rng.randrange(rng.choice(GAPS) + 1)
        falls = rules.due(state)
        if falls != NEVER and falls <= then:
            return Step("time", at=max(falls, state.now))
        state = state.copy()
        state.now = then
        code = some_action(game, state, acting[0], rng)
        return Step("time", at=then) if code is None else Step("action", acting[0], code, then)
    for seat in acting:
        code = some_action(game, state, seat, rng)
        if code is not None:
            return Step("action", seat, code)
    return None


def _now(game: Game, state: Position) -> int:
    return state.now if game.State.timed else 0


def carry_out(game: Game, state: Position, step: Step) -> None:
    """Does a step on a bare state."""
    rules = game.interpreted
    if game.State.timed:
        state.now = step.at
    if step.sort == "action":
        rules.apply(state, step.seat, step.code)
    elif step.sort == "chance":
        rules.happen(state, step.code)
    elif rules.due(state) != NEVER and rules.due(state) <= state.now:
        rules.elapse(state)


def enter(match: Match, step: Step) -> None:
    """Does a step in a match, as anybody would."""
    if step.sort == "time":
        match.advance(step.at)
    elif step.sort == "chance":
        match.play(CHANCE, match.game.chance.move(step.code))
    else:
        match.play(step.seat, match.game.actions.move(step.code), step.at if match.game.State.timed else None)


def random_states(case: Case, limit: int = LONGEST_GAME) -> Iterator[tuple[Position, Step | None]]:
    """The states of one random game, each with the step that comes next (None at the end). Keep copies, not the states."""
    state = case.game.begin(case.seats, case.options, strict=True)
    for case.step in range(limit):
        step = some_step(case.game, state, case.rng)
        yield state, step
        if step is None:
            return
        carry_out(case.game, state, step)


def random_match(case: Case, limit: int = LONGEST_GAME) -> Iterator[tuple[Match, Step | None]]:
    """The same as a match, whose outcomes are played by hand."""
    match = case.game.match(case.seats, case.options, chance="manual", strict=True)
    for case.step in range(limit):
        step = some_step(case.game, match.state(), case.rng)
        yield match, step
        if step is None:
            return
        enter(match, step)


def look_here(case: Case, often: int = 12) -> bool:
    """Costly checks are made at each of the first steps, then more and more rarely."""
    return case.rng.random() < often / (case.step + 1)


# viewers and worlds


def viewers(case: Case, most: int = 4) -> list[int]:
    """The spectator and the seats; of many seats some."""
    seats = list(range(case.seats))
    return [SPECTATOR, *(seats if len(seats) < most else sorted(case.rng.sample(seats, most - 1)))]


def as_seat(viewer: int) -> int | None:
    """A viewer as `Match.view` takes it."""
    return None if viewer == SPECTATOR else viewer


def resume(game: Game, state: Position) -> Match:
    """A match that goes on from any position, outcomes played by hand, its log empty."""
    return Match(game, state, "manual", None, None)


def strict_copy(case: Case, world: Position) -> Position:
    """An imagined world on strict lists; rows of seats that nobody has are as the set-up left them."""
    state = case.game.begin(case.seats, case.options, strict=True)
    for name, field in case.game.State.fields.items():
        for index in cells(field, case.seats):
            set_cell(state, name, index, get_cell(world, name, index))
    return state


def used_values(game: Game, state: Position, without: tuple[str, ...] = ()) -> tuple[int, ...]:
    """All cells that a match with so many seats uses: what makes two worlds different."""
    values: list[int] = []
    for name, field in game.State.fields.items():
        if name in without:
            continue
        thing: Any = getattr(state, name)
        sizes = [state.seats if axis is Seats else size for axis, size in zip(field.per, field.shape)]
        if not sizes:
            values.append(thing)
        elif len(sizes) == 1:
            values += thing[: sizes[0]]
        else:
            for row in thing[: sizes[0]]:
                values += row[: sizes[1]]
    return tuple(map(int, values))


def declared_free(game: Game) -> tuple[str, ...]:
    """`FREE` of the state module: fields that hold others' free choices, such as drafts."""
    return tuple(getattr(sys.modules[game.State.__module__], "FREE", ()))


def has_secrets(game: Game) -> bool:
    """Whether anything is hidden for longer than a choice takes."""
    passing = {"now", *declared_free(game)}
    return any(field.to.name != "everyone" for name, field in game.State.fields.items() if name not in passing)


def told_as(game: Game, state: Position, step: Step, viewer: int) -> dict[str, Any] | None:
    """How a viewer is told of an action or outcome itself; None if not at all."""
    book = game.actions if step.sort == "action" else game.chance
    family = book.family(step.code)
    whose = step.seat if step.sort == "action" else getattr(state, family.whose) if family.whose else SPECTATOR
    tell = Tell(family, whose, family.values(step.code), _now(game, state) if game.State.timed else None)
    tell.judge(state)
    return tell.json(viewer)


def possible_outcomes(game: Game, state: Position) -> list[Step]:
    weight = game.interpreted.weight
    now = _now(game, state)
    return [Step("chance", code=code, at=now) for code in range(game.chance.size) if weight(state, code) > 0]
