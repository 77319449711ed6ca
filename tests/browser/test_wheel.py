"""A wheel in an empty virtual environment is all that a server needs: every board is in it."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.serving import ROOT, Server
from tests.browser.tables import a_table
from topsecret.kernel import registry

pytestmark = pytest.mark.long


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=900)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """From the wheel alone: without the sources, without a compiler, with nothing but what it asks for."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT))
    [wheel] = folder.glob("topsecret-*.whl")
    venv.create(folder / "venv", with_pip=True)
    python = str(folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
    run(python, "-m", "pip", "install", "-q", "-c", str(ROOT / "constraints.txt"), str(wheel))
    where = run(python, "-c", "import topsecret; print(topsecret.__file__)")
    assert str(folder / "venv") in where
    running = Server(tmp_path_factory.mktemp("server"), "--bot-pace", "0.05", python=python).start()
    yield running
    running.stop()


@pytest.mark.parametrize("game", registry.ids())
def test_a_wheel_in_an_empty_environment_serves_every_board(person: Callable[..., Person], game: str) -> None:
    page, _ = a_table(person(), {"game": game, "name": "Ann", "start": True})
    expect(page.get_by_role("main")).to_be_visible()
    expect(page.locator("main svg").first).to_be_visible()  # the board is drawn
    expect(page.get_by_role("button", name="Table and people")).to_be_visible()
