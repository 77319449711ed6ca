"""Interpreted rules are quick twins of the functions as written: they do the same, and are found where they were written."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

import pytest

import topsecret
from tests.kernel.tiny import tiny
from topsecret.kernel import engine
from topsecret.kernel.generated import run
from topsecret.kernel.quicker import quicker
from topsecret.kernel.registry import ids


@pytest.mark.parametrize("name", ids())
@pytest.mark.parametrize("listens", [True, False])
def test_twins_do_and_tell_what_the_functions_as_written_do(name: str, listens: bool) -> None:
    game = topsecret.game(name)
    space: dict[str, Any] = dict(game.rules.functions) | game.rules.tables
    run(engine.BELOW + game.rules.joining, "rules as written", space)
    for seed in range(1, 5):
        ours, theirs = game.begin(game.usual_seats), game.begin(game.usual_seats)
        luck, their_luck = [seed], [seed]
        told: list[Any] = []
        their_told: list[Any] = []
        if listens:
            ours._told, theirs._told = told.append, their_told.append
        for _ in range(150):
            ended = game.interpreted.playout(ours, luck, 1)
            assert space["playout"](theirs, their_luck, 1) == ended
            assert ours.values() == theirs.values()
            if ended >= 0:
                break
        assert told == their_told and bool(told) == listens


def test_a_twin_calls_twins_and_leaves_the_functions_alone(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    written = game.rules.functions["do_add"]
    twins = quicker(game.rules.collected.origin.values())
    assert twins[written] is not written and twins[written].__code__.co_filename == written.__code__.co_filename
    assert twins[written].__code__.co_firstlineno == written.__code__.co_firstlineno
    for name, thing in twins[written].__globals__.items():
        if name in game.rules.collected.origin:
            assert thing is twins[game.rules.collected.origin[name]]


def test_an_error_names_the_file_and_the_line_of_the_rule(tmp_path: Path) -> None:
    game = tiny(tmp_path, ("state.total = min(GOAL, state.total + more)", "state.total = STEPS[99]"))
    path = Path(str(game.rules.functions["do_add"].__code__.co_filename))
    line = 1 + path.read_text(encoding="utf-8").splitlines().index("    state.total = STEPS[99]")
    with pytest.raises(IndexError) as problem:
        game.interpreted.apply(game.begin(1), 0, 0)
    last = traceback.extract_tb(problem.value.__traceback__)[-1]
    assert (Path(last.filename), last.lineno, last.name) == (path, line, "do_add")


def test_what_an_event_would_say_is_not_worked_out_if_nobody_listens(tmp_path: Path) -> None:
    game = tiny(tmp_path, ("emit(state, Told.said, state.total)", "emit(state, Told.said, STEPS[state.total + 99])"))
    state = game.begin(1)
    game.interpreted.apply(state, 0, 0)
    state = game.begin(1)
    state._told = lambda told: None
    with pytest.raises(IndexError):
        game.interpreted.apply(state, 0, 0)
