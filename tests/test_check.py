"""`./check` hands the right arguments to its tools. The tools here only write down how they were called."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECK = Path(__file__).resolve().parents[1] / "check"
COVERAGE = ("--cov", "--cov-report=term-missing:skip-covered")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell script")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    shutil.copy(CHECK, tmp_path)
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "venv.sh").write_text(
        'venv=$root/bin_of\nvenv_ready() { :; }\nclient_ready() { "$venv/bin/python" built; }\n', encoding="utf-8"
    )
    tools = tmp_path / "bin_of" / "bin"
    tools.mkdir(parents=True)
    for name in ("python", "ruff", "lint-imports"):
        (tools / name).write_text(f'#!/bin/sh\necho "{name} $*" >>called\n', encoding="utf-8")
        (tools / name).chmod(0o755)
    return tmp_path


def check(house: Path, *arguments: str) -> tuple[int, list[str]]:
    env = {name: value for name, value in os.environ.items() if name != "TOPSECRET_SKIP_WEB"}
    command = ["sh", "check", *arguments]
    done = subprocess.run(command, cwd=house, env=env, capture_output=True, text=True, check=False)
    called = house / "called"
    return done.returncode, called.read_text(encoding="utf-8").splitlines() if called.exists() else []


@pytest.mark.parametrize(
    ("arguments", "handed"),
    [
        ((), ()),
        (("--long",), ("-m", "")),
        (("--quick",), ("-m", "not slow and not long", "-x")),
        (("--coverage", "--", "tests/store"), (*COVERAGE, "tests/store")),
        (("--long", "--coverage", "--", "-k", "x"), (*COVERAGE, "-m", "", "-k", "x")),
    ],
)
def test_what_is_asked_for_reaches_pytest(house: Path, arguments: tuple[str, ...], handed: tuple[str, ...]) -> None:
    code, called = check(house, *arguments)
    assert code == 0
    assert called[-1] == " ".join(("python -m pytest", *handed))


def test_all_steps_come_before_the_tests_and_the_tests_are_type_checked(house: Path) -> None:
    code, called = check(house)
    assert code == 0
    assert [line.split()[:3] for line in called] == [
        ["ruff", "format", "--check"],
        ["ruff", "check", "."],
        ["python", "-m", "mypy"],
        ["lint-imports"],
        ["python", "built"],
        ["python", "web/build.py", "--npm"],
        ["python", "-m", "pytest"],
    ]
    assert "tests" in called[2].split()


@pytest.mark.parametrize("arguments", [("--quick", "--long"), ("--lnog",)])
def test_what_cannot_be_meant_is_refused_before_anything_runs(house: Path, arguments: tuple[str, ...]) -> None:
    assert check(house, *arguments) == (2, [])


def test_a_step_that_fails_fails_the_whole_and_the_others_run(house: Path) -> None:
    tool = house / "bin_of" / "bin" / "lint-imports"
    tool.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    code, called = check(house)
    assert code == 1 and called[-1].startswith("python -m pytest")
