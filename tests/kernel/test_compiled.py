"""The compiled mode: each trap of caching and compiling, how the naive way falls into it, and that ours does not."""

import inspect
import json
import os
import random
import subprocess
import sys
import traceback
import types
import warnings
from pathlib import Path
from typing import Any

import pytest

from tests.kernel.both import play_both
from tests.kernel.tiny import TINY, tiny, written
from topsecret import Game
from topsecret.kernel.compiled import Compiled, InterpretedOnly, cache_home, same, source, warm_in_background
from topsecret.kernel.compiled import cache as compiled_cache
from topsecret.kernel.compiled.source import width
from topsecret.kernel.engine import BELOW

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a cache folder of its own."""
    home = tmp_path / "cache"
    monkeypatch.setenv("TOPSECRET_CACHE", str(home))
    monkeypatch.setattr(compiled_cache, "_said", set())
    return home


@pytest.fixture
def numba() -> Any:
    return pytest.importorskip("numba", reason="compiled rules need numba")


def rules_of(game: Game, checked: bool = False) -> Compiled:
    found = game.compiled(checked)
    assert found is not None
    return found


def played(game: Game, *codes: int, checked: bool = False) -> Any:
    """A compiled state after these actions of seat 0 (an outcome in between is always the first)."""
    rules = rules_of(game, checked)
    array = rules.pack(game.begin(1))
    for code in codes:
        rules.play(array, 0, code)
        if rules.who(array) == 1 << 20:
            rules.chance_happen(array, 0)
    return array


# Trap: a stale disk cache after editing another file

ELSEWHERE = "def gain(state):\n    return {}\n"
USES_ELSEWHERE = ("state.total = min(GOAL, state.total + more)", "state.total = min(GOAL, state.total + gain(state))")


def test_numba_alone_keeps_stale_code_after_another_file_was_edited(numba: Any, tmp_path: Path) -> None:
    text = (
        "from numba import njit\nfrom helper_file import gain\n\n\n@njit(cache=True)\ndef total():\n    return gain()\n"
    )
    helper = "from numba import njit\n\n\n@njit\ndef gain():\n    return {}\n"
    got = []
    for value in (1, 2):
        written(tmp_path, "helper_file", helper.format(value))
        if value == 1:
            module = written(tmp_path, "naive_file", text)
        else:  # the same file, untouched, in what could be a new process
            module = types.ModuleType("naive_file")
            module.__file__ = str(tmp_path / "naive_file.py")
            exec(compile(text, module.__file__, "exec"), vars(module))
        got.append(module.total())
    assert got == [1, 1]  # wrong: the second should be 2


def test_an_edit_in_any_file_gives_new_compiled_code(numba: Any, tmp_path: Path) -> None:
    got = []
    for value in (1, 2):
        written(tmp_path, "elsewhere", ELSEWHERE.format(value))
        game = tiny(tmp_path, USES_ELSEWHERE, more="\nfrom elsewhere import gain\n")
        got.append(int(played(game, 0)[0]["total"]))
    assert got == [1, 2]


def test_a_changed_constant_gives_new_compiled_code(numba: Any, tmp_path: Path, cache: Path) -> None:
    games = [tiny(tmp_path, ("GOAL = 9", f"GOAL = {goal}")) for goal in (1, 2)]
    assert [int(played(game, 2)[0]["total"]) for game in games] == [1, 2]
    assert len(list(cache.iterdir())) == 2


# Trap: two variants share a cache entry


def test_numba_alone_mixes_up_two_variants_of_one_function(numba: Any, tmp_path: Path) -> None:
    module = written(tmp_path, "variants", "GOAL = 0\n\n\ndef goal():\n    return GOAL\n")
    got = []
    for value in (1, 2):
        variant = types.FunctionType(module.goal.__code__, {"GOAL": value, "__name__": "variants"}, "goal")
        variant.__module__ = "variants"
        got.append(numba.njit(cache=True)(variant)())
    assert got == [1, 1]  # wrong: the second variant should give 2


def test_variants_live_side_by_side(numba: Any, tmp_path: Path) -> None:
    games = [tiny(tmp_path, ("GOAL = 9", f"GOAL = {goal}")) for goal in (3, 5)]
    checked, plain = rules_of(games[0], checked=True), rules_of(games[0])
    assert len({rules.doors.__name__ for rules in (checked, plain, rules_of(games[1]))}) == 3
    for _ in range(2):
        assert [int(played(game, 2, 2)[0]["total"]) for game in games] == [3, 5]


# Trap: closures are never cached


def test_numba_alone_does_not_find_a_closure_again(numba: Any, tmp_path: Path) -> None:
    text = (
        "from numba import njit\n\n\ndef make():\n    @njit\n    def inner():\n        return 1\n\n"
        "    @njit(cache=True)\n    def outer():\n        return inner()\n    return outer\n"
    )
    make = written(tmp_path, "closures", text).make
    hits = []
    for _ in range(2):
        outer = make()
        assert outer() == 1
        hits.append(sum(outer.stats.cache_hits.values()))
    assert hits == [0, 0]


def test_every_compiled_function_is_at_the_top_of_a_real_file(numba: Any, tmp_path: Path) -> None:
    module = rules_of(tiny(tmp_path)).rules()
    functions = [thing.py_func for thing in vars(module).values() if hasattr(thing, "py_func")]
    assert len(functions) > 20
    for function in functions:
        assert function.__closure__ is None and "<locals>" not in function.__qualname__
        assert function.__code__.co_filename == str(module.__file__)
    assert Path(str(module.__file__)).is_file()


# Trap: out of bounds is silent; negative indices are legal

BEYOND = ("state.row[face % 4] += 1 if state.row[face % 4] < 9 else 0", "state.total = state.row[state.total + 3]")
BELOW_ZERO = (BEYOND[0], "state.row[state.total - 2] = 7")
FIELDS = ("    total = number(0, 9, to=everyone)\n    row = number(0, 9, per=4, to=everyone)",)
ROW_FIRST = (*FIELDS, "    row = number(0, 9, per=4, to=everyone)\n    total = number(0, 9, to=everyone)")


def test_reading_beyond_a_row_is_silent_but_not_in_checked_mode(numba: Any, tmp_path: Path) -> None:
    game = tiny(tmp_path, ROW_FIRST, BEYOND)
    array = played(game, 0)  # no error: it has read the next field
    assert int(array[0]["total"]) == 1
    with pytest.raises(IndexError):
        played(game, 0, checked=True)
    state = game.begin(1)
    game.interpreted.apply(state, 0, 0)
    with pytest.raises(IndexError):
        game.interpreted.happen(state, 0)


def test_negative_indices_pass_even_checked_but_not_strict_lists(numba: Any, tmp_path: Path) -> None:
    game = tiny(tmp_path, BELOW_ZERO)
    assert played(game, 0, checked=True)[0]["row"].tolist() == [0, 0, 0, 7]
    state = game.begin(1, strict=True)
    game.interpreted.apply(state, 0, 0)
    with pytest.raises(IndexError, match="negative index -1"):
        game.interpreted.happen(state, 0)


def test_an_error_in_checked_rules_shows_the_line_of_the_rule(numba: Any, tmp_path: Path) -> None:
    game = tiny(tmp_path, BEYOND)
    said = ""
    try:
        played(game, 0, 0, checked=True)
    except IndexError:
        said = traceback.format_exc()
    number = [line.strip() for line in (tmp_path / "tiny.py").read_text().splitlines()].index(BEYOND[1]) + 1
    assert f'File "{tmp_path / "tiny.py"}", line {number}, in do_face\n    {BEYOND[1]}\n' in said
    assert "the direct cause of" in said and "index is out of bounds" in said


def test_generated_functions_have_their_source_in_the_debugger(numba: Any, tmp_path: Path) -> None:
    rules = rules_of(tiny(tmp_path))
    for function in (rules.rules().refuse, rules.doors.play):
        text = inspect.getsource(function.py_func)
        assert text.startswith("@njit(") and f"def {function.py_func.__name__}(" in text


# Trap: integers overflow

DOUBLING = (
    "state.total = min(GOAL, state.total + more)",
    "state.total = 19000\n    state.total *= 2\n    state.total -= 19000",
)


def test_fields_have_room_for_twice_their_range(numba: Any, tmp_path: Path) -> None:
    import numpy

    naive = numpy.zeros(1, numpy.dtype([("total", "int16")]))
    naive["total"] = 19000
    naive["total"] *= 2
    assert int(naive["total"][0]) != 38000  # it has wrapped around
    game = tiny(tmp_path, ("number(0, 9, to=everyone)", "number(0, 20_000, to=everyone)"), DOUBLING)
    assert played(game, 0)[0]["total"] == 19000
    state: Any = game.begin(1)
    game.interpreted.apply(state, 0, 0)
    assert state.total == 19000


def test_small_fields_are_small_and_others_wide() -> None:
    assert [width(*bounds) for bounds in ((0, 1), (-16384, 16383), (0, 16384), (-16385, 0), (0, 2**31 - 1))] == [
        "int16",
        "int16",
        "int32",
        "int32",
        "int32",
    ]


def test_a_wrapped_field_is_found_by_playing_both_modes(
    numba: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = (
        ("number(0, 9, to=everyone)", "number(0, 40_000, to=everyone)"),
        ("GOAL = 9", "GOAL = 40_000"),
        ("state.total + more", "state.total + more * 5_000"),
    )
    assert play_both(tiny(tmp_path, *changes, name="wide"), 1, seed=1) > 3
    monkeypatch.setattr(source, "width", lambda low, high: "int16")
    with pytest.raises((AssertionError, OverflowError)):
        play_both(tiny(tmp_path, *changes, name="narrow"), 1, seed=1)


# Trap: big tables, records as arguments, np.random


def test_tables_are_arrays_in_compiled_rules(numba: Any, tmp_path: Path) -> None:
    more = f"\nBIG = {tuple(range(5000))}\n\n\ndef refuse_add(state, seat, more):\n    return BIG[GRID[1][1] - 4] + STEPS[0] - 10\n"
    rules = rules_of(tiny(tmp_path, more=more))
    assert [getattr(rules.rules(), name).shape for name in ("BIG", "GRID", "STEPS")] == [(5000,), (2, 2), (4,)]
    assert [str(getattr(rules.rules(), name).dtype) for name in ("BIG", "GRID")] == ["int32", "int8"]
    array = rules.pack(tiny(tmp_path).begin(1))
    assert [rules.why_not(array, 0, code) for code in range(3)] == [0, 0, 0]


def test_doors_take_an_array_of_one_state(numba: Any, tmp_path: Path) -> None:
    game = tiny(tmp_path)
    rules = rules_of(game)
    state = game.begin(2)
    array = rules.pack(state)
    assert array.shape == (1,) and array.dtype.names is not None and array.dtype.names[0] == "seats"
    rules.play(array, 0, 1)
    game.interpreted.apply(state, 0, 1)
    assert same(rules, array, state) is None
    assert rules.unpack(array).values() == state.values()
    array[0]["row"][2] = 5
    assert same(rules, array, state) == "row[2]: interpreted 0, compiled 5"


def test_random_numbers_are_the_same_in_both_modes(numba: Any, tmp_path: Path) -> None:
    game = tiny(tmp_path)
    rules = rules_of(game)
    inner = rules.rules().below  # only doors may be called from Python

    @numba.njit
    def below(rng: Any, n: int) -> int:
        return inner(rng, n)  # type: ignore[no-any-return]

    space: dict[str, Any] = {}
    exec(BELOW, space)
    for seed in (1, 2**64 - 1, random.Random(4).getrandbits(64)):
        ours, theirs = [seed], rules.rng(seed)
        for n in (1, 2, 6, 1000, 2**31 - 1) * 20:
            drawn = space["below"](ours, n)
            assert drawn == below(theirs, n) and 0 <= drawn < n
        assert ours[0] == int(theirs[0])
    assert "np.random" not in Path(str(rules.rules().__file__)).read_text(encoding="utf-8")


def test_a_whole_playout_is_the_same_in_both_modes(numba: Any, tmp_path: Path) -> None:
    game = tiny(tmp_path)
    rules = rules_of(game)
    ours, theirs = [77], rules.rng(77)
    for _ in range(20):
        state, array = game.begin(1), rules.pack(game.begin(1))
        wins = rules.np.zeros(8, dtype=rules.np.int64)
        steps = rules.playouts(array.copy(), array, theirs, 1, 1000, wins)
        assert game.interpreted.playout(state, ours, 1000) == steps
        assert same(rules, array, state) is None
    steps, wins = rules.random_games(game.begin(1), 100, seed=5)
    assert steps > 300 and wins == [100]
    assert rules.random_games(game.begin(1), 100, seed=5) == (steps, wins)
    assert rules.random_games(game.begin(1), 1, seed=5, limit=2)[0] == -1


# Without numba, without a cache


def works_interpreted(game: Game) -> None:
    """No compiled rules: said once, and everything else works."""
    with pytest.warns(InterpretedOnly, match="playing with interpreted rules"):
        assert game.compiled() is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert game.compiled() is None
    match = game.match(seats=1, seed="x")
    while not match.over:
        match.play(0, match.legal(0)[-1])
    assert game.load(match.dumps()).save() == match.save()


def test_without_numba_everything_works_interpreted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    works_interpreted(tiny(tmp_path))


def test_it_is_said_once_for_all_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    works_interpreted(tiny(tmp_path, name="first"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert tiny(tmp_path, name="second").compiled() is None
        assert tiny(tmp_path, name="third").compiled(checked=True) is None


def test_where_the_cache_cannot_be_written_everything_works_interpreted(
    numba: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a-file").write_text("not a folder")
    monkeypatch.setenv("TOPSECRET_CACHE", str(tmp_path / "a-file"))
    works_interpreted(tiny(tmp_path))
    with warnings.catch_warnings():  # said once, not once for each game
        warnings.simplefilter("error")
        assert tiny(tmp_path, name="second").compiled() is None


def test_where_the_user_has_no_home_everything_works_interpreted(
    numba: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("TOPSECRET_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    works_interpreted(tiny(tmp_path))


def test_where_numba_is_switched_off_everything_works_interpreted(
    numba: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    works_interpreted(tiny(tmp_path))


def test_a_cache_that_lost_its_rights_is_not_used(numba: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tiny(tmp_path).compiled() is not None

    def refuse(path: Path, *_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "touch", refuse)
    works_interpreted(tiny(tmp_path))


def test_the_cache_home_follows_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert cache_home() == tmp_path / "cache"
    monkeypatch.delenv("TOPSECRET_CACHE")
    assert cache_home().name == "topsecret"


def test_only_the_newest_folders_of_a_game_are_kept(numba: Any, tmp_path: Path, cache: Path) -> None:
    for goal in range(1, 10):
        assert tiny(tmp_path, ("GOAL = 9", f"GOAL = {goal}")).compiled() is not None
    assert len(list(cache.iterdir())) == 6


def test_only_doors_can_be_reached_from_python(numba: Any, tmp_path: Path) -> None:
    """What is behind them has no wrapper for Python: calling it would end the process."""
    rules = rules_of(tiny(tmp_path))
    assert callable(rules.play)
    for name in ("apply", "below", "playout", "GRID"):
        with pytest.raises(AttributeError, match="expected a door"):
            getattr(rules, name)


def test_doors_whose_compiled_code_was_lost_are_compiled_again(numba: Any, tmp_path: Path) -> None:
    game = tiny(tmp_path)
    rules = rules_of(game)

    def play(rules: Compiled) -> int:
        array = rules.pack(game.begin(1))
        return int(rules.playouts(array, array.copy(), rules.rng(3), 20, 1000, rules.np.zeros(8, dtype="int64")))

    expected = play(rules)
    for kept in rules.folder.glob("__pycache__/*"):
        kept.unlink()
    for name in [name for name in sys.modules if name.startswith("topsecret_compiled_")]:
        del sys.modules[name]
    again = Compiled(game.rules)
    assert (again.folder / "playouts.ready").exists()
    assert play(again) == expected


# Fresh processes

PROGRAM = """
import json, sys
sys.path[:0] = [sys.argv[1], sys.argv[2]]
from tests.kernel.tiny import tiny
from pathlib import Path
rules = tiny(Path(sys.argv[2])).compiled()
steps, wins = rules.random_games(rules.state.blank(1), 50, 3)
general = rules.playouts(*(rules.pack(rules.state.blank(1)) for _ in "ab"), rules.rng(3), 50, 1000, rules.np.zeros(8, "int64"))
stats = rules.doors.playouts.stats
print(json.dumps([steps, general, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""


def environment() -> dict[str, str]:
    return dict(os.environ, PYTHONPATH=os.pathsep.join([str(ROOT / "src"), str(ROOT)]))


def test_a_fresh_process_loads_from_the_cache_and_does_not_compile(numba: Any, tmp_path: Path) -> None:
    got = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(ROOT), str(tmp_path)], env=environment(), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        got.append(json.loads(done.stdout))
    (steps, general, hits, misses), again = got
    assert (hits, misses) == (0, 1) and general == steps
    assert again == [steps, steps, 1, 0]


def test_warming_in_the_background_fills_the_cache(
    numba: Any, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of a folder that only the other process knows."""
    package = tmp_path / "games" / "tiny"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "state.py").write_text(TINY, encoding="utf-8")
    (package / "rules.py").write_text("from .state import *\n", encoding="utf-8")
    (package / "imagine.py").write_text("def imagine(world, viewer, seen, rng):\n    return 1.0\n", encoding="utf-8")
    hook = f"import topsecret.games\ntopsecret.games.__path__.append({str(tmp_path / 'games')!r})\n"
    (tmp_path / "sitecustomize.py").write_text(hook, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT / "src")]))
    ours = "from topsecret.kernel.extend import States, count\n\n\ndef many(states: States) -> int:\n    return count(states[0], 0)\n"
    (tmp_path / "beside.py").write_text(ours, encoding="utf-8")
    process = warm_in_background("tiny", "beside")
    assert process.wait(timeout=600) == 0
    assert [path.name for path in cache.glob("tiny+beside-*/__pycache__/functions.many-*.nbi")]
    assert [path.name for path in cache.glob("tiny-playouts-*/playouts.o")]


def test_warming_an_unknown_game_ends_by_itself(numba: Any) -> None:
    assert warm_in_background("no such game").wait(timeout=600) != 0
