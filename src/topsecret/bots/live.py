"""A match in time with its bots, in one thread and on a clock that the caller moves: for the terminal, for many games, for tests. At
a table on a server the same players are driven by its agenda."""

from __future__ import annotations

import heapq
from typing import Any

from topsecret.kernel.engine import NEVER
from topsecret.kernel.errors import BadOptions, IllegalAction, NotYourTurn
from topsecret.kernel.match import CHANCE, Match

from .players import Limits, Player, Wish, limits_of, timed_bot, wish_of
from .why import Why


class Live:
    """A match in time with its bots. Seats without a bot are played by whoever calls `act`."""

    def __init__(
        self, match: Match, bots: dict[int, str], seed: str, limits: Limits | dict[int, Limits] | None = None
    ) -> None:
        if not match.game.State.timed:
            raise BadOptions(f"{match.game.id}: expected a game with time")
        self.match = match
        each = limits if isinstance(limits, dict) else dict.fromkeys(bots, limits) if limits else {}
        self.bots = {seat: timed_bot(name, match.game) for seat, name in bots.items()}
        self.players = {
            seat: Player(match.game, seat, f"{seed}/{seat}", each.get(seat) or limits_of(name, match.game))
            for seat, name in bots.items()
        }
        self.agenda: list[tuple[int, int]] = []
        self.refused = 0
        self.actions = 0
        self.thoughts: list[tuple[int, Any, Why]] = []  # who did what, and why
        self.spread()

    def spread(self) -> None:
        """What has happened is on its way to all bots."""
        for seat, player in self.players.items():
            when = player.sense(self.match)
            if when is not None:
                heapq.heappush(self.agenda, (when, seat))

    def next_time(self) -> int | None:
        """When something will happen by itself: a bot thinks, or something falls due."""
        if self.match.over:
            return None
        times = [self.agenda[0][0]] if self.agenda else []
        falls = self.match.game.interpreted.due(self.match.state())
        return min([*times, falls] if falls != NEVER else times, default=None)

    def advance(self, to: int) -> None:
        """Everything that happens up to and including that time."""
        while (when := self.next_time()) is not None and when <= to:
            when = max(when, self.match.now)
            self.match.advance(when)
            self.spread()
            while self.agenda and self.agenda[0][0] <= when and not self.match.over:
                planned, seat = heapq.heappop(self.agenda)
                if self.players[seat].wants_to_think(planned, when):
                    self._think(seat, when)
        if not self.match.over:
            self.match.advance(to)
            self.spread()

    def run(self, until: int = 2**31 - 2) -> Match:
        """To the end."""
        while not self.match.over and (when := self.next_time()) is not None and when <= until:
            self.advance(when)
        return self.match

    def act(self, seat: int, action: Any, at: int) -> list[dict[str, Any]]:
        """An action of a seat; raises as `Match.play` does."""
        assert self.match.actors != (CHANCE,)
        told = self.match.play(seat, action, at=at)
        self.actions += 1
        self.spread()
        return told

    def _think(self, seat: int, at: int) -> None:
        player = self.players[seat]
        thought = player.think(at)
        wish = thought
        if not isinstance(thought, Wish):
            wish = player.allow(wish_of(self.bots[seat], self.match.game, thought), at)
        assert isinstance(wish, Wish)
        if wish.action is not None:
            player.begin(at)
            try:
                self.act(seat, wish.action, at)
                self.thoughts.append((seat, wish.action, wish.why))
            except (IllegalAction, NotYourTurn):
                self.refused += 1  # it wanted something by what it last knew
        wake = player.done(wish, at)
        if wake is not None:
            heapq.heappush(self.agenda, (wake, seat))
