"""The loader: what rules may use, what is refused and where, and what the joined functions do."""

import ast
import inspect
import linecache
import random
import traceback
from pathlib import Path
from typing import Any

import pytest

from tests.kernel.tiny import TINY, tiny, written
from topsecret import Game
from topsecret.kernel.errors import DeclarationError, LoaderError

BODY = "    state.phase = Phase.TURN\n\n\ndef actors"


def changed_setup(folder: Path, line: str, more: str = "") -> Game:
    """The smallest game with one more line in its set-up."""
    return tiny(folder, (BODY, "    state.phase = Phase.TURN\n" + line + "\n\n\ndef actors"), more=more)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("    yield 1", "generators"),
        ("    x = lambda: 1", "lambdas"),
        ("    x = [1, 2]", "lists"),
        ("    x = [i for i in range(3)]", "comprehensions"),
        ("    x = max(i for i in range(3))", "generators"),
        ("    x = {1: 2}", "dicts"),
        ("    x = {1, 2}", "sets"),
        ("    x = {i for i in range(3)}", "comprehensions"),
        ("    x = {i: i for i in range(3)}", "comprehensions"),
        ("    x = f'{state}'", "strings"),
        ("    x = 'text'", "whole numbers, got 'text'"),
        ("    x = 0.5", "whole numbers, got 0.5"),
        ("    x = state.total / 2", "divide by //"),
        ("    state.total /= 2", "divide by //"),
        ("    x = state.row[0:2]", "slices"),
        ("    x = None", "whole numbers, got None"),
        ("    raise ValueError", "raise"),
        ("    assert True", "assert"),
        ("    del state", "del"),
        ("    import os", "imports inside a function"),
        ("    from os import path", "imports inside a function"),
        ("    global GOAL\n    GOAL = 1", "global"),
        ("    try:\n        pass\n    finally:\n        pass", "try"),
        ("    with state:\n        pass", "with"),
        ("    class Inner:\n        pass", "classes"),
        ("    def inner():\n        pass", "functions inside functions"),
        ("    print(state)", "may not use print"),
        ("    x = sorted(STEPS)", "may not use sorted"),
        ("    x = Phase", "name a member"),
        ("    x = Phase.NOWHERE", "Phase has no member NOWHERE"),
        ("    x = Told.said", "can only be told by emit"),
        ("    setup.calls = 1", "rules keep nothing on a function"),
        ("    x: int", "needs a value"),
        ("    x = FREE", "may not use FREE"),
        ("    x = WORDS[0]", "may not use WORDS"),
        ("    x = EMPTY[0]", "may not use EMPTY"),
        ("    x = RAGGED[0][0]", "may not use RAGGED"),
        ("    x = random.random()", "may not use random"),
        ("    again(state)", "again is winners under another name"),
    ],
)
def test_what_leaves_the_small_language_is_refused_with_its_place(tmp_path: Path, line: str, said: str) -> None:
    more = "\nimport random\nFREE = 0.5\nWORDS = ('a', 'b')\nEMPTY = ()\nRAGGED = ((1,), (1, 2))\nagain = winners\n"
    with pytest.raises(LoaderError, match=said) as problem:
        changed_setup(tmp_path, line, more)
    first = TINY.splitlines().index("def setup(state):") + 1
    assert str(problem.value).startswith("tiny.setup, line ")
    number = int(str(problem.value).split("line ")[1].split(":")[0])
    assert first < number <= first + 1 + len(line.splitlines()) + 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("def score(state, seat)", "def score(state, seat=0)", "plain arguments only"),
        ("def score(state, seat)", "def score(state, *seat)", "plain arguments only"),
        ("def setup(state)", "def same(f):\n    return f\n\n\n@same\ndef setup(state)", "decorators"),
        ("def score(state, seat):\n    return state.total", "def make():\n    n = 1\n    def score(state, seat):\n        return n\n    return score\nscore = make()", "closure"),  # noqa: E501
        ("def score(state, seat):\n    return state.total", "score = lambda state, seat: 1", "expected a plain function"),
    ],
)  # fmt: skip
def test_functions_are_plain(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(LoaderError, match=rf"tiny\..*{said}"):
        tiny(tmp_path, (old, new))


def test_functions_without_source_are_refused(tmp_path: Path) -> None:
    more = "\nexec('def winners(state): return 1')\n"
    with pytest.raises(LoaderError, match=r"winners: expected a function with readable source"):
        tiny(tmp_path, more=more)


def test_the_small_language_is_enough_for_tables_names_loops_and_helpers(tmp_path: Path) -> None:
    line = """    total: int = 0
    for i in range(len(STEPS)):
        if i % 2 == 0 and not STEPS[i] > 30:
            total += STEPS[i] + GRID[i // 2][1]
        else:
            total -= 0
    while total > 9:
        total //= 2
    state.total, state.row[0] = total, helper(state)
    "a text alone is a remark" """
    game = changed_setup(tmp_path, line, "\n\ndef helper(state) -> int:\n    return abs(-Phase.OVER)\n")
    state: Any = game.begin(1)
    assert (state.total, state.row) == (5, [2, 0, 0, 0])
    assert set(game.rules.collected.tables) >= {"STEPS", "GRID"}
    assert "helper" in game.rules.collected.functions


def test_emit_is_left_out_of_compiled_rules_and_told_in_interpreted_ones(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    assert "emit" not in ast.unparse(game.rules.collected.functions["do_add"])
    match = game.match(seats=1, seed="x")
    assert [event["event"] for event in match.play(0, "add 2")][:2] == ["add", "said"]


def test_a_block_of_nothing_but_emit_is_an_empty_block(tmp_path: Path) -> None:
    game = changed_setup(
        tmp_path,
        "    if state.total == 0:\n        emit(state, Told.said, 1)\n    else:\n        emit(state, Told.said, 2)",
    )
    text = ast.unparse(game.rules.collected.functions["setup"])
    assert text.count("pass") == 2
    game.begin(1)


def test_names_become_numbers_and_annotations_and_remarks_go(tmp_path: Path) -> None:
    game = tiny(tmp_path, ("def score(state, seat):", "def score(state: State, seat: int) -> int:\n    '''Points.'''"))
    assert ast.unparse(game.rules.collected.functions["score"]) == "def score(state, seat):\n    return state.total"
    assert "Phase" not in ast.unparse(game.rules.collected.functions["actors"])


def test_two_functions_of_one_name_are_refused(tmp_path: Path) -> None:
    written(
        tmp_path, "elsewhere", "def helper(state):\n    return 1\n\n\ndef other(state):\n    return helper(state)\n"
    )
    more = "\nfrom elsewhere import other\n\n\ndef helper(state):\n    return 2\n"
    with pytest.raises(
        LoaderError, match=r"two rules functions are called helper: .*elsewhere\.helper|two rules.*tiny\.helper"
    ):
        changed_setup(tmp_path, "    state.total = helper(state) + other(state)", more)


def test_one_function_used_from_two_files_is_one(tmp_path: Path) -> None:
    written(
        tmp_path, "elsewhere", "def helper(state):\n    return 1\n\n\ndef other(state):\n    return helper(state)\n"
    )
    game = changed_setup(
        tmp_path, "    state.total = helper(state) + other(state)", "\nfrom elsewhere import helper, other\n"
    )
    assert game.begin(1).total == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["lowest", "below", "count", "count_add", "playout", "share"])
def test_a_function_that_would_take_the_place_of_one_of_the_kernel_is_refused(tmp_path: Path, name: str) -> None:
    written(
        tmp_path, "elsewhere", f"def {name}(state):\n    return 1\n\n\ndef other(state):\n    return {name}(state)\n"
    )
    with pytest.raises(LoaderError, match=rf"{name}: expected a name that the kernel has no function of, got {name}"):
        changed_setup(tmp_path, "    state.total = other(state)", "\nfrom elsewhere import other\n")


def test_a_constant_with_two_values_is_refused(tmp_path: Path) -> None:
    written(tmp_path, "elsewhere", "GOAL = 7\n\n\ndef other(state):\n    return GOAL\n")
    with pytest.raises(LoaderError, match="the constant GOAL has two values: "):
        changed_setup(tmp_path, "    state.total = other(state)", "\nfrom elsewhere import other\n")


def test_a_name_is_not_a_function_here_and_a_constant_there(tmp_path: Path) -> None:
    written(tmp_path, "elsewhere", "winners = 7\n\n\ndef other(state):\n    return winners\n")
    with pytest.raises(LoaderError, match="winners is a function in one rules file and a constant in another"):
        changed_setup(tmp_path, "    state.total = other(state)", "\nfrom elsewhere import other\n")


# What the declarations call for


@pytest.mark.parametrize(
    ("changes", "more", "said"),
    [
        ([("def do_add(", "def do_other(")], "", "expected a function do_add, got none"),
        ([("def winners(state)", "def winners(state, seat)")], "", "expected winners to take 1 arguments, got 2"),
        ([], "\n\ndef refuse_sub(state, seat):\n    return 0\n", "refuse_sub belongs to no declared family"),
        ([], "\n\ndef count_add(state, seat):\n    return 0\n", "count_add needs nth_add"),
        ([], "\n\ndef pick_face(state, k):\n    return 0\n", "pick_face needs total_face"),
        ([], "\n\ndef weight_face(state):\n    return 0\n", "expected weight_face to take 2 arguments, got 1"),
        ([("NOT_NOW = 1", "NOT_THEN = 1")], "", "Refusal needs the member NOT_NOW = 1"),
        ([("class Ending(Reasons)", "class Endings(Reasons)"), ("Ending.DONE", "0")], "", r"expected a class Ending\(Reasons\)"),
        ([("face = chance(", "add = chance(")], "", "add is declared twice"),
        ([("    total = number", "    result = number"), ("state.total", "state.result")], "", "a field cannot be called result"),
        ([("    phase = choice", "    stage = choice"), ("state.phase", "state.stage")], "", "needs a field `phase`"),
        ([(", seats=(1, 2)", "")], "", "State must say how many play"),
    ],
)  # fmt: skip
def test_a_game_whose_rules_do_not_fit_its_declarations_fails_at_import(
    tmp_path: Path, changes: list[tuple[str, str]], more: str, said: str
) -> None:
    with pytest.raises(DeclarationError, match=said):
        tiny(tmp_path, *changes, more=more)


# Rules in several modules

PAIR = (
    "from topsecret.kernel import emit\n\n\ndef do_add(state, seat, more):\n    state.total = {}\n    state.phase = 2\n"
)
WITHOUT_DO_ADD = ("def do_add(", "def add_by_hand(")


def listing(folder: Path, text: str, *changes: tuple[str, str], more: str = "") -> Game:
    """The smallest game with a second module of rules."""
    written(folder, "second", text)
    return tiny(folder, *changes, more="\nimport second\n\nRULES = (second,)\n" + more)


def test_rules_are_taken_from_the_modules_that_a_game_lists(tmp_path: Path) -> None:
    game = listing(tmp_path, PAIR.format("more + 1"), WITHOUT_DO_ADD)
    state: Any = game.begin(1)
    game.interpreted.apply(state, 0, 2)
    assert state.total == 4
    assert "do_add" in game.rules.collected.functions


@pytest.mark.parametrize(
    ("text", "changes", "more", "said"),
    [
        (PAIR.format("1"), [], "", r"two rules are called do_add: tiny\.do_add and second\.do_add"),
        ("def helper(state):\n    return 1\n", [], "", "tiny: RULES lists second, which has no rules"),
        ("def refuse_add(state, seat, more):\n    return 0\n", [WITHOUT_DO_ADD], "",
         r"tiny \(with second\): expected a function do_add, got none"),
        (PAIR.format("1") + "\n\ndef refuse_ad(state, seat):\n    return 0\n", [WITHOUT_DO_ADD], "",
         "second: refuse_ad belongs to no declared family"),
        (PAIR.format("[more][0]"), [WITHOUT_DO_ADD], "", r"second\.do_add, line 5: rules do not use lists"),
        (PAIR.format("1"), [WITHOUT_DO_ADD], "RULES = (second, second)\n", "expected RULES to list other modules, each once; got second"),
        (PAIR.format("1"), [WITHOUT_DO_ADD], "RULES = 'second'\n", "tiny: expected RULES to be a tuple of modules, got 'second'"),
    ],
)  # fmt: skip
def test_a_list_of_modules_that_does_not_hold_is_refused(
    tmp_path: Path, text: str, changes: list[tuple[str, str]], more: str, said: str
) -> None:
    with pytest.raises((DeclarationError, LoaderError), match=said):
        listing(tmp_path, text, *changes, more=more)


def test_a_helper_may_be_called_like_a_rule(tmp_path: Path) -> None:
    text = "def refuse_odd(more):\n    return more % 2\n\n\ndef refuse_add(state, seat, more):\n    return refuse_odd(more)\n"
    assert [str(move) for move in listing(tmp_path, text).match(1, seed="x").legal(0)] == ["add 2"]


# What the joined functions do

QUICK = """

def refuse_add(state, seat, more):
    return 3 if more == 2 else 0


def ways_add(state, seat, more):
    return more
"""


def test_count_nth_ways_and_drawn_agree_with_refuse(tmp_path: Path) -> None:
    game = tiny(tmp_path, ('NO_SUCH_SEAT = 2, "T1"', 'NO_SUCH_SEAT = 2, "T1"\n    NOT_TWO = 3, "T1"'), more=QUICK)
    rules, state = game.interpreted, game.begin(1)
    assert [rules.refuse(state, 0, code) for code in range(3)] == [0, 3, 0]
    assert [rules.nth(state, 0, k) for k in range(rules.count(state, 0))] == [0, 2]
    assert [rules.drawn(state, 0, k) for k in range(rules.ways(state, 0))] == [0, 2, 2, 2]
    state.phase = 1
    assert rules.count(state, 0) == rules.ways(state, 0) == 0
    assert [rules.refuse(state, 0, code) for code in range(3)] == [1, 1, 1]
    assert rules.total(state) == 6 and [rules.pick(state, k) for k in range(6)] == list(range(6))


WITH_MORE = (
    ("add {more}", "add {more} {kind} {other} {twice}"),
    ("more=Whole(1, 3),", "more=Whole(1, 3), kind=Whole(0, 1), other=Seat(), twice=Whole(1, 2),"),
    ("Reasons, Seats,", "Reasons, Seat, Seats,"),
    ("def do_add(state, seat, more):", "def do_add(state, seat, more, kind, other, twice):"),
    ('NO_SUCH_SEAT = 2, "T1"', 'NO_SUCH_SEAT = 2, "T1"\n    NOT_TWO = 3, "T1"'),
)


@pytest.mark.parametrize(
    ("refuse", "parts", "allowed"),
    [
        ("", "more kind", 12),  # nothing is ever refused
        ("return 3 if state.total == 0 else 0", "more kind", 0),
        ("return 3 if more == 2 else 0", "more kind", 8),
        ("return 3 if kind == 1 else 0", "more kind", 6),
        ("return 3 if more == 2 else 0", "more kind other", 8),  # nobody sits there
        ("return 3 if twice == 2 else 0", "more kind other", 6),
        ("return 3 if twice == kind else 0", "more kind other", 9),
    ],
)
def test_parameters_that_are_not_judged_are_counted_together(
    tmp_path: Path, refuse: str, parts: str, allowed: int
) -> None:
    """Every rank in its order, whichever of the parameters `refuse` looks at."""
    has_seat = "other" in parts
    changes = [
        (old, new if has_seat else new.replace(" {other}", "").replace(" other=Seat(),", "").replace(" other,", ""))
        for old, new in WITH_MORE
    ]
    names = "more, kind, other, twice" if has_seat else "more, kind, twice"
    more = f"\n\ndef refuse_add(state, seat, {names}):\n    {refuse}\n" if refuse else ""
    game = tiny(tmp_path, *changes, more=more)
    rules, state = game.interpreted, game.begin(1)
    legal = [code for code in range(game.actions.size) if rules.refuse(state, 0, code) == 0]
    assert len(legal) == allowed
    assert rules.count(state, 0) == rules.ways(state, 0) == allowed
    assert [rules.nth(state, 0, k) for k in range(allowed)] == legal
    assert [rules.drawn(state, 0, k) for k in range(allowed)] == legal


# Tracebacks

BEYOND = ("state.row[face % 4] += 1 if state.row[face % 4] < 9 else 0", "state.row[face + 4] = 1")


def test_a_traceback_shows_the_joining_line_and_the_line_of_the_rule(tmp_path: Path) -> None:
    game = tiny(tmp_path, BEYOND)
    other = tiny(tmp_path, ("add {more}", "gain {more}"), ("more=Whole(1, 3)", "more=Whole(1, 2)"), name="other")
    linecache.checkcache()
    with pytest.raises(IndexError):
        game.interpreted.happen(game.begin(1), 0)
    try:
        game.interpreted.happen(game.begin(1), 0)
    except IndexError:
        said = traceback.format_exc()
    joined = said[said.index("<tiny: joined rules ") :].splitlines()
    assert joined[0].endswith("in happen") and joined[1].strip() == "do_face(state, v0)"
    number = [line.strip() for line in (tmp_path / "tiny.py").read_text().splitlines()].index(BEYOND[1]) + 1
    assert f'File "{tmp_path / "tiny.py"}", line {number}, in do_face\n    {BEYOND[1]}\n' in said
    assert other.interpreted.happen.__code__.co_filename.startswith("<other: joined rules ")


def test_generated_functions_have_their_source_in_the_debugger(tmp_path: Path) -> None:
    """`list` and `source` of pdb read it like this."""
    game = tiny(tmp_path)
    for function in (game.interpreted.refuse, game.State.blank(1)._copy):
        text = inspect.getsource(function)
        assert text.startswith(f"def {function.__name__}(") and len(text.splitlines()) > 3


def test_a_playout_in_interpreted_mode_ends(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    rng = [random.Random(1).getrandbits(64)]
    state = game.begin(1)
    assert game.interpreted.playout(state, rng, 100) > 0
    assert game.interpreted.actors(state) == 0
    assert game.interpreted.playout(game.begin(1), rng, 1) == -1
