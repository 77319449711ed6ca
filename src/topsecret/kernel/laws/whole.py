"""Laws of whole games: replay, soundness, the end, views, and both modes of the rules."""

from __future__ import annotations

import json
from typing import Any

from ..audience import SPECTATOR
from ..compiled import Compiled, same
from ..engine import CHANCE_TURN
from ..fields import Position, cells, get_cell
from ..game import Game
from ..kinds import FlagKind, SeatKind, SeatMaskKind
from ..match import Match
from ..view import view as plainly
from ..view import visible_cells
from .driver import LONGEST_GAME, Step, as_seat, enter, look_here, random_match, random_states, seats_in, some_step
from .report import Case, law

END_WITHIN = 20_000  # steps


@law("replay")
def replay_equals_live(case: Case) -> None:
    """A match that is saved and loaded, at any time, undo included, has the same positions, events and result."""
    by_hand = case.rng.random() < 0.5
    match = case.game.match(
        case.seats, case.options, None if by_hand else case.seed, chance="manual" if by_hand else "fair", strict=True
    )
    saves = {case.rng.randrange(100) for _ in range(2)}
    for case.step in range(LONGEST_GAME):
        step = some_step(case.game, match.state(), case.rng)
        if step is None:
            break
        enter(match, step)
        if step.sort == "action" and case.rng.random() < 0.15:
            undo_at_random(case, match)
        if case.step in saves:
            expect_same_match(case, match)
    expect_same_match(case, match)
    case.report.note("steps", case.step)


def undo_at_random(case: Case, match: Match) -> None:
    for seat in range(match.seats):
        if match.can_undo(seat):
            match.undo(seat)
            case.report.note("undone", 1)
            return


def expect_same_match(case: Case, match: Match) -> None:
    """Loading what was saved gives the same match."""
    case.tried()
    document = match.dumps()
    again = case.game.load(document)  # raises BadFile, naming the line, if the log does not reproduce its hashes
    for what, live, replayed in (
        ("the saved document", document, again.dumps()),
        ("the position", match.truth(), again.truth()),
        ("the result", match.result, again.result),
        ("the actors", match.actors, again.actors),
    ):
        if live != replayed:
            case.broken(f"{what} is another one after a replay: {replayed!r:.200}, live {live!r:.200}")
    for viewer in range(SPECTATOR, match.seats):
        seat = as_seat(viewer)
        if match.events(seat) != again.events(seat):
            case.broken("other events after a replay", viewer)


@law("sound")
def components_are_conserved(case: Case) -> None:
    """Nothing is lost or doubled (`unsound`), every cell is within its declared range, rows of seats that nobody has stay as they were."""
    unused = None
    for state, _ in random_states(case):
        case.tried()
        flaw = case.game.interpreted.unsound(state)
        if flaw:
            case.broken(f"the position is unsound: {list(case.game.Flaw)[flaw].name}")
        field = out_of_range(case.game, state)
        if field:
            case.broken(field, field=field.split(" ")[0])
        idle = idle_cells(case.game, state)
        if unused is not None and idle != unused:
            changed = [cell for cell in idle if idle[cell] != unused[cell]]
            case.broken(f"{changed[0]} belongs to a seat that nobody has, and changed", field=changed[0])
        unused = idle


def out_of_range(game: Game, state: Position) -> str:
    """The first cell that holds what its field cannot hold, in words; empty if there is none."""
    for name, field in game.State.fields.items():
        low, high = field.kind.low, field.kind.high
        if isinstance(field.kind, SeatKind):
            high = state.seats - 1
        elif isinstance(field.kind, SeatMaskKind):
            high = (1 << state.seats) - 1
        elif isinstance(field.kind, FlagKind):
            low, high = 0, 1
        for index in cells(field, state.seats):
            value = get_cell(state, name, index)
            if not isinstance(value, int) or not low <= value <= high:
                return f"{name}{list(index) or ''} holds {value!r}, expected {low} to {high}"
    return ""


def idle_cells(game: Game, state: Position) -> dict[str, int]:
    """The cells in rows of seats that nobody has."""
    most = game.State.seat_range[1]
    if state.seats == most:
        return {}
    found: dict[str, int] = {}
    for name, field in game.State.fields.items():
        idle = set(cells(field, most)) - set(cells(field, state.seats))
        found |= {f"{name}{list(index)}": get_cell(state, name, index) for index in sorted(idle)}
    return found


@law("ends")
def random_games_end(case: Case) -> None:
    """Every random game is over after a bounded number of steps, with a winner's set and a reason."""
    last = None
    for state, step in random_states(case, END_WITHIN):
        last = state if step is None else None
    case.tried()
    if last is None:
        case.broken(f"not over after {END_WITHIN} steps")
        return
    case.report.note("steps", case.step)
    rules = case.game.interpreted
    if rules.actors(last) != 0:
        case.broken("nothing can happen, but the game is not over")
    winners, reason = rules.winners(last), rules.ending(last)
    if not 0 <= winners < 1 << case.seats:
        case.broken(f"winners are {winners:b} as bits, there are {case.seats} seats")
    if reason not in list(case.game.Ending):
        case.broken(f"it ended by {reason}, which is no Ending")


