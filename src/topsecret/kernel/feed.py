"""What changed for whom: follows a match and gives each viewer the steps that turn its last view into the present one.

A whole view is costly, and nearly all of it stays the same. So after every entry the raw position is compared with the one before,
field by field; only what changed is spelled again, what everyone may know once for all. What a viewer gets is decided by comparing
its own projections, never raw values: a change that a viewer cannot see leaves no trace, not even an empty step.

What it gives is shared between viewers and with the feed: to be read and sent, not to be changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from .audience import SPECTATOR
from .log import Undone
from .match import CHANCE, Match
from .seers import Visible
from .view import Tell
from .visibility import visibility

Event = dict[str, Any]
Step = dict[str, Any]  # {"events": [...], "changes": {...}}; the events have no numbers, those are each viewer's own


class Update(NamedTuple):
    """What one viewer is told; `n` is the number of the next event for this viewer."""

    viewer: int | None
    n: int
    steps: list[Step]


class Follower:
    """What one viewer has been shown so far."""

    __slots__ = ("heard", "n", "shown", "steps", "visible")

    def __init__(self, heard: int, visible: dict[str, Visible], shown: dict[str, Any]) -> None:
        self.heard = heard  # events
        self.n = heard + 1  # the number of the first event in `steps`
        self.visible = visible  # what it sees of each private field
        self.shown = shown  # and how that was spelled
        self.steps: list[Step] = []

    def take(self) -> list[Step]:
        steps, self.steps, self.n = self.steps, [], self.heard + 1
        return steps


class Feed:
    """Follows one match. `viewers`: whom it works for; all seats and the spectator (None) if nothing is said."""

    def __init__(self, match: Match, viewers: Iterable[Any] | None = None) -> None:
        self.match = match
        self._visibility = visibility(match.game.State, match.seats)
        self._now = match.now
        self._put = self._visibility.put
        self._public = {name: put(getattr(match.position, name)) for name, put in self._put.items()}
        self._visible_cells = match.visible_cells()
        self._who = match.who()
        self._about = about(match)
        self._told = len(match.entries.told)
        self._followers: dict[int, Follower] = {}
        for viewer in (None, *range(match.seats)) if viewers is None else viewers:
            self.follow(viewer)
        match.watch(self._look)

    def follow(self, viewer: Any) -> None:
        """From now on this viewer's steps are worked out."""
        follower = self.match.viewer(viewer)
        if follower in self._followers:
            return
        self._catch_up()
        state = self.match.position
        visible = {name: self._visibility.of(state, name)[follower + 1] for name in self._visibility.private}
        shown = {name: self._visibility.spell(name, getattr(state, name), seen) for name, seen in visible.items()}
        self._followers[follower] = Follower(len(self.match.seen_log(follower).events), visible, shown)
        self._followers = dict(sorted(self._followers.items()))  # the spectator comes first

    def forget(self, viewer: int | None) -> None:
        """No longer works for this viewer."""
        self._followers.pop(self.match.viewer(viewer), None)

    def take(self, viewer: int | None) -> list[Step]:
        """The steps of a viewer since the last time, one for each thing that happened and that it may know of."""
        self._catch_up()
        return self._followers[self.match.viewer(viewer)].take()

    def news(self) -> list[Update]:
        """What all viewers are told since the last time; those who are told nothing are left out."""
        self._catch_up()
        return [
            Update(None if viewer == SPECTATOR else viewer, follower.n, follower.take())
            for viewer, follower in self._followers.items()
            if follower.steps
        ]

    def close(self) -> None:
        """Lets go of the match."""
        self.match.unwatch(self._look)

    # looking

    def _catch_up(self) -> None:
        if self.match.now != self._now:  # time has passed without an entry
            self._find_out([])

    def _look(self) -> None:
        """After every entry."""
        self._find_out(self.match.entries.changed)

    def _find_out(self, changed: list[str]) -> None:
        """What is different, and for whom."""
        match = self.match
        self._now = match.now
        public = self._public_changes(changed)
        private = self._private_changes(changed) if changed else {}
        told = match.entries.told[self._told :]
        self._told += len(told)
        most, special = self._events(told)
        common: Step = {"events": most, "changes": public}  # for all who are told nothing of their own
        made = [common]  # each different one once
        count, is_told = len(most), bool(most or public)
        for viewer, follower in self._followers.items():
            if viewer in private or viewer in special:
                own, events = private.get(viewer, {}), special.get(viewer, most)
                if events or own or public:
                    follower.heard += len(events)
                    follower.steps.append(kept({"events": events, "changes": public | own}, made))
            elif is_told:
                follower.heard += count
                follower.steps.append(common)

    def _events(self, told: list[Tell | Undone]) -> tuple[list[Event], dict[int, list[Event]]]:
        """What most viewers are told, and all that those are told who are told something else."""
        versions = [self._versions(tell) for tell in told]
        most = [event for event, _ in versions if event is not None]
        special = {viewer for _, others in versions if others for viewer in others}
        return most, {
            viewer: [mine for event, others in versions if (mine := others.get(viewer, event)) is not None]
            for viewer in special
        }

    def _versions(self, tell: Tell | Undone) -> tuple[Event | None, dict[int, Event | None]]:
        if isinstance(tell, Tell):
            return tell.versions(self._followers.keys())
        return None, {viewer: tell.json(self.match.seen_log(viewer).numbers) for viewer in self._followers}

    def _public_changes(self, changed: list[str]) -> dict[str, Any]:
        state, changes = self.match.position, {}
        for name in changed:
            put = self._put.get(name)
            if put is not None:
                spelled = put(getattr(state, name))
                if spelled != self._public[name]:
                    self._public[name] = changes[name] = spelled
        who = self.match.who()
        if who != self._who or not who:
            self._who = who
            for name, value in about(self.match).items():
                if value != self._about[name]:
                    self._about[name] = changes[name] = value
        return changes

    def _private_changes(self, changed: list[str]) -> dict[int, dict[str, Any]]:
        """For each viewer the fields with a narrower audience that look different now."""
        found: dict[int, dict[str, Any]] = {}
        visible_cells, before_it = self.match.visible_cells(), self._visible_cells
        new = [name for name in changed if name in self._visibility.private]
        if visible_cells is before_it and not new:
            return found
        self._visible_cells = visible_cells
        state, before_that = self.match.position, self.match.entries.before
        for name, everybody, seen_before in zip(self._visibility.private, visible_cells, before_it):
            is_new = name in new
            if not is_new and everybody is seen_before:
                continue
            value, before = getattr(state, name), getattr(before_that, name)
            spelled_for: dict[Visible, Any] = {}  # all who see equally much of it share it
            rows = changed_rows(value, before) if is_new else []
            as_before = everybody is seen_before
            for viewer in everybody.seers(tuple(rows)) if as_before else self._followers:
                follower = self._followers.get(viewer)
                if follower is None:
                    continue
                visible = everybody[viewer + 1]
                if visible is follower.visible[name] and not (is_new and differs(value, before, visible, rows)):
                    continue
                follower.visible[name] = visible
                if visible not in spelled_for:
                    spelled_for[visible] = self._visibility.spell(name, value, visible)
                spelled = spelled_for[visible]
                if spelled != follower.shown[name]:
                    follower.shown[name] = spelled
                    found.setdefault(viewer, {})[name] = spelled
        return found


def about(match: Match) -> dict[str, Any]:
    """What a view says beside the fields and may change."""
    actors = [actor if actor is not CHANCE else "chance" for actor in match.actors]
    return {"actors": actors, "result": None if actors else match.result}


def kept(step: Step, made: list[Step]) -> Step:
    """A step, or the same one as somebody else was given."""
    for other in made:
        if step == other:
            return other
    made.append(step)
    return step


def changed_rows(value: Any, before: Any) -> list[int]:
    """Which cells of a row, or rows of a field, are different."""
    if not isinstance(value, list):
        return []
    return [i for i, (now, then) in enumerate(zip(value, before)) if now != then]


def differs(value: Any, before: Any, visible: Visible, rows: list[int]) -> bool:
    """Whether something that is visible has changed; `rows` are those that are different."""
    if isinstance(visible, bool):
        return visible and bool(value != before)
    for row in rows:
        seen = visible[row] if row < len(visible) else False
        if seen is True:
            return True
        if seen is not False and differs(value[row], before[row], seen, changed_rows(value[row], before[row])):
            return True
    return False
