"""Reading a table: from what is on the disk, whatever is being written meanwhile. Whoever reads waits for nobody."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from topsecret.kernel.exercise import Attempt, Judgement, UnknownExercise, exercise
from topsecret.kernel.log import Moment
from topsecret.kernel.match import LATEST, Match
from topsecret.kernel.replay import Page, page

from .choices import Choices, choices
from .errors import NotSaved, TableError
from .papers import Papers
from .state import TableState
from .timeline import Timeline


class Readable:
    """What a table in memory answers without being changed."""

    state: TableState
    timeline: Timeline
    papers: Papers
    closed: bool
    _moment: Moment | None  # of the match, that is on the disk
    _reading: Match | None  # the match as of that moment, once somebody has asked
    _legal: dict[tuple[int, str], Choices]
    _undoable: dict[int, bool]

    def playing(self) -> Match:
        """The match, which may be ahead of the disk: with the lock."""
        if self.state.match is None:
            raise TableError("not_started", "the match has not started")
        return self.state.match

    def need_memory(self) -> None:
        if self.closed:
            raise NotSaved("the table has left memory; try again")

    def reading(self) -> Match:
        """The match as it is on the disk: to be read, not to be played."""
        self.need_memory()
        match = self.playing()
        if self._reading is None:
            assert self._moment is not None
            self._reading = match.as_of(self._moment)
        if match.game.State.timed:  # time has passed, but nothing that has not happened yet
            then = self._reading
            until = self.timeline.now() if (falls := then.next_due(LATEST)) is None else falls - 1
            then.position.now = max(then.now, min(self.timeline.now(), until))
        return self._reading

    def page(self, viewer: int | None, n: int) -> Callable[[], Page]:
        """What works out the page of the past that holds the event with this number; that may take a while."""
        match, snapshots = self.reading(), self.state.snapshots
        assert snapshots is not None
        return page(match, viewer, *snapshots.around(match, match.seen_log(match.viewer(viewer)).place(n)))

    def can_undo(self, viewer: int | None) -> bool:
        """Whether a person on a seat could take something back now."""
        return viewer is not None and self._undoable.get(viewer, False)

    def preview(self, seat: int, action: Any, assume: str | None) -> dict[str, Any]:
        """What an action would bring about, as far as this seat may know. Raises what playing it would raise."""
        return self.reading().preview(seat, action, assume)

    def help(self, seat: int, topic: str, about: str) -> Callable[[], Any]:
        """What works out help for a seat from what it has seen so far; that may take a while."""
        match = self.reading()
        return partial(match.game.help, match.view(seat), match.events(seat), topic, about)

    def attempt(self, seat: int, answer: Any) -> Callable[[], Judgement]:
        """What works out whether this seat has done what the exercise asks; that may take a while."""
        posed, match = self.state.exercise, self.reading()
        if posed is None:
            raise TableError("no_exercise", "this table is no exercise")
        try:
            judge = exercise(match.game, posed.id).judge
        except UnknownExercise as problem:
            raise TableError("unknown_exercise", str(problem)) from None
        notes = self.papers.notes.get(seat, "")
        return partial(judge, Attempt(match.game, match.view(seat), match.events(seat), notes, answer))

    def legal(self, seat: int, family: str = "") -> Choices:
        """The actions of a seat now, or those of one family."""
        match = self.reading()
        if (seat, family) not in self._legal or match.game.State.timed:
            self._legal[seat, family] = choices(match, seat, family)
        return self._legal[seat, family]
