"""The soak works on a tiny scale, and its verdict can fail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak.__main__ import soak
from tests.soak.verdict import Sample, judge

FLAT = [Sample(float(n), 100, 5.0 + n % 3, 20.0, 80.0 + n % 2, 200.0, 50, n) for n in range(16)]


def test_what_stays_as_it_is_is_flat() -> None:
    assert judge(FLAT) == []
    filling = [replace(one, memory_mb=40.0 + 10 * min(n, 4)) for n, one in enumerate(FLAT)]
    assert judge(filling) == []  # at first everything fills up


@pytest.mark.parametrize("what", ["memory_mb", "helpers_mb", "files", "p50_ms"])
def test_what_grows_is_named(what: str) -> None:
    grows = [replace(one, **{what: getattr(one, what) * 2 ** (n // 4)}) for n, one in enumerate(FLAT)]
    [problem] = judge(grows)
    assert problem.startswith(f"{what} grows")


def test_a_server_at_which_nobody_can_act_is_not_flat_and_a_short_run_says_nothing() -> None:
    assert judge([replace(one, actions=0 if n >= 12 else 9) for n, one in enumerate(FLAT)])
    assert judge(FLAT[:5])


@pytest.mark.slow
async def test_people_play_at_a_real_server(tmp_path: Path) -> None:
    samples, faults = await soak(minutes=0.1, tables=4, pace=0.2, every=2.0, folder=tmp_path)
    assert faults == []
    assert sum(one.actions for one in samples) > 0 and samples[-1].tables >= 4
