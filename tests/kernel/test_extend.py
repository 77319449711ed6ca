"""Functions of one's own beside a game's rules: the same results interpreted and compiled; each trap of types and caching."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import topsecret
from tests.kernel import counting
from tests.kernel.test_compiled import environment
from tests.kernel.tiny import tiny, written
from tests.probes import glances
from topsecret import Game
from topsecret.kernel.errors import DeclarationError, LoaderError
from topsecret.kernel.extend import TAKEN, Extension, Unbound, actors

ROOT = Path(__file__).resolve().parents[2]
np = pytest.importorskip("numpy", reason="functions beside the rules need numpy")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "cache"
    monkeypatch.setenv("TOPSECRET_CACHE", str(home))
    return home


@pytest.fixture
def numba(monkeypatch: pytest.MonkeyPatch) -> Any:
    """numba, in what could be a new process: nothing that was compiled is loaded."""
    found = pytest.importorskip("numba", reason="compiled functions need numba")
    from topsecret.kernel.compiled import extension

    monkeypatch.setattr(extension, "_gates", {})
    forget_compiled_modules()
    return found


def forget_compiled_modules() -> None:
    for name in [name for name in sys.modules if name.startswith("topsecret_compiled_")]:
        del sys.modules[name]


def results(extension: Extension, seats: int, limit: int = 60) -> list[Any]:
    """What the counting functions find from the beginning of a game."""
    states, rng = extension.states(2), extension.rng(77)
    extension.put(states, 0, extension.game.begin(seats))
    found, scores = np.zeros(3, dtype=np.int64), np.zeros(seats)
    steps = extension.choices_of_games(states, rng, 3, limit, found)
    average = extension.average_score(states, rng, 4, 1_000_000, scores)
    assert extension.get(states, 0).values() == extension.game.begin(seats).values()
    return [int(steps), found.tolist(), float(average), scores.tolist(), extension.get(states, 1).values(), int(rng[0])]


def games(folder: Path) -> list[Game]:
    from tests.peers import kuhn

    return [tiny(folder), Game("kuhn", kuhn, kuhn, kuhn)]


@pytest.mark.parametrize("which", [0, 1], ids=["tiny", "kuhn"])
def test_the_same_functions_find_the_same_interpreted_and_compiled_over_two_games(
    numba: Any, tmp_path: Path, which: int
) -> None:
    game = games(tmp_path)[which]
    seats = game.seats[0]
    plain = game.extend(counting, compile=False)
    expected = results(plain, seats)
    assert expected[0] > 5 and sum(expected[1]) > 5 and expected[2] > 1
    quick = game.extend(counting)
    assert (plain.mode, quick.mode) == ("interpreted", "compiled")
    assert results(quick, seats) == expected
    with ThreadPoolExecutor(2) as pool:  # each with states and a source of its own
        assert list(pool.map(results, [quick] * 4, [seats] * 4)) == [expected] * 4
    if which == 0:  # once is enough: it takes longest
        assert results(game.extend(counting, checked=True), seats) == expected


def test_a_module_that_is_edited_does_not_compile_the_rules_again(numba: Any, tmp_path: Path, cache: Path) -> None:
    game = tiny(tmp_path)
    for factor in (2, 3):
        module = written(tmp_path, "ours", TWICE.replace("FACTOR = 2", f"FACTOR = {factor}"))
        extension = game.extend(module)
        states = extension.states(1)
        extension.put(states, 0, game.begin(1))
        assert extension.many(states) == factor * 3
    gates = list(cache.glob("tiny-*/__pycache__/gates.gate_count-*.nbc"))
    assert len(gates) == 1
    assert len(list(cache.glob("tiny+ours-*"))) == 2


TWICE = """
from topsecret.kernel.extend import State, States, count

FACTOR = 2


def choices(state: State) -> int:
    return count(state, 0)


def many(states: States) -> int:
    return FACTOR * choices(states[0])
