"""Two worlds that one viewer cannot tell apart, written down as two scripts for two servers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from topsecret.kernel.audience import SPECTATOR
from topsecret.kernel.fair import Fair
from topsecret.kernel.fields import truth
from topsecret.kernel.game import Game
from topsecret.kernel.laws.driver import Step, enter, resume
from topsecret.kernel.laws.report import Case, Report
from topsecret.kernel.laws.secrecy import Pair
from topsecret.kernel.log import Entry
from topsecret.kernel.match import Match


@dataclass
class World:
    """What happens in one world: the actions in order, and the outcomes as they are drawn."""

    actions: list[tuple[int, int, int]]  # seat, code and (in games with time) when
    outcomes: list[int]
    end: dict[str, Any]  # the whole truth at the end
    until: int  # in games with time: when that is


class Walk(Pair):
    """Plays both worlds side by side. What the viewer is told is the same in both; what it is not told differs where it can."""

    def __init__(self, game: Game, seats: int, options: dict[str, Any], viewer: int | None, seed: str) -> None:
        case = Case(game, seats, options, seed, Report("wire", game.id))
        begin = game.begin(seats, options)
        super().__init__(case, SPECTATOR if viewer is None else viewer, begin, begin, undo=True)
        self.entries: list[tuple[list[Entry], list[Entry]]] = []
        self.apart = 0  # steps after which the worlds were different
        self.secrets: set[str] = set()  # the fields in which they were

    def attempt(self, our_step: Step | None, their_step: Step | None) -> bool:
        ours, theirs = resume(self.game, self.ours), resume(self.game, self.theirs)
        if our_step is not None and their_step is not None:
            enter(ours, our_step)
            enter(theirs, their_step)
        if self.settle_together(ours, theirs) != "" or self.difference(ours, theirs) or ours.over or theirs.over:
            return False
        self.entries.append((list(ours.entries), list(theirs.entries)))
        self.ours, self.theirs = ours.state(), theirs.state()
        fields = self.game.State.fields
        differ = {name for name in fields if getattr(self.ours, name) != getattr(self.theirs, name)}
        self.secrets |= differ
        self.apart += bool(differ)
        return True

    def go(self, steps: int) -> Walk:
        while len(self.entries) <= steps and any(self.attempt(*both) for both in self.candidates()):
            pass
        return self

    def worlds(self) -> tuple[World, World]:
        return self._world(0), self._world(1)

    def _world(self, which: int) -> World:
        entries = [entry for both in self.entries for entry in both[which]]
        return World(
            [(entry.seat, entry.code, entry.at) for entry in entries if entry.sort == "action"],
            [entry.code for entry in entries if entry.sort == "chance"],
            truth(self.theirs if which else self.ours),
            self.ours.now if self.game.State.timed else 0,
        )


class Rigged(Fair):
    """A source of outcomes that gives those of a script; the secret that is committed to stays the same."""

    def __init__(self, match: Match, outcomes: list[int]) -> None:
        assert match.fair is not None
        super().__init__(match.fair.secret, match.fair.table, match.fair.entropy)
        self.match = match
        self.outcomes = iter(outcomes)

    def next(self, family: str, total: int) -> int:
        wanted, rules, state = next(self.outcomes), self.match.game.interpreted, self.match.position
        number = sum(max(0, rules.weight(state, code)) for code in range(wanted))
        assert rules.pick(state, number) == wanted
        return int(number)
