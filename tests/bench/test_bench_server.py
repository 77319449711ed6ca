"""The benchmark of the server works, on tiny sizes and with both servers. Nothing here looks at how long something takes."""

import importlib.util
import json
import sys
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bench import turns as in_turns_of
from bench.figures import Figure, NoPeer, NotMeasured, table, tell
from bench.load.table import AGENTS, spread
from bench.turns import Turns, compared, sources_of

SERVER = Path(__file__).resolve().parents[2] / "bench" / "server.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_server", SERVER)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_server"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tiny(bench: ModuleType) -> Any:
    return bench.Sizes(
        connections=(8,),
        rounds=1,
        warm_seconds=0.1,
        seconds=0.4,
        rate=50,
        growth_connections=8,
        growth=(4, 12),
        window=4,
        waiting_tables=40,
        running_tables=8,
        thinkers=1,
        people=4,
        people_rate=10,
        turns=Turns(connections=8, pairs=1, warm_seconds=0.1, seconds=0.4, rate=50, native=False),
    )


@pytest.mark.slow
def test_both_servers_are_played_at_and_every_figure_is_there(
    bench: ModuleType, tiny: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        bench.peer_command(1)
    except NotMeasured as problem:
        pytest.skip(str(problem))
    assert bench.main(["--json"], tiny) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["figures"]}
    assert list(rows) == [
        "actions_8",
        "actions_8_to_colyseus",
        "p99_8",
        "p99_8_to_colyseus",
        "growth",
        "waiting_table",
        "running_table",
        "p99_beside_bots",
        "cpu_to_earlier",
        "paced_cpu_to_earlier",
        "p99_to_earlier",
    ]
    for row in rows.values():
        assert row["value"] is None or row["value"] >= 0
        excuses = ("processor time", "git has no commit")
        assert row["value"] is not None or any(excuse in row["reason"] for excuse in excuses), row["reason"]
    for side in ("ours", "boardgame.io", "colyseus"):
        assert rows["actions_8"]["more"][f"{side}_actions_per_second"] > 0
        assert rows["p99_8"]["more"][f"{side}_p99_ms"] > 0


