"""The command `topsecret serve`: where it keeps things, where it listens, what it says, how it stops."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import topsecret
from tests.server.process import PATIENCE
from topsecret import cli
from topsecret.data_folder import data_folder
from topsecret.server import about, door, pages, run
from topsecret.server.run import CannotServe, Wish, announce, open_socket

ROOT = Path(__file__).resolve().parents[2]


def test_tables_are_kept_where_the_system_keeps_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("TOPSECRET_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for platform, parts in {
        "linux": (".local", "share"),
        "darwin": ("Library", "Application Support"),
        "win32": ("AppData", "Local"),
    }.items():
        monkeypatch.setattr(sys, "platform", platform)
        assert data_folder(None) == tmp_path.joinpath(*parts, "topsecret")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "x"))
    assert data_folder(None) == tmp_path / "x" / "topsecret"
    monkeypatch.setenv("TOPSECRET_DATA", str(tmp_path / "y"))
    assert data_folder(None) == tmp_path / "y"
    assert data_folder("here") == Path("here")


def test_a_port_that_is_taken_is_an_error_only_if_it_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=str(port)):
            open_socket("127.0.0.1", port)
        monkeypatch.setattr(run, "PORT", port)
        with open_socket("127.0.0.1", None) as other:
            assert port < other.getsockname()[1] < port + door.PORTS_TRIED
    for wrong in (70_000, -5):
        with pytest.raises(CannotServe):
            open_socket("127.0.0.1", wrong)
    with pytest.raises(CannotServe):
        open_socket("192.0.2.1", 0)


def test_on_this_machine_only_the_address_is_said() -> None:
    said: list[str] = []
    assert announce(Wish(), 8765, None, Path("data"), said.append) == "http://127.0.0.1:8765/"
    assert said[0] == "topsecret: http://127.0.0.1:8765/" and "█" not in "".join(said)


def test_on_the_local_network_its_address_and_a_qr_code_are_said() -> None:
    said: list[str] = []
    announce(Wish(host="0.0.0.0"), 8765, "192.168.1.7", Path("data"), said.append)
    text = "\n".join(said)
    assert "http://192.168.1.7:8765/" in text and "█" in text
    rows = run.qr("http://192.168.1.7:8765/").splitlines()
    assert len({len(row) for row in rows}) == 1 and len(rows) > 10


def test_a_network_whose_address_is_not_known_gets_no_qr_code() -> None:
    said: list[str] = []
    announce(Wish(host="0.0.0.0"), 8765, None, Path("data"), said.append)
    assert "0.0.0.0" not in "".join(said) and "█" not in "".join(said)


def test_limits_stay_on_where_the_network_comes_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["serve", "--no-limits", "--host", "0.0.0.0", "--no-open"]) == 2
    assert "--no-limits" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong", [["--bot-pace", "-1"], ["--bot-pace", "nan"], ["--port", "x"], ["--port", "70000"], ["--host", ""]]
)
def test_a_wrong_wish_is_one_line(wrong: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["serve", "--no-open", "--data", str(tmp_path), *wrong]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_without_a_command_the_server_starts_and_the_browser_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    wishes: list[Wish] = []
    monkeypatch.setattr(run, "serve", lambda wish: wishes.append(wish) or 0)
    assert cli.main([]) == 0
    assert wishes == [Wish()] and wishes[0].opens
    assert cli.main(["--no-open", "--port", "9"]) == 0  # options without a command are those of the server
    assert wishes[1] == Wish(port=9, opens=False)


def test_a_browser_that_does_not_open_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> bool:
        raise OSError("no display")

    monkeypatch.setattr("webbrowser.open", broken)
    said: list[str] = []
    run.open_browser("http://127.0.0.1:1/#owner=once", said.append)
    assert "http://127.0.0.1:1/#owner=once" in said[0]  # whoever sits at the terminal can open it themselves


# a real process


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Any]:
    started: list[subprocess.Popen[str]] = []

    def serve(browser: str = "") -> tuple[subprocess.Popen[str], str]:
        command = [sys.executable, "-m", "topsecret", "serve", "--port", "0", "--data", str(tmp_path / "d")]
        env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "BROWSER": browser}
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command if browser else [*command, "--no-open"], stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=env
        )
        started.append(process)
        assert process.stdout is not None
        return process, process.stdout.readline().strip()

    yield serve
    for process in started:
        process.kill()
        process.communicate()


def post(address: str, path: str, body: Any) -> Any:
    headers = {"Content-Type": "application/json"}
    with urllib.request.urlopen(
        urllib.request.Request(address + path, json.dumps(body).encode(), headers), timeout=PATIENCE
    ) as answer:
        return json.load(answer)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM there")
def test_a_server_stops_in_good_order_and_its_tables_are_there_again(serving: Any) -> None:
    process, line = serving()
    address = line.split()[-1]
    code = post(address, "api/tables", {"game": "spies", "start": True})["code"]
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and err == "", (out, err)
    process, line = serving()
    with urllib.request.urlopen(f"{line.split()[-1]}api/tables/{code}", timeout=PATIENCE) as answer:
        assert json.load(answer)["table"]["state"] == "playing"
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=PATIENCE) == 130


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM there")
def test_a_browser_that_stays_in_the_foreground_keeps_nobody_from_stopping(serving: Any, tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    os.mkfifo(opened)
    browser = tmp_path / "browser"
    browser.write_text(
        f'#!/bin/sh\nexec >&- 2>&-\necho "$1" >"{opened}"\nread line\n'
    )  # until the test closes its input
    browser.chmod(0o755)
    process, line = serving(browser=f"{browser} %s")
    address, _, token = opened.read_text().strip().partition("#owner=")
    assert address == line.split()[-1] and len(token) == 43  # by which the owner is known
    assert token not in line
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=PATIENCE) == 0


def test_a_second_server_on_the_same_folder_does_not_start(serving: Any) -> None:
    serving()
    second, line = serving()
    _, err = second.communicate(timeout=PATIENCE)
    assert second.returncode == 2 and line == "" and len(err.splitlines()) == 1 and "Traceback" not in err


# what the games are


def test_every_game_says_what_its_options_and_events_are() -> None:
    games = {game.id: game for game in about.games().games}
    assert games["paris"].timed and not games["spies"].timed
    spies = games["spies"]
    assert spies.bots[0] == "random" and spies.seats == [2, 3, 4, 5, 6, 7]
    assert {option.name: option.kind for option in spies.options}["cards"] == "toggle"
    assert spies.params["move"] == {"seat": "seat", "points": "spread:agent"}
    assert spies.params["scored"]["agent"] == "names:agent" and spies.params["undone"]["seat"] == "seat"


def test_rules_come_in_a_language_that_exists_or_in_english() -> None:
    game = topsecret.game("spies")
    for language in ("en", "xx", "../..", "", "e\0"):
        rules = pages.rules(game, language)
        assert rules.language == "en" and rules.markdown.startswith("#")


def test_the_loop_is_a_fast_one_where_there_is_one() -> None:
    loop = run.new_loop()
    try:
        assert isinstance(loop, asyncio.AbstractEventLoop)
    finally:
        loop.close()


def test_an_address_of_the_sixth_version_stands_in_brackets() -> None:
    assert door.address_of("::1", 80) == "http://[::1]:80/"
