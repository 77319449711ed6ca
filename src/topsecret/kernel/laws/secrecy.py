"""The law that matters most: what a viewer may not know makes no difference to anything this viewer gets.

Take a position and a viewer. `imagine` another world that this viewer cannot tell from the true one. Go on in both with the
same visible play: the viewer's own actions are the same; what others do, and what chance brings, is told to the viewer in the
same words, but may differ in what is not told. Nothing that the viewer gets may differ, unless this very step was declared to
show something.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator, Sequence
from typing import Any

from ..errors import ActionError, shorten
from ..feed import Feed
from ..fields import Position
from ..game import Game, shown_to
from ..match import Match
from ..view import Tell
from .driver import (
    GAPS,
    LONGEST_GAME,
    Step,
    allowed,
    as_seat,
    at_rest,
    carry_out,
    enter,
    has_secrets,
    possible_outcomes,
    random_match,
    resume,
    seats_in,
    some_action,
    some_step,
    strict_copy,
    told_as,
    used_values,
    viewers,
)
from .report import Case, Report, law

DEEP = 12  # a pair of worlds is followed for so many steps
SHALLOW = 5  # fewer, though the game went on, is too little to say anything
CANDIDATES = 10
MOST_CODES = 400
OTHER_HIDDEN_CHOICE = 0.4
PAIRS_TO_JUDGE = 10


@law("secrecy")
def secrets_make_no_difference(case: Case) -> None:
    """Two worlds that a viewer cannot tell apart give this viewer the same bytes, now and after the same visible play."""
    if not case.game.can_imagine:
        case.report.skipped = "the game has no imagine"
        return
    for pair in pairs(case):
        case.tried()
        pair.follow()
        case.report.note("depth", pair.depth)
        case.report.note("short", pair.is_short())
        case.report.note("different", pair.different)


@secrets_make_no_difference.concluding
def judge_depth(game: Game, report: Report) -> str | None:
    """Pairs that part at once, or that were never different, prove nothing."""
    if report.tried < PAIRS_TO_JUDGE or not has_secrets(game):
        return None
    if statistics.median(report.figures["short"]) > 0:
        return (
            f"small depth: most pairs of worlds could be followed for less than {SHALLOW} steps though the game went on"
        )
    if not any(report.figures["different"]):
        return "no imagined world ever differed from the truth, though the game has secrets"
    return None


@law("undo")
def undo_teaches_nothing(case: Case) -> None:
    """What showed anybody a secret cannot be taken back; what can be taken back leaves the very position that was before."""
    if not case.game.can_imagine:
        case.report.skipped = "the game has no imagine"
        return
    undone = 0
    for match, step in random_match(case):
        if step is not None and step.sort == "action" and case.rng.random() < 0.3 and undone < 20:
            undone += take_back(case, match.state(), step)
    case.report.note("undone", undone)
    for pair in pairs(case, undo=True):
        case.tried()
        pair.follow()


def take_back(case: Case, before: Position, step: Step) -> bool:
    """Plays one step and takes it back, if that is allowed."""
    match = resume(case.game, before)
    enter(match, step)
    if not at_rest(case.game, match.state()) or not match.can_undo(step.seat):
        return False
    case.tried()
    now = match.now
    match.undo(step.seat)
    after = match.state()
    if case.game.State.timed:
        after.now = before.now = now
    if after.values() != before.values():
        case.broken(f"taking back {step.words(case.game)} does not lead back to where it was")
    return True


def pairs(case: Case, undo: bool = False) -> Iterator[Pair]:
    """At the start and at some places of a random game: the truth beside another world, for each viewer."""
    length = sum(step is not None for _, step in random_match(case.beside("walk")))
    walk, looks = case.beside("walk"), case.beside("looks")
    cuts = {0, *(looks.rng.randrange(length + 1) for _ in range(3))}
    for match, _ in random_match(walk):
        looks.step = walk.step
        state = match.state()
        if walk.step in cuts and at_rest(case.game, state):
            for viewer in viewers(looks):
                seat = as_seat(viewer)
                seen = match.events(seat)
                world, _ = case.game.imagine(match.view(seat), seen, looks.rng, match.now)
                yield Pair(looks, viewer, state, strict_copy(case, world), undo, seen)
        elif walk.step == 0:
            for viewer in viewers(looks):
                yield Pair(looks, viewer, state, state, undo)
        elif walk.step in cuts:
            cuts.add(walk.step + 1)


class Pair:
    """Two worlds that one viewer should not be able to tell apart: ours is the true one."""

    def __init__(
        self, case: Case, viewer: int, ours: Position, theirs: Position, undo: bool, seen: Sequence[dict[str, Any]] = ()
    ) -> None:
        self.case = case
        self.game = case.game
        self.rng = case.rng
        self.viewer = viewer
        self.ours = ours.copy()
        self.theirs = theirs.copy()
        self.undo = undo
        self.seen = seen  # by the viewer, in both
        self.depth = 0
        self.ended = False
        self.different = 0
        book = self.game.actions
        every = range(book.size)
        self.codes = every if book.size <= MOST_CODES else sorted(self.rng.sample(every, MOST_CODES))
        self.spoken = self.rng.sample(self.codes, min(2, len(self.codes)))

    # following both worlds

    def follow(self) -> None:
        """Goes on in both until they part, the game ends, or it is deep enough."""
        if at_rest(self.game, self.ours):
            self.note_difference()
            found = self.difference(resume(self.game, self.ours), resume(self.game, self.theirs))
            if found:
                self.leak(f"at once: {found}")
                return
        while self.depth < DEEP:
            if self.game.interpreted.actors(self.ours) == 0:
                self.ended = True
                return
            if not any(self.attempt(ours, theirs) for ours, theirs in self.candidates()):
                return
            self.depth += 1
            self.note_difference()

    def note_difference(self) -> None:
        if used_values(self.game, self.ours) != used_values(self.game, self.theirs):
            self.different = 1

    def is_short(self) -> bool:
        """Whether the pair parted early although the game had more to come."""
        if self.ended or self.depth >= SHALLOW:
            return False
        state = self.ours.copy()
        to_go = 0
        for _ in range(LONGEST_GAME):
            if to_go > SHALLOW - self.depth:
                return True
            step = some_step(self.game, state, self.rng)
            if step is None:
                return False
            to_go += step.sort != "chance"
            carry_out(self.game, state, step)
        return True

    def attempt(self, our_step: Step | None, their_step: Step | None) -> bool:
        """Takes one step in both worlds. False if the worlds part by it, as they may; a leak is reported and ends the pair."""
        ours, theirs = resume(self.game, self.ours), resume(self.game, self.theirs)
        our_feed, their_feed = (Feed(match, [as_seat(self.viewer)]) for match in (ours, theirs))
        if our_step is not None and their_step is not None:
            enter(ours, our_step)
            enter(theirs, their_step)
        agreed = self.settle_together(ours, theirs)
        if agreed is None:
            return False
        found = agreed or self.difference(ours, theirs) or self.other_steps(our_feed, their_feed)
        if found:
            done = self.words(our_step, their_step)
            self.expect_no_undo(ours, theirs, our_step, found)
            if not (self.showed(ours, self.ours) or self.showed(theirs, self.theirs)):
                self.leak(f"after {done}: {found}")
            return False
        if our_step is not None and our_step.sort == "action" and self.rng.random() < 0.2:
            self.take_back_in_both(ours, theirs, our_step.seat)
        self.ours, self.theirs = ours.state(), theirs.state()
        return True

    def words(self, ours: Step | None, theirs: Step | None) -> str:
        if ours is None or theirs is None:
            return "an outcome"
        same = ours.code == theirs.code
        return ours.words(self.game) + (
            "" if same else f" (in the other world {theirs.words(self.game)}, told to the viewer alike)"
        )

    def leak(self, words: str) -> None:
        if not self.undo:
            self.case.broken(words, self.viewer, words.split(": ")[-1].split(" ")[0])

    # what happens in both worlds

    def candidates(self) -> Iterator[tuple[Step | None, Step | None]]:
        """Steps to try in both worlds, told to the viewer alike."""
        if not at_rest(self.game, self.ours):
            yield from ((None, None) for _ in range(CANDIDATES))
            return
        timed = self.game.State.timed
        acting = seats_in(self.game.interpreted.actors(self.ours))
        for _ in range(CANDIDATES):
            now = self.ours.now if timed else 0
            if timed and self.rng.random() < 0.4:
                then = Step("time", at=now + 1 + self.rng.randrange(self.rng.choice(GAPS) + 1))
                yield then, then
                continue
            seat = self.rng.choice(acting)
            code = some_action(self.game, self.ours, seat, self.rng)
            if code is None:
                continue
            ours = Step("action", seat, code, now)
            theirs = ours if seat == self.viewer else self.told_alike(ours)
            if theirs is not None and self.game.interpreted.refuse(self.theirs, seat, theirs.code) == 0:
                yield ours, theirs

    def told_alike(self, ours: Step) -> Step | None:
        """An action for the other world that the viewer is told in the same words: mostly the same, sometimes another one."""
        told = told_as(self.game, self.ours, ours, self.viewer)
        hides = told is None or None in told.values()
        possible = self.game.interpreted.refuse(self.theirs, ours.seat, ours.code) == 0
        same = possible and told_as(self.game, self.theirs, ours, self.viewer) == told
        if same and not (hides and self.rng.random() < OTHER_HIDDEN_CHOICE):
            return ours
        codes = allowed(self.game, self.theirs, ours.seat)
        for code in self.rng.sample(codes, min(len(codes), 100)):
            step = Step("action", ours.seat, code, ours.at)
            if code != ours.code and told_as(self.game, self.theirs, step, self.viewer) == told:
                return step
        return ours if same else None

    def settle_together(self, ours: Match, theirs: Match) -> str | None:
        """Outcomes in both worlds until nobody waits for one, told to the viewer alike. An outcome that the viewer is not told of
        may come in one world alone. None: no two outcomes are told alike. A text: what the viewer notices. Empty: all is well."""
        while True:
            mine = self.told_outcomes(ours)
            other = self.told_outcomes(theirs)
            if not mine and not other:
                return ""
            if mine and not (other and None not in mine):
                if None not in mine:
                    return "actors an outcome is drawn, in the other world none"
                if not other or None not in other:
                    enter(ours, self.rng.choice(mine[None]))
                    continue
            if other and not mine:
                if None not in other:
                    return "actors in the other world an outcome is drawn, here none"
                enter(theirs, self.rng.choice(other[None]))
                continue
            alike = [told for told in mine if told in other]
            if not alike:
                if None in other:
                    enter(theirs, self.rng.choice(other[None]))
                    continue
                return None
            told = self.rng.choice(alike)
            step = self.rng.choice(mine[told])
            same = [outcome for outcome in other[told] if outcome.code == step.code]
            twin = same[0] if same and self.rng.random() > OTHER_HIDDEN_CHOICE else self.rng.choice(other[told])
            enter(ours, step)
            enter(theirs, twin)

    def told_outcomes(self, match: Match) -> dict[str | None, list[Step]]:
        """What may come by chance now, by how the viewer would be told of it."""
        state = match.state()
        found: dict[str | None, list[Step]] = {}
        for step in possible_outcomes(self.game, state) if not at_rest(self.game, state) else ():
            told = told_as(self.game, state, step, self.viewer)
            found.setdefault(None if told is None else json.dumps(told), []).append(step)
        return found

    # what the viewer gets

    def difference(self, ours: Match, theirs: Match) -> str | None:
        """The first thing in which two matches differ for the viewer, in words."""
        one, other = self.received(ours), self.received(theirs)
        if json.dumps(one) == json.dumps(other):
            return None
        for got in (one, other):
            if "refusals" in got:
                got["refusals"] = {str(self.game.actions.move(c)): why for c, why in zip(self.codes, got["refusals"])}
        return first_difference(one, other)

    def received(self, match: Match) -> dict[str, Any]:
        """Everything that the viewer can get out of a match."""
        seat = as_seat(self.viewer)
        got: dict[str, Any] = {"events": match.events(seat), "view": match.view(seat)}
        if seat is None:
            got["turn"] = answer(lambda: match.legal(seat))
            return got
        if self.undo:
            return got
        state = match.state()
        book = self.game.actions
        why = {code: int(self.game.interpreted.refuse(state, seat, code)) for code in self.codes}
        got["legal"] = [str(move) for move in match.legal(seat)]
        got["refusals"] = list(why.values())
        got["why_not"] = {str(book.move(code)): str(match.why_not(seat, book.move(code))) for code in self.spoken}
        for code in self.spoken:
            forbidden = why[code] != 0 or (seat not in match.actors and not book.family(code).aside)
            if forbidden or match.over:
                got[f"error {book.move(code)}"] = answer(
                    lambda code=code: resume(self.game, state).play(seat, book.move(code))
                )
        if not match.can_undo(seat):
            got["undo"] = answer(lambda: match.undo(seat))
        return got

    def other_steps(self, ours: Feed, theirs: Feed) -> str | None:
        """How the steps that lead the viewer here differ, in words."""
        one, other = (feed.take(as_seat(self.viewer)) for feed in (ours, theirs))
        return None if json.dumps(one) == json.dumps(other) else first_difference({"steps": one}, {"steps": other})

    def showed(self, match: Match, before: Position) -> bool:
        """Whether something was declared to be shown to the viewer since: an event that reveals, a draft that is complete, or a cell
        under a rule."""
        told = (tell for tell in match.entries.told if isinstance(tell, Tell) and tell.family.reveals)
        if any(tell.told_to(self.viewer) for tell in told) or completes_a_draft(match):
            return True
        return bool(shown_to(match.state(), self.viewer) - shown_to(before, self.viewer))

    # undo

    def expect_no_undo(self, ours: Match, theirs: Match, step: Step | None, found: str) -> None:
        """The viewer learned something by an action alone: it cannot be taken back, in either world."""
        if not self.undo or step is None or step.sort != "action" or found.startswith("actors an outcome"):
            return
        if completes_a_draft(ours) or completes_a_draft(theirs):
            return  # a draft, or that there was none, is not a secret: it is told with the whole choice, and taken back with it
        for match, which in ((ours, "true"), (theirs, "other")):
            if any(entry.sort != "action" for entry in (*ours.entries, *theirs.entries)):
                return
            if match.can_undo(step.seat):
                words = f"{step.words(self.game)} taught the viewer something ({found}) and could be undone in the {which} world"
                self.case.broken(words, self.viewer)

    def take_back_in_both(self, ours: Match, theirs: Match, seat: int) -> None:
        """An undo is told alike in both worlds and leads back."""
        one, other = resume(self.game, self.ours), resume(self.game, self.theirs)
        for match, done in ((one, ours), (other, theirs)):
            for entry in done.entries:
                enter(match, Step(entry.sort, entry.seat, entry.code, entry.at))
        if one.can_undo(seat) and other.can_undo(seat):
            for match, before in ((one, self.ours), (other, self.theirs)):
                match.undo(seat)
                if match.state().values() != before.values():
                    self.case.broken(f"an undo of seat {seat} does not lead back to where it was", self.viewer)
            found = self.difference(one, other)
            if found:
                self.leak(f"after an undo of seat {seat}: {found}")


def completes_a_draft(match: Match) -> bool:
    return any(isinstance(tell, Tell) and tell.family.drafted for tell in match.entries.told)


def answer(ask: Any) -> str:
    """What somebody gets who asks for something that is not allowed."""
    try:
        return shorten(ask(), 200)
    except ActionError as problem:
        return f"{type(problem).__name__} {problem.code}: {problem}"


def first_difference(one: Any, other: Any, path: str = "") -> str:
    """Where two JSON things differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        for key in one:
            if json.dumps(one[key]) != json.dumps(other[key]):
                return first_difference(one[key], other[key], f"{path}.{key}" if path else str(key))
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other)):
            if json.dumps(left) != json.dumps(right):
                return first_difference(left, right, f"{path}[{index}]")
    return f"{path} {shorten(one)}, in the other world {shorten(other)}"
