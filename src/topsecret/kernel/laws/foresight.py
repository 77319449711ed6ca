"""Laws of previews and of help: asking tells nothing, and what was foretold comes true."""

from __future__ import annotations

import json
from typing import Any

from ..errors import ActionError
from ..fields import Position
from ..game import Game
from ..match import Match
from ..preview import BEYOND, MOST_ASSUMED, Assumption
from .driver import (
    Step,
    as_seat,
    at_rest,
    enter,
    look_here,
    possible_outcomes,
    random_match,
    resume,
    seats_in,
    some_action,
)
from .report import Case, Report, law
from .secrecy import Pair, answer, first_difference, pairs

ACTIONS_ASKED = 3  # of each seat in each pair of worlds: one that is not likely to be allowed among them
TRIES_TO_JUDGE = 30


@law("preview")
def previews_are_the_same_in_all_worlds(case: Case) -> None:
    """A preview, its refusal, its stop and its size are the same in all worlds that a seat cannot tell apart."""
    if not case.game.can_imagine:
        case.report.skipped = "the game has no imagine"
        return
    for pair in pairs(case):
        seat = as_seat(pair.viewer)
        if seat is None or not at_rest(case.game, pair.ours):
            continue
        ours, theirs = resume(case.game, pair.ours), resume(case.game, pair.theirs)
        for code in codes_to_ask(pair, seat):
            for assume in (None, *case.game.assumptions):
                case.tried()
                one, other = asked(ours, seat, code, assume), asked(theirs, seat, code, assume)
                if json.dumps(one) != json.dumps(other):
                    words = f"{case.game.actions.move(code)} (assume {assume}): {first_difference(one, other)}"
                    case.broken(f"a preview is another one in another world: {words}", seat)


def codes_to_ask(pair: Pair, seat: int) -> list[int]:
    """Some actions that are allowed, if it is this seat's turn, and one of any sort."""
    codes = [pair.rng.choice(pair.codes)]
    if seat in seats_in(pair.game.interpreted.actors(pair.ours)):
        likely = [some_action(pair.game, pair.ours, seat, pair.rng) for _ in range(ACTIONS_ASKED - 1)]
        codes += [code for code in likely if code is not None]
    return codes


def asked(match: Match, seat: int, code: int, assume: str | None) -> Any:
    """A preview, or the words of its refusal."""
    found: list[Any] = []
    words = answer(lambda: found.append(match.preview(seat, match.game.actions.move(code), assume)))
    return found or words


@law("help")
def help_is_the_same_in_all_worlds(case: Case) -> None:
    """Help beyond the view, and its refusal, are the same in all worlds that a seat cannot tell apart."""
    if not case.game.can_imagine or not case.game.topics:
        case.report.skipped = "the game has no help" if case.game.can_imagine else "the game has no imagine"
        return
    for pair in pairs(case):
        seat = as_seat(pair.viewer)
        if seat is None or not at_rest(case.game, pair.ours):
            continue
        ours, theirs = resume(case.game, pair.ours), resume(case.game, pair.theirs)
        for topic in case.game.topics:
            about = pair.rng.choice(case.game.topics[topic].about(ours.view(seat)) or ("",))
            case.tried()
            one, other = helped(ours, pair, topic, about), helped(theirs, pair, topic, about)
            if json.dumps(one) != json.dumps(other):
                words = f"{topic} {about}: {first_difference(one, other)}"
                case.broken(f"help is another one in another world: {words}", seat)


def helped(match: Match, pair: Pair, topic: str, about: str) -> Any:
    """What a topic says, or the words of its refusal."""
    found: list[Any] = []
    view = match.view(as_seat(pair.viewer))
    words = answer(lambda: found.append(match.game.help(view, pair.seen, topic, about)))
    return found or words


@law("fulfilled")
def what_was_foretold_comes_true(case: Case) -> None:
    """Playing an action tells exactly what its preview told, up to the stop; under an assumption as long as that holds."""
    for match, step in random_match(case):
        if step is not None and step.sort == "action" and look_here(case, 6):
            for assume in (None, *case.game.assumptions):
                case.tried()
                Prophecy(case, match.state(), step, assume).check()


