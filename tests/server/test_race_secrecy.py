"""What is held in a race (P5.3 of paris) tells nobody anything that they may not know, not even by its moment.

Two servers go through the same visible play, with races that are held. In one of them others do things besides that this viewer may not
know: they look around, wink at each other, and call when it is void. The viewer and the spectators get the same bytes at the same time,
and what the viewer tries has the same answer then."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace

import pytest

from tests.server.conftest import Open
from tests.server.people import House
from tests.server.test_bots import settled
from tests.server.test_races import at_a_table, code
from tests.server.test_wire_secrecy import COMMIT_MS, SlowStore, listen
from topsecret.table import beginnings

LENGTH = 1400  # of a scene
Message = tuple[int, int, str, int]  # when it comes, whose it is, what it says, and how long the line takes

# red (0) has the case and looks for green (1), green for purple (2), purple for blue (3), blue for red
DISCARD: Message = (50, 0, "discard green", 150)  # carried out at once: red's card is safe from calls until 1050
WINK: list[Message] = [(0, 1, "look purple", 0), (300, 1, "wink purple", 0)]  # until 1000
LOOKS: list[Message] = [
    (at, seat, f"look {sight}", 0)
    for at in (0, 95, 100, 129, 130, 131, 245, 250, 429, 430, 700)
    for seat, sight in ((1, "purple"), (2, "red"), (3, "green"))
]
SCENES: dict[str, tuple[int, list[Message], list[Message]]] = {
    "an unseen wink ends while a call waits until the card can be called": (
        3,
        [DISCARD, (950, 3, "call red purple", 0), (960, 2, "call red green", 100)],
        WINK,
    ),
    "an unseen wink ends while a call is refused": (3, [DISCARD, (850, 3, "call red purple", 0)], WINK),
    "a call comes too late and is void": (
        2,
        [(0, 2, "call red green", 100), (20, 3, "call green purple", 140), (500, 0, "pass", 30)],
        [(1, 3, "call red green", 0), (2, 1, "call red blue", 10), (3, 0, "discard green", 0)],
    ),
    "others look around all the time": (
        0,
        [(0, 0, "pass", 20), (40, 2, "call green blue", 90), (120, 0, "look cards", 0), (280, 1, "pass", 0)],
        LOOKS,
    ),
}


async def watched(
    house: House, monkeypatch: pytest.MonkeyPatch, viewer: int, shown: list[Message], hidden: list[Message]
) -> tuple[list[tuple[int, str]], int]:
    """What the viewer and the spectators got, with its time; and how much of what is hidden was done."""
    with monkeypatch.context() as patch:
        patch.setattr(beginnings, "secrets", SimpleNamespace(token_hex=lambda n: "5e" * n, token_bytes=bytes))
        house.server.house.rng = random.Random("codes")
        table, _line = await at_a_table(house, patch)
    tape: list[str] = []
    own = await listen(house.people[viewer], viewer, tape, "the-viewer", table.timeline.now)
    watching = await listen(house.people[viewer], None, tape, "a-spectator", table.timeline.now)
    if isinstance(house.store, SlowStore):
        house.store.clock = house.clock
    script = sorted([*((message, True) for message in shown), *((message, False) for message in hidden)])
    acts: list[tuple[asyncio.Task[None], bool]] = []
    begun = now = table.timeline.now()
    while now < begun + LENGTH:
        while script and begun + script[0][0][0] <= now:
            (_, seat, action, lag), is_shown = script.pop(0)
            act = asyncio.create_task(table.act(seat, "", 0, action, lambda: None, lag=lag))
            acts.append((act, is_shown))
            if seat == viewer:
                act.add_done_callback(lambda act: tape.append(f"{table.timeline.now()} {code(act)!r}"))
            await settled(house)
        await settled(house)
        await own.settle()
        await watching.settle()
        moments = [now + round((until - house.clock.now()) * 1000) for until, _ in house.clock.sleepers]
        moments += [begun + LENGTH, *(begun + message[0] for message, _ in script)]
        house.clock.advance((min(at for at in moments if at > now) - now) / 1000)
        now = table.timeline.now()
    if isinstance(house.store, SlowStore):
        house.store.clock = None
    assert all(act.done() for act, _ in acts)
    got = [(int(at), frame) for at, _, frame in (one.partition(" ") for one in tape)]
    return got, sum(code(act) == "" for act, is_shown in acts if not is_shown)


def compare(one: list[tuple[int, str]], other: list[tuple[int, str]], apart: int) -> int:
    """The same frames, at most so many milliseconds apart: how many it was."""
    for number, ((ours, this), (theirs, that)) in enumerate(zip(one, other)):
        assert this == that, f"message {number}, at {ours} and {theirs}"
        assert abs(ours - theirs) <= apart, f"message {number}, at {ours} and {theirs}: {this}"
    assert len(one) == len(other)
    return max(abs(ours - theirs) for (ours, _), (theirs, _) in zip(one, other))


@pytest.mark.parametrize("scene", SCENES)
async def test_what_is_held_depends_on_nothing_that_a_viewer_may_not_know(
    scene: str, open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer, shown, hidden = SCENES[scene]
    one, _ = await watched(await open_house(), monkeypatch, viewer, shown, [])
    other, done = await watched(await open_house(), monkeypatch, viewer, shown, hidden)
    compare(one, other, 0)
    assert len(one) > len(shown)
    assert done > 0 or "void" in scene


async def test_what_is_held_leaves_no_more_than_a_commit_apart_on_a_slow_disk(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer, shown, hidden = SCENES["others look around all the time"]
    one, _ = await watched(await open_house(SlowStore()), monkeypatch, viewer, shown, [])
    other, done = await watched(await open_house(SlowStore()), monkeypatch, viewer, shown, hidden)
    assert done > 3
    assert compare(one, other, COMMIT_MS) > 0