@law("views")
def views_are_plain_and_steady(case: Case) -> None:
    """A view is plain JSON, the same each time; a spectator sees no cell that a seat does not see (rules of audience apart)."""
    fixed = {name for name, field in case.game.State.fields.items() if field.to.predicate is None}
    for match, step in random_match(case):
        if step is not None and not look_here(case):
            continue
        state = match.state()
        for viewer in range(SPECTATOR, case.seats):
            case.tried()
            seat = as_seat(viewer)
            shown = match.view(seat)
            for what, thing, again in (
                ("view", shown, match.view(seat)),
                ("view", shown, shown | plainly(state, viewer)),  # a match remembers audiences: judge them again
                ("events", match.events(seat), match.events(seat)),
            ):
                if json.dumps(thing) != json.dumps(again):
                    case.broken(f"the {what} is another one when asked for twice", viewer)
                if json.loads(json.dumps(thing)) != thing:
                    case.broken(f"the {what} is not plain JSON", viewer)
            if viewer != SPECTATOR:
                more = {
                    cell for cell in visible_cells(state, SPECTATOR) - visible_cells(state, viewer) if cell[0] in fixed
                }
                if more:
                    case.broken(f"a spectator sees {sorted(more)[0]}, this seat does not", viewer, sorted(more)[0][0])


@law("modes")
def interpreted_equals_compiled(case: Case) -> None:
    """Compiled rules, with bounds checks, do at every step exactly what interpreted rules do on lists that refuse negative indices."""
    compiled = case.game.compiled(checked=True)
    if compiled is None:
        found = case.game._compiled[True]
        case.report.skipped = f"no compiled rules: {found}"
        return
    Twins(case, compiled).play()


class Twins:
    """The same game in both modes."""

    def __init__(self, case: Case, compiled: Compiled) -> None:
        self.case = case
        self.game = case.game
        self.compiled = compiled
        self.why = compiled.np.zeros(case.game.actions.size, dtype=compiled.np.int64)

    def play(self) -> None:
        blank = self.game.State.blank(self.case.seats)
        array: Any = None
        for state, step in random_states(self.case):
            if array is None:
                for name in self.game.options:
                    setattr(blank, name, getattr(state, name))
                array = self.compiled.pack(blank)
                self.compiled.start(array)
            self.case.tried()
            differs = (
                None if self.compiled.unpack(array).values() == state.values() else same(self.compiled, array, state)
            )
            if differs:
                self.case.broken(differs, field=differs.split(":")[0])
                return
            self.compare("actors", self.game.interpreted.actors(state), self.compiled.who(array))
            if look_here(self.case, 40) or step is None:
                self.compare_answers(state, array)
            if step is not None:
                self.carry_out(array, step)

    def carry_out(self, array: Any, step: Step) -> None:
        if self.game.State.timed:
            array[0]["now"] = step.at
        if step.sort == "action":
            self.compiled.play(array, step.seat, step.code)
        elif step.sort == "chance":
            self.compiled.chance_happen(array, step.code)
        elif 0 <= self.compiled.falls_due(array) <= step.at:
            self.compiled.let_elapse(array)

    def compare(self, what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            self.case.broken(f"{what}: interpreted {ours}, compiled {theirs}", field=what)

    def compare_answers(self, state: Position, array: Any) -> None:
        """Everything that rules say about one position."""
        rules, compiled, rng = self.game.interpreted, self.compiled, self.case.rng
        who = rules.actors(state)
        if self.game.State.timed:
            self.compare("due", rules.due(state), compiled.falls_due(array))
        for seat in seats_in(who):
            compiled.refusals(array, seat, self.why)
            ours = [int(rules.refuse(state, seat, code)) for code in range(self.game.actions.size)]
            for code, (one, other) in enumerate(zip(ours, self.why.tolist())):
                self.compare(f"refusal of {self.game.actions.move(code)}", one, other)
            count, ways = rules.count(state, seat), rules.ways(state, seat)
            self.compare("count", count, compiled.how_many(array, seat))
            self.compare("ways", ways, compiled.how_many_ways(array, seat))
            for k in {rng.randrange(count) for _ in range(4)} if count > 0 else ():
                self.compare(f"nth {k}", rules.nth(state, seat, k), compiled.the_nth(array, seat, k))
            for k in {rng.randrange(ways) for _ in range(4)} if ways > 0 else ():
                self.compare(f"drawn {k}", rules.drawn(state, seat, k), compiled.the_drawn(array, seat, k))
        if who == CHANCE_TURN:
            total = rules.total(state)
            self.compare("total", total, compiled.chance_total(array))
            for code in range(self.game.chance.size):
                self.compare(f"weight of {code}", rules.weight(state, code), compiled.chance_weight(array, code))
            for k in {rng.randrange(total) for _ in range(4)} if total > 0 else ():
                self.compare(f"pick {k}", rules.pick(state, k), compiled.chance_pick(array, k))
        if who == 0:
            self.compare("winners", rules.winners(state), compiled.who_won(array))
            for seat in range(self.case.seats):
                self.compare(f"score of {seat}", rules.score(state, seat), compiled.what_scored(array, seat))
