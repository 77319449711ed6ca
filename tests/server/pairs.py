"""Many pairs of worlds on the wire, with times: `python -m tests.server.pairs 10000 [--game paris] [--seed words]`.

Each pair is a short match in two worlds that one viewer (a seat, or a spectator such as a stage) cannot tell apart; it is played on two
servers, and all bytes that reach the viewer and a spectator are compared with the table's time at which they came. In the second world
others also do what changes nothing. Seats, options and viewer change from pair to pair; the same seed plays the same pairs."""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
import time
from collections import Counter
from typing import Any

import pytest

from tests.server.people import House
from tests.server.test_bots import settled
from tests.server.test_wire_secrecy import Drive, compare, driven, listen
from tests.server.worlds import Walk
from topsecret.kernel.errors import BadOptions
from topsecret.kernel.game import Game
from topsecret.kernel.registry import game

STEPS = 24
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "paris": [
        {},
        {"eyes": "hybrid"},
        {"calls": "witnessed"},
        {"honour_code": False},
        {"slow": True},
        {"wink_ms": 3000},
        {"cards_removed": 5, "deals": 2},
    ],
    "spies": [{}, {"cards": True}, {"dossier": True}, {"cards": True, "dossier": True}],
}


class Brief(Drive):
    """Only the viewer and a spectator are connected, and everybody acts at the table itself: quicker than a `Drive`, without its probes."""

    async def run(self) -> None:
        await self.sit_down()
        table = self.house.table(self.people[0].code)
        await table.start(0)
        await self.hear()
        for seat, code, at in self.world.actions:
            await self.pass_time(at)
            if not self.quiet and self.noise.random() < 0.4:
                await self.do_nothing(table)
            await table.act(seat, "", 0, self.game.actions.move(code), lambda: None)
            await settled(self.house)
            await self.hear()
        await self.pass_time(self.world.until)
        await self.hear()

    async def sit_down(self) -> None:
        self.people = [self.house.person() for _ in range(self.seats)]
        await self.people[0].make(self.game.id, seats=self.seats, options=self.options)
        for n, person in enumerate(self.people[1:], 1):
            await person.join(self.people[0].code, f"Guest {n}")
        self.spectator = await listen(self.people[0], None, self.tapes["spectator"], "the-spectator", self.time)
        self.mine = self.spectator
        if self.viewer is not None:
            tape = self.tapes["viewer"]
            self.mine = await listen(self.people[self.viewer], self.viewer, tape, "the-viewer", self.time)

    async def do_nothing(self, table: Any) -> None:
        """Somebody else does what nobody is told of, and what is refused."""
        others = [seat for seat in range(self.seats) if seat != self.viewer]
        seat = self.noise.choice(others)
        tried = self.game.actions.move(self.noise.randrange(self.game.actions.size))
        moves: list[Any] = (
            [] if table.reading().why_not(seat, tried) is None else [tried]
        )  # refused at this very moment
        if self.game.State.timed:
            moves.append(f"look {self.match.view(seat)['gaze'][seat]}")
        for move in moves:
            await asyncio.gather(table.act(seat, "", 0, move, lambda: None), return_exceptions=True)

    async def hear(self) -> None:
        await self.mine.settle()
        if self.spectator is not self.mine:
            await self.spectator.settle()


def case(found: Game, rng: random.Random) -> tuple[int, dict[str, Any], int | None]:
    """Seats, options and the viewer of a pair."""
    while True:
        seats = rng.choice(list(found.seats))
        options = rng.choice(OPTIONS.get(found.id, [{}]))
        try:
            found.begin(seats, options)
        except BadOptions:
            continue
        return seats, options, rng.choice([None, *range(seats)])


async def play(found: Game, seed: str, tried: Counter[str]) -> bool:
    """One pair; False if these worlds do not differ. Raises AssertionError where a viewer could tell them apart."""
    rng = random.Random(seed)
    seats, options, viewer = case(found, rng)
    walk = Walk(found, seats, options, viewer, seed).go(STEPS)
    if not walk.apart:
        return False
    drives = []
    for quiet, world in zip((True, False), walk.worlds()):
        house = House()

        async def open_house(house: House = house) -> House:
            return await house.open()

        with pytest.MonkeyPatch.context() as patch:
            try:
                drives.append(
                    await driven(patch, open_house, world, found.id, seats, options, viewer, quiet, kind=Brief)
                )
            finally:
                await house.close()
    compare(*drives)
    tried["frames"] += sum(len(tape) for tape in drives[0].tapes.values())
    tried[f"{seats} seats"] += 1
    tried["a spectator" if viewer is None else "a seat"] += 1
    for name in walk.secrets:
        tried[f"different: {name}"] += 1
    return True


async def many(id: str, pairs: int, seed: str, says: bool = True) -> Counter[str]:
    found, tried, number = game(id), Counter[str](), 0
    begun = time.monotonic()
    while tried["pairs"] < pairs and number < 20 * pairs:
        number += 1
        try:
            tried["pairs"] += await play(found, f"{seed} {number}", tried)
        except AssertionError as problem:
            raise AssertionError(f"pair {seed!r} {number}: {problem}") from problem
        if says and number % 50 == 0:
            spent = time.monotonic() - begun
            print(f"  … {tried['pairs']} pairs, {tried['frames']} frames, {spent:.0f} s", file=sys.stderr, flush=True)
    return tried


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description="Plays pairs of worlds on two servers and compares all bytes and their times."
    )
    parser.add_argument("pairs", type=int)
    parser.add_argument("--game", default="paris")
    parser.add_argument("--seed", default="pairs")
    args = parser.parse_args()
    logging.disable(logging.WARNING)
    for what, count in asyncio.run(many(args.game, args.pairs, args.seed)).most_common():
        print(f"{what}: {count}")
    print("no viewer can tell its worlds apart")
