"""What an action would bring about, as far as its seat may know.

The rules run on a sketch of the position: a state made from the seat's own view, in which everything else is HIDDEN. They never
see the true one, so a preview, its refusal and its stop cannot depend on a secret. The run goes on until it meets something that
is not this seat's to know or to decide, and says what that is (`stops_at`):

- `{"why": "outcome", "family": "roll"}`: chance comes next;
- `{"why": "secret", "field": "piece"}`: what follows depends on a hidden cell;
- `{"why": "answer", "seats": [1]}`: others decide next (whether or not this seat does too);
- None: this seat decides next, alone, or the match is over.

`events` are what the seat would be told, in order, up to the stop; they are exact even where the stop is in the middle of an
action. `changes` are the fields of the seat's view that would be different after the last action that is through: an action that
stops in the middle changes nothing yet. Both are counted from the present view.

In a game with time the action is done at the moment of asking, and the events do not say when: a clock that is read between
two things that fall due unseen could tell of them.

An asker may name an assumption that the game declares (`assumptions.py`). Then `if` holds the same three once more, under that
assumption: the events that follow those before, and the changes from the present view. Where it stops at an outcome that the
assumption looks beyond, `whatever` holds the events that come later whatever the outcome is. `if` is None where nothing is left
to assume, or where the seat can see that the assumption does not hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from .audience import SPECTATOR
from .engine import CHANCE_TURN
from .errors import NotYourTurn, UnknownAssumption, shorten
from .fields import Position, cells, get_cell, set_cell
from .game import HIDDEN, Hidden, Untold
from .moves import Family, Move
from .view import Tell, shown

if TYPE_CHECKING:
    from .game import Game

MOST_ASSUMED = 64  # decisions in one preview
BEYOND = 2  # outcomes, one after the other, that it looks beyond

Preview = dict[str, Any]  # {"events", "changes", "stops_at", "unfinished", "if"}


class Assumption(NamedTuple):
    """Something that an asker may take for granted. A game says what it needs of these:

    - `answer(state)`: the decision that is assumed next, as seat and text, or None if none is;
    - `fill(state, seat)`: writes into hidden cells what they are assumed to hold, before anything happens;
    - `carry_on(state, seat, move)`: this action has stopped in the middle at a secret: goes on as if it were known, and says
      whether it did;
    - `unless`: once an event like this is told, the assumption has failed;
    - `beyond`: the families of outcomes that it looks beyond, for what comes whatever they are.
    """

    answer: Callable[[Any], tuple[int, str] | None] = lambda state: None
    fill: Callable[[Any, int], None] = lambda state, seat: None
    carry_on: Callable[[Any, int, Move], bool] = lambda state, seat, move: False
    unless: dict[str, Any] = {}
    beyond: tuple[str, ...] = ()

    def fails_by(self, events: list[dict[str, Any]]) -> bool:
        return bool(self.unless) and any(self.unless.items() <= event.items() for event in events)


class DoesNotHold(Exception):
    """The seat can see that an assumption is wrong."""


def preview(game: Game, view: dict[str, Any], action: Any, assume: str | None = None, at: int = 0) -> Preview:
    """What an action of the viewer would bring about. Raises what playing it would raise, judged on the view alone."""
    seat = view["viewer"]
    if seat is None:
        raise NotYourTurn("a spectator", view["actors"])
    assumption = find_assumption(game, assume)
    move = game.actions.read(action)
    sketch = sketched(game, view, at)
    refused = refuse(game, view, sketch, move)
    plain = Course(game, view, sketch.copy())
    plain.take(seat, move)
    found = plain.found()
    return found | {"unfinished": refused, "if": assumed(game, view, sketch, move, assumption, found)}


def find_assumption(game: Game, assume: Any) -> Assumption | None:
    if assume is None:
        return None
    if not isinstance(assume, str) or assume not in game.assumptions:
        raise UnknownAssumption(shorten(assume), tuple(game.assumptions))
    found: Assumption = game.assumptions[assume]
    return found


def sketched(game: Game, view: dict[str, Any], at: int) -> Position:
    """What the view shows; each hidden cell knows the name of its field."""
    sketch = game.sketch(view, at)
    for name, field in game.State.fields.items():
        hidden = Hidden(name)
        for index in cells(field, sketch.seats):
            if get_cell(sketch, name, index) is HIDDEN:
                set_cell(sketch, name, index, hidden)
    return sketch


def refuse(game: Game, view: dict[str, Any], sketch: Position, move: Move) -> dict[str, Any] | None:
    """Raises if the action is not allowed, as far as the viewer can see. Not allowed only because it is not complete yet: says so."""
    seat, actors = view["viewer"], view["actors"]
    family = game.actions.family(move.code)
    if not actors or (seat not in actors and not (family.aside and actors != ["chance"])):
        raise NotYourTurn(f"seat {seat}", actors)
    try:
        why = game.interpreted.refuse(sketch, seat, move.code)
    except Untold:  # the run will stop there, too
        return None
    if not why:
        return None
    reason = game.Refusal.of(why)
    if reason.name == family.unfinished:
        return {"code": reason.name.lower(), "rule": reason.rule}
    try:
        legal = [str(game.actions.move(code)) for code in game.interpreted.listed(sketch, seat)]
    except Untold:
        legal = []
    raise game.illegal(sketch, move, why, legal)


def assumed(
    game: Game,
    view: dict[str, Any],
    sketch: Position,
    move: Move,
    assumption: Assumption | None,
    plain: dict[str, Any],
) -> dict[str, Any] | None:
    """How it goes on under an assumption, after what would happen anyhow."""
    if assumption is None:
        return None
    seat, course = view["viewer"], Course(game, view, sketch.copy())
    assumption.fill(course.state, seat)
    try:
        if course.take(seat, move, assumption):
            course.go_on(assumption)
    except DoesNotHold:
        return None
    found = course.found()
    certain = course.whatever_comes(assumption, BEYOND)
    if found == plain and not certain:
        return None
    return found | {"events": found["events"][len(plain["events"]) :], "whatever": certain}


class Course:
    """How things would go from a sketch on, as one seat is told of it."""

    def __init__(self, game: Game, view: dict[str, Any], state: Position) -> None:
        self.game = game
        self.view = view
        self.seat: int = view["viewer"]
        self.state = state
        self.through = state  # as it is after the last action that is through
        self.events: list[dict[str, Any]] = []
        self.secret: str | None = None  # the hidden field that it has stopped at

    def take(self, seat: int, move: Move, assumption: Assumption | None = None) -> bool:
        """Carries an action out; False if it stops in the middle."""
        self.through = self.state.copy()
        try:
            self._carry_out(seat, move, assumption)
        except Untold as stop:
            self.secret = stop.field
            return False
        self.through = self.state
        return True

    def _carry_out(self, seat: int, move: Move, assumption: Assumption | None) -> None:
        family = self.game.actions.family(move.code)
        self.state._told = self._hear
        try:
            self._tell(family, seat, family.values(move.code))
            self.game.interpreted.apply(self.state, seat, move.code)
        except Untold:
            self.state._told = self._hear
            if assumption is None or not assumption.carry_on(self.state, seat, move):
                raise
        finally:
            self.state._told = None

    def go_on(self, assumption: Assumption) -> None:
        """Further decisions, as they are assumed. Raises DoesNotHold."""
        for _ in range(MOST_ASSUMED):
            try:
                decided = assumption.answer(self.state)
            except Untold as stop:
                self.secret = stop.field
                return
            if decided is None:
                return
            seat, move = decided[0], self.game.actions.read(decided[1])
            if self._is_refused(seat, move):
                raise DoesNotHold
            if not self.take(seat, move, assumption):
                return

    def whatever_comes(self, assumption: Assumption, outcomes: int) -> list[dict[str, Any]]:
        """What the seat would be told after this, whatever the next outcomes are; nothing if it has not stopped at one that the assumption
        looks beyond."""
        if (
            self.secret is not None
            or self._spelled("actors") != ["chance"]
            or self._next_outcome() not in assumption.beyond
        ):
            return []
        futures = [self._future(code, assumption, outcomes) for code in self._possible_outcomes()] if outcomes else []
        first, *others = futures or [[]]
        return [event for event in first if all(event in other for other in others)]

    def _possible_outcomes(self) -> list[int]:
        """As far as this seat can see."""
        found = []
        for code in range(self.game.chance.size):
            try:
                if self.game.interpreted.weight(self.state, code) > 0:
                    found.append(code)
            except Untold:
                found.append(code)
        return found

    def _future(self, code: int, assumption: Assumption, outcomes: int) -> list[dict[str, Any]]:
        """What the seat would be told after this outcome."""
        course = Course(self.game, self.view, self.state.copy())
        try:
            course._happen(code)
            course.go_on(assumption)
        except (Untold, DoesNotHold):
            return course.events
        return course.events + course.whatever_comes(assumption, outcomes - 1)

    def _happen(self, code: int) -> None:
        family = self.game.chance.family(code)
        self.state._told = self._hear
        try:
            whose = getattr(self.state, family.whose) if family.whose else SPECTATOR
            self._tell(family, whose, family.values(code))
            self.game.interpreted.happen(self.state, code)
        finally:
            self.state._told = None
        self.through = self.state

    def _is_refused(self, seat: int, move: Move) -> bool:
        try:
            return bool(self.game.interpreted.refuse(self.state, seat, move.code))
        except Untold:  # for all that this seat can see it is allowed
            return False

    # what the seat would be told

    def _hear(self, told: tuple[Family, tuple[Any, ...]]) -> None:
        """What `emit` calls."""
        family, params = told
        self._tell(family, params[0] if family.names_seat else SPECTATOR, tuple(params))

    def _tell(self, family: Family, seat: Any, values: tuple[Any, ...]) -> None:
        known: Any = tuple(value if isinstance(value, Hidden) else int(value) for value in values)
        tell = Tell(family, int(seat), known, None)
        tell.judge(self.state, (self.seat,))
        event = tell.json(self.seat)
        if event is None:
            return
        for value in event.values():
            if isinstance(value, Hidden):
                raise Untold(value.field)
        self.events.append(event)

    # what would be different

    def found(self) -> dict[str, Any]:
        changes, unknown = self._changes()
        return {"events": self.events, "changes": changes, "stops_at": self._stop(unknown)}

    def _changes(self) -> tuple[dict[str, Any], str | None]:
        """The fields that would be different, and one that would be shown and is not known."""
        changes: dict[str, Any] = {}
        unknown = None
        for name in ("actors", *self.game.State.fields, "result"):
            try:
                spelled = self._spelled(name)
            except Untold as stop:
                unknown = unknown or stop.field
                continue
            if spelled != self.view[name]:
                changes[name] = spelled
        return changes, unknown

    def _spelled(self, name: str) -> Any:
        if name == "actors":
            who = int(self.game.interpreted.actors(self.through))
            return ["chance"] if who == CHANCE_TURN else [seat for seat in range(self.through.seats) if who >> seat & 1]
        return self.game.result(self.through) if name == "result" else shown(self.through, self.seat, name)

    def _stop(self, unknown: str | None) -> dict[str, Any] | None:
        if self.secret is not None or unknown is not None:
            return {"why": "secret", "field": unknown if self.secret is None else self.secret}
        actors = self._spelled("actors")
        if actors == ["chance"]:
            return {"why": "outcome", "family": self._next_outcome()}
        others = [seat for seat in actors if seat != self.seat]
        return {"why": "answer", "seats": others} if others else None

    def _next_outcome(self) -> str:
        """The family of what comes by chance; empty if that is a secret, too."""
        families = [
            family for family in self.game.chance.families if not family.when or self.state.phase in family.when
        ]
        if len(families) == 1:
            return families[0].name
        try:
            first = self.game.interpreted.pick(self.state, 0)
        except Untold:
            return ""
        return self.game.chance.family(first).name
