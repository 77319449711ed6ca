"""The benchmark of bots: its pieces work without a compiler. Nothing here looks at how long something takes."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).resolve().parents[2] / "bench" / "bots.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_bots", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_bots"] = module
    spec.loader.exec_module(module)
    return module


def test_every_game_that_is_searched_has_its_figures(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench.search, "compiled", lambda game, wait=False: None)
    assert bench.main(["--json", "--check"]) == 0  # what cannot be measured does not fall short
    rows = json.loads(capsys.readouterr().out)["figures"]
    assert {"spies_playouts", "first_answer_spies", "intel_simulations"} <= {row["name"] for row in rows}
    assert all(row["value"] is None and row["reason"] for row in rows)


def test_what_is_measured_are_decisions_with_a_choice(bench: ModuleType) -> None:
    found = bench.positions("spies", 3)
    assert len(found) == 3 and all(len(one.legal) > 8 and one.view["viewer"] is not None for one in found)
