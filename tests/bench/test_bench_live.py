"""The benchmark of tables in time works, on tiny sizes and with both sides. Nothing here looks at how long something takes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bench import live
from bench.figures import NotMeasured


@pytest.fixture
def tiny() -> Any:
    return live.Sizes(tables=1, rounds=1, warm_seconds=0.1, seconds=1.5, more=(2,), profile_seconds=1.0)


@pytest.mark.slow
def test_both_sides_are_played_at_and_every_figure_is_there(tiny: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert live.main(["--json", "--profile"], tiny) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["figures"]}
    assert list(rows) == ["p99_ms", "cpu_to_bare", "tables_on_a_core"]
    quick, share, many = rows.values()
    assert quick["value"] > 0 and {"ours_p50_ms", "ours_p999_ms", "bare_p99_ms"} <= quick["more"].keys()
    assert quick["more"]["ours_frames_per_second_and_seat"] > 0 and quick["more"]["bare_frames_per_second_and_seat"] > 0
    assert share["value"] is None or share["value"] > 0
    assert "function calls" in share["more"]["profile"][0] and len(share["more"]["profile"]) > 20
    assert 1 <= len(many["more"]["ours_steps"]) <= 2 and len(many["more"]["bare_steps"]) >= 1


def test_a_load_client_that_fails_says_why(tiny: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise NotMeasured("the load client failed: no sockets")

    monkeypatch.setattr(live, "played", fails)
    figures = live.side_by_side(tiny)
    assert [figure.reason for figure in figures] == ["the load client failed: no sockets"] * 2
    assert live.how_many(tiny, []).reason == "the load client failed: no sockets"
