"""The soak works on a tiny scale, and its verdict can fail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.soak.__main__ import soak
from tests.soak.verdict import Sample, by_quarter, judge

FLAT = [Sample(float(n), 100, 5.0 + n % 3, 20.0, 80.0 + n % 2, 200.0, 50, n, 3.0, 18) for n in range(16)]
MEASURED = ["memory_mb", "helpers_mb", "files", "p50_ms", "cpu_ms", "in_memory"]


def test_what_stays_as_it_is_is_flat() -> None:
    assert judge(FLAT) == []
    filling = [replace(one, memory_mb=40.0 + 10 * min(n, 4)) for n, one in enumerate(FLAT)]
    assert judge(filling) == []  # at first everything fills up


@pytest.mark.parametrize("what", MEASURED)
def test_what_grows_is_named(what: str) -> None:
    grows = [replace(one, **{what: getattr(one, what) * 2 ** (n // 4)}) for n, one in enumerate(FLAT)]
    [problem] = judge(grows)
    assert problem.startswith(f"{what} grows")


@pytest.mark.parametrize("what", ["memory_mb", "helpers_mb"])
def test_a_few_megabytes_in_half_an_hour_are_not_flat(what: str) -> None:
    """They would fill a machine within weeks. (Of 60 samples one is a minute, and the quarters' middles are half an hour apart.)"""
    hour = [replace(FLAT[n % 16], minute=float(n), memory_mb=110.0, helpers_mb=250.0) for n in range(60)]
    assert judge(hour) == []
    leaks = [replace(one, **{what: getattr(one, what) + n * 0.25}) for n, one in enumerate(hour)]
    [problem] = judge(leaks)
    assert problem.startswith(f"{what} grows")


@pytest.mark.parametrize("what", MEASURED)
def test_what_could_not_be_measured_is_not_flat(what: str) -> None:
    nothing: dict[str, Any] = {what: None}
    [problem] = judge([replace(one, **nothing) for one in FLAT])
    assert problem == f"{what} could not be measured"


def test_quarters_have_their_medians() -> None:
    quarters = by_quarter([replace(one, memory_mb=float(n // 4)) for n, one in enumerate(FLAT)])
    assert [one.memory_mb for one in quarters] == [0.0, 1.0, 2.0, 3.0]
    assert [one.actions for one in quarters] == [400] * 4
    assert by_quarter(FLAT[:3]) == []


def test_a_server_at_which_nobody_can_act_is_not_flat_and_a_short_run_says_nothing() -> None:
    assert judge([replace(one, actions=0 if n >= 12 else 9) for n, one in enumerate(FLAT)])
    assert judge(FLAT[:5])


@pytest.mark.slow
async def test_people_play_at_a_real_server(tmp_path: Path) -> None:
    samples, faults = await soak(minutes=0.1, tables=4, pace=0.2, every=2.0, folder=tmp_path, least=40)
    assert faults == []
    assert sum(one.actions for one in samples) > 0 and samples[-1].tables >= 4
