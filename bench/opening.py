"""How long it takes to open a table with a long match, from its log alone and from snapshots, and to look back in it.

python bench/opening.py                        6,000 actions of every game that can last that long
python bench/opening.py --game paris --actions 20000 --json

Milliseconds of CPU time of the whole process, the best of three.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Callable
from typing import Any

from topsecret.kernel.match import CHANCE, Match
from topsecret.kernel.replay import page, replay
from topsecret.server import wire
from topsecret.server.garbage import QuietCollector
from topsecret.store.sqlite import SqliteStore
from topsecret.table import records as r
from topsecret.table.log import SPARE
from topsecret.table.state import TableState

CODE = "PRAG-1743"
LONG: dict[str, tuple[int, dict[str, Any]]] = {
    "spies": (7, {"cards": True, "dossier": True}),
    "paris": (8, {"deals": 5, "turn_s": 120}),
}
WITH_THE_CASE = {"draw", "complete", "pass_on", "discard_agent", "discard_place", "discard_both"}
NEARS_THE_END = {*WITH_THE_CASE, "call", "hand_in", "move"}
ROUNDS = 3


def act(match: Match, rng: random.Random) -> None:
    """Somebody does something, if possible nothing that brings the end nearer; in a game with time about six times a second."""
    at = None
    if match.game.State.timed:
        at = match.now + 160
        match.advance(at)
    actors = [seat for seat in match.actors if seat is not CHANCE and match.legal(seat)]
    if actors:
        seat = rng.choice(actors)
        legal = match.legal(seat)
        match.act(seat, rng.choice([move for move in legal if move.family not in NEARS_THE_END] or legal), at)


def records(game: str, actions: int) -> list[tuple[str, bytes]]:
    """The log of a table at which so much was done."""
    seats, options = LONG[game]
    made = r.Made(CODE, game, options, seats, 0)
    people = [r.SatDown(seat, f"Seat {seat}", f"key {seat}") for seat in range(seats)]
    state = TableState.of([r.written(record) for record in (made, *people)])
    secret, rng = "ab" * 32, random.Random(game)
    match = state.new_match(secret, [])
    match.settle()
    found = [made, *people, r.Started(secret, [], match.game.version, *match.recorded(0), 0)]
    lines = len(match.entries)
    for number in range(actions):
        if match.over:
            break
        act(match, rng)
        if len(match.entries) > lines:
            found.append(r.Acted(0, "client-of-all", number, *match.recorded(lines)))
            lines = len(match.entries)
    return [r.written(record) for record in found]


def best(work: Callable[[], Any]) -> float:
    """Milliseconds."""
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return 1000 * min(times)


async def measure(game: str, actions: int) -> dict[str, Any]:
    log = records(game, actions)
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(folder)
        await store.append(CODE, -1, log)
        state = TableState.of(log)
        assert state.match is not None and state.snapshots is not None
        for key, body in state.snapshots.unsaved():
            await store.keep(CODE, key, body)
        begun = time.process_time()
        log, kept = await store.read(CODE)
        reading = 1000 * (time.process_time() - begun)
        await store.close()
    opened = TableState.of(log, kept)
    match, snapshots = opened.match, opened.snapshots
    assert match is not None and snapshots is not None and match.save() == state.match.save()
    middle = snapshots.around(match, len(match.entries.told) // 2)
    parts = [body for key, body in kept.items() if key.startswith(SPARE)]
    return {
        "game": game,
        "lines": state.lines,
        "records": len(log),
        "snapshot_bytes": sum(map(len, parts)),
        "read_from_disk": reading,
        "open_from_the_log_alone": best(lambda: TableState.of(log)),
        "open_from_snapshots": best(lambda: TableState.of(log, kept)),
        "whole_past_of_a_seat": best(lambda: replay(match, 0)),
        "page_of_the_past_of_a_seat": best(lambda: wire.past(0, page(match, 0, *middle)())),
        "view_and_events_of_a_seat": best(lambda: wire.encode((match.view(0), match.seen(0)))),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures how long a table with a long match takes to open.")
    parser.add_argument("--game", choices=sorted(LONG), help="default: all of them")
    parser.add_argument("--actions", type=int, default=6000)
    parser.add_argument("--json", action="store_true", help="for programs")
    args = parser.parse_args()
    QuietCollector(0.0)  # as in a server
    found = [asyncio.run(measure(game, args.actions)) for game in ([args.game] if args.game else sorted(LONG))]
    if args.json:
        print(json.dumps(found, indent=1))
        return
    for one in found:
        print(
            f"{one['game']}: {one['lines']} lines in {one['records']} records; snapshots {one['snapshot_bytes']:,} bytes"
        )
        for name, value in one.items():
            if isinstance(value, float):
                print(f"  {name.replace('_', ' '):30} {value:8.1f} ms")


if __name__ == "__main__":
    main()
