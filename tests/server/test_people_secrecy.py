"""Clocks, pauses, goings and comings tell nothing: two worlds that a viewer cannot tell apart stay the same with all of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import Open
from tests.server.test_bots import settled
from tests.server.test_wire_secrecy import ALL, BY_HAND, Drive, compare, driven, listen, walk
from topsecret.table.clocks import Clocks, Shown

TERMS = {"grace_s": 5, "move_s": 3600, "bank_s": 600, "answer_s": 3000}


class Living(Drive):
    """Between the steps of the script time passes, somebody goes and comes back, and all agree to a pause."""

    steps: list[int] = []  # how many actions each has

    async def sit_down(self) -> None:
        await super().sit_down()
        if not self.game.State.timed:
            await self.lines[0].send({"t": "arrange", "terms": TERMS})
            await self.listen_all()

    async def run(self) -> None:
        await self.sit_down()
        await self.lines[0].send({"t": "start"})
        for line in (*self.lines, self.spectator):
            await line.hear("sync")
        await self.listen_all()
        actions = iter(self.world.actions)
        for number, count in enumerate(self.steps):
            self.house.clock.advance(0.7)
            await settled(self.house)
            if number == len(self.steps) // 3:
                await self.go_and_come_back(next(seat for seat in range(self.seats) if seat != self.viewer))
            if number == len(self.steps) // 2:
                await self.pause()
            for _ in range(count):
                seat, code, _ = next(actions)
                if not self.quiet:
                    await self.make_noise(seat)
                done = await self.lines[seat].ask("act", action=self.game.actions.move(code).json)
                assert done["t"] == "done", done
            await self.listen_all()

    async def go_and_come_back(self, seat: int) -> None:
        presence = self.house.table(self.people[0].code).presence
        await self.lines[seat].ws.close()
        while presence.is_here(seat):
            await settled(self.house)
        self.house.clock.advance(1.3)
        await settled(self.house)
        self.lines[seat] = await listen(self.people[seat], seat, [], f"again-as-{seat}", self.time)
        await self.listen_all()

    async def pause(self) -> None:
        for what in ("pause", "play_on"):
            for line in self.lines:
                await line.send({"t": "propose", "what": what})
                await line.settle()
            self.house.clock.advance(9)
            await settled(self.house)
            await self.listen_all()


CASES: list[tuple[str, int, dict[str, Any], int | None, str]] = [
    ("spies", 3, ALL, 1, "hand holds answer"),
    ("spies", 3, ALL, None, "hand holds answer"),
    ("briefcase", 2, {}, 0, "piece"),
    ("briefcase", 2, BY_HAND, 1, "piece"),
    ("intel", 2, {}, 1, ""),
]


async def both(monkeypatch: pytest.MonkeyPatch, open_house: Open, case: tuple[Any, ...]) -> list[Drive]:
    found = walk(*case)
    drives = []
    for which, world in enumerate(found.worlds()):
        steps = [sum(entry.sort == "action" for entry in entries[which]) for entries in found.entries]
        kind = type("Living", (Living,), {"steps": steps})
        drives.append(await driven(monkeypatch, open_house, world, *case[:4], which == 0, kind=kind))
    return drives


@pytest.mark.parametrize("case", CASES)
async def test_clocks_pauses_goings_and_comings_are_the_same_in_both_worlds(
    case: tuple[Any, ...], open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await both(monkeypatch, open_house, case)
    compare(one, other)
    tape = "".join(one.tapes["viewer" if case[3] is not None else "spectator"])
    assert '"paused":true' in tape and '"gone_ms":0' in tape and '"left_ms":' in tape


@pytest.mark.plain
async def test_a_clock_that_told_of_what_is_hidden_would_be_found_out(
    open_house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Clocks.shown

    def telling(self: Clocks, seat: int, now: int) -> Shown | None:
        shown, match = honest(self, seat, now), self.state.match
        hidden = 0 if match is None else int(match.state().fingerprint()[:4], 16)
        return None if shown is None else shown._replace(bank_ms=hidden)

    monkeypatch.setattr(Clocks, "shown", telling)
    one, other = await both(monkeypatch, open_house, CASES[0])
    with pytest.raises(AssertionError, match="message"):
        compare(one, other)
