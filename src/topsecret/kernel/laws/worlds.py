"""Laws of imagined worlds: they agree with what the viewer sees, and each comes as often as it should."""

from __future__ import annotations

import json
import sys
from collections import Counter, deque
from math import log
from typing import Any

from ..audience import SPECTATOR
from ..engine import CHANCE_TURN
from ..fields import Position
from ..game import Game
from ..match import Match
from .driver import (
    Step,
    as_seat,
    at_rest,
    enter,
    has_secrets,
    listed,
    look_here,
    possible_outcomes,
    random_match,
    resume,
    seats_in,
    spread,
    told_as,
    used_values,
    viewers,
)
from .report import Case, Report, law
from .whole import out_of_range

MOST_STEPS = 6000  # of an enumeration
MOST_WORLDS = 300
DRAWS = 3000
DRAWS_IF_SUSPICIOUS = 40_000
SUSPICIOUS = 3.0  # the logarithm of odds at which more is drawn
FALSE_ALARM = 1e-6


@law("imagine")
def imagined_worlds_agree(case: Case) -> None:
    """An imagined world is sound, and looks to its viewer exactly like the true one."""
    if not case.game.can_imagine:
        case.report.skipped = "the game has no imagine"
        return
    for match, _ in random_match(case):
        if not at_rest(case.game, match.state()) or not look_here(case, 8):
            continue
        for viewer in viewers(case):
            case.tried()
            seat = as_seat(viewer)
            view, seen = match.view(seat), match.events(seat)
            world, weight = case.game.imagine(view, seen, case.rng, match.now)
            if not weight > 0:
                case.broken(f"an imagined world has the weight {weight}", viewer)
            flaw = case.game.interpreted.unsound(world)
            if flaw:
                case.broken(f"an imagined world is unsound: {case.game.Flaw(flaw).name}", viewer)
            wrong = out_of_range(case.game, world)
            if wrong:
                case.broken(f"in an imagined world {wrong}", viewer, wrong.split(" ")[0])
                continue
            other = resume(case.game, world)
            if json.dumps(other.view(seat)) != json.dumps(view):
                different = [key for key in view if other.view(seat)[key] != view[key]]
                case.broken(f"an imagined world shows other {', '.join(different)}", viewer, different[0])
            elif seat is not None and list(map(str, other.legal(seat))) != list(map(str, match.legal(seat))):
                case.broken("other actions are legal in an imagined world", viewer)


@law("frequencies")
def imagined_worlds_have_the_right_frequencies(case: Case) -> None:
    """On small set-ups, against a list of all worlds that agree with what was seen: none is missed, none comes too often or too rarely."""
    if not case.game.can_imagine:
        case.report.skipped = "the game has no imagine"
        return
    small = small_setups(case.game)
    if small:
        case.seats, case.options = small[case.rng.randrange(len(small))]
    match, own, cuts = remembered(case)
    viewer = case.rng.choice(viewers(case))
    while cuts:
        case.step = cuts.pop(case.rng.randrange(len(cuts)))
        prefix = resumed_until(case, match, case.step)
        seat = as_seat(viewer)
        mine = [(code, at) for number, code, at in own.get(viewer, []) if number < case.step]
        try:
            worlds = AllWorlds(case, viewer, prefix, mine).find()
        except TooMany:
            case.report.note("too many worlds", 1)
            cuts = [cut for cut in cuts if cut < case.step]
            continue
        if used_values(case.game, prefix.state(), free_fields(case.game)) not in worlds:
            case.broken(
                "the true world is not among those that agree with what was seen: the log does not lead to the position",
                viewer,
            )
        case.tried()
        case.report.note("worlds", len(worlds))
        if seat is not None or len(worlds) > 1:
            compare_frequencies(case, prefix, viewer, worlds)
        return


