"""Laws of imagined worlds: they agree with what the viewer sees, and each comes as often as it should."""

from __future__ import annotations

import json
import sys
from collections import deque
from functools import cache
from math import log
from typing import Any

from ..fields import Position
from ..game import Game
from ..match import Match
from .driver import (
    Step,
    allowed,
    as_seat,
    at_rest,
    can_begin,
    enter,
    has_secrets,
    look_here,
    possible_outcomes,
    random_match,
    random_states,
    resume,
    seats_in,
    spread,
    told_as,
    used_values,
    viewers,
)
from .report import Case, Report, law
from .whole import out_of_range

MOST_STEPS = 4000  # of an enumeration
MOST_WORLDS = 300
DRAWS = 4000
DRAWS_IF_SUSPICIOUS = 40_000
SUSPICIOUS = 2.0  # the logarithm of odds at which more is drawn
FALSE_ALARM = 1e-6
MOST_TRIES = 5
MOST_VARIANTS = 6

Worlds = dict[tuple[int, ...], float]


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
                case.broken(f"an imagined world is unsound: {list(case.game.Flaw)[flaw].name}", viewer)
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
    if small and (case.seats, case.options) not in small:
        case.set_up(*small[case.rng.randrange(len(small))])
    free = free_fields(case.game)
    steps, cuts = remembered(case)
    viewer = case.rng.choice(viewers(case))
    tries = 0
    while cuts and tries < MOST_TRIES:
        tries += 1
        case.step = cuts.pop(case.rng.randrange(len(cuts)))
        match = replayed(case, steps[: case.step])
        try:
            worlds = AllWorlds(case, viewer, match, steps[: case.step], free).find()
        except TooMany:
            case.report.note("too many worlds", 1)
            cuts = [cut for cut in cuts if cut <= case.step // 2]
            continue
        case.tried()
        case.report.note("worlds", len(worlds))
        if used_values(case.game, match.state(), free) not in worlds:
            case.broken("the true world is not among those that agree with what was seen", viewer)
        compare_frequencies(case, match, viewer, worlds, free)
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


@cache
def small_setups(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """`SMALL` of the state module: set-ups small enough to list all worlds; else all options, each with as few seats as can be."""
    given = getattr(sys.modules[game.State.__module__], "SMALL", None)
    if given is not None:
        return list(given)
    fewest: dict[str, tuple[int, dict[str, Any]]] = {}
    for _, options in spread(game):
        fewest[str(options)] = next((seats, options) for seats in game.seats if can_begin(game, seats, options))
    return list(fewest.values())


@cache
def free_fields(game: Game) -> tuple[str, ...]:
    """Fields whose values are others' free choices and have no frequency: `FREE` of the state module (such as drafts), and in a game
    with time whatever is changed by actions that not all are told of, or by time itself, in some random games."""
    free = set(getattr(sys.modules[game.State.__module__], "FREE", ()))
    for number in range(60 if game.State.timed else 0):
        look = Case(game, game.seats[number % len(game.seats)], {}, f"free fields {number}", Report("", ""))
        before = None
        for state, step in random_states(look):
            if before is not None:
                free |= {name for name in game.State.fields if getattr(state, name) != getattr(before, name)}
            before = state.copy() if step is not None and is_quiet(game, step) else None
    return tuple(sorted(free))


def is_quiet(game: Game, step: Step) -> bool:
    """Whether a step is time that passes, or an action that not all are told of."""
    return step.sort == "time" or (step.sort == "action" and game.actions.family(step.code).to.name != "everyone")


def remembered(case: Case) -> tuple[list[Step], list[int]]:
    """A random game: its steps, and after how many of them nobody waits for an outcome."""
    steps: list[Step] = []
    cuts = []
    for match, step in random_match(case, 200):
        if at_rest(case.game, match.state()):
            cuts.append(case.step)
        if step is None:
            break
        steps.append(step)
    return steps, cuts


def replayed(case: Case, steps: list[Step]) -> Match:
    match = case.game.match(case.seats, case.options, chance="manual", strict=True)
    for step in steps:
        enter(match, step)
    return match


class TooMany(Exception):
    """More worlds than can be listed."""


class World:
    """A state on the way: how much of the seen log and of the viewer's own actions it has explained, and the outcomes so far."""

    __slots__ = ("acted", "chance", "outcomes", "seen", "state")

    def __init__(self, state: Position, seen: int, acted: int, outcomes: tuple[int, ...], chance: float) -> None:
        self.state = state
        self.seen = seen
        self.acted = acted
        self.outcomes = outcomes
        self.chance = chance

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.state.values(), self.seen, self.acted, self.outcomes)


class AllWorlds:
    """Lists all worlds that agree with what one viewer has seen, by trying every outcome and every choice of the others that would
    have been told in the same words. A world weighs the product of its chances; a choice weighs 1: in how many ways the others
    may have chosen to come to the same world with the same outcomes does not count.

    In a game with time untold choices could be anywhere in time. There the true log is followed: what others did is done in every
    world at the same time, or something else that is told alike, or nothing if nothing was told; `free_fields` are not compared."""

    def __init__(self, case: Case, viewer: int, match: Match, steps: list[Step], free: tuple[str, ...]) -> None:
        self.game = case.game
        self.rules = case.game.interpreted
        self.rng = case.rng
        self.viewer = viewer
        self.seen = without_numbers(match.events(as_seat(viewer)))
        self.view = json.dumps(match.view(as_seat(viewer)))
        self.log = steps
        self.own = [step.code for step in steps if step.sort == "action" and step.seat == viewer]
        self.begin = case.game.begin(case.seats, case.options, strict=True)
        self.free = free
        self.steps = 0

    def find(self) -> Worlds:
        """All worlds by their values, with their probabilities."""
        places = self.settle(World(self.begin, 0, 0, (), 1.0))
        places = self.follow_the_log(places) if self.game.State.timed else self.explore(places)
        chances: dict[tuple[Any, ...], float] = {}
        for world in places:
            if self.agrees(world):
                key = (used_values(self.game, world.state, self.free), world.outcomes)
                chances[key] = max(chances.get(key, 0.0), world.chance)
        worlds: Worlds = {}
        for (values, _), chance in chances.items():
            worlds[values] = worlds.get(values, 0.0) + chance
        if len(worlds) > MOST_WORLDS:
            raise TooMany
        whole = sum(worlds.values())
        return {values: chance / whole for values, chance in worlds.items()}

    def agrees(self, world: World) -> bool:
        explained = world.seen == len(self.seen) and world.acted == len(self.own)
        return explained and json.dumps(resume(self.game, world.state).view(as_seat(self.viewer))) == self.view

    # one step further

    def after(self, world: World, step: Step, chance: float = 1.0) -> World | None:
        """The world after a step, or None if the viewer would have been told something else."""
        if step.sort != "time":
            told = told_as(self.game, world.state, step, self.viewer)
            if told is not None and not (world.seen < len(self.seen) and self.seen[world.seen] == told):
                return None
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooMany
        match = resume(self.game, world.state)
        enter(match, step)
        heard = without_numbers(match.events(as_seat(self.viewer)))
        if self.seen[world.seen : world.seen + len(heard)] != heard:
            return None
        outcomes = (*world.outcomes, step.code) if step.sort == "chance" else world.outcomes
        acted = world.acted + (step.sort == "action" and step.seat == self.viewer)
        return World(match.state(), world.seen + len(heard), acted, outcomes, world.chance * chance)

    def settle(self, world: World) -> list[World]:
        """Every outcome, until nobody waits for one."""
        waiting, settled = [world], []
        while waiting:
            world = waiting.pop()
            if at_rest(self.game, world.state):
                settled.append(world)
                continue
            total = self.rules.total(world.state)
            for step in possible_outcomes(self.game, world.state):
                further = self.after(world, step, self.rules.weight(world.state, step.code) / total)
                if further is not None:
                    waiting.append(further)
        return settled

    def explore(self, places: list[World]) -> list[World]:
        """Everything that seats may have done, in any order, as far as it agrees with what was seen: all places on the way."""
        known = {world.key for world in places}
        waiting = deque(places)
        while waiting:
            world = waiting.popleft()
            for step in self.choices(world):
                done = self.after(world, step)
                for further in self.settle(done) if done is not None else ():
                    if further.key not in known:
                        known.add(further.key)
                        waiting.append(further)
                        places.append(further)
        return places

    def choices(self, world: World) -> list[Step]:
        """What seats may do: the viewer only what it did, the others anything."""
        steps = []
        for seat in seats_in(self.rules.actors(world.state)):
            if seat != self.viewer:
                steps += [Step("action", seat, code) for code in allowed(self.game, world.state, seat)]
            elif world.acted < len(self.own) and self.rules.refuse(world.state, seat, self.own[world.acted]) == 0:
                steps.append(Step("action", seat, self.own[world.acted]))
        return steps

    # games with time

    def follow_the_log(self, places: list[World]) -> list[World]:
        for step in self.log:
            kept: dict[tuple[Any, ...], list[World]] = {}
            for world in [later for place in places for later in self.wait(place, step.at)]:
                for further in self.variants(world, step):
                    alike = kept.setdefault((used_values(self.game, further.state, self.free), further.outcomes), [])
                    if len(alike) < MOST_VARIANTS:
                        alike.append(further)
            places = [world for alike in kept.values() for world in alike]
        return places

    def wait(self, world: World, until: int) -> list[World]:
        """Lets time pass."""
        ready, waiting = [], [world]
        while waiting:
            world = waiting.pop()
            if world.seen < len(self.seen) and self.seen[world.seen]["at"] < world.state.now:
                continue  # something was told that did not happen here
            if world.state.now >= until or self.rules.actors(world.state) == 0:
                ready.append(world)
                continue
            later = self.after(world, Step("time", at=until))
            waiting += self.settle(later) if later is not None else []
        return ready

    def variants(self, world: World, step: Step) -> list[World]:
        """What may have been done when this step was taken, in a world that differs in what is not told."""
        if step.sort != "action" or self.rules.actors(world.state) == 0:
            return [world]
        here = Step("action", step.seat, step.code, world.state.now)
        tried = [here] if self.rules.refuse(world.state, step.seat, step.code) == 0 else []
        if step.seat != self.viewer:
            codes = [code for code in allowed(self.game, world.state, step.seat) if code != step.code]
            tried += [Step("action", step.seat, code, here.at) for code in self.rng.sample(codes, min(len(codes), 8))]
        done = [further for step in tried if (further := self.after(world, step)) is not None]
        if step.seat != self.viewer:
            done.append(world)  # it did nothing; if the viewer was told of something, `wait` finds out
        return [settled for further in done for settled in self.settle(further)]


def without_numbers(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in event.items() if key != "n"} for event in events]


