"""`topsecret cases`: a case is solved with the keyboard, and told to programs."""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Iterator

import pytest

from topsecret import cli
from topsecret.kernel.cases import Case, case, has_cases, read_date, seed_of_the_day, shipped
from topsecret.kernel.registry import ids
from topsecret.terminal import cases
from topsecret.terminal.screen import Screen

GAMES = [id for id in ids() if has_cases(id)]
each_game = pytest.mark.parametrize("id", GAMES)


def solve(id: str, *typed: str, difficulty: str = "easy") -> str:
    """What the terminal shows to somebody who types this at the first easy case. A second passes between any two looks at the clock."""
    out = io.StringIO()
    ticks: Iterator[int] = iter(range(1000))
    args = argparse.Namespace(
        game=id, date="", seed=shipped(id)[difficulty][0], difficulty=difficulty, json=False, lang=None
    )
    screen = Screen({}, out, io.StringIO("".join(f"{line}\n" for line in typed)), is_live=False)
    assert cases.run(args, screen, lambda: float(next(ticks))) == 0
    return out.getvalue()


def first(id: str, difficulty: str = "easy") -> Case:
    return case(id, difficulty, shipped(id)[difficulty][0])


@each_game
def test_whoever_types_the_answer_has_solved_it_and_sees_the_proof(id: str) -> None:
    puzzle = first(id).puzzle
    answers = [" ".join(puzzle.answer)] if puzzle.blanks else list(puzzle.answer)
    said = solve(id, "hint", *answers)
    assert "Hint 1 of 3." in said
    assert "Case closed in 0:01, 1 hint." in said
    assert all(f"\n{number} " in said for number in range(1, len(puzzle.proof) + 1))


@pytest.mark.parametrize("id", [id for id in GAMES if first(id).puzzle.blanks])
def test_a_wrong_answer_adds_thirty_seconds_and_says_nothing_more(id: str) -> None:
    puzzle = first(id).puzzle
    others = [
        next(choice.value for choice in blank.choices if choice.value != right)
        for blank, right in zip(puzzle.blanks, puzzle.answer, strict=True)
    ]
    said = solve(id, " ".join(others), " ".join(puzzle.answer))
    assert "No. 30 seconds more." in said
    assert "Case closed in 0:31." in said


@each_game
def test_what_cannot_be_read_costs_nothing_and_the_hints_come_to_an_end(id: str) -> None:
    said = solve(id, "nonsense", "hint", "hint", "hint", "hint", "board", "q")
    assert "30 seconds" not in said
    assert "There are no more hints." in said
    assert "Case closed" not in said


@each_game
def test_programs_get_the_case_of_a_day_with_its_answer(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cases", id, "--date", "2026-11-18", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["difficulty"], told["seed"]) == seed_of_the_day(id, read_date("2026-11-18"))
    assert told["id"] == f"{id}-{told['version']}-{told['difficulty']}-{told['seed']}"
    assert told["answer"] and told["proof"] and len(told["hints"]) == 3
    assert told["question"]["words"]


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["chess"], "expected one of"),
        (["briefcase", "--date", "tomorrow"], "date: expected a day"),
        (["briefcase", "--date", "2026-11-18", "--seed", "3"], "expected a date or a seed"),
        (["briefcase", "--difficulty", "hard"], "difficulty: expected with a seed only"),
        (["briefcase", "--seed", "-1"], "seed: expected a whole number"),
    ],
)
def test_bad_input_gets_one_line(argv: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cases", *argv]) == 2
    said = capsys.readouterr().err
    assert expected in said and said.count("\n") == 1