@what_was_foretold_comes_true.concluding
def assumptions_held_at_times(game: Game, report: Report) -> str | None:
    """What never came to pass was never compared."""
    for assume in game.assumptions:
        held = report.figures.get(assume, [])
        if len(held) >= TRIES_TO_JUDGE and not any(held):
            return f"the assumption {assume!r} never held in {len(held)} tries"
    return None


class Prophecy:
    """One action: its preview beside what comes of it."""

    def __init__(self, case: Case, state: Position, step: Step, assume: str | None) -> None:
        self.case = case
        self.game = case.game
        self.seat = step.seat
        self.words = f"{step.words(case.game)} (assume {assume})"
        self.assume = assume
        self.match = resume(case.game, state)
        if case.game.State.timed:
            self.match.advance(step.at)  # a preview is of an action that is done at once
        self.found = self.match.preview(step.seat, case.game.actions.move(step.code), assume)
        self.view = self.match.view(step.seat)
        self.views: list[dict[str, Any]] = []  # after each action
        self.enter(step)

    def enter(self, step: Step) -> None:
        enter(self.match, step)
        self.views.append(self.match.view(self.seat))

    @property
    def told(self) -> list[dict[str, Any]]:
        """What the seat has heard; a preview does not say when."""
        return [{key: value for key, value in event.items() if key != "at"} for event in self.match.seen(self.seat)]

    def check(self) -> None:
        if self.found["unfinished"]:
            self.fail("an action that can be played is said to be unfinished")
        self.compare(self.found["events"], self.found["changes"], self.found["stops_at"])
        ahead = self.found["if"]
        if self.assume is None or ahead is None:
            return
        held = self.go_on(self.game.assumptions[self.assume])
        self.case.report.note(self.assume, held)
        if held:
            self.compare(self.found["events"] + ahead["events"], ahead["changes"], ahead["stops_at"])
            self.look_beyond(ahead["whatever"], self.game.assumptions[self.assume])

    def go_on(self, assumption: Assumption) -> bool:
        """Plays what is assumed; whether the assumption holds."""
        for _ in range(MOST_ASSUMED):
            decided = assumption.answer(self.match.state())
            if decided is None:
                break
            seat, move = decided[0], self.game.actions.read(decided[1])
            try:
                self.enter(Step("action", seat, move.code))
            except ActionError:
                return False
        return not assumption.fails_by(self.told)

    def look_beyond(self, certain: list[dict[str, Any]], assumption: Assumption) -> None:
        """What comes whatever the outcome is comes after the one that is drawn here, in this order."""
        told = len(self.told)
        if not certain:
            return
        for _ in range(BEYOND):
            outcomes = possible_outcomes(self.game, self.match.state())
            if at_rest(self.game, self.match.state()) or not outcomes:
                break
            if self.game.chance.family(outcomes[0].code).name not in assumption.beyond:
                break
            enter(self.match, self.case.rng.choice(outcomes))
            if not self.go_on(assumption):
                return
        came = iter(self.told[told:])
        self.case.report.note(f"{self.assume} whatever", True)
        if not all(any(event == one for one in came) for event in certain):
            self.fail(f"not whatever comes: {certain} is not in {self.told[told:]}")

    def compare(self, events: list[dict[str, Any]], changes: dict[str, Any], stop: dict[str, Any] | None) -> None:
        through = stop is None or stop["why"] != "secret"
        told = self.told if through else self.told[: len(events)]
        if json.dumps(told) != json.dumps(events):
            self.fail(f"other events: {first_difference({'events': told}, {'events': events})}")
        elif through and (self.view | changes) != self.views[-1]:
            differ = [name for name, value in self.views[-1].items() if value != (self.view | changes)[name]]
            self.fail(f"other changes: {', '.join(differ)}", differ[0])
        elif not any(all(view[name] == value for name, value in changes.items()) for view in self.views):
            self.fail(f"changes that never come: {', '.join(changes)}")

    def fail(self, words: str, field: str = "") -> None:
        self.case.broken(f"{self.words} was foretold wrongly: {words}", self.seat, field)
