"""P3.6 over games that bots play: two worlds that a viewer cannot tell apart give this viewer the same bytes at the same times."""

import random
from typing import Any

import pytest

from topsecret.bots.live import Live
from topsecret.kernel.laws.driver import strict_copy
from topsecret.kernel.laws.report import Case, Report
from topsecret.kernel.laws.secrecy import Pair

from .builders import GAME

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {}),
    (4, {"eyes": "hybrid"}),
    (5, {"honour_code": False}),
    (6, {"calls": "witnessed", "wink_ms": 1500}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_P3_6_secrets_make_no_difference_in_games_of_bots(seats: int, options: dict[str, Any]) -> None:
    report = Report("secrecy", "paris")
    for seed in range(2):
        rng = random.Random(f"{seed}/{seats}")
        match = GAME.match(seats, options, f"secrets {seed}")
        live = Live(match, dict.fromkeys(range(seats), "attentive"), str(seed))
        while not match.over and match.now < 30_000:
            live.advance(match.now + rng.randrange(6000))
            if match.over:
                break
            viewer = rng.randrange(-1, seats)
            seat = None if viewer < 0 else viewer
            case = Case(GAME, seats, options, f"{seed}", report)
            world, _ = GAME.imagine(match.view(seat), match.events(seat), rng, match.now)
            pair = Pair(case, viewer, match.state(), strict_copy(case, world), False)
            pair.follow()
            report.note("depth", pair.depth)
            report.note("different", pair.different)
    assert [str(violation) for violation in report.violations] == []
    assert len(report.figures["depth"]) > 8
    assert sum(report.figures["depth"]) / len(report.figures["depth"]) > 6
    assert any(report.figures["different"])
