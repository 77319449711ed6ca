"""Pairs of worlds on the wire, with times, many different ones: `python -m tests.server.pairs 10000` plays as many as are wanted."""

from __future__ import annotations

import pytest

from tests.server.pairs import many
from topsecret.server.broadcast import Broadcast


async def test_a_few_pairs_of_paris_cannot_be_told_apart() -> None:
    tried = await many("paris", 6, "few", says=False)
    assert tried["pairs"] == 6 and tried["frames"] > 60


@pytest.mark.long
@pytest.mark.parametrize(("id", "pairs"), [("paris", 150), ("spies", 30)])
async def test_many_pairs_cannot_be_told_apart(id: str, pairs: int) -> None:
    tried = await many(id, pairs, "many", says=False)
    assert tried["pairs"] == pairs and tried["a spectator"] > 0


async def test_a_server_that_sends_somebody_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A presence that hangs on where somebody looks."""
    told = Broadcast.steps

    def telling(self: Broadcast, news: object, can_undo: bool) -> None:
        told(self, news, can_undo)  # type: ignore[arg-type]
        if sum(self.table.state.match.position.gaze) % 2:  # type: ignore[union-attr]
            self.table_changed()

    monkeypatch.setattr(Broadcast, "steps", telling)
    with pytest.raises(AssertionError, match="pair 'few'"):
        await many("paris", 6, "few", says=False)
