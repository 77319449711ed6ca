"""An opponent that knows the program of the others and uses it: the search of `hard` whose beliefs come from asking that program, at each
decision of every other seat, how likely it would have done this as everybody that it might be. Nobody at a table does that; it exists to
find out what being read costs, and what hiding is worth. In spies without cards only: there all but who is who is public."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import log
from typing import Any

from topsecret.bots import Budget
from topsecret.bots.registry import levels
from topsecret.bots.search import Search
from topsecret.games.spies.beliefs import AGENT, Beliefs
from topsecret.games.spies.box import AGENTS
from topsecret.kernel.game import Game
from topsecret.kernel.view import view as view_of

ASKS = Budget(simulations=600)
SLIP = 0.1  # so often anybody does anything: one search does not come upon all that another would do
MOST_REMEMBERED = 4_000

Event = dict[str, Any]


class Read(Beliefs):
    """Who is who, by a program."""

    remembered: dict[str, list[float]] = {}  # several readers at one table ask the same
    hides = 0.0  # it knows the program

    def __init__(self, game: Game, program: Callable[[], Any]) -> None:
        self.program = program
        self.log: list[Event] = []
        self.public: dict[int, dict[Any, Any]] = {}  # by seat: its choices as everybody would see them (`anybody.py`)
        super().__init__(game, lambda board, code: [0.0] * AGENTS)

    def begin(self, seats: int, options: dict[str, Any]) -> None:
        super().begin(seats, options)
        self.log = []
        self.public = {}

    def _hear(self, event: Event) -> None:
        super()._hear(event)
        self.log.append(event)

    def _judge(self, seat: int, code: int) -> None:
        super()._judge(seat, code)
        if seat == self.me:
            return
        public = [
            {key: one[key] for key in one if key not in ("n", "agent") or one["event"] != "deal"} for one in self.log
        ]
        asked = json.dumps([seat, code, public])
        if asked not in self.remembered:
            if len(self.remembered) >= MOST_REMEMBERED:
                self.remembered.clear()
            self.remembered[asked] = [self._as(seat, agent, code, public, asked) for agent in range(AGENTS)]
        for agent, part in enumerate(self.remembered[asked]):
            self.likely[seat][agent] += part

    def _as(self, seat: int, agent: int, code: int, public: list[Event], luck: str) -> float:
        """The logarithm of how likely the program does this as the owner of an agent."""
        board = self.board.copy()
        if not board.in_play >> agent & 1:
            return 0.0
        board.turn = seat
        for one in range(board.seats):
            board.agents_held[one] = 1
        board.holds[seat] = [int(one == agent) for one in range(AGENTS)]
        name = list(AGENT)[agent]
        told = [one | {"agent": name} if one["event"] == "deal" and one["seat"] == seat else one for one in public]
        told = [{"n": number} | one for number, one in enumerate(told, 1)]
        view = {"game": self.game.id, "viewer": seat, "actors": [seat], **view_of(board, seat), "result": None}
        legal = [self.game.actions.move(one) for one in self.game.interpreted.listed(board, seat)]
        bot = self.program()
        bot.rng = random.Random(luck)
        with known_to_all(bot, self.public.setdefault(seat, {}), agent, board.in_play):
            chosen = bot.choose(view, told, legal, ASKS)
        found = {move.code: part for move, part in bot.chances() or [(chosen, 1.0)]}
        return log((1 - SLIP) * found.get(code, 0.0) + SLIP / len(legal))


@contextmanager
def known_to_all(bot: Any, public: dict[Any, Any], agent: int, in_play: int) -> Iterator[None]:
    """What a bot that hides works out of its choices, as the owner of every agent would see them, hangs on nothing secret but whose row is
    its own: it is worked out once for all that it might be, and kept for its later decisions."""
    anybody = getattr(getattr(bot, "worlds", None), "anybody", None)
    if anybody is None:
        yield
        return
    row = (in_play & (1 << agent) - 1).bit_count()
    anybody.found = {key: choice._replace(mine=row) for key, choice in public.items()}
    yield
    public.update(anybody.found)


class Reader(Search):
    """Plays by the search of `hard`; `program` makes the bot that it takes everybody for."""

    def __init__(self, game: Game, seed: str, program: Callable[[], Any]) -> None:
        super().__init__(game, seed)
        self.level = levels(game)["hard"]
        self.worlds.beliefs = Read(game, program)


def fits(game: Game) -> bool:
    return game.id == "spies"