@pytest.mark.slow
def test_without_the_peer_nothing_is_compared_and_nothing_fails(
    bench: ModuleType, tiny: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(port: int, peer: str = "boardgame.io") -> Any:
        raise NoPeer("the boardgame.io server cannot be installed: no Node")

    monkeypatch.setattr(bench, "peer_command", none)
    monkeypatch.setattr(bench, "GROWTH", 1000.0)
    for more in ("memory", "beside_bots"):
        monkeypatch.setattr(bench, more, lambda sizes: [])
    monkeypatch.setattr(bench.turns, "measure", lambda turns: [])
    assert bench.main(["--check"], tiny) == 0
    told = capsys.readouterr()
    assert "not measured: actions_8: the boardgame.io server cannot be installed" in told.err
    assert "not measured: growth" not in told.err or "processor time" in told.err


@pytest.mark.parametrize(("problem", "code"), [(NoPeer("no Node"), 0), (NotMeasured("a match has come to a stop"), 1)])
def test_what_could_not_be_measured_fails_a_check_unless_a_peer_is_missing(
    problem: NotMeasured, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    figure = Figure("growth", "growth", "times", target=1.3, least=False)
    figure.could_not(problem)
    assert tell([figure], {}, False, True) == code
    assert f"not measured: growth: {problem}" in capsys.readouterr().err


def round_of(per_second: float, p99: float | None) -> dict[str, Any]:
    """What the load client finds in a round."""
    part = {"per_second": per_second, "p50": 0.001, "p99": p99, "server_cpu": 0.5, "server_cpu_per_action": 0.001}
    part |= {"client_cpu": 0.5, "bytes_per_action": 100.0}
    return {"free": part, "paced": part, "memory_per_connection": 1000.0}


@pytest.fixture
def pretended(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Servers and a load client that only pretend: what each side does in a round; None: this peer cannot be had."""
    sides: dict[str, Any] = {
        "ours": round_of(300, 0.01),
        "theirs": round_of(30, 0.1),
        "colyseus": round_of(50, 0.1),
    }

    def command(port: int, peer: str = "boardgame.io") -> Any:
        if sides[next(side for side, name in bench.PEER_OF.items() if name == peer)] is None:
            raise NoPeer(f"the {peer} server cannot be installed")

    monkeypatch.setattr(bench, "peer_command", command)
    monkeypatch.setattr(bench, "running", lambda side: nullcontext((1, 1)))
    monkeypatch.setattr(bench, "load", lambda side, port, pid, **task: sides[side])
    for more in ("growth", "memory", "beside_bots"):
        monkeypatch.setattr(bench, more, lambda sizes: [])
    monkeypatch.setattr(bench.turns, "measure", lambda turns: [])
    return sides


def test_one_peer_that_is_missing_excuses_no_comparison_with_another(
    bench: ModuleType, tiny: Any, pretended: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    pretended["colyseus"] = None
    assert bench.main(["--check"], tiny) == 0
    assert "to the boardgame.io server's: 10.0 times" in capsys.readouterr().out
    pretended["ours"] = round_of(60, 0.01)
    assert bench.main(["--check"], tiny) == 1
    assert "falls short: actions_8" in capsys.readouterr().err


@pytest.mark.parametrize("side", ["ours", "theirs", "colyseus"])
@pytest.mark.parametrize("idle", [round_of(0, 0.01), round_of(300, None)])
def test_a_round_in_which_somebody_did_nothing_is_not_measured_and_fails_a_check(
    bench: ModuleType, tiny: Any, pretended: dict[str, Any], side: str, idle: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    pretended[side] = idle
    assert bench.main(["--check"], tiny) == 1
    assert "not measured: actions_8: nothing was done in a round" in capsys.readouterr().err


def test_too_few_open_files_are_said(bench: ModuleType) -> None:
    resource = pytest.importorskip("resource", reason="limits of open files are a thing of POSIX")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        pytest.skip("there is no limit")
    with pytest.raises(NotMeasured, match=f"allows {most} open files"):
        bench.enough_files(most)


def test_a_target_is_the_least_or_the_most() -> None:
    fast = Figure("a", "a", "times", value=2.0, target=3.0)
    slow = Figure("b", "b", "times", value=2.0, target=3.0, least=False)
    seconds = Figure("c", "c", "s", value=3.0, target=3.0)
    assert fast.falls_short and not slow.falls_short and seconds.falls_short
    assert "at least 3.00: FALLS SHORT" in table([fast]) and "at most 3.00: holds" in table([slow])


def test_the_load_client_never_brings_anybody_to_the_safe() -> None:
    for points in range(1, 7):
        for safe in range(12):
            for start in range(12):
                for one in range(7):
                    place = [start] * 7
                    place[one] = (safe - points) % 12
                    move = spread(points, place, safe)
                    assert sum(move.values()) == points
                    where = {agent: (place[AGENTS.index(agent)] + steps) % 12 for agent, steps in move.items()}
                    if points > 1 or len(set(place)) > 1:
                        assert safe not in where.values(), (points, safe, place, move)


def test_turns_are_compared_pair_by_pair() -> None:
    found: dict[str, list[dict[str, Any]]] = {
        "now": [{"free": {"cost": cost}} for cost in (1.0, 3.0, 2.0)],
        "earlier": [{"free": {"cost": cost}} for cost in (2.0, 4.0, 8.0)],
    }
    figure = Figure("cpu", "cpu", "times", target=0.55, least=False)
    compared(figure, found, "free", "cost", 10)
    assert figure.value == 0.5 and not figure.falls_short
    assert figure.more == {"least": 0.25, "most": 0.75, "now": 20.0, "earlier": 40.0}
    found["now"][1]["free"]["cost"] = None
    with pytest.raises(NotMeasured):
        compared(figure, found, "free", "cost", 10)


def test_a_commit_that_is_not_here_is_a_missing_peer() -> None:
    with pytest.raises(NoPeer, match="git has no commit no-such-commit"):
        sources_of("no-such-commit")


@pytest.mark.parametrize("is_compiled", [True, False])
def test_the_targets_are_about_the_compiled_server_where_there_is_one(
    is_compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def native_sources() -> Path:
        if not is_compiled:
            raise NoPeer("there is no C compiler")
        return Path("native")

    def in_turns(turns: Turns, sources: dict[str, Path]) -> dict[str, list[dict[str, Any]]]:
        costs = {"now": 2.0, "native": 1.0, "earlier": 4.0}
        turn = {side: {"server_cpu_per_action": costs[side], "p99": costs[side]} for side in sources}
        return {side: [{"free": turn[side], "paced": turn[side]}] for side in sources}

    monkeypatch.setattr(in_turns_of, "native_sources", native_sources)
    monkeypatch.setattr(in_turns_of, "in_turns", in_turns)
    monkeypatch.setattr(in_turns_of, "sources_of", lambda commit: Path("earlier"))
    found = {figure.name: figure for figure in in_turns_of.measure(Turns())}
    plain, native = found["cpu_to_earlier"], found["native_cpu_to_earlier"]
    assert plain.value == 0.5 and native.value == (0.25 if is_compiled else None)
    assert (plain.target, native.target) == ((None, 0.55) if is_compiled else (0.55, None))
    assert native.reason == ("" if is_compiled else "there is no C compiler") and not native.is_needed