def compare_frequencies(case: Case, match: Match, viewer: int, worlds: Worlds, free: tuple[str, ...]) -> None:
    """Draws many worlds; if anything looks odd draws many more, and only these count."""
    odds, words = draw(case, match, viewer, worlds, free, DRAWS)
    if odds > SUSPICIOUS + log(len(worlds)):
        odds, words = draw(case, match, viewer, worlds, free, DRAWS_IF_SUSPICIOUS)
    if odds > log(2 * len(worlds) / FALSE_ALARM):
        case.broken(words, viewer)


def draw(case: Case, match: Match, viewer: int, worlds: Worlds, free: tuple[str, ...], times: int) -> tuple[float, str]:
    """How unlikely the oddest frequency is (by Chernoff's bound, as a logarithm), and what it is, in words."""
    seat = as_seat(viewer)
    sketch, seen = case.game.sketch(match.view(seat), match.now), match.events(seat)
    drawn: dict[tuple[int, ...], float] = dict.fromkeys(worlds, 0.0)
    whole = squares = 0.0
    for _ in range(times):
        world, weight = case.game.complete(sketch, viewer, seen, case.rng)
        values = used_values(case.game, world, free)
        if values not in worlds:
            return float(
                "inf"
            ), f"a world was imagined that does not agree with what was seen: {differing(case.game, values, worlds)}"
        drawn[values] += weight
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