@imagined_worlds_have_the_right_frequencies.concluding
def something_was_enumerated(game: Game, report: Report) -> str | None:
    if not has_secrets(game) or report.skipped:
        return None
    if not report.tried:
        return "no set-up was small enough to list all worlds: give small ones as SMALL = [(seats, options), …] in the state module"
    if report.tried >= 8 and max(report.figures["worlds"]) < 2:
        return "in every set-up only one world agreed with what was seen, though the game has secrets"
    return None


def small_setups(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """`SMALL` of the state module: set-ups small enough to list all worlds; else the usual spread is tried."""
    given = getattr(sys.modules[game.State.__module__], "SMALL", None)
    return list(given) if given is not None else spread(game)


def free_fields(game: Game) -> tuple[str, ...]:
    """`FREE` of the state module: fields that follow from untold choices of unknown number and time (real time); how often their
    values come is not compared."""
    return tuple(getattr(sys.modules[game.State.__module__], "FREE", ()))


def remembered(case: Case) -> tuple[list[Step], dict[int, list[tuple[int, int, int]]], list[int]]:
    """A random game: its steps, each seat's own actions (after how many steps, code, time), and where others have no open draft."""
    steps: list[Step] = []
    own: dict[int, list[tuple[int, int, int]]] = {}
    cuts = []
    drafting: set[int] = set()
    for match, step in random_match(case, 200):
        if at_rest(case.game, match.state()) and not drafting:
            cuts.append(case.step)
        if step is None:
            break
        if step.sort == "action":
            own.setdefault(step.seat, []).append((len(steps), step.code, step.at))
            (drafting.add if case.game.actions.family(step.code).draft else drafting.discard)(step.seat)
        steps.append(step)
    return steps, own, cuts


def resumed_until(case: Case, steps: list[Step], length: int) -> Match:
    match = case.game.match(case.seats, case.options, chance="manual", strict=True)
    for step in steps[:length]:
        enter(match, step)
    return match


class TooMany(Exception):
    """More worlds than can be listed."""


class World:
    """A state on the way, with how much of the seen log and of the viewer's own actions it has already explained."""

    __slots__ = ("acted", "drafting", "history", "seen", "state")

    def __init__(self, state: Position, seen: int, acted: int, drafting: int, history: tuple[int, ...]) -> None:
        self.state = state
        self.seen = seen
        self.acted = acted
        self.drafting = drafting
        self.history = history


Key = tuple[Any, ...]
Weighed = dict[Key, tuple[World, float]]


class AllWorlds:
    """Lists all worlds that agree with what one viewer has seen, by trying every outcome and every choice of the others that would
    have been told in the same words. A world weighs the product of its chances; a choice weighs 1. Choices that the viewer is
    not told of (drafts, looks) make a set: in which order or how often they were made does not count."""

    def __init__(self, case: Case, viewer: int, match: Match, own: list[tuple[int, int]]) -> None:
        self.game = case.game
        self.viewer = viewer
        self.seen = [
            {key: value for key, value in event.items() if key != "n"} for event in match.events(as_seat(viewer))
        ]
        self.view = json.dumps(match.view(as_seat(viewer)))
        self.own = own
        self.begin = case.game.begin(case.seats, case.options, strict=True)
        self.times = sorted({entry.at for entry in match._entries}) if self.game.State.timed else [0]
        self.free = free_fields(case.game)
        self.steps = 0

    def find(self) -> dict[tuple[int, ...], float]:
        """All worlds by their values, with their probabilities."""
        found: Weighed = {}
        self.settle(World(self.begin, 0, 0, 0, ()), 1.0, found)
        for time in self.times:
            if self.game.State.timed:
                found = self.advance(found, time)
            found = self.explore(found)
        worlds: dict[tuple[int, ...], float] = {}
        counted = set()
        for world, weight in found.values():
            if not self.is_final(world):
                continue
            values = used_values(self.game, world.state, self.free)
            if self.free and (values, world.history) in counted:
                continue
            counted.add((values, world.history))
            worlds[values] = worlds.get(values, 0.0) + weight
        if len(worlds) > MOST_WORLDS:
            raise TooMany
        whole = sum(worlds.values())
        return {values: weight / whole for values, weight in worlds.items()}

    def is_final(self, world: World) -> bool:
        explained = world.seen == len(self.seen) and world.acted == len(self.own) and not world.drafting
        return explained and json.dumps(resume(self.game, world.state).view(as_seat(self.viewer))) == self.view

    def key(self, world: World) -> Key:
        history = world.history if self.free else ()
        return (world.state.values(), world.seen, world.acted, world.drafting, history)

    def add(self, found: Weighed, world: World, weight: float) -> None:
        key = self.key(world)
        found[key] = (world, weight + (found[key][1] if key in found else 0.0))

    # one step further

    def after(self, world: World, step: Step) -> World | None:
        """The world after a step, or None if the viewer would have been told something else."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooMany
        match = resume(self.game, world.state)
        enter(match, step)
        told = [
            {key: value for key, value in event.items() if key != "n"} for event in match.events(as_seat(self.viewer))
        ]
        if self.seen[world.seen : world.seen + len(told)] != told:
            return None
        drafting, history = world.drafting, world.history
        if step.sort == "action" and step.seat != self.viewer:
            bit = 1 << step.seat
            drafting = drafting | bit if self.game.actions.family(step.code).draft else drafting & ~bit
        if step.sort == "chance":
            history = (*history, step.code)
        acted = world.acted + (step.sort == "action" and step.seat == self.viewer)
        return World(match.state(), world.seen + len(told), acted, drafting, history)

    def expected(self, world: World, step: Step) -> bool:
        """Whether the viewer was told of this step as it would be told (quicker than trying it)."""
        told = told_as(self.game, world.state, step, self.viewer)
        return told is None or (world.seen < len(self.seen) and self.seen[world.seen] == told)

    def settle(self, world: World, weight: float, found: Weighed) -> None:
        """Every outcome, until nobody waits for one."""
        waiting = [(world, weight)]
        while waiting:
            world, weight = waiting.pop()
            if self.game.interpreted.actors(world.state) != CHANCE_TURN:
                self.add(found, world, weight)
                continue
            total = self.game.interpreted.total(world.state)
            for step in possible_outcomes(self.game, world.state):
                further = self.after(world, step) if self.expected(world, step) else None
                if further is not None:
                    chance = self.game.interpreted.weight(world.state, step.code) / total
                    waiting.append((further, weight * chance))

    def advance(self, found: Weighed, time: int) -> Weighed:
        """Lets time pass in every world."""
        while True:
            moved: Weighed = {}
            for world, weight in found.values():
                over = self.game.interpreted.actors(world.state) == 0
                if over or world.state.now >= time:
                    self.add(moved, world, weight)
                    continue
                further = self.after(world, Step("time", at=time))
                if further is not None:
                    self.settle(further, weight, moved)
            if all(w.state.now >= time or self.game.interpreted.actors(w.state) == 0 for w, _ in moved.values()):
                return moved
            found = moved

    def explore(self, found: Weighed) -> Weighed:
        """Everything that seats may have done, as far as it agrees with what was seen; all places on the way."""
        stages: dict[tuple[int, int], Weighed] = {}
        for world, weight in found.values():
            self.add(stages.setdefault((world.seen, world.acted), {}), world, weight)
        reached: Weighed = {}
        while stages:
            stage = min(stages)
            bases = stages[stage]
            done: set[Key] = set()
            while bases:
                key = next(iter(bases))
                world, weight = bases.pop(key)
                if key in done:
                    raise TooMany  # untold actions and untold outcomes lead back to a world: no end to it
                done.add(key)
                for place, steps_out in self.untold_choices(world):
                    self.add(reached, place, weight)
                    for further in steps_out:
                        self.settle_into(stages, further, weight)
            del stages[stage]
        return reached

    def settle_into(self, stages: dict[tuple[int, int], Weighed], world: World, weight: float) -> None:
        settled: Weighed = {}
        self.settle(world, weight, settled)
        for further, share in settled.values():
            self.add(stages.setdefault((further.seen, further.acted), {}), further, share)

    def untold_choices(self, base: World) -> list[tuple[World, list[World]]]:
        """All places that others can come to from here without the viewer being told, each with the steps that lead on."""
        places = {self.key(base): base}
        waiting = deque([base])
        found = []
        while waiting:
            place = waiting.popleft()
            out: list[World] = []
            for step in self.choices(place):
                further = self.after(place, step) if self.expected(place, step) else None
                if further is None:
                    continue
                quiet = (
                    further.seen == place.seen and further.acted == place.acted and at_rest(self.game, further.state)
                )
                if not quiet:
                    out.append(further)
                elif self.key(further) not in places:
                    places[self.key(further)] = further
                    waiting.append(further)
            found.append((place, out))
        return found

    def choices(self, world: World) -> list[Step]:
        """What seats may do: the viewer only what it did, the others anything."""
        now = world.state.now if self.game.State.timed else 0
        steps = []
        for seat in seats_in(self.game.interpreted.actors(world.state)):
            if seat != self.viewer:
                steps += [Step("action", seat, code, now) for code in listed(self.game, world.state, seat)]
            elif world.acted < len(self.own):
                code, at = self.own[world.acted]
                if at == now and self.game.interpreted.refuse(world.state, seat, code) == 0:
                    steps.append(Step("action", seat, code, now))
        return steps


def compare_frequencies(case: Case, match: Match, viewer: int, worlds: dict[tuple[int, ...], float]) -> None:
    """Draws many worlds; if anything looks odd draws many more, and only these count."""
    odds, words = draw(case, match, viewer, worlds, DRAWS)
    if odds > SUSPICIOUS:
        odds, words = draw(case, match, viewer, worlds, DRAWS_IF_SUSPICIOUS)
    if odds > log(2 * len(worlds) / FALSE_ALARM):
        case.broken(words, viewer)


def draw(case: Case, match: Match, viewer: int, worlds: dict[tuple[int, ...], float], times: int) -> tuple[float, str]:
    """How unlikely the oddest frequency is (by Chernoff's bound, as a logarithm), and what it is, in words."""
    seat = as_seat(viewer)
    view, seen, free = match.view(seat), match.events(seat), free_fields(case.game)
    drawn: Counter[tuple[int, ...]] = Counter()
    whole = squares = 0.0
    for _ in range(times):
        world, weight = case.game.imagine(view, seen, case.rng, match.now)
        values = used_values(case.game, world, free)
        if values not in worlds:
            return float(
                "inf"
            ), f"a world was imagined that does not agree with what was seen: {differing(case.game, values, worlds)}"
        drawn[values] += weight  # type: ignore[assignment]
        whole += weight
        squares += weight * weight
    effective = whole * whole / squares
    oddest, words = 0.0, ""
    for values, expected in worlds.items():
        share = min(drawn[values] / whole, 1.0)
        odds = effective * divergence(share, expected)
        if odds > oddest:
            what = f"{differing(case.game, values, worlds.keys() - {values})}: drawn {share:.4f}, expected {expected:.4f} ({times} draws)"
            oddest, words = (
                odds,
                ("a world is never imagined: " if share == 0 else "a world has the wrong frequency: ") + what,
            )
    return oddest, words


def divergence(share: float, expected: float) -> float:
    """Kullback and Leibler's: so many draws times this bounds the logarithm of the odds against such a share."""
    if expected >= 1.0:
        return 0.0 if share >= 1.0 else float("inf")
    some = share * log(share / expected) if share > 0 else 0.0
    return some + ((1 - share) * log((1 - share) / (1 - expected)) if share < 1 else 0.0)


def differing(game: Game, values: tuple[int, ...], others: Any) -> str:
    """A world by the cells that are not the same in all."""
    every = [values, *others]
    return str({n: value for n, value in enumerate(values) if any(other[n] != value for other in every)})


__all__ = ["SPECTATOR", "AllWorlds", "imagined_worlds_agree", "imagined_worlds_have_the_right_frequencies"]
