"""The benchmark's pieces work, on tiny sizes. Nothing here looks at how long something takes."""

import importlib.util
import json
import random
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import topsecret

ENGINE = Path(__file__).resolve().parents[2] / "bench" / "engine.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_engine", ENGINE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_engine"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tiny(bench: ModuleType) -> Any:
    return bench.Sizes(
        rounds=2, compiled=200, variants=10, interpreted=2, leduc=200, openspiel=200, stepped=5, decisions=3, cold=False
    )


@pytest.mark.parametrize(("source", "options"), [("spies_loop", {}), ("spies_cards_loop", {"cards": True})])
def test_a_cpp_loop_plays_the_same_games(
    bench: ModuleType, tmp_path: Path, source: str, options: dict[str, Any]
) -> None:
    pytest.importorskip("numba", reason="numba is not installed")
    if shutil.which("g++") is None:
        pytest.skip("there is no g++")
    game = topsecret.game("spies")
    compiled = bench.compiled_rules(game)
    loop = bench.Loop(tmp_path, source)
    try:
        for seed in (1, 2, 99, 2**63 + 5):
            bench.same_game(compiled, game.begin(4, options), loop, 300, seed)
        other = game.begin(4, {} if options else {"cards": True})
        with pytest.raises(AssertionError, match="another game"):
            bench.same_game(compiled, other, loop, 300, 1)
    finally:
        loop.close()


def test_json_has_every_figure(bench: ModuleType, tiny: Any, capsys: pytest.CaptureFixture[str]) -> None:
    names = [name for name in bench.MEASURES if name not in ("warm_start", "cold_start")]
    only = [word for name in names for word in ("--only", name)]
    assert bench.main([*only, "--json"], tiny) == 0
    document = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in document["figures"]] == names
    assert document["machine"]["cpus"] >= 1
    for row in document["figures"]:
        assert row["reason"] if row["value"] is None else row["value"] > 0
        assert row["target"] == bench.TARGETS.get(row["name"])


def test_check_names_what_falls_short(
    bench: ModuleType, tiny: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(bench.TARGETS, "interpreted_with_events", 1e15)
    assert bench.main(["--only", "interpreted_with_events", "--check"], tiny) == 1
    told = capsys.readouterr()
    assert "falls short: interpreted_with_events" in told.err
    assert "FALLS SHORT" in told.out and "profile" in told.out
    monkeypatch.setitem(bench.TARGETS, "interpreted_with_events", 1)
    assert bench.main(["--only", "interpreted_with_events", "--check"], tiny) == 0


def test_what_cannot_be_measured_says_so_and_does_not_fail(
    bench: ModuleType, tiny: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert bench.main(["--only", "leduc_to_openspiel_cpp", "--check"], tiny) == 0
    told = capsys.readouterr()
    assert "not measured: OpenSpiel" in told.out
    assert "not measured: leduc_to_openspiel_cpp" in told.err


def test_quick_dossiers_weigh_what_their_entries_weigh() -> None:
    """`weigh_write` and `draw_write` are `ways_write`, added up."""
    game = topsecret.game("spies")
    rules, book = game.rules.functions, game.actions
    first = next(family.start for family in book.families if family.name == "write")
    size = next(family.size for family in book.families if family.name == "write")
    rng = random.Random(5)
    for seats in range(2, 8):
        state = game.begin(seats, {"dossier": True})
        while game.interpreted.actors(state) and state.phase != 9:
            step(game, state, rng)
        while game.interpreted.actors(state) and state.phase == 9:
            for seat in range(seats):
                ways = [
                    0
                    if game.interpreted.refuse(state, seat, first + rank)
                    else rules["ways_write"](state, seat, rank // 9, rank % 9)
                    for rank in range(size)
                ]
                assert rules["weigh_write"](state, seat) == sum(ways)
                drawn = [rules["draw_write"](state, seat, k) for k in range(sum(ways))]
                assert drawn == [rank for rank, n in enumerate(ways) for _ in range(n)]
            step(game, state, rng)


def step(game: Any, state: Any, rng: random.Random) -> None:
    rules = game.interpreted
    who = rules.actors(state)
    if who == topsecret.kernel.CHANCE_TURN:
        rules.happen(state, rules.pick(state, rng.randrange(rules.total(state))))
    else:
        seat = rng.choice([seat for seat in range(state.seats) if who >> seat & 1])
        rules.apply(state, seat, rules.drawn(state, seat, rng.randrange(rules.ways(state, seat))))