"""


def test_a_fresh_process_takes_functions_and_gates_from_the_cache(numba: Any, tmp_path: Path) -> None:
    (tmp_path / "ours.py").write_text(TWICE, encoding="utf-8")
    program = (
        "import json, sys; sys.path[:0] = sys.argv[1:3]\n"
        "from tests.kernel.tiny import tiny\n"
        "from pathlib import Path\n"
        "import ours\n"
        "from topsecret.kernel.compiled import extension\n"
        "game = tiny(Path(sys.argv[2])); e = game.extend(ours); s = e.states(1); e.put(s, 0, game.begin(1))\n"
        "n = e.many(s)\n"
        "hits = [gate.cache_hits for gate in extension._gates.values()]\n"
        "rules = [n for n, m in sys.modules.items() if n.startswith('topsecret_c') and n.endswith('_rules') and hasattr(m, '__file__')]\n"
        "stats = e.functions.many.stats\n"
        "print(json.dumps([int(n), hits, rules != [], sum(stats.cache_hits.values())]))\n"
    )
    got = []
    for _ in range(2):
        command = [sys.executable, "-c", program, str(ROOT), str(tmp_path)]
        done = subprocess.run(command, env=environment(), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        got.append(json.loads(done.stdout))
    assert got == [[6, [0], True, 0], [6, [1], False, 1]]


def test_gates_whose_compiled_code_was_lost_are_compiled_again(numba: Any, tmp_path: Path) -> None:
    from topsecret.kernel.compiled import extension as opened

    game, ours = tiny(tmp_path), written(tmp_path, "ours", TWICE)
    extension = game.extend(ours)
    folder = extension.rules.folder
    for kept in folder.glob("__pycache__/*"):
        kept.unlink()
    opened._gates.clear()
    forget_compiled_modules()
    again = tiny(tmp_path).extend(ours)
    states = again.states(1)
    again.put(states, 0, game.begin(1))
    assert (folder / "gate_count.ready").exists()
    assert again.many(states) == 6


def test_wrong_arguments_are_named(numba: Any, tmp_path: Path) -> None:
    extension = tiny(tmp_path).extend(counting)
    with pytest.raises(
        TypeError, match=r"expected choices_of_games\(states: States, rng: Rng, games: int, .*got \(an array of float64"
    ):
        extension.choices_of_games(np.zeros(2), extension.rng(1), 1, 1, np.zeros(1, dtype=np.int64))
    with pytest.raises(TypeError, match=r"found: Ints\), got \(an array of states with 1 axes, .*, int\)"):
        extension.choices_of_games(extension.states(2), extension.rng(1), 1, 1, 5)


def test_checked_functions_say_what_is_out_of_bounds(numba: Any, tmp_path: Path) -> None:
    text = "from topsecret.kernel.extend import Ints\n\n\ndef last(row: Ints, at: int) -> int:\n    return row[at]\n"
    extension = tiny(tmp_path).extend(written(tmp_path, "ours", text), checked=True)
    with pytest.raises(IndexError):
        extension.last(np.zeros(2, dtype=np.int64), 7)


HEAD = "from topsecret.kernel.extend import *\nfrom topsecret.kernel.extend import State, States\nimport random\n\n\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def f(n: int) -> str:\n    return n\n", r"ours\.f: expected return to be one of int, float, bool, None; got str"),
        ("def f(n: list) -> int:\n    return 1\n", r"expected n to be one of State, States, Rng, .*; got list"),
        ("def f(n):\n    return n\n", "expected a function whose arguments and result are annotated, got none"),
        ("def f(n: int) -> int:\n    return random.random()\n", r"ours\.f, line \d+: functions beside the rules may not use random"),
        ("def f(n: int) -> int:\n    yield n\n", "functions beside the rules do not use generators"),
        ("def f(n: int = 1) -> int:\n    return n\n", "plain arguments only"),
        ("def nth(n: int) -> int:\n    return n\n", "expected another name, nth is a rule"),
        ("def states(n: int) -> int:\n    return n\n", "expected another name, states is taken"),
        ("def f(states: States) -> int:\n    return due(states[0])\n", "due is for games with time, and tiny has none"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_its_place_in_both_modes(tmp_path: Path, text: str, said: str) -> None:
    module = written(tmp_path, "ours", HEAD + text)
    for compile in (False, True):
        with pytest.raises((DeclarationError, LoaderError), match=said):
            tiny(tmp_path).extend(module, compile=compile)


def test_every_name_that_an_extension_has_is_taken(numba: Any, tmp_path: Path) -> None:
    extension = tiny(tmp_path).extend(written(tmp_path, "ours", TWICE))
    own = {name for name in dir(extension) if not name.startswith("_")} - extension.found.entries.keys()
    assert own == TAKEN


def test_a_rule_without_a_game_says_so() -> None:
    with pytest.raises(Unbound, match=r"use this module through game\.extend"):
        actors(None)


def test_a_position_is_put_in_and_comes_out_the_same_also_with_fields_of_later_versions() -> None:
    game = topsecret.game("spies")
    match = game.match(4, seed="put")
    extension = game.extend(counting, compile=False)
    states = extension.states(2)
    extension.put(states, 0, match.state())
    states[1] = states[0]
    assert extension.get(states, 1).values() == match.state().values()


TIMED = """
from topsecret.kernel.extend import Rng, States, actors, due, elapse, setup


def first_due(states: States) -> int:
    return due(states[0])


def let_pass(states: States, times: int) -> int:
    for _ in range(times):
        states[0].now = due(states[0])
        elapse(states[0])
    return states[0].now
"""


def test_games_with_time_have_theirs(numba: Any, tmp_path: Path) -> None:
    game, module = Game("glances", glances, glances, glances), written(tmp_path, "ours", TIMED)
    match = game.match(seed="time")
    found = []
    for compile in (False, True):
        extension = game.extend(module, compile=compile)
        states = extension.states(1)
        extension.put(states, 0, match.state())
        found.append([int(extension.first_due(states)), extension.get(states, 0).values()])
    assert found[0] == found[1]
